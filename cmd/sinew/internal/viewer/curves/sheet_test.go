package curves_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// faces is the slider with weights and floats, some of which have names of others, and keys of the
// first weight and the first float.
func faces() *soa.Model {
	m := slider()
	m.Weights = []soa.MorphWeight{{Mesh: "head", Target: "smile"}, {Mesh: "head", Target: "blink", Rest: 0.25}, {Mesh: "cap", Target: "blink"}, {Mesh: "cap", Target: "blink"}, {Mesh: "cap"}}
	m.Floats = []soa.NamedFloat{{Name: "lamp", Joint: soa.NoJoint, Rest: 2}, {Name: "open", Joint: 0}, {Name: "open", Joint: 1}, {Name: "lamp", Joint: soa.NoJoint}}
	c := m.Clips[0]
	for _, p := range []soa.Property{soa.Weight, soa.Float} {
		exact.AppendLinear(c, p, 0, 9, func(i int) (float32, exact.Quat) { return float32(32 * i), exact.Quat{float64(i) / 8} })
	}
	return m
}

// TestValues edits weights and floats: a curve of one line, keys that are moved, bent, inserted and
// deleted, and a list that names them.
func TestValues(t *testing.T) {
	m := faces()
	for _, c := range []struct {
		of      curves.Subject
		id      edit.ID
		name    string
		without float64
		target  list.Target
	}{
		{curves.Weight(0), edit.ID{Property: soa.Weight}, "smile", 0, list.Target{Weight: "smile"}},
		{curves.Weight(1), edit.ID{Property: soa.Weight, Target: 1}, "head blink", 0.25, list.Target{Weight: "blink"}},
		{curves.Weight(2), edit.ID{Property: soa.Weight, Target: 2}, "cap blink", 0, list.Target{Weight: "blink", Mesh: "cap"}},
		{curves.Float(0), edit.ID{Property: soa.Float}, "lamp", 2, list.Target{Float: "lamp"}},
		{curves.Float(2), edit.ID{Property: soa.Float, Target: 2}, "top open", 0, list.Target{Float: "open", Joint: "top"}},
	} {
		e := open(t, m, 0)
		e.Show(c.of)
		if e.Name(c.of) != c.name {
			t.Errorf("%v is called %q, not %q", c.of, e.Name(c.of), c.name)
		}
		track := func() *edit.Track { return e.Clip(0).Track(c.id) }
		if track() == nil {
			if e.Curve().Line[0][0] != c.without {
				t.Errorf("%s: without keys it is %v", c.name, e.Curve().Line[0])
			}
			for k := range 9 {
				must.Do(t, e.Insert(float64(k)))
			}
		}
		must.Do(t, e.Insert(2.5))
		if e.Curve().Lines != 1 || len(track().Keys) != 10 {
			t.Fatalf("%s: %d lines, %d keys", c.name, e.Curve().Lines, len(track().Keys))
		}
		dots := 0
		var at curves.Dot
		e.Dots(func(d curves.Dot) {
			if dots++; d.Key == 4 {
				at = d
			}
		})
		was, up := track().Keys[4].Value[0], 20*(e.View.High-e.View.Low)/256
		e.Press(at.X, at.Y, false)
		must.Do(t, e.Drag(at.X+16, at.Y-20))
		must.Do(t, e.Release())
		k := track().Keys[4]
		if dots != 10 || math.Abs(k.Time-3.125) > 1e-9 || math.Abs(k.Value[0]-was-up) > 1e-9 || !(up > 1e-6) {
			t.Errorf("%s: %d dots; the key is at %v, %v", c.name, dots, k.Time, k.Value)
		}
		must.Do(t, e.Tangents(edit.Flat))
		handles := 0
		e.Handles(func(h curves.Handle) {
			if handles++; h.Out {
				e.Press(h.X, h.Y, false)
			}
		})
		if handles != 2 {
			t.Fatalf("%s: %d handles", c.name, handles)
		}
		must.Do(t, e.Drag(at.X+40, at.Y-60))
		must.Do(t, e.Release())
		if k := track().Keys[4]; !(k.Out[0] > 0) || k.Out[0] != k.In[0] || k.Out[1] != 0 {
			t.Errorf("%s: the slopes are %v and %v", c.name, k.In, k.Out)
		}
		must.Do(t, e.Delete())
		if len(track().Keys) != 9 {
			t.Errorf("%s: %d keys after one was deleted", c.name, len(track().Keys))
		}
		set := slices.IndexFunc(e.Document().Clips[0].Edits, func(x list.Edit) bool { return list.KindOf(x) == "moveKey" })
		if got := e.Document().Clips[0].Edits[set].(*list.MoveKey).Track; got != c.target {
			t.Errorf("%s: the list names %+v", c.name, got)
		}
		replays(t, e)
	}
}

