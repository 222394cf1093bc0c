package sparse

import (
	"context"
	"fmt"
)

// Factor is a matrix as P A Pᵀ = L D Lᵀ. It is not changed by Solve, which several
// goroutines may call at a time.
type Factor struct {
	structure
	// value has the panel of each supernode: for each of its columns, width + rows values,
	// those above the diagonal meaningless, D on the diagonal instead of ones.
	value []float64
}

// Values returns how many values the factor has, 8 bytes each.
func (f *Factor) Values() int { return len(f.value) }

// Factorize factorizes a matrix. The error wraps ErrIndefinite, ErrTooLarge or the cause
// of ctx's end.
func Factorize(ctx context.Context, m *Matrix) (*Factor, error) {
	s, err := analyse(ctx, m, MaxFactor)
	if err != nil {
		return nil, err
	}
	f := &Factor{structure: *s, value: make([]float64, s.panel[s.supernodes()])}
	e := elimination{
		Factor: f, m: m.permuted(s.position), diagonal: m.diagonal(), local: make([]int32, m.Len()),
	}
	for node := range f.supernodes() {
		if node%64 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err := e.eliminate(node); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// tolerance is what rounding may leave of a pivot that is zero, as a part of its diagonal
// value, for each column that was eliminated before it in its subtree.
const tolerance = 0x1p-48

// elimination is the state of a factorization: the updates of supernodes whose parents are
// still to come are on a stack, children above older relatives.
type elimination struct {
	*Factor
	m        *Matrix   // permuted
	diagonal []float64 // of the matrix as it was given
	local    []int32   // the place of a row in the front at hand
	update   []float64 // of the front at hand: rows², by columns, on and below the diagonal
	stack    []float64
	waiting  []int32 // supernodes of the updates on the stack
}

// eliminate fills a supernode's front, eliminates its columns and leaves its update on the
// stack.
func (e *elimination) eliminate(node int) error {
	first, width, rows := e.first[node], e.width(node), e.rows(node)
	for k := range width {
		e.local[int(first)+k] = int32(k)
	}
	for k, row := range rows {
		e.local[row] = int32(width + k)
	}
	height := width + len(rows)
	panel := e.value[e.panel[node]:e.panel[node+1]]
	e.fill(panel, first, height)
	e.update = zeroed(e.update, len(rows)*len(rows))
	top := len(e.stack)
	for len(e.waiting) > 0 && int(e.parent[e.waiting[len(e.waiting)-1]]) == node {
		child := int(e.waiting[len(e.waiting)-1])
		e.waiting = e.waiting[:len(e.waiting)-1]
		size := len(e.rows(child))
		top -= size * size
		e.extend(panel, height, width, e.rows(child), e.stack[top:][:size*size])
	}
	e.stack = e.stack[:top]
	if err := e.reduce(panel, height, width, first); err != nil {
		return err
	}
	if len(rows) > 0 {
		e.stack = append(e.stack, e.update...)
		e.waiting = append(e.waiting, int32(node))
	}
	return nil
}

func zeroed(a []float64, n int) []float64 {
	if cap(a) < n {
		return make([]float64, n)
	}
	a = a[:n]
	clear(a)
	return a
}

// fill puts the entries of the matrix in a panel's columns.
func (e *elimination) fill(panel []float64, first int32, height int) {
	for k := range len(panel) / height {
		column := panel[k*height:][:height]
		j := int(first) + k
		for at := e.m.Start[j]; at < e.m.Start[j+1]; at++ {
			column[e.local[e.m.Row[at]]] = e.m.Value[at]
		}
	}
}

// extend adds a child's update to the front.
func (e *elimination) extend(panel []float64, height, width int, rows []int32, update []float64) {
	for a, row := range rows {
		// A column of the update starts below the panel's own rows.
		to, above := panel, 0
		k := int(e.local[row])
		if k >= width {
			to, above = e.update, width
			k -= width
		}
		to = to[k*(height-above):][:height-above]
		column := update[a*len(rows):][:len(rows)]
		for b := a; b < len(rows); b++ {
			to[int(e.local[rows[b]])-above] += column[b]
		}
	}
}

// reduce eliminates the columns of a front: each loses its products with those before it.
//
//	column j −= Σ over k: L(·,k) D(k) L(j,k)
func (e *elimination) reduce(panel []float64, height, width int, first int32) error {
	for j := range width {
		column := panel[j*height:][:height]
		e.subtract(column[j:], panel, height, j, j)
		pivot, c := column[j], e.column[int(first)+j]
		if was := e.diagonal[c]; !(pivot > float64(e.below[int(first)+j])*tolerance*was) {
			return fmt.Errorf("%w: unknown %d is left with %g of %g", ErrIndefinite, c, pivot, was)
		}
		for i := j + 1; i < height; i++ {
			column[i] /= pivot
		}
	}
	rows := height - width
	for j := range rows {
		e.subtract(e.update[j*rows:][j:rows], panel, height, width, width+j)
	}
	return nil
}

// subtract takes the products of the first columns of a panel with row j of theirs from a
// column, whose first value is that of row j.
func (e *elimination) subtract(column, panel []float64, height, columns, j int) {
	n := len(column)
	at := func(k int) ([]float64, float64) {
		of := panel[k*height:][:height]
		return of[j:][:n], of[j] * of[k]
	}
	k := 0
	for ; k+4 <= columns; k += 4 {
		a, x := at(k)
		b, y := at(k + 1)
		c, z := at(k + 2)
		d, w := at(k + 3)
		for i, v := range column {
			v -= float64(a[i] * x)
			v -= float64(b[i] * y)
			v -= float64(c[i] * z)
			column[i] = v - float64(d[i]*w)
		}
	}
	for ; k < columns; k++ {
		a, x := at(k)
		for i, v := range column {
			column[i] = v - float64(a[i]*x)
		}
	}
}
