package lanes

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/kernel/formula"
)

// operation is what a node does.
type operation uint8

const (
	load operation = iota // of a row
	uniform
	number // one of a column's, the same in all lanes
	four   // numbers of a column, each in its lane
	constant
	plus
	minus
	times
	over
	root
	flip  // a with the bits of b flipped
	keep  // a with the bits of b kept
	less  // a mask
	same  // a mask
	where // b in the lanes of mask a, else c
	most  // the greater of a and b, b where none is
	fewest
	spread    // lane row of a
	timesLane // a times lane row of b
	signed    // b, its sign flipped in the lanes of mask a
	low       // elements of the lower halves of a and b by turns
	high
	lowPairs
	highPairs
	store
	branch // jumps to what is before rejoin where mask a has a lane
	rejoin
)

// node is an operation of a formula.
type node struct {
	what
	more    []*node // operands of branch, what is replaced where it does not jump, and of rejoin, by what
	ofFirst bool    // it may be in memory of the first argument
	begin   *node   // of rejoin, the branch
	joins   bool    // rejoin has it as an operand
	segment int
	uses    []int // places in the list of nodes, ascending
	place   int
}

// what a node computes.
type what struct {
	op            operation
	a, b, c       *node
	argument, row int    // of load, number and store; row of uniform
	bits          uint32 // of constant
}

// trace is a formula as it is recorded.
type trace struct {
	nodes     []*node // in the order of the formula
	known     map[what]*node
	segment   int // those of one are scheduled together
	machine   machine
	arguments []argument        // of a pose's kernel
	skip      int               // that of which columns with 0 are left as they are
	quads     map[int]*[4]*node // what is stored in arguments of quads
}

// machine is what a processor can do besides.
type machine struct {
	extremes bool // most and fewest
	choices  bool // signed
	plain    bool // it has one lane
	lanes    bool // timesLane
	inOrder  bool // nodes stay in the order of the formula, which keeps fewer registers occupied
}

// record runs a formula.
func record(f func(formula.Memory[value]), m machine, arguments []argument, skip int) []*node {
	t := &trace{known: map[what]*node{}, machine: m, arguments: arguments, skip: skip, quads: map[int]*[4]*node{}}
	f(t)
	t.storeQuads()
	needed := t.needed()
	var list []*node
	if m.plain {
		return needed
	}
	for segment := range t.segment + 1 {
		list = schedule(list, slices.DeleteFunc(slices.Clone(needed), func(n *node) bool { return n.segment != segment }), m.inOrder)
	}
	enumerate(list)
	return list
}

// value is a node as formulas have it.
type value struct {
	t *trace
	n *node
}

// add records a node, or finds the one that is the same.
func (t *trace) add(w what) value {
	n := t.known[w]
	if n == nil {
		n = &node{what: w, segment: t.segment, ofFirst: w.op == load && t.arguments != nil && t.arguments[w.argument].kind == source}
		t.known[w] = n
		t.nodes = append(t.nodes, n)
	}
	return value{t, n}
}

func (t *trace) Uniform(i int) value { return t.add(what{op: uniform, row: i}) }

func (t *trace) bits(b uint32) *node { return t.add(what{op: constant, bits: b}).n }

const sign = 1 << 31

func (v value) Of(c float32) value { return value{v.t, v.t.bits(math.Float32bits(c))} }

func (v value) two(op operation, b *node) value { return v.t.add(what{op: op, a: v.n, b: b}) }

// negated is the value of which this one is the negative, if it is one.
func (v value) negated() (value, bool) {
	if v.n.op == flip && v.n.b.bits == sign {
		return value{v.t, v.n.a}, true
	}
	return v, false
}

// Signs are moved out of products and into sums, which changes no bit.

func (v value) Plus(b value) value {
	if a, is := b.negated(); is {
		return v.two(minus, a.n)
	}
	if a, is := v.negated(); is {
		return b.two(minus, a.n)
	}
	return v.two(plus, b.n)
}

