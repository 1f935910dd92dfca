// SPDX-License-Identifier: MIT
//
// A character controller in space: walks, jumps and crouches. Moved by sweeps and not by forces, so it does what
// the input says, and ends where the game can rely on it: never inside anything, however fast.
//
// imp3_character is all of its state, a plain struct without pointers: a copy saves it, copied back it is restored. A
// zeroed one with a position is new. The game may change position, velocity and grounded.
//
// Obstacles come from the caller (imp3_character_move), or from a world (imp3_world_move_character,
// world_character2.h). They have their current poses, and move with their velocities while the character does; so call
// it before they are moved, by a world's step for instance, with the same time.
//
// It keeps a gap, def.skin, to obstacles that it does not have to touch. Bumps of less than half of that are ignored;
// so floors of many tiles are one floor. Ground is not steeper than def.max_slope; the character walks along it, up and
// down steps, and stays on it. Seen from above, slopes do not turn it, and it is as fast on them as on the level. A wall
// leaves it what leads along; slopes that are too steep let it slide, in the crease of two along that. It rides on moving
// ground: lifts, turning platforms, conveyor belts; its shapes are never turned. Moving obstacles
// push it; it pushes obstacles that can be pushed with at most def.push_force, and reports that.
//
// Long steps are subdivided, so that the path is the same at any rate; in the air it is exactly a parabola.

#ifndef IMPINGE_CHARACTER3_H
#define IMPINGE_CHARACTER3_H

#include "broad3.h"
#include "compound3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Definition of a character. imp3_character_default, or all zero but the shape, walks and does not fall. Its height is
/// that of the shape.
typedef struct imp3_character_def
{
    const imp3_shape* shape;         ///< standing, never turned; a capsule is good, any other will do
    const imp3_shape* crouched;      ///< or null: it does not crouch. In the same frame, so mostly with the same feet
    imp3_vec up;                     ///< of any length; zero for +y
    float gravity;                   ///< at which it falls [m/s^2]; 0 or more
    float max_slope;                 ///< steepest ground to walk on, at most a quarter turn; 0 for 50 degrees [rad]
    float step_height;               ///< highest step that it takes [m]; 0 for a quarter of the height
    float snap;                      ///< so far below is ground that it stays on [m]; 0 for that of step_height
    float skin;                      ///< gap that it keeps [m]; 0 for 1/128 of the height
    float acceleration;              ///< along the ground [m/s^2]; 0 for at once
    float air_acceleration;          ///< across up, in the air [m/s^2]; 0 for at once
    float mass;                      ///< with which it presses on what it stands on [kg]; 0 for none
    float push_force;                ///< most force with which it pushes [N]; 0 pushes nothing
    imp_filter filter;               ///< for obstacles in an index
    const imp_allocator* allocator;  ///< for lists, which are given back before a call returns; null for malloc
} imp3_character_def;

/// The defaults of a zeroed definition, with up in numbers: fields that are 0 follow from the shape, which is to be
/// given.
IMP_API imp3_character_def imp3_character_default(void);

/// Flags of a move.
enum
{
    IMP3_CHARACTER_JUMPED = 1,
    IMP3_CHARACTER_LANDED = 2,     ///< it was in the air and stands now
    IMP3_CHARACTER_LEFT = 4,       ///< it stood and is in the air now
    IMP3_CHARACTER_STEPPED = 8,    ///< up a step
    IMP3_CHARACTER_BLOCKED = 16,   ///< by a wall, or a slope that is too steep
    IMP3_CHARACTER_CEILING = 32,   ///< something above has stopped it
    IMP3_CHARACTER_PUSHED = 64,    ///< by a moving obstacle
    IMP3_CHARACTER_SQUEEZED = 128  ///< an obstacle is in it; or there was no room between those it cannot push away
};

/// The state of a character.
typedef struct imp3_character
{
    imp3_vec position;         ///< of the origin of its shapes [m]
    imp3_vec fraction;         ///< rest of the position, beyond the precision of floats far from the origin [m]
    imp3_vec velocity;         ///< [m/s]
    imp3_vec ground_normal;    ///< out of the ground; zero in the air
    imp3_vec ground_velocity;  ///< of the ground at the contact [m/s]
    imp3_vec ground_point;     ///< of the contact, in the frame of the ground
    imp3_vec ground_offset;    ///< expected place of that point, from the position [m]
    uint64_t ground;           ///< id of the obstacle that it stands on; 0 in the air
    uint64_t dropped[4];       ///< one-way obstacles that it drops through
    float air_time;            ///< since it last stood [s]
    uint32_t flags;            ///< of the last move: IMP3_CHARACTER_..., added up
    bool grounded;             ///< it stands
    bool crouched;
    bool sliding;  ///< in the air, along a slope that is too steep to stand on
    bool unused;
    float inside;  ///< depth of an obstacle in it, when it is squeezed; else 0 [m]
} imp3_character;

