package packing

import "slices"

// catmullRom is soa.PackedCatmullRom, the value of Grid.Curve of a curve through all keys.
const catmullRom = 1

// Grid is a soa.PackedGrid.
type Grid struct{ Intervals, PerSegment, Curve uint32 }

// A grid is any struct of the fields of Grid.
type grid interface {
	~struct{ Intervals, PerSegment, Curve uint32 }
}

// Segments returns the number of segments of the grid.
func (g Grid) Segments() int {
	return int(max(1, (uint64(g.Intervals)+uint64(g.PerSegment)-1)/uint64(g.PerSegment)))
}

// Keys returns the number of keys of a segment.
func (g Grid) Keys(segment int) int {
	if segment == g.Segments()-1 {
		return int(g.Intervals) + 1 - segment*int(g.PerSegment)
	}
	return int(g.PerSegment)
}

// Interior returns the number of keys between the knots of a span.
func (g Grid) Interior(span int) int {
	return min(Span, int(g.Intervals)-span*Span) - 1
}

// Time returns the tick of a key in a clip of the given number of ticks.
func (g Grid) Time(duration float64, key int) float32 {
	return float32(float64(duration*float64(key)) / float64(g.Intervals))
}

// Finest returns the grid of most intervals, the first of several, or -1 where there is none.
func Finest[G grid](grids []G) int {
	best := -1
	for g := range grids {
		if best < 0 || Grid(grids[g]).Intervals > Grid(grids[best]).Intervals {
			best = g
		}
	}
	return best
}

// Curved reports whether one of the grids is a curve through all keys.
func Curved[G grid](grids []G) bool {
	return slices.ContainsFunc(grids, func(g G) bool { return Grid(g).Curve == catmullRom })
}
