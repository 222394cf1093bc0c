package bake

import (
	"cmp"
	"fmt"
	"runtime"

	"github.com/sinew-anim/sinew/internal/defaults"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// BankOptions are the options of Bank. The zero value is a good choice.
type BankOptions struct {
	pose.LayoutOptions

	// ErrorBound is the largest error, in metres, of any point ErrorDistance metres from a
	// joint, against the tracks; 0 means 0.1 mm at 3 cm. Some hundreds of metres from the
	// origin float32 cannot hold that: the bound grows with the distance then, see
	// soa.BankClip.Bound.
	ErrorBound, ErrorDistance float64
	// WeightBound is the same for morph weights; 0 means 0.001.
	WeightBound float64

	// ExactCurves holds the bounds against the curves of every clip. Otherwise, for a clip with
	// keys on every frame, or every other one, they hold on its frames and, between, against the
	// Catmull-Rom curve through them, see soa.BankClip.OnFrames.
	ExactCurves bool

	// MaxRate limits the frames per second of the fastest stretches of a clip;
	// 0 means 200,000. Faster stretches are a gap in the promise, see
	// soa.BankGap.
	MaxRate float64
	// MaxBytes is the greatest memory of all rows, at 12 bytes a number while they are
	// computed; 0 means 1 GiB. A bank stores a third of it. Keys weeks apart need
	// millions of rows between them.
	MaxBytes int64
	// MaxWork is the greatest number of joints that are posed for a clip: each takes about a
	// sixth of a microsecond; 0 means 2²⁶ and 100 per key of the clip. A clip with rows when
	// the work is used up keeps these, though others might be fewer. If joints have key times
	// of their own, work grows with the square of their number.
	MaxWork int64
	// Workers is how many goroutines compile clips; 0 means GOMAXPROCS. The
	// bank does not depend on it.
	Workers int
}

// fill checks the options and replaces zeros by their meaning.
func (o *BankOptions) fill() error {
	if err := cmp.Or(defaults.Positive("ErrorBound", &o.ErrorBound, 1e-4), defaults.Positive("ErrorDistance", &o.ErrorDistance, exact.Distance),
		defaults.Positive("WeightBound", &o.WeightBound, 1e-3), defaults.Positive("MaxRate", &o.MaxRate, 200000)); err != nil {
		return err
	}
	if o.MaxBytes < 0 || o.MaxWork < 0 {
		return fmt.Errorf("%w: MaxBytes is %d, MaxWork %d", soa.ErrOption, o.MaxBytes, o.MaxWork)
	}
	if o.Workers < 0 {
		return fmt.Errorf("%w: %d workers", soa.ErrOption, o.Workers)
	}
	o.MaxBytes, o.Workers = cmp.Or(o.MaxBytes, 1<<30), cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	return nil
}
