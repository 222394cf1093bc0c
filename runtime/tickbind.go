package runtime

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// tickTolerance is how far rotations (as unit quaternions), scale factors and
// weights may be off, and translations relative to the skeleton's size.
const tickTolerance = 1e-6

// tickLayout is the columns of a crowd's poses, and the matrices they make:
//
//	rotation columns   one per joint that is needed, parents first, then those that only fill
//	other columns      translations, scales and weights that any clip drives
//	slots              one per joint, then those of further skins of the joints
type tickLayout struct {
	model   *soa.Model
	columns simd.Columns
	joints  []int // skeleton joint of each rotation column
	slot    []int // per skeleton joint its slot and rotation column, or -1
	other   map[tickTarget]int
	skins   [][]int // per skin and palette entry: slot
	slots   []tickSlot
	size    float64
	space   *bindSpace // nil where poses are local transforms
}

// tickTarget is what a track drives; of four weights in a quad the first.
type tickTarget struct {
	property soa.Property
	target   int
}

// tickSlot is one matrix of the palette that comes out.
type tickSlot struct {
	joint       int // of the skeleton
	inverseBind *soa.Affine
}

// newTickLayout numbers what the clips drive and the skins need.
func newTickLayout(model *soa.Model, clips []*soa.Clip) *tickLayout {
	l := &tickLayout{model: model, other: map[tickTarget]int{}}
	l.chooseJoints()
	l.chooseSlots()
	l.measure(clips)
	l.space = newBindSpace(l, clips)
	l.chooseColumns(clips)
	return l
}

// chooseColumns gives columns to what clips move, or hold elsewhere than at
// rest, and to joints that in bind space do not rest at their pivot.
func (l *tickLayout) chooseColumns(clips []*soa.Clip) {
	var targets []tickTarget
	for _, clip := range clips {
		for t := range clip.Tracks {
			tr := &clip.Tracks[t]
			if tr.Property == soa.Rotation || tr.Property != soa.Weight && l.slot[tr.Target] < 0 {
				continue
			}
			c, target := l.curve(clip, t), tickTarget{tr.Property, int(tr.Target)}
			if !c.still() || distance64(c.key(0), l.restValue(target)) > c.tolerance {
				targets = append(targets, target)
			}
		}
	}
	if l.space != nil {
		for _, j := range l.joints {
			target := tickTarget{soa.Translation, j}
			if distance64(l.restValue(target), [4]float64{}) > l.tolerance() {
				targets = append(targets, target)
			}
		}
	}
	slices.SortFunc(targets, func(a, b tickTarget) int {
		return (int(a.property)-int(b.property))<<20 + a.target - b.target
	})
	for _, t := range slices.Compact(targets) {
		l.other[t] = len(l.other)
	}
	l.columns = simd.Columns{Rotations: (len(l.slots) + 3) / 4 * 4, Others: (len(l.other) + 3) / 4 * 4}
}

// tolerance is that of translations.
func (l *tickLayout) tolerance() float64 {
	t := tickTolerance * l.size
	if l.space != nil {
		t /= l.space.k
	}
	return t
}

// curve reads a track and takes it to where poses are.
func (l *tickLayout) curve(clip *soa.Clip, t int) *tickCurve {
	c := newTickCurve(clip, t, l.tolerance())
	if l.space != nil {
		for k := range c.value {
			c.value[k] = l.space.value(l, c.property, c.target, c.value[k], false)
		}
		for _, slopes := range [...][][4]float64{c.out, c.in} {
			for k := range slopes {
				slopes[k] = l.space.value(l, c.property, c.target, slopes[k], true)
			}
		}
	}
	return c
}

// restValue is what a target has at rest.
func (l *tickLayout) restValue(t tickTarget) (v [4]float64) {
	r, j := &l.model.Skeleton.Rest, t.target
	switch t.property {
	case soa.Translation:
		v = [4]float64{float64(r.TX[j]), float64(r.TY[j]), float64(r.TZ[j])}
	case soa.Rotation:
		v = unit64([4]float64{float64(r.RX[j]), float64(r.RY[j]), float64(r.RZ[j]), float64(r.RW[j])})
	case soa.Scale:
		v = [4]float64{float64(r.SX[j]), float64(r.SY[j]), float64(r.SZ[j])}
	case soa.Weight:
		return [4]float64{float64(l.model.Weights[j].Rest)}
	}
	if l.space != nil {
		v = l.space.value(l, t.property, j, v, false)
	}
	return v
}

