package retarget

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/soa"
)

// contactName is the name of the custom properties of contacts.
const contactName = "contact"

// Leg is the joints of a leg. Its property belongs to Ankle.
type Leg struct {
	Upper, Lower, Ankle int
	Toes                int // the ball of the foot, or soa.NoJoint
}

// Tip returns Toes or, without them, Ankle.
func (l *Leg) Tip() int {
	if l.Toes >= 0 {
		return l.Toes
	}
	return l.Ankle
}

func (l *Leg) check(model *soa.Model) error {
	for _, j := range [...]int{l.Upper, l.Lower, l.Ankle, l.Tip()} {
		if j < 0 || j >= model.Skeleton.Len() {
			return fmt.Errorf("%w: a leg %+v of %d joints", soa.ErrInvalid, *l, model.Skeleton.Len())
		}
	}
	return nil
}

// ContactProperty returns the index of the custom property of a leg's contacts, or soa.None.
func ContactProperty(model *soa.Model, leg Leg) int {
	return model.Float(contactName, int16(leg.Ankle))
}

// DeclareContacts adds the missing custom properties of legs to a model, with the default 1: clips
// transferred to a model keep only the properties that it has. The error wraps soa.ErrInvalid for joints
// that do not exist.
func DeclareContacts(model *soa.Model, legs []Leg) error {
	for _, l := range legs {
		if err := l.check(model); err != nil {
			return fmt.Errorf("contacts: %w", err)
		}
	}
	for _, l := range legs {
		if ContactProperty(model, l) == soa.None {
			// A copy, since other models may share the list.
			model.Floats = append(slices.Clip(model.Floats), soa.NamedFloat{Name: contactName, Joint: int16(l.Ankle), Rest: 1})
		}
	}
	return nil
}

// BakedContacts is the contacts of a leg in a clip.
type BakedContacts struct {
	Clip, Leg int               // indices in the model's clips and in the legs
	Intervals []ContactInterval // none where the leg never stands: check ContactOptions
}

// BakeContacts finds the contacts of legs in all clips of a model that are not additive, and replaces the
// clips by copies with tracks of them. In a clip that walks on the spot the ground moves back, see
// Stride. It poses the legs and the joints above them at 120 moments a second. The error wraps
// soa.ErrOption, soa.ErrInvalid or that of the context; the model keeps its clips then.
func BakeContacts(ctx context.Context, model *soa.Model, legs []Leg, o ContactOptions) ([]BakedContacts, error) {
	if err := o.Fill(); err != nil {
		return nil, fmt.Errorf("contacts: %w", err)
	}
	if err := model.Validate(); err != nil {
		return nil, fmt.Errorf("contacts: %w", err)
	}
	if err := DeclareContacts(model, legs); err != nil {
		return nil, err
	}
	var found []BakedContacts
	clips := slices.Clone(model.Clips)
	skeleton := skeletonOf(model, legs)
	for k, clip := range model.Clips {
		if clip.Additive || len(legs) == 0 {
			continue
		}
		paths, err := paths(ctx, skeleton, clip, legs)
		if err != nil {
			return nil, fmt.Errorf("contacts of clip %q: %w", clip.Name, err)
		}
		if clip.Motion == nil {
			follow(paths)
		}
		fresh := make(map[int16][]ContactInterval)
		for l := range legs {
			list := find(paths[l], clip, &o)
			found = append(found, BakedContacts{k, l, inSeconds(list, clip)})
			fresh[int16(ContactProperty(model, legs[l]))] = list
		}
		clips[k] = replaceContacts(clip, fresh)
	}
	copy(model.Clips, clips)
	return found, nil
}

// FootPaths returns the paths of the tips of legs over the ground in a clip, one per leg. In a clip that
// walks on the spot the ground moves back, see Stride. The error wraps soa.ErrInvalid or that
// of the context.
func FootPaths(ctx context.Context, model *soa.Model, clip *soa.Clip, legs []Leg) ([]FootPath, error) {
	if err := model.ValidateClip(clip); err != nil {
		return nil, fmt.Errorf("foot paths: %w", err)
	}
	for _, l := range legs {
		if err := l.check(model); err != nil {
			return nil, fmt.Errorf("foot paths: %w", err)
		}
	}
	if len(legs) == 0 {
		return nil, nil
	}
	list, err := paths(ctx, skeletonOf(model, legs), clip, legs)
	if err != nil {
		return nil, fmt.Errorf("foot paths: %w", err)
	}
	if clip.Motion == nil {
		follow(list)
	}
	return list, nil
}

