package retarget

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// Retarget transfers a clip of the source to the target, see the package documentation.
// Name, times, events and the scaled Motion are the clip's; morph weights and custom
// properties are matched by name. Tracks are linear, with the keys of all the clip's joints
// and more to hold the Bound: time and memory are proportional to the clip's keys and
// seconds. Between keys a joint rotates by at most 90°, except at a step. ctx is checked at
// each pose.
//
// The error wraps ErrAdditive, ErrLimb, humanoid.ErrHips, humanoid.ErrTable, ErrRest, ErrScale,
// soa.ErrInvalid, soa.ErrOption, soa.ErrTooLarge or the context's.
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
	m, from, ref, err := prepare(ctx, source, clip, target, &o)
	if err != nil {
		return fail(err)
	}
	t, err := newTransfer(ctx, m, from, ref, target, &o)
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
	r := &Report{Clip: clip.Name, Scale: t.scale, Turned: degrees(t.turn) > 1, Rest: t.differences(), Reference: t.ref.report, Ground: t.ground}
	driven := drivenJoints(source, clip)
	t.report(r, driven)
	t.watch(driven, o.Table)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	out := clip.EmptyCopy()
	out.Events = slices.Clone(clip.Events)
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
	if r.Limbs = t.lostLimbs(clip); o.Strict && len(r.Limbs) > 0 {
		return nil, nil, limbError(r.Limbs)
	}
	t.reportLost(r, source, clip)
	copyNumbers(out, clip, source, target, t.m, r)
	r.Keys = len(out.Time)
	if t.goal != nil {
		t.goal.report(t, r, clip)
	}
	return out, r, nil
}

// prepare maps the joints, and chooses the source's reference pose. If that is a frame, joints are
// mapped in it.
func prepare(ctx context.Context, source *soa.Model, clip *soa.Clip, target *soa.Model, o *Options) (*humanoid.Mapping, *chooser, *reference, error) {
	c := &chooser{ctx: ctx, s: exact.NewSkeleton(source, nil)}
	var err error
	if c.clip, err = c.s.NewClipIn(ctx, clip); err != nil {
		return nil, nil, nil, err
	}
	c.times = c.clip.JointTicks()
	known := humanoid.Options{Table: o.Table, Bodies: o.Bodies}
	m, err := humanoid.Map(ctx, source.Skeleton, target.Skeleton, known)
	if err != nil {
		return nil, nil, nil, err
	}
	c.body = m.Body[0]
	ref, err := c.choose(o)
	if err != nil {
		return nil, nil, nil, err
	}
	if ref.frame {
		if m, err = humanoid.Map(ctx, restIn(source.Skeleton, &ref.pose), target.Skeleton, known); err != nil {
			return nil, nil, nil, err
		}
	}
	return m, c, ref, nil
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

// motion returns the source's root motion for the target, or nil if its yaw axis is not upright
// there.
func (t *transfer) motion(m *soa.Motion) *soa.Motion {
	if m == nil || t.turn.Rotate(exact.Vec{1: 1})[1] < 0.5 {
		return nil
	}
	out := &soa.Motion{Joint: int16(t.m.Hips[1]), Time: slices.Clone(m.Time), Yaw: slices.Clone(m.Yaw)}
	if j := t.m.TargetOf(int(m.Joint)); j != soa.NoJoint {
		out.Joint = int16(j)
	}
	for k := range m.Time {
		v := t.turn.Rotate(exact.Vec{float64(m.X[k]), float64(m.Y[k]), float64(m.Z[k])}).Scale(t.scale)
		out.X, out.Y, out.Z = append(out.X, float32(v[0])), append(out.Y, float32(v[1])), append(out.Z, float32(v[2]))
	}
	return out
}

// reportLost reports translations and scales that change bones of the source.
func (t *transfer) reportLost(r *Report, source *soa.Model, clip *soa.Clip) {
	moved, mapped := make([]bool, len(t.src.Joint)), make([]bool, len(t.src.Joint))
	for _, p := range t.m.Pairs {
		mapped[p.Source] = true
		moved[p.Source] = moved[p.Source] || t.moves[p.Target]
	}
	for j := t.m.Hips[0]; j >= 0; j = int(source.Skeleton.Parent[j]) { // joints above the hips count as hips
		moved[j] = moved[j] || j != t.m.Hips[0]
	}
	for i, tr := range clip.Tracks {
		if tr.Property > soa.Scale || tr.Property == soa.Rotation || !mapped[tr.Target] || tr.Property == soa.Translation && moved[tr.Target] {
			continue
		}
		rest := t.src.Rest.Get(tr.Property, int(tr.Target))
		first, end := clip.Keys(i)
		for k := first; k < end; k++ {
			v := exact.Quat{float64(clip.X[k]), float64(clip.Y[k]), float64(clip.Z[k])}
			if v.Distance(rest) > 1e-3*max(1, rest.Length()) {
				r.Lost = append(r.Lost, Loss{tr.Property.String(), source.Skeleton.Name[tr.Target]})
				break
			}
		}
	}
}
