package panel

import (
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/marks"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/soa"
)

// Modifiers are the weights and targets of a control. The targets have handles in the picture; those
// of an IK that does not act have theirs at the joints that they move, while poses are keyed.
type Modifiers struct {
	list   []modifier
	Posing bool // joints and handles that are dragged are keyed
}

type modifier struct {
	name        string
	of          int // the first row of its modifier, whose weight it has
	weight      *control.Value
	shown       float64        // of the weight's slider
	target      *control.Value // nil: none, or a joint
	place       [3]float64     // of the target's sliders
	chain       *curves.IK     // or nil
	weightLabel string
	placeLabels [3]string
}

// NewModifiers lists the modifiers of a control, which may be nil.
func NewModifiers(k *soa.Skeleton, d *control.DocumentStack) (list Modifiers) {
	if d == nil {
		return list
	}
	chains := curves.Chains(k, d)
	for n := range d.Document.Modifiers {
		m := &d.Document.Modifiers[n]
		row := modifier{name: m.Name, of: len(list.list), weight: &m.Weight, shown: 1}
		if row.name == "" {
			row.name = m.Kind() + " " + string(rune('0'+n%10))
		}
		row.weightLabel = row.name + " weight"
		if m.Weight.Given() {
			row.shown = float64(m.Weight.At(0)[0])
		}
		if !m.Begins() {
			row.shown = 0
		}
		row.aim(m.Target())
		for c := range chains {
			if chains[c].Modifier != n {
				continue
			}
			if chains[c].Effector > 0 { // a chain with several targets has a row for each
				list.list = append(list.list, row)
				effector := &m.Do.(*control.ChainIK).Effectors[chains[c].Effector]
				row = modifier{name: list.list[row.of].name + " " + effector.Joint, of: row.of}
				row.aim(&effector.Target)
			}
			row.chain = &chains[c]
		}
		list.list = append(list.list, row)
	}
	return list
}

// aim gives the row a target, unless that is a joint.
func (m *modifier) aim(p *control.Point) {
	if p == nil || p.Joint != "" {
		return
	}
	m.target = &p.Value
	at := p.At(0)
	for axis, name := range [3]string{" x", " y", " z"} {
		m.place[axis] = float64(at[axis])
		m.placeLabels[axis] = m.name + name
	}
}

// far is the largest coordinate of a target that sliders set, in metres.
const far = 3

// Draw shows the sliders. It reports that one has changed a value.
func (x *Modifiers) Draw(u *overlay.UI) (changed bool) {
	for k := range x.list {
		m := &x.list[k]
		if u.Left().H < u.Px(40) {
			u.Note("more than there is room for")
			break
		}
		u.Title(m.name)
		if m.weight != nil && u.Slider(m.weightLabel, &m.shown, 0, 1, 1) {
			*m.weight, changed = control.Number(float32(m.shown)), true
		}
		if m.target == nil {
			continue
		}
		for axis := range m.place {
			if u.Slider(m.placeLabels[axis], &m.place[axis], -far, far, 0) {
				p := m.place
				*m.target, changed = control.Place(float32(p[0]), float32(p[1]), float32(p[2])), true
			}
		}
	}
	return changed
}

// at returns where a row has its handle in model space; ok is false where it has none.
func (x *Modifiers) at(k int, p *playback.Player, j *Joints) (at [3]float32, ok bool) {
	m := &x.list[k]
	acts := x.list[m.of].shown > 0
	switch {
	case acts && m.target != nil && m.target.Given():
		v := m.target.At(p.Time - p.Start)
		return [3]float32{v[0], v[1], v[2]}, true
	case x.Posing && !acts && m.chain != nil:
		at[0], at[1], at[2] = j.Model[m.chain.End].Translation()
		return at, true
	}
	return at, false
}

// Mark draws the handles.
func (x *Modifiers) Mark(over *marks.Picture, p *playback.Player, j *Joints) {
	for k := range x.list {
		if at, ok := x.at(k, p, j); ok {
			over.Target(p.Show.Item().World[0].Apply(at), x.list[k].name)
		}
	}
}

// HandleAt returns the handle at a pixel, where it is in model space, and its depth.
func (x *Modifiers) HandleAt(u *overlay.UI, over *marks.Picture, p *playback.Player, j *Joints, px, py float32) (row int, at [3]float32, depth float32, ok bool) {
	best := u.Px(reach)
	for k := range x.list {
		place, shown := x.at(k, p, j)
		if !shown {
			continue
		}
		hx, hy, d, seen := over.At(p.Show.Item().World[0].Apply(place))
		if away := max(geom.Abs(hx-px), geom.Abs(hy-py)); seen && away <= best {
			best, row, at, depth, ok = away, k, place, d, true
		}
	}
	return row, at, depth, ok
}

// Move puts the target of a row somewhere in model space.
func (x *Modifiers) Move(row int, at [3]float64) {
	m := &x.list[row]
	if m.target == nil {
		return
	}
	m.place = at
	*m.target = control.Place(float32(at[0]), float32(at[1]), float32(at[2]))
}

// Chain returns the IK of a row, or nil.
func (x *Modifiers) Chain(row int) *curves.IK { return x.list[row].chain }

// ChainTo returns the row of an IK that moves a joint to its target.
func (x *Modifiers) ChainTo(joint int) (row int, ok bool) {
	for k := range x.list {
		if c := x.list[k].chain; c != nil && c.End == joint {
			return k, true
		}
	}
	return 0, false
}

// Rest sets the weight of a row's modifier to 0, so that the clip shows, and returns its name if it
// acted before.
func (x *Modifiers) Rest(row int) (name string) {
	m := &x.list[x.list[row].of]
	if m.shown > 0 {
		name = m.name
	}
	m.shown = 0
	*m.weight = control.Number(0)
	return name
}