// skeletonOf returns the skeleton of legs and of the joints above them.
func skeletonOf(model *soa.Model, legs []Leg) *exact.Skeleton {
	needed := make([]bool, model.Skeleton.Len())
	for _, l := range legs {
		for _, j := range [...]int{l.Upper, l.Lower, l.Ankle, l.Tip()} {
			for ; j >= 0 && !needed[j]; j = int(model.Skeleton.Parent[j]) {
				needed[j] = true
			}
		}
	}
	return exact.NewSkeleton(model, needed)
}

// paths returns the paths of the tips of legs in a clip.
func paths(ctx context.Context, s *exact.Skeleton, clip *soa.Clip, legs []Leg) ([]FootPath, error) {
	root, err := motion.NewTrack(clip.Motion, clip.TicksPerSecond, clip.Seconds(), motion.Clamp)
	if err != nil {
		return nil, err
	}
	c, err := s.NewClipIn(ctx, clip)
	if err != nil {
		return nil, err
	}
	pose, steps := s.NewPose(), ContactSteps(clip)
	list := make([]FootPath, len(legs))
	for l, leg := range legs {
		at := func(j int) exact.Vec { return s.Rest.Global[s.Index[j]].Translation() }
		list[l].Leg = at(leg.Lower).Sub(at(leg.Upper)).Length() + at(leg.Ankle).Sub(at(leg.Lower)).Length()
	}
	for i := range steps + 1 {
		tick := min(float64(float64(i)*(clip.Duration/float64(steps))), clip.Duration)
		if err := c.AtIn(ctx, tick, false, &pose); err != nil {
			return nil, err
		}
		place := root.M(tick / clip.TicksPerSecond)
		for l := range legs {
			list[l].Places = append(list[l].Places, place.Point(pose.Global[s.Index[legs[l].Tip()]].Translation()))
		}
	}
	return list, nil
}

// replaceContacts returns a clip with new tracks of properties.
func replaceContacts(clip *soa.Clip, fresh map[int16][]ContactInterval) *soa.Clip {
	numbers := slices.Collect(maps.Keys(fresh))
	old := clip.Floats()
	if old != nil {
		for _, t := range old.Tracks {
			if _, ok := fresh[t.Target]; !ok {
				numbers = append(numbers, t.Target)
			}
		}
	}
	slices.Sort(numbers)
	floats := clip.EmptyCopy()
	for _, f := range numbers {
		if list, ok := fresh[f]; ok {
			appendContacts(floats, f, list)
			continue
		}
		t := slices.IndexFunc(old.Tracks, func(t soa.Track) bool { return t.Target == f })
		floats.AppendTrack(old, t, f)
	}
	return clip.WithoutFloats().WithFloats(floats)
}

func appendContacts(out *soa.Clip, float int16, list []ContactInterval) {
	out.Tracks = append(out.Tracks, soa.Track{Target: float, Property: soa.Float, First: uint32(len(out.Time))})
	var ticks []float32
	for _, k := range list {
		for _, at := range [...]float64{k.From - k.Blend, k.From, k.To, k.To + k.Blend} {
			for _, at := range [...]float64{at, at - out.Duration, at + out.Duration} {
				if at > 0 && at < out.Duration && (out.Loop || at >= k.From-k.Blend && at <= k.To+k.Blend) {
					ticks = append(ticks, float32(at))
				}
			}
		}
	}
	ticks = append(ticks, 0, float32(out.Duration))
	slices.Sort(ticks)
	ticks = slices.Compact(ticks)
	values := make([]float32, len(ticks))
	same := true
	for i, tick := range ticks {
		values[i] = contactAt(list, out, float64(tick))
		same = same && values[i] == values[0]
	}
	if same {
		ticks, values = ticks[:1], values[:1]
	}
	zero := make([]float32, len(ticks))
	out.Time, out.X = append(out.Time, ticks...), append(out.X, values...)
	out.Y, out.Z, out.W = append(out.Y, zero...), append(out.Z, zero...), append(out.W, zero...)
}

// contactAt is the contact of a foot at a tick of a clip.
func contactAt(list []ContactInterval, clip *soa.Clip, tick float64) float32 {
	most := 0.
	for _, k := range list {
		for loop := -1.; loop <= 1; loop++ {
			if loop != 0 && !clip.Loop {
				continue
			}
			from, to := k.From+float64(loop*clip.Duration), k.To+float64(loop*clip.Duration)
			beside := max(from-tick, tick-to, 0) // of ticks rounded to float32
			switch slack := float64(1e-6 * clip.Duration); {
			case beside <= slack:
				most = 1
			case beside < k.Blend-slack:
				most = max(most, 1-beside/k.Blend)
			}
		}
	}
	return float32(most)
}
