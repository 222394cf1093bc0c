package keys

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/soa"
)

// Where straight pieces would be many, a curve goes to the kernels as cubic Bézier curves:
// a spline as it is, a great arc as few of them (see arcPoints).

// bendable reports whether float32 holds the curve as cubics, and computes how many each interval
// needs. It does not where the curve is much smaller than its control points: a spline of rotations
// that passes near zero, or whose distant points cancel.
func (c *curve) bendable() bool {
	for i := range c.pieces {
		c.pieces[i] = 1
		if c.interpolation == soa.Cubic {
			if !c.bendsWell(i) {
				return false
			}
			continue
		}
		n := arcPieces(c.value[i], c.value[i+1], c.tolerance)
		if n > 1 && !divisible(c.time[i], c.time[i+1], n) {
			return false
		}
		c.pieces[i] = n
	}
	return true
}

// bendGrain is the rounding of a point of a cubic curve in float32, as a part of its
// control points and their distances.
const bendGrain = 1. / (1 << 22)

// bendsWell reports whether rounding leaves interval i of a spline within its tolerance.
func (c *curve) bendsWell(i int) bool {
	p := c.points(i, 0, 1)
	size, step := 0.0, 0.0
	for k, q := range p {
		size = max(size, q.Length())
		if k > 0 {
			step = max(step, q.Distance(p[k-1]))
		}
	}
	rounding := float64((size + step) * bendGrain)
	if c.property != soa.Rotation {
		near := max(p[0].Distance(exact.Quat{}), p[3].Distance(exact.Quat{}))
		return rounding <= max(c.tolerance, float64(near*2*bendGrain))
	}
	// A spline moves by no more than three times the greatest step in its interval.
	const probes = 16
	between := float64(float64(3*step) / (2 * probes))
	// Its points lie among the control points: where these are far from zero on one side, so are they.
	side := exact.Quat{p[0][0] + p[3][0], p[0][1] + p[3][1], p[0][2] + p[3][2], p[0][3] + p[3][3]}.Unit()
	near := min(side.Dot(p[0]), side.Dot(p[1]), side.Dot(p[2]), side.Dot(p[3]))
	if rounding <= float64(Tolerance*(near-between))-float64(size*1e-12) {
		return true
	}
	least, s := math.Inf(1), c.spline(i) // squared
	for k := range probes + 1 {
		q := s.At(float64(k) / probes)
		least = min(least, q.Dot(q))
	}
	return rounding <= Tolerance*(math.Sqrt(least)-between)
}

// divisible reports whether there are float32 enough between two ticks for n pieces of
// about the same length.
func divisible(from, to float32, n int) bool {
	step := (float64(to) - float64(from)) / float64(n)
	most := max(math.Abs(float64(from)), math.Abs(float64(to)))
	return step > most/(1<<20) && step > 1e-30
}

// arcPieces is how many cubic curves stand for a great arc; they miss its speed, and so
// the place on it, by angle⁷/1575 at most, with half the angle of each.
func arcPieces(a, b exact.Quat, tolerance float64) int {
	half := halfAngle(a, b)
	n := 1
	for {
		x := half / float64(n)
		cube := float64(x*x) * x
		if float64(cube*cube)*x <= float64(1575*tolerance) {
			return n
		}
		n++
	}
}

// halfAngle is half the angle between unit quaternions.
func halfAngle(a, b exact.Quat) float64 {
	return exact.Atan2(a.Distance(b), a.Distance(b.Negate()))
}

// points are the control points of interval i from the fraction f to g.
func (c *curve) points(i int, f, g float64) [4]exact.Quat {
	a, b := c.value[i], c.value[i+1]
	switch {
	case c.interpolation == soa.Cubic: // f is 0 and g is 1
		p, q := exact.Handles(a, b, c.out[i], c.in[i+1], c.ticks(i))
		return [4]exact.Quat{a, p, q, b}
	case c.property == soa.Rotation:
		return arcPoints(exact.Slerp(a, b, f), exact.Slerp(a, b, g))
	}
	return [4]exact.Quat{a.Lerp(b, f), a.Lerp(b, f+(g-f)/3), a.Lerp(b, g-(g-f)/3), a.Lerp(b, g)}
}

// ticks is the length of interval i.
func (c *curve) ticks(i int) float64 { return float64(c.time[i+1]) - float64(c.time[i]) }

// arcPoints are the control points of a cubic curve whose direction goes from a to b, unit
// quaternions, at the speed of the great arc. With m half way, n at a right angle to it and
// t the angle from m, the direction is m + n·tan t, with the fraction
//
//	tan t ≈ t·(1 - t²/15) / (1 - 2t²/5)
func arcPoints(a, b exact.Quat) (p [4]exact.Quat) {
	var m, n exact.Quat
	for k := range m {
		m[k], n[k] = a[k]+b[k], b[k]-a[k]
	}
	sum, less := m.Length(), n.Length()
	if less < 1e-6 {
		return [4]exact.Quat{a, a.Lerp(b, 1./3), a.Lerp(b, 2./3), b}
	}
	t := exact.Atan2(less, sum)
	square := float64(t * t)
	cubic := float64(float64(square*t) / 15)
	// The fraction's ends lie on the arc's.
	scale := (less / sum) * (1 - float64(0.4*square)) / (t - cubic)
	along := [4]float64{-t + cubic, float64(-t/3) - cubic, float64(t/3) + cubic, t - cubic}
	across := [4]float64{1 - float64(0.4*square), 1 + float64(0.4*square/3), 1 + float64(0.4*square/3), 1 - float64(0.4*square)}
	length := math.Sqrt(1+float64((less/sum)*(less/sum))) * across[0]
	for i := range p {
		for k := range m {
			p[i][k] = (float64(m[k]/sum*across[i]) + float64(n[k]/less*float64(along[i]*scale))) / length
		}
	}
	return p
}

// bend makes the curves' control points at the same ticks.
func (g *curveGroup) bend(last float64) kernel.BendGroup {
	pieces := g.pieces()
	grid := newTimeGrid(g.curves[0].time, pieces, last, false)
	bent := kernel.BendGroup{Time: grid.time, Column: g.column}
	points := make([][4]exact.Quat, len(g.curves))
	appendPoint := func(k int) {
		for i := range points {
			q := points[i][k].Float32()
			bent.Value = append(bent.Value, q[:]...)
		}
	}
	for k := range len(grid.time) - 1 {
		i, f, to := grid.interval[k], grid.fraction[k], 1.0
		if grid.interval[k+1] == i {
			to = grid.fraction[k+1]
		}
		for n, c := range g.curves {
			if i == len(c.time)-1 || f == to { // before the first key or after the last
				points[n] = [4]exact.Quat{c.value[i], c.value[i], c.value[i], c.value[i]}
			} else {
				points[n] = c.points(i, f, to)
			}
		}
		for p := range 3 {
			appendPoint(p)
		}
	}
	appendPoint(3)
	bent.Value = slices.Clip(bent.Value)
	return bent
}
