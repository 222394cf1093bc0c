package paint

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/rig/weights"
)

// smoothing is how far a round takes weights toward the mean of the neighbours.
const smoothing = 0.5

// Smooth brings weights toward the mean of the neighbours along edges. Without a joint it takes all
// joints together.
type Smooth struct {
	Joint  string
	Rounds int // each reaches one edge farther
}

func (e *Smooth) fields(o *object) {
	o.Type("smooth", "Brings weights toward the mean of the neighbours along edges.")
	joint(o.At("joint", "The joint; without it all joints together."), &e.Joint, false)
	o.At("rounds", "How often; each round reaches one edge farther.").Integer(&e.Rounds, jsondoc.Range(1, maxRounds).Or(1))
}

func (e *Smooth) joint() string                { return e.Joint }
func (e *Smooth) mirrored(m *mirror) Operation { return &Smooth{m.other(e.Joint), e.Rounds} }

func (e *Smooth) all(s *setting, g *weights.Groups) (*weights.Groups, error) {
	return g.Smoothed(s.Neighbours, e.Rounds, smoothing), nil
}

// begin returns the weight after the rounds, computed for the points that are painted and, before the
// last round, their neighbours, once in a step.
func (e *Smooth) begin(f *field, bone uint16) func(p int32, w, amount float64) float64 {
	near, rounds := weights.Neighbours(f.Neighbours), make([][]float64, e.Rounds)
	for k := range rounds {
		rounds[k] = unknown(len(f.before))
	}
	var after func(round int, p int32) float64
	after = func(round int, p int32) float64 {
		if round == 0 {
			return f.before[p].At(bone)
		}
		if known := rounds[round-1][p]; known == known {
			return known
		}
		w := near.Smoothed(int(p), smoothing, func(q int32) (float64, bool) { return after(round-1, q), len(f.before[q]) > 0 })
		rounds[round-1][p] = w
		return w
	}
	return func(p int32, w, amount float64) float64 { return lerp(w, after(e.Rounds, p), amount) }
}

// unknown returns n values that are NaN.
func unknown(n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = math.NaN()
	}
	return list
}

// Blur brings the weights of a joint toward the mean within a radius, with the weights (1 − d²/r²)²
// at a distance d: unlike Smooth it does not depend on the size of triangles.
type Blur struct {
	Joint  string
	Radius float64
}

func (e *Blur) fields(o *object) {
	o.Type("blur", "Brings the weights of a joint toward the mean within a radius, whatever the size of triangles.")
	jointField(o, &e.Joint)
	o.At("radius", "The radius.").Number(&e.Radius, length)
}

func (e *Blur) joint() string                { return e.Joint }
func (e *Blur) mirrored(m *mirror) Operation { return &Blur{m.other(e.Joint), e.Radius} }

func (e *Blur) begin(f *field, bone uint16) func(p int32, w, amount float64) float64 {
	known := unknown(len(f.before))
	most := float64(e.Radius * e.Radius)
	return func(p int32, w, amount float64) float64 {
		if known[p] != known[p] {
			center := f.Position[p]
			low, high := ballBox(center, e.Radius)
			sum, parts := 0., 0.
			f.tree.visitBox(low, high, func(q int32, at *exact.Vec) {
				d := at.Sub(center)
				rest := 1 - d.Dot(d)/most
				if rest <= 0 || len(f.before[q]) == 0 {
					return
				}
				part := float64(rest * rest)
				parts += part
				sum += float64(part * f.before[q].At(bone))
			})
			if known[p] = w; parts > 0 {
				known[p] = sum / parts
			}
		}
		return lerp(w, known[p], amount)
	}
}
