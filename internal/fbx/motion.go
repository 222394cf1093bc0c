package fbx

import "github.com/sinew-anim/sinew/internal/exact"

// Motion is a model's transform over time, in one stack:
//
//	T·Roff·Rp·Rpre·R·Rpost⁻¹·Rp⁻¹·Soff·Sp·S·Sp⁻¹
//
// which is always one translation, one rotation and one scale.
type Motion struct {
	model  *Model
	driven [properties]*Driven
	chain  scaleChain
}

// scaleChain is the models whose scales multiply a model's translation and its own
// scale: none where it inherits its parent's matrix.
type scaleChain struct {
	parent, own []*Motion
}

// at returns a property's value.
func (m *Motion) at(p int, time float64, side Side) exact.Vec {
	if d := m.driven[p]; d != nil {
		return vec3(d.At(time, side))
	}
	return vec3(m.model.rest[p])
}

// Rotation returns the model's rotation.
func (m *Motion) Rotation(time float64, side Side) exact.Quat {
	var q exact.Quat
	if d := m.driven[rotation]; d != nil {
		q = d.Rotation(time, side)
	} else {
		q = m.model.order.Rotation(m.model.rest[rotation])
	}
	if !m.model.spaces {
		return q
	}
	if turn, any := m.space(preRotation, time, side); any {
		q = turn.Mul(q)
	}
	if turn, any := m.space(postRotation, time, side); any {
		q = q.Mul(turn.Conjugate())
	}
	return q
}

// space returns the pre- or post-rotation, and whether the model has it.
func (m *Motion) space(p int, time float64, side Side) (exact.Quat, bool) {
	if d := m.driven[p]; d != nil {
		return Order(0).Rotation(d.At(time, side)), true
	}
	return m.model.space[p-preRotation], m.model.rest[p] != [4]float64{}
}

// Translation returns the model's translation.
func (m *Motion) Translation(time float64, side Side) exact.Vec {
	v := m.at(translation, time, side)
	v = v.Add(m.at(rotationOffset, time, side))
	if m.arms() {
		pivot := m.at(rotationPivot, time, side)
		about := m.at(scalingPivot, time, side)
		v = v.Add(pivot)
		arm := about.Sub(m.at(scaling, time, side).Times(about)).Add(m.at(scalingOffset, time, side)).Sub(pivot)
		v = v.Add(m.Rotation(time, side).Rotate(arm))
	}
	for _, above := range m.chain.parent {
		v = v.Times(above.at(scaling, time, side))
	}
	return v
}

// Scale returns the model's scale, with the scales inherited component by component.
func (m *Motion) Scale(time float64, side Side) exact.Vec {
	v := m.at(scaling, time, side)
	for _, above := range m.chain.own {
		v = v.Times(above.at(scaling, time, side))
	}
	return v
}

// arms reports whether rotations and scales may move the model.
func (m *Motion) arms() bool {
	for _, p := range [...]int{rotationPivot, scalingOffset, scalingPivot} {
		if m.driven[p] != nil || m.model.rest[p] != [4]float64{} {
			return true
		}
	}
	return false
}

// Part is one of the three parts of a transform.
type Part uint8

// The parts of a transform.
const (
	TranslationPart Part = iota
	RotationPart
	ScalePart
)

// Drivers returns the properties that drive a part.
func (m *Motion) Drivers(part Part) (list []*Driven) {
	add := func(of *Motion, which ...int) {
		for _, p := range which {
			if of.driven[p] != nil {
				list = append(list, of.driven[p])
			}
		}
	}
	switch part {
	case TranslationPart:
		add(m, translation)
		add(m, rotationOffset, rotationPivot, scalingOffset, scalingPivot)
		if m.arms() {
			add(m, rotation, preRotation, postRotation, scaling)
		}
		for _, above := range m.chain.parent {
			add(above, scaling)
		}
	case RotationPart:
		add(m, rotation)
		if m.model.spaces {
			add(m, preRotation, postRotation)
		}
	case ScalePart:
		add(m, scaling)
		for _, above := range m.chain.own {
			add(above, scaling)
		}
	}
	return list
}

// Keyed reports whether the file has keys of a part's own properties, rather than of what moves it
// besides: rotations about a pivot, scales of a parent, and curve nodes without curves.
func (m *Motion) Keyed(part Part) bool {
	own := [...][]int{
		TranslationPart: {translation, rotationOffset, rotationPivot, scalingOffset, scalingPivot},
		RotationPart:    {rotation, preRotation, postRotation},
		ScalePart:       {scaling},
	}
	for _, p := range own[part] {
		if d := m.driven[p]; d != nil && d.Keys() > 0 {
			return true
		}
	}
	return false
}

// vec3 returns the first three components.
func vec3(v [4]float64) exact.Vec { return exact.Vec{v[0], v[1], v[2]} }
