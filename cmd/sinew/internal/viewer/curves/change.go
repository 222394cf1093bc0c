package curves

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// key returns a selected key of the clip before the drag, and how many keys are at its time.
func (e *Editor) key(r Ref) (key edit.Key, n int) {
	t := e.Clip(e.clip).Track(r.ID)
	if t == nil {
		return key, 0
	}
	for k := range t.Keys {
		if t.Keys[k].Time == r.Time {
			key = t.Keys[k]
			n++
		}
	}
	return key, n
}

// components returns the numbers of a value that a property has.
func components(p soa.Property, v edit.Value) []float64 {
	n := lines(p)
	if p == soa.Rotation {
		n = 4
	}
	return slices.Clone(v[:n])
}

// set returns the edit that sets a key.
func (s *Session) set(id edit.ID, mode soa.Interpolation, key edit.Key) list.Edit {
	x := &list.SetKey{Track: s.target(id), Time: key.Time, Value: components(id.Property, key.Value)}
	if mode == soa.Cubic {
		x.In, x.Out = components(id.Property, key.In), components(id.Property, key.Out)
	}
	return x
}

// limit returns how far the selected keys can move in time together, at most by a time.
func (e *Editor) limit(by float64) float64 {
	seconds := e.Clip(e.clip).Seconds
	for _, r := range e.selected {
		by = min(max(by, -r.Time), seconds-r.Time)
	}
	return by
}

// move returns the step that moves the selected keys by a time and, on the track of the curves,
// by values of its lines. A jump moves in time alone.
func (e *Editor) move(by float64, lines exact.Vec) (step Step, times []Ref) {
	step.What = "move " + count(len(e.selected), "key")
	order := slices.Clone(e.selected)
	if by > 0 { // the last one first: it makes room
		slices.Reverse(order)
	}
	for _, r := range order {
		to := r
		if by != 0 {
			to.Time = min(max(r.Time+by, 0), e.Clip(e.clip).Seconds)
			step.Edits = append(step.Edits, &list.MoveKey{Track: e.target(r.ID), From: r.Time, To: to.Time})
		}
		times = append(times, to)
		if e.Dope || lines == (exact.Vec{}) || r.ID != e.id() {
			continue
		}
		key, n := e.key(r)
		if n != 1 {
			continue
		}
		if k := slices.IndexFunc(e.drag.before.Keys(), func(k edit.Key) bool { return k.Time == r.Time }); k >= 0 {
			key.Value = moved(r.Property, key.Value, e.drag.before.lines(k), lines)
		}
		key.Time = to.Time
		step.Edits = append(step.Edits, e.set(r.ID, e.Clip(e.clip).Track(r.ID).Mode, key))
	}
	slices.SortFunc(times, Ref.compare)
	return step, times
}

func count(n int, noun string) string {
	if n == 1 {
		return fmt.Sprintf("1 %s", noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Insert adds keys at a time without changing the curve: to the track of the curves, or in the
// dope sheet to all tracks of its pinned rows. A subject without a track of the curves gets one that
// holds it where it is. The new keys are selected.
func (e *Editor) Insert(time float64) error {
	if e.clip < 0 || len(e.Subjects) == 0 {
		return nil
	}
	e.cancel()
	c := e.Clip(e.clip)
	time = min(max(time, 0), c.Seconds)
	var ids []edit.ID
	for _, of := range e.Subjects {
		for _, p := range of.properties() {
			if id := (edit.ID{Property: p, Target: of.Index}); e.Dope && c.Track(id) != nil || !e.Dope && id == e.id() {
				ids = append(ids, id)
			}
		}
	}
	step := Step{What: "insert " + count(len(ids), "key")}
	var refs []Ref
	for _, id := range ids {
		refs = append(refs, Ref{id, time})
		if c.Track(id) == nil {
			step.Edits = append(step.Edits, e.set(id, soa.Linear, edit.Key{Time: time, Value: e.rest(id)}))
			continue
		}
		step.Edits = append(step.Edits, &list.InsertKey{Track: e.target(id), Time: time})
	}
	if err := e.Do(e.clip, step); err != nil {
		return err
	}
	e.Select(false, refs...)
	e.prune()
	return nil
}

// Delete deletes the selected keys.
func (e *Editor) Delete() error {
	if e.clip < 0 {
		return nil
	}
	e.cancel()
	step := Step{What: "delete " + count(len(e.selected), "key")}
	for i, r := range e.selected {
		if i > 0 && r.ID == e.selected[i-1].ID && r.Time-e.selected[i-1].Time < 3e-6 {
			continue // deleted with the one before
		}
		step.Edits = append(step.Edits, &list.DeleteKeys{Track: e.target(r.ID), From: r.Time, To: r.Time})
	}
	err := e.Do(e.clip, step)
	e.prune()
	return err
}

// Tangents gives the selected keys slopes of a kind.
func (e *Editor) Tangents(kind edit.Tangent) error {
	if e.clip < 0 {
		return nil
	}
	e.cancel()
	step := Step{What: kind.String() + " tangents"}
	for _, r := range e.selected {
		step.Edits = append(step.Edits, &list.Tangents{Track: e.target(r.ID), From: r.Time, To: r.Time, Kind: kind})
	}
	err := e.Do(e.clip, step)
	e.prune()
	return err
}

// bend returns the step that gives a key of the curves another slope of a line, before it, after
// it, or on both sides.
func (e *Editor) bend(k, line int, slope float64, before, after bool) Step {
	key := e.drag.before.Keys()[k]
	at := e.drag.before.lines(k)
	in, out := e.drag.before.slopes(k)
	p := e.drag.before.ID.Property
	value := func(s exact.Vec) []float64 {
		if p == soa.Rotation {
			return components(p, rotationSlope(key.Value, s, at))
		}
		return components(p, edit.Value{s[0], s[1], s[2]})
	}
	x := &list.Slopes{Track: e.target(e.drag.before.ID), Time: key.Time, In: components(p, key.In), Out: components(p, key.Out)}
	if before {
		in[line] = slope
		x.In = value(in)
	}
	if after {
		out[line] = slope
		x.Out = value(out)
	}
	return Step{"bend 1 key", []list.Edit{x}}
}
