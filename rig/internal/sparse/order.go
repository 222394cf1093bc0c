package sparse

import "math"

// order returns a sequence of elimination that keeps the factor sparse: the next column is
// one with the fewest neighbours in the graph of what is left, approximately.
func order(g graph) []int32 {
	q := newQuotient(g)
	for q.done < len(q.weight)-len(q.dense) {
		q.eliminate(q.lowest())
	}
	return q.sequence()
}

// quotient is the graph of what is left of a matrix during its elimination. Eliminated
// columns are elements: an element stands for edges between all its variables, which are
// not stored. Variables with the same neighbours are one, of a greater weight.
//
//	variable v   list[at[v]:]   elements[v] elements, then variables[v] variables
//	element e    of[e]          its variables
type quotient struct {
	list                []int32
	at                  []int
	elements, variables []int32
	of                  [][]int32 // nil once part of another element
	outside             []int32   // weight of an element's variables outside the pivot's
	outsideOf           []int32   // the pivot for which outside holds
	size                []int32   // weight of all variables of an element

	weight []int32 // columns of a variable; 0 of those that are part of another or eliminated
	degree []int32 // an upper bound of the weight of its neighbours
	mark   []int32
	stamp  int32

	head, next, previous []int32 // variables of each degree
	least                int     // no variable has a lower degree
	bucket, nextInBucket []int32 // variables by hashes of their neighbours
	hash                 []int32

	follow, last []int32 // columns that are eliminated after a column, at once
	pivots       []int32
	dense        []int32 // columns that are eliminated at the end
	done         int     // weight of what is eliminated
}

const none = -1

func newQuotient(g graph) *quotient {
	n := len(g.start) - 1
	q := &quotient{list: append([]int32(nil), g.to...), at: append([]int(nil), g.start...), of: make([][]int32, n)}
	zero := []*[]int32{&q.elements, &q.variables, &q.outside, &q.size, &q.weight, &q.degree, &q.mark, &q.hash}
	unset := []*[]int32{&q.outsideOf, &q.head, &q.next, &q.previous, &q.bucket, &q.nextInBucket, &q.follow, &q.last}
	for _, a := range zero {
		*a = make([]int32, n)
	}
	for _, a := range unset {
		*a = make([]int32, n)
		for i := range *a {
			(*a)[i] = none
		}
	}
	// A column with very many neighbours would be looked at for each of them.
	most := max(16, int(10*math.Sqrt(float64(n))))
	for i := range n {
		q.last[i] = int32(i)
		q.variables[i] = int32(g.start[i+1] - g.start[i])
		if int(q.variables[i]) > most {
			q.dense = append(q.dense, int32(i))
			continue
		}
		q.weight[i] = 1
	}
	for i := range int32(n) {
		if q.weight[i] == 0 {
			continue
		}
		for _, k := range g.neighbours(i) {
			q.degree[i] += q.weight[k]
		}
		q.enlist(i)
	}
	return q
}

// enlist enters a variable among those of its degree.
func (q *quotient) enlist(v int32) {
	d := q.degree[v]
	first := q.head[d]
	q.next[v], q.previous[v], q.head[d] = first, none, v
	if first != none {
		q.previous[first] = v
	}
	q.least = min(q.least, int(d))
}

func (q *quotient) delist(v int32) {
	next, previous := q.next[v], q.previous[v]
	if previous == none {
		q.head[q.degree[v]] = next
	} else {
		q.next[previous] = next
	}
	if next != none {
		q.previous[next] = previous
	}
}

// lowest takes a variable of the lowest degree off its list.
func (q *quotient) lowest() int32 {
	for q.head[q.least] == none {
		q.least++
	}
	v := q.head[q.least]
	q.delist(v)
	return v
}

func (q *quotient) elementsOf(v int32) []int32 { return q.list[q.at[v]:][:q.elements[v]] }

func (q *quotient) variablesOf(v int32) []int32 {
	return q.list[q.at[v]+int(q.elements[v]):][:q.variables[v]]
}

// eliminate makes a variable the newest element.
func (q *quotient) eliminate(p int32) {
	q.pivots = append(q.pivots, p)
	members := q.membersOf(p)
	q.done += int(q.weight[p])
	q.measure(p, members)
	for _, v := range members {
		q.delist(v)
		q.update(v, p)
	}
	for _, v := range members {
		if q.weight[v] > 0 {
			q.merge(v)
		}
	}
	live := members[:0]
	q.size[p] = 0
	for _, v := range members {
		if q.weight[v] > 0 {
			live = append(live, v)
			q.size[p] += q.weight[v]
		}
	}
	q.of[p], q.weight[p] = live, 0
	left := int32(len(q.weight) - len(q.dense) - q.done)
	for _, v := range live {
		q.degree[v] = min(left-q.weight[v], q.degree[v]+q.size[p]-q.weight[v])
		q.enlist(v)
	}
}

