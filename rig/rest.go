package rig

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// As is the sense in which a model takes a pose.
type As uint8

// The senses of a pose.
const (
	// AsRest replaces the rest pose alone: without a clip the model stands in the pose. Keys are whole
	// local transforms, so clips play as before, and keep their bits; one that leaves out a joint of
	// the arms gets one key of its former rest first.
	AsRest As = iota
	// AsFrames turns the axes of joints, so that in the pose they are those of the model, and rotations
	// are the identity there. Nothing moves, at rest or in a clip, but for rounding. Joints that scale
	// unevenly keep their axes, and the report names them.
	AsFrames
	// AsBind moves the vertices into the pose and binds them there. Clips move the joints as before;
	// vertices with several influences bend otherwise, since blends of matrices do not commute.
	AsBind
)

// String returns the sense's name.
func (a As) String() string { return [...]string{"rest", "frames", "bind"}[min(a, AsBind)] }

// TakePose brings a human body into the T or A pose in one of three senses. Upper and lower arms
// become one line, to the side or 45° down, each on the shortest way; legs stay. The error wraps
// ErrBody, ErrScale, ErrReference for a constraint of the avatar that depends on what changes,
// soa.ErrOption, soa.ErrInvalid or the context's.
func TakePose(ctx context.Context, m *soa.Model, p RestPose, as As) (*soa.Model, *SkeletonReport, error) {
	fail := func(err error) (*soa.Model, *SkeletonReport, error) {
		return nil, nil, fmt.Errorf("take the %v pose: %w", p, err)
	}
	if err := checkModel(m); err != nil {
		return fail(err)
	}
	if p != T && p != A || as > AsBind {
		return fail(fmt.Errorf("%w: pose %v in sense %d", soa.ErrOption, p, as))
	}
	a, err := findArms(m.Skeleton)
	if err != nil {
		return fail(err)
	}
	if err := evenAbove(m.Skeleton, a.lower[0], a.lower[1], a.upper[0], a.upper[1]); err != nil {
		return fail(err)
	}
	was := a.held()
	changed := a.take(p)
	now := a.held()
	r := &SkeletonReport{Before: m.Skeleton.Len(), After: m.Skeleton.Len(), Index: identity(m.Skeleton.Len())}
	r.note("the arms were in the pose %v, %.1f° and %.1f° below horizontal, and %s %v, %.1f° and %.1f°", was.Pose, was.Down[0], was.Down[1],
		map[As]string{AsRest: "are at rest in", AsFrames: "have the model's axes in", AsBind: "are bound in"}[as], now.Pose, now.Down[0], now.Down[1])
	var out *soa.Model
	if out, err = takeAs(ctx, m, a.pose, changed, as, r); err != nil {
		return fail(err)
	}
	return out, r, finish("take a pose", out)
}

// takeAs brings a model into a pose in a sense. changed are the joints that differ from the rest pose.
func takeAs(ctx context.Context, m *soa.Model, pose *exact.Pose, changed []int, as As, r *SkeletonReport) (*soa.Model, error) {
	switch as {
	case AsFrames:
		return turnFrames(m, modelAxes(m, pose, r), r)
	case AsBind:
		return rebind(ctx, m, pose, changed, r)
	}
	return newRest(m, pose, changed, r)
}

// modelAxes returns the rotations that give joints the axes of the model in a pose. Joints that scale
// unevenly keep theirs.
func modelAxes(m *soa.Model, pose *exact.Pose, r *SkeletonReport) []exact.Quat {
	turns := make([]exact.Quat, m.Skeleton.Len())
	for j := range turns {
		if err := scalesEvenly(m, j); err != nil {
			turns[j] = exact.IdentityQuat()
			r.note("the axes of %q stay: %v", m.Skeleton.Name[j], err)
			continue
		}
		_, q, _, _ := pose.Global[j].Decompose()
		turns[j] = q.Conjugate()
	}
	return turns
}

// newRest returns the model with the rest of some joints replaced.
func newRest(m *soa.Model, pose *exact.Pose, changed []int, r *SkeletonReport) (*soa.Model, error) {
	if err := constrained(m.Avatar, func(j int) bool { return slices.Contains(changed, j) }); err != nil {
		return nil, err
	}
	out := *m
	out.Skeleton = cloneSkeleton(m.Skeleton)
	for _, j := range changed {
		_, _, s := rest(m.Skeleton, j)
		setRest(out.Skeleton, j, pose.T[j], pose.Q[j], s)
	}
	out.Clips = slices.Clone(m.Clips)
	held, mapped := 0, 0
	for i, c := range m.Clips {
		b, need := &clipBuilder{of: c}, false
		for t, tr := range c.Tracks {
			var by *mapping
			if at := int(tr.Target); c.Additive && tr.Property == soa.Rotation && slices.Contains(changed, at) {
				// Its keys are rest · δ.
				_, was, _ := rest(m.Skeleton, at)
				by = rotated(pose.Q[at].Mul(was.Unit().Conjugate()), exact.IdentityQuat())
				mapped++
				need = true
			}
			b.keep(t, int(tr.Target), by)
		}
		for _, j := range changed {
			if tracksOf(c, j)[soa.Rotation] >= 0 || c.Additive {
				continue
			}
			_, was, _ := rest(m.Skeleton, j)
			b.line(soa.Rotation, j, linearKey{0, was})
			held++
			need = true
		}
		for _, j := range changed {
			if was, _, _ := rest(m.Skeleton, j); was != pose.T[j] && !c.Additive && tracksOf(c, j)[soa.Translation] < 0 {
				b.line(soa.Translation, j, linearKey{0, exact.Quat{was[0], was[1], was[2]}})
				held++
				need = true
			}
		}
		if need {
			out.Clips[i] = b.build()
		}
	}
	if held > 0 {
		r.note("%s of the former rest, in clips that leave out a joint", plural(held, "track"))
	}
	if mapped > 0 {
		r.note("%s of additive clips are relative to the new rest", plural(mapped, "track"))
	}
	return &out, nil
}

// constrained returns an error if a constraint of an avatar is of a joint.
func constrained(a *soa.Avatar, of func(joint int) bool) error {
	if a == nil {
		return nil
	}
	for i := range a.Constraints {
		c := &a.Constraints[i]
		for _, n := range [...]*soa.AvatarNode{&c.Node, &c.Source} {
			if n.Joint >= 0 && of(n.Joint) {
				return fmt.Errorf("%w: the %s constraint of %q depends on the rest and the axes of %q", ErrReference, c.Kind, c.Node.Name, n.Name)
			}
		}
	}
	return nil
}
