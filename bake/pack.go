package bake

import (
	"context"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/soa"
)

// PackOptions are the settings of compression. The zero value is a good choice.
type PackOptions struct {
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
	// centimetres in quick motion. Keeping that takes ten times the bytes, and most programs do
	// not show it. The bounds are then verified at eight moments between two frames, and a 32nd of
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
	// 4,096; 0 means 64. A clip of up to six times as many is one
	// segment.
	SegmentKeys int
	// Workers is the number of goroutines of PackClips; 0 means GOMAXPROCS.
	Workers int
	// Progress, if not nil, is called with the estimated share of completed work,
	// about a hundred times a clip. The share never falls, and is 1 at the end. Calls
	// come from the workers, one at a time, and must return quickly.
	Progress func(done float64)

	// MaxBytes bounds the memory for a clip, about 650 bytes per joint and key of its finest
	// grid; 0 means 2 GiB.
	MaxBytes int64
	// MaxWork bounds the number of joints posed for a clip, each about a quarter of a
	// microsecond; 0 means 20,000,000 plus 100 per key of the clip. Work grows with the square
	// of the number of joints if each has key times of its own.
	MaxWork int64
}

// Pack compresses a clip within the bounds of the options. It may take as long as PackOptions.MaxWork allows. The
// error wraps soa.ErrInvalid for a model or clip that does
// not pass Validate, soa.ErrOption, soa.ErrTooLarge past MaxBytes or MaxWork, or that of the context.
func Pack(ctx context.Context, model *soa.Model, clip *soa.Clip, o PackOptions) (*soa.Packed, error) {
	return codec.Clip(ctx, model, clip, codec.Options(o))
}

// PackClips compresses clips, or with nil all of the model, each as Pack does. A clip may take as long as
// PackOptions.MaxWork allows. The error is that of Pack for the first clip with one.
func PackClips(ctx context.Context, model *soa.Model, clips []*soa.Clip, o PackOptions) ([]*soa.Packed, error) {
	return codec.Clips(ctx, model, clips, codec.Options(o))
}

// Unpack returns a clip with the keys that a packed one stores. The error wraps soa.ErrInvalid for a packed clip that
// does not pass Validate or belongs to another model.
func Unpack(model *soa.Model, p *soa.Packed) (*soa.Clip, error) { return codec.Unpack(model, p) }
