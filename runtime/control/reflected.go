package control

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Reflections. A joint's matrix in the model is, before its place, O·|S|: an orthogonal O times positive
// scales. Those of a joint k below p with a rotation q and scales S give
//
//	O(k) = O(p)·q·sgn S(k)
//
// An orthogonal matrix is a rotation or minus a rotation, and −1 commutes with all matrices. With the three
// signs as σ·D, σ = −1 where an odd number of scales is negative, and D a half turn around an axis or nothing,
//
//	O(p) = ±B(p)    T(k) = B(p)·q    B(k) = T(k)·D(k)
//
// T and B are rotations; frames hold T, and B where it differs. A rotation W in the model of all that a joint
// carries makes its own rotation q' of
//
//	W·O(p)·q = O(p)·q'    q' = O(p)⁻¹·W·O(p)·q = B(p)⁻¹·W·T(k)
//
// since the signs of O(p) cancel: no rotation has to be conjugated by a reflection where parents have B. An axis of
// rotation h in a joint's frame is T(k)·h in the model, but a direction or an offset f is O(k)·f = T(k)·(s∘f) with
// the signs s(k) = ±sgn S(k), those of O(p). In the rig form matrices are K·turn·Bind, whose signs are those of K
// and of Bind, and the turns of frames need no half turns, which their binds have.
//
// A joint reflects as it does at rest: scales that change their signs in a clip are not followed.

// half is a half turn around an axis, 0 to 2, or none.
type half int

const noHalf half = -1

// quat is the rotation.
func (h half) quat() geom.Quat {
	return [...]geom.Quat{geom.Identity, {X: 1}, {Y: 1}, {Z: 1}}[h+1]
}

// times multiplies the components of a vector by signs.
func times(s, v geom.Vec) geom.Vec {
	return geom.XYZ(float32(s.X*v.X), float32(s.Y*v.Y), float32(s.Z*v.Z))
}

// halfOf splits the signs of scales into that of their product and a half turn.
func halfOf(s geom.Vec) (sign float32, h half) {
	a := s.Array()
	sign = float32(float32(a[0]*a[1]) * a[2])
	for k, v := range a {
		if v == sign && !(a[(k+1)%3] == sign) {
			return sign, half(k)
		}
	}
	return sign, noHalf
}

// signsOf are the signs of scales, of which 0 counts as positive.
func signsOf(v [3]float32) geom.Vec {
	for k, x := range v {
		if v[k] = 1; x < 0 {
			v[k] = -1
		}
	}
	return geom.VecOf(v)
}

// reflect finds how the next frame, of a slot whose parent has one, reflects.
func (f *frames) reflect(k *soa.Skeleton, slot int) {
	l, at := f.layout, len(f.half)
	signs, above := geom.XYZ(1, 1, 1), float32(1)
	if l.Form == soa.Rig {
		if j := l.Joint[slot]; j >= 0 {
			signs = signsOf([3]float32{k.Rest.SX[j], k.Rest.SY[j], k.Rest.SZ[j]})
		}
	} else if m := f.static[at]; m != nil {
		_, scale := parts(m)
		signs = signsOf(scale.Array())
	} else if c := l.ScaleColumn[slot]; c != soa.None {
		signs = signsOf([3]float32(l.Rest[4*(l.Rotations()+int(c)):]))
	} else {
		signs = signsOf(l.Scale[slot])
	}
	sign, h := halfOf(signs)
	if l.Form == soa.Rig {
		above = float32(sign * mirrors(l.K, &l.Bind[slot]))
	} else if p := f.parent[at]; p >= 0 {
		above = f.whole[p]
	}
	f.half, f.signs, f.whole = append(f.half, h), append(f.signs, signs.Times(above)), append(f.whole, float32(sign*above))
	f.out = append(f.out, f.bind[at])
	if l.Form == soa.Rig && h != noHalf {
		f.bind[at] = f.bind[at].Mul(h.quat().Conjugate())
	}
	f.twin = append(f.twin, -1)
	if l.Form != soa.Rig && h != noHalf {
		f.twin[at], f.twins = f.twins, f.twins+1
	}
}

