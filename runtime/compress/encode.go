package compress

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/internal/progress"
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
	// more than half of it: for 0.1 mm, more than a hundred metres from the origin.
	Bound, Distance float64
	// ExactCurves holds the bounds against the curves of every clip. Otherwise those of
	// a clip whose curves have a key on every frame, or every other one, are taken for
	// what most programs see of them: the bounds hold on its frames and, between,
	// against the Catmull-Rom curve through them. Tangents of such curves often bend
	// between frames, by centimetres in quick motion; to follow that takes ten times
	// the bytes. Such bounds are verified at eight moments between two frames, and at finer
	// ones, a 32nd of a frame apart, around each where the error is within 0.3 % of its bound:
	// between those it may be larger by less than a thousandth. See soa.Packed.OnFrames.
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

	// MaxBytes is the greatest memory of what is worked on of a clip, about 650 bytes per
	// joint and key of its finest grid; 0 means 2 GiB.
	MaxBytes int64
	// MaxWork is the greatest number of joints that are posed for a clip: each takes about
	// a quarter of a microsecond; 0 means 20,000,000 and 100 per key of the clip. Where joints
	// have key times of their own, it grows with the square of their number.
	MaxWork int64
}

// fill checks the options and replaces zeros by their meaning.
func (o *Options) fill() error {
	for _, v := range [...]struct {
		name  string
		value *float64
		zero  float64
	}{{"Bound", &o.Bound, 1e-4}, {"Distance", &o.Distance, exact.Distance}, {"WeightBound", &o.WeightBound, 1e-3}, {"FloatBound", &o.FloatBound, 1e-3}} {
		if !(*v.value >= 0) || math.IsInf(*v.value, 0) {
			return fmt.Errorf("%w: %s is %v", soa.ErrOption, v.name, *v.value)
		}
		if *v.value == 0 {
			*v.value = v.zero
		}
	}
	if o.MaxBytes < 0 || o.MaxWork < 0 {
		return fmt.Errorf("%w: MaxBytes is %d, MaxWork %d", soa.ErrOption, o.MaxBytes, o.MaxWork)
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = defaultMaxBytes
	}
	if o.SegmentKeys < 0 || o.SegmentKeys > soa.MaxPackedKeys || o.Workers < 0 {
		return fmt.Errorf("%w: %d keys a segment, %d workers", soa.ErrOption, o.SegmentKeys, o.Workers)
	}
	if o.SegmentKeys == 0 {
		o.SegmentKeys = 64
	}
	return nil
}

// Clips compresses clips of a model, or all of them if clips is nil. See Clip.
func Clips(ctx context.Context, model *soa.Model, clips []*soa.Clip, o Options) ([]*soa.Packed, error) {
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
	done := progress.Together(len(clips), o.Progress)
	var next atomic.Int64
	var wait fault.Group
	for range min(workers, len(clips)) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(clips); i = int(next.Add(1)) - 1 {
				one := o
				one.Progress = func(share float64) { done(i, share) }
				packed[i], errs[i] = Clip(ctx, model, clips[i], one)
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

// Clip compresses a clip of a model. The result holds Options.Bound everywhere,
// verified with the results of Unpack and the runtime's float32, at keys and
// between. Tracks without a grid of keys within the bound stay exact; if
// compression cannot hold it at all, every track does, and Bound and Error of
// the result are 0.
//
// The result is the same on every processor. The error wraps soa.ErrInvalid for
// a model or clip that does not pass Validate, soa.ErrOption, soa.ErrTooLarge where it takes
// more than Options.MaxBytes or MaxWork, or that of the context, which is checked at least
// every few milliseconds.
func Clip(ctx context.Context, model *soa.Model, clip *soa.Clip, o Options) (*soa.Packed, error) {
	packed, err := compressClip(ctx, model, clip, o)
	if err == nil && o.Progress != nil {
		o.Progress(1)
	}
	return packed, err
}

func compressClip(ctx context.Context, model *soa.Model, clip *soa.Clip, o Options) (*soa.Packed, error) {
	if err := o.fill(); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	if model == nil || model.Skeleton == nil || clip == nil {
		return nil, fmt.Errorf("compress: %w: no model, skeleton or clip", soa.ErrInvalid)
	}
	for _, step := range [...]func() error{ctx.Err, model.Validate, ctx.Err, func() error { return model.ValidateClip(clip) }, ctx.Err} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("compress: %w", err)
		}
	}
	if o.Lossless {
		return lossless(model, clip), nil
	}
	curves := clip
	if !o.ExactCurves {
		clip = exact.OnFrames(clip)
	}
	of := clip
	if o.Small {
		of = clip.WithoutFloats()
	}
	packed, err := encode(ctx, model, of, o)
	if err != nil {
		return nil, err
	}
	if packed.Bound == 0 {
		return lossless(model, curves), nil
	}
	if packed.OnFrames = clip != curves; !o.Small {
		return packed, nil
	}
	packed.Exact = *packed.Exact.WithFloats(clip.Floats())
	return packed, nil
}

