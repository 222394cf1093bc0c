package panel

import (
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/marks"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/runtime/control"
)

// Modifiers are the weights and targets of a control.
type Modifiers []modifier

type modifier struct {
	name        string
	weight      *control.Value
	shown       float64        // of the weight's slider
	target      *control.Value // nil: none, or a joint
	place       [3]float64     // of the target's sliders
	weightLabel string
	placeLabels [3]string
}

// NewModifiers lists the modifiers of a control, which may be nil.
func NewModifiers(d *control.Declared) (list Modifiers) {
	if d == nil {
		return nil
	}
	for k := range d.Document.Modifiers {
		m := &d.Document.Modifiers[k]
		row := modifier{name: m.Name, weight: &m.Weight, shown: 1}
		if row.name == "" {
			row.name = m.Kind() + " " + string(rune('0'+k%10))
		}
		row.weightLabel = row.name + " weight"
		if m.Weight.Given() {
			row.shown = float64(m.Weight.At(0)[0])
		}
		if !m.Begins() {
			row.shown = 0
		}
		if p := m.Target(); p != nil && p.Joint == "" {
			row.target = &p.Value
			at := p.At(0)
			for axis, name := range [3]string{" x", " y", " z"} {
				row.place[axis] = float64(at[axis])
				row.placeLabels[axis] = row.name + name
			}
		}
		list = append(list, row)
	}
	return list
}

// far is the largest coordinate of a target that sliders set, in metres.
const far = 3

// Draw shows the sliders. It reports that one has changed a value.
func (list Modifiers) Draw(u *overlay.UI) (changed bool) {
	for k := range list {
		m := &list[k]
		if u.Left().H < u.Px(40) {
			u.Note("more than there is room for")
			break
		}
		u.Title(m.name)
		if u.Slider(m.weightLabel, &m.shown, 0, 1, 1) {
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

// Mark draws the targets of modifiers that act.
func (list Modifiers) Mark(over *marks.Picture, p *playback.Player) {
	for k := range list {
		m := &list[k]
		if m.target == nil || !m.target.Given() || !(m.shown > 0) {
			continue
		}
		at := m.target.At(p.Time - p.Start)
		over.Target(p.Show.Item().World[0].Apply([3]float32{at[0], at[1], at[2]}), m.name)
	}
}
