package constraint

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// LimitLocation keeps the place within a box.
type LimitLocation struct {
	Min, Max       [3]float32
	UseMin, UseMax Axes // the active bounds
}

func (LimitLocation) alone() {}

func (c LimitLocation) Apply(owner, _ soa.Affine) soa.Affine {
	for i := range 3 {
		owner[4*i+3] = bounded(owner[4*i+3], c.Min[i], c.Max[i], c.UseMin.has(i), c.UseMax.has(i))
	}
	return owner
}

// bounded clamps v to the active bounds, at last to the upper one.
func bounded[F float32 | float64](v, low, high F, useLow, useHigh bool) F {
	if useLow && v < low {
		v = low
	}
	if useHigh && v > high {
		v = high
	}
	return v
}

// LimitRotation keeps Euler angles, in radians, within bounds. It removes shear.
type LimitRotation struct {
	Min, Max [3]float32
	Use      Axes // the bounded angles
	Order    Order
}

func (LimitRotation) alone() {}

func (c LimitRotation) Apply(owner, _ soa.Affine) soa.Affine {
	m := wide(&owner)
	unshear(&m, 1)
	if c.Use != NoAxes {
		angles := c.Order.angles(&m)
		outside := false
		for i := range 3 {
			v := bounded(angles[i], float64(c.Min[i]), float64(c.Max[i]), c.Use.has(i), c.Use.has(i))
			// Rounding of a limited matrix does not count as outside.
			outside = outside || math.Abs(v-angles[i]) > 1e-6
			angles[i] = v
		}
		if outside || m.Determinant() < 0 {
			m = joined(location(&m), c.Order.turned(angles), sizes(&m))
		}
	}
	return narrow(&m)
}

// LimitScale keeps the scales, without sign, within bounds.
type LimitScale struct {
	Min, Max       [3]float32
	UseMin, UseMax Axes // the active bounds
}

func (LimitScale) alone() {}

func (c LimitScale) Apply(owner, _ soa.Affine) soa.Affine {
	m := wide(&owner)
	size := sizes(&m)
	to := size
	for i := range 3 {
		to[i] = bounded(to[i], float64(c.Min[i]), float64(c.Max[i]), c.UseMin.has(i), c.UseMax.has(i))
	}
	resize(&m, size, to)
	return narrow(&m)
}

// DistanceMode is the side of the distance on which LimitDistance keeps the owner.
type DistanceMode uint8

const (
	Inside    DistanceMode = iota // at the distance or nearer
	Outside                       // at the distance or farther
	OnSurface                     // at the distance
)

// LimitDistance keeps the place at a distance from the target's, unless both are the same.
type LimitDistance struct {
	Distance float32
	Mode     DistanceMode
}

func (c LimitDistance) Apply(owner, target soa.Affine) soa.Affine {
	m, t := wide(&owner), wide(&target)
	from := location(&m).Sub(location(&t))
	d, want := from.Length(), float64(c.Distance)
	if d == 0 || c.Mode == Inside && d <= want || c.Mode == Outside && d >= want {
		return owner
	}
	place(&m, location(&t).Add(from.Scale(want/d)))
	return narrow(&m)
}

// VolumeMode is how MaintainVolume measures the volume.
type VolumeMode uint8

const (
	VolumeStrict     VolumeMode = iota // the product of the scales
	VolumeUniform                      // the third power of the free axis's scale
	VolumeSingleAxis                   // the free axis's scale
)

// MaintainVolume scales the two other axes so that the product of the scales is the volume.
type MaintainVolume struct {
	Free   Axis // its sign does not count
	Volume float32
	Mode   VolumeMode
}

func (MaintainVolume) alone() {}

func (c MaintainVolume) Apply(owner, _ soa.Affine) soa.Affine {
	m := wide(&owner)
	size := sizes(&m)
	free, _ := c.Free.split()
	total := size[free]
	switch c.Mode {
	case VolumeStrict:
		total = size[0] * size[1] * size[2]
	case VolumeUniform:
		total = total * total * total
	}
	if total != 0 {
		k := math.Sqrt(float64(c.Volume) / total)
		scaleColumn(&m, (free+1)%3, k)
		scaleColumn(&m, (free+2)%3, k)
	}
	return narrow(&m)
}
