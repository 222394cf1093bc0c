package edit

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Resample gives tracks, nil for all, linear keys at equal distances. The rate is raised a
// little so that the last key is at the clip's end. Constant tracks and step tracks stay. The
// error wraps ErrTrack, soa.ErrOption, soa.ErrTooLarge or that of the context.
func Resample(ctx context.Context, c *Clip, of []ID, rate float64) (*Clip, error) {
	if err := checkRate(c, rate); err != nil {
		return nil, fmt.Errorf("resample: %w", err)
	}
	out, err := c.mapTracks(ctx, of, func(t Track) Track {
		if t.Mode == soa.Step || !t.Changes() {
			return t
		}
		return t.sampled(c.Seconds, rate)
	})
	if err != nil {
		return nil, fmt.Errorf("resample: %w", err)
	}
	return out, nil
}

// MaxKeys is the largest number of keys that Resample and Smooth make.
const MaxKeys = 1 << 22

// mostSamples is the largest number of keys per track of Resample and of filters.
const mostSamples = 1 << 20

func checkRate(c *Clip, rate float64) error {
	samples := float64(c.Seconds * rate)
	switch {
	case !(rate > 0) || rate-rate != 0:
		return fmt.Errorf("%w: %v samples per second", soa.ErrOption, rate)
	case !(samples <= mostSamples) || !(float64(samples*float64(len(c.Tracks))) <= MaxKeys):
		return fmt.Errorf("%w: %v samples per second of %d tracks over %v s", soa.ErrTooLarge, rate, len(c.Tracks), c.Seconds)
	}
	return nil
}

// sampled returns a linear track of samples, the rotations in one hemisphere.
func (t *Track) sampled(seconds, rate float64) Track {
	out := Track{ID: t.ID, Mode: soa.Linear}
	n := max(math.Ceil(float64(seconds*rate)-1e-6), 1)
	for i := 0.; i <= n; i++ {
		at := float64(seconds * (i / n))
		out.Keys = append(out.Keys, Key{Time: at, Value: t.At(at)})
	}
	if t.Property == soa.Rotation {
		oneHemisphere(out.Keys)
	}
	return out
}

// values returns the values of keys.
func values(keys []Key) []Value {
	list := make([]Value, len(keys))
	for k := range keys {
		list[k] = keys[k].Value
	}
	return slices.Clip(list)
}
