package scene

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/internal/meter"
)

// waves is a driver with many knots.
type waves struct{}

func (waves) Still() bool { return false }
func (waves) Jumps() bool { return false }
func (waves) Knots(list []float64, first, last float64, _ int) []float64 {
	const n = 20_000
	for k := 1; k < n; k++ {
		list = append(list, first+(last-first)*float64(k)/n)
	}
	return list
}

// TestFollowEndsWithItsContext: once the context has ended, curves are sampled a few thousand times at most.
func TestFollowEndsWithItsContext(t *testing.T) {
	const before, few = 10_000, 1<<20/sampleSteps + 1
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	samples, left := 0, 1<<24
	f := Follower{Binder: &Binder{Input: &Input{Report: &report.Report{}, Meter: meter.New(ctx, 1<<30)}}, Clip: &track.Clip{}, Last: 1, Ticks: 1, Left: &left}
	course := &Course{Options: fit.Options{Error: 1e-9, Span: 1e-7}, Drivers: []Driver{waves{}}, At: func(time float64, _ fit.Side) exact.Quat {
		if samples++; samples == before {
			cancel()
		}
		return exact.Quat{math.Sin(1e6 * time)}
	}}
	if made, err := f.Follow("a", course); !errors.Is(err, context.Canceled) || made != nil {
		t.Errorf("%v, %v", made, err)
	}
	if samples > before+few {
		t.Errorf("%d samples after the context ended", samples-before)
	}
}
