package curves_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// slider is a model of two joints that slide for eight seconds, with a key per half second.
func slider() *soa.Model {
	k := &soa.Skeleton{Name: []string{"base", "top"}, Parent: []int16{soa.NoJoint, 0}, Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2)}
	k.ComputeDepth()
	c := &soa.Clip{Name: "slide", TicksPerSecond: 32, Duration: 256}
	for joint := range 2 {
		exact.AppendLinear(c, soa.Translation, joint, 17, func(i int) (float32, exact.Quat) {
			return float32(16 * i), exact.Quat{float64(i % 5), float64(i % 3), float64(joint + i%2)}
		})
	}
	return &soa.Model{Name: "slider", Skeleton: k, Clips: []*soa.Clip{c}}
}

// strider is read once.
var strider = sync.OnceValues(func() (*soa.Model, error) {
	return importer.Load(context.Background(), "../../../../../testdata/strider/strider.glb", importer.Options{NoTextures: true})
})

func loadStrider(t testing.TB) *soa.Model {
	t.Helper()
	m, err := strider()
	must.Do(t, err)
	return m
}

func open(t testing.TB, m *soa.Model, clip int) *curves.Editor {
	t.Helper()
	s, err := curves.Open(m, nil)
	must.Do(t, err)
	e := curves.NewEditor(s)
	e.View.X, e.View.Y, e.View.W, e.View.H = 0, 0, 1024, 256
	e.Choose(clip)
	return e
}

// replays checks that the saved list, read and applied again, gives the clips that are shown.
func replays(t testing.TB, e *curves.Editor) {
	t.Helper()
	data, err := e.Document().JSON()
	must.Do(t, err)
	d, err := list.Parse(data)
	must.Do(t, err)
	m, _, err := d.Apply(t.Context(), e.Model)
	must.Do(t, err)
	again, err := curves.Open(e.Model, d)
	must.Do(t, err)
	for k := range m.Clips {
		want, err := e.Built(k)
		must.Do(t, err)
		if !sameBits(m.Clips[k], want) {
			t.Fatalf("clip %q is another one where the list is applied", want.Name)
		}
		if opened, err := again.Built(k); err != nil || !sameBits(opened, want) {
			t.Fatalf("clip %q is another one where the list is opened: %v", want.Name, err)
		}
	}
}

// sameBits compares clips, of which none has a NaN; zeros with different signs differ.
func sameBits(a, b *soa.Clip) bool {
	for _, pair := range [][2][]float32{{a.X, b.X}, {a.Y, b.Y}, {a.Z, b.Z}, {a.W, b.W}, {a.Time, b.Time}} {
		for i := range pair[0] {
			if i < len(pair[1]) && math.Float32bits(pair[0][i]) != math.Float32bits(pair[1][i]) {
				return false
			}
		}
	}
	return reflect.DeepEqual(a, b)
}

// Random input to the curves and the dope sheet of a real character, undone and done again, leaves
// a list that gives the same clip.
func TestListReplays(t *testing.T) {
	m := loadStrider(t)
	steps := 60
	if testing.Short() {
		steps = 20
	}
	for s := range seed.Cases(t, 4) {
		r := rand.New(rand.NewPCG(s, 3))
		e := open(t, m, r.IntN(len(m.Clips)))
		for range steps {
			if r.IntN(4) == 0 {
				e.Dope = r.IntN(2) == 0
				e.Property = soa.Property(r.IntN(3))
				e.Show(anyOf(m, r), anyOf(m, r))
				e.Scroll(r.IntN(9) - 4)
			}
			if len(e.Subjects) == 0 {
				continue
			}
			act(t, e, r)
		}
		replays(t, e)
		clip := e.Chosen()
		last, err := e.Built(clip)
		must.Do(t, err)
		n, _ := e.Steps(clip)
		for range n {
			e.Undo()
		}
		if first, err := e.Built(clip); err != nil || first != m.Clips[clip] || e.Changed() {
			t.Fatalf("with all undone the clip is not the model's: %v", err)
		}
		for range n {
			e.Redo()
		}
		if again, err := e.Built(clip); err != nil || !sameBits(again, last) {
			t.Fatalf("done again it is another clip: %v", err)
		}
	}
}

