package bake

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/layout"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Where between two keys, or frames, errors are measured. A chord misses the
// arc's speed most at (1 ± 1/√3)/2, a corner between keys in the middle.
var (
	coarseProbes = [...]float64{0.5, 0.211, 0.789}
	fineProbes   = [...]float64{0.09, 0.211, 0.35, 0.5, 0.65, 0.789, 0.91}
)

// affine is the number of float32 in a matrix.
const affine = len(soa.Affine{})

// prober compares what rows yield with the exact poses.
type prober struct {
	c      *compiler
	l      *layout.Columns
	poses  *pose.Layout
	clip   *exact.Clip
	pose   exact.Pose
	probes []slotProbe

	palette []float32
	rows    []float32 // the clip's
	scratch []float32
}

// slotProbe holds the points that judge a slot: its joint and one on each of the
// joint's axes, in the space that the palette takes to model space. along holds the
// distances of these three from the joint, in the joint's own space.
type slotProbe struct {
	point [4]exact.Vec
	along [3]float64
}

func newProber(c *compiler, l *layout.Columns, poses *pose.Layout, clip *exact.Clip) *prober {
	p := &prober{
		c: c, l: l, clip: clip, poses: poses,
		pose:    c.Skeleton.NewPose(),
		palette: make([]float32, affine*l.Rotations),
		scratch: make([]float32, poses.ScratchValues()),
	}
	for s := range c.Slots {
		p.probes = append(p.probes, c.newSlotProbe(s, l.Survey))
	}
	return p
}

// newSlotProbe places the points of a slot ErrorDistance from its joint where
// the joint's scale is greatest.
func (c *compiler) newSlotProbe(s int, v *layout.Survey) (p slotProbe) {
	slot := &c.Slots[s]
	for axis, size := range v.Axes(slot.Joint) {
		if size > 0 {
			p.along[axis] = c.Distance / size
		}
	}
	for i := range p.point {
		var v exact.Vec
		if i > 0 {
			v[i-1] = p.along[i-1]
		}
		if !slot.Flat {
			v = slot.Bind.Point(v)
		}
		p.point[i] = v
	}
	return p
}

// still measures a row alone against the pose it stands for.
func (p *prober) still(row []float64, pose *exact.Pose) clipError {
	p.rows = layout.AppendFloat32(layout.AppendFloat32(p.rows[:0], row), row)
	return p.compare(0, 0, pose)
}

// compare measures what the rows yield at an index of their values and alpha.
func (p *prober) compare(at int, alpha float32, pose *exact.Pose) (e clipError) {
	n := p.l.Values()
	a, b := p.rows[at:at+n], p.rows[at+n:at+2*n]
	_ = p.poses.SamplePalette(p.palette, a, b, alpha, p.scratch) // lengths are the layout's
	for s := range p.c.Slots {
		e.distance = max(e.distance, p.distance(s, s, pose))
	}
	e.distance = math.Sqrt(e.distance)
	first := 4 * p.l.Rotations
	for w, i := range p.l.Weight {
		v := p.l.WeightRest[w]
		if i >= 0 {
			i = first + 4*i
			v = float64(float32((b[i]-a[i])*alpha) + a[i])
		}
		e.weight = max(e.weight, v-pose.Weight[w], pose.Weight[w]-v)
	}
	return e
}

// distance returns the square of how far the joint of slot s, or a point ErrorDistance from it on
// one of its axes, is from its place where the palette's entry moves it.
func (p *prober) distance(s, entry int, pose *exact.Pose) float64 {
	slot, probe := &p.c.Slots[s], &p.probes[s]
	m := (*[affine]float32)(p.palette[affine*entry:])
	want := &pose.Global[slot.Joint]
	if slot.Flat { // its points lie in the mesh's space
		flat := want.Mul(slot.Inverse)
		want = &flat
	}
	worst := 0.0
	for i := range probe.point {
		v := &probe.point[i]
		square := 0.0
		for r := 0; r < affine; r += 4 {
			d := float64(float64(m[r])*v[0]) + float64(float64(m[r+1])*v[1]) + float64(float64(m[r+2])*v[2]) + float64(m[r+3]) - want[r+3]
			if i > 0 {
				d -= float64(want[r+i-1] * probe.along[i-1])
			}
			square += float64(d * d)
		}
		worst = max(worst, square)
	}
	return worst
}

// promised tells whether a tick lies outside all gaps, which ascend.
func promised(gaps []jump, tick float64) bool {
	i, _ := slices.BinarySearchFunc(gaps, tick, func(g jump, tick float64) int { return cmp.Compare(g.after, tick) })
	return i == len(gaps) || tick < gaps[i].before
}

func (e *clipError) merge(o clipError) {
	e.distance, e.weight = max(e.distance, o.distance), max(e.weight, o.weight)
}

// meetsBounds tells whether the error is within a part of the bounds.
func (b *clipBuilder) meetsBounds(e clipError, part float64) bool {
	return e.distance <= part*b.bound && e.weight <= part*b.c.Weight
}

// errorAt measures cell f of a sampled clip at a tick. The prober holds the clip's rows.
func (b *clipBuilder) errorAt(r *clipRows, f int, tick float64) clipError {
	b.limit.pose()
	row, alpha := r.cells[f].RowAt(float64(tick*r.perTick)-float64(f), r.parts)
	b.probe.clip.At(tick, false, &b.probe.pose)
	return b.probe.compare(int(row)*b.l.Values(), alpha, &b.probe.pose)
}
