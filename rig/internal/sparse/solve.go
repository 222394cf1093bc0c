package sparse

import "fmt"

// lanes is how many right-hand sides pass through the factor at once.
const lanes = 4

// Solve replaces right-hand sides by the solutions of A x = b. A solution does not depend
// on which others are computed with it. The error wraps ErrLength; then none is replaced.
func (f *Factor) Solve(b ...[]float64) error {
	for i := range b {
		if len(b[i]) != len(f.column) {
			return fmt.Errorf("%w: %d values of right-hand side %d, %d unknowns", ErrLength, len(b[i]), i, len(f.column))
		}
	}
	x := make([][lanes]float64, len(f.column))
	front := make([][lanes]float64, f.tallest())
	for ; len(b) > 0; b = b[min(lanes, len(b)):] {
		now := b[:min(lanes, len(b))]
		clear(x)
		for lane, side := range now {
			for k, c := range f.column {
				x[k][lane] = side[c]
			}
		}
		f.forward(x, front)
		f.backward(x, front)
		for lane, side := range now {
			for k, c := range f.column {
				side[c] = x[k][lane]
			}
		}
	}
	return nil
}

// tallest returns the greatest height of a panel.
func (f *Factor) tallest() (most int) {
	for node := range f.supernodes() {
		most = max(most, f.width(node)+len(f.rows(node)))
	}
	return most
}

// forward solves L y = x.
func (f *Factor) forward(x, front [][lanes]float64) {
	for node := range f.supernodes() {
		width, rows := f.width(node), f.rows(node)
		height := width + len(rows)
		own, part := x[f.first[node]:][:width], front[:height]
		copy(part, own)
		for i, row := range rows {
			part[width+i] = x[row]
		}
		panel := f.value[f.panel[node]:f.panel[node+1]]
		for k := range width {
			column := panel[k*height:][k+1 : height]
			v := part[k]
			rest := part[k+1:][:len(column)]
			for i, l := range column {
				r := &rest[i]
				r[0] -= float64(l * v[0])
				r[1] -= float64(l * v[1])
				r[2] -= float64(l * v[2])
				r[3] -= float64(l * v[3])
			}
		}
		copy(own, part)
		for i, row := range rows {
			x[row] = part[width+i]
		}
	}
}

// backward solves D Lᵀ z = y.
func (f *Factor) backward(x, front [][lanes]float64) {
	for node := f.supernodes() - 1; node >= 0; node-- {
		width, rows := f.width(node), f.rows(node)
		height := width + len(rows)
		own, part := x[f.first[node]:][:width], front[:height]
		copy(part, own)
		for i, row := range rows {
			part[width+i] = x[row]
		}
		panel := f.value[f.panel[node]:f.panel[node+1]]
		for k := width - 1; k >= 0; k-- {
			column := panel[k*height:][k:height]
			pivot, v := column[0], part[k]
			for lane := range v {
				v[lane] /= pivot
			}
			rest := part[k+1:][:len(column)-1]
			for i, l := range column[1:] {
				r := &rest[i]
				v[0] -= float64(l * r[0])
				v[1] -= float64(l * r[1])
				v[2] -= float64(l * r[2])
				v[3] -= float64(l * r[3])
			}
			part[k] = v
		}
		copy(own, part)
	}
}
