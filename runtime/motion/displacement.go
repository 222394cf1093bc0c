package motion

import (
	"context"
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Displacement returns how far one loop of a clip leads, and the joint that goes there: of a clip
// with a Motion the Motion's end, of another one where the joint that Root finds is at the end, as
// seen from its place at the start. Below joints that scale unevenly the rotation does not count.
// Where nothing moves the joint is soa.None. It poses the
// joint and all above it at each of their keys. The error wraps soa.ErrInvalid, ErrExtract or that of
// the context.
func Displacement(ctx context.Context, model *soa.Model, clip *soa.Clip) (RootTransform, int, error) {
	fail := func(err error) (RootTransform, int, error) {
		return Identity(), soa.None, fmt.Errorf("displacement: %w", err)
	}
	if err := check(model, clip); err != nil {
		return fail(err)
	}
	if m := clip.Motion; m != nil {
		last := len(m.Time) - 1
		s, c := exact.SinCos(float64(m.Yaw[last]))
		return RootTransform{float64(m.X[last]), float64(m.Y[last]), float64(m.Z[last]), c, s}, int(m.Joint), nil
	}
	joint := Root(model, clip)
	if joint == soa.None {
		return Identity(), soa.None, nil
	}
	o := Options{Take: X | Y | Z | Yaw, Rule: Follow, Reference: Start}
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
	return RootTransform{end.m[0], end.m[1], end.m[2], c, s}, joint, nil
}
