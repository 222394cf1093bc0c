package soa

import (
	"fmt"
	"math"
	"slices"
)

// ValidateDriven checks that valid clips, which may be played together, drive no joint with a
// static matrix, and that no blend of them scales a chain of joints by MaxMagnitude or more. The
// error wraps ErrInvalid.
func (s *Skeleton) ValidateDriven(clips ...*Clip) error {
	scaled := false
	for _, c := range clips {
		if err := s.leavesStatic(c); err != nil {
			return err
		}
		scaled = scaled || c.scales()
	}
	if !scaled {
		return nil // the skeleton alone is valid
	}
	err := s.validateScales(clips...)
	if err != nil && len(clips) == 1 {
		return fmt.Errorf("clip %q: %w", clips[0].Name, err)
	}
	return err
}

// scales reports whether a clip scales joints.
func (c *Clip) scales() bool {
	return slices.ContainsFunc(c.Tracks, func(t Track) bool { return t.Property == Scale })
}

// leavesStatic checks that a clip drives no joint whose matrix is static.
func (s *Skeleton) leavesStatic(c *Clip) error {
	if len(s.Static) == 0 {
		return nil
	}
	for i := range c.Tracks {
		tr := &c.Tracks[i]
		if tr.Property > Scale {
			break
		}
		if _, static := slices.BinarySearchFunc(s.Static, tr.Target, func(l StaticLocal, j int16) int { return int(l.Joint) - int(j) }); static {
			return fmt.Errorf("%w: clip %q drives joint %q, whose matrix is static", ErrInvalid, c.Name, s.Name[tr.Target])
		}
	}
	return nil
}

// validateScales checks that no chain of joints is scaled by MaxMagnitude or more, with
// each joint's greatest scale at rest and in clips.
func (s *Skeleton) validateScales(clips ...*Clip) error {
	greatest, depth := 1., 1
	for j := range s.Parent {
		greatest = max(greatest, s.restScale(j))
		depth = max(depth, int(s.Depth[j])+1)
	}
	for i := range s.Static {
		greatest = max(greatest, s.Static[i].scale())
	}
	for _, c := range clips {
		for t := range c.Tracks {
			if c.Tracks[t].Property == Scale {
				greatest = max(greatest, c.greatest(t))
			}
		}
	}
	if math.Log2(greatest)*float64(depth) < maxMagnitudeBits {
		return nil
	}
	return s.multiplyScales(clips)
}

// maxMagnitudeBits is the logarithm of MaxMagnitude to base 2.
const maxMagnitudeBits = 41

// multiplyScales is the thorough part of validateScales.
func (s *Skeleton) multiplyScales(clips []*Clip) error {
	product := make([]float64, s.Len())
	for j := range product {
		product[j] = s.restScale(j)
	}
	for i := range s.Static {
		product[s.Static[i].Joint] = s.Static[i].scale()
	}
	for _, c := range clips {
		for t := range c.Tracks {
			if tr := &c.Tracks[t]; tr.Property == Scale {
				product[tr.Target] = max(product[tr.Target], c.greatest(t))
			}
		}
	}
	if j := multiplyScales(product, s.Parent); j >= 0 {
		return fmt.Errorf("%w: joint %d %q is scaled by up to %v", ErrInvalid, j, s.Name[j], product[j])
	}
	return nil
}

// multiplyScales multiplies each scale by its parent's, which precedes it. It returns the first
// whose product is not below MaxMagnitude, or -1.
func multiplyScales(scale []float64, parent []int16) int {
	for j, p := range parent {
		if p >= 0 {
			scale[j] *= scale[p]
		}
		if !(scale[j] < MaxMagnitude) {
			return j
		}
	}
	return -1
}

// restScale is the greatest factor by which a joint stretches at rest.
func (s *Skeleton) restScale(j int) float64 {
	return stretch([]float32{s.Rest.SX[j], s.Rest.SY[j], s.Rest.SZ[j]})
}

// scale is no less than the greatest factor by which the matrix stretches.
func (l *StaticLocal) scale() float64 {
	sum := 0.
	for i, v := range l.Local {
		if i%4 != 3 {
			sum += float64(float64(v) * float64(v))
		}
	}
	return math.Sqrt(sum)
}

// greatest is no less than the greatest factor of scale track t at any time.
func (c *Clip) greatest(t int) (most float64) {
	first, end := c.Keys(t)
	for _, a := range [...][]float32{c.X[first:end], c.Y[first:end], c.Z[first:end]} {
		most = max(most, float64(slices.Max(a)), -float64(slices.Min(a)))
	}
	if c.Tracks[t].Interpolation != Cubic {
		return most
	}
	// A cubic leaves the range of its keys by at most 4/27 of each slope over the interval.
	slope := 0.
	for k := first; k < end; k++ {
		at := int(c.Tracks[t].FirstTangent) + k - first
		for i := range 3 {
			slope = max(slope, math.Abs(float64(c.In[at][i])), math.Abs(float64(c.Out[at][i])))
		}
	}
	longest := 0.
	for k := first + 1; k < end; k++ {
		longest = max(longest, float64(c.Time[k]-c.Time[k-1]))
	}
	return most + float64(slope*longest)
}

func abs(v float32) float32 { return max(v, -v) }
