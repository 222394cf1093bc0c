package runtime

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// bindSpace is what takes tracks to the frame in which a hierarchy of rotations
// yields palette matrices (see simd.Rig): per joint its bind matrix, which is
// rigid. What a track says is turned from the left by its parent's and from
// the right by its own inverse one, which keeps straight lines straight, arcs
// arcs and splines splines.
type bindSpace struct {
	k     float64 // scale of the palette matrices
	joint []rigidMatrix
}

// rigidMatrix is a rotation, as a matrix and a quaternion, and a translation.
type rigidMatrix struct {
	r [9]float64
	q [4]float64
	t [3]float64
}

// rigidTolerance is how far from rigid an inverse bind matrix may be.
const rigidTolerance = 3e-6

// newBindSpace returns nil where the model has joints that scale or shear, or
// inverse bind matrices that are not rigid times one factor for all of them.
func newBindSpace(l *tickLayout, clips []*soa.Clip) *bindSpace {
	s := l.model.Skeleton
	if len(l.slots) != len(l.joints) || len(l.model.Skins) == 0 || l.scales(clips) {
		return nil
	}
	b := &bindSpace{joint: make([]rigidMatrix, s.Len())}
	for _, st := range s.Static {
		if l.slot[st.Joint] >= 0 {
			return nil
		}
	}
	for _, j := range l.joints {
		above := rigidMatrix{r: [9]float64{0: 1, 4: 1, 8: 1}, q: [4]float64{3: 1}}
		if p := s.Parent[j]; p >= 0 {
			above = b.joint[p]
		}
		m := l.slots[l.slot[j]].inverseBind
		if m == nil { // where the joint rests under its parent
			q := unit64([4]float64{float64(s.Rest.RX[j]), float64(s.Rest.RY[j]), float64(s.Rest.RZ[j]), float64(s.Rest.RW[j])})
			b.joint[j].turn(multiply64(above.q, q))
			b.joint[j].t = above.point([3]float64{float64(s.Rest.TX[j]), float64(s.Rest.TY[j]), float64(s.Rest.TZ[j])})
			continue
		}
		k, ok := b.joint[j].invertRigid(m)
		if !ok || b.k != 0 && math.Abs(k-b.k) > rigidTolerance*b.k {
			return nil
		}
		if b.k == 0 {
			b.k = k
		}
	}
	if b.k == 0 {
		return nil
	}
	return b
}

// scales reports whether a joint that is needed has a scale, at rest or in a clip.
func (l *tickLayout) scales(clips []*soa.Clip) bool {
	r := &l.model.Skeleton.Rest
	one := [4]float64{1, 1, 1}
	for _, j := range l.joints {
		if distance64([4]float64{float64(r.SX[j]), float64(r.SY[j]), float64(r.SZ[j])}, one) > tickTolerance {
			return true
		}
	}
	for _, clip := range clips {
		for t := range clip.Tracks {
			if tr := &clip.Tracks[t]; tr.Property == soa.Scale && l.slot[tr.Target] >= 0 {
				if c := newTickCurve(clip, t, 0); !c.still() || distance64(c.key(0), one) > tickTolerance {
					return true
				}
			}
		}
	}
	return false
}

// invertRigid makes b the inverse of an inverse bind matrix without its scale,
// which it returns.
func (b *rigidMatrix) invertRigid(m *soa.Affine) (k float64, ok bool) {
	row := func(i int) [4]float64 { return [4]float64{float64(m[4*i]), float64(m[4*i+1]), float64(m[4*i+2])} }
	k = math.Sqrt(dot64(row(0), row(0)))
	if !(k > 0) || k-k != 0 {
		return 0, false
	}
	for i := range 3 {
		for c := range 3 {
			want := 0.0
			if i == c {
				want = 1
			}
			if !(math.Abs(dot64(row(i), row(c))/float64(k*k)-want) <= rigidTolerance) {
				return 0, false
			}
			b.r[3*c+i] = float64(m[4*i+c]) / k // transposed
		}
	}
	x := cross64(row(0), row(1))
	if dot64(x, row(2)) < 0 {
		return 0, false // it mirrors
	}
	b.turn(quaternion64(&b.r))
	b.t = b.point([3]float64{float64(m[3]), float64(m[7]), float64(m[11])}) // t is still 0
	for i := range b.t {
		b.t[i] = -b.t[i]
	}
	return k, true
}

