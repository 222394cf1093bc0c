package sparse

import (
	"context"
	"fmt"
)

// MaxFactor is how many values a factor may have: 1 GB.
const MaxFactor = 1 << 27

// structure is where the factor is not zero. Columns are numbered as they are eliminated.
type structure struct {
	column   []int32 // of the matrix, for each eliminated
	position []int32 // the inverse of column

	first  []int32 // supernode s has columns first[s]:first[s+1]
	rowAt  []int   // and below them rows row[rowAt[s]:rowAt[s+1]], ascending
	row    []int32
	panel  []int // the place of a supernode's panel among the values of the factor
	parent []int32

	below []int32 // columns of the subtree of each column, itself included
}

func (s *structure) supernodes() int { return len(s.first) - 1 }

func (s *structure) width(node int) int { return int(s.first[node+1] - s.first[node]) }

func (s *structure) rows(node int) []int32 { return s.row[s.rowAt[node]:s.rowAt[node+1]] }

// analyse chooses the sequence of elimination and finds where the factor is not zero, of at
// most some values.
func analyse(ctx context.Context, m *Matrix, most int) (*structure, error) {
	g := m.graph()
	s := &structure{column: order(g)}
	s.position = inverse(s.column)
	parent := s.eliminationTree(g)
	post := postorder(parent)
	for k, c := range post {
		post[k] = s.column[c]
	}
	s.column = post
	s.position = inverse(s.column)
	parent = s.eliminationTree(g)
	s.below = descendants(parent)
	count, err := s.columnCounts(ctx, g, parent, most)
	if err != nil {
		return nil, err
	}
	s.findSupernodes(parent, count)
	s.findRows(g, parent)
	if size := s.panel[s.supernodes()]; size > most {
		return nil, tooLarge(len(parent), size, most)
	}
	return s, nil
}

func tooLarge(columns, values, most int) error {
	return fmt.Errorf("%w: %d values or more for %d unknowns, at most %d", ErrTooLarge, values, columns, most)
}

func inverse(p []int32) []int32 {
	q := make([]int32, len(p))
	for i, k := range p {
		q[k] = int32(i)
	}
	return q
}

// forEachEarlier calls f with each column before i in whose column the matrix has an entry at row i.
func (s *structure) forEachEarlier(g graph, i int32, f func(k int32)) {
	for _, c := range g.neighbours(s.column[i]) {
		if k := s.position[c]; k < i {
			f(k)
		}
	}
}

// eliminationTree returns the parent of each column: the first row below its diagonal in
// which the factor is not zero, or none.
func (s *structure) eliminationTree(g graph) []int32 {
	n := len(s.column)
	parent, ancestor := make([]int32, n), make([]int32, n)
	for i := range int32(n) {
		parent[i], ancestor[i] = none, none
		s.forEachEarlier(g, i, func(k int32) {
			for k != i { // up to the root so far, whose parent is i
				up := ancestor[k]
				ancestor[k] = i
				if up == none {
					parent[k] = i
					return
				}
				k = up
			}
		})
	}
	return parent
}

// postorder lists children before their parents, each subtree without a gap.
func postorder(parent []int32) []int32 {
	n := len(parent)
	child, sibling := make([]int32, n), make([]int32, n)
	for i := range child {
		child[i] = none
	}
	root := int32(none)
	for i := int32(n) - 1; i >= 0; i-- { // so that lists ascend
		list := &root
		if parent[i] != none {
			list = &child[parent[i]]
		}
		sibling[i], *list = *list, i
	}
	post, stack := make([]int32, 0, n), make([]int32, 0, n)
	for ; root != none; root = sibling[root] {
		stack = append(stack, root)
		for len(stack) > 0 {
			top := stack[len(stack)-1]
			if c := child[top]; c != none {
				child[top] = sibling[c]
				stack = append(stack, c)
				continue
			}
			stack = stack[:len(stack)-1]
			post = append(post, top)
		}
	}
	return post
}

// descendants returns how many columns the subtree of each has.
func descendants(parent []int32) []int32 {
	count := make([]int32, len(parent))
	for j, up := range parent {
		count[j]++
		if up != none {
			count[up] += count[j]
		}
	}
	return count
}

