package rig

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// RemoveJoint removes a joint. Its children become its parent's and play as before: with L the local
// transform of the joint,
//
//	L(child)′ = L · L(child)
//
// at rest and in clips. Where only one of the two moves, or the product is a line, keys keep their times
// and curves; otherwise linear keys are added until the product is followed within 0.01 mm, and
// the report counts them. Weights, meshes and custom properties go to the parent.
//
// The error wraps ErrScale for a joint with children that scales unevenly or shears, ErrReference where an avatar, the
// root motion of a clip, an additive clip or a vertex without another joint refers to it,
// soa.ErrRange or soa.ErrInvalid.
func RemoveJoint(m *soa.Model, j int) (*soa.Model, *SkeletonReport, error) {
	if err := checkModel(m); err != nil {
		return nil, nil, fmt.Errorf("remove a joint: %w", err)
	}
	if err := checkJoint(m, j); err != nil {
		return nil, nil, fmt.Errorf("remove a joint: %w", err)
	}
	fail := func(err error) (*soa.Model, *SkeletonReport, error) {
		return nil, nil, fmt.Errorf("remove joint %q: %w", m.Skeleton.Name[j], err)
	}
	if err := stopsRemoval(m, j); err != nil {
		return fail(err)
	}
	r := &SkeletonReport{Before: m.Skeleton.Len(), After: m.Skeleton.Len() - 1}
	parent := int(m.Skeleton.Parent[j])
	above := "no parent"
	if parent >= 0 {
		above = fmt.Sprintf("%q", m.Skeleton.Name[parent])
	}
	freed := *m
	freed.Clips = slices.Clone(m.Clips)
	for i, c := range m.Clips {
		freed.Clips[i] = compose(m.Skeleton, c, j, r)
	}
	freed.Skins, freed.Meshes = slices.Clone(m.Skins), slices.Clone(m.Meshes)
	vertices, err := giveWeights(&freed, j, parent)
	if err != nil {
		return fail(err)
	}
	t, q, s := rest(m.Skeleton, j)
	local := restLocal(m.Skeleton, j)
	carried := 0
	for i, mesh := range freed.Meshes {
		if mesh.Skin == soa.None && int(mesh.Joint) == j {
			fresh := *mesh
			fresh.Joint = int16(parent)
			fresh.Offset = local.Mul(exact.FromFloat32(mesh.Offset)).Float32()
			freed.Meshes[i] = &fresh
			carried++
		}
	}
	freed.Floats = slices.Clone(m.Floats)
	properties := 0
	for i := range freed.Floats {
		if f := &freed.Floats[i]; int(f.Joint) == j {
			f.Joint = int16(parent)
			properties++
		}
	}
	freed.Skeleton = composeStatic(m.Skeleton, j, local)
	list := joints(m.Skeleton)
	children := 0
	for i := range list {
		c := &list[i]
		if c.parent == j {
			c.t, c.q, c.s = composeChild(t, q.Unit(), s[0], c.t, c.q.Unit(), c.s)
			c.parent = parent
			children++
		}
		if c.parent > j {
			c.parent--
		}
	}
	out, index, err := rebuild(&freed, slices.Delete(list, j, j+1))
	if err != nil {
		return fail(err)
	}
	r.Index = index
	r.note("%q is removed; %s below it now have %s", m.Skeleton.Name[j], plural(children, "joint"), above)
	for what, n := range map[string]int{"vertices were weighted to it": vertices, "meshes hung on it": carried, "custom properties were on it": properties} {
		if n > 0 {
			r.note("%d %s and now have %s", n, what, above)
		}
	}
	slices.Sort(r.Notes[1:])
	return out, r, finish("remove", out)
}

// composeChild is the transform of a child in the space of the joint's parent.
func composeChild(t exact.Vec, q exact.Quat, k float64, ct exact.Vec, cq exact.Quat, cs exact.Vec) (exact.Vec, exact.Quat, exact.Vec) {
	return t.Add(q.Matrix().Direction(ct).Scale(k)), q.Mul(cq), cs.Scale(k)
}

// uneven is how far the scales of the axes may differ, in parts of the largest, and count as equal.
const uneven = 1e-5

// isUniform reports whether a scale is the same along all axes.
func isUniform(s exact.Vec) bool {
	largest := max(math.Abs(s[0]), math.Abs(s[1]), math.Abs(s[2]))
	return max(math.Abs(s[1]-s[0]), math.Abs(s[2]-s[0])) <= float64(uneven*largest)
}

