package edit_test

import (
	"context"
	"errors"
	"math"
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
	c, r, err := edit.Record(context.Background(), m, crowd, crowd.Instance(1), edit.RecordOptions{Name: "baked", Seconds: 1.5, Rate: 40, Before: fade(crowd)})
	must.Do(t, err)
	if r.Shear.Metres > 1e-5 {
		t.Errorf("%v m off at %s", r.Shear.Metres, r.Shear.Joint)
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
	crowd := playing(t, m)
	ctx := context.Background()
	stop := errors.New("stop")
	for want, o := range map[error]edit.RecordOptions{
		soa.ErrOption:   {Seconds: math.NaN()},
		soa.ErrTooLarge: {Seconds: 1e6, Rate: 1e4},
		stop:            {Seconds: 1, Before: func(float64) error { return stop }},
	} {
		if _, _, err := edit.Record(ctx, m, crowd, crowd.Instance(0), o); !errors.Is(err, want) {
			t.Errorf("%v: %v", want, err)
		}
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := edit.Record(cancelled, m, crowd, crowd.Instance(0), edit.RecordOptions{Seconds: 1}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
