package graph

import (
	"cmp"
	"math"
	"slices"
)

// sketch is states in columns and the arrows between them (Sugiyama et al., 1981): an arrow over
// several columns passes a spot in each column between.
//
//	column 0    1         2
//	┌─────┐   ┌─────┐   ┌─────┐
//	│ any │──►│     │──►│     │
//	└─────┘   └─────┘   └─────┘
//	┌─────┐      ·─────────▲
//	│     │─────►
//	└─────┘
type sketch struct {
	spots   []spot
	columns [][]int // spots from above
	arrows  []arrow
	w, h    float64
}

// spot is a state, or a place that an arrow passes through.
type spot struct {
	x, y, w, h  float64
	column      int
	passed      bool
	left, right []port
	near        []int // the spots that arrows lead to or from in other columns
}

// port is where an arrow touches a side.
type port struct {
	arrow, step int
	other       int // the next spot
}

// arrow is the spots that a transition leads through.
type arrow struct {
	through []int
	path    []point // two per step: where it leaves a spot, and where it reaches the next
}

type point struct{ x, y float64 }

// Distances in a sketch.
const (
	portGap     = 19.
	spotGap     = 22.
	columnGap   = 96.
	leastColumn = 40. // height of a state
)

// newSketch lays out states of given widths. Arrows are pairs of states; starts are in the first
// column.
func newSketch(widths []float64, starts []int, arrows [][2]int) *sketch {
	s := &sketch{}
	for _, w := range widths {
		s.spots = append(s.spots, spot{w: w, h: leastColumn, column: -1})
	}
	s.assign(starts, arrows)
	for _, a := range arrows {
		s.route(a[0], a[1])
	}
	for k := range s.spots {
		c := s.spots[k].column
		for len(s.columns) <= c {
			s.columns = append(s.columns, nil)
		}
		s.columns[c] = append(s.columns[c], k)
	}
	s.connect()
	for range 8 {
		s.order()
	}
	s.place()
	for k := range s.spots {
		p := &s.spots[k]
		s.spread(p, p.left, p.x)
		s.spread(p, p.right, p.x+p.w)
	}
	return s
}

// assign sets the columns of states by their distance from a start.
func (s *sketch) assign(starts []int, arrows [][2]int) {
	queue := slices.Clone(starts)
	for _, k := range queue {
		s.spots[k].column = 0
	}
	for next := 0; ; {
		for ; next < len(queue); next++ {
			for _, a := range arrows {
				if a[0] == queue[next] && s.spots[a[1]].column < 0 {
					s.spots[a[1]].column = s.spots[a[0]].column + 1
					queue = append(queue, a[1])
				}
			}
		}
		k := slices.IndexFunc(s.spots, func(p spot) bool { return p.column < 0 })
		if k < 0 {
			return
		}
		s.spots[k].column = 0 // nothing leads to it
		queue = append(queue, k)
	}
}

// route adds an arrow, with a spot in each column that it passes.
func (s *sketch) route(from, to int) {
	a := arrow{through: []int{from}}
	step := cmp.Compare(s.spots[to].column, s.spots[from].column)
	if step != 0 {
		for c := s.spots[from].column + step; c != s.spots[to].column; c += step {
			a.through = append(a.through, len(s.spots))
			s.spots = append(s.spots, spot{h: 12, column: c, passed: true})
		}
	}
	a.through = append(a.through, to)
	s.arrows = append(s.arrows, a)
}

