package gltf

import (
	"math"
	"slices"
	"strconv"

	"github.com/sinew-anim/sinew/exporter/internal/source"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// inFileFrames returns a model whose joints are in the frames of the file's nodes: with the units of
// a skeleton in their transforms. The local transform of joint j below p is
//
//	scale(1/Unit[p]) · local · scale(Unit[j])
func inFileFrames(m *soa.Model) *soa.Model {
	k := m.Skeleton
	if !slices.ContainsFunc(k.Unit, func(u float32) bool { return u != 1 }) {
		return m
	}
	out, skeleton := *m, *k
	out.Skeleton = &skeleton
	r := soa.MakeTransforms(k.Len())
	copy(r.RX, k.Rest.RX)
	copy(r.RY, k.Rest.RY)
	copy(r.RZ, k.Rest.RZ)
	copy(r.RW, k.Rest.RW)
	above, own := make([]float64, k.Len()), make([]float64, k.Len())
	for j := range k.Parent {
		above[j], own[j] = 1, float64(k.Unit[j])
		if p := k.Parent[j]; p >= 0 {
			above[j] = 1 / float64(k.Unit[p])
		}
		own[j] *= above[j]
		r.TX[j], r.TY[j], r.TZ[j] = times(k.Rest.TX[j], above[j]), times(k.Rest.TY[j], above[j]), times(k.Rest.TZ[j], above[j])
		r.SX[j], r.SY[j], r.SZ[j] = times(k.Rest.SX[j], own[j]), times(k.Rest.SY[j], own[j]), times(k.Rest.SZ[j], own[j])
	}
	skeleton.Rest, skeleton.Static = r, slices.Clone(k.Static)
	for i := range skeleton.Static {
		s := &skeleton.Static[i]
		for e := range s.Local {
			by := own[s.Joint]
			if e%4 == 3 {
				by = above[s.Joint]
			}
			s.Local[e] = times(s.Local[e], by)
		}
	}
	out.Clips = make([]*soa.Clip, len(m.Clips))
	for i, c := range m.Clips {
		out.Clips[i] = scaledKeys(c, above, own)
	}
	return &out
}

func times(v float32, by float64) float32 { return float32(float64(v) * by) }

// scaledKeys multiplies the translations and scales of joints by a factor each.
func scaledKeys(c *soa.Clip, translation, scale []float64) *soa.Clip {
	out := *c
	out.X, out.Y, out.Z = slices.Clone(c.X), slices.Clone(c.Y), slices.Clone(c.Z)
	out.In, out.Out = slices.Clone(c.In), slices.Clone(c.Out)
	for t := range c.Tracks {
		tr := &c.Tracks[t]
		by := 1.
		switch tr.Property {
		case soa.Translation:
			by = translation[tr.Target]
		case soa.Scale:
			by = scale[tr.Target]
		}
		if by == 1 {
			continue
		}
		first, end := c.Keys(t)
		for k := first; k < end; k++ {
			out.X[k], out.Y[k], out.Z[k] = times(c.X[k], by), times(c.Y[k], by), times(c.Z[k], by)
			if tr.Interpolation == soa.Cubic {
				at := int(tr.FirstTangent) + k - first
				for e := range 3 {
					out.In[at][e], out.Out[at][e] = times(c.In[at][e], by), times(c.Out[at][e], by)
				}
			}
		}
	}
	return &out
}

// mapJoints finds the node of each joint that was one when the model was made.
func (p *patch) mapJoints() error {
	k, old := p.model.Skeleton, p.origin.Skeleton
	p.was, p.joints, p.inFile = make([]int, k.Len()), make([]int, k.Len()), make([]bool, k.Len())
	same := slices.Equal(k.Parent, old.Parent)
	var paths soa.Paths
	var own, former []int
	known := make(map[int][]int) // the joints of a path
	if !same {
		own, former = paths.Numbers(k), paths.Numbers(old)
		for j, path := range former {
			known[path] = append(known[path], j)
		}
	}
	rest := inFileFrames(&soa.Model{Skeleton: old}).Skeleton
	for j := range k.Parent {
		at := j
		if !same {
			at = -1
			if list := known[own[j]]; len(list) > 0 {
				at, known[own[j]] = list[0], list[1:]
			}
		}
		p.was[j], p.joints[j] = at, -1
		if at >= 0 {
			p.joints[j] = p.origin.Joints[at]
			p.inFile[j] = p.joints[j] >= 0 && p.sameFrame(rest, at, p.joints[j])
		}
	}
	for j, path := range former {
		if len(known[path]) > 0 {
			return anew("the joint %q was taken away, or renamed beside other changes", old.Path(j))
		}
	}
	return nil
}

// sameFrame reports whether a joint's local transform is its node's.
func (p *patch) sameFrame(k *soa.Skeleton, j, n int) bool {
	if isStatic(k, j) {
		return false
	}
	of, r := &p.from.Doc.Nodes[n], &k.Rest
	rest := exact.Compose(exact.WidenVec([3]float32{r.TX[j], r.TY[j], r.TZ[j]}), exact.Widen([4]float32{r.RX[j], r.RY[j], r.RZ[j], r.RW[j]}).Unit(),
		exact.WidenVec([3]float32{r.SX[j], r.SY[j], r.SZ[j]}))
	local := of.Local()
	scale := 0.
	for _, x := range local {
		scale = max(scale, math.Abs(x))
	}
	for e := range rest {
		if !(math.Abs(rest[e]-local[e]) <= float64(1e-4*max(1e-3*scale, math.Abs(local[e])))+float64(1e-6*scale)) {
			return false
		}
	}
	return true
}

// isStatic reports whether a joint's local transform shears.
func isStatic(k *soa.Skeleton, j int) bool {
	_, ok := slices.BinarySearchFunc(k.Static, j, func(s soa.StaticLocal, j int) int { return int(s.Joint) - j })
	return ok
}

// placeJoints states new names and places of joints, and adds nodes for new joints.
func (p *patch) placeJoints() error {
	k, old := p.model.Skeleton, p.origin.Skeleton
	before := inFileFrames(&soa.Model{Skeleton: old}).Skeleton
	driven := p.drivenJoints()
	p.placed = make(map[int]int)
	for j := range k.Parent {
		at := p.was[j]
		if at < 0 {
			if err := p.newJoint(j); err != nil {
				return err
			}
			continue
		}
		moved := restOf(k, j) != restOf(before, at)
		switch {
		case (moved || driven[j]) && !p.inFile[j]:
			return anew("the joint %q is not a node of the file in the same frame", k.Path(j))
		case !p.sameParent(j):
			return anew("the joint %q was moved below another", k.Path(j))
		}
		if p.joints[j] < 0 {
			continue
		}
		n := source.ObjectAt(p.from.List("nodes"), p.joints[j])
		if moved || driven[j] && n["matrix"] != nil {
			if err := place(n, k, j); err != nil {
				return err
			}
			p.placed[p.joints[j]] = j
		}
		if k.Name[j] != old.Name[at] {
			n["name"] = k.Name[j]
		}
	}
	return nil
}

// sameParent reports whether a joint is below the joint that it was below.
func (p *patch) sameParent(j int) bool {
	up, was := p.model.Skeleton.Parent[j], p.origin.Skeleton.Parent[p.was[j]]
	if up < 0 || was < 0 {
		return up < 0 && was < 0
	}
	return p.was[up] == int(was)
}

// drivenJoints reports which joints new clips drive.
func (p *patch) drivenJoints() []bool {
	driven := make([]bool, p.model.Skeleton.Len())
	for i, c := range p.model.Clips {
		if p.raw(i) >= 0 {
			continue
		}
		for _, tr := range c.Tracks {
			if tr.Property <= soa.Scale {
				driven[tr.Target] = true
			}
		}
		if c.Motion != nil {
			driven[c.Motion.Joint] = true
		}
	}
	return driven
}

// restOf returns the local transform of a joint at rest.
func restOf(k *soa.Skeleton, j int) [10]float32 {
	r := &k.Rest
	return [10]float32{r.TX[j], r.TY[j], r.TZ[j], r.RX[j], r.RY[j], r.RZ[j], r.RW[j], r.SX[j], r.SY[j], r.SZ[j]}
}

// nodeAt returns a node at the place of a joint.
func nodeAt(k *soa.Skeleton, j int) *node {
	r, n := restOf(k, j), &node{Name: k.Name[j]}
	n.setTransform([3]float32(r[:3]), [4]float32(r[3:7]), [3]float32(r[7:]))
	return n
}

// place states the place of a joint.
func place(n source.Object, k *soa.Skeleton, j int) error {
	at, err := source.Plain(nodeAt(k, j))
	if err != nil {
		return err
	}
	delete(n, "matrix")
	for _, key := range paths {
		delete(n, key)
		if v, ok := at.(source.Object)[key]; ok {
			n[key] = v
		}
	}
	return nil
}

// newJoint adds a node for a joint that the file does not have.
func (p *patch) newJoint(j int) error {
	k := p.model.Skeleton
	if isStatic(k, j) {
		return anew("the new joint %q shears", k.Path(j))
	}
	at, err := p.from.Append("nodes", nodeAt(k, j))
	if err != nil {
		return err
	}
	p.joints[j], p.inFile[j] = at, true
	up := source.ObjectAt(p.from.List("scenes"), max(p.from.Doc.Shown, 0))
	key := "nodes"
	if parent := k.Parent[j]; parent >= 0 {
		if p.joints[parent] < 0 {
			return anew("the new joint %q is below one that is no node of the file", k.Path(j))
		}
		up, key = source.ObjectAt(p.from.List("nodes"), p.joints[parent]), "children"
	}
	if up == nil {
		return anew("the file has no scene for the new joint %q", k.Path(j))
	}
	up[key] = append(source.List(up, key), at)
	return setJoint(source.ObjectAt(p.from.List("nodes"), at))
}

// setJoint marks a node as a joint, which it is to stay whatever moves it.
func setJoint(n source.Object) error {
	setOwn(n, "joint", true)
	return nil
}

// pointerTo returns the JSON pointer of a node.
func pointerTo(node int) string { return "/nodes/" + strconv.Itoa(node) }
