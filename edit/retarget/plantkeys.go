package retarget

import (
	"context"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// footKey is a pose of the pelvis and of the joints of legs.
type footKey struct {
	tick float64
	t    exact.Vec
	q    []exact.Quat
}

// joints lists the joints of legs that turn.
func (f *feet) joints() (list []int) {
	for i := range f.legs {
		l := &f.legs[i]
		list = append(list, l.Upper, l.Lower, l.Ankle)
	}
	return list
}

// key plants the feet at a tick.
func (f *feet) key(tick float64) footKey {
	f.pose(tick)
	k := footKey{tick: tick, t: f.is.T[f.pelvis]}
	for _, j := range f.joints() {
		k.q = append(k.q, f.is.Q[j])
	}
	return k
}

// footBound is how far a foot may be from its place between keys, in metres, and footSpan the
// shortest time in seconds between keys that are added for it.
const (
	footBound = 1e-4
	footSpan  = 1. / 2000
)

// mostFootKeys is the number of keys from which on none are added between those of the clip.
const mostFootKeys = 1 << 20

// keys returns poses at the clip's keys of the joints and at the ends of contacts, and as many
// between as the bound asks for.
func (f *feet) keys(ctx context.Context) (keys []footKey, err error) {
	joints := append(f.joints(), f.pelvis)
	ticks := []float64{0, f.clip.Duration}
	for i := range f.tracks.Tracks {
		t := &f.tracks.Tracks[i]
		if t.Property <= soa.Rotation && slices.Contains(joints, t.Target) {
			for k := t.First; k <= t.Last; k++ {
				ticks = append(ticks, t.Tick(k))
			}
		}
	}
	for l := range f.legs {
		for _, c := range f.legs[l].steps {
			for _, at := range [...]float64{c.from - c.blend, c.from, c.to, c.to + c.blend} {
				ticks = append(ticks, f.spread.times(c, at)...)
			}
		}
	}
	ticks = slices.DeleteFunc(ticks, func(at float64) bool { return at < 0 || at > f.clip.Duration })
	slices.Sort(ticks)
	span := float64(footSpan * f.clip.TicksPerSecond)
	for _, at := range ticks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if n := len(keys); n > 0 && (at == keys[n-1].tick || at-keys[n-1].tick < span/16 && at < f.clip.Duration) {
			continue
		}
		next := f.key(at)
		if n := len(keys); n > 0 {
			if keys, err = f.refine(ctx, keys, keys[n-1], next, span, refinements); err != nil {
				return nil, err
			}
		}
		keys = append(keys, next)
	}
	return keys, nil
}

// refine appends keys between two, by up to a depth of halvings. The error is the context's.
func (f *feet) refine(ctx context.Context, keys []footKey, a, b footKey, span float64, depth int) ([]footKey, error) {
	if b.tick-a.tick < 2*span || depth == 0 || len(keys) >= mostFootKeys {
		return keys, ctx.Err()
	}
	m := f.key(a.tick + float64((b.tick-a.tick)/2))
	off := m.t.Sub(a.t.Lerp(b.t, 0.5)).Length()
	for i := range m.q {
		line := exact.Slerp(a.q[i], b.q[i], 0.5)
		off += float64(2 * line.Distance(m.q[i].NearestSign(line)) * f.legs[i/3].length)
	}
	if off <= footBound {
		return keys, ctx.Err()
	}
	keys, err := f.refine(ctx, keys, a, m, span, depth-1)
	if err != nil {
		return nil, err
	}
	return f.refine(ctx, append(keys, m), m, b, span, depth-1)
}

