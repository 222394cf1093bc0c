package sparse

import (
	"errors"
	"fmt"
	"math"
)

var (
	// ErrEntry is reported for entries outside the matrix and for values that are not
	// finite.
	ErrEntry = errors.New("sparse: invalid entry")
	// ErrIndefinite is reported for a matrix that is not positive definite, or so nearly
	// singular that rounding decides.
	ErrIndefinite = errors.New("sparse: matrix is not positive definite")
	// ErrTooLarge is reported for a matrix whose factor would exceed MaxFactor values.
	ErrTooLarge = errors.New("sparse: factor is too large")
	// ErrLength is reported for a right-hand side that is not as long as the matrix has rows.
	ErrLength = errors.New("sparse: right-hand side of another length")
)

// Builder collects entries of a symmetric matrix in any order.
type Builder struct {
	n        int
	row, col []int32 // row ≥ col
	value    []float64
	err      error
}

// NewBuilder returns a builder of a matrix of n rows without entries.
func NewBuilder(n int) *Builder { return &Builder{n: n} }

// Grow makes room for some more entries.
func (b *Builder) Grow(entries int) {
	b.row = append(make([]int32, 0, len(b.row)+entries), b.row...)
	b.col = append(make([]int32, 0, len(b.col)+entries), b.col...)
	b.value = append(make([]float64, 0, len(b.value)+entries), b.value...)
}

// Add adds v to the entry at row i and column j, and to the one at row j and column i.
// An entry that is invalid is reported by Matrix.
func (b *Builder) Add(i, j int, v float64) {
	if i < 0 || i >= b.n || j < 0 || j >= b.n || v-v != 0 {
		if b.err == nil {
			b.err = fmt.Errorf("%w: %g at row %d, column %d of %d", ErrEntry, v, i, j, b.n)
		}
		return
	}
	b.row = append(b.row, int32(max(i, j)))
	b.col = append(b.col, int32(min(i, j)))
	b.value = append(b.value, v)
}

// Matrix is the lower triangle of a symmetric matrix by columns: column j has the entries
// Start[j]:Start[j+1], the first of them on the diagonal, rows ascending.
type Matrix struct {
	Start []int
	Row   []int32
	Value []float64
}

// Len returns the number of rows.
func (m *Matrix) Len() int { return len(m.Start) - 1 }

// Matrix sums the entries, those at one place in the order in which they were added.
// Diagonal entries never added are zero.
func (b *Builder) Matrix() (*Matrix, error) {
	switch {
	case b.err != nil:
		return nil, b.err
	case b.n < 0 || b.n > math.MaxInt32:
		return nil, fmt.Errorf("%w: %d rows", ErrEntry, b.n)
	}
	order := stableBy(b.col, stableBy(b.row, nil, b.n), b.n) // by columns, and by rows in each
	m := &Matrix{Start: make([]int, b.n+1), Row: make([]int32, 0, len(order)+b.n), Value: make([]float64, 0, len(order)+b.n)}
	at := 0
	for j := range b.n {
		m.Start[j] = len(m.Row)
		m.Row, m.Value = append(m.Row, int32(j)), append(m.Value, 0)
		for ; at < len(order) && int(b.col[order[at]]) == j; at++ {
			e := order[at]
			if b.row[e] != m.Row[len(m.Row)-1] {
				m.Row, m.Value = append(m.Row, b.row[e]), append(m.Value, 0)
			}
			m.Value[len(m.Value)-1] += b.value[e]
		}
	}
	m.Start[b.n] = len(m.Row)
	return m, nil
}

// stableBy sorts the entries of order, or all if it is nil, by a key from 0 to n−1; equal
// keys stay in their order.
func stableBy(key []int32, order []int32, n int) []int32 {
	place := make([]int, n+1)
	for _, k := range key {
		place[k+1]++
	}
	for k := range n {
		place[k+1] += place[k]
	}
	sorted := make([]int32, len(key))
	put := func(e int32) {
		sorted[place[key[e]]] = e
		place[key[e]]++
	}
	if order == nil {
		for e := range key {
			put(int32(e))
		}
		return sorted
	}
	for _, e := range order {
		put(e)
	}
	return sorted
}

func (m *Matrix) diagonal() []float64 {
	d := make([]float64, m.Len())
	for j := range d {
		d[j] = m.Value[m.Start[j]]
	}
	return d
}

// permuted renumbers rows and columns; entries of a column are in any order.
func (m *Matrix) permuted(position []int32) *Matrix {
	n := m.Len()
	p := &Matrix{make([]int, n+1), make([]int32, len(m.Row)), make([]float64, len(m.Row))}
	entries := func(f func(row, col int32, value float64)) {
		for c := range n {
			for e := m.Start[c]; e < m.Start[c+1]; e++ {
				i, j := position[m.Row[e]], position[c]
				f(max(i, j), min(i, j), m.Value[e])
			}
		}
	}
	entries(func(_, j int32, _ float64) { p.Start[j+1]++ })
	for j := range n {
		p.Start[j+1] += p.Start[j]
	}
	free := append([]int(nil), p.Start...)
	entries(func(i, j int32, value float64) {
		p.Row[free[j]], p.Value[free[j]] = i, value
		free[j]++
	})
	return p
}

// graph is which rows other than itself each column has entries in, in both triangles:
// those of i are to[start[i]:start[i+1]], ascending.
type graph struct {
	start []int
	to    []int32
}

func (m *Matrix) graph() graph {
	n := m.Len()
	g := graph{start: make([]int, n+1)}
	m.edges(func(i, j int32) {
		g.start[i+1]++
		g.start[j+1]++
	})
	for i := range n {
		g.start[i+1] += g.start[i]
	}
	g.to = make([]int32, g.start[n])
	free := append([]int(nil), g.start[:n]...)
	m.edges(func(i, j int32) { // neighbours below i come first, since columns ascend
		g.to[free[i]] = j
		free[i]++
	})
	m.edges(func(i, j int32) {
		g.to[free[j]] = i
		free[j]++
	})
	return g
}

// edges calls f with the row and column of each entry below the diagonal.
func (m *Matrix) edges(f func(i, j int32)) {
	for j := range m.Len() {
		for _, i := range m.Row[m.Start[j]+1 : m.Start[j+1]] {
			f(i, int32(j))
		}
	}
}

func (g *graph) neighbours(i int32) []int32 { return g.to[g.start[i]:g.start[i+1]] }
