package keys

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/layout"
	"github.com/sinew-anim/sinew/runtime/internal/limit"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Plan is the layout of a model's poses and what takes its clips' tracks there.
type Plan struct {
	*layout.Plan
	Poses     *pose.Layout
	convert   []layout.Conversion // per slot
	columns   simd.Columns
	Size      float64   // of the skeleton in its reference pose
	tolerance float64   // of values of translation columns
	rotation  float64   // the same of rotation columns
	arc       float64   // see MaxArc
	spare     int       // straight pieces that a track may have in any case
	budget    int       // bytes of all keys for kernels
	Scaled    []float64 // see limit.OfClips
	moved     map[int]bool
}

// shallow is the depth of a skeleton down to which Tolerance and MaxArc hold;
// below it the errors of rotations add up to as much as they do there.
const shallow = 5

// New plans the poses of clips that are played from their own keys.
func New(ctx context.Context, model *soa.Model, clips []*soa.Clip, o pose.LayoutOptions) (*Plan, error) {
	of, poses, err := layout.OfKeys(ctx, model, clips, o)
	if err != nil {
		return nil, err
	}
	return newPlan(of, poses, limit.OfClips(poses.Layout, of.Clips)), nil
}

func newPlan(of *layout.Plan, poses *pose.Layout, scaled []float64) *Plan {
	l := poses.Layout
	p := &Plan{Plan: of, Poses: poses, convert: of.Conversions(l), columns: simd.Columns{Rotations: l.Rotations(), Others: l.Others}, Scaled: scaled}
	p.Size = layout.Size(of.Reference)
	p.tolerance, p.rotation, p.arc = Tolerance*p.Size, Tolerance, MaxArc
	if deeper := float64(of.Skeleton.Depth) / shallow; deeper > 1 {
		p.rotation, p.arc = Tolerance/deeper, MaxArc/exact.CubeRoot(deeper)
	}
	if l.Form == soa.Rig {
		p.tolerance /= max(float64(l.K), -float64(l.K))
	}
	return p
}

// Column returns the column that a track drives and its conversion. It is -1 where
// the layout has none.
func (p *Plan) Column(tr *soa.Track) (column int, convert *layout.Conversion) {
	l := p.Poses.Layout
	if tr.Property == soa.Weight {
		return p.other(l.WeightColumn[tr.Target]), &layout.Conversion{}
	}
	s := l.Slot[tr.Target]
	if s < 0 {
		return -1, nil
	}
	switch tr.Property {
	case soa.Rotation:
		return int(s), &p.convert[s]
	case soa.Translation:
		return p.other(l.TranslationColumn[s]), &p.convert[s]
	case soa.Scale:
		if l.Form == soa.General {
			return p.other(l.ScaleColumn[s]), &p.convert[s]
		}
	}
	return -1, nil
}

func (p *Plan) other(column int16) int {
	if column < 0 {
		return -1
	}
	return p.columns.Rotations + int(column)
}

// Bind prepares clips for kernels, followed by the rest pose. rest writes all columns; clips write
// those that any clip moves or holds elsewhere than at rest.
func (p *Plan) Bind(clips []*soa.Clip) (rest *kernel.KeyClip, out []Clip, err error) {
	clips, list, err := p.bindAll(clips)
	if err != nil {
		return nil, nil, err
	}
	if rest, err = p.restClip(); err != nil {
		return nil, nil, err
	}
	for {
		out = out[:0]
		bytes := 0
		for i, b := range list {
			clip, err := p.kernels(clips[i], b)
			if err != nil {
				return nil, nil, err
			}
			bytes += clip.Bytes()
			out = append(out, clip)
		}
		if bytes <= p.budget || !lighten(list, bytes-p.budget) {
			return rest, out, nil
		}
	}
}

// bindAll binds clips, followed by the rest pose, and finds the columns that any of them moves.
func (p *Plan) bindAll(clips []*soa.Clip) (all []*soa.Clip, list []*boundClip, err error) {
	p.spare, p.budget = spareOf(clips), keyBudget(clips)
	all = append(slices.Clip(clips), &soa.Clip{TicksPerSecond: 1})
	list = make([]*boundClip, len(all))
	for i, c := range all {
		if list[i], err = p.bind(c); err != nil {
			return nil, nil, err
		}
	}
	p.moved = movedColumns(list, p.Poses.Rest)
	return all, list, nil
}

// restClip returns the rest pose as a clip that writes every column.
func (p *Plan) restClip() (*kernel.KeyClip, error) {
	values := p.Poses.Rest
	var all []kernel.HeldColumn
	for c := range p.Poses.Columns() {
		all = append(all, kernel.HeldColumn{Column: c, Value: [4]float32(values[4*c:])})
	}
	return kernel.NewKeyClip(p.columns, nil, nil, all)
}

// kernels prepares a clip that is bound.
func (p *Plan) kernels(clip *soa.Clip, b *boundClip) (Clip, error) {
	straight, bent := b.kernels()
	k, err := kernel.NewKeyClip(p.columns, straight, bent, b.rest(p.Poses.Rest, p.moved))
	if err != nil {
		return Clip{}, fmt.Errorf("clip %q: %w", clip.Name, err)
	}
	return Clip{k, NewTicks(clip), b.exact}, nil
}

// Keys of kernels take at most splineShare times the memory of splines and lineShare times that of
// other tracks, which are the faster for being cut into straight pieces, and spareBytes beside.
const (
	spareBytes  = 64 << 10
	splineShare = 2
	lineShare   = 8
)

// keyBudget is how much memory the keys of kernels may take.
func keyBudget(clips []*soa.Clip) int {
	n := spareBytes
	for _, c := range clips {
		for t := range c.Tracks {
			first, end := c.Keys(t)
			if c.Tracks[t].Interpolation == soa.Cubic {
				n += splineShare * splineKeyBytes * (end - first)
			} else {
				n += lineShare * keyBytes * (end - first)
			}
		}
	}
	return n
}

// Bytes of a clip's key.
const (
	keyBytes       = 4 * 5
	splineKeyBytes = keyBytes + 2*4*4
)

// straightPieces returns the most straight pieces of a curve. Beyond, it goes to kernels as cubics,
// each of which takes the memory of three pieces and the time of two to three.
func (p *Plan) straightPieces(c *curve) int {
	each := lineShare
	if c.interpolation == soa.Cubic {
		each = 3
	}
	return max(p.spare, each*(len(c.time)-1))
}

// spareOf is how many straight pieces a track may have in any case: half of the spare
// memory, shared out.
func spareOf(clips []*soa.Clip) int {
	tracks := 1
	for _, c := range clips {
		tracks += len(c.Tracks)
	}
	return spareBytes / 2 / 16 / tracks
}

// toleranceOf is by how much values of a property may be off.
func (p *Plan) toleranceOf(property soa.Property) float64 {
	switch property {
	case soa.Translation:
		return p.tolerance
	case soa.Rotation:
		return p.rotation
	}
	return Tolerance
}
