package editing

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/pflag"
)

// Record is the flags of a recording.
type Record struct {
	Name    string // of the clip; "" for no recording
	Seconds float64
	plays   performance.Flags
}

// AddFlags adds the flags.
func (r *Record) AddFlags(f *pflag.FlagSet) {
	f.StringVar(&r.Name, "record", "", "bake what plays into a clip of this `name`, see above")
	f.Float64Var(&r.Seconds, "seconds", 0, "record for so many `seconds` (default: until all has been seen)")
	f.StringVar(&r.plays.Layers, "layers", "", "record the layers of a JSON `file`, see sinew help layers")
	f.StringVar(&r.plays.Graph, "graph", "", "record the animation graph of a JSON `file`, see sinew help graph")
	f.StringVar(&r.plays.Play, "play", "", "play the input of a JSON `file` in the graph, see sinew help input")
	f.StringVar(&r.plays.Control, "control", "", "apply the control of a JSON `file`, or own; see sinew help control")
}

// Check refuses flags that exclude each other or need others.
func (r *Record) Check(clips []string) error {
	p := &r.plays
	plays := p.Layers != "" || p.Graph != "" || p.Play != "" || p.Control != ""
	switch {
	case r.Name == "" && (plays || r.Seconds != 0):
		return console.Usagef("--layers, --graph, --play, --control and --seconds are for --record NAME")
	case r.Name == "":
		return nil
	case !plays && len(clips) == 0:
		return console.Usagef("--record needs what plays: --layers, --graph, --control or --clip")
	case !(r.Seconds >= 0 && r.Seconds <= 1e6):
		return console.Usagef("--seconds: %v is no duration", r.Seconds)
	}
	return p.Check(&models.Choice{Names: clips})
}

// Clip records what the flags say, and returns a model with the clip besides.
func (r *Record) Clip(ctx context.Context, o *models.Opened, clips []string) (*soa.Model, *performance.Recording, error) {
	for _, c := range o.Model.Clips {
		if c.Name == r.Name {
			return nil, nil, fmt.Errorf("%s: --record: there is a clip %q already", o.File, r.Name)
		}
	}
	p, err := r.plays.Performance(ctx, o, &models.Choice{Names: clips})
	if err != nil {
		return nil, nil, err
	}
	c, did, err := p.Record(ctx, o, r.Name, r.Seconds)
	if err != nil {
		return nil, nil, err
	}
	m := *o.Model
	m.Clips = append(slices.Clip(m.Clips), c)
	return &m, did, nil
}
