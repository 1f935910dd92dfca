// SPDX-License-Identifier: MIT
//
// The child process in which foreign formats are read, and the pipe out of it.

#define _DEFAULT_SOURCE  // fork, pipes, limits

#include "io/mesh_foreign.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
    START = 4  // bytes that tell a PLY
};

typedef struct pipe_end
{
    int descriptor;
    char start[START];
    size_t start_count, start_taken;
} pipe_end;

bool io_mesh_is_foreign(const char* path)
{
    static const char* const endings[] = {".gltf", ".glb", ".3mf",  ".fbx", ".dae", ".3ds",   ".off",
                                          ".x3d",  ".ac",  ".step", ".stp", ".ifc", ".blend", ".lwo"};
    const char* dot = strrchr(path, '.');
    bool is = false;
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
    {
        is = is || strcasecmp(dot, endings[i]) == 0;
    }
    return is;
}

static void work_in_child(const char* path, io_mesh_worker* worker, const io_mesh_limits* limits, int descriptor)
{
    struct rlimit time = {limits->seconds, limits->seconds}, none = {0, 0};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &none);
#if !defined IO_MESH_UNLIMITED
    struct rlimit memory = {(rlim_t)limits->bytes, (rlim_t)limits->bytes};
    setrlimit(RLIMIT_AS, &memory);
#endif
    alarm(limits->seconds);
    FILE* out = fdopen(descriptor, "wb");
    bool done = out && worker(path, out);
    done = out && fclose(out) == 0 && done;
    _exit(done ? 0 : 1);
}

static bool read_start(pipe_end* end)
{
    while (end->start_count < START)
    {
        ssize_t got = read(end->descriptor, end->start + end->start_count, START - end->start_count);
        if (got == 0 || (got < 0 && errno != EINTR))
        {
            return got == 0;
        }
        end->start_count += got > 0 ? (size_t)got : 0;
    }
    return true;
}

static bool read_pipe(void* user, char* out, size_t room, size_t* count)
{
    pipe_end* end = user;
    size_t left = end->start_count - end->start_taken;
    if (left > 0 && left <= room)
    {
        memcpy(out, end->start + end->start_taken, left);
        end->start_taken += left;
        *count = left;
        return true;
    }
    ssize_t got;
    do
    {
        got = read(end->descriptor, out, room);
    } while (got < 0 && errno == EINTR);
    *count = got > 0 ? (size_t)got : 0;
    return got >= 0;
}

// What the child said instead of a mesh, as one line of plain text.
static void read_reason(pipe_end* end, char* out, size_t room)
{
    size_t length = 0, count = 1;
    while (count > 0 && length < room - 1 && read_pipe(end, out + length, room - 1 - length, &count))
    {
        length += count;
    }
    out[length] = 0;
    for (char* c = out; *c; c++)
    {
        *c = (unsigned char)*c < ' ' ? ' ' : *c;
    }
}

static io_status tell_end(int state, const io_mesh_limits* limits, io_error* error)
{
    int number = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
    if (number == SIGXCPU || number == SIGALRM || number == SIGKILL)
    {
        return io_error_set(error, IO_ERR_LIMIT, 0, "took more than %u s to read", limits->seconds);
    }
    return io_error_set(error, IO_ERR_MEANING, 0, "the reader of this format crashed over it");
}

