package heat

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig/internal/segment"
	"github.com/sinew-anim/sinew/rig/internal/surface"
)

// vec32 is x, y, z, and nothing: four numbers need no check of an index below 4.
type vec32 [4]float32

func single(v exact.Vec) vec32 { return vec32{float32(v[0]), float32(v[1]), float32(v[2])} }

func (p *vec32) exact() exact.Vec { return exact.Vec{float64(p[0]), float64(p[1]), float64(p[2])} }

func (p *vec32) minus(q *vec32) vec32 { return vec32{p[0] - q[0], p[1] - q[1], p[2] - q[2]} }

func (p *vec32) dot(q *vec32) float32 {
	return float32(p[0]*q[0]) + float32(p[1]*q[1]) + float32(p[2]*q[2])
}

// plus returns p + d·f.
func (p *vec32) plus(d *vec32, f float32) vec32 {
	return vec32{p[0] + float32(d[0]*f), p[1] + float32(d[1]*f), p[2] + float32(d[2]*f)}
}

func (p *vec32) times(f float32) vec32 {
	return vec32{float32(p[0] * f), float32(p[1] * f), float32(p[2] * f)}
}

// unit returns p as a unit vector, and its length.
func (p *vec32) unit() (vec32, float32) {
	length := float32(math.Sqrt(float64(p.dot(p))))
	if length == 0 {
		return vec32{}, 0
	}
	return p.times(1 / length), length
}

// longest returns the axis of the largest coordinate, the last of those that are equal.
func (p *vec32) longest() uint8 {
	x, y, z := math.Abs(float64(p[0])), math.Abs(float64(p[1])), math.Abs(float64(p[2]))
	switch {
	case x > y && x > z:
		return 0
	case y >= x && y > z:
		return 1
	}
	return 2
}

// sight says which bones points see. Whether a ray that starts on a surface meets the triangles around its start, whether one
// through an edge meets those beside it, and whether two bones are equally near to a point beside their joint, is a matter of
// rounding. It is decided in float32, step by step as Blender decides it, so that the same bones are nearest and visible.
type sight struct {
	surface    *surface.Surface
	at         []vec32 // per point
	head, tail []vec32 // per bone
	beside     float64 // how far beside the box of a triangle the test in float32 may meet it
}

// slack is sight.beside relative to the largest coordinate: some roundings of float32.
const slack = 4e-6

func newSight(s *surface.Surface, bones []segment.Segment) *sight {
	v := &sight{surface: s, at: make([]vec32, len(s.Position))}
	reach := 0.0
	for p, at := range s.Position {
		v.at[p] = single(at)
	}
	for k := range 3 {
		reach = max(reach, math.Abs(s.Min[k]), math.Abs(s.Max[k]))
	}
	for _, b := range bones {
		v.head, v.tail = append(v.head, single(b.Head)), append(v.tail, single(b.Tail))
		for k := range 3 {
			reach = max(reach, math.Abs(b.Head[k]), math.Abs(b.Tail[k]))
		}
	}
	v.beside = float64(slack * reach)
	return v
}

// sees reports whether a point sees a place: no triangle that turns its front to the point lies between them. From inside a
// closed surface nothing of it is in the way; from a shell around it the inner one is. A point without a triangle sees everything.
func (v *sight) sees(point int, to vec32) bool {
	if len(v.surface.Neighbours(point)) == 0 {
		return true
	}
	from := v.at[point]
	w := newWay(from, to)
	return w.length == 0 || !v.surface.AnyAlong(from.exact(), to.exact(), v.beside, func(t int) bool {
		c := &v.surface.Triangle[t]
		return w.meets(&v.at[c[0]], &v.at[c[1]], &v.at[c[2]])
	})
}

// nearest returns the place of a bone that is nearest to a point.
func (v *sight) nearest(point, bone int) vec32 {
	head, tail := &v.head[bone], &v.tail[bone]
	along, to := tail.minus(head), v.at[point].minus(head)
	switch t := along.dot(&to) / along.dot(&along); {
	case !(t > 0):
		return *head
	case !(t < 1):
		return *tail
	default:
		return head.plus(&along, t)
	}
}

// way is that from one place to another, sheared so that it goes along an axis: of two triangles beside an edge one is met
// wherever the way passes the edge (S. Woop, C. Benthin, I. Wald: Watertight Ray/Triangle Intersection, 2013).
type way struct {
	from, along vec32 // along is a unit vector
	length      float32
	x, y, z     uint8 // z is the axis along which the way goes farthest
	shear       [2]float32
	scale       float32
}

const (
	// margin is the part of the way that is left out at its start and at its end, so that few of the triangles around the
	// point are in its way.
	margin = 1e-5
	// frontal is how much a triangle has to face the start: normal·along < −frontal.
	frontal = 1e-5
)

func newWay(from, to vec32) (w way) {
	d := to.minus(&from)
	w.from = from.plus(&d, margin)
	d = d.times(1 - 2*margin)
	w.along, w.length = d.unit()
	w.z = w.along.longest()
	w.x, w.y = (w.z+1)%3, (w.z+2)%3
	w.scale = 1 / w.along[w.z]
	w.shear = [2]float32{float32(w.along[w.x] * w.scale), float32(w.along[w.y] * w.scale)}
	return w
}

// meets reports whether the way meets the front of a triangle, to which its edges belong.
func (w *way) meets(a, b, c *vec32) bool {
	ax, ay, az := w.sheared(a)
	bx, by, bz := w.sheared(b)
	cx, cy, cz := w.sheared(c)
	p := float32(cx*by) - float32(cy*bx)
	q := float32(ax*cy) - float32(ay*cx)
	r := float32(bx*ay) - float32(by*ax)
	if (p < 0 || q < 0 || r < 0) && (p > 0 || q > 0 || r > 0) {
		return false
	}
	sum := p + q + r
	if sum == 0 || sum-sum != 0 {
		return false
	}
	far := float32((float32(p*az) + float32(q*bz) + float32(r*cz)) * w.scale)
	if far < 0 && sum > 0 || far > 0 && sum < 0 || float32(far*(1/sum)) >= w.length {
		return false
	}
	n := normal(a, b, c)
	return n.dot(&w.along) < -frontal
}

// sheared returns a place relative to the start, with the way along z.
func (w *way) sheared(p *vec32) (x, y, z float32) {
	i, j, k := w.x&3, w.y&3, w.z&3
	z = p[k] - w.from[k]
	return p[i] - w.from[i] - float32(w.shear[0]*z), p[j] - w.from[j] - float32(w.shear[1]*z), z
}

// normal returns the unit normal of a triangle.
func normal(a, b, c *vec32) vec32 {
	p, q := a.minus(b), b.minus(c)
	n := vec32{
		float32(p[1]*q[2]) - float32(p[2]*q[1]),
		float32(p[2]*q[0]) - float32(p[0]*q[2]),
		float32(p[0]*q[1]) - float32(p[1]*q[0]),
	}
	n, _ = n.unit()
	return n
}
