package graph

import (
	"math"

	"github.com/sinew-anim/sinew/runtime/play"
)

// Fastest returns the greatest speed that a clip of instance i can have in the next step by itself, in
// seconds of the clip per second, with its parameters as they are: 0 for an instance out of range.
func (g *Instances) Fastest(i int) float64 {
	if i < 0 || i >= g.n {
		return 0
	}
	p, most := g.p, g.p.fastest
	raw, smooth := g.raw[i*p.values:][:p.values], g.smooth[i*p.values:][:p.values]
	for _, k := range p.paced {
		l := &p.leaves[k]
		speed := math.Abs(l.factor)
		for n := range l.speeds { // a parameter that is smoothed lies between both
			v := &l.speeds[n]
			speed *= float64(max(math.Abs(float64(v.value(raw))), math.Abs(float64(v.value(smooth)))))
		}
		most = max(most, speed)
	}
	return min(most, play.MaxSpeed)
}
