package paint

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// Painter is a model whose weights are painted, and the list of what was done: undo is a shorter
// list. The model stays as it is. One goroutine uses it at a time.
type Painter struct {
	model   *soa.Model
	doc     Document
	sheets  []*sheet
	mirrors []*mirror  // per skin, once they are needed
	done    [][]change // per step: what was before
	undone  []undone   // the last one is the next to redo
	layers  []*layer   // of the stroke that is being painted
	step    Step
	version int
	quarter []uint8 // of the vertices of a mesh that Pick looks at
	row     weights.Row
}

// undone is a step that was taken back, and the rows that it made.
type undone struct {
	step Step
	rows []change
}

// Open applies a list to a model, and continues it. A nil list is empty. The error begins with a JSON
// pointer; it wraps ErrList, ErrLimit, soa.ErrInvalid, the errors of package weights, or that of the
// context, which is checked before each step.
func Open(ctx context.Context, m *soa.Model, d *Document) (*Painter, error) {
	if m == nil || m.Skeleton == nil {
		return nil, fmt.Errorf("/: %w: no model or skeleton", soa.ErrInvalid)
	}
	if err := m.Validate(); err != nil {
		return nil, fmt.Errorf("/: %w", err)
	}
	p := &Painter{model: m}
	if d != nil {
		if err := d.Check(m); err != nil {
			return nil, err
		}
		p.doc = Document{Name: d.Name, Plane: d.Plane, Models: d.Models}
	}
	if err := p.open(ctx); err != nil {
		return nil, fmt.Errorf("/: %w", err)
	}
	if d == nil {
		return p, nil
	}
	for k := range d.Steps {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("/paint/steps/%d: %w", k, err)
		}
		if err := p.apply(ctx, d.Steps[k]); err != nil {
			return nil, fmt.Errorf("/paint/steps/%d: %w", k, err)
		}
	}
	return p, nil
}

// open makes the sheets of the skins that have meshes.
func (p *Painter) open(ctx context.Context) error {
	for skin := range p.model.Skins {
		s, err := newSheet(ctx, p.model, skin)
		if err != nil {
			return err
		}
		if len(s.meshes) > 0 {
			p.sheets = append(p.sheets, s)
		}
	}
	if len(p.sheets) == 0 {
		return weights.ErrUnskinned
	}
	return nil
}

// Do adds a step to the list and applies it. Steps that were undone are gone then. The error wraps
// ErrList or ErrLimit.
func (p *Painter) Do(step Step) error {
	p.Cancel()
	if err := p.check(step); err != nil {
		return err
	}
	return p.apply(context.Background(), step)
}

// check reports what is wrong with a step.
func (p *Painter) check(step Step) error {
	if len(p.doc.Steps) == maxSteps {
		return fmt.Errorf("%w: a list has at most %d steps", ErrLimit, maxSteps)
	}
	one := Document{Plane: p.doc.Plane, Steps: []Step{step}}
	return one.Check(p.model)
}

// apply applies a step that was checked.
func (p *Painter) apply(ctx context.Context, step Step) error {
	layers, err := p.begin(ctx, &step, false)
	for _, l := range layers {
		if err == nil {
			err = l.run()
		}
	}
	if err != nil {
		for _, l := range layers {
			l.restore(l.before)
		}
		return err
	}
	p.add(step, layers)
	return nil
}

// source returns the model with the weights that a transfer gives all its meshes.
func (p *Painter) source(e *Transfer) (*soa.Model, error) {
	m, _, err := p.Model()
	if err != nil {
		return nil, err
	}
	return e.apply(m, p.doc.Models)
}

// begin prepares a step on all sheets.
func (p *Painter) begin(ctx context.Context, step *Step, painted bool) (layers []*layer, err error) {
	_, copies := step.Operation.(*Mirror)
	if p.mirrors == nil && (step.Mirrored || copies) {
		if p.mirrors, err = newMirrors(ctx, p.model, p.doc.Plane); err != nil {
			return nil, err
		}
	}
	var source *soa.Model
	if e, ok := step.Operation.(*Transfer); ok {
		if source, err = p.source(e); err != nil {
			return nil, err
		}
	}
	for _, s := range p.sheets {
		var m *mirror
		if p.mirrors != nil {
			m = p.mirrors[s.skin]
		}
		l, err := newLayer(s, step, m, painted)
		if err != nil {
			return nil, err
		}
		l.beside.source = source
		layers = append(layers, l)
	}
	return layers, nil
}

