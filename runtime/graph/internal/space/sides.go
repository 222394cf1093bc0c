package space

import "slices"

// flattest is the height of a triangle over a side of the hull, as a part of the side, up to which
// its corner counts as on the side.
const flattest = 0x1p-20

// side is an edge of the hull, counterclockwise, and the samples on it, up to rounding, as those of
// a slanted row.
//
//	        samples
//	s0 ______         ______ s2     s1 is nearly on the side from s0 to s2: a place in the
//	         ¯¯¯ s1 ¯¯¯             flat triangle of the three, or beyond it, is blended from
//	----------------------------    s0 and s1, or s1 and s2, by its foot on the side
//	        outside
type side struct {
	from  point
	along point // the vector to the other end over its squared length
	stop  []stop
}

// stop is a sample of a side.
type stop struct {
	t       float64 // 0 at the start, 1 at the end
	inverse float64 // 1 over the distance to the next one
	sample  uint8
}

// at returns the foot of a place on a side: 0 at its start, 1 at its end.
func (s *side) at(x, y float64) float64 {
	return float64((x-s.from.x)*s.along.x) + float64((y-s.from.y)*s.along.y)
}

// newSide returns the side between two samples.
func newSide(p []point, a, b uint8) side {
	dx, dy := p[b].x-p[a].x, p[b].y-p[a].y
	square := float64(dx*dx) + float64(dy*dy)
	s := side{from: p[a]}
	if square > 0 { // more than one sample
		s.along = point{dx / square, dy / square}
	}
	s.stop = []stop{{sample: a}, {sample: b, t: s.at(p[b].x, p[b].y)}}
	return s
}

// insert adds a sample after stop k if it is near the side and its foot lies between the stops.
func (s *side) insert(k int, p []point, sample uint8) bool {
	x, y := p[sample].x, p[sample].y
	// The height as a part of the length is (x, y) × along.
	height := float64((y-s.from.y)*s.along.x) - float64((x-s.from.x)*s.along.y)
	t := s.at(x, y)
	if height > flattest || t <= s.stop[k].t || t >= s.stop[k+1].t {
		return false
	}
	s.stop = slices.Insert(s.stop, k+1, stop{t: t, sample: sample})
	return true
}

// finish completes the stops, with the caller's indices.
func (s *side) finish(order []uint8) {
	for k := range s.stop {
		s.stop[k].sample = order[s.stop[k].sample]
	}
	for k := range len(s.stop) - 1 {
		if way := s.stop[k+1].t - s.stop[k].t; way > 0 { // more than one sample
			s.stop[k].inverse = 1 / way
		}
	}
}

// weightsOutside returns the weights of a place beyond a side of the hull: those of the nearest place on
// the hull.
func (t *Triangles) weightsOutside(k int, x, y float64) (corner [3]uint8, weight [3]float32) {
	s := &t.side[k]
	at, stop, step := s.at(x, y), s.end(), 1
	switch {
	case at < 0:
		stop, step = 0, -1
	case !(at > stop):
		return s.weights(at)
	}
	// Nearer sides come next, up to one with the foot between its ends, or to a stop.
	for range t.side {
		if k += step; k < 0 {
			k = len(t.side) - 1
		} else if k == len(t.side) {
			k = 0
		}
		next := &t.side[k]
		at, end := next.at(x, y), next.end()
		if step < 0 && at > 0 || step > 0 && at < end {
			return next.weights(min(max(at, 0), end))
		}
	}
	return s.weights(stop)
}

// end is the end of a side: 1, up to rounding.
func (s *side) end() float64 { return s.stop[len(s.stop)-1].t }

func (s *side) weights(at float64) (corner [3]uint8, weight [3]float32) {
	k := 0
	for k < len(s.stop)-2 && at >= s.stop[k+1].t {
		k++
	}
	n := count((at - s.stop[k].t) * s.stop[k].inverse)
	i, j := s.stop[k].sample, s.stop[k+1].sample
	return [3]uint8{i, j, i}, [3]float32{weigh(parts - n), weigh(n), 0}
}
