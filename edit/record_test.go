package edit_test

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// travelling is strider with a walk whose root motion is taken out, and an event.
func travelling(t *testing.T) *soa.Model {
	t.Helper()
	m := loadStrider(t)
	walk, err := edit.ExtractMotion(t.Context(), m, m.Clip("walk"), soa.None, edit.MotionOptions{})
	must.Do(t, err)
	walk.Events = []soa.Event{{Time: float32(0.5 * walk.TicksPerSecond), Name: "step"}, {Time: float32(0.6 * walk.TicksPerSecond), Length: float32(0.2 * walk.TicksPerSecond), Name: "stand"}}
	m.Clips = []*soa.Clip{walk, m.Clip("wave"), m.Clip("jump")}
	return m
}

// playing is a crowd of two that fades from a walk to a wave.
func playing(t *testing.T, m *soa.Model) *runtime.Crowd {
	t.Helper()
	crowd, err := runtime.NewCrowd(runtime.Keyframes(m), 2, runtime.CrowdOptions{RootMotion: play.RootApplied, Layout: pose.LayoutOptions{AllJoints: true}})
	must.Do(t, err)
	t.Cleanup(crowd.Close)
	must.Do(t, crowd.PlayAll(0, play.Options{}))
	return crowd
}

// recording records an instance of a crowd.
type recording struct {
	crowd    *runtime.Crowd
	hero     runtime.Instance
	recorder *edit.Recorder
	joints   []int
	matrices []soa.Affine
	pose     soa.Pose
	shear    edit.Gap
}

func newRecording(t *testing.T, m *soa.Model, crowd *runtime.Crowd, hero int, o edit.RecorderOptions) *recording {
	t.Helper()
	r, err := edit.NewRecorder(m, o)
	must.Do(t, err)
	x := &recording{crowd: crowd, hero: crowd.Instance(hero), recorder: r, pose: soa.MakePose(m)}
	x.joints, x.matrices = make([]int, m.Skeleton.Len()), make([]soa.Affine, m.Skeleton.Len())
	for j := range x.joints {
		x.joints[j] = j
	}
	return x
}

// step updates the crowd and adds the pose that it shows then.
func (x *recording) step(ctx context.Context, at, dt float64) error {
	if err := cmp.Or(ctx.Err(), x.crowd.Update(dt)); err != nil {
		return err
	}
	if err := x.crowd.Joints(x.matrices, []int{x.hero.Index()}, x.joints); err != nil {
		return err
	}
	gap, err := x.recorder.Decompose(&x.pose, x.matrices)
	if err != nil {
		return err
	}
	if gap.Metres > x.shear.Metres {
		x.shear = gap
	}
	x.pose.Weights, x.pose.Root = x.hero.Weights(), x.hero.Transform()
	if err := x.hero.Floats(x.pose.Floats); err != nil {
		return err
	}
	var events []edit.RecordedEvent
	for _, e := range x.crowd.Events() {
		if e.Instance == x.hero.Index() {
			events = append(events, edit.RecordedEvent{Name: e.Name, Begin: e.Kind == play.EventBegin || e.Kind == play.EventInside, End: e.Kind == play.EventEnd, Interval: [3]int{e.Layer, e.Clip, e.Index}, Ago: e.Overshoot})
		}
	}
	return x.recorder.Add(at, &x.pose, events)
}

// run takes a step so often per second, beginning with one by 0 s.
func (x *recording) run(ctx context.Context, seconds float64, steps int, before func(at float64) error) error {
	for i := range steps + 1 {
		at, dt := seconds*float64(i)/float64(steps), seconds/float64(steps)
		if i == 0 {
			dt = 0
		}
		if err := before(at); err != nil {
			return err
		}
		if err := x.step(ctx, at, dt); err != nil {
			return err
		}
	}
	return nil
}