// columnCounts returns how many entries each column of the factor has, the diagonal
// included. Row i has one in column k and in all ancestors of k before i, for each entry of
// the matrix at column k.
func (s *structure) columnCounts(ctx context.Context, g graph, parent []int32, most int) ([]int32, error) {
	n := len(parent)
	count, seen, all := make([]int32, n), make([]int32, n), 0
	for i := range int32(n) {
		count[i], seen[i] = 1, i
		s.forEachEarlier(g, i, func(k int32) {
			for ; seen[k] != i; k = parent[k] {
				seen[k] = i
				count[k]++
				all++
			}
		})
		if all > most {
			return nil, tooLarge(n, all, most)
		}
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return count, nil
}

// run is a run of columns that may become one supernode.
type run struct {
	first, width int
	rows         int // of its first column, its own included
	entries      int // of its columns without the zeros that a panel adds
}

// size is how many values a panel has on and below its diagonal.
func (r run) size() int { return r.width*r.rows - r.width*(r.width-1)/2 }

// findSupernodes joins columns into supernodes: first those with the same rows, then
// small ones with their parents, which adds zeros but saves fronts.
func (s *structure) findSupernodes(parent, count []int32) {
	runs := make([]run, len(parent))
	for j := range runs {
		runs[j] = run{j, 1, int(count[j]), int(count[j])}
	}
	runs = join(runs, parent, func(r run) bool { return r.entries == r.size() })
	runs = join(runs, parent, run.cheaperAsOne)
	for _, r := range runs {
		s.first = append(s.first, int32(r.first))
	}
	s.first = append(s.first, int32(len(parent)))
}

// cheaperAsOne reports whether the zeros of a panel cost less than another front would.
func (r run) cheaperAsOne() bool {
	zeros := r.size() - r.entries
	switch {
	case r.width <= 4:
		return true
	case r.width <= 16:
		return 2*zeros < r.size()
	case r.width <= 48:
		return 8*zeros < r.size()
	}
	return 20*zeros < r.size()
}

// join joins each run with the one before it, if that is its child, as often as it is worth it.
func join(runs []run, parent []int32, worth func(run) bool) []run {
	joined := runs[:0]
	for _, r := range runs {
		for len(joined) > 0 && int(parent[r.first-1]) == r.first {
			last := joined[len(joined)-1]
			both := run{last.first, last.width + r.width, last.width + r.rows, last.entries + r.entries}
			if !worth(both) {
				break
			}
			r, joined = both, joined[:len(joined)-1]
		}
		joined = append(joined, r)
	}
	return joined
}

// findRows finds the rows below each supernode, its parent, and the places of the panels.
func (s *structure) findRows(g graph, parent []int32) {
	nodes := s.supernodes()
	of := make([]int32, len(parent))
	s.parent = make([]int32, nodes)
	for node := range nodes {
		for j := s.first[node]; j < s.first[node+1]; j++ {
			of[j] = int32(node)
		}
	}
	for node := range nodes {
		s.parent[node] = none
		if up := parent[s.first[node+1]-1]; up != none {
			s.parent[node] = of[up]
		}
	}
	seen := make([]int32, nodes)
	each := func(f func(node, row int32)) { // rows ascend
		for node := range seen {
			seen[node] = none
		}
		for i := range int32(len(parent)) {
			seen[of[i]] = i
			s.forEachEarlier(g, i, func(k int32) {
				for node := of[k]; seen[node] != i; node = s.parent[node] {
					seen[node] = i
					f(node, i)
				}
			})
		}
	}
	s.rowAt, s.panel = make([]int, nodes+1), make([]int, nodes+1)
	each(func(node, row int32) { s.rowAt[node+1]++ })
	for node := range nodes {
		width := s.width(node)
		s.panel[node+1] = s.panel[node] + width*(width+s.rowAt[node+1])
		s.rowAt[node+1] += s.rowAt[node]
	}
	s.row = make([]int32, s.rowAt[nodes])
	free := append([]int(nil), s.rowAt...)
	each(func(node, row int32) {
		s.row[free[node]] = row
		free[node]++
	})
}
