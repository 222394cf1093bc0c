package lanes

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
)

// branch begins what is seldom executed, behind the kernel's end. There all values that registers hold are saved to
// memory first, and at its end registers get back what they had: the usual way has nothing of
// this, but that what is replaced has registers.
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
	for i, x := range in {
		if _, known := w.spilled[x]; x != nil && !known && !x.source() {
			w.save(i, w.slot(x))
		}
	}
	w.hold()
	w.back = func(to *node) {
		for _, x := range to.more {
			if _, known := w.spilled[x]; !known {
				i := w.get(x)
				w.save(i, w.slot(x))
			}
		}
		slots := w.spilled
		w.at, w.in = map[*node]int{}, make([]*node, len(in))
		for i, x := range in {
			if x == nil {
				continue
			}
			k := slices.Index(n.more, x)
			if k >= 0 {
				if !w.last(x) {
					panic(w.name + ": a value that was replaced is used")
				}
				x = to.more[k]
			}
			switch {
			case w.last(x):
				continue
			case w.fixed[x]:
			case x.source():
				w.source(x, i)
			default:
				w.load(slots[x], i)
			}
			w.at[x], w.in[i] = i, x
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
