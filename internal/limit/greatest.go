package limit

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// ofLayout are the greatest scales of a layout's slots at rest, or nil where none has a column.
func ofLayout(l *soa.Layout) (most []float64) {
	for _, c := range l.ScaleColumn {
		if c != soa.None {
			most = make([]float64, l.Rotations())
			break
		}
	}
	if most == nil || l.Form != soa.General {
		return nil
	}
	for s, c := range l.ScaleColumn {
		v := l.Scale[s][:]
		if c != soa.None {
			v = l.Rest[4*(l.Rotations()+int(c)):]
		}
		most[s] = largest(v)
	}
	for i := range l.Static {
		sum := 0.
		for k, v := range l.Static[i].Local {
			if k%4 != 3 {
				sum += float64(float64(v) * float64(v))
			}
		}
		most[l.Static[i].Joint] = math.Sqrt(sum)
	}
	return most
}

// OfBank are those at rest and in the rows of a bank.
func OfBank(b *soa.Bank) []float64 {
	most := ofLayout(&b.Layout)
	if most == nil {
		return nil
	}
	for row, stride := 0, b.Stride(); row < len(b.Rows); row += stride {
		for s, c := range b.ScaleColumn {
			if c != soa.None {
				most[s] = max(most[s], largest(b.Rows[row+4*(b.Rotations()+int(c)):]))
			}
		}
	}
	return most
}

// OfClips are those at rest and in clips. A spline lies within the hull of its keys and of
// what is a third of the way along its tangents.
func OfClips(l *soa.Layout, clips []*soa.Clip) []float64 {
	most := ofLayout(l)
	if most == nil {
		return nil
	}
	ofJoint := make([]float64, len(l.Slot))
	for _, c := range clips {
		for t := range c.Tracks {
			if tr := &c.Tracks[t]; tr.Property == soa.Scale {
				ofJoint[tr.Target] = max(ofJoint[tr.Target], greatestScale(c, t))
			}
		}
	}
	for s, c := range l.ScaleColumn {
		if j := l.Joint[s]; c != soa.None && j != soa.NoJoint {
			most[s] = max(most[s], ofJoint[j])
		}
	}
	return most
}

// largest is the largest factor of a scale.
func largest(v []float32) float64 {
	return math.Abs(float64(max(v[0], -v[0], v[1], -v[1], v[2], -v[2])))
}

// greatestScale is no less than the greatest factor of a scale track at any time.
func greatestScale(c *soa.Clip, track int) (most float64) {
	tr := &c.Tracks[track]
	first, end := c.Keys(track)
	for k := first; k < end; k++ {
		most = max(most, largest([]float32{c.X[k], c.Y[k], c.Z[k]}))
	}
	if tr.Interpolation != soa.Cubic {
		return most
	}
	slope, longest := 0., 0.
	for k := first; k < end; k++ {
		t := int(tr.FirstTangent) + k - first
		for i := range 3 {
			slope = max(slope, math.Abs(float64(c.In[t][i])), math.Abs(float64(c.Out[t][i])))
		}
		if k > first {
			longest = max(longest, float64(c.Time[k]-c.Time[k-1]))
		}
	}
	return most + float64(slope*longest)/3
}
