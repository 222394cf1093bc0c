package keys

import (
	"context"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/layout"
	"github.com/sinew-anim/sinew/internal/limit"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// BindEach is Bind with a memory of its own for each clip, so that it can be prepared without the
// others: see BindOne.
func (p *Plan) BindEach(clips []*soa.Clip) (rest *kernel.KeyClip, out []Clip, err error) {
	clips, list, err := p.bindAll(clips)
	if err != nil {
		return nil, nil, err
	}
	for i, b := range list {
		clip, err := p.prepareInBudget(clips[i], b)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, clip)
	}
	rest, err = p.restClip()
	return rest, out, err
}

// prepareInBudget prepares a clip in the memory that is its share.
func (p *Plan) prepareInBudget(clip *soa.Clip, b *boundClip) (Clip, error) {
	for budget := keyBudget([]*soa.Clip{clip}); ; {
		c, err := p.kernels(clip, b)
		if err != nil || c.Bytes() <= budget || !lighten([]*boundClip{b}, c.Bytes()-budget) {
			return c, err
		}
	}
}

// BindOne prepares one clip as BindEach does among all those of a record.
func (p *Plan) BindOne(clip *soa.Clip) (Clip, error) {
	b, err := p.bind(clip)
	if err != nil {
		return Clip{}, err
	}
	return p.prepareInBudget(clip, b)
}

// BindRest prepares the rest pose: what Bind returns first and last.
func (p *Plan) BindRest() (*kernel.KeyClip, Clip, error) {
	last, err := p.BindOne(&soa.Clip{TicksPerSecond: 1})
	if err != nil {
		return nil, last, err
	}
	rest, err := p.restClip()
	return rest, last, err
}

// Record returns what OfRecord needs to plan the same again, once BindEach has bound the clips.
func (p *Plan) Record() *soa.ClipColumns {
	r := p.Plan.Record(p.Poses.Layout)
	r.Scaled, r.Spare, r.Moved = p.Scaled, int32(p.spare), make([]uint8, p.Poses.Columns())
	for c := range p.moved {
		r.Moved[c] = 1
	}
	return r
}

// OfRecord is New given the first clip alone and what Record returned of all.
func OfRecord(ctx context.Context, model *soa.Model, first *soa.Clip, r *soa.ClipColumns, o pose.LayoutOptions) (*Plan, error) {
	of, poses, err := layout.OfRecord(ctx, model, first, r, o)
	if err != nil {
		return nil, err
	}
	scaled := limit.OfClips(poses.Layout, nil)
	if len(r.Moved) != poses.Columns() || len(r.Scaled) != len(scaled) {
		return nil, fmt.Errorf("%q: %w: %d columns and %d scales, the layout has %d and %d", model.Name, soa.ErrInvalid, len(r.Moved), len(r.Scaled), poses.Columns(), len(scaled))
	}
	for s, most := range r.Scaled {
		scaled[s] = max(scaled[s], most)
	}
	p := newPlan(of, poses, scaled)
	p.spare, p.moved = min(int(r.Spare), math.MaxInt16), map[int]bool{}
	for c, moves := range r.Moved {
		if moves != 0 {
			p.moved[c] = true
		}
	}
	return p, nil
}
