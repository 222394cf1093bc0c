package codec

import (
	"cmp"
	"fmt"

	"github.com/sinew-anim/sinew/internal/defaults"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
)

// Options are the settings of compression, as bake.PackOptions describes them. The zero value is a good choice.
type Options struct {
	Lossless        bool
	Bound, Distance float64
	ExactCurves     bool
	WeightBound     float64
	FloatBound      float64
	Small           bool
	SegmentKeys     int
	Workers         int
	Progress        func(done float64)
	MaxBytes        int64
	MaxWork         int64
}

// fill checks the options and replaces zeros by defaults.
func (o *Options) fill() error {
	if err := cmp.Or(defaults.Positive("Bound", &o.Bound, 1e-4), defaults.Positive("Distance", &o.Distance, exact.Distance),
		defaults.Positive("WeightBound", &o.WeightBound, 1e-3), defaults.Positive("FloatBound", &o.FloatBound, 1e-3)); err != nil {
		return err
	}
	if o.MaxBytes < 0 || o.MaxWork < 0 {
		return fmt.Errorf("%w: MaxBytes is %d, MaxWork %d", soa.ErrOption, o.MaxBytes, o.MaxWork)
	}
	if o.SegmentKeys < 0 || o.SegmentKeys > packing.MaxKeys || o.Workers < 0 {
		return fmt.Errorf("%w: %d keys a segment, %d workers", soa.ErrOption, o.SegmentKeys, o.Workers)
	}
	o.MaxBytes, o.SegmentKeys = cmp.Or(o.MaxBytes, defaultMaxBytes), cmp.Or(o.SegmentKeys, 64)
	return nil
}
