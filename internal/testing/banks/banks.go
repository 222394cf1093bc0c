// Package banks holds banks against the oracle, evaluated in float64 from what soa.Bank
// documents, and makes models for tests of banks.
package banks

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// Pose is what a bank says at one time.
type Pose struct {
	Palette []oracle.Mat4
	Weight  []float64
}

// bankRow finds the two rows and the fraction at x seconds after a clip's start.
func bankRow(b *soa.Bank, c *soa.BankClip, x float64) (row int, alpha float64) {
	u := x * c.Rate
	f := max(0, min(int(u), int(c.Frames)-1))
	alpha = u - float64(f)
	if c.FirstCell == soa.None {
		return int(c.Row) + f, alpha
	}
	cell := b.Cells[int(c.FirstCell)+f]
	if cell.Parts > 1 {
		alpha *= float64(cell.Parts)
		n := max(0, min(int(alpha), int(cell.Parts)-1))
		alpha -= float64(n)
		cell = b.Cells[int(cell.Row)+n]
	}
	if alpha >= float64(cell.Split) {
		return int(cell.Row) + 2, alpha
	}
	return int(cell.Row), alpha
}

// bankValue returns value i of the row, blended with the next one's.
func bankValue(b *soa.Bank, row, i int, alpha float64) float64 {
	at := row*b.Stride() + i
	x, y := float64(b.Rows[at]), float64(b.Rows[at+b.Stride()])
	return x + (y-x)*alpha
}

// Evaluate returns the pose of a clip at x seconds after its start, or of rest where there is
// no clip.
func Evaluate(b *soa.Bank, clip int, x float64) Pose {
	row, alpha := 0, 0.0 // at rest
	if clip >= 0 && clip < len(b.Clips) {
		row, alpha = bankRow(b, &b.Clips[clip], x)
	}
	n := b.Rotations()
	p := Pose{Palette: make([]oracle.Mat4, n)}
	turn, model := make([]oracle.Mat4, n), make([]oracle.Mat4, n)
	vector := func(column int) oracle.Vec3 {
		at := 4 * (n + column)
		return oracle.Vec3{bankValue(b, row, at, alpha), bankValue(b, row, at+1, alpha), bankValue(b, row, at+2, alpha)}
	}
	constant := func(v [3]float32) oracle.Vec3 { return oracle.Vec3{float64(v[0]), float64(v[1]), float64(v[2])} }
	for s := range n {
		q := oracle.Quat{bankValue(b, row, 4*s, alpha), bankValue(b, row, 4*s+1, alpha), bankValue(b, row, 4*s+2, alpha), bankValue(b, row, 4*s+3, alpha)}
		local := q.Unit().Matrix()
		pivot := constant(b.Pivot[s])
		if b.Form == soa.Rig {
			k := oracle.Scaling(oracle.Vec3{float64(b.K), float64(b.K), float64(b.K)})
			above, from := oracle.Identity(), oracle.Vec3{}
			if up := b.Parent[s]; up >= 0 {
				above, from = turn[up], p.Palette[up].Translation()
			}
			turn[s] = above.Mul(local)
			at := pivot
			if c := b.TranslationColumn[s]; c >= 0 {
				moved := vector(int(c))
				at = oracle.Vec3{at[0] + moved[0], at[1] + moved[1], at[2] + moved[2]}
			}
			m := turn[s].Mul(k)
			there, back := above.Mul(k).Direction(at), m.Direction(pivot)
			p.Palette[s] = oracle.Translate(oracle.Vec3{from[0] + there[0] - back[0], from[1] + there[1] - back[1], from[2] + there[2] - back[2]}).Mul(m)
			continue
		}
		t, scale := pivot, constant(b.Scale[s])
		if c := b.TranslationColumn[s]; c >= 0 {
			t = vector(int(c))
		}
		if c := b.ScaleColumn[s]; c >= 0 {
			scale = vector(int(c))
		}
		local = oracle.Translate(t).Mul(local).Mul(oracle.Scaling(scale))
		for _, st := range b.Static {
			if int(st.Joint) == s {
				local = oracle.FromAffine(st.Local)
			}
		}
		model[s] = local
		if up := b.Parent[s]; up >= 0 {
			model[s] = model[up].Mul(local)
		}
		p.Palette[s] = model[s].Mul(oracle.FromAffine(b.InverseBind[s]))
	}
	for w, at := range b.WeightColumn {
		v := float64(b.WeightRest[w])
		if at >= 0 {
			v = bankValue(b, row, 4*(n+int(at)), alpha)
		}
		p.Weight = append(p.Weight, v)
	}
	return p
}

