package layout

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fault"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// ErrForeignClip is wrapped by the error about a clip that does not fit the model.
var ErrForeignClip = errors.New("the clip does not belong to the model")

// Input is a model and clips that have been checked.
type Input struct {
	Ctx     context.Context
	Model   *soa.Model
	Options pose.LayoutOptions
	Clips   []*soa.Clip // without floats
	Floats  []*soa.Clip // per clip: those of its tracks that are floats, or nil
}

// Check checks a model, clips (nil: the model's) and options. The error wraps soa.ErrInvalid,
// ErrForeignClip, soa.ErrRange or soa.ErrOption or is the context's.
func Check(ctx context.Context, model *soa.Model, clips []*soa.Clip, o pose.LayoutOptions) (in Input, err error) {
	if clips, err = CheckClips(ctx, model, clips); err != nil {
		return in, err
	}
	return checked(ctx, model, clips, o)
}

// checked is Check of a model and clips that have passed Validate.
func checked(ctx context.Context, model *soa.Model, clips []*soa.Clip, o pose.LayoutOptions) (in Input, err error) {
	if model.Skeleton.Len() == 0 {
		return in, fmt.Errorf("%q: %w: no joints", model.Name, soa.ErrInvalid)
	}
	if err := checkOptions(&o, model.Skeleton.Len()); err != nil {
		return in, fmt.Errorf("%q: %w", model.Name, err)
	}
	in = Input{Ctx: ctx, Model: model, Options: o}
	if len(o.Only) > 0 {
		bare := *model
		bare.Skins, bare.Meshes = nil, nil
		in.Model = &bare
	}
	for _, clip := range clips {
		in.Clips, in.Floats = append(in.Clips, clip.WithoutFloats()), append(in.Floats, clip.Floats())
	}
	return in, nil
}

// CheckClips checks a model and clips, and returns these (nil: the model's). The error wraps
// soa.ErrInvalid or ErrForeignClip or is the context's.
func CheckClips(ctx context.Context, model *soa.Model, clips []*soa.Clip) ([]*soa.Clip, error) {
	if model == nil {
		return nil, fmt.Errorf("%w: no model", soa.ErrInvalid)
	}
	err := model.Validate()
	if i := slices.Index(clips, nil); err == nil && i >= 0 {
		err = fmt.Errorf("%w: clip %d is nil", ErrForeignClip, i)
	}
	if err == nil {
		if err = model.ValidateClips(clips...); err != nil {
			err = fmt.Errorf("%w: %w", ErrForeignClip, err)
		}
	}
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return nil, fmt.Errorf("%q: %w", model.Name, err)
	}
	if clips == nil {
		clips = model.Clips
	}
	return clips, nil
}

// Bounds are what the columns of a layout have to hold.
type Bounds struct {
	// Error is how far, in metres, any point Distance metres from a joint may be from where
	// the tracks put it, Weight the same of morph weights.
	Error, Distance, Weight float64
	// Keys is for clips that are played from their own keys: Error and Weight are keysBound
	// then, the first as a part of the skeleton's size.
	Keys bool
	// Workers is how many goroutines look at clips.
	Workers int
}

// keysBound is the part of the skeleton's size that is the error bound of a layout for
// keys: a quarter of it is what palettes of the rig form may scale or shear by, a tenth
// what may move without a column.
const keysBound = 1e-5

// Plan is the joints and slots that the layout of a model's poses has, and what its clips
// do to them.
type Plan struct {
	Input
	Bounds
	Skeleton  *exact.Skeleton
	Exact     []*exact.Clip // per clip
	Reference *exact.Pose   // the pose that free bind matrices and reaches are taken from
	Reach     []float64     // per clip, of the last Survey: greatest distance of a joint from the origin
	Grain     float64       // by which the bound grows with the distance from the origin, see Bound
	slots
	columns  *Columns  // of OfKeys
	vertices []float64 // per kept joint, see vertexReach
	subtree  []float64 // see subtreeReach
}