// A recorded clip has, at its keys, the joints that the crowd showed; it travels where the character
// did, and has the events that it passed.
func TestRecord(t *testing.T) {
	m := travelling(t)
	fade := func(crowd *runtime.Crowd) func(seconds float64) error {
		return func(seconds float64) error {
			if math.Abs(seconds-0.9) > 1e-9 {
				return nil
			}
			return crowd.Instance(1).Play(1, play.Options{Fade: 0.3})
		}
	}
	crowd := playing(t, m)
	x := newRecording(t, m, crowd, 1, edit.RecorderOptions{Name: "baked", Seconds: 1.5, Rate: 40})
	must.Do(t, x.run(t.Context(), 1.5, 60, fade(crowd)))
	c, err := x.recorder.Clip()
	must.Do(t, err)
	if x.shear.Metres > 1e-5 {
		t.Errorf("%v m off at %s", x.shear.Metres, x.shear.Joint)
	}
	p, again := playClip(t, m, c), playing(t, m)
	joints, matrices := make([]int, m.Skeleton.Len()), make([]soa.Affine, m.Skeleton.Len())
	for j := range joints {
		joints[j] = j
	}
	before := fade(again)
	for i := range 61 {
		at := 1.5 * float64(i) / 60
		must.Do(t, before(at))
		must.Do(t, again.Update(map[bool]float64{true: 0, false: 1.5 / 60}[i == 0]))
		must.Do(t, again.Joints(matrices, []int{1}, joints))
		got := p.at(at)
		for j := range joints {
			want := exact.FromFloat32(matrices[j])
			if d := want.Distance(&got[j], exact.Distance); d > 2e-5 {
				t.Fatalf("at %v s joint %q is %v m off", at, m.Skeleton.Name[j], d)
			}
		}
		place := again.Instance(1).Transform()
		must.Near(t, "x", c.Motion.At(at).X, place.X, 1e-6)
		must.Near(t, "z", c.Motion.At(at).Z, place.Z, 1e-6)
	}
	var step, stand *edit.Event
	for i := range c.Events {
		switch c.Events[i].Name {
		case "step":
			step = &c.Events[i]
		case "stand":
			stand = &c.Events[i]
		}
	}
	if step == nil || math.Abs(step.Time-0.5) > 1e-6 || stand == nil || math.Abs(stand.Time-0.6) > 1e-6 || math.Abs(stand.Length-0.2) > 1e-6 {
		t.Errorf("events %v", c.Events)
	}
	built, err := c.Build()
	must.Do(t, err)
	must.Do(t, m.ValidateClip(built))
}

func TestRecordRefuses(t *testing.T) {
	m := travelling(t)
	for want, options := range map[error][]edit.RecorderOptions{
		soa.ErrOption:   {{Seconds: math.NaN()}, {Seconds: -1}, {Rate: -1}, {Rate: math.NaN()}, {Seconds: 1e300, Rate: 1e300}},
		soa.ErrTooLarge: {{Seconds: 1e6, Rate: 1e4}},
	} {
		for _, o := range options {
			if _, err := edit.NewRecorder(m, o); !errors.Is(err, want) {
				t.Errorf("%+v: %v", o, err)
			}
		}
	}
	broken := &soa.Skeleton{Name: []string{"a"}, Parent: []int16{0}}
	for _, m := range []*soa.Model{nil, {}, {Skeleton: broken}} {
		if _, err := edit.NewRecorder(m, edit.RecorderOptions{}); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%v: %v", m, err)
		}
	}
	x := newRecording(t, m, playing(t, m), 0, edit.RecorderOptions{})
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := x.step(cancelled, 0, 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := x.recorder.Clip(); !errors.Is(err, edit.ErrTime) {
		t.Errorf("a clip of no pose: %v", err)
	}
}

