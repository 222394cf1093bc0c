package rig

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// MirrorJoints adds the reflection of a joint and all below it, in the plane x = 0 of the rest pose, with
// the words for a side in names exchanged, as humanoid.SwapSide does. With G a joint's place at rest
// and X = diag(−1, 1, 1),
//
//	G′ = X · G · X
//
// so that equal rotations about the x axis bend both sides alike, and opposite ones about y and z. The
// limb hangs on the reflection of its parent, by name, or else on the same parent. Skins that have a
// joint get its reflection, with the same place of the mesh: weights can then be mirrored. Clips do
// not move the new joints.
//
// The error wraps ErrName for a joint without a side in its name, or whose reflection exists,
// ErrScale for joints that scale unevenly or shear, soa.ErrRange or soa.ErrInvalid.
func MirrorJoints(m *soa.Model, root int) (*soa.Model, *SkeletonReport, error) {
	if err := checkModel(m); err != nil {
		return nil, nil, fmt.Errorf("mirror a limb: %w", err)
	}
	if err := checkJoint(m, root); err != nil {
		return nil, nil, fmt.Errorf("mirror a limb: %w", err)
	}
	k := m.Skeleton
	fail := func(err error) (*soa.Model, *SkeletonReport, error) {
		return nil, nil, fmt.Errorf("mirror joint %q: %w", k.Name[root], err)
	}
	taken := make(map[string]bool, k.Len())
	for _, name := range k.Name {
		taken[name] = true
	}
	parent := int(k.Parent[root])
	if parent >= 0 {
		if other, ok := humanoid.SwapSide(k.Name[parent]); ok && taken[other] {
			parent = k.Joint(other)
		}
	}
	pose := exact.NewSkeleton(m, nil).Rest
	list, copies := joints(k), make([]int, k.Len())
	for j := range copies {
		copies[j] = soa.NoJoint
	}
	places := slices.Clone(pose.Global)
	below := make([]bool, k.Len())
	for j := root; j < k.Len(); j++ {
		if j != root && (k.Parent[j] < 0 || !below[k.Parent[j]]) {
			continue
		}
		below[j] = true
		name, ok := humanoid.SwapSide(k.Name[j])
		switch {
		case !ok:
			return fail(fmt.Errorf("%w: joint %q has no word for a side, such as L or left", ErrName, k.Name[j]))
		case taken[name]:
			return fail(fmt.Errorf("%w: there is a joint %q already", ErrName, name))
		}
		taken[name] = true
		if err := restsEvenly(k, j); err != nil {
			return fail(err)
		}
		above := parent
		if j != root {
			above = copies[k.Parent[j]]
		}
		copies[j] = len(list)
		places = append(places, reflect(pose.Global[j]))
		x, err := placed(places, above, k.Name[j])
		if err != nil {
			return fail(err)
		}
		x.name, x.unit = name, k.Unit[j]
		list = append(list, x)
	}
	out, index, err := rebuild(m, list)
	if err != nil {
		return fail(err)
	}
	entries := mirrorEntries(out, copies, places, pose.Global)
	r := &SkeletonReport{Index: index, Before: k.Len(), After: len(list)}
	above := "has no parent"
	if parent >= 0 {
		above = fmt.Sprintf("hangs on %q", k.Name[parent])
	}
	r.note("%s of %q are mirrored; %q %s", plural(len(list)-k.Len(), "joint"), k.Name[root], list[k.Len()].name, above)
	if entries > 0 {
		r.note("skins got %s of them, without weights", plural(entries, "entry"))
	}
	return out, r, finish("mirror", out)
}

// reflect returns X·g·X.
func reflect(g exact.Matrix) exact.Matrix {
	for _, i := range [...]int{1, 2, 3, 4, 8} {
		g[i] = 0 - g[i]
	}
	return g
}

// placed is the joint that is where the last matrix of a list is, below another one.
func placed(places []exact.Matrix, parent int, of string) (joint, error) {
	local := places[len(places)-1]
	if parent >= 0 {
		back, ok := places[parent].Inverse()
		if !ok {
			return joint{}, fmt.Errorf("%w: the parent of the reflection of %q flattens space", ErrScale, of)
		}
		local = back.Mul(local)
	}
	t, q, s, residual := local.Decompose()
	if residual > 1e-5 {
		return joint{}, fmt.Errorf("%w: the reflection of %q would shear", ErrScale, of)
	}
	return joint{old: soa.NoJoint, parent: parent, t: t, q: q, s: s}, nil
}

// mirrorEntries adds the reflections of joints to skins, and counts them.
func mirrorEntries(m *soa.Model, copies []int, places, from []exact.Matrix) (n int) {
	for i, skin := range m.Skins {
		fresh := &soa.Skin{Joint: slices.Clone(skin.Joint), InverseBind: slices.Clone(skin.InverseBind)}
		for e, j := range skin.Joint {
			if int(j) >= len(copies) || copies[j] < 0 || slices.Contains(fresh.Joint, uint16(copies[j])) {
				continue
			}
			back, ok := places[copies[j]].Inverse()
			if !ok {
				continue
			}
			inverse := back.Mul(from[j]).Mul(exact.FromFloat32(skin.InverseBind[e]))
			fresh.Joint, fresh.InverseBind = append(fresh.Joint, uint16(copies[j])), append(fresh.InverseBind, inverse.Float32())
			n++
		}
		m.Skins[i] = fresh
	}
	return n
}
