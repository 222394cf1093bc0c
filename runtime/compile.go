package runtime

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// The errors of Compile.
var (
	// ErrBound says that no frame rate holds a clip within the error bound.
	ErrBound = errors.New("the error bound cannot be held")
	// ErrForm says that a model's palettes do not fit the form that was asked
	// for.
	ErrForm = errors.New("the model does not fit the bank's form")
	// ErrOption says that an option of Compile is out of range.
	ErrOption = errors.New("option out of range")
)

// CompileOptions says what Compile makes of clips. The zero value is a good
// choice.
type CompileOptions struct {
	// ErrorBound is how far, in metres, any point ErrorDistance metres from a
	// joint may be from where the tracks put it; 0 means 0.1 mm at 3 cm. Far
	// from the origin float32 cannot hold that: the bound is at least a
	// millionth of the distance and, through a chain of n joints, n·3e-7 of it.
	ErrorBound, ErrorDistance float64
	// WeightBound is the same for morph weights; 0 means 0.001.
	WeightBound float64

	// Form forces a form, see soa.Bank.
	Form FormChoice

	// AllJoints keeps every joint of the skeleton, Joints those listed, besides
	// the joints of skins and meshes and their ancestors.
	AllJoints bool
	Joints    []int

	// Levels are distances in metres, ascending: level of detail i+1 leaves out
	// the joints that move nothing farther away than Levels[i]. Nil means a
	// 25th and an 8th of what the root moves; an empty list no such levels.
	Levels []float64

	// MaxRate limits the frames per second of the fastest stretches of a clip;
	// 0 means 200,000. What is faster is a gap in the promise, see soa.BankGap.
	MaxRate float64
	// Workers is how many goroutines compile clips; 0 means GOMAXPROCS. The
	// bank does not depend on it.
	Workers int
}

// FormChoice is the form that Compile is to choose.
type FormChoice uint8

const (
	// FormAuto is soa.Rig where palettes only rotate, move and scale by one
	// factor, soa.General where they do more.
	FormAuto    FormChoice = iota
	FormRig                // soa.Rig, or ErrForm
	FormGeneral            // soa.General
)

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
// out of range, ErrOption, ErrForm or ErrBound.
func Compile(model *soa.Model, clips []*soa.Clip, options CompileOptions) (*soa.Bank, error) {
	c, err := newCompiler(model, clips, options)
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
	floats   []*soa.Clip // per clip: those of its tracks that are floats, or nil
}

// newCompiler checks its arguments and fills in the options' defaults.
func newCompiler(model *soa.Model, clips []*soa.Clip, o CompileOptions) (*compiler, error) {
	if model == nil {
		return nil, fmt.Errorf("%w: no model", soa.ErrInvalid)
	}
	if err := model.Validate(); err != nil {
		return nil, fmt.Errorf("%q: %w", model.Name, err)
	}
	if model.Skeleton.Len() == 0 {
		return nil, fmt.Errorf("%q: %w: no joints", model.Name, soa.ErrInvalid)
	}
	if clips == nil {
		clips = model.Clips
	}
	for i, clip := range clips {
		if clip == nil {
			return nil, fmt.Errorf("%q: %w: clip %d is nil", model.Name, ErrForeignClip, i)
		}
		if err := clip.Validate(model.Skeleton.Len(), len(model.Weights), len(model.Floats)); err != nil {
			return nil, fmt.Errorf("%q: %w: %w", model.Name, ErrForeignClip, err)
		}
	}
	for _, j := range o.Joints {
		if j < 0 || j >= model.Skeleton.Len() {
			return nil, fmt.Errorf("%q: %w: joint %d of %d", model.Name, ErrRange, j, model.Skeleton.Len())
		}
	}
	if err := o.fill(); err != nil {
		return nil, fmt.Errorf("%q: %w", model.Name, err)
	}
	c := &compiler{model: model, o: o}
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
		{"ErrorBound", &o.ErrorBound, 1e-4}, {"ErrorDistance", &o.ErrorDistance, 0.03},
		{"WeightBound", &o.WeightBound, 1e-3}, {"MaxRate", &o.MaxRate, 200000},
	} {
		if !(*v.value >= 0) || math.IsInf(*v.value, 0) {
			return fmt.Errorf("%w: %s is %v", ErrOption, v.name, *v.value)
		}
		if *v.value == 0 {
			*v.value = v.zero
		}
	}
	for i, l := range o.Levels {
		if !(l > 0) || math.IsInf(l, 0) || i > 0 && l <= o.Levels[i-1] {
			return fmt.Errorf("%w: Levels[%d] is %v: want ascending distances", ErrOption, i, l)
		}
	}
	if o.Form > FormGeneral || o.Workers < 0 {
		return fmt.Errorf("%w: form %d, %d workers", ErrOption, o.Form, o.Workers)
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return nil
}

