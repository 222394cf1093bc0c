package gltf

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// visible is the custom property of a node that shows and hides it and what is below.
const visible = "extensions/KHR_node_visibility/visible"

// addFloats adds a channel for each custom property that the clip drives: to what shows and hides
// a node, or to a number of the extras.
func (c *clipBuilder) addFloats() {
	if c.places != nil {
		c.addPlaced()
		return
	}
	for t := range c.clip.Tracks {
		tr := &c.clip.Tracks[t]
		if tr.Property != soa.Float {
			continue
		}
		f := &c.model.Floats[tr.Target]
		if f.Name == visible && f.Joint != soa.NoJoint {
			c.addVisibility(c.joints[f.Joint], []int{int(tr.Target)})
			continue
		}
		if c.addAvatarFloat(t) {
			continue
		}
		pointer := "/extras/" + escape(f.Name)
		if f.Joint != soa.NoJoint {
			pointer = "/nodes/" + strconv.Itoa(c.joints[f.Joint]) + pointer
		}
		c.addScalars(c.pointer(pointer), []scalar{{c.clip, t, f.Rest}})
	}
	for _, of := range c.bodies {
		// A skinned mesh is not below the node that hides it.
		if len(of.shown) > 0 && c.doc.Nodes[of.node].Skin != nil && !c.ownFloat(of) {
			c.addVisibility(of.node, of.shown)
		}
	}
}

// addAvatarFloat adds the channel of a track that moves an expression or the gaze of an animation for
// any avatar, and reports whether the track does.
func (c *clipBuilder) addAvatarFloat(t int) bool {
	f := int(c.clip.Tracks[t].Target)
	of := &c.model.Floats[f]
	if n, ok := c.faces[f]; ok {
		c.addFace(n, t, of.Rest)
		return true
	}
	if c.look == nil || of.Joint != soa.NoJoint || of.Name != soa.GazeYaw && of.Name != soa.GazePitch {
		return false
	}
	if !c.looked {
		c.looked = true
		c.addLook(*c.look)
	}
	return true
}

// addLook adds a channel that rotates the node of the gaze: first up, then to the left. It is exact at
// keys; between them the angles change evenly here, and the rotation there.
func (c *clipBuilder) addLook(node int) {
	list := [2]scalar{{c.clip, -1, 0}, {c.clip, -1, 0}}
	for t := range c.clip.Tracks {
		tr := &c.clip.Tracks[t]
		if tr.Property != soa.Float || c.model.Floats[tr.Target].Joint != soa.NoJoint {
			continue
		}
		if i := slices.Index([]string{soa.GazeYaw, soa.GazePitch}, c.model.Floats[tr.Target].Name); i >= 0 {
			list[i].track = t
		}
	}
	mode := c.jointMode(list[:])
	if mode == soa.Cubic {
		mode = soa.Linear
	}
	ticks := c.unionOf(list[:], mode)
	values := make([]float32, 0, 4*len(ticks))
	for _, t := range ticks {
		const half = math.Pi / 360
		yaw, _, _ := list[0].at(t)
		pitch, _, _ := list[1].at(t)
		s, k := exact.SinCos(float64(yaw * half))
		up, flat := exact.SinCos(float64(-pitch * half))
		q := exact.Quat{0, s, 0, k}.Mul(exact.Quat{up, 0, 0, flat}).Unit().Float32()
		values = append(values, q[:]...)
	}
	out := c.output("VEC4", len(ticks), func(s *sink) { s.floats(values) })
	c.channel(target{Node: &node, Path: paths[soa.Rotation]}, mode, c.seconds(ticks), out)
}

// addFace adds a channel that moves the node of an expression along X.
func (c *clipBuilder) addFace(node, track int, rest float32) {
	still := scalar{c.clip, -1, 0}
	c.addRows(target{Node: &node, Path: paths[soa.Translation]}, []scalar{{c.clip, track, rest}, still, still}, "VEC3")
}

// ownFloat reports whether the floats that show a mesh are all of the joint that is its node.
func (c *clipBuilder) ownFloat(of *body) bool {
	return !slices.ContainsFunc(of.shown, func(f int) bool {
		j := c.model.Floats[f].Joint
		return j == soa.NoJoint || c.joints[j] != of.node
	})
}

