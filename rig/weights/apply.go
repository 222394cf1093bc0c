package weights

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Operation changes the weights of a model: one of Normalize, Prune, Limit, Quantize, Invert, Levels,
// Smooth, Hammer, Mirror, Transfer, Copy and Take.
type Operation interface {
	// Name is the operation's name in reports.
	Name() string
	run(w *work) error
}

// Options are what operations have in common.
type Options struct {
	Meshes []string // names of the meshes that change; nil: all with a skin
	Locked []string // names of joints whose weights stay
	// Mask is how much of an operation a vertex of a mesh takes, from 0 to 1; nil: all.
	Mask func(mesh, vertex int) float64
	// Times is the largest number of moments per clip at which displacement is measured: 0 means
	// 100, and below 0 nothing is measured.
	Times int
}

// Report is what an operation did.
type Report struct {
	Operation string         `json:"operation"`
	Meshes    []MeshReport   `json:"meshes"`
	Moved     []Displacement `json:"moved,omitempty"` // per clip, or at rest without clips
}

// MeshReport is what an operation did to a mesh.
type MeshReport struct {
	Mesh     string `json:"mesh"`
	Vertices int    `json:"vertices"`
	Changed  int    `json:"changed"` // vertices whose weights changed by more than 1e-6
	// Most and Mean are how much weight of a vertex went from joint to joint: ½·Σ|w′ − w|.
	Most float64 `json:"most"`
	Mean float64 `json:"mean"`
	// Unweighted is how many vertices have no weights afterwards.
	Unweighted int `json:"unweighted,omitempty"`
	// Unmatched is how many vertices found nothing to take weights from; of a Transfer, they
	// were inpainted, but for those that are Unreached.
	Unmatched int `json:"unmatched,omitempty"`
	Unreached int `json:"unreached,omitempty"`
	// Lost is the largest weight of a vertex that belonged to joints that the mesh lacks.
	Lost float64 `json:"lost,omitempty"`
	// Rescaled is how many rows of a matrix had a sum that is off by more than 1e-3, and WorstSum
	// the one that is off most.
	Rescaled int     `json:"rescaled,omitempty"`
	WorstSum float64 `json:"worst_sum,omitempty"`
}

// work is an operation at work on a model.
type work struct {
	ctx    context.Context
	bodies []*body
	of     map[int]*MeshReport // by mesh
}

// Apply applies operations one after the other. It returns another model, which shares what did not
// change, and one report per operation. Meshes of one skin are welded for what looks at neighbours, so
// that their seams stay closed.
//
// The error wraps ErrUnskinned, ErrJoint, ErrShape, ErrWeight, soa.ErrOption, soa.ErrInvalid or that of
// the context.
func Apply(ctx context.Context, m *soa.Model, o Options, operations ...Operation) (*soa.Model, []Report, error) {
	if err := m.Validate(); err != nil {
		return nil, nil, fmt.Errorf("weights: %w", err)
	}
	chosen, err := choose(m, o.Meshes)
	if err != nil {
		return nil, nil, fmt.Errorf("weights: %w", err)
	}
	var reports []Report
	for _, op := range operations {
		to, report, err := apply(ctx, m, o, chosen, op)
		if err != nil {
			return nil, nil, fmt.Errorf("weights: %s: %w", op.Name(), err)
		}
		m, reports = to, append(reports, *report)
	}
	return m, reports, nil
}

// choose reports which meshes change.
func choose(m *soa.Model, names []string) ([]bool, error) {
	chosen, any := make([]bool, len(m.Meshes)), false
	for i, mesh := range m.Meshes {
		chosen[i] = mesh.Skin != soa.None && (names == nil || slices.Contains(names, mesh.Name))
		any = any || chosen[i]
	}
	for _, name := range names {
		at := slices.IndexFunc(m.Meshes, func(mesh *soa.Mesh) bool { return mesh.Name == name })
		if at < 0 {
			return nil, fmt.Errorf("%w: no mesh %q", soa.ErrRange, name)
		}
	}
	if !any {
		return nil, fmt.Errorf("%w: no mesh that has one is to change", ErrUnskinned)
	}
	return chosen, nil
}

func apply(ctx context.Context, m *soa.Model, o Options, chosen []bool, op Operation) (*soa.Model, *Report, error) {
	w := &work{ctx: ctx, of: make(map[int]*MeshReport)}
	var err error
	if w.bodies, err = bodiesOf(m, o.Locked); err != nil {
		return nil, nil, err
	}
	before := make(map[int]*Groups)
	for _, b := range w.bodies {
		for i, mesh := range b.meshes {
			before[mesh] = b.groups[i]
			w.of[mesh] = &MeshReport{Mesh: m.Meshes[mesh].Name, Vertices: m.Meshes[mesh].Vertices()}
		}
	}
	if err := op.run(w); err != nil {
		return nil, nil, err
	}
	report, out := &Report{Operation: op.Name()}, m
	for _, b := range w.bodies {
		for i, mesh := range b.meshes {
			if !chosen[mesh] {
				continue
			}
			g := b.groups[i]
			if o.Mask != nil {
				g = before[mesh].Mixed(g, maskOf(o.Mask, mesh, g.Vertices()))
			}
			w.of[mesh].compare(before[mesh], g)
			report.Meshes = append(report.Meshes, *w.of[mesh])
			if out, err = g.Set(out, mesh); err != nil {
				return nil, nil, err
			}
		}
	}
	if o.Times >= 0 {
		report.Moved, err = Measure(ctx, m, out, o.Times)
	}
	return out, report, err
}

func maskOf(mask func(mesh, vertex int) float64, mesh, n int) []float64 {
	list := make([]float64, n)
	for v := range list {
		list[v] = mask(mesh, v)
	}
	return list
}

// compare counts what changed.
func (r *MeshReport) compare(before, after *Groups) {
	var was, is Row
	for v := range after.Vertices() {
		was, is = before.Row(v, was[:0]), after.Row(v, is[:0])
		if len(is) == 0 {
			r.Unweighted++
		}
		d := distance(was, is)
		if d > 1e-6 {
			r.Changed++
		}
		r.Most = max(r.Most, d)
		r.Mean += d
	}
	r.Mean /= float64(max(1, after.Vertices()))
}
