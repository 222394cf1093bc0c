package runtime

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/soa"
)

// CompileOptions are the options of Compile. The zero value is a good choice.
type CompileOptions struct {
	LayoutOptions

	// ErrorBound is how far, in metres, any point ErrorDistance metres from a joint
	// may be from where the tracks put it; 0 means 0.1 mm at 3 cm. Some hundreds of
	// metres from the origin float32 cannot hold that: then the bound grows with the
	// distance, see soa.BankClip.Bound.
	ErrorBound, ErrorDistance float64
	// WeightBound is the same for morph weights; 0 means 0.001.
	WeightBound float64

	// ExactCurves holds the bounds against the curves of every clip. Otherwise those of
	// a clip whose curves have a key on every frame, or every other one, hold on its
	// frames and, between, against the Catmull-Rom curve through them, see
	// soa.BankClip.OnFrames.
	ExactCurves bool

	// MaxRate limits the frames per second of the fastest stretches of a clip;
	// 0 means 200,000. What is faster is a gap in the promise, see soa.BankGap.
	MaxRate float64
	// MaxBytes is the greatest memory of all rows, at 12 bytes a number while they are
	// computed; 0 means 1 GiB. A bank stores a third of it. Keys that lie weeks apart ask
	// for millions of rows between them.
	MaxBytes int64
	// MaxWork is the greatest number of joints that are posed for a clip: each takes about
	// a sixth of a microsecond; 0 means 2²⁶ and 100 per key of the clip. A clip that has rows
	// when it is used up gets those, though others might be fewer. Where joints have key
	// times of their own, work grows with the square of their number.
	MaxWork int64
	// Workers is how many goroutines compile clips; 0 means GOMAXPROCS. The
	// bank does not depend on it.
	Workers int
}

// Compile makes a bank of clips of a model, all of the model's where clips is
// nil: what a Crowd plays.
//
// The bank has the joints of the model's skins and of its meshes without a
// skin, with their ancestors (all joints where the model has neither), and
// gives each a palette matrix. One bank serves all skins: they share the
// matrix of a joint where their inverse bind matrices differ by the place of
// the mesh alone (soa.BankSkin.Offset), and have one each otherwise. Without
// skins the joints' bind matrices are chosen: palette(s)·Bind[s] is the joint in
// model space. Morph weights that clips drive are sampled with the joints;
// tracks of floats are taken over as they are.
//
// Each clip gets the frame rate at which the promise of
// CompileOptions.ErrorBound holds in the fewest rows. Where it moves faster than
// that a cell between two frames is divided, and where values jump or turn
// sharply it is split (soa.BankCell). The promise is verified against the tracks
// in float64 on what the evaluation of the float32 rows yields, at frames, at
// keys and between; only within 1/64 of a frame of a jump nothing is promised
// (soa.BankGap).
//
// What that comes to at the default bound, the error being the largest measured:
//
//	                         form     rows    size    error
//	strider, 3 clips, 4.7 s  general   145   91 kB  0.08 mm
//	pab, walk, 1.3 s         rig        41   54 kB  0.02 mm
//	                         general    41   54 kB  0.02 mm
//	Bob, 5.8 s               rig       145  127 kB  0.08 mm
//	(70 m tall: bound        general   145  100 kB  0.08 mm
//	0.15 mm)
//
// The bank is the same on every processor and for any number of workers. The
// error wraps soa.ErrInvalid for a model that its Validate refuses,
// ErrForeignClip for a clip that does not fit the model, ErrRange for a joint
// out of range, ErrOption, ErrForm, ErrBound, soa.ErrTooLarge where rows take more than
// CompileOptions.MaxBytes or their computation more than MaxWork, or the error of the
// context, which is
// checked at least as often as 4,096 joints are posed, or all once.
func Compile(ctx context.Context, model *soa.Model, clips []*soa.Clip, options CompileOptions) (*soa.Bank, error) {
	c, err := newCompiler(ctx, model, clips, options)
	if err != nil {
		return nil, fmt.Errorf("compile: %w", err)
	}
	bank, err := c.compile()
	if err != nil {
		return nil, fmt.Errorf("compile %q: %w", model.Name, err)
	}
	return bank, nil
}

