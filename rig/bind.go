package rig

import (
	"cmp"
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/rig/internal/bindpose"
	"github.com/sinew-anim/sinew/rig/internal/bone"
	"github.com/sinew-anim/sinew/rig/internal/heat"
	"github.com/sinew-anim/sinew/rig/internal/surface"
	"github.com/sinew-anim/sinew/soa"
)

// Bind returns the model with new weights for every skinned mesh, or, if it has none, for every
// mesh, and what it did. The model is only read; the result shares what does not change.
//
// A mesh has 4 influences per vertex, or 8 if a vertex has more; what is beyond 8 is kept as
// Mesh.Exact besides. Joints that a skin lacks are added to it. A mesh whose vertices have one
// joint each is Rigid.
//
// The error wraps soa.ErrInvalid, soa.ErrOption, soa.ErrRange, soa.ErrTooLarge, ErrJoints, ErrMesh,
// ErrPart or the error of the context.
func Bind(ctx context.Context, m *soa.Model, o Options) (*soa.Model, *Report, error) {
	if m == nil {
		return nil, nil, fmt.Errorf("bind: %w: no model", soa.ErrInvalid)
	}
	out, report, err := bind(ctx, m, &o)
	if err != nil {
		return nil, nil, fmt.Errorf("bind %q: %w", m.Name, err)
	}
	return out, report, nil
}

func bind(ctx context.Context, m *soa.Model, o *Options) (*soa.Model, *Report, error) {
	if err := m.Validate(); err != nil {
		return nil, nil, err
	}
	if err := o.check(m); err != nil {
		return nil, nil, err
	}
	groups := bindpose.GroupsOf(m)
	if len(groups) == 0 {
		return nil, nil, ErrMesh
	}
	joints, err := o.joints(m)
	if err != nil {
		return nil, nil, err
	}
	report := &Report{}
	w := newWriter(m, report)
	for _, g := range groups {
		t, err := newTask(ctx, m, o, g, joints, report)
		if err != nil {
			return nil, nil, err
		}
		rows, err := t.weights()
		if err != nil {
			return nil, nil, err
		}
		if err := w.write(t, rows); err != nil {
			return nil, nil, err
		}
	}
	w.finish(joints)
	if err := w.model.Validate(); err != nil {
		return nil, nil, err
	}
	return w.model, report, nil
}

// task is the binding of one group of meshes.
type task struct {
	ctx     context.Context
	model   *soa.Model
	options *Options
	group   *bindpose.Group
	surface *surface.Surface
	bones   bone.List
	report  *Report
}

func newTask(ctx context.Context, m *soa.Model, o *Options, g *bindpose.Group, joints []int, report *Report) (*task, error) {
	t := &task{ctx: ctx, model: m, options: o, group: g, report: report}
	var parts []surface.Part
	for i, mesh := range g.Mesh {
		parts = append(parts, surface.Part{Position: m.Meshes[mesh].Position, Index: m.Meshes[mesh].Index, To: g.To[i]})
	}
	var err error
	if t.surface, err = surface.New(ctx, parts); err != nil {
		return nil, err
	}
	t.inspect()
	if t.bones, err = t.findBones(joints); err != nil {
		return nil, err
	}
	return t, nil
}

// weights returns the weights of the points.
func (t *task) weights() ([]bone.Row, error) {
	rows, err := t.compute(t.options.Method)
	if err != nil {
		return nil, err
	}
	if rows, err = t.byPart(rows); err != nil {
		return nil, err
	}
	if t.options.Raw {
		return rows, nil
	}
	if err := t.fill(rows); err != nil {
		return nil, err
	}
	for range t.options.Smooth {
		if err := t.ctx.Err(); err != nil {
			return nil, err
		}
		if rows, err = t.smooth(rows); err != nil {
			return nil, err
		}
	}
	return rows, t.limit(rows)
}

// compute returns what a method gives.
func (t *task) compute(m Method) ([]bone.Row, error) {
	switch m {
	case Rigid:
		return t.applyRule(t.bones.Rigid())
	case Distance:
		return t.applyRule(t.distance())
	case Hierarchy:
		return t.applyRule(t.bones.Hierarchy(t.most(), t.exponent(defaultDistance)))
	case Envelope:
		return t.applyRule(t.bones.Envelope())
	case Box:
		return t.applyRule(t.bones.Boxes())
	case Dropoff:
		return t.applyRule(t.bones.Dropoff(t.exponent(defaultDropoff)))
	case Heat:
		return t.heat()
	default:
		return t.voxel()
	}
}

const (
	defaultNearest  = 5 // bones of Distance and Hierarchy
	defaultDistance = 4 // exponent of Distance and Hierarchy
	defaultDropoff  = 2 // exponent of Dropoff
)

func (t *task) distance() bone.Rule {
	return t.bones.Distance(t.most(), t.exponent(defaultDistance))
}

// most is the number of bones that Distance and Hierarchy take.
func (t *task) most() int { return cmp.Or(t.options.MaxInfluences, defaultNearest) }

func (t *task) exponent(otherwise float64) float64 { return cmp.Or(t.options.Dropoff, otherwise) }

// heat computes bones one by one.
func (t *task) heat() ([]bone.Row, error) {
	rows := make([]bone.Row, len(t.surface.Position))
	altered, err := heat.Weights(t.ctx, t.surface, t.bones.Segments(), func(b int, w []float64) {
		for p, value := range w {
			if value > 0 {
				rows[p] = append(rows[p], bone.Weight{Bone: int32(b), Value: value})
			}
		}
	})
	if altered {
		t.report.add(Obtuse, t.name(), 1, "triangles at borders are so obtuse that heat would flow backwards; their edges conduct next to nothing instead")
	}
	return rows, err
}

// askPoints is the number of points between two checks of the context.
const askPoints = 64

// applyRule computes points one by one.
func (t *task) applyRule(rule bone.Rule) ([]bone.Row, error) {
	rows := make([]bone.Row, len(t.surface.Position))
	var r bone.Row
	for p, at := range t.surface.Position {
		if p%askPoints == 0 {
			if err := t.ctx.Err(); err != nil {
				return nil, err
			}
		}
		r = rule(at, r[:0])
		rows[p] = append(bone.Row(nil), r...)
	}
	return rows, nil
}
