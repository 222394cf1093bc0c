package compress

import (
	"cmp"
	"fmt"

	"github.com/sinew-anim/sinew/internal/defaults"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Options are the settings of compression. The zero value is a good choice.
type Options struct {
	// Lossless keeps the original keys of every track; other options then have no
	// effect.
	Lossless bool
	// Bound is the largest error, in metres, of any point Distance metres from a
	// joint, against the tracks evaluated exactly and played in float32; 0 means
	// 0.1 mm at 3 cm. Tracks keep their original keys if rounding in playback takes
	// more than two fifths of it: for 0.1 mm, more than a hundred metres from the origin.
	Bound, Distance float64
	// ExactCurves holds the bounds against the curves of every clip. Otherwise, for a clip with
	// keys on every frame, or every other one, they hold on its frames and, between, against
	// the Catmull-Rom curve through them. Tangents of such curves often bend between frames, by
	// centimetres in quick motion, which takes ten times the bytes and which most programs do
	// not show. The bounds are then verified at eight moments between two frames, and a 32nd of
	// a frame apart around each where the error is within 0.3 % of its bound; between those it
	// may be larger by less than a thousandth. See soa.Packed.OnFrames.
	ExactCurves bool
	// WeightBound is the same for morph weights; 0 means 0.001.
	WeightBound float64
	// FloatBound is the same for custom properties, relative to the range of a
	// property's values in the clip; 0 means 0.001.
	FloatBound float64
	// Small chooses soa.PackedRice: clips are a quarter smaller and take ten times
	// as long to decode, key after key. They are meant to be unpacked before they
	// are played, and keep the original keys of custom properties.
	Small bool
	// SegmentKeys is the number of keys of a small clip decoded at a time, up to
	// soa.MaxPackedKeys; 0 means 64. A clip of up to six times as many is one
	// segment.
	SegmentKeys int
	// Workers is the number of goroutines of Clips; 0 means GOMAXPROCS.
	Workers int
	// Progress, if not nil, is called with the share of the work that is done, about a
	// hundred times a clip: an estimate that never falls, and is 1 at the end. It is
	// called from the goroutines that work, one call at a time, and must return soon.
	Progress func(done float64)

	// MaxBytes bounds the memory for a clip, about 650 bytes per joint and key of its finest
	// grid; 0 means 2 GiB.
	MaxBytes int64
	// MaxWork bounds the number of joints posed for a clip, each about a quarter of a
	// microsecond; 0 means 20,000,000 plus 100 per key of the clip. Work grows with the square
	// of the number of joints if each has key times of its own.
	MaxWork int64
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
	if o.SegmentKeys < 0 || o.SegmentKeys > soa.MaxPackedKeys || o.Workers < 0 {
		return fmt.Errorf("%w: %d keys a segment, %d workers", soa.ErrOption, o.SegmentKeys, o.Workers)
	}
	o.MaxBytes, o.SegmentKeys = cmp.Or(o.MaxBytes, defaultMaxBytes), cmp.Or(o.SegmentKeys, 64)
	return nil
}
