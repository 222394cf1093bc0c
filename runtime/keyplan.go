package runtime

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// keyPlan is the layout of a model's poses and what takes its clips' tracks there.
type keyPlan struct {
	c         *compiler
	poses     *pose.Layout
	convert   []conversion // per slot
	columns   simd.Columns
	size      float64 // of the skeleton in the pose c.ref
	tolerance float64 // of values of translation columns
	rotation  float64 // the same of rotation columns
	arc       float64 // see maxArc
}

// shallow is the depth of a skeleton down to which keyTolerance and maxArc hold;
// below it the errors of rotations add up to as much as they do there.
const shallow = 5

// planKeys plans the poses of clips that are played from their own keys.
func planKeys(model *soa.Model, clips []*soa.Clip, o LayoutOptions) (*keyPlan, error) {
	c, err := newCompiler(model, clips, CompileOptions{LayoutOptions: o})
	if err != nil {
		return nil, err
	}
	c.tight, c.grain = true, 1e-6
	c.prepare()
	l, err := c.planLayout(0.1)
	if err != nil {
		return nil, err
	}
	p := &keyPlan{c: c, convert: c.conversions(l), columns: simd.Columns{Rotations: l.Rotations(), Others: l.Others}}
	if p.poses, err = pose.New(l); err != nil {
		return nil, err
	}
	p.size = poseSize(c.ref)
	p.tolerance, p.rotation, p.arc = keyTolerance*p.size, keyTolerance, maxArc
	if deeper := float64(c.skel.Depth) / shallow; deeper > 1 {
		p.rotation, p.arc = keyTolerance/deeper, maxArc/exact.CubeRoot(deeper)
	}
	if l.Form == soa.Rig {
		p.tolerance /= max(float64(l.K), -float64(l.K))
	}
	return p, nil
}

// column returns the column that a track drives and its conversion. It is -1 where
// the layout has none.
func (p *keyPlan) column(tr *soa.Track) (column int, convert *conversion) {
	l := p.poses.Layout
	if tr.Property == soa.Weight {
		return p.other(l.WeightColumn[tr.Target]), &conversion{}
	}
	s := l.Slot[tr.Target]
	if s < 0 {
		return -1, nil
	}
	switch tr.Property {
	case soa.Rotation:
		return int(s), &p.convert[s]
	case soa.Translation:
		return p.other(l.TranslationColumn[s]), &p.convert[s]
	case soa.Scale:
		if l.Form == soa.General {
			return p.other(l.ScaleColumn[s]), &p.convert[s]
		}
	}
	return -1, nil
}

func (p *keyPlan) other(column int16) int {
	if column < 0 {
		return -1
	}
	return p.columns.Rotations + int(column)
}

// keys prepares clips for kernels. Columns that no clip moves or holds elsewhere
// than at rest are written with the rest pose only.
func (p *keyPlan) keys(clips []*soa.Clip) (*keysPlayer, error) {
	k := &keysPlayer{poses: p.poses}
	values := p.poses.Rest
	var all []simd.HeldColumn
	for c := range p.poses.Columns() {
		all = append(all, simd.HeldColumn{Column: c, Value: [4]float32(values[4*c:])})
	}
	var err error
	if k.rest, err = simd.NewKeyClip(p.columns, nil, all); err != nil {
		return nil, err
	}
	clips = append(slices.Clip(clips), &soa.Clip{TicksPerSecond: 1}) // the rest pose
	list := make([]*boundClip, len(clips))
	moved := map[int]bool{}
	for i, c := range clips {
		k.list = append(k.list, newTickClock(c))
		list[i] = p.bind(c)
		for _, g := range list[i].groups {
			for _, column := range g.Column {
				moved[column] = true
			}
		}
		for column, v := range list[i].held {
			if v != [4]float32(values[4*column:]) {
				moved[column] = true
			}
		}
	}
	for i, b := range list {
		clip, err := simd.NewKeyClip(p.columns, b.groups, b.rest(values, moved))
		if err != nil {
			return nil, fmt.Errorf("clip %q: %w", clips[i].Name, err)
		}
		k.bound = append(k.bound, clip)
	}
	k.floats = make([]*soa.Clip, len(clips))
	return k, nil
}

// boundClip is a clip on its way to a simd.KeyClip.
type boundClip struct {
	groups []simd.KeyGroup
	held   map[int][4]float32 // by column
}

// rest lists what the clip holds of the columns that any clip moves.
func (b *boundClip) rest(values []float32, moved map[int]bool) (held []simd.HeldColumn) {
	keyed := map[int]bool{}
	for _, g := range b.groups {
		for _, column := range g.Column {
			keyed[column] = true
		}
	}
	for c := range len(values) / 4 {
		v, own := b.held[c]
		if !own {
			v = [4]float32(values[4*c:])
		}
		if moved[c] && !keyed[c] {
			held = append(held, simd.HeldColumn{Column: c, Value: v})
		}
	}
	return held
}

// curveGroup is curves on one timeline that need about as many pieces.
type curveGroup struct {
	class  int
	curves []*keyCurve
	column []int
}

// bind makes groups of a clip's tracks: those with the same key times whose arcs
// need about as many pieces share one set of key times, cut as the most demanding of
// them needs it in each interval.
func (p *keyPlan) bind(clip *soa.Clip) *boundClip {
	b := &boundClip{held: map[int][4]float32{}}
	var groups []*curveGroup
	for t := range clip.Tracks {
		tr := &clip.Tracks[t]
		column, convert := p.column(tr)
		if column < 0 {
			continue
		}
		tolerance := keyTolerance
		switch tr.Property {
		case soa.Translation:
			tolerance = p.tolerance
		case soa.Rotation:
			tolerance = p.rotation
		}
		c := newKeyCurve(clip, t, tolerance, p.arc, func(v exact.Quat, slope bool) exact.Quat { return convert.value(tr.Property, v, slope) })
		if c.still() {
			b.held[column] = narrow(c.key(0))
			continue
		}
		c.divide()
		class := bits.Len(uint(slices.Max(c.pieces) - 1))
		i := slices.IndexFunc(groups, func(g *curveGroup) bool { return g.class == class && g.curves[0].sameTimes(c) })
		if i < 0 {
			i, groups = len(groups), append(groups, &curveGroup{class: class})
		}
		groups[i].curves, groups[i].column = append(groups[i].curves, c), append(groups[i].column, column)
	}
	last := newTickClock(clip).last
	for _, g := range groups {
		b.groups = append(b.groups, g.keys(last))
	}
	return b
}

// keys samples the curves at the same times.
func (g *curveGroup) keys(last float64) simd.KeyGroup {
	pieces := slices.Clone(g.curves[0].pieces)
	for _, c := range g.curves[1:] {
		for i, n := range c.pieces {
			pieces[i] = max(pieces[i], n)
		}
	}
	step := g.curves[0].interpolation == soa.Step
	grid := newKeyGrid(g.curves[0].time, pieces, last, step)
	keys := simd.KeyGroup{
		Time: grid.time, Step: step, Column: g.column,
		Value: make([]float32, 4*len(grid.time)*len(g.curves)),
	}
	for i, c := range g.curves {
		for k, v := range c.values(&grid) {
			q := narrow(v)
			copy(keys.Value[4*(k*len(g.curves)+i):], q[:])
		}
	}
	return keys
}

func narrow(q exact.Quat) [4]float32 {
	return [4]float32{float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])}
}