func (v value) Minus(b value) value {
	if a, is := b.negated(); is {
		return v.two(plus, a.n)
	}
	return v.two(minus, b.n)
}

func (v value) Times(b value) value {
	x, negative := v.negated()
	y, other := b.negated()
	if negative != other {
		return x.Times(y).Negative()
	}
	if x.n.op == spread {
		x, y = y, x
	}
	if y.n.op == spread {
		return x.t.add(what{op: timesLane, a: x.n, b: y.n.a, row: y.n.row})
	}
	return x.two(times, y.n)
}

func (v value) Over(b value) value { return v.two(over, b.n) }
func (v value) Root() value        { return v.two(root, nil) }
func (v value) Absolute() value    { return v.two(keep, v.t.bits(^uint32(sign))) }

func (v value) Negative() value {
	if a, is := v.negated(); is {
		return a
	}
	return v.two(flip, v.t.bits(sign))
}

func (v value) Less(b, yes, no value) value { return v.choose(less, b, yes, no) }
func (v value) Same(b, yes, no value) value { return v.choose(same, b, yes, no) }

func (v value) choose(op operation, b, yes, no value) value {
	switch {
	case op == same && v.n.op == constant && b.n.op == constant:
		if math.Float32frombits(v.n.bits) == math.Float32frombits(b.n.bits) {
			return yes
		}
		return no
	case op == same && v.t.skips(v.n) && b.n.op == constant && b.n.bits == 0:
		return no
	case yes.n == no.n:
		return yes
	case op == less && v.t.machine.extremes && yes.n == b.n && no.n == v.n:
		return b.two(most, v.n)
	case op == less && v.t.machine.extremes && yes.n == v.n && no.n == b.n:
		return v.two(fewest, b.n)
	}
	if x, is := yes.negated(); is && x.n == no.n && v.t.machine.choices {
		return v.t.add(what{op: signed, a: v.two(op, b.n).n, b: no.n, c: v.t.bits(sign)})
	}
	return v.t.add(what{op: where, a: v.two(op, b.n).n, b: yes.n, c: no.n})
}

// skips reports whether columns where a number is 0 are left as they are.
func (t *trace) skips(n *node) bool {
	if n.op == spread {
		n = n.a
	}
	return (n.op == number || n.op == four || n.op == load) && n.argument == t.skip
}

// needed is the nodes that lead to a store, but for loads and constants, which are had where
// they are used.
func (t *trace) needed() (list []*node) {
	wanted := map[*node]bool{}
	for _, n := range slices.Backward(t.nodes) {
		if n.op == rejoin {
			n.drop(wanted)
		}
		if n.op < store && !wanted[n] {
			continue
		}
		for _, x := range n.operands() {
			wanted[x] = true
		}
		if !n.source() {
			list = append(list, n)
		}
	}
	slices.Reverse(list)
	return list
}

// drop makes a branch, which ends with n, not replace what nobody needs.
func (n *node) drop(wanted map[*node]bool) {
	var from, to []*node
	for i, x := range n.more {
		if wanted[x] {
			from, to = append(from, n.begin.more[i]), append(to, x)
		}
	}
	n.begin.more, n.more = from, to
}

// enumerate tells nodes their places, and where they are used.
func enumerate(list []*node) {
	stored := map[[2]int]bool{}
	for i, n := range list {
		n.place = i
		for _, x := range n.operands() {
			if x.op == load && stored[x.memory()] {
				panic(fmt.Sprintf("row %d of argument %d is used after it is written", x.row, x.argument))
			}
			if len(x.uses) == 0 || x.uses[len(x.uses)-1] != i {
				x.uses = append(x.uses, i)
			}
		}
		if n.op == store {
			stored[n.memory()] = true
		}
	}
}

// memory is the argument and the row of a load or a store.
func (n *node) memory() [2]int {
	if n.ofFirst {
		return [2]int{0, n.row}
	}
	return [2]int{n.argument, n.row}
}

// source reports whether the node can be had from memory at any time.
func (n *node) source() bool { return n.op <= constant }
