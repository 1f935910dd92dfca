// SPDX-License-Identifier: MIT
//
// Writes what Assimp finds in a file as a PLY. The nodes are walked here, not by aiProcess_PreTransformVertices of
// Assimp: a node that mirrors turns the triangles of its meshes inside out, so their corners are told in the other
// order, and places are products of doubles. A mesh that several nodes name is written once for each;
// io_mesh_assimp_nodes writes it once, and the nodes.

#define _DEFAULT_SOURCE  // strcasecmp

#include "io/mesh_foreign.h"

#ifdef IMP_ASSIMP

#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "io/reader.h"

enum
{
    METADATA_DEPTH = 8  // of maps and lists in the metadata of a node that are told
};

typedef struct placed
{
    const struct aiNode* node;
    int32_t parent;     // -1 of the root
    double rows[3][4];  // of the matrix that takes its meshes to their places
} placed;

typedef struct placed_nodes
{
    placed* items;  // parents before their children
    size_t count, capacity;
} placed_nodes;

// Function pointers from dlsym, without a cast that C has not.
static bool find_function(void* library, const char* name, void* out, size_t size)
{
    void* found = dlsym(library, name);
    memcpy(out, &found, size);
    return found != NULL;
}

static bool add_node(placed_nodes* all, const struct aiNode* node, const placed* parent, size_t parent_index)
{
    const struct aiMatrix4x4* m = &node->mTransformation;
    const double own[3][4] = {{(double)m->a1, (double)m->a2, (double)m->a3, (double)m->a4},
                              {(double)m->b1, (double)m->b2, (double)m->b3, (double)m->b4},
                              {(double)m->c1, (double)m->c2, (double)m->c3, (double)m->c4}};
    placed it = {.node = node, .parent = parent ? (int32_t)parent_index : -1};
    for (int r = 0; r < 3; r++)
    {
        for (int c = 0; c < 4; c++)
        {
            const double* row = parent ? parent->rows[r] : NULL;
            it.rows[r][c] =
                row ? row[0] * own[0][c] + row[1] * own[1][c] + row[2] * own[2][c] + (c == 3 ? row[3] : 0) : own[r][c];
        }
    }
    if (all->count == all->capacity)
    {
        size_t capacity = 2 * all->capacity + 16;
        placed* grown = realloc(all->items, capacity * sizeof *grown);
        if (!grown)
        {
            return false;
        }
        all->items = grown;
        all->capacity = capacity;
    }
    all->items[all->count++] = it;
    return true;
}

static bool place_nodes(const struct aiScene* scene, placed_nodes* out)
{
    bool done = add_node(out, scene->mRootNode, NULL, 0);
    for (size_t i = 0; done && i < out->count; i++)
    {
        const placed parent = out->items[i];
        for (unsigned k = 0; done && k < parent.node->mNumChildren; k++)
        {
            done = add_node(out, parent.node->mChildren[k], &parent, i);
        }
    }
    return done;
}

static bool is_mirrored(const placed* it)
{
    const double *x = it->rows[0], *y = it->rows[1], *z = it->rows[2];
    return x[0] * (y[1] * z[2] - y[2] * z[1]) - x[1] * (y[0] * z[2] - y[2] * z[0]) +
               x[2] * (y[0] * z[1] - y[1] * z[0]) <
           0;
}

// Positions of a mesh, or of one of its morph targets, which stands by itself.
static void write_points(const struct aiMesh* mesh, const struct aiVector3D* points, const placed* it, FILE* out)
{
    for (unsigned i = 0; i < mesh->mNumVertices; i++)
    {
        struct aiVector3D v = points[i];
        double xyz[3];
        for (int r = 0; r < 3; r++)
        {
            const double* row = it->rows[r];
            xyz[r] = row[0] * (double)v.x + row[1] * (double)v.y + row[2] * (double)v.z + row[3];
        }
        fwrite(xyz, sizeof xyz, 1, out);
    }
}

static void write_faces(const struct aiMesh* mesh, uint32_t first, bool mirrored, FILE* out)
{
    for (unsigned i = 0; i < mesh->mNumFaces; i++)
    {
        const struct aiFace* face = &mesh->mFaces[i];
        uint32_t count = face->mNumIndices;
        fwrite(&count, sizeof count, 1, out);
        for (uint32_t c = 0; c < count; c++)
        {
            uint32_t index = first + face->mIndices[mirrored ? count - 1 - c : c];
            fwrite(&index, sizeof index, 1, out);
        }
    }
}

