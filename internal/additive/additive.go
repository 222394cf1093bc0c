// Package additive makes clips that are differences from a pose.
package additive

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Reference is the pose that is subtracted, as edit.Reference describes it.
type Reference struct {
	Rest    bool
	Clip    *soa.Clip
	Seconds *float64
}

// ErrReference reports a reference outside its clip, an additive clip, or a scale of zero in the
// reference or at rest.
var ErrReference = errors.New("no difference from that pose")

// smallestScale is the smallest divisor of a scale.
const smallestScale = 1e-6

// Clip returns the difference between a clip and a pose, as edit.Additive describes it.
func Clip(model *soa.Model, clip *soa.Clip, ref Reference) (*soa.Clip, error) {
	fail := func(err error) (*soa.Clip, error) { return nil, fmt.Errorf("additive: %w", err) }
	if err := soa.CheckClip(model, clip); err != nil {
		return fail(err)
	}
	d, err := newDifference(model, clip, ref)
	if err != nil {
		return fail(err)
	}
	if clip.Additive {
		return fail(fmt.Errorf("%w: clip %q is additive", ErrReference, clip.Name))
	}
	if err := d.write(); err != nil {
		return fail(err)
	}
	if err := model.ValidateClip(d.out); err != nil {
		return fail(err)
	}
	return d.out, nil
}

// difference is the state of Clip.
type difference struct {
	clip      *soa.Clip
	reference *soa.Clip  // nil: the rest pose, or the clip's own
	rest      exact.Pose // of the model
	pose      exact.Pose // the reference
	out       *soa.Clip
}

func newDifference(model *soa.Model, clip *soa.Clip, ref Reference) (*difference, error) {
	skeleton := exact.NewSkeleton(model, nil)
	d := &difference{clip: clip, reference: ref.Clip, rest: skeleton.Rest, pose: skeleton.NewPose()}
	d.out = clip.EmptyCopy()
	d.out.Events, d.out.Motion, d.out.Additive = clip.Events, clip.Motion, true
	if ref.Rest {
		if ref.Clip != nil || ref.Seconds != nil {
			return nil, fmt.Errorf("%w: the rest pose is of no clip and no time", ErrReference)
		}
		return d, nil
	}
	from, seconds := clip, clip.Start
	if ref.Clip != nil {
		if from, seconds = ref.Clip, ref.Clip.Start; from.Additive {
			return nil, fmt.Errorf("%w: clip %q is additive", ErrReference, from.Name)
		}
		if err := model.ValidateClip(from); err != nil {
			return nil, err
		}
	}
	if ref.Seconds != nil {
		// A decimal time may miss the end by rounding.
		const slack = 1e-6
		if seconds = *ref.Seconds; !(seconds >= from.Start-slack) || seconds > from.End()+slack {
			return nil, fmt.Errorf("%w: %v s is outside clip %q, from %v s to %v s", ErrReference, seconds, from.Name, from.Start, from.End())
		}
	}
	tick := exact.Tick(from, seconds)
	for t := range from.Tracks {
		track := exact.NewTrack(from, t)
		d.pose.Set(track.Property, track.Target, track.At(tick, false))
	}
	return d, nil
}

// write makes the tracks of all targets of the clip and the reference, in a clip's order.
func (d *difference) write() error {
	other := &soa.Clip{}
	if d.reference != nil {
		other = d.reference
	}
	for a, b := 0, 0; a < len(d.clip.Tracks) || b < len(other.Tracks); {
		switch order := compareTracks(d.clip.Tracks, a, other.Tracks, b); {
		case order > 0: // which the clip has at rest
			tr := soa.Track{Target: other.Tracks[b].Target, Property: other.Tracks[b].Property}
			if err := d.still(tr); err != nil {
				return err
			}
			b++
		default:
			if err := d.track(a); err != nil {
				return err
			}
			if a++; order == 0 {
				b++
			}
		}
	}
	return nil
}

