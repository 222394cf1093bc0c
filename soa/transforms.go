package soa

import "fmt"

// Transforms holds n local transforms M = T·R·S in structure-of-arrays form:
// ten slices of length n. Translations are metres, rotations unit quaternions,
// scales factors. A skeleton's rest pose and sampled poses have this form.
type Transforms struct {
	TX, TY, TZ     []float32
	RX, RY, RZ, RW []float32
	SX, SY, SZ     []float32
}

// transformFloats is the number of components of one transform.
const transformFloats = 10

// MakeTransforms returns n identity transforms in one allocation.
func MakeTransforms(n int) Transforms {
	t := SliceTransforms(make([]float32, transformFloats*n), n)
	for i := range n {
		t.RW[i], t.SX[i], t.SY[i], t.SZ[i] = 1, 1, 1, 1
	}
	return t
}

// TransformFloats returns the number of float32 values of n transforms, for
// callers that lay out several in one slab with SliceTransforms.
func TransformFloats(n int) int { return transformFloats * n }

// SliceTransforms lays n transforms over buf, which must hold at least
// TransformFloats(n) values, and leaves the values unchanged.
func SliceTransforms(buf []float32, n int) Transforms {
	part := func(i int) []float32 { return buf[i*n : (i+1)*n : (i+1)*n] }
	return Transforms{
		TX: part(0), TY: part(1), TZ: part(2),
		RX: part(3), RY: part(4), RZ: part(5), RW: part(6),
		SX: part(7), SY: part(8), SZ: part(9),
	}
}

// Len returns the number of transforms.
func (t *Transforms) Len() int { return len(t.TX) }

// CopyFrom overwrites t with src, of the same length.
func (t *Transforms) CopyFrom(src *Transforms) {
	dst, from := t.components(), src.components()
	for i := range dst {
		copy(dst[i], from[i])
	}
}

// components lists the ten slices in T, R, S order.
func (t *Transforms) components() [transformFloats][]float32 {
	return [transformFloats][]float32{t.TX, t.TY, t.TZ, t.RX, t.RY, t.RZ, t.RW, t.SX, t.SY, t.SZ}
}

// validate checks lengths, finiteness and unit rotations of the transforms of named joints.
func (t *Transforms) validate(name []string) error {
	n := len(name)
	for _, c := range t.components() {
		if len(c) != n {
			return fmt.Errorf("%w: a transform component has %d values for %d joints", ErrInvalid, len(c), n)
		}
		for i, v := range c {
			if !bounded(v) {
				return fmt.Errorf("%w: joint %d %q has the transform component %v", ErrInvalid, i, name[i], v)
			}
		}
	}
	for i := range n {
		if !unitQuaternion(t.RX[i], t.RY[i], t.RZ[i], t.RW[i]) {
			return fmt.Errorf("%w: joint %d %q has a rotation that is not of unit length: %v %v %v %v",
				ErrInvalid, i, name[i], t.RX[i], t.RY[i], t.RZ[i], t.RW[i])
		}
	}
	return nil
}