// A mesh with its morph targets, where these are wanted.
static unsigned sets_of_points(const struct aiMesh* mesh, bool morphs)
{
    return morphs ? 1 + mesh->mNumAnimMeshes : 1;
}

static void write_all_points(const struct aiMesh* mesh, bool morphs, const placed* it, FILE* out)
{
    write_points(mesh, mesh->mVertices, it, out);
    for (unsigned i = 0; morphs && i < mesh->mNumAnimMeshes; i++)
    {
        const struct aiAnimMesh* target = mesh->mAnimMeshes[i];
        const bool whole = target->mVertices && target->mNumVertices == mesh->mNumVertices;
        write_points(mesh, whole ? target->mVertices : mesh->mVertices, it, out);
    }
}

static void write_head(const struct aiScene* scene, const placed_nodes* nodes, double unit, bool morphs, FILE* out)
{
    unsigned long long points = 0, faces = 0;
    const uint32_t one = 1;
    unsigned char first_byte;
    memcpy(&first_byte, &one, 1);
    for (size_t i = 0; i < nodes->count; i++)
    {
        const struct aiNode* node = nodes->items[i].node;
        for (unsigned k = 0; k < node->mNumMeshes; k++)
        {
            const struct aiMesh* mesh = scene->mMeshes[node->mMeshes[k]];
            points += (unsigned long long)mesh->mNumVertices * sets_of_points(mesh, morphs);
            faces += scene->mMeshes[node->mMeshes[k]]->mNumFaces;
        }
    }
    fprintf(out, "ply\nformat binary_%s_endian 1.0\n", first_byte == 1 ? "little" : "big");
    if (unit > 0)
    {
        fprintf(out, "comment unit %.7g\n", unit);
    }
    fprintf(out,
            "element vertex %llu\nproperty double x\nproperty double y\nproperty double z\n"
            "element face %llu\nproperty list uint uint vertex_indices\nend_header\n",
            points, faces);
}

static void write_scene(const struct aiScene* scene, const placed_nodes* nodes, double unit, bool morphs, FILE* out)
{
    write_head(scene, nodes, unit, morphs, out);
    for (int pass = 0; pass < 2; pass++)
    {
        uint32_t first = 0;
        for (size_t i = 0; i < nodes->count; i++)
        {
            const placed* it = &nodes->items[i];
            for (unsigned k = 0; k < it->node->mNumMeshes; k++)
            {
                const struct aiMesh* mesh = scene->mMeshes[it->node->mMeshes[k]];
                if (pass == 0)
                {
                    write_all_points(mesh, morphs, it, out);
                }
                else
                {
                    write_faces(mesh, first, is_mirrored(it), out);
                    first += mesh->mNumVertices * sets_of_points(mesh, morphs);
                }
            }
        }
    }
}

static bool ends_in(const char* path, const char* ending)
{
    size_t length = strlen(path), count = strlen(ending);
    return length >= count && strcasecmp(path + length - count, ending) == 0;
}

// An FBX says centimetres per unit; Assimp has put Collada into metres already.
static double find_unit(const struct aiScene* scene, const char* path)
{
    const struct aiMetadata* all = scene->mMetaData;
    double unit = ends_in(path, ".3mf") ? io_mesh_3mf_unit(path) : 0;
    for (unsigned i = 0; all && i < all->mNumProperties; i++)
    {
        const struct aiMetadataEntry* entry = &all->mValues[i];
        if (strcmp(all->mKeys[i].data, "UnitScaleFactor") == 0 && entry->mType == AI_FLOAT)
        {
            unit = (double)*(const float*)entry->mData * 0.01;
        }
        else if (strcmp(all->mKeys[i].data, "UnitScaleFactor") == 0 && entry->mType == AI_DOUBLE)
        {
            unit = *(const double*)entry->mData * 0.01;
        }
    }
    return unit;
}

static bool fail_import(const char* path, const char* reason, FILE* out)
{
    if (ends_in(path, ".step") || ends_in(path, ".stp"))
    {
        fprintf(out, "is a STEP that Assimp does not read: it knows buildings (IFC) alone; save it as STL, 3MF or OBJ");
    }
    else if (strstr(reason, "No suitable reader"))
    {
        fprintf(out, "is of a format or version that this build of Assimp does not read");
    }
    else
    {
        fprintf(out, "cannot be read: %s", reason);
    }
    return false;
}

