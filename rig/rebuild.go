package rig

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// joint is a joint of a result.
type joint struct {
	old    int // its index in the argument, or soa.NoJoint for a new one
	parent int // in the result
	name   string
	unit   float32
	t      exact.Vec
	q      exact.Quat
	s      exact.Vec
}

// rest returns the local transform of a joint at rest.
func rest(k *soa.Skeleton, j int) (t exact.Vec, q exact.Quat, s exact.Vec) {
	r := &k.Rest
	t = exact.Vec{float64(r.TX[j]), float64(r.TY[j]), float64(r.TZ[j])}
	q = exact.Quat{float64(r.RX[j]), float64(r.RY[j]), float64(r.RZ[j]), float64(r.RW[j])}
	s = exact.Vec{float64(r.SX[j]), float64(r.SY[j]), float64(r.SZ[j])}
	return t, q, s
}

// restLocal returns the matrix of a joint relative to its parent at rest.
func restLocal(k *soa.Skeleton, j int) exact.Matrix {
	if i, ok := slices.BinarySearchFunc(k.Static, j, func(l soa.StaticLocal, j int) int { return int(l.Joint) - j }); ok {
		return exact.FromFloat32(k.Static[i].Local)
	}
	t, q, s := rest(k, j)
	return exact.Compose(t, q.Unit(), s)
}

// setRest writes the local transform of a joint at rest.
func setRest(k *soa.Skeleton, j int, t exact.Vec, q exact.Quat, s exact.Vec) {
	r := &k.Rest
	r.TX[j], r.TY[j], r.TZ[j] = float32(t[0]), float32(t[1]), float32(t[2])
	r.RX[j], r.RY[j], r.RZ[j], r.RW[j] = float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])
	r.SX[j], r.SY[j], r.SZ[j] = float32(s[0]), float32(s[1]), float32(s[2])
}

// cloneSkeleton returns a copy that may be changed.
func cloneSkeleton(k *soa.Skeleton) *soa.Skeleton {
	out := *k
	out.Name, out.Parent, out.Depth = slices.Clone(k.Name), slices.Clone(k.Parent), slices.Clone(k.Depth)
	out.Unit, out.Static = slices.Clone(k.Unit), slices.Clone(k.Static)
	out.Rest = soa.MakeTransforms(k.Len())
	out.Rest.CopyFrom(&k.Rest)
	return &out
}

// joints lists a skeleton's joints, to be changed and rebuilt.
func joints(k *soa.Skeleton) []joint {
	list := make([]joint, k.Len())
	for j := range list {
		t, q, s := rest(k, j)
		list[j] = joint{j, int(k.Parent[j]), k.Name[j], k.Unit[j], t, q, s}
	}
	return list
}

// rebuild returns the model with a list of joints: everything that refers to joints follows. Tracks of
// removed joints are left out; what else refers to one has been changed before. It returns the index
// of each old joint. Rests are those of the list, static matrices those of the model.
func rebuild(m *soa.Model, list []joint) (*soa.Model, []int, error) {
	if len(list) > soa.MaxJoints {
		return nil, nil, fmt.Errorf("%w: %d joints, at most %d are possible", soa.ErrInvalid, len(list), soa.MaxJoints)
	}
	index := make([]int, m.Skeleton.Len())
	for j := range index {
		index[j] = soa.NoJoint
	}
	k := &soa.Skeleton{Rest: soa.MakeTransforms(len(list))}
	for j := range list {
		x := &list[j]
		if x.old >= 0 {
			index[x.old] = j
		}
		k.Name, k.Parent, k.Unit = append(k.Name, x.name), append(k.Parent, int16(x.parent)), append(k.Unit, x.unit)
		setRest(k, j, x.t, x.q, x.s)
	}
	k.ComputeDepth()
	for _, st := range m.Skeleton.Static {
		if j := index[st.Joint]; j >= 0 {
			k.Static = append(k.Static, soa.StaticLocal{Joint: int16(j), Local: st.Local})
		}
	}
	out := *m
	out.Skeleton = k
	out.Floats = slices.Clone(m.Floats)
	for i := range out.Floats {
		if f := &out.Floats[i]; f.Joint >= 0 {
			f.Joint = int16(index[f.Joint])
		}
	}
	out.Skins = slices.Clone(m.Skins)
	for i, s := range m.Skins {
		fresh := &soa.Skin{Joint: slices.Clone(s.Joint), InverseBind: s.InverseBind}
		for e := range fresh.Joint {
			fresh.Joint[e] = uint16(index[fresh.Joint[e]])
		}
		out.Skins[i] = fresh
	}
	out.Meshes = slices.Clone(m.Meshes)
	for i, mesh := range m.Meshes {
		if mesh.Joint >= 0 {
			fresh := *mesh
			fresh.Joint = int16(index[mesh.Joint])
			out.Meshes[i] = &fresh
		}
	}
	out.Avatar = cloneAvatar(m.Avatar)
	if out.Avatar != nil {
		out.Avatar.Nodes(func(n *soa.AvatarNode) {
			if n.Joint >= 0 {
				n.Joint = index[n.Joint]
			}
		})
	}
	out.Clips = slices.Clone(m.Clips)
	for i, c := range m.Clips {
		out.Clips[i] = follow(c, index)
	}
	return &out, index, nil
}

