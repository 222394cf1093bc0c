package exact

import (
	"sort"

	"github.com/sinew-anim/sinew/soa"
)

// Sample returns the value of track t of a clip at a tick after its start; a rotation is a
// unit quaternion. It keeps nothing, so it is slower than Track and needs no memory.
func Sample(clip *soa.Clip, t int, tick float64) Quat {
	first, end := clip.Keys(t)
	tr := &clip.Tracks[t]
	key := func(k int) Quat {
		if tr.Property == soa.Rotation && tr.Interpolation != soa.Cubic {
			return Key(clip, k).Unit()
		}
		return Key(clip, k)
	}
	v, at := Quat{}, sort.Search(end-first, func(i int) bool { return float64(clip.Time[first+i]) > tick })
	switch {
	case at == 0:
		v = key(first)
	case first+at == end:
		v = key(end - 1)
	default:
		k := first + at - 1
		a, b, begin := key(k), key(k+1), float64(clip.Time[k])
		ticks := float64(clip.Time[k+1]) - begin
		f := (tick - begin) / ticks
		switch {
		case tr.Interpolation == soa.Step:
			v = a
		case tr.Interpolation == soa.Cubic:
			i := int(tr.FirstTangent) + k - first
			v = Hermite(a, b, Widen(clip.Out[i]), Widen(clip.In[i+1]), f, ticks)
		case tr.Property == soa.Rotation:
			v = Slerp(a, b, f)
		default:
			v = a.Lerp(b, f)
		}
	}
	if tr.Property == soa.Rotation {
		return v.Unit()
	}
	return v
}
