package voxel

// space is what the triangles leave free, as runs of voxels along columns.
//
//	column   ░░░░████░░░░░██░░░░░     ████ covered by triangles
//	runs     from..to from..to …
type space struct {
	*grid
	start []int32 // per column: its first run
	run   []span
	group []int32 // per run: another of the same connected space, or itself
}

// span is voxels from:to of a column, by keys.
type span struct{ from, to int32 }

// newSpace returns the space between covered voxels, ascending keys.
func newSpace(g *grid, covered []int32) *space {
	s := &space{grid: g, start: make([]int32, g.columns()+1)}
	at := 0
	for c := range g.columns() {
		from, end := c*g.n[2], (c+1)*g.n[2]
		for ; at < len(covered) && covered[at] < end; at++ {
			if covered[at] > from {
				s.run = append(s.run, span{from, covered[at]})
			}
			from = covered[at] + 1
		}
		if from < end {
			s.run = append(s.run, span{from, end})
		}
		s.start[c+1] = int32(len(s.run))
	}
	s.connect()
	return s
}

// connect joins runs that touch, be it at corners of voxels: a triangle covers every voxel it
// touches, so none of its two sides has a voxel that touches one of the other.
func (s *space) connect() {
	s.group = make([]int32, len(s.run))
	for r := range s.group {
		s.group[r] = int32(r)
	}
	for c := range s.columns() {
		for _, d := range [...][2]int32{{0, 1}, {1, -1}, {1, 0}, {1, 1}} {
			if other, ok := s.neighbour(c, d[0], d[1]); ok {
				s.join(c, other)
			}
		}
	}
}

// join joins the runs of two columns that touch.
func (s *space) join(a, b int32) {
	i, j := s.start[a], s.start[b]
	shift := (b - a) * s.n[2]
	for i < s.start[a+1] && j < s.start[b+1] {
		p, q := s.run[i], s.run[j]
		q.from, q.to = q.from-shift, q.to-shift
		if p.from <= q.to && q.from <= p.to {
			s.unite(i, j)
		}
		if p.to < q.to {
			i++
		} else {
			j++
		}
	}
}

func (s *space) root(r int32) int32 {
	for s.group[r] != r {
		s.group[r] = s.group[s.group[r]]
		r = s.group[r]
	}
	return r
}

func (s *space) unite(a, b int32) {
	a, b = s.root(a), s.root(b)
	s.group[max(a, b)] = min(a, b)
}

// enclosed calls f with the runs of each space that the outside does not reach and that is
// at least two voxels wide somewhere. Narrower ones may lie between surfaces that are close:
// a gap between two fingers is cut into such pockets.
func (s *space) enclosed(f func(span)) {
	wide := make([]bool, len(s.run))
	outside := s.root(0) // the grid has an empty voxel at each side
	for c := range s.columns() {
		for r := s.start[c]; r < s.start[c+1]; r++ {
			if root := s.root(r); root != outside && !wide[root] {
				wide[root] = s.isWide(c, s.run[r])
			}
		}
	}
	for r, run := range s.run {
		if wide[s.root(int32(r))] {
			f(run)
		}
	}
}

// isWide reports whether a part of a run begins a cube of two by two by two free voxels.
func (s *space) isWide(column int32, run span) bool {
	try := [...][2]int32{{0, 1}, {1, 0}, {1, 1}}
	var free func(part span, k int) bool
	free = func(part span, k int) bool {
		if part.to-part.from < 2 {
			return false
		}
		if k == len(try) {
			return true
		}
		other, ok := s.neighbour(column, try[k][0], try[k][1])
		if !ok {
			return false
		}
		shift := (other - column) * s.n[2]
		for _, q := range s.run[s.start[other]:s.start[other+1]] {
			if free(span{max(part.from, q.from-shift), min(part.to, q.to-shift)}, k+1) {
				return true
			}
		}
		return false
	}
	return free(run, 0)
}
