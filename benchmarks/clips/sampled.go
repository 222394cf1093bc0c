package clips

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Distance is the distance, in metres, from a joint to the points whose errors count.
const Distance = 0.03

// RawJoint is the size of an uncompressed joint in bytes: rotation, translation and scale in
// float32.
const RawJoint = 40

// Sampled is a clip with a key of every track at each sample: a tick is a sample.
type Sampled struct {
	Model *soa.Model
	Clip  *soa.Clip
}

// Rate returns the keys per second of a clip's densest track, from the median interval.
func Rate(c *soa.Clip) float64 {
	var times []float32
	for t := range c.Tracks {
		if first, next := c.Keys(t); int(next)-int(first) > len(times) {
			times = c.Time[first:next]
		}
	}
	var gaps []float64
	for i := 1; i < len(times); i++ {
		gaps = append(gaps, float64(times[i])-float64(times[i-1]))
	}
	if len(gaps) == 0 {
		return 1
	}
	slices.Sort(gaps)
	rate := c.TicksPerSecond / gaps[len(gaps)/2]
	if whole := math.Round(rate); math.Abs(rate-whole) < 0.01*rate { // times are rounded to float32
		rate = whole
	}
	return max(rate, 1)
}

// Intervals returns the number of samples of a clip at a rate, minus one.
func Intervals(c *soa.Clip, rate float64) int { return max(1, int(c.Seconds()*rate+0.5)) }

// Sample samples a clip at rate samples per second.
func Sample(m *soa.Model, c *soa.Clip, rate float64) (*Sampled, error) {
	if err := c.Validate(m.Skeleton.Len(), len(m.Weights), len(m.Floats)); err != nil {
		return nil, fmt.Errorf("sampling clip %q: %w", c.Name, err)
	}
	intervals := Intervals(c, rate)
	out := &soa.Clip{Name: c.Name, TicksPerSecond: rate, Start: c.Start, Duration: float64(intervals)}
	for t := range c.Tracks {
		track := exact.NewTrack(c, t)
		out.Tracks = append(out.Tracks, soa.Track{Target: c.Tracks[t].Target, Property: track.Property, First: uint32(len(out.Time))})
		for k := range intervals + 1 {
			v := track.At(c.Duration*float64(k)/float64(intervals), false)
			out.Time = append(out.Time, float32(k))
			out.X, out.Y = append(out.X, float32(v[0])), append(out.Y, float32(v[1]))
			out.Z, out.W = append(out.Z, float32(v[2])), append(out.W, float32(v[3]))
		}
	}
	return &Sampled{m, out}, nil
}

// Joints returns the number of joints.
func (s *Sampled) Joints() int { return s.Model.Skeleton.Len() }

// Samples returns the number of samples.
func (s *Sampled) Samples() int { return int(s.Clip.Duration) + 1 }