// membersOf marks and returns the neighbours of a pivot: its variables, and those of its
// elements, which become part of it.
func (q *quotient) membersOf(p int32) (members []int32) {
	q.stamp++
	q.mark[p] = q.stamp
	members = make([]int32, 0, q.degree[p])
	add := func(list []int32) {
		for _, v := range list {
			if q.weight[v] > 0 && q.mark[v] != q.stamp {
				q.mark[v] = q.stamp
				members = append(members, v)
			}
		}
	}
	add(q.variablesOf(p))
	for _, e := range q.elementsOf(p) {
		add(q.of[e])
		q.of[e] = nil
	}
	return members
}

// measure sets the weights outside of each element that shares variables with the pivot.
func (q *quotient) measure(p int32, members []int32) {
	for _, v := range members {
		for _, e := range q.elementsOf(v) {
			if q.of[e] == nil {
				continue
			}
			if q.outsideOf[e] != p {
				q.outsideOf[e], q.outside[e] = p, q.size[e]
			}
			q.outside[e] -= q.weight[v]
		}
	}
}

// update brings the lists of a member of the pivot up to date, and sets degree to what it
// is without the pivot's members. A member without other neighbours is eliminated with the
// pivot, another is put in the bucket of its hash.
func (q *quotient) update(v, p int32) {
	list, kept := q.list[q.at[v]:][:q.elements[v]+q.variables[v]], int32(0)
	var degree, hash int32
	for _, e := range list[:q.elements[v]] {
		switch {
		case q.of[e] == nil:
		case q.outside[e] == 0: // the pivot says as much
			q.of[e] = nil
		default:
			degree += q.outside[e]
			hash += e
			list[kept] = e
			kept++
		}
	}
	elements := kept
	for _, u := range list[q.elements[v]:] {
		if q.weight[u] > 0 && q.mark[u] != q.stamp {
			degree += q.weight[u]
			hash += u
			list[kept] = u
			kept++
		}
	}
	if degree == 0 {
		q.done += int(q.weight[v])
		q.absorb(p, v)
		return
	}
	// At least the pivot or an element that became part of it is gone: there is room.
	list[kept] = list[elements]
	list[elements] = p
	q.elements[v], q.variables[v] = elements+1, kept-elements
	q.degree[v] = min(q.degree[v], degree)
	q.hash[v] = int32(uint32(hash) % uint32(len(q.bucket)))
	q.nextInBucket[v], q.bucket[q.hash[v]] = q.bucket[q.hash[v]], v
}

// absorb makes v part of u.
func (q *quotient) absorb(u, v int32) {
	q.weight[u] += q.weight[v]
	q.weight[v] = 0
	q.follow[q.last[u]] = v
	q.last[u] = q.last[v]
}

// merge makes those variables one that have the same neighbours, of the bucket that v is in.
func (q *quotient) merge(v int32) {
	v, q.bucket[q.hash[v]] = q.bucket[q.hash[v]], none
	for ; v != none; v = q.nextInBucket[v] {
		if q.nextInBucket[v] == none {
			return
		}
		q.stamp++
		for _, x := range q.neighbours(v) {
			q.mark[x] = q.stamp
		}
		for before, u := v, q.nextInBucket[v]; u != none; u = q.nextInBucket[u] {
			if q.elements[u] != q.elements[v] || q.variables[u] != q.variables[v] || !q.allMarked(u) {
				before = u
				continue
			}
			q.absorb(v, u)
			q.nextInBucket[before] = q.nextInBucket[u]
		}
	}
}

func (q *quotient) neighbours(v int32) []int32 {
	return q.list[q.at[v]:][:q.elements[v]+q.variables[v]]
}

func (q *quotient) allMarked(v int32) bool {
	for _, x := range q.neighbours(v) {
		if q.mark[x] != q.stamp {
			return false
		}
	}
	return true
}

// sequence lists each pivot with the columns that are eliminated with it.
func (q *quotient) sequence() []int32 {
	all := make([]int32, 0, len(q.weight))
	for _, p := range q.pivots {
		for ; p != none; p = q.follow[p] {
			all = append(all, p)
		}
	}
	return append(all, q.dense...)
}
