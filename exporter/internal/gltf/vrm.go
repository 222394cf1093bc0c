package gltf

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// needed are the bones without which VRM knows no body.
var needed = []string{
	"hips", "spine", "head", "leftUpperArm", "leftLowerArm", "leftHand", "rightUpperArm", "rightLowerArm", "rightHand",
	"leftUpperLeg", "leftLowerLeg", "leftFoot", "rightUpperLeg", "rightLowerLeg", "rightFoot",
}

// avatar checks that the model is an avatar that VRM 1.0 can say.
func (b *builder) avatar() (*soa.Avatar, error) {
	a := b.model.Avatar
	if a == nil || len(a.Bones) == 0 {
		return nil, fmt.Errorf("%w: VRM is an avatar, and the model names no bones of a body", soa.ErrInvalid)
	}
	var missing []string
	for _, name := range needed {
		if !slices.ContainsFunc(a.Bones, func(bone soa.AvatarBone) bool { return bone.Bone == name && bone.Node.Joint >= 0 }) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return a, fmt.Errorf("%w: VRM needs the bones %s, which the model does not name", soa.ErrInvalid, strings.Join(missing, ", "))
	}
	return a, nil
}

// bones returns the nodes of a body's bones.
func (b *builder) bones(a *soa.Avatar) object {
	out := object{}
	for _, bone := range a.Bones {
		if bone.Node.Joint >= 0 {
			out[bone.Bone] = object{"node": b.joints[bone.Node.Joint]}
		}
	}
	return out
}

// addVRM writes the extensions of VRM 1.0.
func (b *builder) addVRM() error {
	a, err := b.avatar()
	if err != nil {
		return err
	}
	vrm := object{"specVersion": "1.0", "humanoid": object{"humanBones": b.bones(a)}, "meta": b.meta(a)}
	presets, customs := object{}, object{}
	for i := range b.model.Expressions {
		e := &b.model.Expressions[i]
		out := b.expression(e)
		if e.Preset {
			presets[e.Name] = out
		} else {
			customs[e.Name] = out
		}
	}
	vrm["expressions"] = object{"preset": presets, "custom": customs}
	if a.Gaze != nil {
		vrm["lookAt"] = b.gaze(a)
	}
	if a.FirstPerson > 0 {
		b.list.LostLook("", "%d annotations of what the wearer sees are left out", a.FirstPerson)
	}
	b.extend("VRMC_vrm", vrm)
	if b.turned {
		b.list.Note("", "the avatar is of VRM 0.x, and is written as VRM 1.0: below a new joint %q it is turned by 180° about the Y axis, to look along +Z", wrapperName)
	}
	if len(a.Springs) > 0 || len(a.Colliders) > 0 {
		b.extend("VRMC_springBone", b.springs(a))
	}
	b.constraints(a)
	return nil
}

// extend adds an extension of the file.
func (b *builder) extend(name string, v object) {
	b.doc.uses(name, false)
	b.doc.Extensions = b.doc.Extensions.set(name, v)
}

// meta returns what the options say of the author and the licence, or the source did.
func (b *builder) meta(a *soa.Avatar) any {
	if len(b.options.Meta) > 0 {
		return b.options.Meta
	}
	name := a.Name
	if name == "" {
		name = b.model.Name
	}
	b.list.Loss("", "the author and the licence are not known to the model; the file names none, and the most restrictive permissions")
	return object{"name": name, "authors": []string{"unknown"}, "licenseUrl": "https://vrm.dev/licenses/1.0/"}
}

// gaze returns the movement of the eyes. Lengths are in the frames of joints, whose unit is taken out.
func (b *builder) gaze(a *soa.Avatar) object {
	g := a.Gaze
	kind, offset := "expression", g.Offset
	if g.Bones {
		kind = "bone"
	}
	for _, bone := range a.Bones {
		if bone.Bone == "head" && bone.Node.Joint >= 0 {
			offset = scaled(offset, b.unit(bone.Node.Joint))
		}
	}
	of := func(r soa.GazeRange) object { return object{"inputMaxValue": r.From, "outputScale": r.To} }
	return object{
		"type": kind, "offsetFromHeadBone": offset, "rangeMapHorizontalInner": of(g.Inner), "rangeMapHorizontalOuter": of(g.Outer),
		"rangeMapVerticalDown": of(g.Down), "rangeMapVerticalUp": of(g.Up),
	}
}