// chooseJoints takes the joints of skins and meshes and what is above them, or
// all where nothing hangs on the skeleton.
func (l *tickLayout) chooseJoints() {
	parents := l.model.Skeleton.Parent
	need := make([]bool, len(parents))
	for _, s := range l.model.Skins {
		for _, j := range s.Joint {
			need[j] = true
		}
	}
	for _, m := range l.model.Meshes {
		if m.Skin == soa.None && m.Joint != soa.NoJoint {
			need[m.Joint] = true
		}
	}
	all := !slices.Contains(need, true)
	l.slot = make([]int, len(parents))
	for j := len(parents) - 1; j >= 0; j-- {
		need[j] = need[j] || all
		if p := parents[j]; p >= 0 && need[j] {
			need[p] = true
		}
	}
	for j := range parents {
		l.slot[j] = -1
		if need[j] {
			l.slot[j] = len(l.joints)
			l.joints = append(l.joints, j)
		}
	}
}

// chooseSlots gives joints the inverse bind matrix of the first skin that uses
// them, and slots of their own to entries with another one.
func (l *tickLayout) chooseSlots() {
	for _, j := range l.joints {
		l.slots = append(l.slots, tickSlot{joint: j})
	}
	type entry struct {
		joint uint16
		bind  soa.Affine
	}
	known := map[entry]int{}
	for _, s := range l.model.Skins {
		list := make([]int, s.Len())
		for i, j := range s.Joint {
			e := entry{j, s.InverseBind[i]}
			slot, ok := known[e]
			if !ok {
				slot = l.slot[j]
				if l.slots[slot].inverseBind != nil {
					slot = len(l.slots)
					l.slots = append(l.slots, tickSlot{joint: int(j)})
				}
				l.slots[slot].inverseBind = &s.InverseBind[i]
				known[e] = slot
			}
			list[i] = slot
		}
		l.skins = append(l.skins, list)
	}
}

// measure finds the skeleton's size: the longest chain of translations from a
// root to a joint, at rest or in a clip.
func (l *tickLayout) measure(clips []*soa.Clip) {
	s := l.model.Skeleton
	length := func(x, y, z float32) float64 {
		return math.Sqrt(dot64([4]float64{float64(x), float64(y), float64(z)}, [4]float64{float64(x), float64(y), float64(z)}))
	}
	reach := make([]float64, s.Len())
	for j := range reach {
		reach[j] = length(s.Rest.TX[j], s.Rest.TY[j], s.Rest.TZ[j])
	}
	for _, c := range clips {
		for t := range c.Tracks {
			if c.Tracks[t].Property == soa.Translation {
				first, end := c.Keys(t)
				j := c.Tracks[t].Target
				for k := first; k < end; k++ {
					reach[j] = max(reach[j], length(c.X[k], c.Y[k], c.Z[k]))
				}
			}
		}
	}
	for j, p := range s.Parent {
		if p >= 0 {
			reach[j] += reach[p]
		}
		l.size = max(l.size, reach[j])
	}
}

// column returns the pose column of what a track drives, or -1.
func (l *tickLayout) column(property soa.Property, target int) int {
	if property == soa.Rotation {
		return l.slot[target]
	}
	if i, ok := l.other[tickTarget{property, target}]; ok {
		return l.columns.Rotations + i
	}
	return -1
}

// rest is the value of every column at rest.
func (l *tickLayout) rest() [][4]float32 {
	v := make([][4]float32, l.columns.Rotations+l.columns.Others)
	for i := range l.columns.Rotations {
		v[i] = [4]float32{3: 1}
		if i < len(l.joints) {
			v[i] = narrow(l.restValue(tickTarget{soa.Rotation, l.joints[i]}))
		}
	}
	for t, i := range l.other {
		v[l.columns.Rotations+i] = narrow(l.restValue(t))
	}
	return v
}

func narrow(q [4]float64) [4]float32 {
	return [4]float32{float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])}
}

// bindRig describes the slots to the palette kernels of bind space.
func (l *tickLayout) bindRig() []simd.RigJoint {
	joints := make([]simd.RigJoint, len(l.joints))
	for i, j := range l.joints {
		pivot := l.space.pivot(j)
		joints[i] = simd.RigJoint{
			Parent: -1, Column: -1, Scale: float32(l.space.k),
			Bind: [3]float32{float32(pivot[0]), float32(pivot[1]), float32(pivot[2])},
		}
		if p := l.model.Skeleton.Parent[j]; p >= 0 {
			joints[i].Parent = l.slot[p]
		}
		if c, ok := l.other[tickTarget{soa.Translation, j}]; ok {
			joints[i].Column = c
		}
	}
	return joints
}

