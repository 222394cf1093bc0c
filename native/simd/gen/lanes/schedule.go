package lanes

import "slices"

// window is the number of nodes, from the first one that waits, among which the next is
// chosen. It holds back those that would only keep registers occupied.
const window = 24

// width is the number of operations that begin in a cycle.
const width = 2

// latency is about the time in cycles until the result of an operation is there.
var latency = map[operation]int{plus: 3, minus: 3, times: 3, over: 13, root: 20, flip: 1, keep: 1, less: 5, same: 5, where: 2, store: 1}

// schedule puts nodes into an order in which few wait for their operands: of those that can
// begin first the one with the longest way to the end.
func schedule(nodes []*node) []*node {
	way := map[*node]int{}
	for _, n := range slices.Backward(nodes) {
		way[n] += latency[n.op]
		for _, x := range n.operands() {
			way[x] = max(way[x], way[n])
		}
	}
	ready, order := map[*node]int{}, make([]*node, 0, len(nodes)) // ready: the cycle in which the result is there
	waiting := slices.Clone(nodes)
	for len(waiting) > 0 {
		cycle, best, begin := len(order)/width, -1, 0
		for i, n := range waiting[:min(window, len(waiting))] {
			at, known := cycle, true
			for _, x := range n.operands() {
				t, is := ready[x]
				known = known && (is || x.source())
				at = max(at, t)
			}
			if known && (best < 0 || at < begin || at == begin && way[n] > way[waiting[best]]) {
				best, begin = i, at
			}
		}
		n := waiting[best]
		waiting = slices.Delete(waiting, best, best+1)
		ready[n] = begin + latency[n.op]
		order = append(order, n)
	}
	return order
}

func (n *node) operands() []*node {
	return slices.DeleteFunc([]*node{n.a, n.b, n.c}, func(x *node) bool { return x == nil })
}
