package classic

import "github.com/sinew-anim/sinew/soa"

// ogldev is OGLdev's tutorial 38: a tree of named nodes that is walked from the
// root, channels looked for by name among all, bones in a map by name.
type ogldev struct {
	roots         []*node
	clips         [][]*channel
	bones         map[string][]int
	offset, final []mat4
	globalInverse mat4
}

type node struct {
	name      string
	transform mat4
	children  []*node
}

func newOGLdev(r *Rig, clips []*soa.Clip, _ int) (Animator, error) {
	o := &ogldev{bones: map[string][]int{}, globalInverse: identity4(), final: make([]mat4, len(r.Entries))}
	rest, nodes := restMatrices(r.Skeleton), make([]*node, r.Skeleton.Len())
	for j, p := range r.Skeleton.Parent {
		nodes[j] = &node{name: r.Skeleton.Name[j], transform: rest[j]}
		if p < 0 {
			o.roots = append(o.roots, nodes[j])
		} else {
			nodes[p].children = append(nodes[p].children, nodes[j])
		}
	}
	for i := range r.Entries {
		name := r.Skeleton.Name[r.Entries[i].Joint]
		o.bones[name] = append(o.bones[name], i)
		o.offset = append(o.offset, toMat4(&r.Entries[i].InverseBind))
	}
	for _, c := range clips {
		var list []*channel
		for _, ch := range channels(r.Skeleton, c) {
			if ch != nil {
				list = append(list, ch)
			}
		}
		o.clips = append(o.clips, list)
	}
	return o, nil
}

// Evaluate is BoneTransform.
func (o *ogldev) Evaluate(_, clip int, tick float64, palette []float32) {
	parent := identity4()
	for _, r := range o.roots {
		o.readNodeHierarchy(o.clips[clip], tick, r, &parent)
	}
	for i := range o.final {
		copy(palette[12*i:12*i+12], o.final[i][:])
	}
}

func (o *ogldev) readNodeHierarchy(channels []*channel, tick float64, n *node, parent *mat4) {
	transform := n.transform
	if c := findNodeAnim(channels, n.name); c != nil {
		transform = c.matrix(tick, linear)
	}
	global := parent.times(&transform)
	// The tutorial has one mesh, so a name has one bone.
	for _, bone := range o.bones[n.name] {
		final := o.globalInverse.times(&global)
		o.final[bone] = final.times(&o.offset[bone])
	}
	for _, child := range n.children {
		o.readNodeHierarchy(channels, tick, child, &global)
	}
}

func findNodeAnim(channels []*channel, name string) *channel {
	for _, c := range channels {
		if c.name == name {
			return c
		}
	}
	return nil
}
