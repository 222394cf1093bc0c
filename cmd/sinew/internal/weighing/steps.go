package weighing

import (
	"context"
	"fmt"
	"os"

	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// Step is what one step did.
type Step struct {
	weights.Report
	Notes []string `json:"notes,omitempty"`
}

// Run changes the weights of a model by the flags. other reads the model of --from.
func (f *Flags) Run(ctx context.Context, m *soa.Model, other func(file string) (*soa.Model, error)) (*soa.Model, []Step, error) {
	r := &run{ctx: ctx, model: m, options: weights.Options{Meshes: f.Meshes, Locked: f.Locked}}
	for _, step := range []func() error{
		func() error { return r.bind(f) },
		func() error { return r.take(f.Matrix) },
		func() error { return r.transfer(f, other) },
		func() error { return r.paint(f.Ops, other) },
		func() error { return r.apply(f.operations()...) },
	} {
		if err := step(); err != nil {
			return nil, nil, err
		}
	}
	return r.model, r.steps, nil
}

// run is the state of Run.
type run struct {
	ctx     context.Context
	model   *soa.Model
	options weights.Options
	steps   []Step
}

// add takes over what a step made.
func (r *run) add(to *soa.Model, s Step) error {
	moved, err := weights.Measure(r.ctx, r.model, to, 0)
	if err != nil {
		return err
	}
	s.Moved = moved
	r.model, r.steps = to, append(r.steps, s)
	return nil
}

func (r *run) bind(f *Flags) error {
	if f.Method == "" {
		return nil
	}
	method, err := rig.ParseMethod(f.Method)
	if err != nil {
		return err
	}
	joints, err := f.joints(r.model.Skeleton)
	if err != nil {
		return err
	}
	to, report, err := rig.Bind(r.ctx, r.model, f.options(method, joints))
	if err != nil {
		return err
	}
	s := Step{Report: weights.Report{Operation: "bind by " + method.String()}}
	s.Notes = append(s.Notes, fmt.Sprintf("%d vertices at %d points, to %d joints", report.Vertices, report.Points, len(report.Segments)))
	if report.Filled > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d points that the method left without weights have those of the nearest surface or bone", report.Filled))
	}
	if report.Limited > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d points had more than %d joints, and lost %.3g of their weight, at most %.3g", report.Limited, f.Max, report.Lost, report.MostLost))
	}
	for _, found := range report.Findings {
		s.Notes = append(s.Notes, found.String())
	}
	return r.add(to, s)
}

func (r *run) take(file string) error {
	if file == "" {
		return nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	m, err := weights.ReadMatrix(data)
	if err == nil {
		err = r.apply(weights.Take{Matrix: m, Meshes: r.options.Meshes})
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

func (r *run) transfer(f *Flags, other func(string) (*soa.Model, error)) error {
	if f.From == "" {
		return nil
	}
	file, mesh := f.source()
	from, err := other(file)
	if err != nil {
		return err
	}
	o := weights.Transfer{From: from}
	if mesh != "" {
		o.Meshes = []string{mesh}
	}
	if err := r.apply(o); err != nil {
		return fmt.Errorf("--from %s: %w", f.From, err)
	}
	return nil
}

func (r *run) paint(file string, other func(string) (*soa.Model, error)) error {
	if file == "" {
		return nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	d, err := paint.Parse(data)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	d.Models = paint.RelativeReader(file, other)
	to, report, err := d.Apply(r.ctx, r.model)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	s := Step{Report: weights.Report{Operation: "paint"}}
	s.Notes = append(s.Notes, fmt.Sprintf("%d steps changed %d points", len(report.Steps), report.Points))
	return r.add(to, s)
}

func (r *run) apply(list ...weights.Operation) error {
	to, reports, err := weights.Apply(r.ctx, r.model, r.options, list...)
	if err != nil {
		return err
	}
	r.model = to
	for _, report := range reports {
		r.steps = append(r.steps, Step{Report: report})
	}
	return nil
}
