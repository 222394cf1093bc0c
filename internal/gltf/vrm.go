package gltf

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// tip is how far the last joint of a chain reaches where no node says it, in metres.
const tip = 0.07

func nodeOf(n int) soa.AvatarNode { return soa.AvatarNode{Joint: n} }

// nodeAt is a node that need not be stated.
func nodeAt(n *int) *soa.AvatarNode {
	if n == nil || *n < 0 {
		return nil
	}
	return &soa.AvatarNode{Joint: *n}
}

func (v *VRM) wrong(format string, args ...any) {
	if len(v.Wrong) < 100 {
		v.Wrong = append(v.Wrong, fmt.Sprintf("%v: "+format, append([]any{soa.ErrFormat}, args...)...))
	}
}

// vrm reads what the file says of an avatar, or nil.
func (d *Document) vrm(root value) *VRM {
	v := &VRM{}
	vrm1, vrm0, springs := root.extension("VRMC_vrm"), root.extension("VRM"), root.extension("VRMC_springBone")
	animation := root.extension("VRMC_vrm_animation")
	for k := range d.Nodes {
		if c := d.Nodes[k].place.extension("VRMC_node_constraint"); c.there() {
			v.constraint(k, c.raw())
		}
		if d.meter.Step(100) != nil {
			return nil
		}
	}
	switch {
	case vrm1.there():
		v.vrm1(vrm1.raw())
	case vrm0.there():
		v.Backward = true
		d.vrm0(v, vrm0.raw())
	case animation.there():
		v.Animation = true
		v.animation(animation.raw())
	}
	if d.meter.Err() != nil {
		return nil
	}
	if springs.there() && !v.Backward {
		d.springs(v, springs.raw())
	}
	v.Constraints = slices.DeleteFunc(v.Constraints, func(c soa.AvatarConstraint) bool {
		return !d.has(v, "a constraint", c.Node.Joint, c.Source.Joint)
	})
	v.Bones = slices.DeleteFunc(v.Bones, func(b soa.AvatarBone) bool { return !d.has(v, "the bone "+b.Bone, b.Node.Joint) })
	v.Springs = slices.DeleteFunc(v.Springs, func(s soa.AvatarSpring) bool {
		nodes := []int{}
		if s.Tail != nil {
			nodes = append(nodes, s.Tail.Joint)
		}
		for _, j := range s.Joints {
			nodes = append(nodes, j.Node.Joint)
		}
		if len(s.Joints) == 0 {
			v.wrong("the spring %.60q has no joints", s.Name)
			return true
		}
		return !d.has(v, "the spring "+s.Name, nodes...)
	})
	if !vrm1.there() && !vrm0.there() && !animation.there() && !springs.there() && len(v.Constraints) == 0 {
		return nil
	}
	return v
}

// has reports whether nodes are there.
func (d *Document) has(v *VRM, what string, nodes ...int) bool {
	for _, n := range nodes {
		if n < 0 || n >= len(d.Nodes) {
			v.wrong("%s is of node %d of %d", what, n, len(d.Nodes))
			return false
		}
	}
	return true
}

// decode reads a part of an extension.
func (v *VRM) decode(what string, data []byte, to any) bool {
	if err := json.Unmarshal(data, to); err != nil {
		v.wrong("%s: %v", what, err)
		return false
	}
	return true
}