// restsEvenly checks that a joint scales its axes alike at rest.
func restsEvenly(k *soa.Skeleton, j int) error {
	if isStatic(k, j) {
		return fmt.Errorf("%w: joint %q has a matrix that shears", ErrScale, k.Name[j])
	}
	if _, _, s := rest(k, j); !isUniform(s) {
		return fmt.Errorf("%w: joint %q has the scale %v at rest", ErrScale, k.Name[j], s)
	}
	return nil
}

// isStatic reports whether a joint has a static matrix.
func isStatic(k *soa.Skeleton, j int) bool {
	_, ok := slices.BinarySearchFunc(k.Static, j, func(l soa.StaticLocal, j int) int { return int(l.Joint) - j })
	return ok
}

// scalesEvenly checks that a joint scales its axes alike at rest and in all clips.
func scalesEvenly(m *soa.Model, j int) error {
	k := m.Skeleton
	if err := restsEvenly(k, j); err != nil {
		return err
	}
	for _, c := range m.Clips {
		t := tracksOf(c, j)[soa.Scale]
		if t < 0 {
			continue
		}
		first, end := c.Keys(t)
		for i := first; i < end; i++ {
			if s := exact.Key(c, i); !isUniform(exact.Vec{s[0], s[1], s[2]}) {
				return fmt.Errorf("%w: joint %q has the scale %v in clip %q", ErrScale, k.Name[j], s[:3], c.Name)
			}
		}
		for at := int(c.Tracks[t].FirstTangent); c.Tracks[t].Interpolation == soa.Cubic && at < int(c.Tracks[t].FirstTangent)+end-first; at++ {
			for _, v := range [...]soa.Tangent{c.In[at], c.Out[at]} {
				if s := exact.Widen(v); !isUniform(exact.Vec{s[0], s[1], s[2]}) {
					return fmt.Errorf("%w: joint %q has a scale with the slopes %v in clip %q", ErrScale, k.Name[j], s[:3], c.Name)
				}
			}
		}
	}
	return nil
}

// stopsRemoval returns what cannot follow the removal of a joint.
func stopsRemoval(m *soa.Model, j int) (err error) {
	if slices.Contains(m.Skeleton.Parent, int16(j)) {
		if err := scalesEvenly(m, j); err != nil {
			return err
		}
	}
	if a := m.Avatar; a != nil {
		a.Nodes(func(n *soa.AvatarNode) {
			if n.Joint == j && err == nil {
				err = fmt.Errorf("%w: by the avatar, %s", ErrReference, usedBy(a, n))
			}
		})
		if err != nil {
			return err
		}
	}
	for _, c := range m.Clips {
		if c.Motion != nil && int(c.Motion.Joint) == j {
			return fmt.Errorf("%w: the root motion of clip %q was taken from it", ErrReference, c.Name)
		}
		if t := tracksOf(c, j); c.Additive && t != [3]int{-1, -1, -1} {
			return fmt.Errorf("%w: the additive clip %q moves it", ErrReference, c.Name)
		}
	}
	return nil
}

// usedBy says what a node is of an avatar.
func usedBy(a *soa.Avatar, n *soa.AvatarNode) string {
	for i := range a.Bones {
		if n == &a.Bones[i].Node {
			return "as its bone " + a.Bones[i].Bone
		}
	}
	for i := range a.Constraints {
		c := &a.Constraints[i]
		if n == &c.Node || n == &c.Source {
			return fmt.Sprintf("in the %s constraint of %q", c.Kind, c.Node.Name)
		}
	}
	for i := range a.Springs {
		s := &a.Springs[i]
		for k := range s.Joints {
			if n == &s.Joints[k].Node {
				return fmt.Sprintf("in its spring %q", s.Name)
			}
		}
		if n == s.Tail || n == s.Center {
			return fmt.Sprintf("in its spring %q", s.Name)
		}
	}
	return "for a collider"
}

// composeStatic returns the skeleton with the matrices of a joint's children that shear in the space
// of its parent.
func composeStatic(k *soa.Skeleton, j int, local exact.Matrix) *soa.Skeleton {
	out := *k
	out.Static = slices.Clone(k.Static)
	for i := range out.Static {
		if st := &out.Static[i]; int(k.Parent[st.Joint]) == j {
			st.Local = local.Mul(exact.FromFloat32(st.Local)).Float32()
		}
	}
	return &out
}