// connect gives every arrow its ports, and states the height that theirs need.
func (s *sketch) connect() {
	for n := range s.arrows {
		a := &s.arrows[n]
		a.path = make([]point, 2*(len(a.through)-1))
		for step := range len(a.through) - 1 {
			from, to := a.through[step], a.through[step+1]
			p, q := &s.spots[from], &s.spots[to]
			out, in := port{n, 2 * step, to}, port{n, 2*step + 1, from}
			switch cmp.Compare(q.column, p.column) {
			case 1:
				p.right, q.left = append(p.right, out), append(q.left, in)
			case -1:
				p.left, q.right = append(p.left, out), append(q.right, in)
			default: // both may be the same
				p.right = append(p.right, out)
				q.right = append(q.right, in)
				continue
			}
			p.near, q.near = append(p.near, to), append(q.near, from)
		}
	}
	for k := range s.spots {
		if p := &s.spots[k]; !p.passed {
			p.h = max(leastColumn, float64(portGap*float64(max(len(p.left), len(p.right))))+8)
		}
	}
}

// order sorts each column by the mean place of the spots' neighbours.
func (s *sketch) order() {
	rank := make([]float64, len(s.spots))
	note := func(column []int) {
		for n, k := range column {
			rank[k] = (float64(n) + 0.5) / float64(len(column))
		}
	}
	for _, column := range s.columns {
		note(column)
	}
	for _, column := range s.columns {
		mean := make(map[int]float64)
		for _, k := range column {
			sum, count := 0., 0.
			for _, other := range s.spots[k].near {
				sum, count = sum+rank[other], count+1
			}
			if mean[k] = rank[k]; count > 0 {
				mean[k] = sum / count
			}
		}
		slices.SortStableFunc(column, func(a, b int) int { return cmp.Compare(mean[a], mean[b]) })
		note(column)
	}
}

// place puts columns beside each other, and spots near their neighbours.
func (s *sketch) place() {
	x := 0.
	for _, column := range s.columns {
		w := 0.
		for _, k := range column {
			w = max(w, s.spots[k].w)
		}
		y := 0.
		for _, k := range column {
			p := &s.spots[k]
			if p.passed {
				p.w = w
			}
			p.x, p.y = x+float64((w-p.w)/2), y
			y += p.h + spotGap
		}
		x += w + columnGap
	}
	for range 12 {
		for _, column := range s.columns {
			s.settle(column)
		}
	}
	low := math.Inf(1)
	for k := range s.spots {
		low = min(low, s.spots[k].y)
	}
	for k := range s.spots {
		p := &s.spots[k]
		p.y -= low
		s.w, s.h = max(s.w, p.x+p.w), max(s.h, p.y+p.h)
	}
	for _, a := range s.arrows { // those within the last column bulge
		if s.spots[a.through[0]].column == len(s.columns)-1 && s.spots[a.through[1]].column == len(s.columns)-1 {
			s.w = max(s.w, x-columnGap+0.7*columnGap)
		}
	}
}

// settle moves the spots of a column to the middle of their neighbours, without overlaps.
func (s *sketch) settle(column []int) {
	wish := make([]float64, len(column))
	for n, k := range column {
		p := &s.spots[k]
		sum, count := 0., 0.
		for _, other := range p.near {
			o := &s.spots[other]
			sum, count = sum+o.y+float64(o.h/2), count+1
		}
		if wish[n] = p.y; count > 0 {
			wish[n] = float64(sum/count) - float64(p.h/2)
		}
	}
	at, shift := math.Inf(-1), 0.
	for n, k := range column {
		p := &s.spots[k]
		p.y = max(wish[n], at)
		at = p.y + p.h + spotGap
		shift += (wish[n] - p.y) / float64(len(column))
	}
	for _, k := range column {
		s.spots[k].y += shift
	}
}

// spread distributes arrows over a side of a spot.
func (s *sketch) spread(p *spot, ports []port, x float64) {
	middle := func(k int) float64 { return s.spots[k].y + float64(s.spots[k].h/2) }
	slices.SortStableFunc(ports, func(a, b port) int { return cmp.Compare(middle(a.other), middle(b.other)) })
	for n, at := range ports {
		y := p.y + float64(p.h/2)
		if !p.passed {
			y += float64(portGap * (float64(n) - float64(float64(len(ports)-1)/2)))
		}
		s.arrows[at.arrow].path[at.step] = point{x, y}
	}
}