// A pose, a time or an event that is refused leaves the recording as it was.
func TestRecordRefusesPoses(t *testing.T) {
	m := travelling(t)
	rest := func() *soa.Pose { p := soa.MakePose(m); return &p }
	r, err := edit.NewRecorder(m, edit.RecorderOptions{Seconds: 2})
	must.Do(t, err)
	must.Do(t, r.Add(0.5, rest(), []edit.RecordedEvent{{Name: "step"}}))
	was, err := r.Clip()
	must.Do(t, err)
	nan := float32(math.NaN())
	for name, spoil := range map[string]func(p *soa.Pose){
		"translation x NaN":       func(p *soa.Pose) { p.Local.TX[3] = nan },
		"scale z NaN":             func(p *soa.Pose) { p.Local.SZ[3] = nan },
		"not of unit length":      func(p *soa.Pose) { p.Local.RX[3], p.Local.RW[3] = 1, 1 },
		"rotation y of":           func(p *soa.Pose) { p.Local.RY = p.Local.RY[1:] },
		"Pose.Has has 1 values":   func(p *soa.Pose) { p.Has = []bool{true} },
		"Pose.Weights has 7":      func(p *soa.Pose) { p.Weights = make([]float32, 7) },
		"Pose.Floats has 100":     func(p *soa.Pose) { p.Floats = make([]float32, 100) },
		"root at NaN":             func(p *soa.Pose) { p.Root.X = math.NaN() },
		"root at 0 0 0 with":      func(p *soa.Pose) { p.Root.C = 2 },
		"translation x of 0 join": func(p *soa.Pose) { *p = soa.Pose{} },
	} {
		p := rest()
		spoil(p)
		if err := r.Add(1, p, nil); !errors.Is(err, soa.ErrInvalid) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := r.Add(1, nil, nil); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("no pose: %v", err)
	}
	for _, at := range []float64{0.5, 0.2, -1, 2.1, math.NaN(), math.Inf(1)} {
		if err := r.Add(at, rest(), nil); !errors.Is(err, edit.ErrTime) {
			t.Errorf("at %v s: %v", at, err)
		}
	}
	for _, e := range []edit.RecordedEvent{{Ago: math.NaN()}, {Ago: math.Inf(-1)}, {Begin: true, End: true}} {
		if err := r.Add(1, rest(), []edit.RecordedEvent{{Name: "ok"}, e}); !errors.Is(err, soa.ErrOption) {
			t.Errorf("%v: %v", e, err)
		}
	}
	matrices := make([]soa.Affine, m.Skeleton.Len())
	matrices[3][7] = nan
	for _, list := range [][]soa.Affine{nil, matrices[1:], matrices} {
		if _, err := r.Decompose(rest(), list); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%d matrices: %v", len(list), err)
		}
	}
	now, err := r.Clip()
	must.Do(t, err)
	if !reflect.DeepEqual(was, now) {
		t.Errorf("%+v, was %+v", now, was)
	}
}

// Poses of more keys than a clip may have are refused.
func TestRecordBound(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 400 MB")
	}
	m := &soa.Model{Skeleton: &soa.Skeleton{Rest: soa.MakeTransforms(0)}, Weights: make([]soa.MorphWeight, edit.MaxKeys/2+1)}
	r, err := edit.NewRecorder(m, edit.RecorderOptions{})
	must.Do(t, err)
	p := soa.MakePose(m)
	must.Do(t, r.Add(0, &p, nil))
	if err := r.Add(1, &p, nil); !errors.Is(err, soa.ErrTooLarge) {
		t.Error(err)
	}
}

// door is a model of a frame, a door on it and its handle.
func door(t *testing.T) *soa.Model {
	t.Helper()
	k, err := soa.NewSkeleton(soa.Joint{Name: "frame"}, soa.Joint{Name: "door", Parent: "frame", Translation: [3]float32{1, 0, 0}}, soa.Joint{Name: "handle", Parent: "door", Translation: [3]float32{0.5, 0, 0}})
	must.Do(t, err)
	return &soa.Model{Skeleton: k, Weights: []soa.MorphWeight{{Target: "creak"}}, Floats: []soa.NamedFloat{{Name: "lamp", Joint: soa.NoJoint}}}
}

// Joints, weights and floats that a pose does not have get no key.
func TestRecordParts(t *testing.T) {
	m := door(t)
	r, err := edit.NewRecorder(m, edit.RecorderOptions{Rate: 10})
	must.Do(t, err)
	for i := range 3 {
		p := soa.MakePose(m)
		p.Local.TY[1], p.Local.TY[2] = float32(i), float32(2*i)
		if i == 1 {
			p.Has, p.Weights, p.Floats = []bool{true, false, true}, nil, nil
		} else {
			p.Weights[0], p.Floats[0] = 0.5, float32(i+1)
		}
		must.Do(t, r.Add(float64(i+1), &p, nil))
	}
	c, err := r.Clip()
	must.Do(t, err)
	got := map[edit.ID]int{}
	for _, tr := range c.Tracks {
		got[tr.ID] = len(tr.Keys)
	}
	want := map[edit.ID]int{{Property: soa.Translation, Target: 1}: 2, {Property: soa.Translation, Target: 2}: 3, {Property: soa.Weight}: 1, {Property: soa.Float}: 2}
	if !maps.Equal(got, want) || c.Seconds != 3 || c.Motion != nil {
		t.Errorf("keys %v, want %v; %v s, %v", got, want, c.Seconds, c.Motion)
	}
}