// Check compares palettes of a layout with the oracle.
type Check struct {
	Model  *soa.Model // without the vertices of meshes
	layout *soa.Layout
	clips  []*soa.Clip
	// greatest is, per joint, the greatest length of its axes in the clips.
	greatest [][3]float64
}

// NewCheck returns a check of clips of a model.
func NewCheck(model *soa.Model, clips []*soa.Clip, layout *soa.Layout) *Check {
	c := &Check{Model: jointsOnly(model), layout: layout, clips: clips, greatest: make([][3]float64, model.Skeleton.Len())}
	c.stretch(oracle.Evaluate(c.Model, nil, 0))
	for _, clip := range clips {
		times := []float64{0, clip.Seconds() + 1e-6}
		for i := range 64 {
			times = append(times, clip.Seconds()*float64(i)/64)
		}
		for tr := range clip.Tracks {
			if first, end := clip.Keys(tr); clip.Tracks[tr].Property == soa.Scale && end-first < 100 {
				for _, tick := range clip.Time[first:end] {
					times = append(times, math.Min(clip.Seconds(), float64(tick)/clip.TicksPerSecond)+1e-6)
				}
			}
		}
		for _, x := range times {
			c.stretch(oracle.Evaluate(c.Model, []*soa.Clip{clip}, clip.Start+x))
		}
	}
	return c
}

// stretch takes the lengths of a pose's axes into account.
func (c *Check) stretch(pose *oracle.Pose) {
	for j, g := range pose.Model {
		for a := range 3 {
			c.greatest[j][a] = max(c.greatest[j][a], g.Direction(oracle.Vec3{float64((3 - a) / 3), float64(a % 2), float64(a / 2)}).Length())
		}
	}
}

// jointsOnly leaves out the vertices of meshes, which would take most of the time.
func jointsOnly(m *soa.Model) *soa.Model {
	n := *m
	n.Meshes = nil
	for _, mesh := range m.Meshes {
		n.Meshes = append(n.Meshes, &soa.Mesh{Name: mesh.Name, Skin: mesh.Skin, Joint: mesh.Joint, Offset: mesh.Offset})
	}
	return &n
}

// miss returns how far a matrix puts the joint and the points around it from
// where they should be; the matrices apply to the space that inverse takes to
// the joint's.
func (c *Check) miss(joint int, got, want, bind oracle.Mat4, distance float64) float64 {
	worst := 0.0
	for a := -1; a < 3; a++ {
		var v oracle.Vec3
		if a >= 0 {
			if c.greatest[joint][a] == 0 {
				continue
			}
			v[a] = distance / c.greatest[joint][a]
		}
		p := bind.Point(v)
		worst = max(worst, got.Point(p).Sub(want.Point(p)).Length())
	}
	return worst
}

// Compare returns the greatest distance by which palettes put skins, meshes and
// joints, or points that far from them, elsewhere than the oracle does, and the name
// of where.
func (c *Check) Compare(got []oracle.Mat4, want *oracle.Pose, distance float64) (worst float64, where string) {
	l := c.layout
	note := func(d float64, format string, args ...any) {
		if !(d <= worst) {
			worst, where = d, fmt.Sprintf(format, args...)
		}
	}
	for i, skin := range c.Model.Skins {
		for e, j := range skin.Joint {
			bind, ok := invert(oracle.FromAffine(skin.InverseBind[e]))
			if !ok {
				continue
			}
			m := got[l.Skins[i].Slot[e]].Mul(oracle.FromAffine(l.Skins[i].Offset))
			note(c.miss(int(j), m, want.Palette[i][e], bind, distance), "skin %d, entry %d, joint %q", i, e, c.Model.Skeleton.Name[j])
		}
	}
	for i, mesh := range c.Model.Meshes {
		if mesh.Skin != soa.None || mesh.Joint == soa.NoJoint {
			continue
		}
		offset := oracle.FromAffine(mesh.Offset)
		if back, ok := invert(offset); ok {
			m := got[l.Meshes[i].Slot].Mul(oracle.FromAffine(l.Meshes[i].Offset))
			note(c.miss(int(mesh.Joint), m, want.Model[mesh.Joint].Mul(offset), back, distance), "mesh %q", mesh.Name)
		}
	}
	for j, s := range l.Slot {
		if s >= 0 {
			m := got[s].Mul(oracle.FromAffine(l.Bind[s]))
			note(c.miss(j, m, want.Model[j], oracle.Identity(), distance), "joint %q", c.Model.Skeleton.Name[j])
		}
	}
	return worst, where
}

