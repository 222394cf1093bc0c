package space

import "slices"

// triangulate returns the triangles of the Delaunay triangulation of points in lexicographic order:
// counterclockwise, none where all points lie on one line.
//
// Points on an empty circle are the corners of one face. Its diagonals all start at its
// lexicographically least corner:
//
//	2───4      2───4
//	│   │      │ ╱ │
//	│   │  ──► │╱  │        so all cells of a grid are cut in the same direction
//	1───3      1───3
func triangulate(p []point) (triangles [][3]uint8) {
	s := &predicates{p: p}
	// An edge of the hull: nothing lies to the right of it, and nothing on it before its end.
	hull := 1
	for c := 2; c < len(p); c++ {
		if o := s.orient(0, hull, c); o < 0 { // on a line the nearest has the least number
			hull = c
		}
	}
	done := map[[2]int]bool{}
	for edges := [][2]int{{0, hull}}; len(edges) > 0; {
		e := edges[0]
		edges = edges[1:]
		if done[e] {
			continue
		}
		done[e] = true
		face := s.face(e[0], e[1])
		for k, b := range face {
			a := face[(k+len(face)-1)%len(face)]
			done[[2]int{a, b}] = true
			edges = append(edges, [2]int{b, a})
		}
		if len(face) == 0 {
			continue
		}
		least := slices.Index(face, slices.Min(face))
		face = slices.Concat(face[least:], face[:least])
		for k := 2; k < len(face); k++ {
			triangles = append(triangles, [3]uint8{uint8(face[0]), uint8(face[k-1]), uint8(face[k])})
		}
	}
	return triangles
}

// face returns the corners of the face to the left of an edge, counterclockwise, or none.
func (s *predicates) face(a, b int) []int {
	best := -1
	var left []int
	for c := range s.p {
		if c == a || c == b || s.orient(a, b, c) <= 0 {
			continue
		}
		left = append(left, c)
		if best < 0 || s.inCircle(a, b, best, c) > 0 {
			best = c
		}
	}
	if best < 0 {
		return nil
	}
	face := []int{a, b}
	for _, c := range left {
		if c == best || s.inCircle(a, b, best, c) == 0 {
			face = append(face, c)
		}
	}
	slices.SortFunc(face[2:], func(c, d int) int { return -s.orient(a, c, d) })
	return face
}
