// SPDX-License-Identifier: MIT
//
// Every tolerance of the library. All are relative: they multiply a size that is named with them.

#ifndef IMPI_TOLERANCE_H
#define IMPI_TOLERANCE_H

/// Points inside a hull by at most this part of its extent count as collinear.
#define IMPI_COLLINEAR 0x1p-20

/// Faces of a hull in space that are out of one plane by at most this part of its extent are one.
#define IMPI_COPLANAR 0x1p-20

/// A separation computed in floats, or from stored normals, is wrong by less than this part of the scale (the reaches,
/// the radii and the distance of the poses, added). Nearer to zero than that, exact arithmetic decides.
#define IMPI_FLOAT_DOUBT 0x1p-20f

/// The same for placed points in doubles.
#define IMPI_DOUBLE_DOUBT 0x1p-45

/// Points that two parts of a compound share are the same in doubles to this part of the scale of both compounds.
#define IMPI_SEAM 0x1p-40

/// A distance that exact arithmetic has found to be positive is at least this part of the scale.
#define IMPI_TINY 0x1p-30f

/// One of two polygons becomes the reference only if its axis is better by this part of the scale, so that the choice
/// does not flicker with rounding.
#define IMPI_REFERENCE_BIAS 0x1p-22f

/// Points of contact in space whose depths or places differ by less than this part of the smaller face, its length and
/// width added, are equally good: what they are called decides which is kept. A vertex so near to the edge of a face is
/// on it, and one so near to a side where it ends is what touches there. Bodies at rest tremble by less.
#define IMPI_CONTACT_TIE 0x1p-14f

/// In space a face or an edge is what lies along a direction when it is off by at most this sine; less than half the
/// angle between two faces of an octagonal prism, which stands on an edge as well as on a face.
#define IMPI_ALIGNED 0.25f

/// A motion slides along a side when the part of it across the side is smaller than this part of the whole.
#define IMPI_DOUBLE_SLIDE 0x1p-40

/// The same along a round surface, whose normal at a point of contact is known in floats.
#define IMPI_FLOAT_SLIDE 0x1p-21

/// Conservative advancement stops this near, as a part of the lesser shape's size.
#define IMPI_IMPACT_TARGET 0x1p-13f

#endif
