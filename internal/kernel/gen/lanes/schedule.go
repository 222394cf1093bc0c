package lanes

import "slices"

// window is the number of nodes, from the first one that waits, among which the next is
// chosen. It holds back those that would only keep registers occupied.
const window = 24

// width is the number of operations that begin in a cycle.
const width = 2

// latency is about the time in cycles until the result of an operation is there.
var latency = map[operation]int{plus: 3, minus: 3, times: 3, over: 13, root: 20, flip: 1, keep: 1, less: 5, same: 5, where: 2, most: 4, fewest: 4, signed: 2, spread: 1, timesLane: 3, low: 1, high: 1, lowPairs: 1, highPairs: 1, store: 1}

// schedule puts nodes behind others, in an order in which few wait for their operands: of those
// that can begin first the one with the longest way to the end. A store waits for all that use
// what is there before.
func schedule(order, nodes []*node, inOrder bool) []*node {
	window := window
	if inOrder {
		window = 1
	}
	way := map[*node]int{}
	for _, n := range slices.Backward(nodes) {
		way[n] += latency[n.op]
		for _, x := range n.operands() {
			way[x] = max(way[x], way[n])
		}
	}
	ready, readers := map[*node]int{}, map[[2]int]int{} // the cycle in which a result is there; how many are to read a row
	for _, n := range order {
		ready[n] = 0
	}
	for _, n := range nodes {
		n.rows(func(row [2]int) { readers[row]++ })
	}
	first, waiting := len(order), slices.Clone(nodes)
	for len(waiting) > 0 {
		cycle, best, begin := (len(order)-first)/width, -1, 0
		for i, n := range waiting[:min(window, len(waiting))] {
			at, known := cycle, true
			if n.op == store {
				own := 0
				n.rows(func(row [2]int) {
					if row == n.memory() {
						own++
					}
				})
				known = readers[n.memory()] == own
			}
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
		n.rows(func(row [2]int) { readers[row]-- })
		order = append(order, n)
	}
	return order
}

func (n *node) operands() []*node {
	return slices.DeleteFunc(append([]*node{n.a, n.b, n.c}, n.more...), func(x *node) bool { return x == nil })
}

// rows calls f for each row that the node reads.
func (n *node) rows(f func(row [2]int)) {
	for _, x := range n.operands() {
		if x.op == load {
			f(x.memory())
		}
	}
}
