package rig

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// InsertJoint inserts a joint between a joint and its parent, at a part of the way from the parent,
// 0 to 1, as it is at rest. The new joint has the axes of the parent, and moves no vertex until it gets
// weights. With t its offset,
//
//	parent ──► new ──► joint         t(joint)′ = t(joint) − t
//
// for its rest and its keys, so that all plays the same but for the rounding of these. A root gets a
// parent at a part of the way from the origin. The error wraps ErrName, soa.ErrOption, soa.ErrRange or
// soa.ErrInvalid.
func InsertJoint(m *soa.Model, j int, name string, part float64) (*soa.Model, *SkeletonReport, error) {
	fail := func(err error) (*soa.Model, *SkeletonReport, error) {
		return nil, nil, fmt.Errorf("insert joint %.60q: %w", name, err)
	}
	if err := checkModel(m); err != nil {
		return fail(err)
	}
	if err := checkJoint(m, j); err != nil {
		return fail(err)
	}
	if err := checkName(m.Skeleton, name); err != nil {
		return fail(err)
	}
	if !(part >= 0 && part <= 1) {
		return fail(fmt.Errorf("%w: its place between the joints is %v, want 0 to 1", soa.ErrOption, part))
	}
	k := m.Skeleton
	at, static := slices.BinarySearchFunc(k.Static, j, func(l soa.StaticLocal, j int) int { return int(l.Joint) - j })
	t, _, _ := rest(k, j)
	if static {
		x, y, z := k.Static[at].Local.Translation()
		t = exact.Vec{float64(x), float64(y), float64(z)}
	}
	// The rounded offset is what the keys are reduced by.
	t = roundVec(t.Scale(part))
	list := joints(k)
	list[j].t = list[j].t.Sub(t)
	for i := range list { // the new joint takes the place of j
		if list[i].parent >= j {
			list[i].parent++
		}
	}
	unit := float32(1)
	parent := list[j].parent
	if parent >= 0 {
		unit = k.Unit[parent]
	}
	list[j].parent = j
	list = slices.Insert(list, j, joint{soa.NoJoint, parent, name, unit, t, exact.IdentityQuat(), exact.Vec{1, 1, 1}})
	out, index, err := rebuild(m, list)
	if err != nil {
		return fail(err)
	}
	if static {
		l := &out.Skeleton.Static[at].Local
		l[3], l[7], l[11] = float32(float64(l[3])-t[0]), float32(float64(l[7])-t[1]), float32(float64(l[11])-t[2])
	}
	keys := 0
	for i, c := range out.Clips {
		out.Clips[i], keys = shift(c, j+1, t, keys)
	}
	r := &SkeletonReport{Index: index, Before: k.Len(), After: len(list)}
	above := "the origin"
	if parent >= 0 {
		above = fmt.Sprintf("%q", k.Name[parent])
	}
	r.note("%q is inserted between %s and %q, %.1f mm from the first and %.1f mm from the second", name, above, k.Name[j], 1000*t.Length(), 1000*list[j+1].t.Length())
	if keys > 0 {
		r.note("%s of the translation of %q are relative to it", plural(keys, "key"), k.Name[j])
	}
	return out, r, finish("insert", out)
}

// shift moves the translation keys of a joint by −t, and counts them.
func shift(c *soa.Clip, joint int, t exact.Vec, keys int) (*soa.Clip, int) {
	own := tracksOf(c, joint)[soa.Translation]
	if own < 0 || t == (exact.Vec{}) {
		return c, keys
	}
	first, end := c.Keys(own)
	b := &clipBuilder{of: c}
	for i := range c.Tracks {
		var by *mapping
		if i == own {
			by = turned(exact.IdentityQuat(), 1, exact.Vec{-t[0], -t[1], -t[2]})
		}
		b.keep(i, int(c.Tracks[i].Target), by)
	}
	return b.build(), keys + end - first
}

// roundVec rounds to float32.
func roundVec(v exact.Vec) exact.Vec {
	return exact.Vec{float64(float32(v[0])), float64(float32(v[1])), float64(float32(v[2]))}
}

// AddJoint adds a joint without children below a parent, soa.NoJoint for a root, at a place in model space
// at rest. It has the parent's axes and moves no vertex until it gets weights. The error wraps
// ErrName, ErrScale for a parent that flattens space, soa.ErrOption, soa.ErrRange or soa.ErrInvalid.
func AddJoint(m *soa.Model, parent int, name string, at [3]float64) (*soa.Model, *SkeletonReport, error) {
	fail := func(err error) (*soa.Model, *SkeletonReport, error) {
		return nil, nil, fmt.Errorf("add joint %.60q: %w", name, err)
	}
	if err := checkModel(m); err != nil {
		return fail(err)
	}
	if parent != soa.NoJoint {
		if err := checkJoint(m, parent); err != nil {
			return fail(err)
		}
	}
	if err := checkName(m.Skeleton, name); err != nil {
		return fail(err)
	}
	for _, x := range at {
		if !(x > -soa.MaxMagnitude && x < soa.MaxMagnitude) {
			return fail(fmt.Errorf("%w: its place is %v", soa.ErrOption, at))
		}
	}
	k := m.Skeleton
	t, unit := exact.Vec(at), float32(1)
	above := "no parent"
	if parent >= 0 {
		global := exact.NewSkeleton(m, nil).Rest.Global[parent]
		back, ok := global.Inverse()
		if !ok {
			return fail(fmt.Errorf("%w: joint %q flattens space", ErrScale, k.Name[parent]))
		}
		t, unit, above = back.Point(t), k.Unit[parent], fmt.Sprintf("%q", k.Name[parent])
	}
	list := append(joints(k), joint{soa.NoJoint, parent, name, unit, t, exact.IdentityQuat(), exact.Vec{1, 1, 1}})
	out, index, err := rebuild(m, list)
	if err != nil {
		return fail(err)
	}
	r := &SkeletonReport{Index: index, Before: k.Len(), After: len(list)}
	r.note("%q is added below %s, at %.3f %.3f %.3f", name, above, at[0], at[1], at[2])
	return out, r, finish("add", out)
}
