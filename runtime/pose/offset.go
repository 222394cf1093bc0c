package pose

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
)

// Transition is the moment at which an instance leaves one pose for another, for inertialization:
// from then on it has the new pose and an offset that fades. All poses are rows.
//
//	output │ source            what is left of the offset at t, x0 the source's
//	       │      ‾‾⟍          distance from the destination, v0 its speed:
//	       │          ⟍____    x(t) = x0·f(s) + v0·T·g(s) + a0·T²·h(s)    s = t/T
//	       └───────┴──────┴─ t
//	               0      T = Duration
//
// The offset goes straight to 0, within [0, x0]: it starts with the source's speed towards the
// destination, as far as that is not above 5·x0/T, and ends with no speed and no acceleration.
type Transition struct {
	Source      []float32 // the pose that the instance has now
	Destination []float32 // the pose that it would have with the new clips
	// SourceBefore and DestinationBefore are the same Before seconds earlier. Without
	// SourceBefore, or where Before is 0, the offset starts at rest, and without
	// DestinationBefore the destination's own movement adds to the speed.
	SourceBefore, DestinationBefore []float32
	Before                          float32
	Duration                        float32 // seconds
}

// MakeOffset writes the offset of a transition, a row: a quad x, y, z, κ per column, the
// displacement x0 of the source from the destination and its speed in the form κ = v0·T/x0, from −5
// to 0. Displacements of rotations are modified Rodrigues parameters, on the left of the
// quaternion; others, scales too, are added. The error wraps simd.ErrLength.
func (l *Layout) MakeOffset(offset []float32, t *Transition) error {
	n := l.RowValues()
	for _, row := range [...]struct {
		name     string
		values   []float32
		optional bool
	}{
		{"the offset", offset, false}, {"the source", t.Source, false}, {"the destination", t.Destination, false},
		{"the source before", t.SourceBefore, true}, {"the destination before", t.DestinationBefore, true},
	} {
		if row.values != nil || !row.optional {
			if err := checkLen("make offset", row.name, len(row.values), n); err != nil {
				return err
			}
		}
	}
	rate, before, destinationBefore := float32(0), t.SourceBefore, t.DestinationBefore
	if before == nil || !(t.Before > 0) {
		before = t.Source
	} else {
		rate = t.Duration / t.Before
	}
	if destinationBefore == nil {
		destinationBefore = t.Destination
	}
	for c := range l.Columns() {
		displacement, at := distance, 4*c
		if c < l.Rotations() {
			displacement = rotationDistance
		}
		from, was := displacement(quad(t.Source, at), quad(t.Destination, at), quad(before, at), quad(destinationBefore, at))
		copy(offset[at:], from[:])
		offset[at+3] = speed(from, was, rate)
	}
	return nil
}

func quad(row []float32, at int) *[4]float32 { return (*[4]float32)(row[at:]) }

// distance is the displacement of a from b, and that of c from d.
func distance(a, b, c, d *[4]float32) (now, before [3]float32) {
	for k := range 3 {
		now[k], before[k] = a[k]-b[k], c[k]-d[k]
	}
	return now, before
}

// rotationDistance is the rotation from b to a, the shorter way round, and the one from
// d to c next to it. The quaternions are of any length.
func rotationDistance(a, b, c, d *[4]float32) (now, before [3]float32) {
	p, q := geom.QuatOf(*a).Mul(geom.QuatOf(*b).Conjugate()), geom.QuatOf(*c).Mul(geom.QuatOf(*d).Conjugate())
	if p.W < 0 {
		p = p.Neg()
	}
	return rodrigues(p), rodrigues(q.NearestSign(p))
}

// rodrigues is tan(angle/4) along the axis of a quaternion of any length.
func rodrigues(q geom.Quat) [3]float32 {
	n := geom.Sqrt(q.Dot(q)) + q.W
	if !(n > 0) { // a whole turn
		return [3]float32{}
	}
	return [3]float32{q.X / n, q.Y / n, q.Z / n}
}

// speed is κ: that of what was one displacement and is another now, along the
// latter, in parts of it per duration.
func speed(now, before [3]float32, rate float32) float32 {
	square := (float32(now[0]*now[0]) + float32(now[1]*now[1])) + float32(now[2]*now[2])
	along := (float32(now[0]*before[0]) + float32(now[1]*before[1])) + float32(now[2]*before[2])
	k := float32((1 - along/square) * rate)
	switch {
	case !(k < 0): // no displacement, too
		return 0
	case k < -fastest:
		return -fastest
	}
	return k
}

// fastest is the greatest speed that an offset can start with and not pass 0.
const fastest = 5

// OffsetBasis returns the part of a transition's displacement, of its speed and of its
// acceleration that is left after s of its duration: nothing from 1 on.
//
//	f = 1 − 10s³ + 15s⁴ − 6s⁵    g = s − 6s³ + 8s⁴ − 3s⁵    h = (s² − 3s³ + 3s⁴ − s⁵)/2
func OffsetBasis(s float32) (f, g, h float32) {
	if !(s < 1) {
		return 0, 0, 0
	}
	s = max(s, 0)
	r := 1 - s
	cube := float32(float32(r*r) * r)
	linear := 1 + float32(3*s)
	f = float32(cube * (linear + float32(6*float32(s*s))))
	return f, float32(float32(s*cube) * linear), float32(0.5 * float32(float32(s*s)*cube))
}

// Offset writes a block, displaced: lane i by the row at Row[i], scaled by F[i], G[i] and H[i] of
// OffsetBasis. A lane where F is 0 keeps its bits. from is a pose of SampleRows, Finish,
// FinishOver or Add, and may be block. The error wraps simd.ErrLength.
func (l *Layout) Offset(block, from []float32, at *simd.Offsets) error {
	return kernel.OffsetPose16(block, from, l.columns, at)
}

// OffsetRows is SampleRows and Offset of the pose. The error wraps simd.ErrLength.
func (l *Layout) OffsetRows(block []float32, rows *simd.Rows, at *simd.Frames, by *simd.Offsets) error {
	return kernel.OffsetRows16(block, rows, at, by)
}

// OffsetRow is Offset for one instance, whose pose is a row. The error wraps simd.ErrLength.
func (l *Layout) OffsetRow(row, offset []float32, f, g, h float32) error {
	return kernel.OffsetRow(row, offset, l.columns, f, g, h)
}