// At compares a bank at x seconds after a clip's start, and returns the greatest
// error of a weight, too.
func (c *Check) At(b *soa.Bank, clip int, x float64) (worst float64, where string, weight float64) {
	source := c.clips[clip]
	got, want := Evaluate(b, clip, x), oracle.Evaluate(c.Model, []*soa.Clip{source}, source.Start+x)
	for w := range want.Weights {
		weight = max(weight, math.Abs(got.Weight[w]-want.Weights[w]))
	}
	worst, where = c.Compare(got.Palette, want, b.Clips[clip].ErrorDistance)
	return worst, where, weight
}

// invert returns the inverse of an affine matrix, if it has one.
func invert(m oracle.Mat4) (oracle.Mat4, bool) {
	a, b, c := m.Direction(oracle.Vec3{1}), m.Direction(oracle.Vec3{0, 1}), m.Direction(oracle.Vec3{0, 0, 1})
	d := a.Dot(b.Cross(c))
	if math.Abs(d) < 1e-30 {
		return m, false
	}
	r := oracle.Mat4{15: 1}
	for i, v := range [...]oracle.Vec3{b.Cross(c), c.Cross(a), a.Cross(b)} {
		r[4*i], r[4*i+1], r[4*i+2] = v[0]/d, v[1]/d, v[2]/d
	}
	t := r.Direction(m.Translation())
	r[3], r[7], r[11] = -t[0], -t[1], -t[2]
	return r, true
}

// InGap reports whether a time lies in a gap, where the bank promises nothing, or so near to one
// that rounding decides.
func InGap(c *soa.BankClip, x float64) bool {
	for _, g := range c.Gaps {
		if x >= g.From-1e-9 && x <= g.To+1e-9 {
			return true
		}
	}
	return false
}

// Hold checks the promise of every clip at random times, those of its keys, its
// start and its end, and returns the part of the bounds that was needed.
func Hold(t must.T, m *soa.Model, b *soa.Bank, name string, random int) (used float64) {
	t.Helper()
	clips := slices.Clone(m.Clips)
	for i := range clips {
		if b.Clips[i].OnFrames {
			clips[i] = exact.OnFrames(clips[i])
		}
	}
	c := NewCheck(m, clips, &b.Layout)
	r := rand.New(rand.NewPCG(1, 2))
	for i, clip := range c.clips {
		bc := &b.Clips[i]
		times := []float64{0, clip.Seconds()}
		for range random {
			times = append(times, r.Float64()*clip.Seconds())
		}
		for range min(random, len(clip.Time)) {
			times = append(times, math.Min(clip.Seconds(), float64(clip.Time[r.IntN(len(clip.Time))])/clip.TicksPerSecond))
		}
		for _, x := range times {
			if InGap(bc, x) {
				continue
			}
			d, where, weight := c.At(b, i, x)
			used = max(used, d/bc.Bound)
			if !(d <= bc.Bound) {
				t.Fatalf("%s, clip %q at %v s: %s is off by %.3g, the bound is %.3g", name, bc.Name, x, where, d, bc.Bound)
			}
			if !(weight <= 1e-3) {
				t.Fatalf("%s, clip %q at %v s: a weight is off by %.3g", name, bc.Name, x, weight)
			}
		}
	}
	return used
}
