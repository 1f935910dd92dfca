// SPDX-License-Identifier: MIT
//
// The particles of a scene, added to a world that has its bodies, in both dimensions. Whoever includes it says what its
// dimension has: FN, MADE (the world made of a scene), fail; and the words of the scene in its own types: def_of,
// particle_of, force_of, link_of.

static imp_status add_item(FN(particles) * particles, const io_particle* item)
{
    imp_status status = IMP_OK;
    imp3_particle one = item->particle;
    for (int32_t i = 0; i < item->count && !status; i++)
    {
        one.position = io_particle_place(item, item->first + i);
        const FN(particle) made = particle_of(&one);
        status = FN(particles_add)(particles, &made, 1, NULL);
    }
    return status;
}

static io_status add_particles(const io_scene* scene, MADE* out, io_error* error)
{
    const io_particles* all = &scene->particles;
    const FN(particles_def) def = def_of(scene);
    imp_status status = FN(particles_make)(&def, &out->particles);
    if (status)
    {
        return fail(scene, 0, "particles", status, error);
    }
    for (size_t i = 0; i < all->item_count; i++)
    {
        status = add_item(out->particles, &all->items[i]);
        if (status)
        {
            return fail(scene, all->items[i].file, all->items[i].path, status, error);
        }
    }
    for (size_t i = 0; i < all->force_count; i++)
    {
        const FN(force) force = force_of(out, &all->forces[i].force);
        status = FN(particles_add_force)(out->particles, &force, NULL);
        if (status)
        {
            return fail(scene, all->forces[i].file, all->forces[i].path, status, error);
        }
    }
    for (size_t i = 0; i < all->link_count; i++)
    {
        const FN(link) link = link_of(out, &all->links[i].link);
        status = FN(particles_add_link)(out->particles, &link, NULL);
        if (status)
        {
            return fail(scene, all->links[i].file, all->links[i].path, status, error);
        }
    }
    return IO_OK;
}
