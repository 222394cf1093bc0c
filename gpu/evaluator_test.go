package gpu

import (
	"bytes"
	"context"
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// evaluated is a crowd that plays, next to an evaluator of its bank.
type evaluated struct {
	model     *soa.Model
	crowd     *runtime.Crowd
	bank      *soa.Bank
	evaluator *Evaluator
	frames    []soa.Frame
}

// newEvaluated compiles two clips and lets instances play them, a third of them in a
// cross-fade, one resting and one at half its weight over the rest pose.
func newEvaluated(t *testing.T, r *Renderer, model *soa.Model, n int) *evaluated {
	t.Helper()
	e := &evaluated{model: model, frames: make([]soa.Frame, n*soa.InstanceFrames)}
	var err error
	e.bank, err = bake.Bank(context.Background(), model, nil, bake.BankOptions{ErrorBound: 1e-3})
	must.Do(t, err)
	e.crowd, err = runtime.NewCrowd(runtime.Baked(e.bank), n, runtime.CrowdOptions{Play: &play.Options{Seed: 1}})
	must.Do(t, err)
	must.Do(t, e.crowd.Update(0.3))
	for i := 0; i < n; i += 3 {
		must.Do(t, e.crowd.Instance(i).Play(1, play.Options{Fade: 0.5}))
	}
	must.Do(t, e.crowd.Instance(1).Play(play.Rest, play.Options{}))
	must.Do(t, e.crowd.Instance(2).Play(1, play.Options{Weight: 0.5}))
	e.evaluator, err = r.NewEvaluator(e.bank)
	must.Do(t, err)
	return e
}

// TestEvaluator: palettes computed on the GPU from a crowd's frames are those that the
// crowd computes, in both forms, while instances fade and after.
func TestEvaluator(t *testing.T) {
	r := newRenderer(t, 16, 16, 1)
	for _, drive := range []figure.Drive{figure.Captured, figure.Joints, figure.Everything} {
		model := figure.Character(figure.Motion{Name: "sway", Seconds: 1.3, Drive: drive}, figure.Motion{Name: "wave", Seconds: 0.9, Drive: drive})
		e := newEvaluated(t, r, model, 100)
		worst, mixed := 0.0, 0
		for range 6 {
			if err := e.crowd.Update(0.11); err != nil {
				t.Fatal(err)
			}
			if err := e.crowd.Frames(e.frames, 0, e.crowd.Len()); err != nil {
				t.Fatal(err)
			}
			for k := 1; k < len(e.frames); k += soa.InstanceFrames {
				if e.frames[k].Weight > 0 {
					mixed++
				}
			}
			if err := e.evaluator.Evaluate(e.frames); err != nil {
				t.Fatal(err)
			}
			got, err := e.evaluator.Read(nil)
			if err != nil {
				t.Fatal(err)
			}
			worst = max(worst, e.difference(t, got))
		}
		t.Logf("%v form: worst difference %.2g", e.bank.Form, worst)
		if worst > 1e-5 {
			t.Errorf("%v form: the GPU differs by %.3g", e.bank.Form, worst)
		}
		if mixed < 50 {
			t.Errorf("only %d instances were in a cross-fade", mixed)
		}
		e.crowd.Close()
		e.evaluator.Close()
	}
}

// difference returns the greatest one of palettes of joints, of values of a metre.
func (e *evaluated) difference(t *testing.T, got []float32) (worst float64) {
	t.Helper()
	layout := e.crowd.Layout()
	slots := layout.Rotations()
	if len(got) != 12*slots*e.crowd.Len() {
		t.Fatalf("%d values", len(got))
	}
	for i := range e.crowd.Len() {
		want := e.crowd.Instance(i).Palette()
		for s := range slots {
			if layout.Joint[s] == soa.NoJoint {
				continue
			}
			for c := range 12 {
				g, w := float64(got[(i*slots+s)*12+c]), float64(want[12*s+c])
				worst = max(worst, math.Abs(g-w)/max(1, math.Abs(w)))
			}
		}
	}
	return worst
}

// TestEvaluatedPictures: a crowd that hands over frames looks like one that hands over
// palettes, by each carrier that has a buffer, and a picture allocates nothing.
func TestEvaluatedPictures(t *testing.T) {
	model := figure.Character(figure.Motion{Name: "sway", Seconds: 1.3}, figure.Motion{Name: "wave", Seconds: 0.9})
	for _, c := range Carriers() {
		r := newRendererWith(t, 160, 90, Options{Samples: 4, Carrier: c})
		e := newEvaluated(t, r, model, 30)
		if err := e.crowd.Update(0.2); err != nil {
			t.Fatal(err)
		}
		drawn, err := e.crowd.Layout().BindModel(model)
		if err != nil {
			t.Fatal(err)
		}
		item := Item{Model: upload(t, r, drawn), Palettes: []Palette{{Data: e.crowd.Palettes(), Stride: e.crowd.Stride()}}}
		for i := range e.crowd.Len() {
			item.World = append(item.World, at(float32(i%6)-2.5, 0, -float32(i/6)))
		}
		bounds, err := item.Bounds()
		if err != nil {
			t.Fatal(err)
		}
		view := Orbit{Yaw: 0.4, Pitch: 0.3}
		view.Fit(bounds, 160.0/90)
		s := &Scene{Camera: view.Camera(), Items: []Item{item}}
		want := picture(t, r, s)
		if err := e.crowd.Frames(e.frames, 0, e.crowd.Len()); err != nil {
			t.Fatal(err)
		}
		if err := e.evaluator.Evaluate(e.frames); err != nil {
			t.Fatal(err)
		}
		s.Items[0].Palettes = []Palette{e.evaluator.Palette()}
		if c == UniformArray || c == FloatTexture {
			if err := r.Draw(s); !errors.Is(err, ErrItem) {
				t.Errorf("%v: %v", c, err)
			}
			continue
		}
		got := picture(t, r, s)
		differ := 0
		for k := range got.Pix {
			if d := int(got.Pix[k]) - int(want.Pix[k]); d > 8 || d < -8 {
				differ++
			}
		}
		if differ > len(got.Pix)/500 || bytes.Equal(got.Pix, make([]byte, len(got.Pix))) {
			t.Errorf("%v: %d of %d values differ", c, differ, len(got.Pix))
		}
		if n := testing.AllocsPerRun(10, func() {
			if e.crowd.Frames(e.frames, 0, e.crowd.Len()) != nil || e.evaluator.Evaluate(e.frames) != nil || r.Draw(s) != nil {
				t.Fatal("a picture fails")
			}
		}); n != 0 {
			t.Errorf("%v: %v allocations", c, n)
		}
		if err := driver.Check("the test"); err != nil {
			t.Error(err)
		}
	}
}

// TestEvaluatorErrors: what cannot be evaluated or drawn is refused.
func TestEvaluatorErrors(t *testing.T) {
	r := newRenderer(t, 16, 16, 1)
	model := figure.Character(figure.Motion{Name: "sway", Seconds: 0.4}, figure.Motion{Name: "wave", Seconds: 0.4})
	e := newEvaluated(t, r, model, 4)
	drawn, err := e.crowd.Layout().BindModel(model)
	if err != nil {
		t.Fatal(err)
	}
	item := Item{Model: upload(t, r, drawn), World: make([]soa.Affine, 5), Palettes: []Palette{e.evaluator.Palette()}}
	if err := e.evaluator.Evaluate(make([]soa.Frame, 8)); err != nil {
		t.Fatal(err)
	}
	draw := func() error { return r.Draw(&Scene{Items: []Item{item}}) }
	for name, c := range map[string]struct{ err, want error }{
		"half an instance":   {e.evaluator.Evaluate(make([]soa.Frame, 3)), ErrItem},
		"a row too far":      {e.evaluator.Evaluate([]soa.Frame{{Row: uint32(e.bank.RowCount() - 1)}, {}}), soa.ErrRange},
		"too few instances":  {draw(), ErrItem},
		"another's renderer": {newRenderer(t, 16, 16, 1).Draw(&Scene{Items: []Item{item}}), ErrItem},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v", name, c.err)
		}
	}
	item.World = item.World[:4]
	if err := draw(); err != nil {
		t.Error(err)
	}
	for _, mesh := range drawn.Meshes {
		mesh.Skinning = soa.DualQuaternion
	}
	item.Model = upload(t, r, drawn)
	if err := draw(); !errors.Is(err, ErrItem) {
		t.Errorf("dual quaternions: %v", err)
	}
	e.evaluator.Close()
	if err := e.evaluator.Evaluate(nil); !errors.Is(err, soa.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	if _, err := e.evaluator.Read(nil); !errors.Is(err, soa.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	t.Setenv("MESA_GL_VERSION_OVERRIDE", "3.3")
	t.Setenv("MESA_GLSL_VERSION_OVERRIDE", "330")
	if _, err := newRenderer(t, 16, 16, 1).NewEvaluator(e.bank); !errors.Is(err, soa.ErrOption) {
		t.Errorf("OpenGL 3.3: %v", err)
	}
}
