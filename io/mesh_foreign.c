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

#include "io/mesh_reader.h"

enum
{
    START = 80,    // bytes of a PLY, at most, among which its unit is
    BLOCK = 4096,  // that are read at once of what comes before it
};

typedef struct pipe_end
{
    int descriptor;
    char start[START + BLOCK];  // what was read and not given out yet
    size_t start_count, start_taken;
} pipe_end;

// The format that the file's name ends in, and how a mesh of it is told; null for none.
static const char* find_format(const char* path)
{
    static const char* const formats[][2] = {
        {".gltf", "glTF, read by Assimp"},     {".glb", "glTF, binary, read by Assimp"},
        {".3mf", "3MF, read by Assimp"},       {".fbx", "FBX, read by Assimp"},
        {".dae", "Collada, read by Assimp"},   {".3ds", "3DS, read by Assimp"},
        {".off", "OFF, read by Assimp"},       {".x3d", "X3D, read by Assimp"},
        {".ac", "AC3D, read by Assimp"},       {".step", "STEP, read by Assimp"},
        {".stp", "STEP, read by Assimp"},      {".ifc", "IFC, read by Assimp"},
        {".blend", "Blender, read by Assimp"}, {".lwo", "LightWave, read by Assimp"}};
    const char* dot = strrchr(path, '.');
    const char* found = NULL;
    for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
    {
        found = strcasecmp(dot, formats[i][0]) == 0 ? formats[i][1] : found;
    }
    return found;
}

