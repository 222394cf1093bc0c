package surface

import "slices"

// edges counts the triangles at each edge. place is the index of a triangle's side in count.
func (s *Surface) edges() (count []int32, place func(corner [3]int32, side int) int32) {
	place = func(corner [3]int32, side int) int32 {
		p, q := corner[(side+1)%3], corner[(side+2)%3]
		if p > q {
			p, q = q, p
		}
		i, _ := slices.BinarySearch(s.beside.row(int(p)), q)
		return s.beside.start[p] + int32(i)
	}
	count = make([]int32, len(s.beside.of)) // per point and neighbour with a larger number
	for _, corner := range s.Triangle {
		for k := range 3 {
			count[place(corner, k)]++
		}
	}
	return count, place
}

// Sides returns, per triangle and side, the number of triangles at that edge: 2 within a closed
// surface, 1 at a border. Side k is opposite to corner k.
func (s *Surface) Sides() [][3]int32 {
	count, place := s.edges()
	sides := make([][3]int32, len(s.Triangle))
	for t, corner := range s.Triangle {
		for k := range 3 {
			sides[t][k] = count[place(corner, k)]
		}
	}
	return sides
}

// Borders returns the number of edges with one triangle, and of those with more than two.
func (s *Surface) Borders() (open, many int) {
	count, _ := s.edges()
	for _, n := range count {
		switch {
		case n == 1:
			open++
		case n > 2:
			many++
		}
	}
	return open, many
}
