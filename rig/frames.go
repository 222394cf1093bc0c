package rig

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// TurnFrames turns the axes of joints, each by a rotation O in its own frame, and moves nothing. With
// O(p) that of the parent,
//
//	G′ = G · O        q′ = O(p)⁻¹ · q · O        t′ = O(p)⁻¹ · t        InverseBind′ = O⁻¹ · InverseBind
//
// at rest, in keys and, by the same linear maps, in slopes. Meshes that hang on joints, gaze and
// colliders of an avatar follow. The error wraps ErrScale for a joint that scales unevenly,
// ErrReference for a constraint of the avatar, soa.ErrOption or soa.ErrInvalid.
func TurnFrames(m *soa.Model, turns [][4]float64) (*soa.Model, *SkeletonReport, error) {
	fail := func(err error) (*soa.Model, *SkeletonReport, error) {
		return nil, nil, fmt.Errorf("turn the axes of joints: %w", err)
	}
	if err := checkModel(m); err != nil {
		return fail(err)
	}
	n := m.Skeleton.Len()
	if len(turns) != n {
		return fail(fmt.Errorf("%w: %d rotations for %d joints", soa.ErrOption, len(turns), n))
	}
	unit := make([]exact.Quat, n)
	for j, q := range turns {
		if l := exact.Quat(q).Length(); !(math.Abs(l-1) < 1e-3) {
			return fail(fmt.Errorf("%w: the rotation of %q is %v, of length %v", soa.ErrOption, m.Skeleton.Name[j], q, l))
		}
		unit[j] = exact.Quat(q).Unit()
	}
	r := &SkeletonReport{Before: n, After: n, Index: identity(n)}
	out, err := turnFrames(m, unit, r)
	if err != nil {
		return fail(err)
	}
	return out, r, finish("turn axes", out)
}

// still is how near a rotation is to none, in radians, that counts as none.
const still = 1e-9

// isTurn reports whether a rotation is not the identity.
func isTurn(q exact.Quat) bool {
	return max(math.Abs(q[0]), math.Abs(q[1]), math.Abs(q[2])) > still
}

func turnFrames(m *soa.Model, turns []exact.Quat, r *SkeletonReport) (*soa.Model, error) {
	k := m.Skeleton
	count, farthest := 0, 0.
	for j, o := range turns {
		if !isTurn(o) {
			turns[j] = exact.IdentityQuat()
			continue
		}
		if !isStatic(k, j) {
			if err := scalesEvenly(m, j); err != nil {
				return nil, err
			}
		}
		count++
		farthest = max(farthest, 2*exact.Atan2(math.Sqrt(max(0, 1-float64(o[3]*o[3]))), math.Abs(o[3]))/degree)
	}
	if err := constrained(m.Avatar, func(j int) bool { return isTurn(turns[j]) }); err != nil {
		return nil, err
	}
	above := func(j int) exact.Quat { // O(p)⁻¹
		if p := k.Parent[j]; p >= 0 {
			return turns[p].Conjugate()
		}
		return exact.IdentityQuat()
	}
	out := *m
	out.Skeleton = cloneSkeleton(k)
	for j, o := range turns {
		if !isTurn(o) && !isTurn(above(j)) {
			continue
		}
		t, q, s := rest(k, j)
		setRest(out.Skeleton, j, above(j).Rotate(t), above(j).Mul(q.Unit()).Mul(o).Unit(), s)
	}
	for i := range out.Skeleton.Static {
		st := &out.Skeleton.Static[i]
		j := int(st.Joint)
		st.Local = above(j).Matrix().Mul(exact.FromFloat32(st.Local)).Mul(turns[j].Matrix()).Float32()
	}
	out.Clips = slices.Clone(m.Clips)
	for i, c := range m.Clips {
		out.Clips[i] = turnClip(c, turns, above)
	}
	out.Skins = slices.Clone(m.Skins)
	for i, skin := range m.Skins {
		fresh := &soa.Skin{Joint: skin.Joint, InverseBind: slices.Clone(skin.InverseBind)}
		for e, j := range skin.Joint {
			fresh.InverseBind[e] = turnBack(turns[j], skin.InverseBind[e])
		}
		out.Skins[i] = fresh
	}
	out.Meshes = slices.Clone(m.Meshes)
	for i, mesh := range m.Meshes {
		if mesh.Skin == soa.None && mesh.Joint >= 0 && isTurn(turns[mesh.Joint]) {
			fresh := *mesh
			fresh.Offset = turnBack(turns[mesh.Joint], mesh.Offset)
			out.Meshes[i] = &fresh
		}
	}
	out.Avatar = turnAvatar(m.Avatar, turns)
	r.note("the axes of %s are turned, by up to %.1f°", plural(count, "joint"), farthest)
	return &out, nil
}

// turnBack returns O⁻¹·a.
func turnBack(o exact.Quat, a soa.Affine) soa.Affine {
	if !isTurn(o) {
		return a
	}
	return o.Conjugate().Matrix().Mul(exact.FromFloat32(a)).Float32()
}

// turnClip maps the tracks of turned joints, and of their children.
func turnClip(c *soa.Clip, turns []exact.Quat, above func(int) exact.Quat) *soa.Clip {
	b := &clipBuilder{of: c}
	for t, tr := range c.Tracks {
		var by *mapping
		if tr.Property == soa.Translation || tr.Property == soa.Rotation {
			j := int(tr.Target)
			switch up := above(j); {
			case tr.Property == soa.Translation && isTurn(up):
				by = turned(up, 1, exact.Vec{})
			case tr.Property == soa.Rotation && (isTurn(up) || isTurn(turns[j])):
				by = rotated(up, turns[j])
			}
		}
		b.keep(t, int(tr.Target), by)
	}
	return b.build()
}

// turnAvatar turns what an avatar has in the frames of joints.
func turnAvatar(a *soa.Avatar, turns []exact.Quat) *soa.Avatar {
	out := cloneAvatar(a)
	if out == nil {
		return nil
	}
	for i := range out.Colliders {
		c := &out.Colliders[i]
		if c.Node.Joint < 0 {
			continue
		}
		back := turns[c.Node.Joint].Conjugate()
		c.Offset, c.Tail, c.Normal = back.Rotate(c.Offset), back.Rotate(c.Tail), back.Rotate(c.Normal)
	}
	for i := range out.Bones {
		if b := &out.Bones[i]; b.Bone == "head" && b.Node.Joint >= 0 && out.Gaze != nil {
			out.Gaze.Offset = turns[b.Node.Joint].Conjugate().Rotate(out.Gaze.Offset)
		}
	}
	return out
}