// columnTolerances are the parts of the error bound by which a translation or
// scale may move, in the order they are tried, before it needs a column: noise
// of exporters is to cost nothing, but must not eat up the bound either.
var columnTolerances = [...]float64{1. / 10, 1. / 50, 0}

func (c *compiler) compile() (*soa.Bank, error) {
	c.prepare()
	if n := len(c.slots.slots); n > soa.MaxSlots {
		return nil, fmt.Errorf("%w: %d joints and inverse bind matrices, at most %d are possible", soa.ErrInvalid, n, soa.MaxSlots)
	}
	var failed error
	for _, form := range c.o.Form.candidates() {
		survey, err := c.survey(form)
		if err != nil {
			failed = err
			continue
		}
		for _, tolerance := range columnTolerances {
			l := c.layOut(survey, form, tolerance)
			bank, err := c.compileAs(l)
			if err == nil {
				return bank, nil
			}
			if !errors.Is(err, errLayout) && !errors.Is(err, ErrBound) {
				return nil, err
			}
			failed = err
		}
		if errors.Is(failed, ErrBound) {
			break // the other form cannot follow the tracks better
		}
	}
	return nil, failed
}

// candidates are the forms to try, in order.
func (f FormChoice) candidates() []soa.BankForm {
	switch f {
	case FormRig:
		return []soa.BankForm{soa.Rig}
	case FormGeneral:
		return []soa.BankForm{soa.General}
	}
	return []soa.BankForm{soa.Rig, soa.General}
}

// prepare decides which joints and slots there are.
func (c *compiler) prepare() {
	c.skel = exact.NewSkeleton(c.model, neededJoints(c.model, &c.o))
	c.ref = &c.skel.Rest
	c.exact = make([]*exact.Clip, len(c.clips))
	_ = c.eachClip(func(i int) error {
		c.exact[i] = c.skel.NewClip(c.clips[i])
		return nil
	})
	if len(c.clips) > 0 {
		pose := c.skel.NewPose()
		c.exact[0].Fork().At(0, false, &pose)
		c.ref = &pose
	}
	c.vertices = vertexReach(c.model, c.skel, c.ref)
	c.subtree = subtreeReach(c.vertices, c.skel, c.ref)
	if c.o.Levels == nil {
		if whole := slices.Max(c.subtree); whole > 0 {
			c.o.Levels = []float64{whole / 25, whole / 8}
		}
	}
	c.slots = planSlots(c.model, c.skel, c.ref, levelOf(c.subtree, c.o.Levels), c.o.ErrorBound/10)
}

// eachClip calls work for every clip on the workers and returns the error of
// the first clip, in their order, that has one.
func (c *compiler) eachClip(work func(i int) error) error {
	errs := make([]error, len(c.clips))
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(c.o.Workers, len(c.clips)) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := int(next.Add(1)) - 1; i < len(errs); i = int(next.Add(1)) - 1 {
				errs[i] = work(i)
			}
		}()
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// boundOf returns the promise for what reaches that far from the origin.
func (c *compiler) boundOf(reach float64) float64 {
	return max(c.o.ErrorBound, float64(reach*max(1e-6, float64(c.skel.Depth)*3e-7)))
}

// slotMatrix is the palette matrix of a slot in a pose, exactly.
func (c *compiler) slotMatrix(s int, p *exact.Pose) exact.Matrix {
	slot := &c.slots.slots[s]
	return p.Global[slot.joint].Mul(slot.inverse)
}
