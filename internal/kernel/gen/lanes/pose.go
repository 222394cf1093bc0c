package lanes

import (
	"maps"
	"slices"

	"github.com/sinew-anim/sinew/internal/kernel/formula"
	arm "github.com/sinew-anim/sinew/internal/kernel/gen/neon"
)

// Pose is a kernel that goes over the columns of poses: of 16 of them, or four columns at a
// time of one. It has a loop for the rotations and one for the others.
//
//	block   an argument's rows are lanes of a column        a formula's lane is an instance
//	rows    an argument is four quads, that are transposed  a formula's lane is a column
type Pose struct {
	arguments []argument
	loops     []loop
	rows      bool
	skip      string // the argument that is 0 where a column is left as it is, if any
}

// argument is how the argument of a formula lies in memory.
type argument struct {
	name string // of the kernel's parameter
	kind kind
}

type kind int

const (
	column   kind = iota // the rows of a column of 16 poses
	weights              // of a column of sums: of a rotation its last row, of which the name is that of the column
	lanes                // a row for all columns
	numbers              // four of a column, the same in all lanes
	mask                 // one of a column, by which kernels go on as the parameter maskStep says
	quads                // four columns of a row; 1/|q|² is computed
	values               // one of each of four columns
	masks                // the same, by which kernels go on as maskStep says
	scalar               // a number
	source               // as column, maybe the memory of the first argument
	gathered             // a quad of a column for each lane: from the place on that rows says
	rows                 // where the lanes' quads of the first column are
)

type formulas = func(formula.Memory[value])

// loop is what becomes of columns of a kind.
type loop struct {
	count   string // the parameter that says how many
	rows    int    // of a column
	formula formulas
	columns int // at a time, where a kernel of rows is unrolled
}

func (t *trace) Load(argument, row int) value {
	if t.arguments == nil {
		return t.add(what{op: load, argument: argument, row: row})
	}
	switch t.arguments[argument].kind {
	case numbers, mask:
		if t.machine.lanes {
			return t.add(what{op: spread, a: t.add(what{op: four, argument: argument}).n, row: row})
		}
		return t.add(what{op: number, argument: argument, row: row})
	case scalar:
		return t.add(what{op: uniform, row: argument})
	case weights:
		return t.Load(t.column(argument), 4)
	case quads, gathered:
		q := [4]*node{t.quad(argument, 0), t.quad(argument, 1), t.quad(argument, 2), t.quad(argument, 3)}
		if !t.machine.plain {
			q = t.transposed(q)
		}
		if row < len(q) {
			return value{t, q[row]}
		}
		dot := func(a, b int) value {
			return value{t, q[a]}.Times(value{t, q[a]}).Plus(value{t, q[b]}.Times(value{t, q[b]}))
		}
		n := dot(0, 1).Plus(dot(2, 3))
		return n.Of(1).Over(n)
	}
	return t.add(what{op: load, argument: argument, row: row})
}

func (t *trace) quad(argument, i int) *node {
	return t.add(what{op: load, argument: argument, row: i}).n
}

// column is the argument that has the weights of another one in its last row.
func (t *trace) column(argument int) int {
	for i, a := range t.arguments {
		if a.kind == column && a.name == t.arguments[argument].name {
			return i
		}
	}
	panic("no column " + t.arguments[argument].name)
}

// transposed is the columns of a square of 4×4.
func (t *trace) transposed(q [4]*node) [4]*node {
	zip := func(op operation, a, b *node) *node { return t.add(what{op: op, a: a, b: b}).n }
	ab, cd, ab2, cd2 := zip(low, q[0], q[1]), zip(low, q[2], q[3]), zip(high, q[0], q[1]), zip(high, q[2], q[3])
	return [4]*node{zip(lowPairs, ab, cd), zip(highPairs, ab, cd), zip(lowPairs, ab2, cd2), zip(highPairs, ab2, cd2)}
}

func (t *trace) Store(argument, row int, v value) {
	switch {
	case t.arguments != nil && t.arguments[argument].kind == weights:
		t.Store(t.column(argument), 4, v)
		return
	case t.arguments != nil && t.arguments[argument].kind == quads && row == 4:
		return // it is computed
	case t.arguments != nil && t.arguments[argument].kind == quads && !t.machine.plain:
		if t.quads[argument] == nil {
			t.quads[argument] = new([4]*node)
		}
		t.quads[argument][row] = v.n
		return
	case v.n.op == load && v.n.argument == argument && v.n.row == row:
		return // it is there
	}
	t.nodes = append(t.nodes, &node{what: what{op: store, argument: argument, row: row, a: v.n}, segment: t.segment})
}

// storeQuads stores what formulas have stored in arguments of quads.
func (t *trace) storeQuads() {
	for argument, rows := range t.quads {
		for i, q := range t.transposed(*rows) {
			t.nodes = append(t.nodes, &node{what: what{op: store, argument: argument, row: i, a: q}, segment: t.segment})
		}
	}
}

// Seldom records f between a branch and where that joins again.
func (t *trace) Seldom(a, b value, otherwise [6]value, f func() [6]value) (v [6]value) {
	m := a.two(less, b.n).n
	from := &node{what: what{op: branch, a: m}}
	to := &node{what: what{op: rejoin}, begin: from}
	next := func(n *node) {
		t.segment++
		n.segment = t.segment
		t.nodes = append(t.nodes, n)
		t.segment++
	}
	next(from)
	known := maps.Clone(t.known)
	for i, yes := range f() {
		if v[i] = otherwise[i]; yes.n != v[i].n {
			old := v[i].n
			if slices.Contains(from.more, old) && old.op == constant { // each has a register of its own
				old = &node{what: old.what, segment: old.segment}
			}
			v[i] = t.add(what{op: where, a: m, b: yes.n, c: old})
			v[i].n.joins = true
			from.more, to.more = append(from.more, old), append(to.more, v[i].n)
		}
	}
	t.known = known // what is computed there is not after it
	next(to)
	return v
}

// parameter is where a kernel's parameter is.
func (k *kernel) parameter(name string) string { return arm.Place(k.parameters, name) }

// size is that of a kernel's parameters.
func (k *kernel) size() int { return arm.Size(k.parameters) }
