package topology

// walk visits the vertices of a Surface in the order in which their values are stored.
type walk struct {
	surface *Surface
	faces   []bool // visited
	value   []int32
	corners []int32
	ok      bool
}

// Order returns the corner at which a walk meets each vertex first, in its order, and the place of each
// vertex in it, None for vertices without corners.
func (s *Surface) Order(byDegree bool) (corners, value []int32, ok bool) {
	w := walk{surface: s, faces: make([]bool, s.faces()), value: make([]int32, len(s.first)), ok: true}
	for v := range w.value {
		w.value[v] = None
	}
	degrees := degreeWalk{walk: &w}
	if byDegree {
		degrees.degree = make([]int32, len(s.first))
	}
	for f := 0; f < s.faces() && w.ok; f++ {
		if byDegree {
			degrees.traverse(int32(3 * f))
		} else {
			w.depthFirst(int32(3 * f))
		}
	}
	return w.corners, w.value, w.ok
}

// meet notes the vertex of corner c. It reports whether that is the first time.
func (w *walk) meet(c int32) bool {
	v := w.surface.Vertex[c]
	if v < 0 {
		w.ok = false
		return false
	}
	if w.value[v] >= 0 {
		return false
	}
	w.value[v] = int32(len(w.corners))
	w.corners = append(w.corners, c)
	return true
}

// seen reports whether the triangle of c has been visited, or there is none.
func (w *walk) seen(c int32) bool { return c < 0 || w.faces[c/3] }

// depthFirst walks to the right where it can, and returns to what it has left aside.
func (w *walk) depthFirst(c int32) {
	if w.seen(c) {
		return
	}
	s := w.surface
	w.meet(Next(c))
	w.meet(Previous(c))
	aside := []int32{c}
	for len(aside) > 0 && w.ok {
		c := aside[len(aside)-1]
		if w.seen(c) {
			aside = aside[:len(aside)-1]
			continue
		}
		for w.ok {
			w.faces[c/3] = true
			if w.meet(c) && !s.open(s.Vertex[c]) {
				if c = s.right(c); c < 0 {
					w.ok = false
					return
				}
				continue
			}
			right, left := s.right(c), s.left(c)
			switch {
			case !w.seen(right) && !w.seen(left):
				aside[len(aside)-1] = left
				aside = append(aside, right)
			case !w.seen(right):
				c = right
				continue
			case !w.seen(left):
				c = left
				continue
			default:
				aside = aside[:len(aside)-1]
			}
			break
		}
	}
}

// degreeWalk walks first to vertices that have been met, then to those that more than one visited
// triangle shares an edge with.
type degreeWalk struct {
	*walk
	degree []int32
	aside  [3][]int32 // by priority
	best   int
}

func (d *degreeWalk) traverse(c int32) {
	d.aside[0] = append(d.aside[0], c)
	d.best = 0
	d.meet(Next(c))
	d.meet(Previous(c))
	d.meet(c)
	s := d.surface
	for d.ok {
		c, ok := d.pop()
		if !ok {
			return
		}
		for !d.seen(c) && d.ok {
			d.faces[c/3] = true
			d.meet(c)
			right, left := s.right(c), s.left(c)
			rightSeen := d.seen(right)
			if !d.seen(left) {
				p := d.priority(left)
				if rightSeen && p <= d.best {
					c = left
					continue
				}
				d.push(left, p)
			}
			if !rightSeen {
				p := d.priority(right)
				if p <= d.best {
					c = right
					continue
				}
				d.push(right, p)
			}
		}
	}
}

func (d *degreeWalk) pop() (int32, bool) {
	for ; d.best < len(d.aside); d.best++ {
		if n := len(d.aside[d.best]); n > 0 {
			c := d.aside[d.best][n-1]
			d.aside[d.best] = d.aside[d.best][:n-1]
			return c, true
		}
	}
	return None, false
}

func (d *degreeWalk) push(c int32, priority int) {
	d.aside[priority] = append(d.aside[priority], c)
	d.best = min(d.best, priority)
}

// priority is that of walking to c: 0 comes first.
func (d *degreeWalk) priority(c int32) int {
	v := d.surface.Vertex[c]
	if v < 0 {
		d.ok = false
		return 0
	}
	if d.value[v] >= 0 {
		return 0
	}
	d.degree[v]++
	if d.degree[v] > 1 {
		return 1
	}
	return 2
}