func (v *VRM) vrm1(data []byte) {
	type rangeMap struct {
		Input  *float64 `json:"inputMaxValue"`
		Output *float64 `json:"outputScale"`
	}
	var in struct {
		Humanoid struct {
			Bones map[string]struct {
				Node *int `json:"node"`
			} `json:"humanBones"`
		} `json:"humanoid"`
		FirstPerson struct {
			Meshes []json.RawMessage `json:"meshAnnotations"`
		} `json:"firstPerson"`
		LookAt *struct {
			Offset [3]float64 `json:"offsetFromHeadBone"`
			Type   string     `json:"type"`
			Inner  rangeMap   `json:"rangeMapHorizontalInner"`
			Outer  rangeMap   `json:"rangeMapHorizontalOuter"`
			Down   rangeMap   `json:"rangeMapVerticalDown"`
			Up     rangeMap   `json:"rangeMapVerticalUp"`
		} `json:"lookAt"`
		Expressions struct {
			Preset map[string]expression1 `json:"preset"`
			Custom map[string]expression1 `json:"custom"`
		} `json:"expressions"`
	}
	if !v.decode("VRMC_vrm", data, &in) {
		return
	}
	for name, b := range in.Humanoid.Bones {
		if b.Node != nil {
			v.Bones = append(v.Bones, soa.AvatarBone{Bone: name, Node: nodeOf(*b.Node)})
		}
	}
	slices.SortFunc(v.Bones, func(a, b soa.AvatarBone) int { return strings.Compare(a.Bone, b.Bone) })
	v.FirstPerson = len(in.FirstPerson.Meshes)
	v.expressions1(in.Expressions.Preset, true)
	v.expressions1(in.Expressions.Custom, false)
	if l := in.LookAt; l != nil {
		v.Gaze = &soa.AvatarGaze{Bones: l.Type == "bone", Offset: l.Offset}
		for k, r := range v.gazeRanges() {
			m := [...]rangeMap{l.Inner, l.Outer, l.Down, l.Up}[k]
			r.set(m.Input, m.Output, v.Gaze.Bones)
		}
	}
}

// gazeRange is a range of a gaze that is read.
type gazeRange struct{ *soa.GazeRange }

func (v *VRM) gazeRanges() [4]gazeRange {
	return [...]gazeRange{{&v.Gaze.Inner}, {&v.Gaze.Outer}, {&v.Gaze.Down}, {&v.Gaze.Up}}
}

// set sets a range; what the file does not state is as three-vrm and UniVRM take it.
func (r gazeRange) set(from, to *float64, bones bool) {
	whole := 1.
	if bones {
		whole = 10
	}
	r.From, r.To = or(from, 90), or(to, whole)
}

// animation reads VRMC_vrm_animation.
func (v *VRM) animation(data []byte) {
	type at struct {
		Node *int `json:"node"`
	}
	var in struct {
		Humanoid struct {
			Bones map[string]at `json:"humanBones"`
		} `json:"humanoid"`
		Expressions struct {
			Preset map[string]at `json:"preset"`
			Custom map[string]at `json:"custom"`
		} `json:"expressions"`
		LookAt at `json:"lookAt"`
	}
	if !v.decode("VRMC_vrm_animation", data, &in) {
		return
	}
	v.Look = in.LookAt.Node
	for _, name := range slices.Sorted(maps.Keys(in.Humanoid.Bones)) {
		v.Bones = append(v.Bones, soa.AvatarBone{Bone: name, Node: nodeOf(or(in.Humanoid.Bones[name].Node, -1))})
	}
	v.Moved = make(map[int]string)
	for _, list := range []map[string]at{in.Expressions.Custom, in.Expressions.Preset} {
		for name, e := range list {
			v.Moved[or(e.Node, -1)] = name
		}
	}
}