bool io_mesh_is_foreign(const char* path)
{
    return find_format(path) != NULL;
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

// Up to so many bytes at the start; false when the pipe breaks. Fewer are there at its end.
static bool read_start(pipe_end* end, size_t wanted)
{
    while (end->start_count < wanted)
    {
        ssize_t got = read(end->descriptor, end->start + end->start_count, wanted - end->start_count);
        if (got == 0 || (got < 0 && errno != EINTR))
        {
            return got == 0;
        }
        end->start_count += got > 0 ? (size_t)got : 0;
    }
    return true;
}

typedef struct text
{
    char* bytes;
    size_t count, capacity;
} text;

// The first line, when it opens a tree; what comes behind it is the start then.
static io_status read_line(pipe_end* end, const imp_allocator* allocator, text* line, io_error* error)
{
    bool more = end->start_count > 0 && end->start[0] == '{';
    while (more)
    {
        const char* stop = memchr(end->start, '\n', end->start_count);
        size_t taken = stop ? (size_t)(stop - end->start) : end->start_count;
        char* grown = io_grow(allocator, line->bytes, &line->capacity, line->count + taken + 1, 1);
        if (!grown || line->count > IO_FILE_SIZE_MAX)
        {
            line->bytes = grown ? grown : line->bytes;
            return grown ? io_error_set(error, IO_ERR_LIMIT, 0, "tells too much of its nodes")
                         : io_error_set(error, IO_ERR_MEMORY, 0, "out of memory");
        }
        line->bytes = grown;
        memcpy(grown + line->count, end->start, taken);
        line->count += taken;
        size_t gone = stop ? taken + 1 : taken;
        end->start_count -= gone;
        memmove(end->start, end->start + gone, end->start_count);
        bool fine = read_start(end, stop ? START : BLOCK);
        more = fine && !stop && end->start_count > 0;
    }
    return IO_OK;
}

static bool read_pipe(void* user, char* out, size_t room, size_t* count)
{
    pipe_end* end = user;
    size_t left = end->start_count - end->start_taken;
    if (left > 0)
    {
        left = left < room ? left : room;
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

// Reads why the child has no mesh, as one line of plain text.
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

// Metres per unit, as the child says in a comment of the header; 0 when it says none.
static double read_unit(const pipe_end* end)
{
    static const char words[] = "\ncomment unit ";
    char start[START + 1];
    double unit = 0;
    size_t count = end->start_count < START ? end->start_count : START;
    memcpy(start, end->start, count);
    start[count] = 0;
    const char* at = strstr(start, words);
    bool is = at && io_mesh_number(at + sizeof words - 1, &unit) && unit > 0 && unit < 1e12;
    return is ? unit : 0;
}

// Reads a child's output: perhaps a line with a tree, and a PLY; or why there is none.
static io_status read_child(pipe_end* end, const char* path, double scale, const imp_allocator* allocator,
                            io_mesh* mesh, text* line, char* reason, size_t room, io_error* error)
{
    reason[0] = 0;
    if (!read_start(end, START))
    {
        return IO_OK;
    }
    io_status status = read_line(end, allocator, line, error);
    if (status)
    {
        return status;
    }
    if (end->start_count <= 4 || memcmp(end->start, "ply\n", 4) != 0)
    {
        read_reason(end, reason, room);
        return IO_OK;
    }
    io_stream stream = {.read = read_pipe, .user = end};
    double unit = read_unit(end);
    status = io_mesh_read(IO_MESH_PLY, &stream, unit > 0 ? scale * unit : scale, allocator, mesh, error);
    mesh->unit = unit;
    snprintf(error->file, sizeof error->file, "%s", path);
    error->line = 0;  // of what the child writes
    return status;
}

// `nodes` is null for those who want none.
static io_status load_apart(const char* path, double scale, io_mesh_worker* worker, const io_mesh_limits* limits,
                            const imp_allocator* allocator, io_mesh* out, io_tree* nodes, io_error* error)
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
    const imp_allocator used = io_allocator(allocator);
    pipe_end end = {.descriptor = ends[0]};
    io_mesh mesh = {.allocator = used};
    text line = {.bytes = NULL};
    char reason[200] = "";
    io_status status = child < 0 ? io_error_set(error, IO_ERR_MEMORY, 0, "no process to read in")
                                 : read_child(&end, path, scale, &used, &mesh, &line, reason, sizeof reason, error);
    close(ends[0]);  // a child that still writes ends by that
    int state = 0;
    while (child > 0 && waitpid(child, &state, 0) < 0 && errno == EINTR)
    {
    }
    bool refused = status == IO_OK && (WIFSIGNALED(state) || WEXITSTATUS(state) != 0 || !mesh.format);
    if (refused || (status == IO_ERR_SYNTAX && WIFSIGNALED(state)))
    {
        status = WIFSIGNALED(state)
                     ? tell_end(state, limits, error)
                     : io_error_set(error, IO_ERR_MEANING, 0, "%s", reason[0] ? reason : "cannot be read");
    }
    if (!status && nodes)
    {
        status = io_tree_parse_json(line.bytes ? line.bytes : "{}", line.bytes ? line.count : 2, &used, nodes, error);
        error->line = 0;
    }
    io_release(&used, line.bytes, line.capacity, 1);
    if (status)
    {
        io_mesh_free(&mesh);
        return status;
    }
    *out = mesh;
    return IO_OK;
}

io_status io_mesh_load_apart(const char* path, double scale, io_mesh_worker* worker, const io_mesh_limits* limits,
                             const imp_allocator* allocator, io_mesh* out, io_error* error)
{
    return load_apart(path, scale, worker, limits, allocator, out, NULL, error);
}

io_status io_mesh_load_nodes_apart(const char* path, double scale, io_mesh_worker* worker, const io_mesh_limits* limits,
                                   const imp_allocator* allocator, io_mesh* out, io_tree* nodes, io_error* error)
{
    return load_apart(path, scale, worker, limits, allocator, out, nodes, error);
}

static io_status load_by_assimp(const char* path, double scale, const imp_allocator* allocator, io_mesh* out,
                                io_tree* nodes, io_error* error)
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
    io_status status =
        load_apart(path, scale, nodes ? io_mesh_assimp_nodes : io_mesh_assimp, &limits, allocator, &mesh, nodes, error);
    if (!status)
    {
        mesh.format = find_format(path);
        *out = mesh;
    }
    return status;
}

io_status io_mesh_load_foreign(const char* path, double scale, const imp_allocator* allocator, io_mesh* out,
                               io_error* error)
{
    return load_by_assimp(path, scale, allocator, out, NULL, error);
}

io_status io_mesh_load_nodes(const char* path, double scale, const imp_allocator* allocator, io_mesh* out,
                             io_tree* nodes, io_error* error)
{
    return load_by_assimp(path, scale, allocator, out, nodes, error);
}