// What no list can name is not edited in the place of another one.
func TestRefused(t *testing.T) {
	m := faces()
	for _, of := range []curves.Subject{curves.Weight(3), curves.Weight(4), curves.Float(3)} {
		e := open(t, m, 0)
		e.Show(of)
		if len(e.Subjects) != 0 || !errors.Is(e.Refused(), curves.ErrSubject) {
			t.Errorf("%v is shown: %v", of, e.Refused())
		}
		e.Show(curves.Weight(0), of)
		if len(e.Subjects) != 1 || e.Subjects[0] != curves.Weight(0) {
			t.Errorf("beside %v %v is shown", of, e.Subjects)
		}
		if e.Show(curves.Weight(0)); e.Refused() != nil {
			t.Error(e.Refused())
		}
	}
}

// crowded is a model of many joints, the odd ones of which have keys.
func crowded(joints int) *soa.Model {
	k := &soa.Skeleton{Rest: soa.MakeTransforms(joints)}
	c := &soa.Clip{Name: "many", TicksPerSecond: 32, Duration: 256}
	for j := range joints {
		k.Name = append(k.Name, fmt.Sprintf("joint %d", j))
		k.Parent = append(k.Parent, int16(j-1))
		k.Unit = append(k.Unit, 1)
		if j%2 == 1 {
			exact.AppendLinear(c, soa.Translation, j, 5, func(i int) (float32, exact.Quat) {
				return float32(32*i + j%16), exact.Quat{float64(i)}
			})
		}
	}
	k.ComputeDepth()
	return &soa.Model{Name: "crowded", Skeleton: k, Clips: []*soa.Clip{c}}
}

// TestSheetScrolls: the rows are those of a slow and obvious list, at every place that it is scrolled
// to; keys are picked in the row where they are drawn.
func TestSheetScrolls(t *testing.T) {
	for s := range seed.Cases(t, 6) {
		r := rand.New(rand.NewPCG(s, 9))
		joints := []int{1, 2, 15, 33, 200}[r.IntN(5)]
		m := crowded(joints)
		e := open(t, m, 0)
		e.Dope = true
		e.View.H = float64(10 + r.IntN(300))
		var pinned []curves.Subject
		for range r.IntN(30) {
			if of := curves.Joint(r.IntN(joints)); !slices.Contains(pinned, of) {
				pinned = append(pinned, of)
			}
		}
		e.Show(pinned...)
		want := slices.Clone(pinned)
		for j := 1; j < joints; j += 2 {
			if of := curves.Joint(j); !slices.Contains(pinned, of) {
				want = append(want, of)
			}
		}
		room := max(int(e.View.H/16), 1)
		fixed := min(len(pinned), max(room-2, 0))
		for top := range len(want) + 2 {
			rows := e.Rows()
			top = min(top, max(len(want)-room, 0))
			for i := range rows {
				of := i
				if i >= fixed {
					of += top
				}
				if rows[i].Subject != want[of] || rows[i].Pinned != (of < len(pinned)) || len(rows[i].Times) != 5*(rows[i].Index%2) {
					t.Fatalf("scrolled by %d, row %d is %+v, not %v", top, i, rows[i], want[of])
				}
			}
			if len(rows) != min(room, len(want)) {
				t.Fatalf("%d rows of %d, there is room for %d", len(rows), len(want), room)
			}
			if len(rows) > 0 {
				e.Dots(func(d curves.Dot) {
					if e.Press(d.X, d.Y, false); len(e.Selected()) != 1 || e.Selected()[0].Target != rows[d.Row].Index {
						t.Fatalf("a click in row %d selects %v", d.Row, e.Selected())
					}
					must.Do(t, e.Release())
				})
			}
			e.Scroll(1)
		}
		e.SelectAll()
		if n := len(e.Selected()); n != 5*(joints/2) {
			t.Errorf("%d keys are selected of %d", n, 5*(joints/2))
		}
		if e.Dope = false; len(pinned) > 0 {
			e.Curve()
			for _, k := range e.Selected() {
				if !slices.Contains(pinned, curves.Joint(k.Target)) {
					t.Errorf("with the sheet closed %v is selected", k)
				}
			}
		}
	}
}