// mirrors is −1 where a scale times a matrix mirrors, else 1.
func mirrors(scale float32, m *soa.Affine) float32 {
	x, y, z := geom.Columns(m)
	x, y, z = x.Unit(geom.Vec{X: 1}), y.Unit(geom.Vec{Y: 1}), z.Unit(geom.Vec{Z: 1})
	if (x.Cross(y).Dot(z) < 0) != (scale < 0) {
		return -1
	}
	return 1
}

// beginsAbove is where the rows of a joint's parent begin, with B in place of T.
func (f *frames) beginsAbove(k int) int {
	p := f.parent[k]
	if p >= 0 && f.twin[p] >= 0 {
		return (len(f.slot) + 1 + f.twin[p]) * simd.FrameValues
	}
	return f.begins(p)
}

func (f *frames) ofAbove(k int) []float32 { return f.values[f.beginsAbove(k):][:simd.FrameValues] }

// turnedAbove is B of a joint's parent.
func (f *frames) turnedAbove(k int) geom.Quat {
	v := f.ofAbove(k)[f.lane:][:3*simd.Lanes+1]
	return geom.XYZW(v[0], v[simd.Lanes], v[2*simd.Lanes], v[3*simd.Lanes])
}

// readTwin computes the rows with B from those of a frame.
func (f *frames) readTwin(k int) {
	from, to := f.of(k), f.values[(len(f.slot)+1+f.twin[k])*simd.FrameValues:][:simd.FrameValues]
	copy(to[4*simd.Lanes:], from[4*simd.Lanes:])
	// q·i = (w, z, −y, −x), and so on.
	row := [3][4]int{{3, 2, 1, 0}, {2, 3, 0, 1}, {1, 0, 3, 2}}[f.half[k]]
	sign := [3][4]float32{{1, 1, -1, -1}, {-1, 1, 1, -1}, {1, -1, 1, -1}}[f.half[k]]
	for r := range row {
		for lane, v := range from[row[r]*simd.Lanes:][:simd.Lanes] {
			to[r*simd.Lanes+lane] = float32(sign[r] * v)
		}
	}
}

// line is a direction or an offset in a joint's frame as its T takes it into the model.
func (f *frames) line(k int, v [3]float32) [3]float32 {
	return times(f.signs[k], geom.VecOf(v)).Array()
}

// aboveSign is the sign of O of a joint's parent.
func (f *frames) aboveSign(k int) float32 {
	if p := f.parent[k]; p >= 0 {
		return f.whole[p]
	}
	return 1
}

// partsOf is T and the scales of a joint's matrix, which keep the signs of those at rest.
func (f *frames) partsOf(k int, m *soa.Affine) (geom.Quat, geom.Vec) {
	signs := f.signs[k]
	if signs == (geom.Vec{X: 1, Y: 1, Z: 1}) {
		return parts(m)
	}
	own := *m
	stretch(&own, signs.Array())
	turn, scale := parts(&own)
	return turn, times(signs.Times(f.aboveSign(k)), scale)
}

// reflects reports whether a joint, or one above it, mirrors or has a half turn by scales at rest.
func (s *Stack) reflects(j int) bool {
	r := &s.skeleton.Rest
	for ; j >= 0; j = int(s.skeleton.Parent[j]) {
		if r.SX[j] < 0 || r.SY[j] < 0 || r.SZ[j] < 0 {
			return true
		}
		for k := range s.skeleton.Static {
			m := &s.skeleton.Static[k]
			if _, scale := parts(&m.Local); int(m.Joint) == j && scale.X < 0 {
				return true
			}
		}
	}
	return false
}

// restTurn is T and B of a joint at rest, and the sign of its O.
func (s *Stack) restTurn(j int) (turn, out geom.Quat, sign float32) {
	above, sign := geom.Identity, float32(1)
	if p := s.skeleton.Parent[j]; p >= 0 {
		_, above, sign = s.restTurn(int(p))
	}
	own, signs, r := s.localRest(j), signsOf([3]float32{s.skeleton.Rest.SX[j], s.skeleton.Rest.SY[j], s.skeleton.Rest.SZ[j]}), &s.skeleton.Static
	for k := range *r {
		if m := &(*r)[k]; int(m.Joint) == j {
			turn, scale := parts(&m.Local)
			own, signs = turn, signsOf(scale.Array())
		}
	}
	by, h := halfOf(signs)
	turn = above.Mul(own)
	return turn, turn.Mul(h.quat()), float32(sign * by)
}