// encode compresses a clip. The error is that of the context, which is checked often, or
// wraps soa.ErrTooLarge.
func encode(ctx context.Context, model *soa.Model, clip *soa.Clip, o Options) (packed *soa.Packed, err error) {
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(interrupted)
			if !ok {
				panic(r)
			}
			packed, err = nil, fmt.Errorf("compress: clip %q: %w", clip.Name, stop.err)
		}
	}()
	e := newEncoder(ctx, model, clip, o)
	e.meter.tell = o.Progress
	if packed = e.encode(); packed == nil && e.curved() && e.work < int(e.most/2) {
		straight := newEncoder(ctx, model, clip, o)
		straight.straight, straight.work, straight.meter = true, e.work, e.meter
		packed = straight.encode()
	}
	if packed == nil {
		packed = lossless(model, clip)
	}
	return packed, nil
}

// curved tells whether some grids that were tried are of curves.
func (e *encoder) curved() bool {
	return slices.ContainsFunc(e.tracks, func(t *sourceTrack) bool { return t.curved })
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
	skel  *exact.Skeleton

	playing            float64 // what playing a clip takes of the bound, see reserve
	bound, weightBound float64 // what that leaves of the bounds

	tracks []*sourceTrack    // those that the clip drives, in its order
	driver [3][]*sourceTrack // per property and joint: its track, or nil
	lever  []lever           // per joint
	// stillPart and gridPart are parts of the bound: how much a track may move
	// and count as constant, and how far it may be from the lines between keys.
	stillPart, gridPart float64

	base     int      // see baseIntervals, or -1 where that is not known yet
	master   int      // intervals of the finest grid, whose keys all others have some of
	truth    []column // per joint: the clip at the keys of the finest grid
	now      []column // what the coded tracks yield there
	spare    []column // see exchange
	worked   int      // how many keys of the finest grid those are of
	prepared int      // the finest grid that truth is of
	aims     bool     // see aim
	straight bool     // all grids are of lines: what turns too fast for soa.MaxPackedParts
	whole    bool     // see quantizeJoints
	trying   bool     // see exchange
	placed   int      // how many joints quantizeJoints came to
	work     int      // joints that have been posed, to place or to verify them
	most     int64    // see Options.MaxWork

	parts   []uint8 // see divide
	divided int     // intervals of the grid that parts is of
	culprit int     // the joint that missed it, or -1
	beyond  float64 // tick at which the last clip that was measured missed the bound, or 0

	children   [][]int      // per joint
	order      []int        // the joints, each followed by those below it
	first      []int        // per joint: where it is in order
	size       []int        // per joint: how many it and those below it are
	staticTurn []exact.Quat // per joint with a static matrix: its rotation
	turns      []bool       // per joint: a rotation below it is coded, which asks for column.turn
	around     []exact.Vec  // per joint, see compare
	u          []uint32     // scratch

	ctx   context.Context
	meter meter
}

// interrupted is what check panics with. encode alone recovers from it.
type interrupted struct{ err error }

// check ends the work where the context has ended, or where it gets too much.
func (e *encoder) check() {
	if err := e.ctx.Err(); err != nil {
		panic(interrupted{err})
	}
	e.afford(0)
}

// maxShift is the finest of the steps that are tried.
const maxShift = 72

// plan is a way to compress the clip.
type plan struct {
	stillPart, gridPart float64
	aims                bool
	shift               int
	bits                int
}

// gridParts are tried for plan.gridPart: coarse grids leave less of the bound to
// rounding, and need finer steps.
var gridParts = [...]float64{0.5, 0.35, 0.2, 0.1, 0.04}

// encode follows the plan that promises the smallest clip or, where what is between the
// keys then misses the bound, the next. What a plan promises is the size before refining:
// of a small clip it follows several, and keeps the smallest outcome. It returns nil where
// nothing holds the bound.
func (e *encoder) encode() *soa.Packed {
	if !e.reserve() {
		return nil
	}
	e.afford(int64(len(probes)) * int64(len(stops(e.clip))) * int64(len(e.order)))
	var best *soa.Packed
	e.meter.part(planShare)
	e.meter.stage(1)
	plans := e.plans()
	for i, p := range plans {
		if best != nil && (i >= fewPlans || e.long() || int64(e.work) > e.most/4) {
			break
		}
		e.meter.follow(e.followed(len(plans)) - i)
		if packed := e.realize(&p); packed != nil && (best == nil || packed.Size() < best.Size()) {
			best = packed
		}
	}
	return best
}

// Of a clip whose joints have at most fewPoses poses on the finest grid, fewPlans plans
// are followed.
const (
	fewPlans = 2
	fewPoses = 1 << 12
)

// followed is how many of n plans are followed, if the first holds the bound.
func (e *encoder) followed(n int) int {
	if e.long() {
		return 1
	}
	return min(n, fewPlans)
}

