package rig

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig/internal/surface"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// FitSkeleton makes a skeleton in the meshes of a model, between markers: joints have the names of VRM (hips,
// leftUpperArm), the axes of the model, and lie in the middle of the limbs' cross-sections. What
// markers do not say has the proportions of a grown person (Winter: Biomechanics and Motor Control of
// Human Movement, after Drillis and Contini 1964), relative to the trunk from groin to chin; see
// biped.go and quadruped.go. Where the markers are symmetric within 2 % of the height, so is the
// skeleton.
//
// The skeleton takes the place of the model's own, and vertices stay where they are at rest. All are
// bound to the hips until package rig binds them, with all joints in its Options.Joints. Tracks of the
// former joints, root motion and the avatar are left out, and the report says so, and what to call next. The error wraps
// ErrMarker, ErrSurface, soa.ErrInvalid or the context's.
func FitSkeleton(ctx context.Context, m *soa.Model, markers *Markers) (*soa.Model, *SkeletonReport, error) {
	fail := func(err error) (*soa.Model, *SkeletonReport, error) {
		return nil, nil, fmt.Errorf("fit a skeleton: %w", err)
	}
	if err := checkModel(m); err != nil {
		return fail(err)
	}
	at, err := markers.table()
	if err != nil {
		return fail(err)
	}
	f, err := frameOf(at, markers.Kind)
	if err != nil {
		return fail(err)
	}
	meshes, err := restMeshes(ctx, m)
	if err != nil {
		return fail(err)
	}
	b, err := newBody(ctx, meshes, at, f, markers.Kind)
	if err != nil {
		return fail(err)
	}
	if err := ctx.Err(); err != nil {
		return fail(err)
	}
	if markers.Kind == Quadruped {
		err = b.quadruped()
	} else {
		err = b.biped()
	}
	if err != nil {
		return fail(err)
	}
	r := &SkeletonReport{Before: m.Skeleton.Len(), Index: slices.Repeat([]int{soa.NoJoint}, m.Skeleton.Len())}
	out := b.model(m, meshes, r)
	b.describe(r, markers.Kind)
	r.Next = "all vertices follow the hips until rig.Bind computes their weights, as sinew rig does at once"
	return out, r, finish("fit", out)
}

// restMeshes returns the meshes with their vertices where they are at rest.
func restMeshes(ctx context.Context, m *soa.Model) (list []*soa.Mesh, err error) {
	pose := exact.NewSkeleton(m, nil).Rest
	for _, mesh := range m.Meshes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out, err := inModelSpace(mesh, m.SkinOf(mesh), pose.Global)
		if err != nil {
			return nil, err
		}
		list = append(list, out)
	}
	return list, nil
}

// body is a skeleton in the making, in the frame.
type body struct {
	frame     frame
	surface   *surface.Surface
	at        map[string]exact.Vec // markers
	symmetric bool
	height    float64
	joints    []bodyJoint
	place     map[string]exact.Vec // joints
	notes     []string
}

type bodyJoint struct{ name, parent string }

const (
	// near is how far a marker may be from the mesh, and like how far a pair of markers from symmetric, in
	// parts of the height of the mesh.
	near = 0.1
	like = 0.02
)

