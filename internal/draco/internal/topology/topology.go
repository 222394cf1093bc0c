// Package topology reads the triangles of a Draco stream, and walks over them in the order in which
// values are stored.
package topology

import "github.com/sinew-anim/sinew/internal/draco/internal/code"

// Topology is how triangles lie together.
type Topology struct {
	Points  int
	Indices []uint32 // points, three a triangle

	// Of an edgebreaker only:
	Surface *Surface   // of vertices, some of which are several points
	Seamed  []*Surface // for each set of attributes that may have seams: Surface, cut open there
}

// Limits bounds what a stream may claim.
type Limits struct {
	Faces  int // triangles
	Points int // different corners
}

// maxFaces keeps corners within int32.
const maxFaces = 1<<31/3 - 1

// check refuses a number of triangles or points above the limits.
func (l Limits) check(r *code.Reader, faces, points uint32) bool {
	if int64(faces) > int64(l.Faces) || faces > maxFaces {
		r.Fail(code.ErrLimit, "%d triangles, at most %d", faces, l.Faces)
	} else if int64(points) > int64(l.Points) {
		r.Fail(code.ErrLimit, "%d points, at most %d", points, l.Points)
	}
	return r.Err == nil
}
