package performance

import (
	"context"
	"errors"
	"math"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// take is the recording of the first character of a crowd.
type take struct {
	crowd         *runtime.Crowd
	recorder      *edit.Recorder
	seconds, rate float64 // its length, and poses per second

	joints   []int
	matrices []soa.Affine
	pose     soa.Pose
	events   []edit.RecordedEvent
	shear    float64 // the largest gap of Decompose, in metres
}

// run updates the crowd as often as the rate asks for, beginning with an update by 0 s, and adds the
// poses to the recorder. It calls prepare with the time to which the next update leads.
func (t *take) run(ctx context.Context, prepare func(at float64) error) error {
	steps := math.Ceil(float64(t.seconds*t.rate) - 1e-6)
	for i := 0.; i <= steps; i++ {
		at, dt := 0., 0.
		if i > 0 {
			at, dt = float64(t.seconds*(i/steps)), t.seconds/steps
		}
		if err := prepare(at); err != nil {
			return err
		}
		if err := errors.Join(ctx.Err(), t.crowd.Update(dt)); err != nil {
			return err
		}
		if err := t.add(at); err != nil {
			return err
		}
	}
	return nil
}

// add adds the pose that the character has at a time.
func (t *take) add(at float64) error {
	character := t.crowd.Instance(0)
	if err := t.crowd.Joints(t.matrices, []int{0}, t.joints); err != nil {
		return err
	}
	gap, err := t.recorder.Decompose(&t.pose, t.matrices)
	if err != nil {
		return err
	}
	t.shear = max(t.shear, gap.Metres)
	t.pose.Weights, t.pose.Root = character.Weights(), character.Transform()
	if err := character.Floats(t.pose.Floats); err != nil {
		return err
	}
	t.events = t.events[:0]
	for _, e := range t.crowd.Events() {
		if e.Instance == 0 {
			t.events = append(t.events, recorded(&e))
		}
	}
	return t.recorder.Add(at, &t.pose, t.events)
}

// recorded returns an event as a recorder takes it. An interval that the character was inside from the
// start begins there.
func recorded(e *play.Event) edit.RecordedEvent {
	return edit.RecordedEvent{
		Name: e.Name, Begin: e.Kind == play.EventBegin || e.Kind == play.EventInside, End: e.Kind == play.EventEnd,
		Interval: [3]int{e.Layer, e.Clip, e.Index}, Ago: e.Overshoot,
	}
}
