package curves_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// slow is the editor of the slider as one would first write it: a list of keys in no order, copied
// whole for each step. 1024 pixels are 8 s, and times are multiples of a pixel, so that they are
// exact.
type slow struct {
	keys     []slowKey
	selected []slowRef
	undo     [][]slowKey
	redo     [][]slowKey
}

type slowRef struct {
	joint int
	time  float64
}

type slowKey struct {
	slowRef
	value [3]float64
}

func newSlow(m *soa.Model) *slow {
	s := &slow{}
	c := m.Clips[0]
	for t := range c.Tracks {
		from, to := c.Keys(t)
		for k := from; k < to; k++ {
			s.keys = append(s.keys, slowKey{slowRef{int(c.Tracks[t].Target), float64(c.Time[k]) / 32}, [3]float64{float64(c.X[k]), float64(c.Y[k]), float64(c.Z[k])}})
		}
	}
	return s
}

func (s *slow) begin() { s.undo, s.redo = append(s.undo, slices.Clone(s.keys)), nil }

func (s *slow) sorted() []slowKey {
	out := slices.Clone(s.keys)
	slices.SortFunc(out, func(a, b slowKey) int { return 100*(a.joint-b.joint) + int(math.Copysign(1, a.time-b.time)) })
	return out
}

func (s *slow) has(r slowRef) bool {
	return slices.ContainsFunc(s.keys, func(k slowKey) bool { return k.slowRef == r })
}

func (s *slow) prune() {
	s.selected = slices.DeleteFunc(s.selected, func(r slowRef) bool { return !s.has(r) })
}

// move takes the selected keys out, deletes those that lie where they go, and puts them there.
func (s *slow) move(joint, axis int, by, value float64) {
	if by == 0 && value == 0 {
		return
	}
	s.begin()
	var taken []slowKey
	s.keys = slices.DeleteFunc(s.keys, func(k slowKey) bool {
		if !slices.Contains(s.selected, k.slowRef) {
			return false
		}
		k.time += by
		if k.joint == joint && axis >= 0 {
			k.value[axis] += value
		}
		taken = append(taken, k)
		return true
	})
	s.selected = nil
	for _, k := range taken {
		s.keys = slices.DeleteFunc(s.keys, func(o slowKey) bool { return o.slowRef == k.slowRef })
		s.selected = append(s.selected, k.slowRef)
	}
	s.keys = append(s.keys, taken...)
}

func (s *slow) insert(joint int, time float64) {
	s.begin()
	s.selected = []slowRef{{joint, time}}
	if s.has(slowRef{joint, time}) {
		return
	}
	var before, after *slowKey
	for i := range s.keys {
		k := &s.keys[i]
		switch {
		case k.joint != joint:
		case k.time < time && (before == nil || k.time > before.time):
			before = k
		case k.time > time && (after == nil || k.time < after.time):
			after = k
		}
	}
	key := slowKey{slowRef: slowRef{joint, time}}
	switch {
	case before == nil && after == nil: // at rest
	case before == nil:
		key.value = after.value
	case after == nil:
		key.value = before.value
	default:
		f := (time - before.time) / (after.time - before.time)
		for k := range key.value {
			key.value[k] = before.value[k] + f*(after.value[k]-before.value[k])
		}
	}
	s.keys = append(s.keys, key)
}

func (s *slow) delete() {
	if len(s.selected) == 0 {
		return
	}
	s.begin()
	s.keys = slices.DeleteFunc(s.keys, func(k slowKey) bool { return slices.Contains(s.selected, k.slowRef) })
	s.prune()
}

func (s *slow) back(from, to *[][]slowKey) {
	n := len(*from)
	if n == 0 {
		return
	}
	*to = append(*to, s.keys)
	s.keys, *from = (*from)[n-1], (*from)[:n-1]
	s.prune()
}

// pick selects the keys, as a click does, and reports whether a drag moves them.
func (s *slow) pick(refs []slowRef, more bool) (moves bool) {
	all := true
	any := false
	for _, r := range refs {
		in := slices.Contains(s.selected, r)
		all, any = all && in, any || in
	}
	switch {
	case more && any:
		s.selected = slices.DeleteFunc(s.selected, func(r slowRef) bool { return slices.Contains(refs, r) })
		return false
	case more:
		s.selected = append(s.selected, refs...)
	case !any:
		s.selected = slices.Clone(refs)
	}
	return true
}

// TestAgainstSlowModel gives both random input.
func TestAgainstSlowModel(t *testing.T) {
	for n := range seed.Cases(t, 20) {
		r := rand.New(rand.NewPCG(n, 5))
		m := slider()
		e, s := open(t, m, 0), newSlow(m)
		e.Show(curves.Joint(0), curves.Joint(1))
		for range 60 {
			input(t, e, s, r)
			compare(t, e, s)
		}
		replays(t, e)
	}
}