// add lists a step that was applied.
func (p *Painter) add(step Step, layers []*layer) {
	var before []change
	for _, l := range layers {
		before = l.changes(before)
	}
	p.doc.Steps = append(p.doc.Steps, step)
	p.done = append(p.done, before)
	p.undone = p.undone[:0]
	p.version++
}

// Begin begins to paint a step, whose first mask is a stroke with its first points. To takes the
// stroke on and End adds the step to the list. The operation is one on a single joint. The error
// wraps ErrList or ErrLimit.
func (p *Painter) Begin(step Step) error {
	p.Cancel()
	if err := p.check(step); err != nil {
		return err
	}
	first, strokes := (*Stroke)(nil), false
	if len(step.Masks) > 0 {
		first, strokes = step.Masks[0].Shape.(*Stroke)
	}
	if _, one := step.Operation.(single); !one || step.joint() == "" || !strokes || step.Masks[0].Inverse {
		return fmt.Errorf("%w: a brush paints strokes of an operation on one joint", ErrList)
	}
	points := first.Points
	stroke := *first
	stroke.Points = nil
	step.Masks = append([]Mask{{Shape: &stroke}}, step.Masks[1:]...)
	layers, err := p.begin(context.Background(), &step, true)
	if err != nil {
		return err
	}
	p.step, p.layers = step, layers
	for _, at := range points {
		p.StrokeTo(at)
	}
	return nil
}

// StrokeTo takes the stroke on to a place on the surface of the model at rest, in metres. Without a stroke that has
// begun, or one of 100,000 places, it does nothing.
func (p *Painter) StrokeTo(place [3]float64) {
	if len(p.layers) == 0 {
		return
	}
	stroke := p.step.Masks[0].Shape.(*Stroke)
	k := len(stroke.Points)
	if k == maxPoints {
		return
	}
	stroke.Points = append(stroke.Points, place)
	for _, l := range p.layers {
		l.follow(stroke, place)
		l.extend(k)
	}
	p.version++
}

// Painting reports whether a stroke has begun.
func (p *Painter) Painting() bool { return len(p.layers) > 0 }

// End ends a stroke and adds its step to the list.
func (p *Painter) End() {
	if len(p.layers) > 0 {
		p.add(p.step, p.layers)
		p.layers = nil
	}
}

// Cancel takes back a stroke that has not ended.
func (p *Painter) Cancel() {
	for _, l := range p.layers {
		l.restore(l.before)
		p.version++
	}
	p.layers = nil
}

// Undo takes the last step back and returns it; ok is false if there is none.
func (p *Painter) Undo() (step Step, ok bool) {
	p.Cancel()
	n := len(p.done) - 1
	if n < 0 {
		return Step{}, false
	}
	step = p.doc.Steps[n]
	p.undone = append(p.undone, undone{step, swap(p.done[n])})
	p.doc.Steps, p.done = p.doc.Steps[:n], p.done[:n]
	p.version++
	return step, true
}

// Redo repeats the step that Undo took back last and returns it; ok is false if there is none.
func (p *Painter) Redo() (step Step, ok bool) {
	p.Cancel()
	n := len(p.undone) - 1
	if n < 0 {
		return Step{}, false
	}
	step = p.undone[n].step
	p.doc.Steps, p.done = append(p.doc.Steps, step), append(p.done, swap(p.undone[n].rows))
	p.undone = p.undone[:n]
	p.version++
	return step, true
}

// swap puts the rows of changes in place, and returns those that were there.
func swap(list []change) []change {
	for i := range list {
		c := &list[i]
		now := c.of.rows[c.point]
		c.of.put(c.point, c.row)
		c.row = now
	}
	return list
}

// Steps returns how many steps the list has, and how many can be redone.
func (p *Painter) Steps() (done, undone int) { return len(p.done), len(p.undone) }

// Document returns the list. It must not be changed.
func (p *Painter) Document() *Document { return &p.doc }

// Version returns a number that changes whenever weights have changed.
func (p *Painter) Version() int { return p.version }