// rig describes the slots to the general palette kernels.
func (l *tickLayout) rig() []simd.GeneralJoint {
	s := l.model.Skeleton
	static := map[int]*soa.Affine{}
	for i := range s.Static {
		static[int(s.Static[i].Joint)] = &s.Static[i].Local
	}
	one := soa.IdentityAffine()
	joints := make([]simd.GeneralJoint, len(l.slots))
	for i := range joints {
		d, j := &joints[i], l.slots[i].joint
		*d = simd.GeneralJoint{
			Parent: -1, TranslationColumn: -1, ScaleColumn: -1, InverseBind: (*[12]float32)(l.slots[i].inverseBind),
			Translation: [3]float32{s.Rest.TX[j], s.Rest.TY[j], s.Rest.TZ[j]},
			Scale:       [3]float32{s.Rest.SX[j], s.Rest.SY[j], s.Rest.SZ[j]},
		}
		if i >= len(l.joints) {
			d.Parent, d.Local = l.slot[j], (*[12]float32)(&one)
			continue
		}
		if p := s.Parent[j]; p >= 0 {
			d.Parent = l.slot[p]
		}
		d.Local = (*[12]float32)(static[j])
		if c, ok := l.other[tickTarget{soa.Translation, j}]; ok {
			d.TranslationColumn = c
		}
		if c, ok := l.other[tickTarget{soa.Scale, j}]; ok {
			d.ScaleColumn = c
		}
	}
	return joints
}

// boundClip is a clip on its way to a simd.KeyClip.
type boundClip struct {
	groups []simd.KeyGroup
	held   map[int][4]float32 // by column
}

// bind makes groups of a clip's tracks: those with the same key times whose
// arcs need about as many pieces share one set of key times, cut as the most
// demanding of them needs it in each interval.
func (l *tickLayout) bind(clip *soa.Clip) *boundClip {
	b := &boundClip{held: map[int][4]float32{}}
	type group struct {
		class  int
		curves []*tickCurve
	}
	var groups []*group
	for t := range clip.Tracks {
		tr := &clip.Tracks[t]
		column := -1
		if tr.Property == soa.Weight || l.slot[tr.Target] >= 0 {
			column = l.column(tr.Property, int(tr.Target))
		}
		if column < 0 {
			continue
		}
		c := l.curve(clip, t)
		if c.still() {
			b.held[column] = narrow(c.key(0))
			continue
		}
		c.divide()
		class := bits.Len(uint(slices.Max(c.pieces) - 1))
		i := slices.IndexFunc(groups, func(g *group) bool { return g.class == class && g.curves[0].sameTimes(c) })
		if i < 0 {
			i, groups = len(groups), append(groups, &group{class: class})
		}
		groups[i].curves = append(groups[i].curves, c)
	}
	last := tickAt(clip, math.Inf(1))
	for _, g := range groups {
		b.groups = append(b.groups, l.cut(g.curves, last))
	}
	return b
}

// cut samples curves of one timeline at the same times.
func (l *tickLayout) cut(curves []*tickCurve, last float64) simd.KeyGroup {
	pieces := slices.Clone(curves[0].pieces)
	for _, c := range curves[1:] {
		for i, n := range c.pieces {
			pieces[i] = max(pieces[i], n)
		}
	}
	step := curves[0].interpolation == soa.Step
	grid := newGrid(curves[0].time, pieces, last, step)
	g := simd.KeyGroup{
		Time: grid.time, Step: step,
		Value: make([]float32, 4*len(grid.time)*len(curves)),
	}
	for i, c := range curves {
		g.Column = append(g.Column, l.column(c.property, c.target))
		for k, v := range c.values(&grid) {
			q := narrow(v)
			copy(g.Value[4*(k*len(curves)+i):], q[:])
		}
	}
	return g
}

// bindAll prepares the pose at rest and clips for kernels. Columns that no clip
// moves or holds elsewhere than at rest are written with the rest pose only.
func (l *tickLayout) bindAll(clips []*soa.Clip) (rest *simd.KeyClip, bound []*simd.KeyClip, err error) {
	values := l.rest()
	var all []simd.HeldColumn
	for c, v := range values {
		all = append(all, simd.HeldColumn{Column: c, Value: v})
	}
	if rest, err = simd.NewKeyClip(l.columns, nil, all); err != nil {
		return nil, nil, err
	}
	list := make([]*boundClip, len(clips))
	moved := map[int]bool{}
	for i, c := range clips {
		list[i] = l.bind(c)
		for _, g := range list[i].groups {
			for _, column := range g.Column {
				moved[column] = true
			}
		}
		for column, v := range list[i].held {
			if v != values[column] {
				moved[column] = true
			}
		}
	}
	for i, b := range list {
		keyed := map[int]bool{}
		for _, g := range b.groups {
			for _, column := range g.Column {
				keyed[column] = true
			}
		}
		var held []simd.HeldColumn
		for c, v := range values {
			if own, ok := b.held[c]; ok {
				v = own
			}
			if moved[c] && !keyed[c] {
				held = append(held, simd.HeldColumn{Column: c, Value: v})
			}
		}
		k, err := simd.NewKeyClip(l.columns, b.groups, held)
		if err != nil {
			return nil, nil, fmt.Errorf("clip %q: %w", clips[i].Name, err)
		}
		bound = append(bound, k)
	}
	return rest, bound, nil
}
