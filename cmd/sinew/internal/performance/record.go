package performance

import (
	"context"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// Recording describes what Record baked.
type Recording struct {
	Name    string  `json:"name"`
	Plays   string  `json:"plays"`
	Seconds float64 `json:"seconds"`
	Rate    float64 `json:"rate"` // poses per second
	Keys    int     `json:"keys"`
	Events  int     `json:"events"`
	Travels bool    `json:"travels"` // it has root motion
	Shear   float64 `json:"shear_m"` // see edit.Recorder.Decompose
}

// recordRate is the rate in which what has no steps of its own is recorded, per second.
const recordRate = 60

// Record bakes what plays into a clip, for some seconds or, for 0, until all has been seen. A graph
// is recorded at the steps of its input.
func (p *Performance) Record(ctx context.Context, o *models.Opened, name string, seconds float64) (*soa.Clip, *Recording, error) {
	if p.Still() {
		return nil, nil, fmt.Errorf("%s: nothing plays, so nothing is recorded", o.File)
	}
	var clips []*soa.Clip
	if p.Clip != nil {
		clips = []*soa.Clip{p.Clip}
	}
	p.records = true
	crowd, _, err := p.Crowd(o, clips, 1)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", o.File, err)
	}
	defer crowd.Close()
	c, did, err := p.record(ctx, o.Model, crowd, name, seconds)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", o.File, err)
	}
	return c, did, nil
}

// record records the first character of a crowd that has not begun.
func (p *Performance) record(ctx context.Context, m *soa.Model, crowd *runtime.Crowd, name string, seconds float64) (*soa.Clip, *Recording, error) {
	take, err := p.newTake(m, crowd, name, seconds)
	if err != nil {
		return nil, nil, err
	}
	if err := p.start(crowd); err != nil {
		return nil, nil, err
	}
	if err := take.run(ctx, p.steps(crowd)); err != nil {
		return nil, nil, err
	}
	c, err := take.recorder.Clip()
	if err != nil {
		return nil, nil, err
	}
	built, err := c.Build()
	if err == nil {
		err = m.ValidateClip(built)
	}
	if err != nil {
		return nil, nil, err
	}
	return built, &Recording{name, p.Name(), c.Seconds, take.rate, c.Keys(), len(c.Events), c.Motion != nil, take.shear}, nil
}

// newTake prepares the recording of a crowd's first character.
func (p *Performance) newTake(m *soa.Model, crowd *runtime.Crowd, name string, seconds float64) (*take, error) {
	if start, end := p.Span(); seconds == 0 {
		seconds = end - start
	}
	t := &take{crowd: crowd, seconds: seconds, rate: recordRate}
	if p.Script != nil && p.Script.Graph != nil {
		step := p.Script.Graph.Input.Seconds
		t.rate, t.seconds = 1/step, float64(math.Round(seconds/step)*step)
	}
	recorder, err := edit.NewRecorder(m, edit.RecorderOptions{Name: name, Seconds: t.seconds, Rate: t.rate})
	if err != nil {
		return nil, err
	}
	t.recorder, t.pose = recorder, soa.MakePose(m)
	t.matrices, t.joints = make([]soa.Affine, m.Skeleton.Len()), make([]int, m.Skeleton.Len())
	for j := range t.joints {
		t.joints[j] = j
	}
	return t, nil
}

// steps returns what prepares each step of a crowd, by the time that it leads to: the input of a graph
// and the targets of a control.
func (p *Performance) steps(crowd *runtime.Crowd) func(at float64) error {
	step := 0 // of the input
	return func(at float64) error {
		if p.Script != nil && p.Script.Graph != nil && at > 0 {
			played := p.Script.Graph
			if err := played.Input.Apply(played.Runs[crowd].Instances, 0, step); err != nil {
				return err
			}
			step++
		}
		if p.Control == nil {
			return nil
		}
		return p.Control.Runs[crowd].GoesTo(at)
	}
}

// start begins what the first instance of a crowd plays; a graph begins by itself.
func (p *Performance) start(crowd *runtime.Crowd) error {
	switch {
	case p.Script != nil && p.Script.Graph == nil:
		return p.Script.Stack.Play(crowd, 0)
	case p.Clip != nil:
		mode := play.Clamp
		if p.Clip.Loop {
			mode = play.Wrap
		}
		return crowd.Instance(0).Play(0, play.Options{Mode: mode})
	}
	return nil
}
