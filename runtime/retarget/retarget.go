package retarget

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Options are the settings of Retarget.
type Options struct {
	// Table maps names of the source's joints, see Map.
	Table map[string]string
	// Bodies are, of source and target, the joints of a human body by the names that VRM
	// has for bones, as avatars say them; an empty one is found by the names of joints.
	Bodies [2]map[string]string
	// Scale is that of translations; 0 means the ratio of the lengths of the legs, or of
	// all mapped bones where there are no legs.
	Scale float64
	// KeepRest takes the rest poses as equal: no limb is brought into the direction of
	// the source's.
	KeepRest bool

	// Goals brings hands and feet to where the source's are, relative to the shoulder and
	// the hip and times the ratio of the lengths of the limb, feet at the source's height
	// above the ground; elbows and knees bend as they do without.
	Goals bool
	// Plant holds feet on the ground in the times in which the source's are: while the
	// toes are slower than PlantSpeed (0: 0.3 m/s), or slip over the ground by less than
	// contact.DefaultPace of the speed of the whole, and lower than PlantHeight (0: 5 cm)
	// above their lowest place in the clip, both for legs of 0.85 m. It sets in and ends
	// within PlantBlend seconds (0: 0.1 s).
	Plant                               bool
	PlantSpeed, PlantHeight, PlantBlend float64

	// Bound and Angle are the largest distance in metres and angle in degrees by which a
	// joint may stray between keys; 0 means 0.1 mm and 0.02°. Where it takes more keys
	// they are added, down to 1/4096 of the time between two and to 1/960 s: a pose that
	// jumps strays there, see Report.Stray.
	Bound, Angle float64

	// MaxBytes is the greatest memory of the keys; 0 means 1 GiB. What takes more is
	// soa.ErrTooLarge: a key has values of all joints, so that a clip of many joints with
	// key times of their own takes memory proportional to the square of their number.
	MaxBytes int64
}

// The defaults of Options.
const (
	DefaultBound       = 1e-4
	DefaultAngle       = 0.02
	DefaultPlantSpeed  = 0.3
	DefaultPlantHeight = 0.05
	DefaultPlantBlend  = 0.1
	DefaultMaxBytes    = 1 << 30
)

func (o *Options) fill() error {
	for _, f := range []struct {
		v         *float64
		otherwise float64
	}{{&o.Bound, DefaultBound}, {&o.Angle, DefaultAngle}, {&o.PlantSpeed, DefaultPlantSpeed},
		{&o.PlantHeight, DefaultPlantHeight}, {&o.PlantBlend, DefaultPlantBlend}} {
		if *f.v == 0 {
			*f.v = f.otherwise
		}
		if !(*f.v > 0) || math.IsInf(*f.v, 0) {
			return fmt.Errorf("%w: %v", soa.ErrOption, *f.v)
		}
	}
	if o.MaxBytes < 0 {
		return fmt.Errorf("%w: MaxBytes is %d", soa.ErrOption, o.MaxBytes)
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.Scale < 0 || o.Scale-o.Scale != 0 {
		return fmt.Errorf("%w: scale %v", soa.ErrOption, o.Scale)
	}
	return nil
}

// Retarget returns a clip for a model that does what a clip of another model does, see
// the package's documentation. Name, times, events and the Motion of the root, scaled,
// are the clip's; morph weights and custom properties go by their names. The tracks are
// linear, with keys where any of the clip's joints has one and where the Bound asks for
// more: time and memory are proportional to the clip's keys and its seconds. From one key
// to the next a joint rotates by a quarter of a turn at most, but at a step. ctx is checked
// at each pose.
//
// The error wraps ErrAdditive, ErrHips, ErrTable, ErrRest, ErrScale, soa.ErrInvalid,
// soa.ErrOption, soa.ErrTooLarge or the context's.
func Retarget(ctx context.Context, source *soa.Model, clip *soa.Clip, target *soa.Model, o Options) (*soa.Clip, *Report, error) {
	fail := func(err error) (*soa.Clip, *Report, error) { return nil, nil, fmt.Errorf("retarget: %w", err) }
	if source == nil || target == nil || source.Skeleton == nil || target.Skeleton == nil || clip == nil {
		return fail(fmt.Errorf("%w: no model, skeleton or clip", soa.ErrInvalid))
	}
	check := func() error { return source.ValidateClip(clip) }
	for _, step := range [...]func() error{ctx.Err, source.Validate, ctx.Err, target.Validate, ctx.Err, check, ctx.Err} {
		if err := step(); err != nil {
			return fail(err)
		}
	}
	if clip.Additive {
		return fail(fmt.Errorf("%w: %q; make what it was made of additive for the other model", ErrAdditive, clip.Name))
	}
	if err := o.fill(); err != nil {
		return fail(err)
	}
	m, err := mapBodies(ctx, source.Skeleton, target.Skeleton, o.Table, o.Bodies)
	if err != nil {
		return nil, nil, err
	}
	if err := ctx.Err(); err != nil {
		return fail(err)
	}
	t, err := newTransfer(ctx, m, source, target, &o)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return fail(err)
	}
	out, report, err := t.retarget(ctx, source, clip, target, &o)
	if err != nil {
		return fail(err)
	}
	if err := ctx.Err(); err != nil {
		return fail(err)
	}
	if err := target.ValidateClip(out); err != nil {
		return fail(err)
	}
	return out, report, nil
}

