package weights

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// Take takes a matrix of weights that was computed elsewhere: of the vertices of the model's skinned
// meshes, one mesh after the other, or of those of Meshes alone. Its columns are the joints that it
// names or, without names, the palette entries of the skin, or all joints of the model in their order.
//
// A weight that is not finite or is below −1e-6 is an error of ErrWeight with its vertex and joint, as
// is one above 1e-6 for a joint that the skin lacks. The sums of vertices become 1; vertices without any
// weight keep what they have, and are Unmatched.
type Take struct {
	Matrix *Matrix
	Meshes []string
}

func (Take) Name() string { return "take" }

// noise is how far from 0 a weight may be that a program computed as 0.
const noise = 1e-6

func (o Take) run(w *work) error {
	if o.Matrix == nil {
		return optionError("Matrix", nil, "a matrix")
	}
	type part struct{ body, part, first int }
	var parts []part
	vertices := 0
	for mesh := range w.meshes() { // in the model's order
		for i, b := range w.bodies {
			at := slices.Index(b.meshes, mesh)
			if at >= 0 && (o.Meshes == nil || slices.Contains(o.Meshes, b.model.Meshes[mesh].Name)) {
				parts = append(parts, part{i, at, vertices})
				vertices += b.groups[at].Vertices()
			}
		}
	}
	if o.Matrix.Rows != vertices {
		return fmt.Errorf("%w: %d rows for %d vertices of skinned meshes", ErrShape, o.Matrix.Rows, vertices)
	}
	for _, p := range parts {
		b := w.bodies[p.body]
		column, err := b.columns(o.Matrix)
		if err != nil {
			return err
		}
		report := w.of[b.meshes[p.part]]
		if b.groups[p.part], err = b.groups[p.part].take(o.Matrix, p.first, column, report); err != nil {
			return err
		}
	}
	return nil
}

// meshes returns how many meshes the model has.
func (w *work) meshes() int {
	if len(w.bodies) == 0 {
		return 0
	}
	return len(w.bodies[0].model.Meshes)
}

// columns returns the palette entry of each column, or soa.None.
func (b *body) columns(m *Matrix) ([]int, error) {
	k, joints := b.model.Skeleton, b.model.Skins[b.skin].Joint
	column := make([]int, m.Columns)
	for c := range column {
		joint := c
		switch {
		case m.Joint != nil:
			j, problem := suggest.Joint(k, m.Joint[c])
			if problem != "" {
				return nil, fmt.Errorf("%w: column %d: %s", ErrJoint, c, problem)
			}
			joint = j
		case m.Columns == len(joints):
			column[c] = c
			continue
		case m.Columns != k.Len():
			return nil, fmt.Errorf("%w: %d columns without names for the %d joints of the skin, or the %d of the model",
				ErrShape, m.Columns, len(joints), k.Len())
		}
		column[c] = slices.Index(joints, uint16(joint))
		if column[c] != soa.None && slices.Contains(column[:c], column[c]) {
			return nil, fmt.Errorf("%w: columns %d and %d are both %q", ErrJoint, slices.Index(column, column[c]), c, k.Name[joint])
		}
	}
	return column, nil
}

// take returns the groups with the rows of a matrix from one on.
func (g *Groups) take(m *Matrix, first int, column []int, report *MeshReport) (out *Groups, err error) {
	var row Row
	report.WorstSum = 1
	out = g.Map(func(v int, old Row) Row {
		row = row[:0]
		for c, x := range m.Row(first + v) {
			switch {
			case x > noise && x <= math.MaxFloat32 && column[c] != soa.None:
				row = append(row, Weight{uint16(column[c]), float64(x)})
			case !(x >= -noise && x <= math.MaxFloat32) && err == nil:
				err = fmt.Errorf("%w: vertex %d, column %d: %v", ErrWeight, v, c, x)
			case x > noise && err == nil:
				err = fmt.Errorf("%w: vertex %d, column %d: %v for a joint that the skin lacks", ErrWeight, v, c, x)
			}
		}
		sum := row.Sum()
		if !(sum > 0) {
			report.Unmatched++
			return old
		}
		if off := math.Abs(sum - 1); off > 1e-3 {
			report.Rescaled++
			if off > math.Abs(report.WorstSum-1) {
				report.WorstSum = sum
			}
		}
		return g.Settle(old, row)
	})
	if report.Rescaled == 0 {
		report.WorstSum = 0
	}
	return out, err
}