// Intervals end where they are left, or else at the clip's end; a root that moves before the first
// pose stays until then.
func TestRecordIntervals(t *testing.T) {
	m := door(t)
	r, err := edit.NewRecorder(m, edit.RecorderOptions{Seconds: 3})
	must.Do(t, err)
	open, shut := [3]int{0, 1, 2}, [3]int{0, 1, 3}
	add := func(at, x float64, events ...edit.RecordedEvent) {
		t.Helper()
		p := soa.MakePose(m)
		p.Root.X = x
		must.Do(t, r.Add(at, &p, events))
	}
	add(1, 5, edit.RecordedEvent{Name: "shut", End: true, Interval: shut}, edit.RecordedEvent{Name: "open", Begin: true, Interval: open, Ago: 0.25})
	add(2, 7, edit.RecordedEvent{Name: "open", Begin: true, Interval: open}, edit.RecordedEvent{Name: "shut", Begin: true, Interval: shut, Ago: 3})
	add(2.5, 7, edit.RecordedEvent{Name: "open", End: true, Interval: open, Ago: 0.5}, edit.RecordedEvent{Name: "thud", Ago: -1})
	for range 2 { // a clip changes nothing
		c, err := r.Clip()
		must.Do(t, err)
		if want := []edit.Event{{0, 3, "shut"}, {0.75, 1.25, "open"}, {2.5, 0, "thud"}}; !slices.Equal(c.Events, want) {
			t.Errorf("events %v, want %v", c.Events, want)
		}
		if got := c.Motion.At(0.5).X + 10*c.Motion.At(1.5).X + 100*c.Motion.At(3).X; got != 210 {
			t.Errorf("it travels %+v", c.Motion)
		}
		built, err := c.Build()
		must.Do(t, err)
		must.Do(t, m.ValidateClip(built))
	}
}

// Matrices become transforms that lead to them, in the room that the pose has. What shears, and what
// lies below a joint without extent, is off by the gap.
func TestDecompose(t *testing.T) {
	m := door(t)
	r, err := edit.NewRecorder(m, edit.RecorderOptions{})
	must.Do(t, err)
	place := func(locals ...exact.Matrix) (list []soa.Affine) {
		above := exact.Identity()
		for _, l := range locals {
			above = above.Mul(l)
			list = append(list, above.Float32())
		}
		return list
	}
	turn := exact.AxisRotation(1, 0.7)
	swung := exact.Compose(exact.Vec{1, 0, 0}, turn, exact.Vec{1, 2, -1})
	wide := exact.Compose(exact.Vec{}, exact.IdentityQuat(), exact.Vec{3, 1, 1})
	flat := exact.Compose(exact.Vec{}, exact.IdentityQuat(), exact.Vec{0, 0, 0})
	sheared := exact.Identity()
	sheared[1] = 1
	p := soa.Pose{Weights: []float32{0.5}, Root: soa.RootTransform{X: 1, C: 1}}
	for name, test := range map[string]struct {
		locals []exact.Matrix
		gap    float64
		joint  string
	}{
		"rest and swing": {[]exact.Matrix{exact.Identity(), swung, swung}, 0, ""},
		"uneven scales":  {[]exact.Matrix{wide, swung, swung}, 0, ""},
		"shear":          {[]exact.Matrix{exact.Identity(), sheared, exact.Identity()}, 0.01, "handle"},
		"no extent":      {[]exact.Matrix{flat, swung, swung}, 0, ""},
	} {
		gap, err := r.Decompose(&p, place(test.locals...))
		must.Do(t, err)
		if (gap.Metres > 1e-6) != (test.gap > 0) || gap.Metres < test.gap || test.gap > 0 && gap.Joint != test.joint {
			t.Errorf("%s: %+v, want %v m at %q", name, gap, test.gap, test.joint)
		}
		must.Do(t, p.Validate(m))
	}
	if p.Weights[0] != 0.5 || p.Root.X != 1 {
		t.Errorf("%+v", p)
	}
	matrices := place(exact.Identity(), swung, swung)
	if n := testing.AllocsPerRun(10, func() { _, _ = r.Decompose(&p, matrices) }); n != 0 {
		t.Errorf("it allocates %v times", n)
	}
}
