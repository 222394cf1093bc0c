package edit

import (
	"context"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Flip is a repair of Unflip.
type Flip struct {
	ID
	Time    float64 // of the first key, in seconds after the start
	Keys    int     // left out; 0: the sign of a spline's key was changed
	Degrees float64 // of the turn aside
}

// flipDegrees is the angle from which a key that its neighbours do not explain is a flip; flipKeys
// are how many there may be in a row, and flipSeconds how long they may last.
const (
	flipDegrees = 60
	flipKeys    = 3
	flipSeconds = 0.2
)

// Unflip repairs rotations, nil for all: keys that turn far aside and back at once, as samples of
// Euler angles that jump by a whole turn do, are left out; and the keys of splines get the sign
// nearer to the key before, so that splines do not spin around. It returns its repairs. The error
// wraps ErrTrack or that of the context.
func Unflip(ctx context.Context, c *Clip, of []ID) (*Clip, []Flip, error) {
	var found []Flip
	out, err := c.mapTracks(ctx, of, func(t Track) Track {
		if t.Property != soa.Rotation || len(t.Keys) < 2 {
			return t
		}
		t.Keys = slices.Clone(t.Keys)
		given := slices.Clone(t.Keys)
		flipped := oneHemisphere(t.Keys) > 0
		for k := 1; flipped && t.Mode == soa.Cubic && k < len(given); k++ {
			if exact.Quat(given[k-1].Value).Dot(given[k].Value) < 0 {
				found = append(found, Flip{t.ID, given[k].Time, 0, 2 * turnOf(given[k-1].Value, given[k].Value) * (180 / math.Pi)})
			}
		}
		return t.unflipped(&found)
	})
	return out, found, err
}

// turnOf returns the angle between two rotations in radians, half of it as a quaternion counts.
func turnOf(a, b exact.Quat) float64 {
	d := math.Abs(a.Unit().Dot(b.Unit()))
	return exact.Atan2(math.Sqrt(max(0, 1-float64(d*d))), d)
}

// unflipped leaves out keys that turn aside.
func (t *Track) unflipped(found *[]Flip) Track {
	out := *t
	out.Keys = t.Keys[:1:1]
	for k := 1; k < len(t.Keys); {
		n, aside := t.flip(out.Keys[len(out.Keys)-1], k)
		if n > 0 {
			*found = append(*found, Flip{t.ID, t.Keys[k].Time, n, aside * (180 / math.Pi)})
			k += n
			continue
		}
		out.Keys = append(out.Keys, t.Keys[k])
		k++
	}
	return out
}

// flip returns how many keys from k on turn aside from what lies between the key before and the one
// after them, and the least angle between.
func (t *Track) flip(before Key, k int) (n int, aside float64) {
	for n = 1; n <= flipKeys && k+n < len(t.Keys); n++ {
		after := t.Keys[k+n]
		if after.Time-before.Time > flipSeconds {
			break
		}
		straight := 2 * turnOf(before.Value, after.Value)
		aside = math.Inf(1)
		for _, key := range t.Keys[k : k+n] {
			aside = min(aside, 2*turnOf(before.Value, key.Value), 2*turnOf(key.Value, after.Value))
		}
		if aside >= flipDegrees*(math.Pi/180) && straight < aside/3 {
			return n, aside
		}
	}
	return 0, 0
}