/// Input of a character.
typedef struct imp3_character_input
{
    imp3_vec velocity;  ///< wanted [m/s]; one that walks or falls uses the part across up
    float jump;         ///< speed with which it leaves the ground, if it stands or climbs [m/s]; 0 does not jump
    bool crouch;
    bool drop;       ///< through the one-way obstacles that it stands on
    bool climb;      ///< on a ladder, in water, or flying: moves along velocity, in any direction, and does not fall
    float buoyancy;  ///< acceleration against gravity, of water for instance [m/s^2]
    float drag;      ///< part of its speed along up that is lost in a second, for small parts [1/s]; 0 or more
} imp3_character_input;

/// An obstacle.
typedef struct imp3_obstacle
{
    const imp3_compound* compound;
    imp3_pose pose;             ///< now
    imp3_vec velocity;          ///< of the pose's origin [m/s]
    imp3_vec angular_velocity;  ///< about that [rad/s]
    float inverse_mass;         ///< 0 cannot be pushed [1/kg]
    imp3_vec one_way;  ///< zero, or the side on which it collides, in its own frame: (0, 1, 0) collides from above
    float tolerance;   ///< depth up to which a one-way obstacle still carries the character [m]; 0 for the skin
    imp3_vec surface_velocity;  ///< of its surface beside its own, in its own frame; what leads along the ground counts
                                ///< [m/s]
    uint64_t id;                ///< not 0, and different for each
} imp3_obstacle;

/// Callbacks of a move; each may be null.
typedef struct imp3_character_hooks
{
    void* user;  ///< passed on unread
    /// Called first, at the character's position: may change the input, on a ladder or in water.
    void (*enter)(void* user, const imp3_character* character, imp3_character_input* input);
    /// Called for each near obstacle: false ignores it; may change it, but not its compound.
    bool (*filter)(void* user, imp3_obstacle* obstacle);
} imp3_character_hooks;

/// Surroundings of a character.
typedef struct imp3_surroundings
{
    const imp3_obstacle* obstacles;
    int32_t obstacle_count;
    const imp3_index* index;            ///< of their boxes by number, or null: all are tested
    const imp3_character_hooks* hooks;  ///< or null
} imp3_surroundings;

/// A contact of a character in a move.
typedef struct imp3_character_contact
{
    uint64_t id;       ///< of the obstacle
    imp3_vec point;    ///< [m]
    imp3_vec normal;   ///< out of the obstacle
    imp3_vec impulse;  ///< on the obstacle at the point [N s]
    float speed;       ///< closing speed [m/s]
} imp3_character_contact;

/// The caller's memory for the contacts of a move.
typedef struct imp3_character_report
{
    imp3_character_contact* contacts;  ///< set by the caller; null when capacity is 0
    int32_t capacity;                  ///< set by the caller
    int32_t count;                     ///< contacts written; those without room are left out
} imp3_character_report;

/// Moves a character over a time.
///
/// character    changed; unchanged if not IMP_OK
/// def          the same each time, or another
/// input        null for a zeroed one
/// surroundings obstacles that come nearer by more than the character's height during the call may be found too late.
///              Boxes in an index are those of their obstacles now.
/// time         0 or more; a sixtieth is good [s]
/// report       or null
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_SHAPE, IMP_ERR_ROTATION,
///           IMP_ERR_COMPOUND, IMP_ERR_COUNT, IMP_ERR_HANDLE (an obstacle's id is 0, or the index has a number that
///           is none's), IMP_ERR_RANGE (max_slope; a shape without height; or arguments that together are too
///           large: a path of more than 2^14 heights, a position beyond the range, an obstacle that turns by more
///           than 512 rad), IMP_ERR_MEMORY
/// exact     the character ends outside of all obstacles that it was not in before, and that are not in it by their
///           own motion; heights of jumps, paths along the ground and in the air within 2^-18 of themselves, whatever
///           the times of calls. Events on the path (a ledge, a wall) are found within 1/120 s; in calls longer than
///           1/15 s, within an eighth.
/// cost      O(log n + k) in practice, k near obstacles; two to twenty sweeps against those
/// source    collide and slide; planes by enumeration
IMP_API imp_status imp3_character_move(imp3_character* character, const imp3_character_def* def,
                                       const imp3_character_input* input, const imp3_surroundings* surroundings,
                                       float time, imp3_character_report* report);

#ifdef __cplusplus
}
#endif

#endif
