package retarget

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// key is the target at a moment.
type key struct {
	tick float32
	jump bool // the next key is the other side of a jump
	q    []exact.Quat
	t    []exact.Vec
}

// moment is a time of a key; with jump, the limit from the left at the next one.
type moment struct {
	tick float32
	jump bool
}

// moments lists the times of the source's keys from the start to the end. A step has one
// just before it.
func (t *transfer) moments() []moment {
	c := t.clip.Clip
	end := float32(c.Duration)
	list := []moment{{tick: 0}}
	if end > 0 {
		list = append(list, moment{tick: end})
	}
	for i := range t.clip.Tracks {
		tr := &t.clip.Tracks[i]
		if tr.Property > soa.Scale {
			continue
		}
		for k := tr.First; k <= tr.Last; k++ {
			at := c.Time[k]
			if !(at > 0 && at <= end) {
				continue
			}
			list = append(list, moment{tick: at})
			if before := math.Nextafter32(at, 0); tr.Interpolation == soa.Step && before > 0 && k > tr.First {
				list = append(list, moment{before, true})
			}
		}
	}
	slices.SortFunc(list, func(a, b moment) int {
		switch {
		case a.tick != b.tick || a.jump == b.jump:
			return cmp.Compare(a.tick, b.tick)
		case a.jump:
			return -1
		}
		return 1
	})
	list = slices.CompactFunc(list, func(a, b moment) bool { return a.tick == b.tick })
	if t.goal != nil {
		list = t.goal.addMoments(list, float32(minSpacing*c.TicksPerSecond))
	}
	return list
}

// wide returns the tick of a key in float64: the last one is the clip's end.
func (t *transfer) wide(tick float32) float64 {
	if tick == float32(t.clip.Clip.Duration) {
		return t.clip.Clip.Duration
	}
	return float64(tick)
}

func (t *transfer) key(tick float32, jump bool) key {
	if jump {
		t.pose(t.wide(math.Nextafter32(tick, math.MaxFloat32)), true)
	} else {
		t.pose(t.wide(tick), false)
	}
	return key{tick: tick, jump: jump, q: slices.Clone(t.out.Q), t: slices.Clone(t.out.T)}
}

// askJoints is how many joints are written between two checks of the context.
const askJoints = 1 << 10

// write makes the tracks of the target's joints. The error is the context's.
func (t *transfer) write(ctx context.Context, out *soa.Clip, keys []key) error {
	for j := range t.moves {
		if j%askJoints == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if t.moves[j] && t.leaves(j, keys) {
			exact.AppendLinear(out, soa.Translation, j, len(keys), func(i int) (float32, exact.Quat) {
				t := keys[i].t[j]
				return keys[i].tick, exact.Quat{t[0], t[1], t[2]}
			})
		}
	}
	for j := range t.pair {
		if j%askJoints == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if t.pair[j] >= 0 {
			exact.AppendLinear(out, soa.Rotation, j, len(keys), func(i int) (float32, exact.Quat) { return keys[i].tick, keys[i].q[j] })
		}
	}
	return nil
}

// leaves reports whether a joint is ever elsewhere than at rest, but for a rounding.
func (t *transfer) leaves(j int, keys []key) bool {
	rest := t.dst.Rest.T[j]
	return slices.ContainsFunc(keys, func(k key) bool { return k.t[j].Sub(rest).Length() > 1e-7*max(1, rest.Length()) })
}