// follow returns a clip with the targets of joints replaced: the clip itself where none changes.
func follow(c *soa.Clip, index []int) *soa.Clip {
	same := c.Motion == nil || index[c.Motion.Joint] == int(c.Motion.Joint)
	for _, t := range c.Tracks {
		same = same && (!isJoint(t.Property) || index[t.Target] == int(t.Target))
	}
	if same {
		return c
	}
	b := &clipBuilder{of: c}
	for t, tr := range c.Tracks {
		switch {
		case !isJoint(tr.Property):
			b.keep(t, int(tr.Target), nil)
		case index[tr.Target] >= 0:
			b.keep(t, index[tr.Target], nil)
		}
	}
	out := b.build()
	if c.Motion != nil {
		motion := *c.Motion
		motion.Joint = int16(index[motion.Joint])
		out.Motion = &motion
	}
	return out
}

// cloneAvatar returns a copy whose nodes may be changed.
func cloneAvatar(a *soa.Avatar) *soa.Avatar {
	if a == nil {
		return nil
	}
	out := *a
	out.Bones, out.Constraints = slices.Clone(a.Bones), slices.Clone(a.Constraints)
	out.Springs, out.Colliders = slices.Clone(a.Springs), slices.Clone(a.Colliders)
	if a.Gaze != nil {
		gaze := *a.Gaze
		out.Gaze = &gaze
	}
	for i := range out.Springs {
		s := &out.Springs[i]
		s.Joints = slices.Clone(s.Joints)
		for _, n := range []**soa.AvatarNode{&s.Tail, &s.Center} {
			if *n != nil {
				node := **n
				*n = &node
			}
		}
	}
	return &out
}

// finish validates a result, which a change of rounding may have pushed over a limit.
func finish(what string, m *soa.Model) error {
	if err := m.Validate(); err != nil {
		return fmt.Errorf("%s: the result: %w", what, err)
	}
	return nil
}

// checkJoint checks an argument.
func checkJoint(m *soa.Model, j int) error {
	if j < 0 || j >= m.Skeleton.Len() {
		return fmt.Errorf("%w: joint %d of %d", soa.ErrRange, j, m.Skeleton.Len())
	}
	return nil
}

// checkModel checks the model of a change.
func checkModel(m *soa.Model) error {
	if m == nil {
		return fmt.Errorf("%w: no model", soa.ErrInvalid)
	}
	return m.Validate()
}

// checkName checks the name of a new joint.
func checkName(k *soa.Skeleton, name string) error {
	switch {
	case name == "":
		return fmt.Errorf("%w: a joint's name is empty", ErrName)
	case len(name) > soa.MaxName:
		return fmt.Errorf("%w: a joint's name has %d bytes, at most %d are possible", ErrName, len(name), soa.MaxName)
	}
	if j := k.Joint(name); j >= 0 {
		return fmt.Errorf("%w: %q is joint %d, %s", ErrName, name, j, k.Path(j))
	}
	return nil
}
