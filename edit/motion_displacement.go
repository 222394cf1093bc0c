package edit

import (
	"context"
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Displacement returns the movement of one loop of a clip, and the joint that makes it. With a Motion
// it is the Motion's end, otherwise the place of RootJoint's joint at the end relative to that at the
// start. Below joints that scale unevenly the rotation does not count. If nothing moves, the joint is
// soa.None. It poses the joint and all above it at each of their keys. The error wraps soa.ErrInvalid,
// ErrExtract or that of the context.
func Displacement(ctx context.Context, model *soa.Model, clip *soa.Clip) (soa.RootTransform, int, error) {
	fail := func(err error) (soa.RootTransform, int, error) {
		return soa.IdentityRoot(), soa.None, fmt.Errorf("displacement: %w", err)
	}
	if err := check(model, clip); err != nil {
		return fail(err)
	}
	if m := clip.Motion; m != nil {
		last := len(m.Time) - 1
		s, c := exact.SinCos(float64(m.Yaw[last]))
		return soa.RootTransform{X: float64(m.X[last]), Y: float64(m.Y[last]), Z: float64(m.Z[last]), C: c, S: s}, int(m.Joint), nil
	}
	joint := RootJoint(model, clip)
	if joint == soa.None {
		return soa.IdentityRoot(), soa.None, nil
	}
	o := MotionOptions{Take: X | Y | Z | Yaw, Rule: Follow, Reference: Start}
	e, err := newExtraction(ctx, model, clip, joint, o)
	if errors.Is(err, ErrExtract) {
		o.Take &^= Yaw
		e, err = newExtraction(ctx, model, clip, joint, o)
	}
	if err != nil {
		return fail(err)
	}
	end := e.frame(float32(clip.Duration), 0)
	if err := e.refused(); err != nil {
		return fail(err)
	}
	s, c := exact.SinCos(end.yaw)
	return soa.RootTransform{X: end.m[0], Y: end.m[1], Z: end.m[2], C: c, S: s}, joint, nil
}