io_status io_mesh_load_apart(const char* path, double scale, io_mesh_worker* worker, const io_mesh_limits* limits,
                             const imp_allocator* allocator, io_mesh* out, io_error* error)
{
    int ends[2];
    *error = (io_error){.status = IO_OK};
    snprintf(error->file, sizeof error->file, "%s", path);
    if (pipe(ends) != 0)
    {
        return io_error_set(error, IO_ERR_MEMORY, 0, "no pipe to read through");
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
    {
        close(ends[0]);
        work_in_child(path, worker, limits, ends[1]);
    }
    close(ends[1]);
    pipe_end end = {.descriptor = ends[0]};
    io_mesh mesh = {.points = NULL};
    char reason[200] = "";
    io_status status = child < 0 ? io_error_set(error, IO_ERR_MEMORY, 0, "no process to read in") : IO_OK;
    bool is_ply = false;
    if (!status && read_start(&end))
    {
        is_ply = end.start_count == START && memcmp(end.start, "ply\n", START) == 0;
        if (is_ply)
        {
            io_stream stream = {.read = read_pipe, .user = &end};
            status = io_mesh_read(IO_MESH_PLY, &stream, scale, allocator, &mesh, error);
            snprintf(error->file, sizeof error->file, "%s", path);
        }
        else
        {
            read_reason(&end, reason, sizeof reason);
        }
    }
    close(ends[0]);  // a child that still writes ends by that
    int state = 0;
    while (child > 0 && waitpid(child, &state, 0) < 0 && errno == EINTR)
    {
    }
    bool refused = status == IO_OK && (WIFSIGNALED(state) || WEXITSTATUS(state) != 0 || !is_ply);
    if (refused || (status == IO_ERR_SYNTAX && WIFSIGNALED(state)))
    {
        io_mesh_free(&mesh);
        status = WIFSIGNALED(state)
                     ? tell_end(state, limits, error)
                     : io_error_set(error, IO_ERR_MEANING, 0, "%s", reason[0] ? reason : "cannot be read");
    }
    if (!status)
    {
        *out = mesh;
    }
    return status;
}

#ifdef IMP_ASSIMP

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <dlfcn.h>

// Function pointers from dlsym, without a cast that C has not.
static bool find_function(void* library, const char* name, void* out, size_t size)
{
    void* found = dlsym(library, name);
    memcpy(out, &found, size);
    return found != NULL;
}

static void write_scene(const struct aiScene* scene, FILE* out)
{
    uint64_t points = 0, faces = 0, first = 0;
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
    {
        points += scene->mMeshes[i]->mNumVertices;
        faces += scene->mMeshes[i]->mNumFaces;
    }
    fprintf(out,
            "ply\nformat ascii 1.0\nelement vertex %llu\nproperty float x\nproperty float y\nproperty float z\n"
            "element face %llu\nproperty list uint uint vertex_indices\nend_header\n",
            (unsigned long long)points, (unsigned long long)faces);
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
    {
        for (unsigned k = 0; k < scene->mMeshes[i]->mNumVertices; k++)
        {
            struct aiVector3D v = scene->mMeshes[i]->mVertices[k];
            fprintf(out, "%.9g %.9g %.9g\n", (double)v.x, (double)v.y, (double)v.z);
        }
    }
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
    {
        for (unsigned k = 0; k < scene->mMeshes[i]->mNumFaces; k++)
        {
            const struct aiFace* face = &scene->mMeshes[i]->mFaces[k];
            fprintf(out, "%u", face->mNumIndices);
            for (unsigned c = 0; c < face->mNumIndices; c++)
            {
                fprintf(out, " %llu", (unsigned long long)(first + face->mIndices[c]));
            }
            fputc('\n', out);
        }
        first += scene->mMeshes[i]->mNumVertices;
    }
}

static bool work_by_assimp(const char* path, FILE* out)
{
    const struct aiScene* (*import)(const char*, unsigned) = NULL;
    const char* (*reason)(void) = NULL;
    void* library = dlopen(IMP_ASSIMP, RTLD_NOW | RTLD_LOCAL);
    if (!library || !find_function(library, "aiImportFile", &import, sizeof import) ||
        !find_function(library, "aiGetErrorString", &reason, sizeof reason))
    {
        fprintf(out, "needs Assimp, which is not where it was when this program was built (%s)", IMP_ASSIMP);
        return false;
    }
    const struct aiScene* scene = import(path, aiProcess_PreTransformVertices);
    if (!scene)
    {
        fprintf(out, "cannot be read: %s", reason());
        return false;
    }
    write_scene(scene, out);
    return true;
}

#else

static bool work_by_assimp(const char* path, FILE* out)
{
    (void)path;
    fprintf(out, "can only be read by Assimp, and this program was built without it (Debian: libassimp-dev)");
    return false;
}

#endif

io_status io_mesh_load_foreign(const char* path, double scale, const imp_allocator* allocator, io_mesh* out,
                               io_error* error)
{
    static const io_mesh_limits limits = {60, (uint64_t)4 << 30};
    io_mesh mesh;
    FILE* file = fopen(path, "rb");
    if (!file)
    {
        *error = (io_error){.status = IO_OK};
        snprintf(error->file, sizeof error->file, "%s", path);
        return io_error_set(error, IO_ERR_FILE, 0, "cannot be opened: %s", strerror(errno));
    }
    fclose(file);
    io_status status = io_mesh_load_apart(path, scale, work_by_assimp, &limits, allocator, &mesh, error);
    if (!status)
    {
        mesh.format = "read by Assimp";
        *out = mesh;
    }
    return status;
}
