package vertex

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// reach bounds the local transforms of joints, and morph weights, over the rest pose and the
// clips of a model. Rotations are free.
type reach struct {
	parent []int16
	boxes  []box     // of translations, per joint
	scale  []float64 // greatest stretch, per joint
	chain  []float64 // product of scale up to the root
	scaled []bool    // the joint or one above it has a scale other than 1
	weight []float64 // greatest morph weight, at least 1
}

// box bounds points.
type box struct{ low, high exact.Vec }

// farthest returns the greatest distance of a point of the box from p.
func (b *box) farthest(p exact.Vec) float64 {
	var d exact.Vec
	for k := range d {
		d[k] = max(b.high[k]-p[k], p[k]-b.low[k])
	}
	return d.Length()
}

// include enlarges one axis.
func (b *box) include(k int, low, high float64) {
	b.low[k], b.high[k] = min(b.low[k], low), max(b.high[k], high)
}

func newReach(m *soa.Model) (r reach) {
	s, n := m.Skeleton, m.Skeleton.Len()
	r = reach{parent: s.Parent, boxes: make([]box, n), scale: make([]float64, n), chain: make([]float64, n), scaled: make([]bool, n)}
	added, stretched := make([]box, n), make([]float64, n)
	for j := range n {
		at := exact.Vec{float64(s.Rest.TX[j]), float64(s.Rest.TY[j]), float64(s.Rest.TZ[j])}
		r.boxes[j] = box{at, at}
		r.scale[j], stretched[j] = stretch(s.Rest.SX[j], s.Rest.SY[j], s.Rest.SZ[j]), 1
		r.scaled[j] = !unit(s.Rest.SX[j]) || !unit(s.Rest.SY[j]) || !unit(s.Rest.SZ[j])
	}
	for i := range s.Static {
		local := exact.FromFloat32(s.Static[i].Local)
		j := s.Static[i].Joint
		r.boxes[j] = box{local.Translation(), local.Translation()}
		r.scale[j] = math.Sqrt(square(local.Column(0)) + square(local.Column(1)) + square(local.Column(2)))
		r.scaled[j] = true
	}
	for i := range m.Weights {
		r.weight = append(r.weight, max(1, math.Abs(float64(m.Weights[i].Rest))))
	}
	for _, c := range m.Clips {
		for t := range c.Tracks {
			r.include(s, c, t, added, stretched)
		}
	}
	for j := range n {
		for k := range 3 {
			r.boxes[j].low[k] += added[j].low[k]
			r.boxes[j].high[k] += added[j].high[k]
		}
		r.scale[j] *= stretched[j]
		r.chain[j] = r.scale[j]
		if p := r.parent[j]; p >= 0 {
			r.chain[j] *= r.chain[p]
			r.scaled[j] = r.scaled[j] || r.scaled[p]
		}
	}
	return r
}

// unitTolerance is how far a scale of 1 may be from it.
const unitTolerance = 1e-4

func unit(s float32) bool { return math.Abs(float64(s)-1) <= unitTolerance }

func stretch(x, y, z float32) float64 {
	return max(math.Abs(float64(x)), math.Abs(float64(y)), math.Abs(float64(z)))
}

func square(v exact.Vec) float64 { return v.Dot(v) }

// include extends the bounds by a track. An additive clip is played on top of others: added has
// the translations that it adds, stretched the factors.
func (r *reach) include(s *soa.Skeleton, c *soa.Clip, t int, added []box, stretched []float64) {
	j := c.Tracks[t].Target
	switch c.Tracks[t].Property {
	case soa.Translation:
		rest := exact.Vec{float64(s.Rest.TX[j]), float64(s.Rest.TY[j]), float64(s.Rest.TZ[j])}
		for k, values := range [...][]float32{c.X, c.Y, c.Z} {
			low, high := span(c, t, values, k)
			if c.Additive {
				added[j].include(k, low-rest[k], high-rest[k])
			} else {
				r.boxes[j].include(k, low, high)
			}
		}
	case soa.Scale:
		for k, values := range [...][]float32{c.X, c.Y, c.Z} {
			low, high := span(c, t, values, k)
			most := max(-low, high)
			r.scaled[j] = r.scaled[j] || math.Abs(low-1) > unitTolerance || math.Abs(high-1) > unitTolerance
			if rest := float64([...][]float32{s.Rest.SX, s.Rest.SY, s.Rest.SZ}[k][j]); c.Additive {
				stretched[j] = max(stretched[j], most/math.Abs(rest))
			} else {
				r.scale[j] = max(r.scale[j], most)
			}
		}
	case soa.Weight:
		low, high := span(c, t, c.X, 0)
		r.weight[j] = max(r.weight[j], -low, high)
	}
}

// span bounds a component of a track. Between keys a cubic curve leaves their values by at most
// 4/27 of the interval times both slopes.
func span(c *soa.Clip, t int, values []float32, component int) (low, high float64) {
	first, end := c.Keys(t)
	low, high = math.Inf(1), math.Inf(-1)
	for k := first; k < end; k++ {
		low, high = min(low, float64(values[k])), max(high, float64(values[k]))
	}
	tr := &c.Tracks[t]
	if tr.Interpolation != soa.Cubic {
		return low, high
	}
	beyond := 0.
	for k := first; k+1 < end; k++ {
		at := int(tr.FirstTangent) + k - first
		slopes := math.Abs(float64(c.Out[at][component])) + math.Abs(float64(c.In[at+1][component]))
		beyond = max(beyond, 4./27*float64(c.Time[k+1]-c.Time[k])*slopes)
	}
	return low - beyond, high + beyond
}

// morphed returns how far morph targets move each vertex at most, nil without targets.
func (r *reach) morphed(m *soa.Mesh) (by []float64) {
	if len(m.Morphs) == 0 {
		return nil
	}
	by = make([]float64, m.Vertices())
	for i := range m.Morphs {
		t := &m.Morphs[i]
		for k, v := range t.Vertex {
			by[v] += r.weight[t.Weight] * soa3(t.Position, k).Length()
		}
	}
	return by
}

// soa3 returns the i-th of packed vectors.
func soa3(values []float32, i int) exact.Vec { return exact.WidenVec([3]float32(values[3*i:])) }
