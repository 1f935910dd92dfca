// SPDX-License-Identifier: MIT
//
// What files say about particles: names, limits and defaults, in tables as for bodies (motion.c), and how a rectangle
// or a box is filled.

#include <math.h>

#include "io/reader.h"

#define ALL(member) offsetof(imp3_particles_def, member)
#define ONE(member) offsetof(io_particle, member)
#define FORCE(member) offsetof(imp3_force, member)
#define LINK(member) offsetof(imp3_link, member)

const io_key io_particles_keys[] = {
    {"gravity", ALL(gravity), IO_KEY_PLACE, IO_KEY_ANY},
    {"sub_steps", ALL(sub_steps), IO_KEY_WHOLE, 0, 64},
    {"friction", ALL(material.friction), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"restitution", ALL(material.restitution), IO_KEY_NUMBER, 0, 1},
    {"rolling", ALL(material.rolling_resistance), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"collide", ALL(collide), IO_KEY_FLAG, 0, 0},
    {"turn", ALL(turn), IO_KEY_FLAG, 0, 0},
    {"rest_speed", ALL(rest_speed), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    IO_KEYS_END,
};

const io_key io_particle_keys[] = {
    {"position", ONE(particle.position), IO_KEY_PLACE, IO_KEY_ANY},
    {"lower", ONE(box.lower), IO_KEY_PLACE, IO_KEY_ANY},
    {"upper", ONE(box.upper), IO_KEY_PLACE, IO_KEY_ANY},
    {"spacing", ONE(spacing), IO_KEY_NUMBER, 0x1p-20f, 0x1p20f},
    {"staggered", ONE(staggered), IO_KEY_FLAG, 0, 0},
    {"velocity", ONE(particle.velocity), IO_KEY_PLACE, IO_KEY_ANY},
    {"spin", ONE(particle.angular_velocity), IO_KEY_SPIN, IO_KEY_ANY},
    {"mass", ONE(particle.mass), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"radius", ONE(particle.radius), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"damping", ONE(particle.damping), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"groups", ONE(particle.groups), IO_KEY_WHOLE, 0, 0x1p32f},
    IO_KEYS_END,
};

static const io_key gravity_keys[] = {
    {"acceleration", FORCE(vector), IO_KEY_PLACE, IO_KEY_ANY},
    {"groups", FORCE(groups), IO_KEY_WHOLE, 1, 0x1p32f},
    IO_KEYS_END,
};

static const io_key drag_keys[] = {
    {"wind", FORCE(vector), IO_KEY_PLACE, IO_KEY_ANY},
    {"linear", FORCE(linear), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"quadratic", FORCE(quadratic), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"gusts", FORCE(strength), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"gust_size", FORCE(length), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"groups", FORCE(groups), IO_KEY_WHOLE, 1, 0x1p32f},
    IO_KEYS_END,
};

static const io_key spring_keys[] = {
    {"stiffness", FORCE(strength), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"damping", FORCE(damping), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"length", FORCE(length), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    IO_KEYS_END,
};

static const io_key buoyancy_keys[] = {
    {"surface", FORCE(center), IO_KEY_PLACE, IO_KEY_ANY},
    {"normal", FORCE(vector), IO_KEY_PLACE, IO_KEY_ANY},
    {"density", FORCE(strength), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"linear", FORCE(linear), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"quadratic", FORCE(quadratic), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"volume", FORCE(volume), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"depth", FORCE(length), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"groups", FORCE(groups), IO_KEY_WHOLE, 1, 0x1p32f},
    IO_KEYS_END,
};

static const io_key attractor_keys[] = {
    {"center", FORCE(center), IO_KEY_PLACE, IO_KEY_ANY},
    {"strength", FORCE(strength), IO_KEY_NUMBER, IO_KEY_ANY},
    {"softening", FORCE(length), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"groups", FORCE(groups), IO_KEY_WHOLE, 1, 0x1p32f},
    IO_KEYS_END,
};

static const io_key explosion_keys[] = {
    {"center", FORCE(center), IO_KEY_PLACE, IO_KEY_ANY},
    {"impulse", FORCE(strength), IO_KEY_NUMBER, IO_KEY_ANY},
    {"reach", FORCE(length), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"groups", FORCE(groups), IO_KEY_WHOLE, 1, 0x1p32f},
    IO_KEYS_END,
};

const io_key* const io_force_keys[IMP_FORCE_USER] = {
    [IMP_FORCE_GRAVITY] = gravity_keys,     [IMP_FORCE_DRAG] = drag_keys,
    [IMP_FORCE_SPRING] = spring_keys,       [IMP_FORCE_BUNGEE] = spring_keys,
    [IMP_FORCE_BUOYANCY] = buoyancy_keys,   [IMP_FORCE_ATTRACTOR] = attractor_keys,
    [IMP_FORCE_EXPLOSION] = explosion_keys,
};

const io_key io_link_keys[] = {
    {"length", LINK(length), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"restitution", LINK(restitution), IO_KEY_NUMBER, 0, 1},
    {"stiffness", LINK(stiffness), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    {"damping", LINK(damping), IO_KEY_NUMBER, IO_KEY_POSITIVE},
    IO_KEYS_END,
};

const char* const io_force_kinds[IMP_FORCE_USER] = {"",       "gravity",  "drag",      "spring",
                                                    "bungee", "buoyancy", "attractor", "explosion"};
const char* const io_link_kinds[IMP_LINK_KIND_COUNT] = {"", "rod", "cable"};
const char* const io_rest_kinds[IMP_REST_COUNT] = {"impact", "classic", "off"};

imp3_particles_def io_particles_default(void)
{
    const imp3_particles_def def = {.material = {.friction = 0.6f}};
    return def;
}

io_particle io_particle_default(void)
{
    const io_particle particle = {.name = "", .path = "", .count = 1, .particle = {.mass = 1.0f, .groups = 1}};
    return particle;
}

imp3_force io_force_default(int32_t kind)
{
    bool is_spring = kind == IMP_FORCE_SPRING || kind == IMP_FORCE_BUNGEE;
    imp3_force force = {.kind = kind, .groups = is_spring ? 0 : UINT32_MAX, .length = is_spring ? -1.0f : 0.0f};
    force.vector.y = kind == IMP_FORCE_BUOYANCY ? 1.0f : 0.0f;
    return force;
}

imp3_link io_link_default(void)
{
    const imp3_link link = {.length = -1.0f};
    return link;
}

// Fillings

static int64_t fit_count(double room, double step)
{
    double count = floor(room / step + 0x1p-10);
    return count < 0 ? 0 : count > (double)IO_OBJECT_MAX ? IO_OBJECT_MAX : (int64_t)count;
}

/// How a rectangle is filled: rows of `wide` and `narrow` by turns. Each particle has a square of the spacing to
/// itself; rows that lie in the gaps of others are nearer to each other. A box has layers of them, one behind the other.
typedef struct filling
{
    double step, rise;
    int64_t wide, narrow, rows, layers;
} filling;

static filling measure_filling(const io_particle* p)
{
    double width = (double)p->box.upper.x - (double)p->box.lower.x, step = (double)p->spacing;
    double height = (double)p->box.upper.y - (double)p->box.lower.y;
    filling f = {.step = step, .rise = p->staggered ? step * 0.86602540378443865 : step};
    f.wide = fit_count(width, step);
    f.narrow = p->staggered ? fit_count(width - 0.5 * step, step) : f.wide;
    f.rows = fit_count(height - step, f.rise) + (height >= step * (1 - 0x1p-10));
    f.layers = p->is_flat ? 1 : fit_count((double)p->box.upper.z - (double)p->box.lower.z, step);
    return f;
}

static int64_t count_layer(const filling* f)
{
    return f->wide * ((f->rows + 1) / 2) + f->narrow * (f->rows / 2);
}

int64_t io_particle_fill(io_particle* particle)
{
    filling f = measure_filling(particle);
    int64_t layer = count_layer(&f);
    int64_t count = layer <= IO_OBJECT_MAX ? layer * f.layers : layer;
    particle->count = count <= IO_OBJECT_MAX ? (int32_t)count : INT32_MAX;
    particle->particle.position = io_particle_place(particle, particle->first);
    return count;
}

imp3_vec io_particle_place(const io_particle* particle, int32_t number)
{
    int64_t index = number - particle->first;
    if (!(particle->spacing > 0))
    {
        return particle->particle.position;
    }
    filling f = measure_filling(particle);
    int64_t in_layer = count_layer(&f), layer = in_layer > 0 ? index / in_layer : 0;
    int64_t both = f.wide + f.narrow > 0 ? f.wide + f.narrow : 1;
    index -= layer * in_layer;
    int64_t column = index % both, row = 2 * (index / both) + (column >= f.wide);
    column -= column >= f.wide ? f.wide : 0;
    double x = (double)column + (row & 1 && particle->staggered ? 1.0 : 0.5);
    double z = particle->is_flat ? 0 : (double)layer + 0.5;
    imp3_vec place = {(float)((double)particle->box.lower.x + x * f.step),
                      (float)((double)particle->box.lower.y + 0.5 * f.step + (double)row * f.rise),
                      (float)((double)particle->box.lower.z + z * f.step)};
    return place;
}

// Ends

#define FIRST_OBJECT ((uint64_t)1 << 32)

uint64_t io_end_body(size_t body)
{
    return 1 + (uint64_t)body;
}

uint64_t io_end_object(size_t object)
{
    return FIRST_OBJECT + (uint64_t)object;
}

int64_t io_end_is_body(uint64_t solid)
{
    return solid > 0 && solid < FIRST_OBJECT ? (int64_t)(solid - 1) : -1;
}

int64_t io_end_is_object(uint64_t solid)
{
    return solid >= FIRST_OBJECT ? (int64_t)(solid - FIRST_OBJECT) : -1;
}

void io_particles_free(io_particles* particles, const imp_allocator* allocator)
{
    io_release(allocator, particles->items, particles->item_capacity, sizeof *particles->items);
    io_release(allocator, particles->forces, particles->force_capacity, sizeof *particles->forces);
    io_release(allocator, particles->links, particles->link_capacity, sizeof *particles->links);
}