// unit is the scale that was taken out of a joint's frame.
func (b *builder) unit(joint int) float64 { return float64(b.model.Skeleton.Unit[joint]) }

func scaled(v [3]float64, by float64) [3]float64 {
	return [3]float64{v[0] * by, v[1] * by, v[2] * by}
}

// springs returns the chains that swing, each with a group of the colliders that it meets.
func (b *builder) springs(a *soa.Avatar) object {
	numbers := make([]int, len(a.Colliders)) // in the file, or −1
	colliders, groups, springs := []object{}, []object{}, []object{}
	for i := range a.Colliders {
		c := &a.Colliders[i]
		if numbers[i] = -1; c.Node.Joint < 0 || c.Shape == "" {
			b.list.Loss("", "collider %d has no joint or no shape", i)
			continue
		}
		numbers[i] = len(colliders)
		colliders = append(colliders, b.collider(c))
	}
	ends := 0
	for i := range a.Springs {
		s := &a.Springs[i]
		joints := []object{}
		for k := range s.Joints {
			if j := &s.Joints[k]; j.Node.Joint >= 0 {
				joints = append(joints, object{
					"node": b.joints[j.Node.Joint], "stiffness": j.Stiffness, "gravityPower": j.Power, "gravityDir": b.turned.direction(j.Gravity), "dragForce": min(max(j.Drag, 0), 1), "hitRadius": j.Radius,
				})
			}
		}
		if s.Tail != nil && s.Tail.Joint >= 0 {
			joints = append(joints, object{"node": b.joints[s.Tail.Joint]})
		} else if end := b.endOf(s); end >= 0 {
			joints, ends = append(joints, object{"node": end}), ends+1
		}
		if len(joints) == 0 {
			b.list.Loss("spring "+s.Name, "none of its nodes is a joint")
			continue
		}
		out := object{"joints": joints}
		if s.Name != "" {
			out["name"] = s.Name
		}
		if s.Center != nil && s.Center.Joint >= 0 {
			out["center"] = b.joints[s.Center.Joint]
		}
		var meets []int
		for _, c := range s.Colliders {
			if c >= 0 && c < len(numbers) && numbers[c] >= 0 {
				meets = append(meets, numbers[c])
			}
		}
		if meets != nil {
			out["colliderGroups"] = []int{len(groups)}
			groups = append(groups, object{"colliders": meets})
		}
		springs = append(springs, out)
	}
	if ends > 0 {
		b.list.Note("", "%d chains of springs get a joint at their ends, which VRM 0.x has none of", ends)
	}
	return object{"specVersion": "1.0", "colliders": colliders, "colliderGroups": groups, "springs": springs}
}

// endOf adds a node at which a chain of VRM 0.x ends: its last joint swings there, as the last one
// of VRM 1.0 does not. It returns −1 for other chains, and for those without length.
func (b *builder) endOf(s *soa.AvatarSpring) int {
	if bool(!b.turned) || s.Tail != nil || len(s.Joints) == 0 {
		return -1
	}
	last := s.Joints[len(s.Joints)-1].Node.Joint
	if last < 0 {
		return -1
	}
	r := &b.model.Skeleton.Rest
	along := exact.Vec{float64(r.TX[last]), float64(r.TY[last]), float64(r.TZ[last])}
	length := along.Length()
	if !(length > 0) {
		return -1
	}
	n := &node{Name: b.model.Skeleton.Name[last] + "_end"}
	n.setExact(along.Scale(s.Tip/length), exact.IdentityQuat(), exact.Vec{1, 1, 1})
	return b.addNode(n, b.joints[last])
}

// collider returns a shape. Planes, and shapes that keep springs inside, are of an extension, whose
// fallback is a sphere without size far away.
func (b *builder) collider(c *soa.AvatarCollider) object {
	by := b.unit(c.Node.Joint)
	shape := object{"offset": scaled(c.Offset, by)}
	switch c.Shape {
	case "plane":
		shape["normal"] = c.Normal
	case "capsule":
		shape["tail"] = scaled(c.Tail, by)
		fallthrough
	default:
		shape["radius"] = c.Radius * by
	}
	out := object{"node": b.joints[c.Node.Joint], "shape": object{c.Shape: shape}}
	if c.Inside || c.Shape == "plane" {
		if c.Inside {
			shape["inside"] = true
		}
		const extended = "VRMC_springBone_extended_collider"
		b.doc.uses(extended, false)
		out["extensions"] = object{extended: object{"specVersion": "1.0", "shape": out["shape"]}}
		out["shape"] = object{"sphere": object{"offset": [3]float64{0, -1e4, 0}, "radius": 0}}
	}
	return out
}

