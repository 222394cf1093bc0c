package layout

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// What the bits of soa.ClipColumns.Moves say.
const (
	translates = 1 << iota
	scales
)

// Record returns what OfRecord needs to make the layout of OfKeys again, but for what other packages
// add. It may be called once OfKeys has made the plan.
func (p *Plan) Record(l *soa.Layout) *soa.ClipColumns {
	c := p.columns
	r := &soa.ClipColumns{Clips: int32(len(p.Clips)), Form: c.form, K: float32(c.k), Moves: make([]uint8, c.slots), Reference: l.Reference}
	for s := range r.Moves {
		if c.translation[s] >= 0 {
			r.Moves[s] |= translates
		}
		if c.scale[s] >= 0 {
			r.Moves[s] |= scales
		}
		if c.form == soa.General {
			r.Pivot, r.Scale = append(r.Pivot, l.Pivot[s]), append(r.Scale, l.Scale[s])
		}
	}
	for w, at := range c.Weight {
		moves := uint8(0)
		if at >= 0 {
			moves = 1
		}
		r.WeightMoves, r.WeightRest = append(r.WeightMoves, moves), append(r.WeightRest, float32(c.WeightRest[w]))
	}
	return r
}

// OfRecord is OfKeys given the first clip alone and what Record returned of all: the same layout.
// Model and clip have passed Validate. The error wraps soa.ErrInvalid where the record is of another
// model.
func OfRecord(ctx context.Context, model *soa.Model, first *soa.Clip, r *soa.ClipColumns, o pose.LayoutOptions) (*Plan, *pose.Layout, error) {
	in, err := checked(ctx, model, nil, o)
	if err != nil {
		return nil, nil, err
	}
	p := begin(in, boundsOfKeys())
	start := p.Skeleton.NewPose()
	p.Skeleton.PoseAt(first, 0, &start)
	p.Reference, p.Grain = &start, grainOfKeys
	if err := p.arrange(); err != nil {
		return nil, nil, err
	}
	k := p.scaleOf()
	if n := len(p.Slots); len(r.Moves) != n || len(r.WeightMoves) != len(model.Weights) || len(r.Reference) != 4*roundUp(n, 4) || r.Form == soa.Rig && (float32(k) != r.K || k == 0) {
		return nil, nil, fmt.Errorf("%q: %w: columns of %d slots and %d weights, the model has %d and %d", model.Name, soa.ErrInvalid, len(r.Moves), len(r.WeightMoves), n, len(model.Weights))
	}
	p.bindFree(r.Form, k, p.Skeleton, p.Reference)
	p.columns = p.recorded(r, k)
	poses, err := pose.New(p.layout(p.columns, r.Reference))
	return p, poses, err
}

// recorded gives columns to what a record says.
func (p *Plan) recorded(r *soa.ClipColumns, k float64) *Columns {
	n := len(p.Slots)
	l := &Columns{
		form: r.Form, k: k, slots: n, Rotations: roundUp(n, 4),
		translation: make([]int, n), scale: make([]int, n), pivot: make([]exact.Vec, n), constant: make([]exact.Vec, n),
		Weight: make([]int, len(r.WeightMoves)), WeightRest: make([]float64, len(r.WeightMoves)),
	}
	columns := 0
	column := func(moves bool) int {
		if !moves {
			return -1
		}
		columns++
		return columns - 1
	}
	for s := range n {
		if l.pivot[s] = round32(p.Slots[s].Bind.Translation()); r.Form == soa.General {
			l.pivot[s], l.constant[s] = exact.WidenVec(r.Pivot[s]), exact.WidenVec(r.Scale[s])
		}
		l.translation[s] = column(r.Moves[s]&translates != 0)
	}
	for s := range n {
		l.scale[s] = column(r.Form == soa.General && r.Moves[s]&scales != 0)
	}
	for w := range l.Weight {
		l.Weight[w], l.WeightRest[w] = column(r.WeightMoves[w] != 0), float64(r.WeightRest[w])
	}
	l.others = roundUp(columns, 4)
	return l
}
