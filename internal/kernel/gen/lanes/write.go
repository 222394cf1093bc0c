package lanes

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/internal/kernel/gen/dispatch"
)

// kernel is a formula with a name. One with strides does what it does a number of times,
// which is its last argument: its arguments go on by their strides, in rows, each time.
type kernel struct {
	name       string
	formula    func(formula.Memory[value])
	strides    []int
	own        bool // up to four lanes may have uniforms of their own, four numbers each
	*Pose           // of a kernel that goes over the columns of poses
	parameters []dispatch.Parameter
}

// target is the instructions of a processor.
type target interface {
	operate(n *node)                         // writes a node that is no source
	source(n *node, register int)            // loads a source
	load(slot, register int)                 // loads a value from the kernel's memory
	save(register, slot int)                 // stores one there
	whole(arguments int, body []byte) []byte // puts the kernel's head before its body
	can() machine
	jump(mask *node, label string) // where it has a lane
	hold()                         // saves masks
	held() func()                  // what brings the masks back that there are now
}

// writer writes one kernel: it gives registers to values.
type writer struct {
	bytes.Buffer
	*kernel
	target
	name    string
	at      map[*node]int // registers
	in      []*node       // what registers hold
	spilled map[*node]int
	spills  int
	free    []int // places in memory that are not needed any more
	freed   []int // those that the node at hand may still read
	now     int   // place of the node at hand
	pinned  []int
	fixed   map[*node]bool // what has a register for a whole loop

	back     func(to *node) // ends the branch at hand
	seldom   bytes.Buffer   // what branches do
	prefix   string         // of labels
	branches int
}

func newWriter(k *kernel, suffix string, registers int) *writer {
	return &writer{kernel: k, name: k.name + suffix, at: map[*node]int{}, in: make([]*node, registers), spilled: map[*node]int{}}
}

// write is the text of a kernel.
func (w *writer) write(t target) []byte {
	w.target = t
	arguments := 0
	for _, n := range record(w.formula, t.can(), nil, 0) {
		w.node(n)
		for _, x := range append(n.operands(), n) {
			if x.op == load || x.op == store {
				arguments = max(arguments, x.argument+1)
			}
		}
	}
	if w.spills > Memory {
		panic(w.name + ": too little memory")
	}
	return t.whole(arguments, w.Bytes())
}

func (w *writer) line(format string, a ...any) { fmt.Fprintf(w, "\t"+format+"\n", a...) }

// node writes a node.
func (w *writer) node(n *node) {
	w.now = n.place
	w.free, w.freed = append(w.free, w.freed...), w.freed[:0]
	w.pin(n)
	switch n.op {
	case branch:
		w.branch(n)
	case rejoin:
		w.back(n)
	default:
		w.operate(n)
	}
}

// after is the first use of a node after the present one.
func (w *writer) after(n *node) int {
	for _, u := range n.uses {
		if u > w.now {
			return u
		}
	}
	return math.MaxInt
}

// last reports whether a node is not used after the present one.
func (w *writer) last(n *node) bool { return w.after(n) == math.MaxInt && !w.fixed[n] }

// register frees a register: one that is free, or that of the value that is needed last.
func (w *writer) register() int {
	best, last := -1, -1
	for i, n := range w.in {
		if slices.Contains(w.pinned, i) || w.fixed[n] {
			continue
		}
		if n == nil {
			w.pinned = append(w.pinned, i)
			return i
		}
		next := w.after(n)
		if n.source() && next != math.MaxInt {
			next += 12 // is had again without a store
		}
		if next > last {
			best, last = i, next
		}
	}
	w.spill(best)
	w.pinned = append(w.pinned, best)
	return best
}

// spill frees a register whose value may be needed later.
func (w *writer) spill(i int) {
	n := w.in[i]
	delete(w.at, n)
	w.in[i] = nil
	if _, known := w.spilled[n]; known || n.source() || w.last(n) {
		return
	}
	w.save(i, w.slot(n))
}

// slot gives a value a place in memory.
func (w *writer) slot(n *node) int {
	slot := w.spills
	if last := len(w.free) - 1; last >= 0 {
		slot, w.free = w.free[last], w.free[:last]
	} else {
		w.spills++
	}
	w.spilled[n] = slot
	return slot
}

// get is the register of a value.
func (w *writer) get(n *node) int {
	if i, known := w.at[n]; known {
		w.pinned = append(w.pinned, i)
		return i
	}
	i := w.register()
	if slot, spilled := w.spilled[n]; spilled {
		w.load(slot, i)
	} else if n.source() {
		w.source(n, i)
	} else {
		panic(w.name + ": a value is lost")
	}
	w.at[n], w.in[i] = i, n
	return i
}

// put gives a node a register, one of its operands' where those are not needed again.
func (w *writer) put(n *node) int {
	w.done(n.a, n.b, n.c)
	w.pin(n)
	i := w.register()
	w.at[n], w.in[i] = i, n
	return i
}

// pin keeps the registers of a node's operands.
func (w *writer) pin(n *node) {
	w.pinned = w.pinned[:0]
	for _, x := range n.operands() {
		if i, known := w.at[x]; known {
			w.pinned = append(w.pinned, i)
		}
	}
}

// done frees the registers of values that are not needed any more.
func (w *writer) done(list ...*node) {
	for _, n := range list {
		if n == nil || !w.last(n) {
			continue
		}
		if i, known := w.at[n]; known {
			delete(w.at, n)
			w.in[i] = nil
		}
		if slot, known := w.spilled[n]; known {
			delete(w.spilled, n)
			w.freed = append(w.freed, slot)
		}
	}
}