// constraints writes what makes nodes follow others.
func (b *builder) constraints(a *soa.Avatar) {
	for i := range a.Constraints {
		c := &a.Constraints[i]
		if c.Node.Joint < 0 || c.Source.Joint < 0 {
			b.list.Loss("constraint of "+c.Node.Name, "one of its nodes is no joint")
			continue
		}
		rule := object{"source": b.joints[c.Source.Joint], "weight": c.Weight}
		if c.Kind != "rotation" {
			rule[c.Kind+"Axis"] = c.Axis
		}
		const name = "VRMC_node_constraint"
		b.doc.uses(name, false)
		n := b.doc.Nodes[b.joints[c.Node.Joint]]
		n.Extensions = n.Extensions.set(name, object{"specVersion": "1.0", "constraint": object{c.Kind: rule}})
	}
}

// addAnimation writes VRMC_vrm_animation: bones, and a node for each expression that a clip drives.
// The node's translation along X is the value.
func (b *builder) addAnimation() error {
	a, err := b.avatar()
	if err != nil && (a == nil || !a.Animation) { // an animation need not have all bones
		return err
	}
	said := object{"specVersion": "1.0", "humanoid": object{"humanBones": b.bones(a)}}
	presets, customs := object{}, object{}
	for f := range b.model.Floats {
		n, ok := b.faces[f]
		if !ok {
			continue
		}
		name := strings.TrimPrefix(b.model.Floats[f].Name, soa.ExpressionFloat(""))
		if slices.Contains(presetNames, name) {
			presets[name] = object{"node": n}
		} else {
			customs[name] = object{"node": n}
		}
	}
	if len(presets)+len(customs) > 0 {
		said["expressions"] = object{"preset": presets, "custom": customs}
	}
	if b.look != nil {
		said["lookAt"] = object{"node": *b.look}
	}
	b.extend("VRMC_vrm_animation", said)
	return nil
}

// presetNames are the expressions that VRM defines.
var presetNames = []string{
	"happy", "angry", "sad", "relaxed", "surprised", "aa", "ih", "ou", "ee", "oh", "blink", "blinkLeft", "blinkRight",
	"lookUp", "lookDown", "lookLeft", "lookRight", "neutral",
}

// addFaces adds the nodes of expressions for an animation.
func (b *builder) addFaces() error {
	if !b.options.Animation {
		return nil
	}
	b.faces = make(map[int]int)
	for f := range b.model.Floats {
		fl := &b.model.Floats[f]
		if name, ok := strings.CutPrefix(fl.Name, soa.ExpressionFloat("")); ok && fl.Joint == soa.NoJoint {
			n := &node{Name: name}
			n.setTransform([3]float32{fl.Rest}, [4]float32{3: 1}, [3]float32{1, 1, 1})
			b.faces[f] = b.addNode(n, -1)
		}
		if fl.Joint == soa.NoJoint && b.look == nil && (fl.Name == soa.GazeYaw || fl.Name == soa.GazePitch) {
			b.look = ptr(b.addNode(&node{Name: "lookAt"}, -1))
		}
	}
	return nil
}

// checkMeta checks what a VRM file says of the author and the licence.
func checkMeta(meta json.RawMessage) error {
	var of struct {
		Name    string   `json:"name"`
		Authors []string `json:"authors"`
		License string   `json:"licenseUrl"`
	}
	if err := json.Unmarshal(meta, &of); err != nil {
		return fmt.Errorf("%w: VRM's meta: %v", soa.ErrInvalid, err)
	}
	if of.Name == "" || len(of.Authors) == 0 || of.License == "" {
		return fmt.Errorf("%w: VRM's meta needs name, authors and licenseUrl", soa.ErrInvalid)
	}
	return nil
}
