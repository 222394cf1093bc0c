package paint

import (
	"cmp"
	"slices"

	"github.com/sinew-anim/sinew/rig/weights"
)

// layer is a step on a sheet. The row of a point depends on the rows before the step and on the
// amounts at the point alone, and a stroke that gets longer only raises amounts: so painting it part
// by part gives the same rows as reading it from a list.
type layer struct {
	field
	step   *Step
	beside setting
	locked *weights.Groups // of the skin, with the step's locks
	sides  []side          // of an operation on one joint
	parts  []part          // of one on all joints

	points []int32 // whose amount is not 0, once each
	marked []bool
	row    weights.Row
	brush  brush
	raised []int32
}

// side is a joint whose weights change.
type side struct {
	bone  uint16
	parts []part // of a joint in the middle, that of the other side too: the greater amount counts
}

// part is the amount of an operation at each point.
type part struct {
	value  func(p int32, w, amount float64) float64
	amount []float64
	// Of a stroke that is painted: its values, and the other masks.
	stroke *Stroke
	values []float64
	others [][]float64
}

// newLayer prepares a step. What is painted has a stroke as its first mask, which has no points yet.
func newLayer(s *sheet, step *Step, m *mirror, painted bool) (l *layer, err error) {
	l = &layer{field: field{s, slices.Clone(s.rows)}, step: step, beside: setting{sheet: s, mirror: m}, marked: make([]bool, len(s.rows))}
	if l.locked, err = s.locked(step.Locked); err != nil {
		return nil, err
	}
	if err := l.addSide(step.Operation, step.Masks, painted); err != nil || !step.Mirrored {
		return l, err
	}
	other := slices.Clone(step.Masks)
	for k := range other {
		other[k].Shape = step.Masks[k].mirrored(m)
	}
	return l, l.addSide(step.Operation.mirrored(m), other, painted)
}

// addSide adds an operation with its masks.
func (l *layer) addSide(e Operation, list []Mask, painted bool) (err error) {
	var a part
	if painted {
		a, err = l.paintedPart(list)
	} else if a.amount, err = amounts(l.sheet, list, l.step.Strength); err == nil {
		for p, amount := range a.amount {
			if amount > 0 {
				l.mark(int32(p))
			}
		}
	}
	if err != nil {
		return err
	}
	if e.joint() == "" {
		l.parts = append(l.parts, a)
		return nil
	}
	bone, err := l.find(e.joint())
	if err != nil || bone < 0 {
		return err
	}
	a.value = e.(single).begin(&l.field, uint16(bone))
	for k := range l.sides {
		if l.sides[k].bone == uint16(bone) {
			l.sides[k].parts = append(l.sides[k].parts, a)
			return nil
		}
	}
	l.sides = append(l.sides, side{uint16(bone), []part{a}})
	return nil
}

// paintedPart returns the amounts of a stroke without points.
func (l *layer) paintedPart(list []Mask) (a part, err error) {
	n := len(l.rows)
	a = part{stroke: list[0].Shape.(*Stroke), values: make([]float64, n), amount: make([]float64, n)}
	for k := 1; k < len(list); k++ {
		values := make([]float64, n)
		if err := list[k].values(l.sheet, values); err != nil {
			return a, err
		}
		a.others = append(a.others, values)
	}
	return a, nil
}

// extend takes the stroke on to its point k, and changes the rows below.
func (l *layer) extend(k int) {
	l.raised = l.raised[:0]
	for i := range l.sides {
		for j := range l.sides[i].parts {
			a := &l.sides[i].parts[j]
			first := len(l.raised)
			l.raised = l.brush.extend(l.sheet, a.stroke, k, a.values, l.raised)
			for _, p := range l.raised[first:] {
				amount := a.values[p]
				for _, values := range a.others {
					amount = float64(amount * values[p])
				}
				a.amount[p] = float64(amount * l.step.Strength)
				l.mark(p)
			}
		}
	}
	for _, p := range l.raised {
		l.put(p, l.result(p))
	}
}

// follow takes the strokes of the other side on to the other side of a place.
func (l *layer) follow(painted *Stroke, at [3]float64) {
	for i := range l.sides {
		for _, a := range l.sides[i].parts {
			if a.stroke != painted {
				a.stroke.Points = append(a.stroke.Points, l.beside.mirror.Image(at))
			}
		}
	}
}

// mark lists a point whose amount is not 0.
func (l *layer) mark(p int32) {
	if !l.marked[p] {
		l.marked[p] = true
		l.points = append(l.points, p)
	}
}

// run changes the rows of all points with an amount.
func (l *layer) run() error {
	if len(l.parts) > 0 {
		return l.runWhole()
	}
	for _, p := range l.points {
		l.put(p, l.result(p))
	}
	return nil
}

// runWhole mixes in what an operation makes of all weights.
func (l *layer) runWhole() error {
	g := l.sheet.points(l.locked)
	to, err := l.step.Operation.(whole).all(&l.beside, g)
	if err != nil {
		return err
	}
	amount := l.parts[0].amount
	for _, a := range l.parts[1:] {
		for p := range amount {
			amount[p] = max(amount[p], a.amount[p])
		}
	}
	mixed := g.Mixed(to, amount)
	for _, p := range l.points {
		l.row = mixed.Row(int(p), l.row[:0])
		l.put(p, l.kept(p))
	}
	return nil
}

// result returns the row of a point after the step.
func (l *layer) result(p int32) weights.Row {
	l.row = append(l.row[:0], l.before[p]...)
	for i := range l.sides {
		sd := &l.sides[i]
		most := &sd.parts[0]
		for j := range sd.parts[1:] {
			if a := &sd.parts[1+j]; a.amount[p] > most.amount[p] {
				most = a
			}
		}
		amount := most.amount[p]
		if !(amount > 0) {
			continue
		}
		w := l.row.At(sd.bone)
		to := min(max(most.value(p, w, amount), 0), 1)
		switch {
		case float32(to) == float32(w):
		case l.step.Raw:
			l.row = replaced(l.row, l.locked, sd.bone, to)
		default:
			l.row = l.locked.With(l.row, sd.bone, to)
		}
	}
	return l.kept(p)
}

// kept returns l.row to keep, or the row before if it is equal.
func (l *layer) kept(p int32) weights.Row {
	before := l.before[p]
	equal := len(before) == len(l.row)
	for i := 0; equal && i < len(before); i++ {
		equal = before[i].Bone == l.row[i].Bone && before[i].Value == float64(float32(l.row[i].Value))
	}
	if equal {
		return before
	}
	return l.memory.keep(l.row)
}

// replaced returns a row with another weight of a palette entry, unless it is locked, and the others
// as they are.
func replaced(r weights.Row, g *weights.Groups, bone uint16, value float64) weights.Row {
	if g.Locked[bone] {
		return r
	}
	r = slices.DeleteFunc(r, func(w weights.Weight) bool { return w.Bone == bone })
	if float32(value) > 0 {
		r = append(r, weights.Weight{Bone: bone, Value: value})
	}
	slices.SortFunc(r, func(a, b weights.Weight) int {
		return cmp.Or(cmp.Compare(float32(b.Value), float32(a.Value)), cmp.Compare(a.Bone, b.Bone))
	})
	return r
}

// changes lists the rows that the step changed, as they were.
func (l *layer) changes(list []change) []change {
	for _, p := range l.points {
		if !same(l.before[p], l.rows[p]) {
			list = append(list, change{l.sheet, p, l.before[p]})
		}
	}
	return list
}

// change is a row of a point that has another one now.
type change struct {
	of    *sheet
	point int32
	row   weights.Row
}