// newBody welds the meshes in the frame, and checks the markers against them.
func newBody(ctx context.Context, meshes []*soa.Mesh, at map[string]exact.Vec, f frame, k BodyKind) (*body, error) {
	var parts []surface.Part
	for _, mesh := range meshes {
		if len(mesh.Index) > 0 {
			parts = append(parts, surface.Part{Position: mesh.Position, Index: mesh.Index, To: f.matrix()})
		}
	}
	s, err := surface.New(ctx, parts)
	if err != nil {
		return nil, err
	}
	if len(s.Triangle) == 0 {
		return nil, fmt.Errorf("%w: no triangle has an area", ErrSurface)
	}
	b := &body{frame: f, surface: s, at: make(map[string]exact.Vec), place: make(map[string]exact.Vec), height: s.Max[1] - s.Min[1]}
	if k == Quadruped {
		b.height = max(b.height, s.Max[2]-s.Min[2])
	}
	for name, p := range at {
		b.at[name] = f.toLocal(p)
	}
	for _, name := range k.Names() {
		p, ok := b.at[name]
		if !ok {
			continue
		}
		hit, _ := s.Nearest(p, math.Inf(1), nil)
		if d := hit.Distance; !(d <= float64(near*b.height)) && !b.contains(p) {
			return nil, fmt.Errorf("%w: %s at %.3g is %.3g m from the mesh, which is %.3g m high", ErrMarker, name, at[name], d, b.height)
		}
	}
	b.complete(k)
	return b, nil
}

// complete reflects the markers of one side that the other one lacks, and tests whether they are symmetric.
func (b *body) complete(k BodyKind) {
	b.symmetric = true
	for _, name := range k.Names() {
		part, side := humanoid.SplitRole(name)
		if side != humanoid.Left {
			continue
		}
		right := humanoid.Right.Role(part)
		l, hasLeft := b.at[name]
		r, hasRight := b.at[right]
		switch {
		case hasLeft && !hasRight:
			b.at[right] = mirrored(l)
		case hasRight && !hasLeft:
			b.at[name] = mirrored(r)
		case hasLeft && l.Sub(mirrored(r)).Length() > like*b.height:
			b.symmetric = false
		}
	}
}

// contains reports whether a place is behind the surface nearest to it.
func (b *body) contains(p exact.Vec) bool {
	hit, ok := b.surface.Nearest(p, math.Inf(1), nil)
	return ok && p.Sub(hit.Place).Dot(b.surface.FaceNormal[hit.Triangle]) <= 0
}

// add adds a joint.
func (b *body) add(name, parent string, p exact.Vec) {
	b.joints = append(b.joints, bodyJoint{name, parent})
	b.place[name] = p
}

// centre returns the middle of the cross-section around a place, or the place where nothing is near it.
func (b *body) centre(what string, p, normal exact.Vec) exact.Vec {
	_, c, ok := outlineAround(b.surface, p, normal, near*b.height)
	if !ok {
		b.notes = append(b.notes, fmt.Sprintf("the mesh has no cross-section at %s, which is where its marker or its proportion puts it", what))
	}
	return c
}

// settle makes the skeleton symmetric: the middle in its plane, sides the means of each other.
func (b *body) settle() {
	for _, j := range b.joints {
		part, side := humanoid.SplitRole(j.name)
		switch {
		case side == humanoid.Middle:
			p := b.place[j.name]
			b.place[j.name] = exact.Vec{0, p[1], p[2]}
		case side == humanoid.Left && b.symmetric:
			right := humanoid.Right.Role(part)
			p := b.place[j.name].Lerp(mirrored(b.place[right]), 0.5)
			b.place[j.name], b.place[right] = p, mirrored(p)
		}
	}
}

