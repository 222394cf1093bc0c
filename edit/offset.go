package edit

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// OffsetSide is the side from which a rotation is multiplied.
type OffsetSide uint8

const (
	// Parent turns the joint in its parent's frame: offset · value.
	Parent OffsetSide = iota
	// Own turns it in its own frame: value · offset.
	Own
)

var offsetSideNames = []string{"parent", "own"}

// OffsetSideNames returns the names of sides in documents.
func OffsetSideNames() []string { return slices.Clone(offsetSideNames) }

// Offset changes all values of a track by one: translations, weights and floats by a sum, scales by
// a product, rotations by a rotation from the side. The error wraps ErrTrack or soa.ErrOption.
func Offset(c *Clip, id ID, by Value, side OffsetSide) (*Clip, error) {
	if err := finite("an offset", by[:]...); err != nil {
		return nil, fmt.Errorf("offset: %w", err)
	}
	if side > Own {
		return nil, fmt.Errorf("offset: %w: side %d", soa.ErrOption, side)
	}
	value, slope := added(by), func(v Value) Value { return v }
	switch id.Property {
	case soa.Rotation:
		if exact.Quat(by).Length() < 1e-9 {
			return nil, fmt.Errorf("offset: %w: the rotation %v has no direction", soa.ErrOption, by)
		}
		q := exact.Quat(by).Unit()
		value = func(v Value) Value { return q.Mul(v) }
		if side == Own {
			value = func(v Value) Value { return exact.Quat(v).Mul(q) }
		}
		slope = value
	case soa.Scale:
		value = func(v Value) Value {
			for k := range v {
				v[k] = float64(v[k] * by[k])
			}
			return v
		}
		slope = value
	}
	i, ok := c.find(id)
	if !ok {
		return nil, fmt.Errorf("offset: %w", c.noTrack(id))
	}
	return c.with(c.Tracks[i].mapped(value, slope)), nil
}

func added(by Value) func(Value) Value {
	return func(v Value) Value {
		for k := range v {
			v[k] += by[k]
		}
		return v
	}
}

// mapped returns the track with its values and slopes mapped. The map of slopes is linear.
func (t *Track) mapped(value, slope func(Value) Value) Track {
	out := *t
	out.Keys = make([]Key, len(t.Keys))
	for k, key := range t.Keys {
		out.Keys[k] = Key{Time: key.Time, Value: value(key.Value)}
		if t.Mode == soa.Cubic {
			out.Keys[k].In, out.Keys[k].Out = slope(key.In), slope(key.Out)
		}
	}
	return out
}
