package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// together makes clips fit to play at once. Exporters write a key for every
// joint into every clip, so clips of two armatures hold each other's joints
// still: where one clip moves a joint or weight, or a later one places it
// elsewhere, the tracks of the others that only hold it are left out, and one
// of two that are the same. The clips it changes are replaced by copies, in the
// model too. Two clips that move the same thing otherwise are an error.
func together(model *soa.Model, clips []*soa.Clip) ([]*soa.Clip, error) {
	if len(clips) < 2 {
		return clips, nil
	}
	type driven struct {
		property soa.Property
		target   int16
	}
	drives := make(map[driven]int) // the clip whose track counts
	holds := func(c, t int) bool { first, end := clips[c].Keys(t); return end == first+1 }
	track := make(map[driven]int) // and that track
	for c, clip := range clips {
		for t := range clip.Tracks {
			d := driven{clip.Tracks[t].Property, clip.Tracks[t].Target}
			other, taken := drives[d]
			if taken && !holds(c, t) && !holds(other, track[d]) && !sameMotion(clip, clips[other], t, track[d]) {
				return nil, fmt.Errorf("clips %q and %q cannot play together: both move %s", clips[other].Name, clip.Name, drivenName(model, &clip.Tracks[t]))
			}
			if !taken || !holds(c, t) || holds(other, track[d]) {
				drives[d], track[d] = c, t
			}
		}
	}
	out := slices.Clone(clips)
	for c, clip := range clips {
		out[c] = withTracks(clip, func(t *soa.Track) bool { return drives[driven{t.Property, t.Target}] == c })
		if i := slices.Index(model.Clips, clip); i >= 0 {
			model.Clips[i] = out[c]
		}
	}
	return out, nil
}

// sameMotion reports whether track t of clip a and track u of clip b have the
// same keys.
func sameMotion(a, b *soa.Clip, t, u int) bool {
	k, end := a.Keys(t)
	l, endB := b.Keys(u)
	if a.Tracks[t].Interpolation != b.Tracks[u].Interpolation || end-k != endB-l || a.Tracks[t].Interpolation == soa.Cubic {
		return false
	}
	const sameTime = 1e-6 // seconds
	for ; k < end; k, l = k+1, l+1 {
		if math.Abs(a.Start+float64(a.Time[k])/a.TicksPerSecond-b.Start-float64(b.Time[l])/b.TicksPerSecond) > sameTime ||
			a.X[k] != b.X[l] || a.Y[k] != b.Y[l] || a.Z[k] != b.Z[l] || a.W[k] != b.W[l] {
			return false
		}
	}
	return true
}

func drivenName(model *soa.Model, t *soa.Track) string {
	switch t.Property {
	case soa.Weight:
		return fmt.Sprintf("the weight of morph target %q", model.Weights[t.Target].Target)
	case soa.Float:
		return fmt.Sprintf("the float %q", model.Floats[t.Target].Name)
	}
	return fmt.Sprintf("the %v of joint %q", t.Property, model.Skeleton.Name[t.Target])
}

// withTracks returns a copy of a clip with some of its tracks, or the clip
// itself where that is all of them. Its time line stays.
func withTracks(c *soa.Clip, keep func(*soa.Track) bool) *soa.Clip {
	out := *c
	out.Tracks, out.Time, out.X, out.Y, out.Z, out.W, out.In, out.Out = nil, nil, nil, nil, nil, nil, nil, nil
	for i := range c.Tracks {
		t := c.Tracks[i]
		if !keep(&t) {
			continue
		}
		first, end := c.Keys(i)
		if t.Interpolation == soa.Cubic {
			from, n := int(t.FirstTangent), end-first
			t.FirstTangent = uint32(len(out.In))
			out.In = append(out.In, c.In[from:from+n]...)
			out.Out = append(out.Out, c.Out[from:from+n]...)
		}
		t.First = uint32(len(out.Time))
		out.Tracks = append(out.Tracks, t)
		out.Time = append(out.Time, c.Time[first:end]...)
		out.X, out.Y = append(out.X, c.X[first:end]...), append(out.Y, c.Y[first:end]...)
		out.Z, out.W = append(out.Z, c.Z[first:end]...), append(out.W, c.W[first:end]...)
	}
	if len(out.Tracks) == len(c.Tracks) {
		return c
	}
	return &out
}