func (t *transfer) retarget(ctx context.Context, source *soa.Model, clip *soa.Clip, target *soa.Model, o *Options) (*soa.Clip, *Report, error) {
	r := &Report{Clip: clip.Name, Scale: t.scale, Turned: degrees(t.turn) > 1, Rest: t.differences()}
	t.m.report(r, drivenJoints(source, clip))
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	var err error
	if t.clip, err = t.src.NewClipIn(ctx, clip); err != nil {
		return nil, nil, err
	}
	out := &soa.Clip{
		Name: clip.Name, TicksPerSecond: clip.TicksPerSecond, Start: clip.Start, Duration: clip.Duration, Loop: clip.Loop,
		Events: slices.Clone(clip.Events),
	}
	if out.Motion = t.motion(clip.Motion); out.Motion == nil && clip.Motion != nil {
		r.Lost = append(r.Lost, Loss{"motion", source.Skeleton.Name[clip.Motion.Joint]})
	}
	if o.Goals || o.Plant {
		plan, err := newPlan(ctx, t, out, clip, o)
		if err != nil {
			return nil, nil, err
		}
		t.goal = plan
	}
	refined, err := t.keys(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	if err := t.write(ctx, out, refined.keys); err != nil {
		return nil, nil, err
	}
	r.Added, r.Stray = refined.added, refined.stray
	t.lost(r, source, clip)
	copyNumbers(out, clip, source, target, t.m, r)
	r.Keys = len(out.Time)
	if t.goal != nil {
		t.goal.report(t, r, clip)
	}
	return out, r, nil
}

// drivenJoints marks the joints that a clip drives.
func drivenJoints(m *soa.Model, clip *soa.Clip) []bool {
	driven := make([]bool, m.Skeleton.Len())
	for _, tr := range clip.Tracks {
		if tr.Property <= soa.Scale {
			driven[tr.Target] = true
		}
	}
	return driven
}

// motion returns the movement of the source's root for the target, or nil where the axis
// of its yaw is not upright there.
func (t *transfer) motion(m *soa.Motion) *soa.Motion {
	if m == nil || t.turn.Rotate(exact.Vec{1: 1})[1] < 0.5 {
		return nil
	}
	out := &soa.Motion{Joint: int16(t.m.Hips[1]), Time: slices.Clone(m.Time), Yaw: slices.Clone(m.Yaw)}
	for _, p := range t.m.Pairs {
		if p.Source == int(m.Joint) {
			out.Joint = int16(p.Target)
			break
		}
	}
	for k := range m.Time {
		v := t.turn.Rotate(exact.Vec{float64(m.X[k]), float64(m.Y[k]), float64(m.Z[k])}).Scale(t.scale)
		out.X, out.Y, out.Z = append(out.X, float32(v[0])), append(out.Y, float32(v[1])), append(out.Z, float32(v[2]))
	}
	return out
}

// lost notes translations and scales that change bones of the source.
func (t *transfer) lost(r *Report, source *soa.Model, clip *soa.Clip) {
	moved, mapped := make([]bool, len(t.src.Joint)), make([]bool, len(t.src.Joint))
	for _, p := range t.m.Pairs {
		mapped[p.Source] = true
		moved[p.Source] = moved[p.Source] || t.moves[p.Target]
	}
	for j := range moved { // those above the hips are in its place
		moved[j] = moved[j] || isBelow(source.Skeleton, t.m.Hips[0], j)
	}
	for i, tr := range clip.Tracks {
		if tr.Property > soa.Scale || tr.Property == soa.Rotation || !mapped[tr.Target] || tr.Property == soa.Translation && moved[tr.Target] {
			continue
		}
		rest := t.src.Rest.Get(tr.Property, int(tr.Target))
		first, end := clip.Keys(i)
		for k := first; k < end; k++ {
			v := exact.Quat{float64(clip.X[k]), float64(clip.Y[k]), float64(clip.Z[k])}
			if v.Distance(rest) > 1e-3*max(1, math.Sqrt(rest.Dot(rest))) {
				r.Lost = append(r.Lost, Loss{tr.Property.String(), source.Skeleton.Name[tr.Target]})
				break
			}
		}
	}
}

// copyNumbers copies the tracks of morph weights and custom properties that the target
// has too.
func copyNumbers(out, clip *soa.Clip, source, target *soa.Model, m *Mapping, r *Report) {
	type copied struct{ track, target int }
	var list []copied
	taken := make(map[[2]int]bool)
	for i, tr := range clip.Tracks {
		to, name := soa.None, ""
		switch tr.Property {
		case soa.Weight:
			w := source.Weights[tr.Target]
			name, to = w.Target, findWeight(target, w)
		case soa.Float:
			f := source.Floats[tr.Target]
			name, to = f.Name, target.Float(f.Name, m.targetOf(f.Joint))
		default:
			continue
		}
		at := [2]int{int(tr.Property), to}
		if to == soa.None || taken[at] {
			r.Lost = append(r.Lost, Loss{tr.Property.String(), name})
			continue
		}
		taken[at] = true
		list = append(list, copied{i, to})
	}
	slices.SortFunc(list, func(a, b copied) int {
		if p, q := clip.Tracks[a.track].Property, clip.Tracks[b.track].Property; p != q {
			return int(p) - int(q)
		}
		return a.target - b.target
	})
	for _, c := range list {
		out.AppendTrack(clip, c.track, int16(c.target))
	}
}

// findWeight finds a morph weight by mesh and name, or by its name alone if that is
// unique.
func findWeight(m *soa.Model, w soa.MorphWeight) int {
	found := soa.None
	for i := range m.Weights {
		if m.Weights[i].Target != w.Target {
			continue
		}
		if m.Weights[i].Mesh == w.Mesh {
			return i
		}
		if found != soa.None {
			found = len(m.Weights)
		} else {
			found = i
		}
	}
	if found == len(m.Weights) {
		return soa.None
	}
	return found
}

// targetOf returns the joint of the target that a joint of the source is mapped to.
func (m *Mapping) targetOf(joint int16) int16 {
	for _, p := range m.Pairs {
		if p.Source == int(joint) {
			return int16(p.Target)
		}
	}
	return soa.NoJoint
}
