package rig

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// RenameJoints gives joints other names, all at once, so that two can exchange theirs. The names that the
// avatar has for these joints follow. The error wraps ErrName for a name that another joint of the
// result has, soa.ErrRange or soa.ErrInvalid.
func RenameJoints(m *soa.Model, names map[int]string) (*soa.Model, *SkeletonReport, error) {
	fail := func(err error) (*soa.Model, *SkeletonReport, error) {
		return nil, nil, fmt.Errorf("rename joints: %w", err)
	}
	if err := checkModel(m); err != nil {
		return fail(err)
	}
	out := *m
	k := cloneSkeleton(m.Skeleton)
	order := slices.Sorted(maps.Keys(names))
	for _, j := range order {
		if err := checkJoint(m, j); err != nil {
			return fail(err)
		}
		k.Name[j] = ""
	}
	taken := make(map[string]int, k.Len())
	for j, name := range k.Name {
		if _, renamed := names[j]; !renamed {
			taken[name] = j
		}
	}
	r := &SkeletonReport{Before: k.Len(), After: k.Len(), Index: identity(k.Len())}
	for _, j := range order {
		name := names[j]
		switch other, used := taken[name]; {
		case name == "":
			return fail(fmt.Errorf("%w: the new name of %q is empty", ErrName, m.Skeleton.Name[j]))
		case len(name) > soa.MaxName:
			return fail(fmt.Errorf("%w: the new name of %q has %d bytes, at most %d are possible", ErrName, m.Skeleton.Name[j], len(name), soa.MaxName))
		case used:
			return fail(fmt.Errorf("%w: %q would be called %q, as joint %d, %s", ErrName, m.Skeleton.Name[j], name, other, m.Skeleton.Path(other)))
		}
		k.Name[j], taken[name] = name, j
		r.note("%q is called %q", m.Skeleton.Name[j], name)
	}
	out.Skeleton = k
	if out.Avatar = cloneAvatar(m.Avatar); out.Avatar != nil {
		out.Avatar.Nodes(func(n *soa.AvatarNode) {
			if name, ok := names[n.Joint]; ok {
				n.Name = name
			}
		})
	}
	return &out, r, finish("rename", &out)
}

// identity returns 0 … n−1.
func identity(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
