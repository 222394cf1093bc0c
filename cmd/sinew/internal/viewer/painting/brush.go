package painting

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/soa"
)

// Operation is what the brush does.
type Operation int

// The operations, indices of OperationNames.
const (
	Add Operation = iota
	Subtract
	Replace
	Scale
	Smooth
	Blur
)

// OperationNames are the names of operations for people.
var OperationNames = []string{"add", "subtract", "replace", "scale", "smooth", "blur"}

// Brush is the settings of the brush, and what it paints.
type Brush struct {
	Joint     int // or soa.NoJoint
	Operation Operation
	Radius    float64 // metres
	Strength  float64
	Value     float64 // that is added, subtracted or set, and the factor of Scale
	Falloff   paint.Falloff
	Mirrored  bool
	Normalize bool // the others make up for what is painted
	Through   bool
	Locked    []bool // per joint
	Preview

	session *Session
	painter *paint.Painter
	size    float64 // of the model, metres
	joints  []int   // that a skin has
	missed  bool    // the stroke has left the surface
}

// Ray is a half-line in model space.
type Ray struct{ From, Direction exact.Vec }

func newBrush(s *Session, p *paint.Painter) (*Brush, error) {
	b := &Brush{
		Joint: soa.NoJoint, Strength: 1, Value: 0.1, Normalize: true, Locked: make([]bool, s.Model.Skeleton.Len()),
		session: s, painter: p,
	}
	skinned := make([]bool, len(b.Locked))
	for _, of := range s.Model.Skins {
		for _, j := range of.Joint {
			skinned[j] = true
		}
	}
	for j, is := range skinned {
		if is {
			b.joints = append(b.joints, j)
		}
	}
	b.Preview.begin(s.Model, p)
	low, high := p.Bounds()
	for axis := range low {
		b.size = max(b.size, high[axis]-low[axis])
	}
	if !(b.size > 0) {
		b.size = 1
	}
	b.Radius = b.size / 25
	return b, nil
}

// Size returns the largest extent of the model, for ranges of sliders.
func (b *Brush) Size() float64 { return b.size }

// Joints lists the joints that move vertices.
func (b *Brush) Joints() []int { return b.joints }

// Paints reports whether the chosen joint can be painted.
func (b *Brush) Paints() bool { return slices.Contains(b.joints, b.Joint) }

// Pick returns the place on the posed surface that a ray hits first.
func (b *Brush) Pick(r Ray) (paint.Hit, bool) {
	places, near := b.pose.skinAlong(r)
	return b.painter.PickAmong(places, near, r.From, r.Direction)
}

// Press begins a stroke where a ray hits the surface; ok is false if it hits nothing, or no joint is
// chosen.
func (b *Brush) Press(r Ray) (ok bool, err error) {
	b.Release()
	if !b.Paints() {
		return false, nil
	}
	hit, ok := b.Pick(r)
	if !ok {
		return false, nil
	}
	return true, b.begin(hit.Rest)
}

// begin begins a stroke at a place.
func (b *Brush) begin(at [3]float64) error {
	b.missed = false
	return b.painter.Begin(b.step(at))
}

// Drag takes the stroke on to where a ray hits the surface. Where it comes back to the surface after it
// has left it, another stroke begins.
func (b *Brush) Drag(r Ray) error {
	if !b.painter.Painting() {
		return nil
	}
	hit, ok := b.Pick(r)
	switch {
	case !ok:
		b.missed = true
	case b.missed:
		b.Release()
		return b.begin(hit.Rest)
	default:
		b.painter.StrokeTo(hit.Rest)
	}
	return nil
}

// Release ends the stroke: its step is in the list.
func (b *Brush) Release() {
	if b.painter.Painting() {
		b.painter.End()
		b.session.touched(len(b.painter.Document().Steps))
	}
}

// Painting reports whether a stroke has begun.
func (b *Brush) Painting() bool { return b.painter.Painting() }

// Undo takes the last step back, and Redo repeats it. They return what it did, or "".
func (b *Brush) Undo() string { return what(b.painter.Undo()) }
func (b *Brush) Redo() string { return what(b.painter.Redo()) }

func what(step paint.Step, ok bool) string {
	if !ok {
		return ""
	}
	return paint.KindOf(step.Operation)
}

// Steps returns how many steps the list has, and how many can be redone.
func (b *Brush) Steps() (done, undone int) { return b.painter.Steps() }

// Version is another number whenever weights have changed.
func (b *Brush) Version() int { return b.painter.Version() }

// Influences returns the weights of a mesh as they are painted.
func (b *Brush) Influences(mesh int) *soa.Influences { return b.painter.Influences(mesh) }

// step returns what the settings paint from a place on.
func (b *Brush) step(at [3]float64) paint.Step {
	k := b.session.Model.Skeleton
	stroke := &paint.Stroke{Points: [][3]float64{at}, Radius: b.Radius, Falloff: b.Falloff, Through: b.Through}
	out := paint.Step{
		Operation: b.operation(paint.JointName(k, b.Joint)), Masks: []paint.Mask{{Shape: stroke}}, Strength: b.Strength,
		Raw: !b.Normalize, Mirrored: b.Mirrored,
	}
	for j, locked := range b.Locked {
		if locked && slices.Contains(b.joints, j) {
			out.Locked = append(out.Locked, paint.JointName(k, j))
		}
	}
	return out
}

func (b *Brush) operation(joint string) paint.Operation {
	switch value := min(b.Value, 1); b.Operation {
	case Subtract:
		return &paint.Subtract{Joint: joint, Value: value}
	case Replace:
		return &paint.Replace{Joint: joint, Value: value}
	case Scale:
		return &paint.Scale{Joint: joint, Factor: b.Value}
	case Smooth:
		return &paint.Smooth{Joint: joint, Rounds: 4}
	case Blur:
		return &paint.Blur{Joint: joint, Radius: b.Radius / 3}
	default:
		return &paint.Add{Joint: joint, Value: value}
	}
}

// Write writes the list by a function, and returns a message about it.
func (s *Session) Write(file string, write func(file string, data []byte) error) (message string, err error) {
	if file == "" {
		return "there is no file for the strokes", nil
	}
	data, err := s.Document().JSON()
	if err == nil {
		err = write(file, data)
	}
	if err != nil {
		return "", err
	}
	s.Saved()
	return fmt.Sprintf("saved as %s, strokes: %d", file, len(s.Document().Steps)), nil
}
