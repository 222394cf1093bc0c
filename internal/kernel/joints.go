package kernel

import "unsafe"

// Place is where an instance stands: it is rotated about Y by the angle whose cosine and sine are C
// and S, then moved.
type Place struct{ X, Y, Z, C, S float64 }

// PlaceJoints writes matrices of joints of instances, which their palettes give: joint joints[j] of
// the skeleton has slot s = slots[joints[j]], the palette of instance i begins at i·stride, and
//
//	dst[k·len(joints) + j] = places[k] · palette of instances[k], slot s · bind[s]
//
// where the last product comes first; without places there is none before it. Rotations are float32,
// and places are added in float64 and rounded then. Joints have slots, and instances palettes.
func PlaceJoints[M ~[affineFloats]float32](dst []M, palettes []float32, stride int, instances, joints []int, slots []int16, bind []M, places []Place) error {
	n := len(instances)
	if len(dst) < n*len(joints) || places != nil && len(places) < n {
		return checkLengths("PlaceJoints", length{"dst", len(dst), n * len(joints)}, length{"places", len(places), n})
	}
	if len(dst) == 0 || n*len(joints) == 0 {
		return nil
	}
	placeJoints(castAffines(dst), palettes, stride, instances, joints, slots, castAffines(bind), places)
	return nil
}

// castAffines is the same memory.
func castAffines[M ~[affineFloats]float32](list []M) []affine {
	return unsafe.Slice((*affine)(unsafe.Pointer(unsafe.SliceData(list))), len(list))
}

func placeJointsGo(dst []affine, palettes []float32, stride int, instances, joints []int, slots []int16, bind []affine, places []Place) {
	for k, i := range instances {
		palette, to := palettes[i*stride:], dst[k*len(joints):]
		for j, joint := range joints {
			s, m := int(slots[joint]), &to[j]
			multiply(m, (*affine)(palette[affineFloats*s:]), &bind[s])
			if places != nil {
				places[k].move(m)
			}
		}
	}
}

// multiply writes the product of two matrices. In registers: the compiler cannot tell that they do not
// overlap.
func multiply(m, a, b *affine) {
	b0, b1, b2, b3 := b[0], b[1], b[2], b[3]
	b4, b5, b6, b7 := b[4], b[5], b[6], b[7]
	b8, b9, b10, b11 := b[8], b[9], b[10], b[11]
	x, y, z := a[0], a[1], a[2]
	m[0] = float32(x*b0) + float32(y*b4) + float32(z*b8)
	m[1] = float32(x*b1) + float32(y*b5) + float32(z*b9)
	m[2] = float32(x*b2) + float32(y*b6) + float32(z*b10)
	m[3] = float32(x*b3) + float32(y*b7) + float32(z*b11) + a[3]
	x, y, z = a[4], a[5], a[6]
	m[4] = float32(x*b0) + float32(y*b4) + float32(z*b8)
	m[5] = float32(x*b1) + float32(y*b5) + float32(z*b9)
	m[6] = float32(x*b2) + float32(y*b6) + float32(z*b10)
	m[7] = float32(x*b3) + float32(y*b7) + float32(z*b11) + a[7]
	x, y, z = a[8], a[9], a[10]
	m[8] = float32(x*b0) + float32(y*b4) + float32(z*b8)
	m[9] = float32(x*b1) + float32(y*b5) + float32(z*b9)
	m[10] = float32(x*b2) + float32(y*b6) + float32(z*b10)
	m[11] = float32(x*b3) + float32(y*b7) + float32(z*b11) + a[11]
}

// move multiplies a matrix by the place from the left. Rows 0 and 2 rotate about Y.
func (p *Place) move(m *affine) {
	cos, sin := float32(p.C), float32(p.S)
	for e := range 3 {
		x, z := m[e], m[8+e]
		m[e], m[8+e] = float32(cos*x)+float32(sin*z), float32(cos*z)-float32(sin*x)
	}
	x, z := float64(m[3]), float64(m[11])
	m[3] = float32(float64(p.C*x) + float64(p.S*z) + p.X)
	m[7] = float32(float64(m[7]) + p.Y)
	m[11] = float32(float64(p.C*z) - float64(p.S*x) + p.Z)
}
