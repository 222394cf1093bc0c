package sparse

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/seed"
)

// dense returns both triangles.
func (m *Matrix) dense() [][]float64 {
	a := make([][]float64, m.Len())
	for i := range a {
		a[i] = make([]float64, m.Len())
	}
	for j := range a {
		for e := m.Start[j]; e < m.Start[j+1]; e++ {
			a[m.Row[e]][j], a[j][m.Row[e]] = m.Value[e], m.Value[e]
		}
	}
	return a
}

// choleskySolve solves A x = b by the rows of a dense A = G Gᵀ; ok is false unless A is
// positive definite.
func choleskySolve(a [][]float64, b []float64) (x []float64, ok bool) {
	n := len(a)
	g := make([][]float64, n)
	x = slices.Clone(b)
	for i := range n {
		g[i] = make([]float64, i+1)
		for j := range i + 1 {
			s := a[i][j]
			for k := range j {
				s -= g[i][k] * g[j][k]
			}
			if i == j {
				if s <= 0 {
					return nil, false
				}
				g[i][i] = math.Sqrt(s)
			} else {
				g[i][j] = s / g[j][j]
			}
		}
		for k := range i {
			x[i] -= g[i][k] * x[k]
		}
		x[i] /= g[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		x[i] /= g[i][i]
		for k := range i {
			x[k] -= g[i][k] * x[i]
		}
	}
	return x, true
}

// laplacian is the matrix of a graph's edges with random weights and, so that it is
// definite, something on the diagonal at least once in each component.
func laplacian(r *rand.Rand, n int, edges [][2]int) *Builder {
	b := NewBuilder(n)
	for _, e := range edges {
		w := 0.1 + r.Float64()
		b.Add(e[0], e[0], w)
		b.Add(e[1], e[1], w)
		b.Add(e[1], e[0], -w)
	}
	for i := range n {
		b.Add(i, i, 0.01+r.Float64())
	}
	return b
}

// randomEdges draws one of the kinds of graphs: loose, a tree, a grid, a fan about one
// vertex, or a complete one.
func randomEdges(r *rand.Rand, n int) (edges [][2]int) {
	if n < 2 {
		return nil
	}
	switch r.IntN(5) {
	case 0:
		for range r.IntN(3*n + 1) {
			a, b := r.IntN(n), r.IntN(n)
			if a != b {
				edges = append(edges, [2]int{a, b})
			}
		}
	case 1:
		for i := 1; i < n; i++ {
			edges = append(edges, [2]int{r.IntN(i), i})
		}
	case 2:
		wide := 1 + r.IntN(n)
		for i := range n {
			if i%wide > 0 {
				edges = append(edges, [2]int{i - 1, i})
			}
			if i >= wide {
				edges = append(edges, [2]int{i - wide, i})
			}
		}
	case 3:
		for i := 1; i < n; i++ {
			edges = append(edges, [2]int{0, i}, [2]int{i, 1 + i%(n-1)})
		}
		edges = slices.DeleteFunc(edges, func(e [2]int) bool { return e[0] == e[1] })
	default:
		for i := range min(n, 40) {
			for k := range i {
				edges = append(edges, [2]int{k, i})
			}
		}
	}
	names := r.Perm(n)
	for i := range edges {
		edges[i] = [2]int{names[edges[i][0]], names[edges[i][1]]}
	}
	return edges
}

var sizes = []int{0, 1, 2, 3, 4, 5, 15, 16, 17, 33, 67, 150}

func TestSolvesAsDenseCholesky(t *testing.T) {
	for s := range seed.Cases(t, 60) {
		r := rand.New(rand.NewPCG(s, 1))
		n := sizes[r.IntN(len(sizes))]
		m, err := laplacian(r, n, randomEdges(r, n)).Matrix()
		if err != nil {
			t.Fatal(err)
		}
		f, err := Factorize(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		sides := make([][]float64, r.IntN(10))
		var want [][]float64
		a := m.dense()
		for i := range sides {
			for range n {
				sides[i] = append(sides[i], r.NormFloat64())
			}
			x, ok := choleskySolve(a, sides[i])
			if !ok {
				t.Fatal("the dense matrix is not positive definite")
			}
			want = append(want, x)
		}
		if err := f.Solve(sides...); err != nil {
			t.Fatal(err)
		}
		for i := range sides {
			for k, x := range sides[i] {
				if math.Abs(x-want[i][k]) > 1e-10*(1+math.Abs(want[i][k])) {
					t.Fatalf("n=%d: x[%d] of right-hand side %d is %g, want %g", n, k, i, x, want[i][k])
				}
			}
		}
	}
}

// A solution is the same to the bit alone and among others.
func TestSolutionBitsAlone(t *testing.T) {
	for s := range seed.Cases(t, 10) {
		r := rand.New(rand.NewPCG(s, 2))
		n := 1 + r.IntN(100)
		b := laplacian(r, n, randomEdges(r, n))
		m, _ := b.Matrix()
		f, err := Factorize(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		together := make([][]float64, 1+r.IntN(9))
		for i := range together {
			for range n {
				together[i] = append(together[i], r.NormFloat64())
			}
		}
		alone := slices.Clone(together[len(together)-1])
		if err := f.Solve(together...); err != nil {
			t.Fatal(err)
		}
		if err := f.Solve(alone); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(alone, together[len(together)-1]) {
			t.Fatal("a solution depends on the other right-hand sides")
		}
	}
}

// The same bits on every processor.
func TestSolutionBits(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	m, err := laplacian(r, 500, randomEdges(r, 500)).Matrix()
	if err != nil {
		t.Fatal(err)
	}
	f, err := Factorize(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, 500)
	for i := range x {
		x[i] = r.Float64()
	}
	if err := f.Solve(x); err != nil {
		t.Fatal(err)
	}
	h := fnv.New64a()
	binary.Write(h, binary.LittleEndian, x)
	if got, want := h.Sum64(), uint64(0xd99e02a517f1b9c9); got != want {
		t.Errorf("hash of the solution is %#x, want %#x", got, want)
	}
}

func TestNotPositiveDefinite(t *testing.T) {
	for s := range seed.Cases(t, 40) {
		r := rand.New(rand.NewPCG(s, 3))
		n := 2 + r.IntN(100)
		edges := randomEdges(r, n)
		b := NewBuilder(n)
		singular := r.IntN(2) == 0 // a component without anything on its diagonal but edges
		for _, e := range edges {
			w := 0.1 + r.Float64()
			b.Add(e[0], e[0], w)
			b.Add(e[1], e[1], w)
			b.Add(e[0], e[1], -w)
		}
		if !singular {
			for i := range n {
				b.Add(i, i, 1)
			}
			k := r.IntN(n)
			b.Add(k, k, -1000)
		}
		m, err := b.Matrix()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Factorize(context.Background(), m); !errors.Is(err, ErrIndefinite) {
			t.Fatalf("n=%d, singular=%v: %v", n, singular, err)
		}
	}
}

func TestBuilderSumsEntries(t *testing.T) {
	b := NewBuilder(3)
	b.Add(2, 0, 1)
	b.Add(1, 1, 4)
	b.Add(0, 2, 2)
	b.Add(1, 1, 0.5)
	m, err := b.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]float64{{0, 0, 3}, {0, 4.5, 0}, {3, 0, 0}}
	for i, row := range m.dense() {
		if !slices.Equal(row, want[i]) {
			t.Errorf("row %d is %v, want %v", i, row, want[i])
		}
	}
}

func TestInvalidInput(t *testing.T) {
	for _, add := range []struct {
		i, j  int
		value float64
	}{{-1, 0, 1}, {0, 3, 1}, {3, 3, 1}, {0, 0, math.NaN()}, {1, 0, math.Inf(-1)}} {
		b := NewBuilder(3)
		b.Add(add.i, add.j, add.value)
		if _, err := b.Matrix(); !errors.Is(err, ErrEntry) {
			t.Errorf("%v: %v", add, err)
		}
	}
	if _, err := NewBuilder(-1).Matrix(); !errors.Is(err, ErrEntry) {
		t.Errorf("-1 rows: %v", err)
	}
	m, _ := grid(20)
	f, err := Factorize(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	good := make([]float64, 400)
	good[7] = 1
	if err := f.Solve(good, make([]float64, 399)); !errors.Is(err, ErrLength) || good[7] != 1 {
		t.Errorf("a right-hand side too short: %v, the other's value is %g", err, good[7])
	}
	if _, err := analyse(context.Background(), m, 2000); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a factor of at most 2,000 values: %v", err)
	}
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(stop)
	if _, err := Factorize(ctx, m); !errors.Is(err, stop) {
		t.Errorf("after the context's end: %v", err)
	}
}

// grid is the heat of a square sheet of triangles, n by n vertices.
func grid(n int) (*Matrix, error) {
	b := NewBuilder(n * n)
	b.Grow(10 * n * n)
	edge := func(i, k int) {
		b.Add(i, i, 0.5)
		b.Add(k, k, 0.5)
		b.Add(i, k, -0.5)
	}
	for i := range n * n {
		x, y := i%n, i/n
		b.Add(i, i, 0.01)
		if x > 0 {
			edge(i, i-1)
		}
		if y > 0 {
			edge(i, i-n)
		}
		if x > 0 && y > 0 {
			edge(i, i-n-1)
		}
	}
	return b.Matrix()
}

// The sequence of elimination keeps the factor of a sheet sparse: a multiple of n log₂ n
// values, which no sequence can improve on but by a factor; row by row it has n√n.
func TestFillOfSheet(t *testing.T) {
	n := 100
	m, err := grid(n)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Factorize(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	unknowns := float64(n * n)
	if most := 4 * unknowns * math.Log2(unknowns); float64(f.Values()) > most {
		t.Errorf("%d values for %g unknowns, at most %g", f.Values(), unknowns, most)
	}
	x := make([]float64, n*n)
	for i := range x {
		x[i] = 0.01 // the sum of each row
	}
	if err := f.Solve(x); err != nil {
		t.Fatal(err)
	}
	for i := range x {
		if math.Abs(x[i]-1) > 1e-9 {
			t.Fatalf("x[%d] is %g, want 1", i, x[i])
		}
	}
}

func BenchmarkSheet96k(b *testing.B) {
	m, err := grid(310)
	if err != nil {
		b.Fatal(err)
	}
	sides := make([][]float64, 23)
	for i := range sides {
		sides[i] = make([]float64, m.Len())
		sides[i][i*4000] = 1
	}
	b.Run("order", func(b *testing.B) {
		for b.Loop() {
			order(m.graph())
		}
	})
	b.Run("analyse", func(b *testing.B) {
		for b.Loop() {
			analyse(context.Background(), m, MaxFactor)
		}
	})
	var f *Factor
	b.Run("factorize", func(b *testing.B) {
		for b.Loop() {
			if f, err = Factorize(context.Background(), m); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(f.Values()), "values")
	})
	b.Run("solve23", func(b *testing.B) {
		for b.Loop() {
			if err := f.Solve(sides...); err != nil {
				b.Fatal(err)
			}
		}
	})
}