// write returns the clip with the tracks of legs and pelvis replaced.
func (f *feet) write(keys []footKey, r *PlantReport) *soa.Clip {
	out := f.clip.EmptyCopy()
	out.Events, out.Motion = f.clip.Events, f.clip.Motion
	lowered := slices.ContainsFunc(f.drop, func(d float64) bool { return d > 0 })
	joints := f.joints()
	fresh := make(map[soa.Track]int) // the index in a key's rotations
	for i, j := range joints {
		fresh[soa.Track{Property: soa.Rotation, Target: int16(j)}] = i
	}
	if lowered {
		fresh[soa.Track{Property: soa.Translation, Target: int16(f.pelvis)}] = soa.None
	}
	order := make([]soa.Track, 0, len(f.clip.Tracks)+len(fresh))
	old := make(map[soa.Track]int)
	for i, t := range f.clip.Tracks {
		name := soa.Track{Property: t.Property, Target: t.Target}
		old[name] = i
		order = append(order, name)
	}
	for name := range fresh {
		if _, there := old[name]; !there {
			order = append(order, name)
		}
		r.Changed = append(r.Changed, name)
	}
	byName := func(a, b soa.Track) int { return a.Compare(&b) }
	slices.SortFunc(order, byName)
	slices.SortFunc(r.Changed, byName)
	ticks := ticksOf(keys)
	for _, name := range order {
		i, is := fresh[name]
		if !is {
			out.AppendTrack(f.clip, old[name], name.Target)
			continue
		}
		exact.AppendLinear(out, name.Property, int(name.Target), len(keys), func(k int) (float32, exact.Quat) {
			if name.Property == soa.Translation {
				t := keys[k].t
				return ticks[k], exact.Quat{t[0], t[1], t[2]}
			}
			return ticks[k], keys[k].q[i]
		})
	}
	return out
}

// ticksOf returns the ticks of keys in float32, strictly ascending.
func ticksOf(keys []footKey) []float32 {
	ticks := make([]float32, len(keys))
	for k := range keys {
		ticks[k] = float32(keys[k].tick)
		if k > 0 && !(ticks[k] > ticks[k-1]) {
			ticks[k] = math.Nextafter32(ticks[k-1], math.MaxFloat32)
		}
	}
	return ticks
}

// mostEvenMoments is the number of even moments up to which the slide of a whole clip is measured at them.
const mostEvenMoments = 1 << 18

// report measures the planted clip: at 480 moments a second or, where these are many, at its keys and
// seven moments between. The error is the context's.
func (f *feet) report(ctx context.Context, out *soa.Clip, r *PlantReport) error {
	tracks, err := f.skeleton.NewClipIn(ctx, out)
	if err != nil {
		return err
	}
	for _, d := range f.drop {
		r.Pelvis = max(r.Pelvis, d)
	}
	var between []float64 // of all contacts
	if f.clip.Seconds()*4*ContactRate > mostEvenMoments {
		ticks := tracks.Ticks()
		for i, at := range ticks[1:] {
			between = append(between, evenly(ticks[i], at, 8)[:8]...)
		}
	}
	seconds := func(tick float64) float64 { return f.clip.Start + tick/f.clip.TicksPerSecond }
	for l := range f.legs {
		for _, c := range f.legs[l].steps {
			r.Contacts = append(r.Contacts, Contact{f.model.Skeleton.Name[f.legs[l].tip], seconds(c.from), seconds(c.to), c.slid})
			within := between
			if within == nil {
				within = evenly(c.from, c.to, math.Ceil(float64((c.to-c.from)/f.clip.TicksPerSecond*4*ContactRate)))
			} else {
				from, _ := slices.BinarySearch(between, c.from)
				to, _ := slices.BinarySearch(between, c.to)
				within = slices.Concat([]float64{c.from}, between[from:max(from, to)], []float64{c.to})
			}
			for _, tick := range within {
				if err := ctx.Err(); err != nil {
					return err
				}
				tracks.At(tick, false, &f.is)
				r.Slide = max(r.Slide, f.offset(l, c, &f.is, tick).Length())
			}
		}
	}
	return nil
}

// evenly divides the time between two ticks into parts.
func evenly(from, to, parts float64) (ticks []float64) {
	for i := 0.; i <= parts; i++ {
		ticks = append(ticks, from+float64((to-from)*(i/max(parts, 1))))
	}
	return ticks
}
