package compress

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/sinew-anim/sinew/soa"
)

// ErrOption says that an option is out of range.
var ErrOption = errors.New("option out of range")

// Options says what to make of clips. The zero value is a good choice.
type Options struct {
	// Lossless keeps every track exactly as it is. Nothing else counts then.
	Lossless bool
	// Bound is how far, in metres, any point Distance metres from a joint may be
	// from where the tracks put it; 0 means 0.1 mm at 3 cm. Where float32 does not
	// hold that even of the tracks as they are, they stay so, and
	// soa.Packed.Bound says what they hold.
	Bound, Distance float64
	// WeightBound is the same for morph weights; 0 means 0.001.
	WeightBound float64
	// SegmentKeys is how many keys are decoded at a time, up to
	// soa.MaxPackedKeys; 0 means 64. Fewer make it faster to seek in a clip that
	// is not unpacked, and the clip larger.
	SegmentKeys int
	// Workers is how many goroutines Clips uses; 0 means GOMAXPROCS.
	Workers int
}

// fill checks the options and replaces zeros by their meaning.
func (o *Options) fill() error {
	for _, v := range [...]struct {
		name  string
		value *float64
		zero  float64
	}{{"Bound", &o.Bound, 1e-4}, {"Distance", &o.Distance, 0.03}, {"WeightBound", &o.WeightBound, 1e-3}} {
		if !(*v.value >= 0) || math.IsInf(*v.value, 0) {
			return fmt.Errorf("%w: %s is %v", ErrOption, v.name, *v.value)
		}
		if *v.value == 0 {
			*v.value = v.zero
		}
	}
	if o.SegmentKeys < 0 || o.SegmentKeys > soa.MaxPackedKeys || o.Workers < 0 {
		return fmt.Errorf("%w: %d keys a segment, %d workers", ErrOption, o.SegmentKeys, o.Workers)
	}
	if o.SegmentKeys == 0 {
		o.SegmentKeys = 64
	}
	return nil
}

// Clips compresses clips of a model, all of the model's where clips is nil. See
// Clip.
func Clips(model *soa.Model, clips []*soa.Clip, o Options) ([]*soa.Packed, error) {
	if clips == nil && model != nil {
		clips = model.Clips
	}
	if err := o.fill(); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	workers := o.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	packed, errs := make([]*soa.Packed, len(clips)), make([]error, len(clips))
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(workers, len(clips)) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(clips); i = int(next.Add(1)) - 1 {
				packed[i], errs[i] = Clip(model, clips[i], o)
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return packed, nil
}

// Clip compresses a clip of a model. What comes out holds Options.Bound
// everywhere: it is verified on what Unpack and the runtime's sampler return, at
// keys and between. Tracks that no grid of keys follows within it stay exact.
//
// The result is the same on every processor. The error wraps soa.ErrInvalid for
// a model or clip that does not pass Validate, or ErrOption.
func Clip(model *soa.Model, clip *soa.Clip, o Options) (*soa.Packed, error) {
	if err := o.fill(); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if model == nil || model.Skeleton == nil || clip == nil {
		return nil, fmt.Errorf("compress: %w: no model, skeleton or clip", soa.ErrInvalid)
	}
	if err := model.Validate(); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if err := clip.Validate(model.Skeleton.Len(), len(model.Weights)); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if o.Lossless {
		return lossless(model, clip), nil
	}
	e := newEncoder(model, clip, o)
	return e.encode()
}

// lossless keeps all tracks.
func lossless(model *soa.Model, clip *soa.Clip) *soa.Packed {
	joints, weights := model.Skeleton.Len(), len(model.Weights)
	return &soa.Packed{
		Exact: *clip, Joints: joints, Weights: weights,
		Kind: make([]uint8, (3*joints+weights+3)/4), Data: make([]byte, soa.PackedPadding),
	}
}

// encoder is one clip that is being compressed.
type encoder struct {
	o     Options
	model *soa.Model
	clip  *soa.Clip
	skel  *skeleton
	bound float64

	tracks []*sourceTrack    // those that the clip drives, in its order
	driver [3][]*sourceTrack // per property and joint: its track, or nil
	lever  []lever           // per joint
	// stillPart and gridPart are parts of the bound: how much a track may move
	// and count as constant, and how far it may be from the lines between keys.
	stillPart, gridPart float64

	master int       // intervals of the finest grid, whose keys all others have some of
	truth  []state   // per key of the finest grid
	now    []state   // what the coded tracks yield there
	worst  []float64 // per joint: the greatest square of its error there
	u      []uint32  // scratch
}

// encode finds the longest steps that hold the bound.
func (e *encoder) encode() (*soa.Packed, error) {
	for e.stillPart, e.gridPart = 0.03, 0.35; e.gridPart > 0.04; e.stillPart, e.gridPart = e.stillPart/2, e.gridPart/2 {
		e.classify()
		e.prepare()
		e.keepSmall()
		x := e.search()
		for ; x < maxShift; x++ {
			e.quantize(x)
			p := e.write()
			if e.verify(p) {
				return p, nil
			}
		}
	}
	// Whatever float32 makes of the tracks as they are is the best there is.
	p := lossless(e.model, e.clip)
	p.ErrorDistance = e.o.Distance
	e.verify(p)
	p.Bound, p.WeightBound = max(e.bound, p.Error), max(e.o.WeightBound, p.WeightError)
	return p, nil
}

// maxShift is the finest of the steps that are tried.
const maxShift = 96

// search returns the shift of the longest steps at which the error at the keys
// of the finest grid stays within the bound.
func (e *encoder) search() int {
	x := 16
	if e.quantize(x) <= e.bound {
		for ; x > -16 && e.quantize(x-1) <= e.bound; x-- {
		}
		return x
	}
	for x++; x < maxShift && e.quantize(x) > e.bound; x++ {
	}
	return x
}
