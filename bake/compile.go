package bake

import (
	"context"
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/internal/layout"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// The errors of this package and of pose, soa and the context, for errors.Is.
var (
	// ErrForeignClip: a clip does not fit the model.
	ErrForeignClip = layout.ErrForeignClip
	// ErrBound: no frame rate holds a clip within the error bound.
	ErrBound = errors.New("the error bound cannot be held")
)

// errLayout says that what a layout leaves out of the rows is missed.
var errLayout = errors.New("the layout leaves out too much")

// Bank makes a bank of clips of a model, for runtime.Baked. nil stands for all
// clips of the model.
//
// The bank has the joints of the model's skins and of its meshes without a skin, with their ancestors
// (all joints where the model has neither), and gives each a palette matrix. One bank serves all
// skins: they share the matrix of a joint if their inverse bind matrices differ only by the place of
// the mesh (soa.LayoutSkin.Offset), and otherwise have one each. Without skins the joints' bind
// matrices are chosen: palette(s)·Bind[s] is the joint in model space. Morph weights that clips drive
// are sampled with the joints; tracks of floats are taken over as they are.
//
// Each clip gets the frame rate at which the promise of BankOptions.ErrorBound holds in the fewest
// rows. Where it moves faster than that, a cell between two frames is divided; where values jump or
// turn sharply it is split (soa.BankCell). The promise is verified in float64 against the tracks,
// for poses from the float32 rows, at frames, at keys and between. Only within 1/64 of a frame of a
// jump nothing is promised (soa.BankGap).
//
// Results at the default bound, with the largest measured error:
//
//	                         form     rows    size    error
//	strider, 3 clips, 4.7 s  general   145   91 kB  0.08 mm
//	pab, walk, 1.3 s         rig        41   54 kB  0.02 mm
//	                         general    41   54 kB  0.02 mm
//	Bob, 5.8 s               rig       145  127 kB  0.08 mm
//	(70 m tall: bound        general   145  100 kB  0.08 mm
//	0.15 mm)
//
// A clip may take as long as BankOptions.MaxWork allows.
//
// The bank is the same on every processor and for any number of workers. The
// error wraps soa.ErrInvalid for a model that its Validate refuses,
// ErrForeignClip for a clip that does not fit the model, soa.ErrRange for a joint
// out of range, soa.ErrOption, pose.ErrForm, ErrBound, soa.ErrTooLarge where rows take more than
// BankOptions.MaxBytes or their computation more than MaxWork, or the error of the
// context, which is checked at least as often as 4,096 joints are posed, or all once.
func Bank(ctx context.Context, model *soa.Model, clips []*soa.Clip, options BankOptions) (*soa.Bank, error) {
	in, err := layout.Check(ctx, model, clips, options.LayoutOptions)
	if err != nil {
		return nil, fmt.Errorf("compile: %w", err)
	}
	if err := options.fill(); err != nil {
		return nil, fmt.Errorf("compile: %q: %w", model.Name, err)
	}
	bank, err := bankOf(in, options)
	if err != nil {
		return nil, fmt.Errorf("compile %q: %w", model.Name, err)
	}
	return bank, nil
}

// Layout returns the layout of the poses of clips of a model, for runtime.Keyframes and
// runtime.Compressed. nil stands for all clips of the model. The error wraps soa.ErrInvalid,
// ErrForeignClip, soa.ErrRange, soa.ErrOption or pose.ErrForm, or is the context's, which is
// checked at each pose and each track.
func Layout(ctx context.Context, model *soa.Model, clips []*soa.Clip, options pose.LayoutOptions) (*pose.Layout, error) {
	_, poses, err := layout.OfKeys(ctx, model, clips, options)
	if err != nil {
		return nil, fmt.Errorf("layout: %w", err)
	}
	return poses, nil
}

// compiler is one call of Bank.
type compiler struct {
	*layout.Plan
	o        BankOptions
	work     []int64 // per clip: joints posed to build it, in all layouts that are tried
	onFrames []bool  // per clip: see exact.OnFrames
}

// bankOf makes a bank of what is checked.
func bankOf(in layout.Input, o BankOptions) (*soa.Bank, error) {
	c := compiler{o: o, work: make([]int64, len(in.Clips)), onFrames: make([]bool, len(in.Clips))}
	err := fault.ForEach(in.Ctx, o.Workers, len(in.Clips), func(i int) error {
		if clip := in.Clips[i]; !o.ExactCurves {
			in.Clips[i] = exact.OnFrames(clip)
			c.onFrames[i] = in.Clips[i] != clip
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if c.Plan, err = layout.New(in, layout.Bounds{Error: o.ErrorBound, Distance: o.ErrorDistance, Weight: o.WeightBound, Workers: o.Workers}); err != nil {
		return nil, err
	}
	return c.anyForm()
}

// roundingGrain is the distance between neighbouring float32, as a part of them: a
// place is half of that off at least.
const roundingGrain = 1.2e-7

// columnTolerances are the parts of the error bound by which a translation or
// scale may move, in the order they are tried, before it needs a column: noise
// of exporters is to cost nothing, but must not eat up the bound either.
var columnTolerances = [...]float64{1. / 10, 1. / 50, 0}

// anyForm makes a bank in the first form that can hold the bound.
func (c *compiler) anyForm() (*soa.Bank, error) {
	// Where float32 can hold the bound that was asked for, more rows or the other form do. Only far
	// from the origin, where float32 itself is coarser than that, the promise is less.
	var failed error
	for _, c.Grain = range [...]float64{0, 2e-7, max(1e-6, float64(c.Skeleton.Depth)*3e-7)} {
		for _, form := range c.Forms() {
			bank, err := c.inForm(form)
			if err == nil {
				return bank, nil
			}
			if !errors.Is(err, errLayout) && !errors.Is(err, ErrBound) && !errors.Is(err, pose.ErrForm) {
				return nil, err
			}
			failed = err
		}
	}
	return nil, failed
}

// inForm makes a bank in a form. The error wraps pose.ErrForm, errLayout or ErrBound
// where that cannot be.
func (c *compiler) inForm(form soa.Form) (*soa.Bank, error) {
	survey, err := c.Survey(form)
	if err != nil {
		return nil, err
	}
	if limit := c.Bound(survey.Reach); limit < float64(survey.Reach*roundingGrain) {
		return nil, fmt.Errorf("%w of %.3g m, %.3g m from the origin", ErrBound, limit, survey.Reach)
	}
	for _, tolerance := range columnTolerances {
		bank, e := c.withColumns(c.Columns(survey, tolerance))
		if e == nil || !errors.Is(e, errLayout) && !errors.Is(e, ErrBound) {
			return bank, e
		}
		err = e
	}
	return nil, err
}