// turn sets the rotation.
func (b *rigidMatrix) turn(q [4]float64) {
	b.q = unit64(q)
	x, y, z, w := b.q[0], b.q[1], b.q[2], b.q[3]
	two := func(a, b, c, d float64) float64 { return 2 * (float64(a*b) + float64(c*d)) }
	b.r = [9]float64{
		1 - two(y, y, z, z), two(x, y, -w, z), two(x, z, w, y),
		two(x, y, w, z), 1 - two(x, x, z, z), two(y, z, -w, x),
		two(x, z, -w, y), two(y, z, w, x), 1 - two(x, x, y, y),
	}
}

// direction and point apply the matrix.
func (b *rigidMatrix) direction(v [3]float64) (u [3]float64) {
	for i := range u {
		u[i] = (float64(b.r[3*i]*v[0]) + float64(b.r[3*i+1]*v[1])) + float64(b.r[3*i+2]*v[2])
	}
	return u
}

func (b *rigidMatrix) point(v [3]float64) [3]float64 {
	u := b.direction(v)
	for i := range u {
		u[i] += b.t[i]
	}
	return u
}

// parentOf is the bind matrix of a joint's parent.
func (b *bindSpace) parentOf(l *tickLayout, joint int) rigidMatrix {
	if p := l.model.Skeleton.Parent[joint]; p >= 0 {
		return b.joint[p]
	}
	return rigidMatrix{r: [9]float64{0: 1, 4: 1, 8: 1}, q: [4]float64{3: 1}}
}

// pivot is simd.RigJoint.Bind of a joint.
func (b *bindSpace) pivot(joint int) [3]float64 {
	t := b.joint[joint].t
	return [3]float64{t[0] / b.k, t[1] / b.k, t[2] / b.k}
}

// value takes what a track says to bind space; a slope is a difference of
// values.
func (b *bindSpace) value(l *tickLayout, property soa.Property, joint int, v [4]float64, slope bool) [4]float64 {
	above := b.parentOf(l, joint)
	switch property {
	case soa.Rotation:
		own := b.joint[joint].q
		return multiply64(multiply64(above.q, v), [4]float64{-own[0], -own[1], -own[2], own[3]})
	case soa.Translation:
		t := [3]float64(v[:3])
		if slope {
			t = above.direction(t)
		} else {
			t = above.point(t)
		}
		pivot := b.pivot(joint)
		for i := range t {
			t[i] /= b.k
			if !slope {
				t[i] -= pivot[i]
			}
		}
		return [4]float64{t[0], t[1], t[2]}
	}
	return v
}

// matrix takes a point of the joint to where the palette matrix expects it.
func (b *bindSpace) matrix(joint int) (m [affineFloats]float64) {
	j := &b.joint[joint]
	for i := range 3 {
		for c := range 3 {
			m[4*i+c] = j.r[3*i+c] / b.k
		}
		m[4*i+3] = j.t[i] / b.k
	}
	return m
}

func cross64(a, b [4]float64) [4]float64 {
	return [4]float64{
		float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[0]*b[1]) - float64(a[1]*b[0]),
	}
}

// multiply64 is the product of two quaternions, of any length.
func multiply64(a, b [4]float64) [4]float64 {
	return [4]float64{
		(float64(a[3]*b[0]) + float64(a[0]*b[3])) + (float64(a[1]*b[2]) - float64(a[2]*b[1])),
		(float64(a[3]*b[1]) - float64(a[0]*b[2])) + (float64(a[1]*b[3]) + float64(a[2]*b[0])),
		(float64(a[3]*b[2]) + float64(a[0]*b[1])) + (float64(a[2]*b[3]) - float64(a[1]*b[0])),
		(float64(a[3]*b[3]) - float64(a[0]*b[0])) - (float64(a[1]*b[1]) + float64(a[2]*b[2])),
	}
}

// quaternion64 is that of a rotation matrix, from its largest component.
func quaternion64(r *[9]float64) [4]float64 {
	squares := [4]float64{
		1 + r[0] - r[4] - r[8], 1 - r[0] + r[4] - r[8], 1 - r[0] - r[4] + r[8], 1 + r[0] + r[4] + r[8],
	}
	best := 0
	for i := range squares {
		if squares[i] > squares[best] {
			best = i
		}
	}
	var q [4]float64
	switch best {
	case 0:
		q = [4]float64{squares[0], r[3] + r[1], r[6] + r[2], r[7] - r[5]}
	case 1:
		q = [4]float64{r[3] + r[1], squares[1], r[7] + r[5], r[2] - r[6]}
	case 2:
		q = [4]float64{r[6] + r[2], r[7] + r[5], squares[2], r[3] - r[1]}
	default:
		q = [4]float64{r[7] - r[5], r[2] - r[6], r[3] - r[1], squares[3]}
	}
	return unit64(q)
}
