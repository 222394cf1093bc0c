//go:build cgo

package stage

import (
	"math"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/internal/exact"
)

// framing finds the position of a camera of a given direction for which points fill
// its picture. In the camera's axes x, y, z (right, up, back)
// a point p is left of the picture's right edge if
//
//	p.x − c.x ≤ tx·(c.z − p.z)   ⇔   p.x + tx·p.z ≤ c.x + tx·c.z
//
// for a camera at c whose edge moves by tx per unit of depth: only the largest
// p.x + tx·p.z of all points counts. The same holds for the other three edges,
// and the nearest c touches two opposite edges.
type framing struct {
	x, y, z exact.Vec // the camera's axes
	tx, ty  float64   // half the picture's width and height at the depth 1

	edge [4]float64 // right, left, up, down
	near float64    // the largest p.z
	far  float64    // the smallest
}

// frameMargin leaves space between the points and the picture's edges.
const frameMargin = 1.06

func newFraming(yaw, pitch, aspect float64) *framing {
	sy, cy := math.Sincos(yaw)
	sp, cp := math.Sincos(pitch)
	ty := math.Tan(gpu.DefaultFov/2) / frameMargin
	f := &framing{
		x: exact.Vec{cy, 0, -sy}, y: exact.Vec{-sy * sp, cp, -cy * sp}, z: exact.Vec{sy * cp, sp, cy * cp},
		tx: ty * aspect, ty: ty,
	}
	return f.none()
}

// none returns the framing of no points for the same direction.
func (f *framing) none() *framing {
	m := *f
	m.near, m.far = math.Inf(-1), math.Inf(1)
	for i := range m.edge {
		m.edge[i] = math.Inf(-1)
	}
	return &m
}

// empty reports whether there are no points.
func (f *framing) empty() bool { return f.near < f.far }

// add adds a point in world space. Points that are not finite are ignored.
func (f *framing) add(p [3]float64) {
	x, y, z := f.x.Dot(p), f.y.Dot(p), f.z.Dot(p)
	if sum := x + y + z; sum-sum != 0 {
		return
	}
	f.edge[0], f.edge[1] = max(f.edge[0], x+f.tx*z), max(f.edge[1], -x+f.tx*z)
	f.edge[2], f.edge[3] = max(f.edge[2], y+f.ty*z), max(f.edge[3], -y+f.ty*z)
	f.near, f.far = max(f.near, z), min(f.far, z)
}

// moved returns the framing of displaced points.
func (f *framing) moved(by [3]float64) *framing {
	m := *f
	x, y, z := f.x.Dot(by), f.y.Dot(by), f.z.Dot(by)
	m.edge = [4]float64{f.edge[0] + x + f.tx*z, f.edge[1] - x + f.tx*z, f.edge[2] + y + f.ty*z, f.edge[3] - y + f.ty*z}
	m.near, m.far = f.near+z, f.far+z
	return &m
}

// union takes the points of another framing of the same camera.
func (f *framing) union(g *framing) {
	for i := range f.edge {
		f.edge[i] = max(f.edge[i], g.edge[i])
	}
	f.near, f.far = max(f.near, g.near), min(f.far, g.far)
}

// smallest is how far the camera keeps off the nearest point, as a part of the
// points' depth, and, in metres, off a lone one.
const smallest = 0.1

// orbit returns the nearest camera that has all points in its picture, aimed at
// the middle of their depth.
func (f *framing) orbit(yaw, pitch float64) gpu.Orbit {
	o := gpu.Orbit{Yaw: yaw, Pitch: pitch, Distance: 1}
	if f.empty() {
		return o
	}
	cx, cy := (f.edge[0]-f.edge[1])/2, (f.edge[2]-f.edge[3])/2
	cz := max((f.edge[0]+f.edge[1])/(2*f.tx), (f.edge[2]+f.edge[3])/(2*f.ty))
	middle := (f.near + f.far) / 2
	o.Distance = max(cz, f.near+smallest*(f.near-f.far)) - middle
	if rounding := 1e-9 * (math.Abs(cx) + math.Abs(cy) + math.Abs(middle)); !(o.Distance > rounding) {
		o.Distance = smallest // the points are one
	}
	for k := range 3 {
		o.Target[k] = cx*f.x[k] + cy*f.y[k] + middle*f.z[k]
	}
	return o
}