// Returns Assimp's scene; null when there is none, and writes why.
static const struct aiScene* import_scene(const char* path, FILE* out)
{
    const struct aiScene* (*import)(const char*, unsigned) = NULL;
    const char* (*reason)(void) = NULL;
    void* library = dlopen(IMP_ASSIMP, RTLD_NOW | RTLD_LOCAL);
    if (!library || !find_function(library, "aiImportFile", &import, sizeof import) ||
        !find_function(library, "aiGetErrorString", &reason, sizeof reason))
    {
        fprintf(out, "needs Assimp, which is not where it was when this program was built (%s)", IMP_ASSIMP);
        return NULL;
    }
    const struct aiScene* scene = import(path, 0);
    if (!scene)
    {
        (void)fail_import(path, reason(), out);
        return NULL;
    }
    if (!scene->mRootNode || scene->mNumMeshes == 0)
    {
        fprintf(out, "has no mesh that Assimp finds");
        return NULL;
    }
    return scene;
}

bool io_mesh_assimp(const char* path, FILE* out)
{
    const struct aiScene* scene = import_scene(path, out);
    placed_nodes nodes = {.items = NULL};
    bool done = scene && place_nodes(scene, &nodes);
    if (done)
    {
        write_scene(scene, &nodes, find_unit(scene, path), false, out);
    }
    else if (scene)
    {
        fprintf(out, "takes more memory than there is");
    }
    free(nodes.items);
    return done;
}

// A value of a node's metadata that is no list or map; null for what is of a kind that nobody asks for.
static void write_value(const struct aiMetadataEntry* entry, FILE* out)
{
    double number = NAN;
    switch (entry->mType)
    {
    case AI_BOOL: fputs(*(const bool*)entry->mData ? "true" : "false", out); return;
    case AI_AISTRING: io_write_text(out, ((const struct aiString*)entry->mData)->data); return;
    case AI_INT32: number = (double)*(const int32_t*)entry->mData; break;
    case AI_UINT64: number = (double)*(const uint64_t*)entry->mData; break;
    case AI_FLOAT: number = (double)*(const float*)entry->mData; break;
    case AI_DOUBLE: number = *(const double*)entry->mData; break;
    default: break;
    }
    fprintf(out, isfinite(number) ? "%.17g" : "null", number);
}

typedef struct metadata_place
{
    const struct aiMetadata* all;
    unsigned next;
    bool is_list;
} metadata_place;

// As JSON. A list comes from Assimp as metadata whose members are all called as the list itself is.
static void write_metadata(const struct aiMetadata* all, FILE* out)
{
    metadata_place stack[METADATA_DEPTH] = {{all, 0, false}};
    int depth = 1;
    fputc('{', out);
    while (depth > 0)
    {
        metadata_place* top = &stack[depth - 1];
        if (top->next == top->all->mNumProperties)
        {
            fputc(top->is_list ? ']' : '}', out);
            depth--;
            continue;
        }
        unsigned i = top->next++;
        const struct aiMetadataEntry* entry = &top->all->mValues[i];
        const char* name = top->all->mKeys[i].data;
        fputs(i ? "," : "", out);
        if (!top->is_list)
        {
            io_write_text(out, name);
            fputc(':', out);
        }
        const struct aiMetadata* inner = entry->mType == AI_AIMETADATA ? entry->mData : NULL;
        if (!inner || depth == METADATA_DEPTH)
        {
            write_value(entry, out);
            continue;
        }
        bool is_list = inner->mNumProperties > 0;
        for (unsigned k = 0; k < inner->mNumProperties; k++)
        {
            is_list = is_list && strcmp(inner->mKeys[k].data, name) == 0;
        }
        fputc(is_list ? '[' : '{', out);
        stack[depth++] = (metadata_place){inner, 0, is_list};
    }
}

static bool are_finite(const placed_nodes* nodes)
{
    double sum = 0;
    for (size_t i = 0; i < nodes->count; i++)
    {
        for (int k = 0; k < 12; k++)
        {
            sum += nodes->items[i].rows[k / 4][k % 4] * 0;
        }
    }
    return sum == 0;
}

// The weights of morph targets of a node over time, in the first animation that has any; null where none has.
static const struct aiMeshMorphAnim* find_morph(const struct aiScene* scene, const struct aiNode* node, double* second)
{
    for (unsigned i = 0; i < scene->mNumAnimations && node->mName.length > 0; i++)
    {
        const struct aiAnimation* all = scene->mAnimations[i];
        *second = all->mTicksPerSecond > 0 ? all->mTicksPerSecond : 1;
        for (unsigned k = 0; k < all->mNumMorphMeshChannels; k++)
        {
            const struct aiMeshMorphAnim* it = all->mMorphMeshChannels[k];
            if (strcmp(it->mName.data, node->mName.data) == 0 && it->mNumKeys > 0)
            {
                return it;
            }
        }
    }
    return NULL;
}

