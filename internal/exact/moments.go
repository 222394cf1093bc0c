package exact

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Moment is a tick at which a clip has a key. With Jump it is the limit from below at a step: the
// value before it.
type Moment struct {
	Tick float32
	Jump bool
}

// Moments lists the moments of the tracks that count, ascending, from the start of the clip
// to its end. Whether there is one before a step track's first key too, which is no step, is
// for the caller to say.
func (c *Clip) Moments(beforeFirst bool, counts func(*Track) bool) []Moment {
	end := float32(c.Clip.Duration)
	list := []Moment{{}, {Tick: end}}
	for i := range c.Tracks {
		t := &c.Tracks[i]
		if !counts(t) {
			continue
		}
		for k := t.First; k <= t.Last; k++ {
			at := c.Clip.Time[k]
			if !(at > 0 && at <= end) {
				continue
			}
			list = append(list, Moment{Tick: at})
			if before := math.Nextafter32(at, 0); t.Interpolation == soa.Step && before > 0 && (beforeFirst || k > t.First) {
				list = append(list, Moment{before, true})
			}
		}
	}
	slices.SortFunc(list, func(a, b Moment) int {
		switch {
		case a.Tick != b.Tick || a.Jump == b.Jump:
			return cmp.Compare(a.Tick, b.Tick)
		case a.Jump:
			return -1
		}
		return 1
	})
	return slices.CompactFunc(list, func(a, b Moment) bool { return a.Tick == b.Tick })
}
