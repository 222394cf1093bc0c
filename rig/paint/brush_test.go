package paint_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/soa"
)

var joints = []string{"root", "arm.L", "hand.L", "arm.R", "hand.R"}

// onBar is a random place on the bar.
func onBar(r *rand.Rand) exact.Vec {
	s, c := exact.SinCos(6.283 * r.Float64())
	return exact.Vec{2*r.Float64() - 1, 0.1 * c, 0.1 * s}
}

// randomStroke is a step that a brush paints, and the places that the mouse takes it to.
func randomStroke(r *rand.Rand) (step paint.Step, way [][3]float64) {
	joint := joints[r.IntN(len(joints))]
	step.Operation = []paint.Operation{
		&paint.Replace{Joint: joint, Value: r.Float64()}, &paint.Add{Joint: joint, Value: r.Float64()},
		&paint.Subtract{Joint: joint, Value: r.Float64()}, &paint.Scale{Joint: joint, Factor: 2 * r.Float64()},
		&paint.Smooth{Joint: joint, Rounds: 1 + r.IntN(4)}, &paint.Blur{Joint: joint, Radius: 0.01 + 0.2*r.Float64()},
		&paint.Levels{Joint: joint, Gain: 3*r.Float64() - 1, Offset: r.Float64() - 0.5},
		&paint.Gradient{Joint: joint, From: onBar(r), To: onBar(r), Low: r.Float64(), High: r.Float64()},
	}[r.IntN(8)]
	for range 1 + r.IntN(12) {
		way = append(way, onBar(r))
	}
	step.Strength = r.Float64()
	step.Mirrored, step.Raw = r.IntN(2) == 0, r.IntN(6) == 0
	for _, name := range joints {
		if r.IntN(5) == 0 {
			step.Locked = append(step.Locked, name)
		}
	}
	step.Masks = []paint.Mask{{Shape: &paint.Stroke{
		Points: way[:1], Radius: 0.02 + 0.3*r.Float64(), Falloff: paint.Falloff(r.IntN(len(paint.FalloffNames()))), Through: r.IntN(2) == 0,
	}}}
	if r.IntN(3) == 0 {
		step.Masks = append(step.Masks, paint.Mask{Shape: &paint.Threshold{Joint: joints[r.IntN(len(joints))], From: 0.2, To: 0.7}, Inverse: r.IntN(2) == 0})
	}
	if r.IntN(3) == 0 {
		step.Masks = append(step.Masks, paint.Mask{Shape: &paint.Side{Axis: paint.Axis(r.IntN(6)), Width: r.Float64()}})
	}
	return step, way[1:]
}

// paintWith paints random strokes by hand, with steps back and forth between them.
func paintWith(t *testing.T, r *rand.Rand, p *paint.Painter, strokes int) {
	t.Helper()
	for range strokes {
		step, way := randomStroke(r)
		must.Do(t, p.Begin(step))
		for _, at := range way {
			p.StrokeTo(at)
		}
		if r.IntN(8) == 0 {
			p.Cancel()
		} else {
			p.End()
		}
		for r.IntN(3) == 0 {
			p.Undo()
		}
		for r.IntN(3) == 0 {
			p.Redo()
		}
	}
}

// What is painted by hand has, bit for bit, the weights of the saved list.
func TestBrushIsTheList(t *testing.T) {
	for s := range seed.Cases(t, 12) {
		r := rand.New(rand.NewPCG(s, 1))
		m := bar(5+r.IntN(40), 3+r.IntN(16))
		p, err := paint.Open(t.Context(), m, nil)
		must.Do(t, err)
		paintWith(t, r, p, 8)
		data, err := p.Document().JSON()
		must.Do(t, err)
		d, err := paint.Parse(data)
		must.Do(t, err)
		again, err := paint.Open(t.Context(), m, d)
		must.Do(t, err)
		if !reflect.DeepEqual(p.Influences(0), again.Influences(0)) {
			t.Fatalf("the list gives other weights:\n%s", data)
		}
		want, _, err := p.Model()
		must.Do(t, err)
		got, _, err := d.Apply(t.Context(), m)
		must.Do(t, err)
		must.Do(t, got.Validate())
		if !reflect.DeepEqual(got, want) {
			t.Fatal("the models differ")
		}
		checkWeights(t, got)
	}
}

// Undo gives what the shorter list gives, and all the way back the model's own weights.
func TestUndo(t *testing.T) {
	painted := false
	for s := range seed.Cases(t, 6) {
		r := rand.New(rand.NewPCG(s, 2))
		m := bar(20, 9)
		p, err := paint.Open(t.Context(), m, nil)
		must.Do(t, err)
		first := p.Influences(0)
		var after []*soa.Influences
		for range 5 {
			after = append(after, p.Influences(0))
			step, way := randomStroke(r)
			must.Do(t, p.Begin(step))
			for _, at := range way {
				p.StrokeTo(at)
			}
			p.End()
		}
		last := p.Influences(0)
		for k := range after {
			if _, ok := p.Undo(); !ok || !reflect.DeepEqual(p.Influences(0), after[len(after)-1-k]) {
				t.Fatalf("undo %d gives other weights", k)
			}
		}
		if _, ok := p.Undo(); ok {
			t.Error("there is a step before the first")
		}
		if out, report, err := p.Model(); err != nil || out != m || report.Points != 0 {
			t.Errorf("without a step the model is another: %v", err)
		}
		for range after {
			p.Redo()
		}
		if !reflect.DeepEqual(p.Influences(0), last) {
			t.Error("redo gives other weights")
		}
		painted = painted || !reflect.DeepEqual(first, last)
	}
	if !painted {
		t.Error("nothing was painted")
	}
}

// Locked weights stay bit for bit, and the others make up for what is painted.
func TestLocks(t *testing.T) {
	for s := range seed.Cases(t, 8) {
		r := rand.New(rand.NewPCG(s, 3))
		m := bar(24, 8)
		p, err := paint.Open(t.Context(), m, nil)
		must.Do(t, err)
		locked := uint16(r.IntN(len(joints)))
		before := weightsOf(p.Influences(0), locked)
		for range 6 {
			step, way := randomStroke(r)
			step.Locked, step.Raw = []string{joints[locked]}, false
			must.Do(t, p.Begin(step))
			for _, at := range way {
				p.StrokeTo(at)
			}
			p.End()
		}
		for _, e := range []paint.Operation{&paint.Smooth{Rounds: 2}, &paint.Limit{Influences: 2}, &paint.Mirror{From: paint.PositiveX, Reach: 0.1}} {
			must.Do(t, p.Do(paint.Step{Operation: e, Strength: r.Float64(), Locked: []string{joints[locked]}}))
		}
		f := p.Influences(0)
		if !reflect.DeepEqual(before, weightsOf(f, locked)) {
			t.Errorf("the weights of %s change, though they are locked", joints[locked])
		}
		for v := range len(f.Start) - 1 {
			sum := 0.
			for i := f.Start[v]; i < f.Start[v+1]; i++ {
				sum += float64(f.Weight[i])
			}
			must.Near(t, "the sum", sum, 1, 1e-6)
		}
	}
}

// weightsOf returns the weight of a palette entry at each vertex.
func weightsOf(f *soa.Influences, bone uint16) []float32 {
	out := make([]float32, len(f.Start)-1)
	for v := range out {
		for i := f.Start[v]; i < f.Start[v+1]; i++ {
			if f.Bone[i] == bone {
				out[v] = f.Weight[i]
			}
		}
	}
	return out
}