// long tells whether the joints of a clip have more than fewPoses poses.
func (e *encoder) long() bool { return e.master*len(e.order) > fewPoses }

// realize makes the clip of a plan, or returns nil where it misses the bound. Of a long
// clip the steps are refined on an excerpt.
func (e *encoder) realize(p *plan) *soa.Packed {
	e.follow(p)
	e.prepare(true)
	e.keepSmall()
	shift := e.refine(p.shift)
	e.prepare(false)
	sharpened, before := make([]int, len(e.order)), e.finer()
	for x, tries := shift, 0; tries < maxTries; tries++ {
		e.meter.stage(tryShare)
		joint := -1
		if e.quantize(x) > e.bound {
			joint = e.order[e.placed-1]
		} else {
			if !e.o.Small && e.keepWide() {
				continue
			}
			e.check()
			packed := e.write()
			if e.check(); e.verify(packed) {
				if e.long() {
					return packed
				}
				return e.relax(packed, x, shift, before)
			}
			joint = e.culprit
		}
		if joint < 0 || tries >= fewTries {
			x++
			e.sharpenOthers()
			continue
		}
		sharpened[joint]++
		e.sharpen(joint, 1<<sharpened[joint])
	}
	return nil
}

// manyKeys is how many times the keys of the first plan that holds the bound make another
// too large: rounding that has all of the bound saves a bit of each key.
const manyKeys = 1.25

// manyJoints is more joints than characters have. The clips of a skeleton with more are
// packed by the first plan that holds the bound, and their steps refined the less the more
// joints there are: the time to pack them is proportional to joints times keys.
const manyJoints = 1024

// many reports whether the skeleton has more than manyJoints joints.
func (e *encoder) many() bool { return len(e.order) > manyJoints }

// plans lists the plans that hold the bound at the keys of the finest grid, the
// smallest first.
func (e *encoder) plans() []plan {
	var all []plan
	var seen [][]int
	first, least := math.Inf(1), int64(math.MaxInt64)
	for i, part := range gridParts {
		e.meter.at(float64(i) / float64(len(gridParts)))
		p := plan{stillPart: min(0.03, part/4), gridPart: part}
		e.follow(&p)
		key := e.planKey()
		if slices.ContainsFunc(seen, func(k []int) bool { return slices.Equal(k, key) }) {
			continue
		}
		seen = append(seen, key)
		if bytes := e.columnBytes(); bytes > e.o.MaxBytes {
			least = min(least, bytes)
			continue
		}
		keys := e.gridKeys()
		if float64(keys) > first*manyKeys {
			break // each part after it has more still
		}
		e.prepare(true)
		e.keepSmall()
		for _, p.aims = range [...]bool{true, false} {
			e.aims = p.aims
			if p.shift = e.search(); p.shift == maxShift {
				continue
			}
			e.quantize(p.shift)
			p.bits = e.bits()
			if all = append(all, p); e.many() {
				return all
			}
			first = min(first, float64(keys))
		}
	}
	if len(all) == 0 && least < math.MaxInt64 {
		panic(interrupted{fmt.Errorf("%w: %d joints at the keys of a grid take %d bytes, more than the %d of Options.MaxBytes",
			soa.ErrTooLarge, len(e.order), least, e.o.MaxBytes)})
	}
	slices.SortStableFunc(all, func(a, b plan) int { return a.bits - b.bits })
	return all
}

// follow decides about all tracks as a plan has it.
func (e *encoder) follow(p *plan) {
	e.stillPart, e.gridPart, e.aims = p.stillPart, p.gridPart, p.aims
	for _, t := range e.tracks {
		t.finer = 0
	}
	e.classify()
}

// planKey tells plans apart that decide otherwise about a track.
func (e *encoder) planKey() []int {
	var key []int
	for _, t := range e.tracks {
		key = append(key, t.kind, t.stride, b2i(t.curved))
	}
	return append(key, e.master)
}

// gridKeys is how many keys all tracks on grids have.
func (e *encoder) gridKeys() (n int) {
	for _, t := range e.tracks {
		if t.kind == soa.PackedCoded {
			n += e.master/t.stride + 1
		}
	}
	return n
}

// search returns the shift of the longest steps at which the error at the keys
// of the finest grid stays within the bound, or maxShift.
func (e *encoder) search() int {
	x := 16
	if e.quantize(x) <= e.bound {
		for x > -16 && e.quantize(x-4) <= e.bound {
			x -= 4
		}
		for x > -16 && e.quantize(x-1) <= e.bound {
			x--
		}
		return x
	}
	if e.quantize(maxShift) > e.bound {
		return maxShift // what is wrong is not rounding
	}
	for x += 4; x < maxShift && e.quantize(x) > e.bound; x += 4 {
	}
	for x > 17 && e.quantize(x-1) <= e.bound {
		x--
	}
	return x
}
