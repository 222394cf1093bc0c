package gltf

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// VRM is what a file says of an avatar: VRMC_vrm, VRMC_springBone and VRMC_node_constraint of
// VRM 1.0, or VRM of 0.x, whose bones have the names of 1.0 here.
type VRM struct {
	Zero        bool // VRM 0.x, whose avatars look along −Z, not +Z
	Bones       []VRMBone
	LookAt      *VRMLookAt // or nil
	FirstPerson int        // annotations of what the wearer sees
	Expressions int
	Springs     []VRMSpring
	Colliders   []VRMCollider
	Constraints []VRMConstraint
	Wrong       []error // why parts are not among them
}

// VRMBone is a bone of a human body and its node.
type VRMBone struct {
	Name string
	Node int
}

// VRMLookAt is how eyes follow a gaze.
type VRMLookAt struct {
	Bones  bool       // the eyes turn; else expressions are for them
	Offset [3]float64 // from the head, in its frame
	// What they turn at most, in degrees: inwards, outwards, down and up.
	Inner, Outer, Down, Up float64
}

// VRMSpring is a chain of nodes that swings.
type VRMSpring struct {
	Name      string
	Joints    []VRMSpringJoint
	Tail      int // the node at which the last joint ends, −1: 7 cm beyond it
	Colliders []int
	Center    int // the node whose motion does not count, −1: none
}

// VRMSpringJoint is a node that swings.
type VRMSpringJoint struct {
	Node                           int
	Stiffness, Power, Drag, Radius float64
	Gravity                        [3]float64 // direction
}

// VRMCollider is a sphere, a capsule or a plane in the frame of a node.
type VRMCollider struct {
	Node         int
	Shape        string // sphere, capsule or plane
	Offset, Tail [3]float64
	Normal       [3]float64
	Radius       float64
	Inside       bool
}

// VRMConstraint makes a node follow another one.
type VRMConstraint struct {
	Node, Source int
	Kind         string // roll, aim or rotation
	Axis         string // X, Y or Z; of an aim PositiveX to NegativeZ
	Weight       float64
}

func (v *VRM) wrong(format string, args ...any) {
	if len(v.Wrong) < 100 {
		v.Wrong = append(v.Wrong, fmt.Errorf("%w: "+format, append([]any{soa.ErrFormat}, args...)...))
	}
}

// vrm reads what the file says of an avatar, or nil.
func (r *reader) vrm() *VRM {
	v := &VRM{}
	e := &r.file.Extensions
	for k := range r.file.Nodes {
		if data := r.file.Nodes[k].Extensions.Constraint; data != nil {
			v.constraint(k, data)
		}
	}
	switch {
	case e.VRM1 != nil:
		r.vrm1(v, e.VRM1)
	case e.VRM0 != nil:
		v.Zero = true
		r.vrm0(v, e.VRM0)
	}
	if e.Springs != nil && !v.Zero {
		v.springs(e.Springs)
	}
	v.Constraints = slices.DeleteFunc(v.Constraints, func(c VRMConstraint) bool { return !r.has(v, "a constraint", c.Node, c.Source) })
	v.Bones = slices.DeleteFunc(v.Bones, func(b VRMBone) bool { return !r.has(v, "the bone "+b.Name, b.Node) })
	v.Springs = slices.DeleteFunc(v.Springs, func(s VRMSpring) bool {
		nodes := []int{}
		if s.Tail >= 0 {
			nodes = append(nodes, s.Tail)
		}
		for _, j := range s.Joints {
			nodes = append(nodes, j.Node)
		}
		return len(s.Joints) == 0 || !r.has(v, "the spring "+s.Name, nodes...)
	})
	if e.VRM1 == nil && e.VRM0 == nil && e.Springs == nil && len(v.Constraints) == 0 {
		return nil
	}
	return v
}

// has reports whether nodes are there.
func (r *reader) has(v *VRM, what string, nodes ...int) bool {
	for _, n := range nodes {
		if n < 0 || n >= len(r.file.Nodes) {
			v.wrong("%s is of node %d of %d", what, n, len(r.file.Nodes))
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

func (r *reader) vrm1(v *VRM, data []byte) {
	type rangeMap struct {
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
			Preset map[string]json.RawMessage `json:"preset"`
			Custom map[string]json.RawMessage `json:"custom"`
		} `json:"expressions"`
	}
	if !v.decode("VRMC_vrm", data, &in) {
		return
	}
	for name, b := range in.Humanoid.Bones {
		if b.Node != nil {
			v.Bones = append(v.Bones, VRMBone{name, *b.Node})
		}
	}
	slices.SortFunc(v.Bones, func(a, b VRMBone) int { return strings.Compare(a.Name, b.Name) })
	v.FirstPerson, v.Expressions = len(in.FirstPerson.Meshes), len(in.Expressions.Preset)+len(in.Expressions.Custom)
	if l := in.LookAt; l != nil {
		degrees := func(m rangeMap) float64 {
			if m.Output == nil {
				return 10
			}
			return *m.Output
		}
		v.LookAt = &VRMLookAt{l.Type == "bone", l.Offset, degrees(l.Inner), degrees(l.Outer), degrees(l.Down), degrees(l.Up)}
	}
}

// springs reads VRMC_springBone.
func (v *VRM) springs(data []byte) {
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
		out := VRMSpring{Name: s.Name, Tail: -1, Center: or(s.Center, -1)}
		for _, j := range s.Joints {
			out.Joints = append(out.Joints, VRMSpringJoint{or(j.Node, -1), or(j.Stiffness, 1), j.Power, or(j.Drag, 0.5), j.Radius, or(j.Gravity, [3]float64{0, -1, 0})})
		}
		if n := len(out.Joints); n > 1 { // the last one is where the one before ends
			out.Tail, out.Joints = out.Joints[n-1].Node, out.Joints[:n-1]
		}
		for _, g := range s.Groups {
			if g < 0 || g >= len(in.Groups) {
				v.wrong("the spring %q has the collider group %d of %d", s.Name, g, len(in.Groups))
				continue
			}
			out.Colliders = append(out.Colliders, in.Groups[g].Colliders...)
		}
		v.Springs = append(v.Springs, out)
	}
}

func or[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// collider reads a shape. One without a shape has none.
func (v *VRM) collider(k, node int, data []byte) VRMCollider {
	var in map[string]struct {
		Offset [3]float64  `json:"offset"`
		Tail   [3]float64  `json:"tail"`
		Normal *[3]float64 `json:"normal"`
		Radius float64     `json:"radius"`
		Inside bool        `json:"inside"`
	}
	out := VRMCollider{Node: node}
	if data == nil || !v.decode(fmt.Sprintf("collider %d", k), data, &in) {
		return out
	}
	for _, name := range []string{"sphere", "capsule", "plane"} {
		if s, ok := in[name]; ok {
			return VRMCollider{node, name, s.Offset, s.Tail, or(s.Normal, [3]float64{0, 0, 1}), s.Radius, s.Inside}
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
			v.Constraints = append(v.Constraints, VRMConstraint{node, or(c.Source, -1), kind, c.RollAxis + c.AimAxis, or(c.Weight, 1)})
			return
		}
	}
	v.wrong("the constraint of node %d is no roll, aim or rotation", node)
}