// springs reads VRMC_springBone.
func (d *Document) springs(v *VRM, data []byte) {
	var in struct {
		Colliders []struct {
			Node       *int            `json:"node"`
			Shape      json.RawMessage `json:"shape"`
			Extensions struct {
				Extended struct {
					Shape json.RawMessage `json:"shape"`
				} `json:"VRMC_springBone_extended_collider"`
			} `json:"extensions"`
		} `json:"colliders"`
		Groups []struct {
			Colliders []int `json:"colliders"`
		} `json:"colliderGroups"`
		Springs []struct {
			Name   string `json:"name"`
			Joints []struct {
				Node      *int        `json:"node"`
				Radius    float64     `json:"hitRadius"`
				Stiffness *float64    `json:"stiffness"`
				Power     float64     `json:"gravityPower"`
				Gravity   *[3]float64 `json:"gravityDir"`
				Drag      *float64    `json:"dragForce"`
			} `json:"joints"`
			Groups []int `json:"colliderGroups"`
			Center *int  `json:"center"`
		} `json:"springs"`
	}
	if !v.decode("VRMC_springBone", data, &in) {
		return
	}
	for k, c := range in.Colliders {
		shape := c.Shape
		if c.Extensions.Extended.Shape != nil {
			shape = c.Extensions.Extended.Shape
		}
		v.Colliders = append(v.Colliders, v.collider(k, or(c.Node, -1), shape))
	}
	for _, s := range in.Springs {
		out := soa.AvatarSpring{Name: s.Name, Tip: tip, Center: nodeAt(s.Center)}
		for _, j := range s.Joints {
			out.Joints = append(out.Joints, soa.AvatarSpringJoint{
				Node: nodeOf(or(j.Node, -1)), Stiffness: or(j.Stiffness, 1), Power: j.Power, Drag: or(j.Drag, 0.5), Radius: j.Radius, Gravity: or(j.Gravity, [3]float64{0, -1, 0}),
			})
		}
		if n := len(out.Joints); n > 1 { // the last one is where the one before ends
			out.Tail, out.Joints = &out.Joints[n-1].Node, out.Joints[:n-1]
		}
		for _, g := range s.Groups {
			if g < 0 || g >= len(in.Groups) {
				v.wrong("the spring %q has the collider group %d of %d", s.Name, g, len(in.Groups))
				continue
			}
			if d.grow(&out.Colliders, len(in.Groups[g].Colliders)) != nil {
				return
			}
			out.Colliders = append(out.Colliders, in.Groups[g].Colliders...)
		}
		v.Springs = append(v.Springs, out)
	}
}

// grow makes room for more colliders of a spring, whose numbers several groups repeat.
func (d *Document) grow(list *[]int, more int) error {
	if len(*list)+more <= cap(*list) {
		return d.meter.Step(0)
	}
	room := len(*list) + max(more, len(*list))
	if err := d.meter.Take("colliders of springs", room, 8); err != nil {
		return err
	}
	*list = append(make([]int, 0, room), *list...)
	return nil
}

func or[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// collider reads a shape. One without a shape has none.
func (v *VRM) collider(k, node int, data []byte) soa.AvatarCollider {
	var in map[string]struct {
		Offset [3]float64  `json:"offset"`
		Tail   [3]float64  `json:"tail"`
		Normal *[3]float64 `json:"normal"`
		Radius float64     `json:"radius"`
		Inside bool        `json:"inside"`
	}
	out := soa.AvatarCollider{Node: nodeOf(node)}
	if data == nil || !v.decode(fmt.Sprintf("collider %d", k), data, &in) {
		return out
	}
	for _, name := range []string{"sphere", "capsule", "plane"} {
		if s, ok := in[name]; ok {
			out.Shape, out.Offset, out.Tail, out.Normal = name, s.Offset, s.Tail, or(s.Normal, [3]float64{0, 0, 1})
			out.Radius, out.Inside = s.Radius, s.Inside
			return out
		}
	}
	v.wrong("collider %d is no sphere, capsule or plane", k)
	return out
}

// constraint reads VRMC_node_constraint of a node.
func (v *VRM) constraint(node int, data []byte) {
	var in struct {
		Constraint map[string]struct {
			Source   *int     `json:"source"`
			RollAxis string   `json:"rollAxis"`
			AimAxis  string   `json:"aimAxis"`
			Weight   *float64 `json:"weight"`
		} `json:"constraint"`
	}
	if !v.decode(fmt.Sprintf("the constraint of node %d", node), data, &in) {
		return
	}
	for _, kind := range []string{"roll", "aim", "rotation"} {
		if c, ok := in.Constraint[kind]; ok {
			v.Constraints = append(v.Constraints, soa.AvatarConstraint{
				Node: nodeOf(node), Source: nodeOf(or(c.Source, -1)), Kind: kind, Axis: c.RollAxis + c.AimAxis, Weight: or(c.Weight, 1),
			})
			return
		}
	}
	v.wrong("the constraint of node %d is no roll, aim or rotation", node)
}
