package topology

import "github.com/sinew-anim/sinew/internal/draco/internal/code"

// Sequential reads triangles whose indices are stored as such, or as differences.
func Sequential(r *code.Reader, limits Limits) Topology {
	faces, points := r.Varint(), r.Varint()
	method := r.U8()
	if r.Err != nil || !limits.check(r, faces, points) {
		return Topology{}
	}
	if int(faces) > len(r.Data)/3 && method != 0 {
		r.Fail(code.ErrFormat, "%d triangles in %d bytes", faces, len(r.Data))
		return Topology{}
	}
	if !r.Take(3*int(faces), 4) {
		return Topology{}
	}
	indices := make([]uint32, 3*faces)
	if method == 0 {
		r.Numbers(indices, 1)
		last := int32(0)
		for i, v := range indices {
			step := int32(v >> 1)
			if v&1 != 0 {
				step = -step
			}
			last += step
			indices[i] = uint32(last)
		}
	} else {
		for i := range indices {
			switch {
			case points < 1<<8:
				indices[i] = uint32(r.U8())
			case points < 1<<16:
				indices[i] = uint32(r.U16())
			case points < 1<<21:
				indices[i] = r.Varint()
			default:
				indices[i] = uint32(r.I32())
			}
		}
	}
	for i, v := range indices {
		if v >= points {
			r.Fail(code.ErrFormat, "triangle %d has point %d of %d", i/3, int32(v), points)
			break
		}
	}
	return Topology{Points: int(points), Indices: indices}
}
