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
	Shear   float64 `json:"shear_m"` // see edit.Recorded
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
	options := p.recordOptions(crowd, name, seconds)
	if err := p.start(crowd); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", o.File, err)
	}
	c, saw, err := edit.Record(ctx, o.Model, crowd, crowd.Instance(0), options)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", o.File, err)
	}
	built, err := c.Build()
	if err == nil {
		err = o.Model.ValidateClip(built)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", o.File, err)
	}
	return built, &Recording{name, p.Name(), c.Seconds, options.Rate, c.Keys(), len(c.Events), c.Motion != nil, saw.Shear.Metres}, nil
}

// recordOptions returns the settings of a recording, with the input of a graph and the targets of a
// control over time.
func (p *Performance) recordOptions(crowd *runtime.Crowd, name string, seconds float64) edit.RecordOptions {
	if start, end := p.Span(); seconds == 0 {
		seconds = end - start
	}
	out := edit.RecordOptions{Name: name, Seconds: seconds, Rate: recordRate}
	var played *Played
	if p.Script != nil && p.Script.Graph != nil {
		played = p.Script.Graph
		step := played.Input.Seconds
		out.Rate, out.Seconds = 1/step, float64(math.Round(seconds/step)*step)
	}
	step := 0 // of the input
	out.Before = func(at float64) error {
		if played != nil && at > 0 {
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
	return out
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
