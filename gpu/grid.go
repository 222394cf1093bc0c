package gpu

import "math"

// Grid is a pattern of lines on the ground plane that fades out toward Radius.
type Grid struct {
	Spacing float32    // metres between lines, every tenth is stronger; 0: no grid
	Radius  float32    // metres; 0: 40 spacings
	Center  [3]float32 // its y is the plane's height
	Color   Color      // zero: dark grey
}

// GridFor returns a grid for a box, with a spacing of 1, 2 or 5 times a power of ten. It
// lies at y = 0, or under the box if that is far from 0.
func GridFor(b Bounds) Grid {
	if b.Empty() {
		return Grid{Spacing: 1}
	}
	size := 0.0
	for k := range 3 {
		size = max(size, float64(b.Max[k])-float64(b.Min[k]))
	}
	if !(size > 0) || math.IsInf(size, 0) {
		return Grid{Spacing: 1}
	}
	step := math.Pow(10, math.Floor(math.Log10(size/3)))
	for _, m := range []float64{2, 2.5} { // 1, 2, 5 steps
		if size/step > 6 {
			step *= m
		}
	}
	g := Grid{Spacing: float32(step), Radius: float32(max(12*step, 4*size))}
	c := b.Center()
	g.Center = [3]float32{c[0], 0, c[2]}
	if float64(b.Min[1]) > size || float64(b.Max[1]) < -0.1*size {
		g.Center[1] = b.Min[1]
	}
	return g
}

// withDefaults replaces zero values.
func (g Grid) withDefaults() Grid {
	if !(g.Radius > 0) || math.IsInf(float64(g.Radius), 0) {
		g.Radius = 40 * g.Spacing
	}
	if g.Color == (Color{}) {
		g.Color = SRGB(0x4a, 0x52, 0x5c)
	}
	return g
}
