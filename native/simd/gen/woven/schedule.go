package woven

import (
	"cmp"
	"slices"
)

// machine is what the order of operations and the choice of registers need to know
// of an instruction set.
type machine struct {
	vectors  int            // vector registers free for assignment: 0 … vectors-1
	scalars  []int          // scalar registers free for assignment
	spreads  bool           // the last source of an operation may be one float32 in memory
	destroys func(*op) bool // the result takes the register of the first source
}

// weight is the share of an operation in the length of its thread.
func (o *op) weight() float64 {
	switch o.code {
	case opLoad, opBroadcast, opLoadHalf, opScalar, opOffset, opScalarSum, opPrefetch, opStore, opStream:
		return 0.2
	}
	return 1
}

// delayed reports whether an operation is a load, which takes place just before
// the first operation that reads its result, to save registers.
func (o *op) delayed() bool {
	switch o.code {
	case opLoad, opBroadcast, opLoadHalf, opScalar, opOffset, opScalarSum:
		return true
	}
	return false
}

// weave puts threads into one order, each spread evenly over the whole. The
// processor reorders the rest.
func weave(threads ...*thread) []*op {
	type placed struct {
		o  *op
		at float64
	}
	var items []placed
	for _, t := range threads {
		total, sum := 0.0, 0.0
		for _, o := range t.ops {
			total += o.weight()
		}
		for _, o := range t.ops {
			w := o.weight()
			items = append(items, placed{o, (sum + w/2) / total})
			sum += w
		}
	}
	slices.SortStableFunc(items, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	var out []*op
	waiting := map[*reg]*op{}
	var emit func(o *op)
	emit = func(o *op) {
		o.reads(func(r *reg) {
			if load := waiting[r]; load != nil {
				delete(waiting, r)
				emit(load)
			}
		})
		out = append(out, o)
	}
	for _, it := range items {
		if it.o.delayed() {
			waiting[it.o.dst] = it.o
		} else {
			emit(it.o)
		}
	}
	return out
}