static void write_finite(double number, const char* before, FILE* out)
{
    fprintf(out, isfinite(number) ? "%s%.17g" : "%snull", before, number);
}

static void write_morph(const struct aiMeshMorphAnim* morph, double second, FILE* out)
{
    const unsigned targets = morph->mKeys[0].mNumValuesAndWeights;
    fprintf(out, ",\"morph\":{\"targets\":%u,\"times\":[", targets);
    for (unsigned i = 0; i < morph->mNumKeys; i++)
    {
        write_finite(morph->mKeys[i].mTime / second, i ? "," : "", out);
    }
    fputs("],\"weights\":[", out);
    for (unsigned i = 0; i < morph->mNumKeys; i++)
    {
        const struct aiMeshMorphKey* key = &morph->mKeys[i];
        for (unsigned k = 0; k < key->mNumValuesAndWeights; k++)
        {
            write_finite(key->mWeights[k], i + k ? "," : "", out);
        }
    }
    fputs("]}", out);
}

static void write_node(const struct aiScene* scene, const placed* it, FILE* out)
{
    double second = 1;
    const struct aiMeshMorphAnim* morph = it->node->mNumMeshes > 0 ? find_morph(scene, it->node, &second) : NULL;

    fprintf(out, "{\"name\":");
    io_write_text(out, it->node->mName.data);
    fprintf(out, ",\"parent\":%d,\"place\":[", (int)it->parent);
    for (int i = 0; i < 12; i++)
    {
        fprintf(out, i ? ",%.17g" : "%.17g", it->rows[i / 4][i % 4]);
    }
    fprintf(out, "],\"meshes\":[");
    for (unsigned i = 0; i < it->node->mNumMeshes; i++)
    {
        fprintf(out, i ? ",%u" : "%u", it->node->mMeshes[i]);
    }
    fprintf(out, "],\"told\":");
    if (it->node->mMetaData)
    {
        write_metadata(it->node->mMetaData, out);
    }
    else
    {
        fputs("{}", out);
    }
    if (morph)
    {
        write_morph(morph, second, out);
    }
    fputc('}', out);
}

// The line before the PLY: points and morph targets of each mesh, and the nodes.
static void write_nodes(const struct aiScene* scene, const placed_nodes* nodes, FILE* out)
{
    fprintf(out, "{\"points\":[");
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
    {
        fprintf(out, i ? ",%u" : "%u", scene->mMeshes[i]->mNumVertices);
    }
    fprintf(out, "],\"targets\":[");
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
    {
        fprintf(out, i ? ",%u" : "%u", scene->mMeshes[i]->mNumAnimMeshes);
    }
    fprintf(out, "],\"nodes\":[");
    for (size_t i = 0; i < nodes->count; i++)
    {
        fputs(i ? "," : "", out);
        write_node(scene, &nodes->items[i], out);
    }
    fprintf(out, "]}\n");
}

bool io_mesh_assimp_nodes(const char* path, FILE* out)
{
    const struct aiScene* scene = import_scene(path, out);
    placed_nodes nodes = {.items = NULL};
    unsigned* meshes = scene ? malloc(scene->mNumMeshes * sizeof *meshes) : NULL;
    bool done = meshes && place_nodes(scene, &nodes);
    if (scene && !done)
    {
        fprintf(out, "takes more memory than there is");
    }
    if (done && !are_finite(&nodes))
    {
        fprintf(out, "has a node whose place is not finite");
        done = false;
    }
    for (unsigned i = 0; done && i < scene->mNumMeshes; i++)
    {
        meshes[i] = i;
    }
    if (done)
    {
        // Each mesh once, where it is made, as if one node had them all.
        struct aiNode all = {.mNumMeshes = scene->mNumMeshes, .mMeshes = meshes};
        placed here = {.node = &all, .parent = -1, .rows = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
        const placed_nodes once = {&here, 1, 1};
        write_nodes(scene, &nodes, out);
        write_scene(scene, &once, find_unit(scene, path), true, out);
    }
    free(meshes);
    free(nodes.items);
    return done;
}

#else

bool io_mesh_assimp(const char* path, FILE* out)
{
    (void)path;
    fprintf(out, "can only be read by Assimp, and this program was built without it (Debian: libassimp-dev)");
    return false;
}

bool io_mesh_assimp_nodes(const char* path, FILE* out)
{
    return io_mesh_assimp(path, out);
}

#endif