// pointer is the target of KHR_animation_pointer.
func (c *clipBuilder) pointer(text string) target {
	c.doc.uses("KHR_animation_pointer", false)
	return target{Path: "pointer", Extensions: object{"KHR_animation_pointer": object{"pointer": text}}}
}

// escape writes a name as a part of a JSON pointer.
func escape(name string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(name) }

// addVisibility adds a channel that shows and hides a node: it is shown where all floats show it.
func (c *clipBuilder) addVisibility(node int, floats []int) {
	var list []scalar
	for _, f := range floats {
		s := scalar{c.clip, -1, c.model.Floats[f].Rest}
		for t := range c.clip.Tracks {
			if tr := &c.clip.Tracks[t]; tr.Property == soa.Float && int(tr.Target) == f {
				s.track = t
				if tr.Interpolation != soa.Step && s.keys() > 1 {
					c.list.Note("clip "+c.clip.Name, "what shows node %d is no step track; it is taken at its keys", node)
				}
			}
		}
		list = append(list, s)
	}
	ticks := c.unionOf(list, soa.Step)
	if len(ticks) == 0 {
		return
	}
	shown := make([]uint32, len(ticks))
	for i, t := range ticks {
		shown[i] = 1
		for k := range list {
			if v, _, _ := list[k].at(t); v < soa.LeastVisible {
				shown[i] = 0
			}
		}
	}
	out := c.array("SCALAR", gltf.Uint8, len(shown), 0, func(s *sink) { s.integers(shown, gltf.Uint8) })
	c.channel(c.pointer("/nodes/"+strconv.Itoa(node)+"/"+visible), soa.Step, c.seconds(ticks), out)
}

// addRests writes what custom properties are without a clip: where channels point to.
func (b *builder) addRests() {
	for i := range b.model.Floats {
		f := &b.model.Floats[i]
		if f.Joint == soa.NoJoint {
			b.doc.Extras = b.doc.Extras.set(f.Name, f.Rest)
			continue
		}
		n := b.doc.Nodes[b.joints[f.Joint]]
		if f.Name == visible {
			b.setVisible(n, f.Rest >= soa.LeastVisible)
			continue
		}
		n.Extras = n.Extras.set(f.Name, f.Rest)
	}
	for _, of := range b.bodies {
		if n := b.doc.Nodes[of.node]; n.Skin != nil && len(of.shown) > 0 {
			shown := !slices.ContainsFunc(of.shown, func(f int) bool { return b.model.Floats[f].Rest < soa.LeastVisible })
			b.setVisible(n, shown)
		}
	}
}

func (b *builder) setVisible(n *node, shown bool) {
	n.Extensions = n.Extensions.set("KHR_node_visibility", object{"visible": shown})
	b.doc.uses("KHR_node_visibility", false)
}

// floatPlace is where the file has a custom property: what a pointer refers to, and a component of it.
type floatPlace struct {
	pointer   string
	component int
	rest      []float32 // of all components
	visible   int       // the node that it shows and hides, or −1
}

// addPlaced adds channels for the custom properties that the clip drives, one for all components of a
// vector.
func (c *clipBuilder) addPlaced() {
	tracks, done := make(map[int]int), make(map[string]bool)
	for t := range c.clip.Tracks {
		if c.clip.Tracks[t].Property == soa.Float {
			tracks[int(c.clip.Tracks[t].Target)] = t
		}
	}
	for t := range c.clip.Tracks {
		if c.clip.Tracks[t].Property != soa.Float {
			continue
		}
		f := int(c.clip.Tracks[t].Target)
		at := &c.places[f]
		switch {
		case c.addAvatarFloat(t):
			continue
		case at.visible >= 0:
			c.addVisibility(at.visible, []int{f})
			continue
		case at.pointer == "" || done[at.pointer]:
			continue
		}
		done[at.pointer] = true
		list := make([]scalar, len(at.rest))
		for k := range list {
			list[k] = scalar{c.clip, -1, at.rest[k]}
		}
		for g := range c.places {
			if u, ok := tracks[g]; ok && c.places[g].pointer == at.pointer {
				list[c.places[g].component].track = u
			}
		}
		kind := "SCALAR"
		if len(list) > 1 && len(list) <= 4 {
			kind = "VEC" + strconv.Itoa(len(list))
		}
		c.addRows(c.pointer(at.pointer), list, kind)
	}
}
