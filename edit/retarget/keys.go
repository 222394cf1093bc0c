package retarget

import (
	"context"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// key is a pose of the target.
type key struct {
	tick float32
	jump bool // the next key is the other side of a jump
	q    []exact.Quat
	t    []exact.Vec
}

// moments lists the moments of the source's keys, and of contacts.
func (t *transfer) moments() []exact.Moment {
	list := t.clip.Moments(false, func(tr *exact.Track) bool { return tr.Property <= soa.Scale })
	if t.goal != nil {
		list = t.goal.addMoments(list, float32(minSpacing*t.clip.Clip.TicksPerSecond))
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

// askJoints is the number of joints between two checks of the context.
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

// leaves reports whether a joint ever leaves its rest position by more than rounding.
func (t *transfer) leaves(j int, keys []key) bool {
	rest := t.dst.Rest.T[j]
	return slices.ContainsFunc(keys, func(k key) bool { return k.t[j].Sub(rest).Length() > 1e-7*max(1, rest.Length()) })
}
