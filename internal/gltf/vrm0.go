package gltf

import (
	"encoding/json"
	"unsafe"

	"github.com/sinew-anim/sinew/soa"
)

// xyz is a vector of VRM 0.x.
type xyz struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	Z float64 `json:"z"`
}

// thumbs are the names of VRM 1.0 for the bones of thumbs of 0.x, which begin one bone later.
var thumbs = map[string]string{
	"leftThumbProximal": "leftThumbMetacarpal", "leftThumbIntermediate": "leftThumbProximal",
	"rightThumbProximal": "rightThumbMetacarpal", "rightThumbIntermediate": "rightThumbProximal",
}

// vrm0 reads the extension VRM of 0.x.
func (d *Document) vrm0(v *VRM, data []byte) {
	type curve struct {
		Input *float64 `json:"xRange"`
		Range *float64 `json:"yRange"`
	}
	type boneGroup struct {
		Comment   string   `json:"comment"`
		Stiffness *float64 `json:"stiffiness"` // as the format spells it
		Power     float64  `json:"gravityPower"`
		Gravity   *xyz     `json:"gravityDir"`
		Drag      *float64 `json:"dragForce"`
		Center    *int     `json:"center"`
		Radius    float64  `json:"hitRadius"`
		Bones     []int    `json:"bones"`
		Groups    []int    `json:"colliderGroups"`
	}
	var in struct {
		Humanoid struct {
			Bones []struct {
				Bone string `json:"bone"`
				Node *int   `json:"node"`
			} `json:"humanBones"`
		} `json:"humanoid"`
		FirstPerson *struct {
			Offset xyz               `json:"firstPersonBoneOffset"`
			Meshes []json.RawMessage `json:"meshAnnotations"`
			Type   string            `json:"lookAtTypeName"`
			Inner  curve             `json:"lookAtHorizontalInner"`
			Outer  curve             `json:"lookAtHorizontalOuter"`
			Down   curve             `json:"lookAtVerticalDown"`
			Up     curve             `json:"lookAtVerticalUp"`
		} `json:"firstPerson"`
		Expressions struct {
			Groups []expression0 `json:"blendShapeGroups"`
		} `json:"blendShapeMaster"`
		Secondary struct {
			Groups    []boneGroup `json:"boneGroups"`
			Colliders []struct {
				Node      *int `json:"node"`
				Colliders []struct {
					Offset xyz     `json:"offset"`
					Radius float64 `json:"radius"`
				} `json:"colliders"`
			} `json:"colliderGroups"`
		} `json:"secondaryAnimation"`
	}
	if !v.decode("VRM", data, &in) {
		return
	}
	for _, b := range in.Humanoid.Bones {
		if name := thumbs[b.Bone]; name != "" {
			b.Bone = name
		}
		v.Bones = append(v.Bones, soa.AvatarBone{Bone: b.Bone, Node: nodeOf(or(b.Node, -1))})
	}
	v.expressions0(in.Expressions.Groups)
	if f := in.FirstPerson; f != nil {
		v.FirstPerson = len(f.Meshes)
	}
	if f := in.FirstPerson; f != nil && f.Type != "None" {
		v.Gaze = &soa.AvatarGaze{Bones: f.Type != "BlendShape", Offset: [3]float64{f.Offset.X, f.Offset.Y, -f.Offset.Z}}
		for k, r := range v.gazeRanges() {
			c := [...]curve{f.Inner, f.Outer, f.Down, f.Up}[k]
			r.set(c.Input, c.Range, v.Gaze.Bones)
		}
	}
	groups := make([][]int, len(in.Secondary.Colliders))
	for k, g := range in.Secondary.Colliders {
		for _, c := range g.Colliders {
			groups[k] = append(groups[k], len(v.Colliders))
			// Its Z points the other way.
			v.Colliders = append(v.Colliders, soa.AvatarCollider{Node: nodeOf(or(g.Node, -1)), Shape: "sphere", Offset: [3]float64{c.Offset.X, c.Offset.Y, -c.Offset.Z}, Radius: c.Radius})
		}
	}
	for _, g := range in.Secondary.Groups {
		down := or(g.Gravity, xyz{Y: -1})
		s := soa.AvatarSpring{Name: g.Comment, Tip: tip, Center: nodeAt(g.Center)}
		for _, k := range g.Groups {
			if k >= 0 && k < len(groups) {
				if d.grow(&s.Colliders, len(groups[k])) != nil {
					return
				}
				s.Colliders = append(s.Colliders, groups[k]...)
			} else {
				v.wrong("the spring %q has the collider group %d of %d", g.Comment, k, len(groups))
			}
		}
		joint := soa.AvatarSpringJoint{Stiffness: or(g.Stiffness, 1), Power: g.Power, Drag: or(g.Drag, 0.5), Radius: g.Radius, Gravity: [3]float64{down.X, down.Y, down.Z}}
		for _, bone := range g.Bones {
			if d.has(v, "the spring "+g.Comment, bone) {
				d.chains(v, s, joint, bone)
			}
		}
	}
}

// maxChains bounds the springs that branches make.
const maxChains = 10_000

// chains adds a spring for a node and its first children, and others for its branches.
func (d *Document) chains(v *VRM, s soa.AvatarSpring, joint soa.AvatarSpringJoint, root int) {
	seen := make(map[int]bool)
	roots := []int{root}
	for len(roots) > 0 && len(v.Springs) < maxChains && d.meter.Step(100) == nil {
		chain := s
		room := 0
		for n := roots[0]; n >= 0 && n < len(d.Nodes) && room <= len(d.Nodes); room++ {
			if children := d.Nodes[n].Children; len(children) > 0 {
				n = children[0]
			} else {
				n = -1
			}
		}
		if d.meter.Take("joints of springs", room, unsafe.Sizeof(joint)) != nil || d.meter.Step(300*room) != nil {
			return
		}
		chain.Joints = make([]soa.AvatarSpringJoint, 0, room)
		if s.Center != nil {
			chain.Center = nodeAt(&s.Center.Joint) // each has its own
		}
		for n := roots[0]; n >= 0; {
			if seen[n] || n >= len(d.Nodes) {
				v.wrong("the spring %q goes in a circle at node %d", s.Name, n)
				return
			}
			seen[n], joint.Node = true, nodeOf(n)
			chain.Joints = append(chain.Joints, joint)
			children := d.Nodes[n].Children
			if n = -1; len(children) > 0 {
				n = children[0]
				roots = append(roots, children[1:]...)
			}
		}
		v.Springs = append(v.Springs, chain)
		roots = roots[1:]
	}
}
