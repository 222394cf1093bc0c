package woven

import (
	"slices"
)

// machine is what the scheduler knows of a processor and its instruction set.
// The numbers of ports are those of the narrowest processor that matters, and
// the order found for it suits wider ones, which reorder by themselves.
type machine struct {
	vectors  int            // vector registers free for assignment: 0 … vectors-1
	scalars  []int          // scalar registers free for assignment
	spreads  bool           // or be one float32 there
	reach    int            // how many operations ahead of the oldest one may start
	destroys func(*op) bool // the result takes the register of the first source
}

// cost is the latency of an operation and the port it needs.
type port int

const (
	noPort      port = iota
	anyPort          // one of the two arithmetic ports
	shufflePort      // the one of them that shuffles
	loadPort
	storePort
)

func (o *op) cost() (port, int) {
	switch o.code {
	case opLoad, opBroadcast, opLoadHalf, opScalar, opOffset, opScalarSum:
		return loadPort, 0
	case opPrefetch:
		return loadPort, 1
	case opStore, opStream:
		return storePort, 5
	case opUnpackLow, opUnpackHigh, opPairsLow, opPairsHigh:
		return shufflePort, 1
	case opBlocks, opHalves:
		return shufflePort, 3
	case opMove:
		return noPort, 0
	case opIntoOdd, opIntoEven, opInsertHalf:
		return anyPort, 3
	case opDiv:
		return anyPort, 24
	}
	return anyPort, 4
}

// pulled reports whether an operation is a load, which starts with the first
// operation that reads its result: it waits for nothing, and processors run
// ahead to it.
func (o *op) pulled() bool {
	p, _ := o.cost()
	return p == loadPort && o.dst != nil
}

// weave puts threads into one order. Each thread is spread evenly over the
// whole, in the order it was written; then a simulation of the ports lets an
// operation overtake others where these would wait.
func weave(m *machine, threads ...*thread) []*op {
	type placed struct {
		o  *op
		at float64
	}
	var items []placed
	for _, t := range threads {
		total := 0.0
		for _, o := range t.ops {
			total += weight(o)
		}
		sum := 0.0
		for _, o := range t.ops {
			w := weight(o)
			items = append(items, placed{o, (sum + w/2) / total})
			sum += w
		}
	}
	slices.SortStableFunc(items, func(a, b placed) int {
		switch {
		case a.at < b.at:
			return -1
		case a.at > b.at:
			return 1
		}
		return 0
	})
	ops := make([]*op, len(items))
	for i, it := range items {
		ops[i] = it.o
	}
	return newSimulation(m, ops).run()
}

// weight is what an operation adds to the length of its thread.
func weight(o *op) float64 {
	switch p, _ := o.cost(); p {
	case anyPort, shufflePort:
		return 1
	case noPort:
		return 0.01
	}
	return 0.2
}

// simulation executes a list of operations on the machine's ports.
type simulation struct {
	m      *machine
	queue  []*item // what has not started, without loads
	states map[*reg]*value
	done   map[*op]int // cycle at which an operation has finished; nothing of one in another piece of code
	live   [2]int      // virtual registers in use, by class
	out    []*op
	walks  int // walks of order so far
}

// value is what the simulation knows of a virtual register.
type value struct {
	class  class
	ready  int   // cycle at which it holds its value
	uses   int   // reads still to come
	loader *item // the load that has not been started, where it is one
	mark   int   // uses left in a walk of order
	walk   int   // the walk that mark is of
}

// item is an operation in the simulation.
type item struct {
	*op
	result *value
	reads  []*value
}

func newSimulation(m *machine, ops []*op) *simulation {
	s := &simulation{m: m, states: map[*reg]*value{}, done: map[*op]int{}}
	for _, o := range ops {
		s.done[o] = never
		it := &item{op: o}
		o.reads(func(r *reg) {
			if v := s.states[r]; v != nil {
				v.uses++
				it.reads = append(it.reads, v)
			}
		})
		if o.dst != nil && !o.dst.fixed {
			it.result = &value{class: o.dst.class, ready: never}
			s.states[o.dst] = it.result
		}
		if o.pulled() {
			it.result.loader = it
		} else {
			s.queue = append(s.queue, it)
		}
	}
	return s
}

const never = 1 << 20

func (s *simulation) run() []*op {
	for cycle := 0; len(s.queue) > 0; cycle++ {
		if cycle > never/2 {
			panic("operations wait for each other")
		}
		s.cycle(cycle)
	}
	return s.out
}

// cycle starts what can start now.
func (s *simulation) cycle(now int) {
	free := map[port]int{anyPort: 2, shufflePort: 1, storePort: 1}
	for i, n := 0, 0; i < len(s.queue) && n < s.m.reach; n++ {
		it := s.queue[i]
		p, latency := it.cost()
		if p != noPort && p != loadPort && free[p] == 0 || p == shufflePort && free[anyPort] == 0 ||
			!s.startable(it, now) || i > 0 && !s.safe(i) {
			i++
			continue
		}
		free[p]--
		if p == shufflePort {
			free[anyPort]--
		}
		s.start(it, now+latency)
		s.queue = slices.Delete(s.queue, i, i+1)
	}
}

// startable reports whether all an operation reads is there, or can be loaded.
func (s *simulation) startable(it *item, now int) bool {
	for _, v := range it.reads {
		if v.loader != nil {
			if !s.startable(v.loader, now) {
				return false
			}
		} else if v.ready > now {
			return false
		}
	}
	return true
}

func (s *simulation) start(it *item, finished int) {
	for _, v := range it.reads {
		if l := v.loader; l != nil {
			v.loader = nil
			s.start(l, 0)
		}
	}
	s.done[it.op] = finished
	for _, v := range it.reads {
		if v.uses--; v.uses == 0 {
			s.live[v.class]--
		}
	}
	if v := it.result; v != nil {
		v.ready = finished
		s.live[v.class]++
	}
	s.out = append(s.out, it.op)
}

// safe reports whether the registers suffice if operation i of the queue goes
// first and the others follow in order.
func (s *simulation) safe(i int) bool {
	w := &walk{live: s.live, limit: [2]int{s.m.vectors, len(s.m.scalars)}}
	s.walks++
	w.id = s.walks
	w.step(s.queue[i])
	for j, it := range s.queue {
		if j != i {
			w.step(it)
		}
		if w.failed {
			return false
		}
	}
	return true
}

// walk follows the number of registers in use along an order of operations.
type walk struct {
	id     int
	live   [2]int
	limit  [2]int
	failed bool
}

func (w *walk) left(v *value) *int {
	if v.walk != w.id {
		v.walk, v.mark = w.id, v.uses
		if v.loader != nil {
			v.mark = -v.uses // not loaded yet
		}
	}
	return &v.mark
}

func (w *walk) step(it *item) {
	for _, v := range it.reads {
		if left := w.left(v); *left < 0 {
			*left = -*left
			w.step(v.loader)
		}
	}
	for _, v := range it.reads {
		left := w.left(v)
		if *left--; *left == 0 {
			w.live[v.class]--
		}
	}
	if v := it.result; v != nil {
		w.live[v.class]++
		if w.live[v.class] > w.limit[v.class] {
			w.failed = true
		}
	}
}
