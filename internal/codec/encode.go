package codec

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/internal/progress"
	"github.com/sinew-anim/sinew/soa"
)

// Clips compresses clips of a model, or all of them if clips is nil. See Clip: each may take as long as
// Options.MaxWork allows.
func Clips(ctx context.Context, model *soa.Model, clips []*soa.Clip, o Options) ([]*soa.Packed, error) {
	if clips == nil && model != nil {
		clips = model.Clips
	}
	if err := o.fill(); err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	packed, done := make([]*soa.Packed, len(clips)), progress.Together(len(clips), o.Progress)
	err := fault.ForEach(ctx, cmp.Or(o.Workers, runtime.GOMAXPROCS(0)), len(clips), func(i int) (err error) {
		one := o
		one.Progress = func(share float64) { done(i, share) }
		packed[i], err = Clip(ctx, model, clips[i], one)
		return err
	})
	if err != nil {
		return nil, err
	}
	return packed, nil
}

// Clip compresses a clip of a model. The result holds Options.Bound everywhere,
// verified with the results of Unpack and the runtime's float32, at keys and
// between. Tracks without a grid of keys within the bound stay exact; if
// compression cannot hold it at all, every track does, and Bound and Error of
// the result are 0. It may take as long as Options.MaxWork allows.
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

// curved reports whether a track was tried on a curved grid.
func (e *encoder) curved() bool {
	return slices.ContainsFunc(e.tracks, func(t *sourceTrack) bool { return t.curved })
}

// maxShift is the shift of the finest steps.
const maxShift = 72

// plan is a way to compress the clip.
type plan struct {
	stillPart, gridPart float64
	aims                bool
	levels              []int // of the tracks' grids, see settle
	shift               int
	bits                int
}

// encode follows the plan with the smallest clip before refining, or the next if values between
// keys then miss the bound. For small clips it follows several plans and keeps the smallest
// result. It returns nil if no plan holds the bound.
func (e *encoder) encode() *soa.Packed {
	if !e.reserve() {
		return nil
	}
	e.afford(int64(len(probes)) * int64(len(stops(e.clip))) * int64(len(e.order)))
	var best *soa.Packed
	e.meter.part(planShare)
	e.meter.stage(1)
	plans, follow := e.plans(), fewPlans
	if e.long() {
		follow = 1
	}
	for i, p := range plans {
		if best != nil && (i >= follow || int64(e.work) > e.most/4) {
			break
		}
		e.meter.follow(min(len(plans), follow) - i)
		if packed := e.realize(&p); packed != nil && (best == nil || packed.Size() < best.Size()) {
			best = packed
		}
	}
	return best
}

// looseWork is the part of Options.MaxWork after which plans with grids looser than steadyPart are given
// up: they leave so little to rounding that some never hold the bound.
const looseWork = 4

// realize makes the clip of a plan, or returns nil if it misses the bound. The steps of long clips
// are refined on an excerpt.
func (e *encoder) realize(p *plan) *soa.Packed {
	e.follow(p)
	e.prepare(true)
	e.keepSmall()
	shift := e.refine(p.shift)
	e.prepare(false)
	sharpened, before := make([]int, len(e.order)), e.finer()
	for x, tries := shift, 0; tries < maxTries; tries++ {
		if p.gridPart > steadyPart && int64(e.work) > e.most/looseWork {
			return nil
		}
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
		if e.mayRaise() && sharpened[joint]*e.sharpenBy() >= raiseEighths && e.raise(joint) {
			clear(sharpened)
			e.setFiner(before)
			e.prepare(false)
			continue
		}
		sharpened[joint]++
		e.sharpen(joint, 1<<sharpened[joint])
	}
	return nil
}

// manyKeys is the number of keys, relative to the first plan that holds the bound, above which a
// plan is rejected: rounding with all of the bound saves only a bit per key.
const manyKeys = 1.25

// plans lists the plans that hold the bound at the keys of the finest grid, the
// smallest first.
func (e *encoder) plans() []plan {
	var all []plan
	var seen [][]int
	first, least := math.Inf(1), int64(math.MaxInt64)
	e.findBursts()
	for i, part := range gridParts {
		e.meter.at(float64(i) / float64(len(gridParts)))
		if part > steadyPart && !e.bursts {
			continue
		}
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
		e.settle()
		p.levels = e.levels()
		e.keepSmall()
		for _, p.aims = range [...]bool{true, false} {
			e.aims = p.aims
			if p.shift = e.search(); p.shift == maxShift {
				continue
			}
			e.quantize(p.shift)
			p.bits = e.bits()
			if all = append(all, p); e.hasManyJoints() {
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

// findBursts finds out whether a linear track needs a finer grid than that of nearly all keys.
func (e *encoder) findBursts() {
	e.follow(&plan{stillPart: 0.03, gridPart: steadyPart})
	e.bursts = slices.ContainsFunc(e.tracks, func(t *sourceTrack) bool {
		return t.kind == soa.PackedCoded && t.Interpolation == soa.Linear && !t.curved && t.level > 0
	})
}

// follow classifies all tracks for a plan.
func (e *encoder) follow(p *plan) {
	e.stillPart, e.gridPart, e.aims = p.stillPart, p.gridPart, p.aims
	for _, t := range e.tracks {
		t.finer = 0
	}
	e.classify()
	if p.levels == nil {
		return
	}
	for i, level := range p.levels {
		e.tracks[i].level = level
	}
	e.setStrides()
}

// planKey identifies the classification of all tracks.
func (e *encoder) planKey() []int {
	var key []int
	for _, t := range e.tracks {
		key = append(key, t.kind, t.stride, b2i(t.curved))
	}
	return append(key, e.master)
}

// gridKeys returns the number of keys of all tracks on grids.
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
		return maxShift // rounding is not the cause
	}
	for x += 4; x < maxShift && e.quantize(x) > e.bound; x += 4 {
	}
	for x > 17 && e.quantize(x-1) <= e.bound {
		x--
	}
	return x
}