// New decides which joints and slots there are. The error wraps soa.ErrInvalid where there are
// too many, or is the context's.
func New(in Input, b Bounds) (*Plan, error) {
	p := begin(in, b)
	p.Exact = make([]*exact.Clip, len(in.Clips))
	if err := fault.ForEach(p.Ctx, p.Workers, len(p.Clips), func(i int) (err error) {
		p.Exact[i], err = p.Skeleton.NewClipIn(p.Ctx, p.Clips[i])
		return err
	}); err != nil {
		return nil, err
	}
	if len(p.Clips) > 0 {
		pose := p.Skeleton.NewPose()
		p.Exact[0].Fork().At(0, false, &pose)
		p.Reference = &pose
	}
	return p, p.arrange()
}

// begin returns a plan of the joints that there are, with the rest pose as its reference.
func begin(in Input, b Bounds) *Plan {
	p := &Plan{Input: in, Bounds: b}
	p.Skeleton = exact.NewSkeleton(p.Model, neededJoints(p.Model, &p.Options))
	p.Reference = &p.Skeleton.Rest
	return p
}

// arrange decides, by the reference, which slots there are.
func (p *Plan) arrange() error {
	if p.Keys {
		p.Error, p.Weight = max(keysBound*Size(p.Reference), math.SmallestNonzeroFloat32), keysBound
	}
	if err := p.Ctx.Err(); err != nil {
		return err
	}
	p.vertices = vertexReach(p.Model, p.Skeleton, p.Reference)
	p.subtree = subtreeReach(p.vertices, p.Skeleton, p.Reference)
	if p.Options.Levels == nil {
		if whole := slices.Max(append([]float64{0}, p.subtree...)); whole > 0 {
			p.Options.Levels = []float64{whole / 25, whole / 8}
		}
	}
	if err := p.Ctx.Err(); err != nil {
		return err
	}
	p.slots = planSlots(p.Model, p.Skeleton, p.Reference, levelOf(p.subtree, p.Options.Levels), p.Error/10)
	if err := p.Ctx.Err(); err != nil {
		return err
	}
	if n := len(p.Slots); n > soa.MaxSlots {
		return fmt.Errorf("%w: %d joints and inverse bind matrices, at most %d are possible", soa.ErrInvalid, n, soa.MaxSlots)
	}
	return nil
}

// OfKeys plans the layout of clips that are played from their own keys, and returns it. The
// error is one of Check, New or Survey.
func OfKeys(ctx context.Context, model *soa.Model, clips []*soa.Clip, o pose.LayoutOptions) (*Plan, *pose.Layout, error) {
	in, err := Check(ctx, model, clips, o)
	if err != nil {
		return nil, nil, err
	}
	p, err := forKeys(in)
	if err != nil {
		return nil, nil, err
	}
	survey, err := p.anyForm()
	if err != nil {
		return nil, nil, err
	}
	p.columns = p.Columns(survey, 0.1)
	l := p.Layout(p.columns)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	poses, err := pose.New(l)
	return p, poses, err
}

// forKeys is New for clips that are played from their own keys.
func forKeys(in Input) (*Plan, error) {
	p, err := New(in, boundsOfKeys())
	if err == nil {
		p.Grain = grainOfKeys
	}
	return p, err
}

// boundsOfKeys are those of clips that are played from their own keys, and grainOfKeys Plan.Grain.
func boundsOfKeys() Bounds {
	return Bounds{Distance: exact.Distance, Keys: true, Workers: runtime.GOMAXPROCS(0)}
}

const grainOfKeys = 1e-6

// anyForm surveys the first form that palettes fit.
func (p *Plan) anyForm() (v *Survey, err error) {
	for _, form := range p.Forms() {
		if v, err = p.Survey(form); err == nil || !errors.Is(err, pose.ErrForm) {
			break
		}
	}
	return v, err
}

// Bound returns the promise for what reaches that far from the origin.
func (p *Plan) Bound(reach float64) float64 { return max(p.Error, float64(reach*p.Grain)) }

// slotMatrix is the palette matrix of a slot in a pose, exactly.
func (p *Plan) slotMatrix(s int, pose *exact.Pose) exact.Matrix {
	slot := &p.Slots[s]
	return pose.Global[slot.Joint].Mul(slot.Inverse)
}
