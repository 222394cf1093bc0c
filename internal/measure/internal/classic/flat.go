package classic

import "github.com/sinew-anim/sinew/soa"

// flat is how g3n has glTF's animations: a channel is a property of one node,
// its times one array and its values another; a frame writes every channel into
// its node, then the scene graph computes its world matrices from the roots.
type flat struct {
	*Rig
	clips   [][]flatChannel
	nodes   []*sceneNode
	roots   []*sceneNode
	inverse []mat4
}

type flatChannel struct {
	target        *sceneNode
	property      soa.Property
	times, values []float32 // values: three or four per key
}

type sceneNode struct {
	position, quaternion, scale [4]float32
	fixed                       *mat4 // of a node that has a matrix instead
	matrix, world               mat4
	children                    []*sceneNode
}

func newFlat(r *Rig, clips []*soa.Clip, _ int) (Animator, error) {
	f := &flat{Rig: r}
	rest := restMatrices(r.Skeleton)
	for j, p := range r.Skeleton.Parent {
		n := &sceneNode{
			position:   restValue(r.Skeleton, j, soa.Translation),
			quaternion: restValue(r.Skeleton, j, soa.Rotation),
			scale:      restValue(r.Skeleton, j, soa.Scale),
		}
		if isStatic(r.Skeleton, j) {
			n.fixed = &rest[j]
		}
		f.nodes = append(f.nodes, n)
		if p < 0 {
			f.roots = append(f.roots, n)
		} else {
			f.nodes[p].children = append(f.nodes[p].children, n)
		}
	}
	for i := range r.Entries {
		f.inverse = append(f.inverse, toMat4(&r.Entries[i].InverseBind))
	}
	for _, c := range clips {
		f.clips = append(f.clips, f.channels(c))
	}
	return f, nil
}

// channels are the clip's own tracks and, for what only other clips move, its
// rest: instances share the nodes.
func (f *flat) channels(c *soa.Clip) []flatChannel {
	var list []flatChannel
	type target struct {
		node     *sceneNode
		property soa.Property
	}
	driven := map[target]bool{}
	for t := range c.Tracks {
		track := &c.Tracks[t]
		if track.Property > soa.Scale {
			continue
		}
		ch := flatChannel{target: f.nodes[track.Target], property: track.Property}
		driven[target{ch.target, ch.property}] = true
		first, end := c.Keys(t)
		for k := first; k < end; k++ {
			ch.times = append(ch.times, c.Time[k])
			ch.values = append(ch.values, c.X[k], c.Y[k], c.Z[k])
			if ch.property == soa.Rotation {
				ch.values = append(ch.values, c.W[k])
			}
		}
		list = append(list, ch)
	}
	for j, n := range f.nodes {
		for p := soa.Translation; p <= soa.Scale; p++ {
			if !driven[target{n, p}] {
				v := restValue(f.Skeleton, j, p)
				list = append(list, flatChannel{n, p, []float32{0}, v[:]})
			}
		}
	}
	return list
}

func (f *flat) Evaluate(_, clip int, tick float64, palette []float32) {
	list := f.clips[clip]
	for i := range list {
		list[i].update(float32(tick))
	}
	parent := identity4()
	for _, r := range f.roots {
		r.updateMatrixWorld(&parent)
	}
	for i := range f.Entries {
		bone := f.nodes[f.Entries[i].Joint].world.times(&f.inverse[i])
		copy(palette[12*i:12*i+12], bone[:])
	}
}

// update writes the channel's value at a time into its node.
func (c *flatChannel) update(time float32) {
	last := len(c.times) - 1
	key, t := last, float32(0)
	switch {
	case time <= c.times[0]:
		key = 0
	case time < c.times[last]:
		key = 0
		for time >= c.times[key+1] {
			key++
		}
		t = (time - c.times[key]) / (c.times[key+1] - c.times[key])
	}
	size, next := 3, min(key+1, last)
	if c.property == soa.Rotation {
		size = 4
	}
	var a, b [4]float32
	copy(a[:], c.values[size*key:size*key+size])
	copy(b[:], c.values[size*next:size*next+size])
	switch c.property {
	case soa.Translation:
		c.target.position = lerp(a, b, t)
	case soa.Rotation:
		c.target.quaternion = slerp(a, b, t)
	case soa.Scale:
		c.target.scale = lerp(a, b, t)
	}
}

func (n *sceneNode) updateMatrixWorld(parent *mat4) {
	if n.fixed != nil {
		n.matrix = *n.fixed
	} else {
		n.matrix = compose4(n.position, n.quaternion, n.scale)
	}
	n.world = parent.times(&n.matrix)
	for _, c := range n.children {
		c.updateMatrixWorld(&n.world)
	}
}