// compareTracks orders two tracks by target; one beyond the end of its list comes last.
func compareTracks(a []soa.Track, i int, b []soa.Track, j int) int {
	at := func(tracks []soa.Track, i int) int {
		if i >= len(tracks) {
			return math.MaxInt
		}
		return int(tracks[i].Property)<<16 + int(tracks[i].Target)
	}
	return at(a, i) - at(b, j)
}

// still appends a track of one key for a target that the clip leaves at rest.
func (d *difference) still(tr soa.Track) error {
	apply, _, err := d.trackMaps(&tr)
	if err != nil {
		return err
	}
	d.append(tr, []float32{0}, []exact.Quat{apply(d.rest.Get(tr.Property, int(tr.Target)))})
	return nil
}

// track appends a track of the clip as a difference.
func (d *difference) track(t int) error {
	c, tr := d.clip, d.clip.Tracks[t]
	apply, slope, err := d.trackMaps(&tr)
	if err != nil {
		return err
	}
	first, end := c.Keys(t)
	values := make([]exact.Quat, 0, end-first)
	for k := first; k < end; k++ {
		v := exact.Key(c, k)
		if tr.Property == soa.Rotation && tr.Interpolation != soa.Cubic {
			v = v.Unit()
		}
		values = append(values, apply(v))
	}
	from := int(tr.FirstTangent)
	if d.append(tr, c.Time[first:end], values) && tr.Interpolation == soa.Cubic {
		for i := from; i < from+end-first; i++ {
			d.out.In, d.out.Out = append(d.out.In, exact.MapTangent(slope, c.In[i])), append(d.out.Out, exact.MapTangent(slope, c.Out[i]))
		}
	}
	return nil
}

// append adds a track, unless it stays at rest, and reports whether it did.
func (d *difference) append(tr soa.Track, time []float32, values []exact.Quat) bool {
	if tr.Interpolation != soa.Cubic && d.rests(&tr, values) {
		return false
	}
	out := d.out
	tr.First, tr.FirstTangent = uint32(len(out.Time)), 0
	if tr.Interpolation == soa.Cubic {
		tr.FirstTangent = uint32(len(out.In))
	}
	out.Tracks = append(out.Tracks, tr)
	for i, v := range values {
		exact.AppendKey(out, time[i], v)
	}
	return true
}

// rests reports whether all values equal the rest pose up to rounding of float32.
func (d *difference) rests(tr *soa.Track, values []exact.Quat) bool {
	const rounding = 1. / (1 << 23)
	rest := d.rest.Get(tr.Property, int(tr.Target))
	for _, v := range values {
		if tr.Property == soa.Rotation {
			v = v.NearestSign(rest)
		}
		for i := range v {
			if math.Abs(v[i]-rest[i]) > rounding*max(1, math.Abs(rest[i])) {
				return false
			}
		}
	}
	return true
}

// trackMaps returns the maps of a track's values to rest ∘ reference⁻¹ ∘ value, and of its slopes.
func (d *difference) trackMaps(tr *soa.Track) (value, slope func(exact.Quat) exact.Quat, err error) {
	rest, ref := d.rest.Get(tr.Property, int(tr.Target)), d.pose.Get(tr.Property, int(tr.Target))
	switch tr.Property {
	case soa.Rotation:
		lead := rest.Mul(ref.Conjugate())
		value = func(v exact.Quat) exact.Quat { return lead.Mul(v) }
		return value, value, nil
	case soa.Scale:
		var factor exact.Quat
		for i := range 3 {
			if !(min(math.Abs(ref[i]), math.Abs(rest[i])) >= smallestScale) {
				return nil, nil, fmt.Errorf("%w: joint %d has the scale %v there and %v at rest", ErrReference, tr.Target, ref[:3], rest[:3])
			}
			factor[i] = rest[i] / ref[i]
		}
		value = func(v exact.Quat) exact.Quat {
			return exact.Quat{float64(v[0] * factor[0]), float64(v[1] * factor[1]), float64(v[2] * factor[2])}
		}
		return value, value, nil
	}
	value = func(v exact.Quat) exact.Quat {
		for i := range v {
			v[i] += rest[i] - ref[i]
		}
		return v
	}
	return value, func(v exact.Quat) exact.Quat { return v }, nil
}