// anyOf draws a joint or a weight.
func anyOf(m *soa.Model, r *rand.Rand) curves.Subject {
	if r.IntN(4) == 0 {
		return curves.Weight(r.IntN(len(m.Weights)))
	}
	return curves.Joint(r.IntN(m.Skeleton.Len()))
}

// act does something at random.
func act(t testing.TB, e *curves.Editor, r *rand.Rand) {
	t.Helper()
	x, y := 1024*r.Float64(), 256*r.Float64()
	var dots []curves.Dot
	e.Dots(func(d curves.Dot) { dots = append(dots, d) })
	var handles []curves.Handle
	e.Handles(func(h curves.Handle) { handles = append(handles, h) })
	switch n := len(dots); {
	case len(handles) > 0 && r.IntN(2) == 0:
		h := handles[r.IntN(len(handles))]
		x, y = h.X, h.Y
	case n > 0 && r.IntN(3) > 0:
		d := dots[r.IntN(n)]
		x, y = d.X, d.Y
	}
	switch r.IntN(10) {
	case 0:
		must.Do(t, e.Insert(e.View.Time(x)))
	case 1:
		must.Do(t, e.Delete())
	case 2:
		must.Do(t, e.Tangents(edit.Tangent(r.IntN(6))))
	case 3:
		e.Undo()
	case 4:
		e.Redo()
	case 5:
		e.Zoom(x, 0.5+r.Float64())
	case 6:
		p, err := e.Pose(r.IntN(e.Model.Skeleton.Len()), e.Current().Seconds*r.Float64())
		must.Do(t, err)
		at := p.Place()
		for axis := range at {
			at[axis] += 0.3 * r.NormFloat64()
		}
		must.Do(t, p.DragTo(curves.Tool(r.IntN(3)), at))
		must.Do(t, p.End())
	default:
		e.Press(x, y, r.IntN(3) == 0)
		for range 3 {
			must.Do(t, e.Drag(x+60*r.NormFloat64(), y+30*r.NormFloat64()))
		}
		must.Do(t, e.Release())
	}
	if e.Dragging() {
		t.Fatal("the mouse still holds something")
	}
}

// A list that does more than edit clips in place is refused, with its place.
func TestOpenRefuses(t *testing.T) {
	m := slider()
	for name, d := range map[string]*list.Document{
		"as":    {Clips: []list.Clip{{Clip: "slide", As: "other"}}},
		"each":  {Clips: []list.Clip{{}}},
		"parts": {Clips: []list.Clip{{Clip: "slide", Parts: []list.Part{{As: "a", To: 1}}}}},
		"join":  {Clips: []list.Clip{{Clip: "slide", Edits: []list.Edit{&list.Join{Clip: "slide"}}}}},
		"clip":  {Clips: []list.Clip{{Clip: "slid"}}},
	} {
		if _, err := curves.Open(m, d); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	m.Clips = append(m.Clips, m.Clips[0])
	e := open(t, m, 1)
	e.Show(curves.Joint(0))
	if err := e.Insert(0.3); err == nil {
		t.Error("the second clip of one name is edited")
	}
}

// A model that is read anew takes the edits along, as such that are not saved; one that lacks what
// they change is an error.
func TestCarry(t *testing.T) {
	e := open(t, slider(), 0)
	e.Show(curves.Joint(1))
	must.Do(t, e.Insert(0.3))
	want, err := e.Built(0)
	must.Do(t, err)
	e.Saved()
	fresh, err := curves.Open(slider(), nil)
	must.Do(t, err)
	carried, err := e.Carry(fresh)
	must.Do(t, err)
	if got, err := carried.Built(0); err != nil || !sameBits(got, want) || !carried.Changed() || fresh.Changed() {
		t.Errorf("the clip is another one, or counts as saved: %v", err)
	}
	less := slider()
	less.Clips[0].Name = "other"
	if fresh, err = curves.Open(less, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Carry(fresh); !errors.Is(err, list.ErrDocument) {
		t.Errorf("without the clip: %v", err)
	}
}