// compiler is one call of Compile.
type compiler struct {
	ctx   context.Context
	model *soa.Model
	clips []*soa.Clip // without floats
	o     CompileOptions

	skel     *exact.Skeleton
	exact    []*exact.Clip // per clip
	ref      *exact.Pose   // the pose that free bind matrices and reaches are taken from
	slots    *slotPlans
	vertices []float64   // per kept joint, see vertexReach
	subtree  []float64   // see subtreeReach
	reach    []float64   // per clip: greatest distance of a joint from the origin
	work     []int64     // per clip: joints posed to build it, in all layouts that are tried
	grain    float64     // by which the bound grows with the distance from the origin, see boundOf
	tight    bool        // the bound is a part of the skeleton's size: clips are played from their keys
	onFrames []bool      // per clip: see exact.OnFrames
	floats   []*soa.Clip // per clip: those of its tracks that are floats, or nil
}

// newCompiler checks its arguments and fills in the options' defaults.
func newCompiler(ctx context.Context, model *soa.Model, clips []*soa.Clip, o CompileOptions) (*compiler, error) {
	if model == nil {
		return nil, fmt.Errorf("%w: no model", soa.ErrInvalid)
	}
	if err := model.Validate(); err != nil {
		return nil, fmt.Errorf("%q: %w", model.Name, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%q: %w", model.Name, err)
	}
	if model.Skeleton.Len() == 0 {
		return nil, fmt.Errorf("%q: %w: no joints", model.Name, soa.ErrInvalid)
	}
	if i := slices.Index(clips, nil); i >= 0 {
		return nil, fmt.Errorf("%q: %w: clip %d is nil", model.Name, ErrForeignClip, i)
	}
	if err := model.ValidateClips(clips...); err != nil {
		return nil, fmt.Errorf("%q: %w: %w", model.Name, ErrForeignClip, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%q: %w", model.Name, err)
	}
	if clips == nil {
		clips = model.Clips
	}
	if err := o.check(model.Skeleton.Len()); err != nil {
		return nil, fmt.Errorf("%q: %w", model.Name, err)
	}
	if err := o.fill(); err != nil {
		return nil, fmt.Errorf("%q: %w", model.Name, err)
	}
	c := &compiler{ctx: ctx, model: model, o: o}
	for _, clip := range clips {
		c.clips, c.floats = append(c.clips, clip.WithoutFloats()), append(c.floats, clip.Floats())
	}
	return c, nil
}

// fill checks the options and replaces zeros by their meaning.
func (o *CompileOptions) fill() error {
	for _, v := range [...]struct {
		name  string
		value *float64
		zero  float64
	}{
		{"ErrorBound", &o.ErrorBound, 1e-4}, {"ErrorDistance", &o.ErrorDistance, exact.Distance},
		{"WeightBound", &o.WeightBound, 1e-3}, {"MaxRate", &o.MaxRate, 200000},
	} {
		if !(*v.value >= 0) || math.IsInf(*v.value, 0) {
			return fmt.Errorf("%w: %s is %v", ErrOption, v.name, *v.value)
		}
		if *v.value == 0 {
			*v.value = v.zero
		}
	}
	if o.MaxBytes < 0 || o.MaxWork < 0 {
		return fmt.Errorf("%w: MaxBytes is %d, MaxWork %d", ErrOption, o.MaxBytes, o.MaxWork)
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = 1 << 30
	}
	if o.Workers < 0 {
		return fmt.Errorf("%w: %d workers", ErrOption, o.Workers)
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return nil
}

// tightBound is the part of the skeleton's size that is the error bound of a layout
// for keys: a quarter of it is what palettes of the rig form may scale or shear by,
// a tenth what may move without a column.
const tightBound = 1e-5

// roundingGrain is the distance between neighbouring float32, as a part of them: a
// place is half of that off at least.
const roundingGrain = 1.2e-7

// columnTolerances are the parts of the error bound by which a translation or
// scale may move, in the order they are tried, before it needs a column: noise
// of exporters is to cost nothing, but must not eat up the bound either.
var columnTolerances = [...]float64{1. / 10, 1. / 50, 0}

func (c *compiler) compile() (*soa.Bank, error) {
	c.onFrames, c.work = make([]bool, len(c.clips)), make([]int64, len(c.clips))
	if err := c.eachClip(func(i int) error {
		if clip := c.clips[i]; !c.o.ExactCurves {
			c.clips[i] = exact.OnFrames(clip)
			c.onFrames[i] = c.clips[i] != clip
		}
		return nil
	}); err != nil {
		return nil, err
	}
	if err := c.prepare(); err != nil {
		return nil, err
	}
	if err := c.checkSlots(); err != nil {
		return nil, err
	}
	// Where float32 can hold the bound that was asked for, more rows or the other
	// form do. Only far from the origin, where float32 itself is coarser than that,
	// the promise is less.
	var failed error
	for _, c.grain = range [...]float64{0, 2e-7, max(1e-6, float64(c.skel.Depth)*3e-7)} {
		for _, form := range c.o.candidates() {
			bank, err := c.compileForm(form)
			if err == nil {
				return bank, nil
			}
			if !errors.Is(err, errLayout) && !errors.Is(err, ErrBound) && !errors.Is(err, ErrForm) {
				return nil, err
			}
			failed = err
		}
	}
	return nil, failed
}

// checkSlots reports more slots than a layout can have.
func (c *compiler) checkSlots() error {
	if n := len(c.slots.slots); n > soa.MaxSlots {
		return fmt.Errorf("%w: %d joints and inverse bind matrices, at most %d are possible", soa.ErrInvalid, n, soa.MaxSlots)
	}
	return nil
}

// compileForm makes a bank in a form. The error wraps ErrForm, errLayout or ErrBound
// where that cannot be.
func (c *compiler) compileForm(form soa.Form) (*soa.Bank, error) {
	survey, err := c.survey(form)
	if err != nil {
		return nil, err
	}
	if limit := c.boundOf(survey.reach); limit < float64(survey.reach*roundingGrain) {
		return nil, fmt.Errorf("%w of %.3g m, %.3g m from the origin", ErrBound, limit, survey.reach)
	}
	for _, tolerance := range columnTolerances {
		bank, e := c.compileAs(c.layOut(survey, form, tolerance))
		if e == nil || !errors.Is(e, errLayout) && !errors.Is(e, ErrBound) {
			return bank, e
		}
		err = e
	}
	return nil, err
}

// prepare decides which joints and slots there are. The error is the context's.
func (c *compiler) prepare() error {
	c.skel = exact.NewSkeleton(c.model, neededJoints(c.model, &c.o.LayoutOptions))
	c.ref = &c.skel.Rest
	c.exact = make([]*exact.Clip, len(c.clips))
	if err := c.eachClip(func(i int) error {
		var err error
		c.exact[i], err = c.skel.NewClipIn(c.ctx, c.clips[i])
		return err
	}); err != nil {
		return err
	}
	if len(c.clips) > 0 {
		pose := c.skel.NewPose()
		c.exact[0].Fork().At(0, false, &pose)
		c.ref = &pose
	}
	if c.tight {
		c.o.ErrorBound = max(tightBound*poseSize(c.ref), math.SmallestNonzeroFloat32)
		c.o.WeightBound = tightBound
	}
	if err := c.ctx.Err(); err != nil {
		return err
	}
	c.vertices = vertexReach(c.model, c.skel, c.ref)
	c.subtree = subtreeReach(c.vertices, c.skel, c.ref)
	if c.o.Levels == nil {
		if whole := slices.Max(append([]float64{0}, c.subtree...)); whole > 0 {
			c.o.Levels = []float64{whole / 25, whole / 8}
		}
	}
	if err := c.ctx.Err(); err != nil {
		return err
	}
	c.slots = planSlots(c.model, c.skel, c.ref, levelOf(c.subtree, c.o.Levels), c.o.ErrorBound/10)
	return c.ctx.Err()
}

// eachClip calls work for every clip on the workers and returns the error of
// the first clip, in their order, that has one. Once the context has ended it starts
// no more, and returns the context's error: a work that ends early then may leave what
// it likes.
func (c *compiler) eachClip(work func(i int) error) error {
	errs := make([]error, len(c.clips))
	var next atomic.Int64
	var wait fault.Group
	for range min(c.o.Workers, len(c.clips)) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(errs) && c.ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				errs[i] = work(i)
			}
		})
	}
	wait.Wait()
	if err := c.ctx.Err(); err != nil {
		return err
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// boundOf returns the promise for what reaches that far from the origin.
func (c *compiler) boundOf(reach float64) float64 {
	return max(c.o.ErrorBound, float64(reach*c.grain))
}

// slotMatrix is the palette matrix of a slot in a pose, exactly.
func (c *compiler) slotMatrix(s int, p *exact.Pose) exact.Matrix {
	slot := &c.slots.slots[s]
	return p.Global[slot.joint].Mul(slot.inverse)
}