// model returns the model with the skeleton, and all meshes bound to its root.
func (b *body) model(m *soa.Model, meshes []*soa.Mesh, r *SkeletonReport) *soa.Model {
	b.settle()
	k := &soa.Skeleton{Rest: soa.MakeTransforms(len(b.joints))}
	skin := &soa.Skin{}
	global := make([]exact.Vec, len(b.joints))
	for j, x := range b.joints {
		parent := k.Joint(x.parent)
		t, q := b.frame.toModel(b.place[x.name]), exact.IdentityQuat()
		if parent >= 0 {
			t = b.frame.turnOut(b.place[x.name].Sub(b.place[x.parent]))
		}
		k.Name, k.Parent, k.Unit = append(k.Name, x.name), append(k.Parent, int16(parent)), append(k.Unit, 1)
		setRest(k, j, t, q, exact.Vec{1, 1, 1})
		global[j] = roundVec(t)
		if parent >= 0 {
			global[j] = global[j].Add(global[parent])
		}
		inverse := soa.IdentityAffine()
		inverse[3], inverse[7], inverse[11] = float32(0-global[j][0]), float32(0-global[j][1]), float32(0-global[j][2])
		skin.Joint, skin.InverseBind = append(skin.Joint, uint16(j)), append(skin.InverseBind, inverse)
	}
	k.ComputeDepth()
	out := *m
	out.Skeleton, out.Skins, out.Meshes, out.Avatar = k, []*soa.Skin{skin}, nil, nil
	r.After = k.Len()
	for _, mesh := range meshes {
		fresh := *mesh
		n := fresh.Vertices()
		fresh.Skin, fresh.Joint, fresh.Offset, fresh.Skinning, fresh.Blend, fresh.Exact = 0, soa.NoJoint, soa.IdentityAffine(), soa.LinearBlend, nil, nil
		fresh.Influences, fresh.BoneIndex, fresh.BoneWeight = 4, make([]uint16, 4*n), make([]float32, 4*n)
		for v := range n {
			fresh.BoneWeight[4*v] = 1
		}
		out.Meshes = append(out.Meshes, &fresh)
	}
	out.Floats = slices.Clone(m.Floats)
	for i := range out.Floats {
		out.Floats[i].Joint = soa.NoJoint
	}
	out.Clips = nil
	dropped := 0
	for _, c := range m.Clips {
		fresh := &clipBuilder{of: c}
		for t, tr := range c.Tracks {
			if !isJoint(tr.Property) {
				fresh.keep(t, int(tr.Target), nil)
			}
		}
		if len(fresh.sources) == 0 {
			dropped++
			continue
		}
		kept := fresh.build()
		kept.Motion = nil
		out.Clips = append(out.Clips, kept)
	}
	if m.Skeleton.Len() > 0 {
		r.note("the skeleton takes the place of one of %s, whose movement and weights are left out%s", plural(m.Skeleton.Len(), "joint"),
			map[bool]string{true: ", and what the avatar says of joints"}[m.Avatar != nil])
	}
	if dropped > 0 {
		r.note("%s without another track left out", plural(dropped, "clip"))
	}
	return &out
}

// describe states the skeleton, and how far joints are from markers.
func (b *body) describe(r *SkeletonReport, k BodyKind) {
	ahead := b.frame.turnOut(exact.Vec{0, 0, 1})
	sides := "both sides on their own"
	if b.symmetric {
		sides = "symmetric"
	}
	extent := "high"
	if b.height > b.surface.Max[1]-b.surface.Min[1] {
		extent = "long"
	}
	r.note("a %v of %s, %.3f m %s, looks along %.3f 0 %.3f, %s", k, plural(len(b.joints), "joint"), b.height, extent, ahead[0], ahead[2], sides)
	worst, name := 0., ""
	for marker, joint := range map[string]string{"Wrist": "Hand", "Elbow": "LowerArm", "Knee": "LowerLeg", "Ankle": "Foot", "Shoulder": "UpperArm"} {
		for _, side := range [...]humanoid.Side{humanoid.Left, humanoid.Right} {
			p, ok := b.at[side.Role(marker)]
			if !ok {
				continue
			}
			d := p.Sub(b.place[side.Role(joint)]).Length()
			if d > worst || d == worst && side.Role(marker) < name {
				worst, name = d, side.Role(marker)
			}
		}
	}
	r.note("joints are in the middle of cross-sections, at most %.0f mm from their markers (%s)", 1000*worst, name)
	var outside []string
	for _, j := range b.joints {
		if !b.contains(b.place[j.name]) {
			outside = append(outside, j.name)
		}
	}
	if len(outside) > 0 {
		r.note("outside the mesh: %s", strings.Join(outside, ", "))
	} else {
		r.note("all joints are inside the mesh")
	}
	r.Notes = append(r.Notes, b.notes...)
}
