package constraint

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// DampedTrack turns an axis to the target by the shortest arc.
type DampedTrack struct{ Track Axis }

func (c DampedTrack) Apply(owner, target soa.Affine) soa.Affine {
	m, t := wide(&owner), wide(&target)
	aim(&m, c.Track, location(&t).Sub(location(&m)))
	return narrow(&m)
}

// aim turns an axis of a matrix to a direction, if neither is 0.
func aim(m *exact.Matrix, track Axis, direction exact.Vec) {
	from := m.Direction(track.vector())
	if from.Dot(from) == 0 || direction.Dot(direction) == 0 {
		return
	}
	axis, _ := track.split()
	at, unit := location(m), from.Unit()
	beside := unit.Cross(m.Column((axis + 1) % 3)).Unit()
	*m = exact.RotationBetween(unit, direction.Unit(), beside).Matrix().Mul(*m)
	place(m, at)
}

// LockedTrack turns an axis towards the target around another axis.
type LockedTrack struct {
	Track Axis
	Lock  Axis // its sign does not count
}

func (c LockedTrack) Apply(owner, target soa.Affine) soa.Affine {
	m, t := wide(&owner), wide(&target)
	track, sign := c.Track.split()
	lock, _ := c.Lock.split()
	hinge := m.Column(lock)
	across := exact.Vec{}
	if l := hinge.Dot(hinge); l > 0 {
		to := location(&t).Sub(location(&m))
		across = to.Sub(hinge.Scale(to.Dot(hinge) / l))
	}
	if track == lock || !(across.Dot(across) > 0) {
		return owner
	}
	unit := normalized(&m)
	place(&unit, exact.Vec{})
	inverse, ok := unit.Inverse()
	if !ok {
		return owner
	}
	// The new axes, relative to the old ones; shear remains.
	frame := framed(track, across.Unit().Scale(sign), lock, hinge.Unit())
	at := location(&m)
	m = frame.Mul(inverse).Mul(m)
	place(&m, at)
	return narrow(&m)
}

// TrackTo turns an axis to the target, and another one as near to up as possible.
type TrackTo struct {
	Track    Axis
	Up       Axis       // its sign does not count
	World    [3]float32 // the up direction; zero: Z, as in Blender
	TargetUp bool       // the target's Z is up instead
}

func (c TrackTo) Apply(owner, target soa.Affine) soa.Affine {
	m, t := wide(&owner), wide(&target)
	size, at := sizes(&m), location(&m)
	track, sign := c.Track.split()
	up, _ := c.Up.split()
	if track == up {
		return owner
	}
	n := location(&t).Sub(at)
	if n.Dot(n) == 0 {
		n = exact.Vec{0, 0, -1}
	}
	n = n.Unit().Scale(sign)
	m = framed(track, n, up, upright(n, c.upDirection(&t)))
	m = joined(at, m, size)
	return narrow(&m)
}

func (c TrackTo) upDirection(target *exact.Matrix) exact.Vec {
	switch {
	case c.TargetUp:
		return target.Column(2)
	case c.World == [3]float32{}:
		return exact.Vec{0, 0, 1}
	}
	return exact.WidenVec(c.World)
}

// upright is the unit vector nearest to up and perpendicular to the unit vector n.
func upright(n, up exact.Vec) exact.Vec {
	u := up.Sub(n.Scale(up.Dot(n)))
	if u.Dot(u) <= float64(1e-20*up.Dot(up)) {
		return n.Perpendicular()
	}
	return u.Unit()
}

// StretchVolume selects the axes that a stretch makes thinner.
type StretchVolume uint8

const (
	StretchXZ StretchVolume = iota // both
	StretchX
	StretchZ
	StretchNone
)

// StretchKeep is how StretchTo turns Y to the target.
type StretchKeep uint8

const (
	KeepPlaneX StretchKeep = iota // X stays in the plane of X and the target
	KeepPlaneZ                    // Z stays in the plane of Z and the target
	SwingY                        // by the shortest arc
)

// StretchTo turns Y to the target and scales the bone so that its end reaches it.
type StretchTo struct {
	RestLength float32 // the bone's length without stretch
	Volume     StretchVolume
	Keep       StretchKeep
	Bulge      float32 // 1 keeps the volume, 0 the thickness

	BulgeMin, BulgeMax       float32 // bounds of (RestLength/length)^Bulge, at most and at least 1
	UseBulgeMin, UseBulgeMax bool
	BulgeSmooth              float32 // 0 clamps to the bounds, 1 approaches them
}

func (c StretchTo) Apply(owner, target soa.Affine) soa.Affine {
	m, t := wide(&owner), wide(&target)
	if c.Keep == SwingY {
		unshear(&m, 1)
	}
	size, at := sizes(&m), location(&m)
	y := location(&t).Sub(at)
	length := y.Length() / size[1]
	if !(length > 0) || math.IsInf(length, 1) || !(c.RestLength > 0) {
		return owner
	}
	y = y.Unit()
	unit := normalized(&m)
	switch c.Keep {
	case SwingY:
		aim(&unit, PlusY, y)
	case KeepPlaneX:
		z := sideways(unit.Column(0), y)
		unit = framed(1, y, 2, z)
	default:
		x := sideways(unit.Column(2), y).Scale(-1)
		unit = framed(1, y, 0, x)
	}
	bulge := c.bulge(float64(c.RestLength) / length)
	size[1] *= length / float64(c.RestLength)
	switch c.Volume {
	case StretchXZ:
		size[0] *= math.Sqrt(bulge)
		size[2] *= math.Sqrt(bulge)
	case StretchX:
		size[0] *= bulge
	case StretchZ:
		size[2] *= bulge
	}
	m = joined(at, unit, size)
	return narrow(&m)
}

func sideways(a, b exact.Vec) exact.Vec {
	c := a.Cross(b)
	if c.Dot(c) < 1e-24 {
		return b.Perpendicular()
	}
	return c.Unit()
}

// bulge is the factor of a bone's thickness, for the inverse of its stretch.
func (c StretchTo) bulge(inverse float64) float64 {
	b := exact.Pow(inverse, float64(c.Bulge))
	smooth := float64(c.BulgeSmooth)
	switch {
	case b > 1 && c.UseBulgeMax:
		room := max(float64(c.BulgeMax), 1) - 1
		return 1 + eased(b-1, room, smooth)
	case b < 1 && c.UseBulgeMin:
		room := 1 - min(max(float64(c.BulgeMin), 0), 1)
		return 1 - eased(1-b, room, smooth)
	}
	return b
}

// eased limits x to room: hard, or by an arc tangent, blended by smooth.
func eased(x, room, smooth float64) float64 {
	if room == 0 {
		return 0
	}
	hard, soft := min(x, room), float64(room*exact.Atan2(x/room, 1))/(math.Pi/2)
	return hard + float64((soft-hard)*smooth)
}
