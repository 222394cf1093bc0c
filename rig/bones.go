package rig

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig/internal/bone"
	"github.com/sinew-anim/sinew/rig/internal/segment"
	"github.com/sinew-anim/sinew/soa"
)

// joints returns the joints that may hold weights, ascending.
func (o *Options) joints(m *soa.Model) ([]int, error) {
	if o.Joints != nil {
		return slices.Compact(slices.Sorted(slices.Values(o.Joints))), nil
	}
	skins := make([]bool, m.Skeleton.Len())
	for _, mesh := range m.Meshes {
		if mesh.Skin == soa.None {
			continue
		}
		joint := m.Skins[mesh.Skin].Joint
		for i, w := range mesh.BoneWeight {
			if w > 0 {
				skins[joint[mesh.BoneIndex[i]]] = true
			}
		}
	}
	var some, metres, all []int
	for j := range skins {
		if skins[j] {
			some = append(some, j)
		}
		if m.Skeleton.Unit[j] == 1 {
			metres = append(metres, j)
		}
		all = append(all, j)
	}
	for _, list := range [...][]int{some, metres, all} {
		if len(list) > 0 {
			return list, nil
		}
	}
	return nil, fmt.Errorf("%w: the skeleton is empty", ErrJoints)
}

// findBones returns the bones of joints in the group's space.
func (t *task) findBones(joints []int) (bone.List, error) {
	index := make([]int, t.model.Skeleton.Len()) // per joint: its bone, or that of the nearest joint above; or -1
	var bones bone.List
	for j, p := range t.model.Skeleton.Parent {
		if index[j] = -1; p >= 0 {
			index[j] = index[p]
		}
		if _, found := slices.BinarySearch(joints, j); !found {
			continue
		}
		if _, ok := t.group.InverseBind(t.group.To[0], j); !ok {
			t.report.add(NoSpace, t.model.Skeleton.Name[j], 1, "joint %d has a flat frame; nothing is bound to it", j)
			continue
		}
		at := t.group.Joint[j].Translation()
		bones = append(bones, bone.Bone{Joint: j, Parent: index[j], Segment: segment.Segment{Head: at, Tail: at}})
		index[j] = len(bones) - 1
	}
	if len(bones) == 0 {
		return nil, fmt.Errorf("%w: each of %d joints has a flat frame", ErrJoints, len(joints))
	}
	t.bones = bones
	t.deriveTails(index)
	for i := range t.options.Segments {
		s := &t.options.Segments[i]
		b := index[s.Joint]
		if b < 0 || bones[b].Joint != s.Joint {
			continue // it may hold no weights
		}
		bones[b].Segment = segment.Segment{Head: s.Head, Tail: s.Tail}
		bones[b].HeadRadius, bones[b].TailRadius, bones[b].Reach = s.HeadRadius, s.TailRadius, s.Reach
	}
	if t.options.uses(Envelope) || t.options.uses(Box) {
		if err := bones.DeriveRadii(t.ctx, t.surface.Position); err != nil {
			return nil, err
		}
	}
	for _, b := range bones {
		t.report.Segments = append(t.report.Segments, Segment{b.Joint, b.Head, b.Tail, b.HeadRadius, b.TailRadius, b.Reach})
	}
	return bones, nil
}

// deriveTails sets the tails of bones. index is, per joint, its bone or the nearest above.
func (t *task) deriveTails(index []int) {
	parents := t.model.Skeleton.Parent
	leads := make([]bool, len(parents)) // joints with a bone of their own or below
	for j := len(parents) - 1; j >= 0; j-- {
		if b := index[j]; b >= 0 && t.bones[b].Joint == j {
			leads[j] = true
		}
		if p := parents[j]; leads[j] && p >= 0 {
			leads[p] = true
		}
	}
	type mean struct {
		sum   exact.Vec
		count float64
	}
	near := t.coincident()
	tips := make([][2]mean, len(parents)) // of all children, and of those that lead to bones
	for j, p := range parents {
		at := t.group.Joint[j].Translation()
		if p < 0 || at.Sub(t.group.Joint[p].Translation()).Length() <= near {
			continue
		}
		for k := range tips[p] {
			if k == 0 || leads[j] {
				tips[p][k].sum, tips[p][k].count = tips[p][k].sum.Add(at), tips[p][k].count+1
			}
		}
	}
	for i := range t.bones {
		b := &t.bones[i]
		tip := tips[b.Joint][1]
		if tip.count == 0 {
			tip = tips[b.Joint][0]
		}
		if tip.count > 0 {
			b.Tail = tip.sum.Scale(1 / tip.count)
			continue
		}
		t.prolong(b, near)
	}
}

// coincident is the distance up to which joints are at one place.
func (t *task) coincident() float64 { return float64(1e-6 * t.surface.Size()) }

// inside is how much of the way to the surface a bone without children goes at most.
const inside = 0.9

// prolong lets a bone without children go on as the one before it, as far as that is long.
func (t *task) prolong(b *bone.Bone, near float64) {
	for p := b.Parent; p >= 0; p = t.bones[p].Parent {
		along := b.Head.Sub(t.bones[p].Head)
		if along.Length() <= near {
			continue
		}
		b.Tail = b.Head.Add(along)
		if out := t.surface.Leaves(b.Head, b.Tail); out < 1 {
			b.Tail = b.Head.Add(along.Scale(float64(out * inside)))
		}
		return
	}
}
