package lanes

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
)

// branch begins what is seldom executed, behind the kernel's end. There registers are given to other values as
// everywhere, and at its end those that lack what they had get it back from memory: the usual way has nothing of this.
func (w *writer) branch(n *node) {
	for _, x := range n.more {
		w.get(x)
	}
	w.branches++
	label := fmt.Sprintf("%sSeldom%d", w.prefix, w.branches)
	w.jump(n.a, label)
	fmt.Fprintf(w, "%sDone:\n", label)
	usual := bytes.Clone(w.Bytes())
	w.Reset()
	fmt.Fprintf(w, "%s:\n", label)
	before, in, masks := maps.Clone(w.spilled), slices.Clone(w.in), w.held()
	w.hold()
	w.back = func(to *node) {
		want := slices.Clone(in)
		for i, x := range in {
			if k := slices.Index(n.more, x); x != nil && k >= 0 {
				if !w.last(x) {
					panic(w.name + ": a value that was replaced is used")
				}
				want[i] = to.more[k]
			}
			if x := want[i]; x != nil && w.last(x) {
				want[i] = nil
			}
		}
		w.keep(want)
		slots, had := w.spilled, w.in
		w.at, w.in = map[*node]int{}, want
		for i, x := range want {
			switch {
			case x == nil:
				continue
			case had[i] == x || w.fixed[x]:
			case x.source():
				w.source(x, i)
			default:
				w.load(slots[x], i)
			}
			w.at[x] = i
		}
		masks()
		maps.DeleteFunc(before, func(x *node, _ int) bool { return w.last(x) })
		w.spilled, w.free, w.freed = before, nil, nil
		taken := slices.Collect(maps.Values(before))
		for slot := range w.spills {
			if !slices.Contains(taken, slot) {
				w.free = append(w.free, slot)
			}
		}
		w.line("JMP %sDone", label)
		w.seldom.Write(w.Bytes())
		w.Reset()
		w.Write(usual)
	}
}

// keep saves values that are in other registers than those where they are wanted.
func (w *writer) keep(want []*node) {
	for i, x := range want {
		if x == nil || w.in[i] == x || x.source() || w.fixed[x] {
			continue
		}
		if _, known := w.spilled[x]; !known {
			w.save(w.at[x], w.slot(x))
		}
	}
}
