package list

import (
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/soa"
)

// SetKey sets or adds a key, see edit.Set.
type SetKey struct {
	Track   Target
	Time    float64
	Value   []float64 // of a rotation x, y, z, w, or three angles in degrees about X, Y and Z
	In, Out []float64 // slopes per second, or nil
}

func (e *SetKey) fields(o *object) {
	o.Type("setKey", "Sets a key, or adds one.")
	trackField(o, &e.Track)
	o.At("time", "After the clip's start.").Number(&e.Time, seconds)
	e.Track.numbers(o.At("value", "The components. Of a rotation x, y, z and w, or angles in degrees around the fixed axes X, Y and Z, in this order."), &e.Value, true, true)
	e.Track.numbers(o.At("in", "The slope before the key, per second; the track becomes a spline."), &e.In, false, false)
	e.Track.numbers(o.At("out", "The slope after the key, per second; the track becomes a spline."), &e.Out, false, false)
}

func (e *SetKey) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	id, err := e.Track.id(s.model)
	if err != nil {
		return nil, nil, err
	}
	key := edit.Key{Time: e.Time, Value: e.Track.value(e.Value)}
	copy(key.In[:], e.In)
	copy(key.Out[:], e.Out)
	out, err := edit.Set(c, id, key)
	if err != nil || e.In == nil && e.Out == nil || out.Track(id).Mode == soa.Cubic {
		return out, nil, err
	}
	if out, err = edit.Cubic(s.ctx, out, []edit.ID{id}); err == nil {
		out, err = edit.Set(out, id, key)
	}
	return out, nil, err
}

// MoveKey moves a key, see edit.Move.
type MoveKey struct {
	Track    Target
	From, To float64
}

func (e *MoveKey) fields(o *object) {
	o.Type("moveKey", "Moves a key to another time.")
	trackField(o, &e.Track)
	span(o, &e.From, &e.To)
}

// span visits two times.
func span(o *object, from, to *float64) {
	o.At("from", "After the clip's start.").Number(from, seconds)
	o.At("to", "After the clip's start.").Number(to, seconds.Needed())
}

// ordered visits two times, the first not after the second.
func ordered(o *object, from, to *float64) {
	span(o, from, to)
	if o.Checks() && *from > *to {
		o.Wrong("from %v s is after %v s", *from, *to)
	}
}

func (e *MoveKey) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	id, err := e.Track.id(s.model)
	if err != nil {
		return nil, nil, err
	}
	out, err := edit.Move(c, id, e.From, e.To)
	return out, nil, err
}

// DeleteKeys deletes keys, see edit.Delete.
type DeleteKeys struct {
	Track    Target
	From, To float64
}

func (e *DeleteKeys) fields(o *object) {
	o.Type("deleteKeys", "Deletes the keys from one time to another, both included.")
	trackField(o, &e.Track)
	ordered(o, &e.From, &e.To)
}

func (e *DeleteKeys) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	id, err := e.Track.id(s.model)
	if err != nil {
		return nil, nil, err
	}
	out, err := edit.Delete(c, id, e.From, e.To)
	return out, nil, err
}

// InsertKey adds a key without changing the curve, see edit.Insert.
type InsertKey struct {
	Track Target
	Time  float64
}

func (e *InsertKey) fields(o *object) {
	o.Type("insertKey", "Adds a key without changing the curve.")
	trackField(o, &e.Track)
	o.At("time", "After the clip's start.").Number(&e.Time, seconds)
}

func (e *InsertKey) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	id, err := e.Track.id(s.model)
	if err != nil {
		return nil, nil, err
	}
	out, err := edit.Insert(c, id, e.Time)
	return out, nil, err
}

// Tangents gives keys slopes of a kind, see edit.Tangents.
type Tangents struct {
	Track    Target
	From, To float64
	Kind     edit.Tangent
}

func (e *Tangents) fields(o *object) {
	o.Type("tangents", "Gives the keys from one time to another slopes.")
	trackField(o, &e.Track)
	ordered(o, &e.From, &e.To)
	jsondoc.Choice(o.At("kind", "auto: by the neighbours; clamped: without overshooting; linear: towards the neighbours; flat; free: as the curve has them; step: hold the value."), &e.Kind, edit.TangentNames(), false)
}

func (e *Tangents) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	id, err := e.Track.id(s.model)
	if err != nil {
		return nil, nil, err
	}
	out, err := edit.Tangents(c, id, e.From, e.To, e.Kind)
	return out, nil, err
}

// Slopes sets the slopes of a key, see edit.SetTangents.
type Slopes struct {
	Track   Target
	Time    float64
	In, Out []float64
}

func (e *Slopes) fields(o *object) {
	o.Type("slopes", "Sets the slopes before and after a key.")
	trackField(o, &e.Track)
	o.At("time", "After the clip's start.").Number(&e.Time, seconds)
	e.Track.numbers(o.At("in", "The slope before the key, per second."), &e.In, false, true)
	e.Track.numbers(o.At("out", "The slope after the key, per second."), &e.Out, false, true)
}

func (e *Slopes) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	id, err := e.Track.id(s.model)
	if err != nil {
		return nil, nil, err
	}
	var in, out edit.Value
	copy(in[:], e.In)
	copy(out[:], e.Out)
	next, err := edit.SetTangents(c, id, e.Time, in, out)
	return next, nil, err
}

// Ease gives the segment from a key to the next one a named easing, see edit.Ease.
type Ease struct {
	Track  Target
	Time   float64
	Easing Easing
}

// Easing is an index of edit.EasingNames.
type Easing uint8

func (e *Ease) fields(o *object) {
	o.Type("ease", "Makes the way from a key to the next one a named easing.")
	trackField(o, &e.Track)
	o.At("time", "Of the first key, after the clip's start.").Number(&e.Time, seconds)
	jsondoc.Choice(o.At("easing", "The curve."), &e.Easing, edit.EasingNames(), true)
}

func (e *Ease) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	id, err := e.Track.id(s.model)
	if err != nil {
		return nil, nil, err
	}
	out, err := edit.Ease(c, id, e.Time, edit.EasingNames()[e.Easing])
	return out, nil, err
}

// Offset changes all values of a track by one, see edit.Offset.
type Offset struct {
	Track Target
	By    []float64
	Side  edit.OffsetSide
}

func (e *Offset) fields(o *object) {
	o.Type("offset", "Changes all values of a track by one: a sum, of scales a product, of rotations a rotation.")
	trackField(o, &e.Track)
	e.Track.numbers(o.At("by", "The components. Of a rotation x, y, z and w, or angles in degrees around the fixed axes X, Y and Z."), &e.By, true, true)
	jsondoc.Choice(o.At("side", "Of a rotation: parent turns the joint in its parent's frame, own in its own."), &e.Side, edit.OffsetSideNames(), false)
}

func (e *Offset) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	id, err := e.Track.id(s.model)
	if err != nil {
		return nil, nil, err
	}
	out, err := edit.Offset(c, id, e.Track.value(e.By), e.Side)
	return out, nil, err
}