func input(t *testing.T, e *curves.Editor, s *slow, r *rand.Rand) {
	joints := 1
	if e.Dope {
		joints = 2
	}
	pixel := func() float64 { return float64(r.IntN(1024)) }
	switch r.IntN(9) {
	case 0:
		if e.Dope = r.IntN(2) == 0; e.Dope {
			return
		}
		first := r.IntN(2)
		e.Show(curves.Joint(first), curves.Joint(1-first))
	case 1:
		x := pixel()
		if e.Dope {
			return
		}
		must.Do(t, e.Insert(e.View.Time(x)))
		s.insert(e.Subjects[0].Index, x/128)
	case 2:
		must.Do(t, e.Delete())
		s.delete()
	case 3:
		e.Undo()
		s.back(&s.undo, &s.redo)
	case 4:
		e.Redo()
		s.back(&s.redo, &s.undo)
	case 5: // a box, which begins beside the keys
		y0, y1, more := 300.0, r.Float64()*256, r.IntN(2) == 0
		x0, x1 := pixel(), pixel()
		e.Press(x0, y0, more)
		must.Do(t, e.Drag(x1, y1))
		must.Do(t, e.Release())
		if !more {
			s.selected = nil
		}
		for _, k := range s.keys {
			x := k.time * 128
			if row := slices.Index(e.Subjects, curves.Joint(k.joint)); row < joints && x >= min(x0, x1) && x <= max(x0, x1) && s.inside(e, row, k, y1) && !slices.Contains(s.selected, k.slowRef) {
				s.selected = append(s.selected, k.slowRef)
			}
		}
	default:
		grab(t, e, s, r, joints)
	}
}

// inside reports whether a dot of a key lies below a pixel's height.
func (s *slow) inside(e *curves.Editor, row int, k slowKey, y float64) bool {
	if e.Dope {
		return float64(row)*16+8 >= y
	}
	e.Curve() // chooses the scale
	for _, v := range k.value {
		if _, at := e.View.At(k.time, v); at >= y {
			return true
		}
	}
	return false
}

// grab presses near a key, drags and releases.
func grab(t *testing.T, e *curves.Editor, s *slow, r *rand.Rand, joints int) {
	e.Curve()
	type dot struct {
		x, y float64
		slowRef
		axis int
	}
	var dots []dot
	for _, k := range s.sorted() {
		row := slices.Index(e.Subjects, curves.Joint(k.joint))
		switch {
		case e.Dope:
			dots = append(dots, dot{k.time * 128, float64(row)*16 + 8, k.slowRef, -1})
		case row == 0:
			for axis, v := range k.value {
				_, y := e.View.At(k.time, v)
				dots = append(dots, dot{k.time * 128, y, k.slowRef, axis})
			}
		}
	}
	if len(dots) == 0 {
		return
	}
	at := dots[r.IntN(len(dots))]
	x, y := at.x+float64(r.IntN(3)), at.y
	best := 6.0
	for _, d := range dots { // the nearest, of several the last
		if away := math.Hypot(d.x-x, d.y-y); away <= best {
			best, at = away, d
		}
	}
	more := r.IntN(3) == 0
	e.Press(x, y, more)
	moves := s.pick([]slowRef{at.slowRef}, more)
	dx, dy := float64(r.IntN(120)-60), float64(r.IntN(60)-30)
	must.Do(t, e.Drag(x+5*dy, y-dx)) // what counts is where it ends
	must.Do(t, e.Drag(x+dx, y+dy))
	value := -dy / e.View.H * (e.View.High - e.View.Low)
	must.Do(t, e.Release())
	if !moves {
		return
	}
	by := 0.0
	if math.Abs(dx) > 4 {
		by = dx / 128
	}
	for _, ref := range s.selected { // none leaves the clip
		by = min(max(by, -ref.time), 8-ref.time)
	}
	if math.Abs(dy) <= 4 || e.Dope {
		value = 0
	}
	s.move(e.Subjects[0].Index, at.axis, by, value)
}

// compare compares keys and selection.
func compare(t *testing.T, e *curves.Editor, s *slow) {
	t.Helper()
	var got []slowKey
	c := e.Clip(0)
	for joint := range 2 {
		if track := c.Track(edit.ID{Property: soa.Translation, Target: joint}); track != nil {
			for _, k := range track.Keys {
				got = append(got, slowKey{slowRef{joint, k.Time}, [3]float64(k.Value[:3])})
			}
		}
	}
	want := s.sorted()
	if len(got) != len(want) {
		t.Fatalf("%d keys, not %d", len(got), len(want))
	}
	for i := range got {
		for axis := range 3 {
			if got[i].slowRef != want[i].slowRef || math.Abs(got[i].value[axis]-want[i].value[axis]) > 1e-9 {
				t.Fatalf("key %d is %v, not %v", i, got[i], want[i])
			}
		}
	}
	if len(e.Selected()) != len(s.selected) {
		t.Fatalf("selected are %v, not %v", e.Selected(), s.selected)
	}
	for _, r := range e.Selected() {
		if !slices.Contains(s.selected, slowRef{r.Target, r.Time}) {
			t.Fatalf("%v is selected", r)
		}
	}
	if done, undone := e.Steps(0); done != len(s.undo) || undone != len(s.redo) {
		t.Fatalf("%d steps and %d undone, not %d and %d", done, undone, len(s.undo), len(s.redo))
	}
}
