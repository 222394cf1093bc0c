package constraint

import (
	"errors"
	"fmt"
	"math"
	"sort"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// ErrPath is returned for points that make no path.
var ErrPath = errors.New("constraint: no path")

// Path is a polyline with frames of minimum twist. It is immutable and may be shared.
type Path struct {
	points []exact.Vec
	at     []float64    // the length up to each point
	frames []exact.Quat // X is the direction of the path, Z its up
	closed bool
}

// NewPath makes a path through points, back to the first one if closed. Repeated points count once.
// up is the wanted up direction of the first frame.
//
// Frames are those of Blender's curves of minimum twist. The direction at a point bisects those of
// its two lines. At the ends of an open path it is that of a cubic through the four points there,
// in equal steps of its parameter, as of a divided Bézier curve, or of the line if the path turns
// by more than 30° at the inner two. From point to point the frame turns by the smallest rotation
// of the direction. The twist of a closed path's last frame against its first is distributed evenly
// along the path; Blender does that from point to point.
func NewPath(points [][3]float32, closed bool, up [3]float32) (*Path, error) {
	p := &Path{closed: closed}
	for i, v := range points {
		x := exact.WidenVec(v)
		if !finite(x) {
			return nil, fmt.Errorf("%w: point %d is %v", ErrPath, i, v)
		}
		if n := len(p.points); n == 0 || p.points[n-1] != x {
			p.points = append(p.points, x)
		}
	}
	if n := len(p.points); closed && n > 0 && p.points[n-1] != p.points[0] {
		p.points = append(p.points, p.points[0])
	}
	if len(p.points) < 2 || !finite(exact.WidenVec(up)) {
		return nil, fmt.Errorf("%w: %d points at different places, up %v", ErrPath, len(p.points), up)
	}
	p.at = make([]float64, len(p.points))
	for i := 1; i < len(p.points); i++ {
		p.at[i] = p.at[i-1] + p.points[i].Sub(p.points[i-1]).Length()
	}
	p.frame(exact.WidenVec(up))
	return p, nil
}

func finite(v exact.Vec) bool { return v.Sub(v) == exact.Vec{} }

func (p *Path) frame(up exact.Vec) {
	n := len(p.points)
	directions, ups := make([]exact.Vec, n), make([]exact.Vec, n)
	for i := range n {
		directions[i] = p.direction(i)
	}
	ups[0] = upright(directions[0], up)
	for i := 1; i < n; i++ {
		ups[i] = carried(directions[i-1], directions[i], ups[i-1])
	}
	residual := 0.0
	if p.closed {
		last, side := ups[n-1], directions[0].Cross(ups[0])
		residual = exact.Atan2(last.Dot(side), last.Dot(ups[0]))
	}
	p.frames = make([]exact.Quat, n)
	for i := range n {
		m := framed(0, directions[i], 2, ups[i])
		twist := exact.AxisRotation(0, -float64(residual*(p.at[i]/p.Length())))
		p.frames[i] = m.Rotation(1).Mul(twist)
		if i > 0 {
			p.frames[i] = p.frames[i].NearestSign(p.frames[i-1])
		}
	}
}

// direction is the direction of the path at a point.
func (p *Path) direction(i int) exact.Vec {
	n := len(p.points)
	if !p.closed && i == 0 {
		return p.end(0, 1)
	}
	if !p.closed && i == n-1 {
		return p.end(n-1, -1).Scale(-1)
	}
	from, to := i-1, i+1
	if i == 0 || i == n-1 {
		from, to, i = n-2, 1, 0
	}
	a, b := p.line(from, i), p.line(i, to)
	if sum := a.Add(b); sum.Dot(sum) > 1e-12 {
		return sum.Unit()
	}
	return a // the path goes back on itself
}

// line is the direction from a point to another.
func (p *Path) line(from, to int) exact.Vec { return p.points[to].Sub(p.points[from]).Unit() }

// end is the direction of an open path at its end i; step leads into it.
func (p *Path) end(i, step int) exact.Vec {
	const smooth = 0.8660254037844386 // the cosine of 30°
	first := p.line(i, i+step)
	if len(p.points) < 4 {
		return first
	}
	second, third := p.line(i+step, i+2*step), p.line(i+2*step, i+3*step)
	if first.Dot(second) < smooth || second.Dot(third) < smooth {
		return first
	}
	at := func(k int) exact.Vec { return p.points[i+k*step].Sub(p.points[i]) }
	tangent := at(1).Scale(18).Sub(at(2).Scale(9)).Add(at(3).Scale(2)) // six times the derivative
	if tangent.Unit().Dot(first) < smooth {
		return first
	}
	return tangent.Unit()
}

// carried rotates an up vector by the smallest rotation between two directions.
func carried(from, to, up exact.Vec) exact.Vec {
	axis, cos := from.Cross(to), from.Dot(to)
	if cos < -1+1e-9 { // back
		return upright(to, up)
	}
	turn := axis.Cross(up)
	return upright(to, up.Add(turn).Add(axis.Cross(turn).Scale(1/(1+cos))))
}

// Length returns the length of the path.
func (p *Path) Length() float64 { return p.at[len(p.at)-1] }

// At returns the matrix at a fraction of the path's length: X along the path, Z up. A closed path
// repeats, an open one is clamped.
func (p *Path) At(fraction float64) soa.Affine {
	m := p.matrix(fraction)
	return narrow(&m)
}

func (p *Path) matrix(fraction float64) exact.Matrix {
	if fraction-fraction != 0 {
		fraction = 0
	}
	if p.closed {
		fraction -= math.Floor(fraction)
	}
	s := float64(min(max(fraction, 0), 1) * p.Length())
	i := min(max(sort.SearchFloat64s(p.at, s), 1), len(p.at)-1)
	f := (s - p.at[i-1]) / (p.at[i] - p.at[i-1])
	m := exact.Slerp(p.frames[i-1], p.frames[i], f).Matrix()
	place(&m, p.points[i-1].Lerp(p.points[i], f))
	return m
}

// FollowPath moves the owner along a path, by the matrix of Path.At. The path is relative to the
// target, or in world space with NoTarget.
type FollowPath struct {
	Path     *Path
	Fraction float64 // of the path's length
	Follow   bool    // turns the owner with the path
	Forward  Axis    // the owner's axis along the path, with Follow
	Up       Axis    // the owner's up axis there
}

func (FollowPath) alone() {}

// Apply keeps the owner's scales; without a path the owner stays.
func (c FollowPath) Apply(owner, target soa.Affine) soa.Affine {
	if c.Path == nil {
		return owner
	}
	m := wide(&owner)
	size := sizes(&m)
	frame := c.Path.matrix(c.Fraction)
	at := location(&frame)
	forward, s := c.Forward.split()
	up, u := c.Up.split()
	switch {
	case !c.Follow:
		frame = exact.Identity()
	case forward != up:
		frame = framed(forward, frame.Column(0).Scale(s), up, frame.Column(2).Scale(u))
	}
	place(&frame, at)
	m = wide(&target).Mul(frame).Mul(m)
	resize(&m, sizes(&m), size)
	return narrow(&m)
}
