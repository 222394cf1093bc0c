package pose

import "github.com/sinew-anim/sinew/soa"

// Express adds the outputs of expressions to the morph weights of an instance, see soa.Expression.
// values has one value per expression of the layout, weights one per morph weight. The outputs of
// the expressions, before others override them, replace the values. The error wraps
// simd.ErrLength.
func (l *Layout) Express(weights, values []float32) error {
	if err := checkLen("express", "values", len(values), len(l.Expressions)); err != nil {
		return err
	}
	if err := checkLen("express", "weights", len(weights), len(l.WeightRest)); err != nil {
		return err
	}
	left := [soa.ExpressionParts + 1]float32{1, 1, 1, 1}
	for k := range l.Expressions {
		e := &l.Expressions[k]
		values[k] = output(e, values[k])
		for part, o := range e.Overrides {
			switch {
			case soa.ExpressionPart(part) == l.part[k] || values[k] == 0:
			case o == soa.BlockOverride:
				left[part] = 0
			case o == soa.BlendOverride:
				left[part] -= values[k]
			}
		}
	}
	for k := range l.Expressions {
		e := &l.Expressions[k]
		rest := max(left[l.part[k]], 0)
		if e.Binary && rest < 1 {
			rest = 0
		}
		out := float32(values[k] * rest)
		if out == 0 {
			continue
		}
		for _, b := range e.Binds {
			weights[b.Weight] += float32(b.Value * out)
		}
	}
	return nil
}

// output returns the output of an expression that no other one overrides.
func output(e *soa.Expression, value float32) float32 {
	switch {
	case !(value > 0): // nor NaN
		return 0
	case e.Binary && value <= 0.5:
		return 0
	case e.Binary:
		return 1
	}
	return min(value, 1)
}

// partsOf lists the parts of the face that expressions move.
func partsOf(list []soa.Expression) (parts []soa.ExpressionPart) {
	for k := range list {
		parts = append(parts, list[k].Part())
	}
	return parts
}
