package classic

import (
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// key is aiVectorKey and aiQuatKey, which are of one size: a vector leaves the
// fourth value alone.
type key struct {
	time  float64
	value [4]float32
}

// channel is aiNodeAnim: the keys of one node, at least one of each kind.
type channel struct {
	name                         string
	translation, rotation, scale []key
}

// channels returns, per joint, what Assimp has of a clip: nil where it does not
// move the joint.
func channels(k *soa.Skeleton, c *soa.Clip) []*channel {
	list := make([]*channel, k.Len())
	for t := range c.Tracks {
		track := &c.Tracks[t]
		if track.Property > soa.Scale {
			continue
		}
		ch := list[track.Target]
		if ch == nil {
			ch = &channel{name: k.Name[track.Target]}
			list[track.Target] = ch
		}
		first, end := c.Keys(t)
		keys := make([]key, 0, end-first)
		for i := first; i < end; i++ {
			keys = append(keys, key{float64(c.Time[i]), [4]float32{c.X[i], c.Y[i], c.Z[i], c.W[i]}})
		}
		*ch.keys(track.Property) = keys
	}
	for j, ch := range list {
		for p := soa.Translation; ch != nil && p <= soa.Scale; p++ {
			if keys := ch.keys(p); *keys == nil {
				*keys = []key{{0, restValue(k, j, p)}}
			}
		}
	}
	return list
}

func (c *channel) keys(p soa.Property) *[]key {
	return [...]*[]key{soa.Translation: &c.translation, soa.Rotation: &c.rotation, soa.Scale: &c.scale}[p]
}

// restValue is what a joint has where no track drives it.
func restValue(k *soa.Skeleton, j int, p soa.Property) [4]float32 {
	r := &k.Rest
	switch p {
	case soa.Translation:
		return [4]float32{r.TX[j], r.TY[j], r.TZ[j]}
	case soa.Rotation:
		return [4]float32{r.RX[j], r.RY[j], r.RZ[j], r.RW[j]}
	}
	return [4]float32{r.SX[j], r.SY[j], r.SZ[j]}
}

// restMatrices are the joints' matrices where no clip moves them.
func restMatrices(k *soa.Skeleton) []mat4 {
	list := make([]mat4, k.Len())
	for j := range list {
		list[j] = compose4(restValue(k, j, soa.Translation), restValue(k, j, soa.Rotation), restValue(k, j, soa.Scale))
	}
	for i := range k.Static {
		list[k.Static[i].Joint] = toMat4(&k.Static[i].Local)
	}
	return list
}

// isStatic reports whether a joint's matrix is one that is no transform.
func isStatic(k *soa.Skeleton, j int) bool {
	return slices.ContainsFunc(k.Static, func(s soa.StaticLocal) bool { return int(s.Joint) == j })
}

// linear is FindPosition of the tutorial: the key before a tick among more than
// one.
func linear(keys []key, tick float64) int {
	for k := range len(keys) - 1 {
		if tick < keys[k+1].time {
			return k
		}
	}
	return len(keys) - 2
}

// binary finds the same key in fewer steps.
func binary(keys []key, tick float64) int {
	low, high := 0, len(keys)-2
	for low < high {
		if middle := (low + high + 1) / 2; keys[middle].time <= tick {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}

// follow finds it from where a cursor stood, which is a step away in ordinary
// play.
func follow(keys []key, cursor int, tick float64) int {
	for cursor > 0 && tick < keys[cursor].time {
		cursor--
	}
	for cursor < len(keys)-2 && tick >= keys[cursor+1].time {
		cursor++
	}
	return cursor
}

// fraction is how far a tick is between two keys; outside them it holds.
func fraction(a, b *key, tick float64) float32 {
	return float32(min(max((tick-a.time)/(b.time-a.time), 0), 1))
}

// matrix is a node's transformation at a tick, with the keys that search finds.
func (c *channel) matrix(tick float64, search func([]key, float64) int) mat4 {
	s := scaling4(sampled(c.scale, tick, search, lerp))
	r := rotation4(sampled(c.rotation, tick, search, slerp))
	t := translation4(sampled(c.translation, tick, search, lerp))
	t = t.times(&r)
	return t.times(&s)
}

func sampled(keys []key, tick float64, search func([]key, float64) int, blend func(a, b [4]float32, t float32) [4]float32) [4]float32 {
	if len(keys) == 1 {
		return keys[0].value
	}
	k := search(keys, tick)
	a, b := &keys[k], &keys[k+1]
	return blend(a.value, b.value, fraction(a, b, tick))
}
