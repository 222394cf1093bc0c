package mutant

import (
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/soa"
)

// Full returns a valid model of at least four joints with something in every field of soa.Model.
func Full(seed uint64, joints int) *soa.Model {
	m := figure.Random(seed, joints)
	m.Expressions = []soa.Expression{
		{Name: "lookLeft", Preset: true, Float: 0, Binds: []soa.ExpressionBind{{Weight: 1, Value: 0.5}, {Value: -0.25}}, Overrides: [...]soa.Override{soa.BlendOverride, 0, soa.BlockOverride}},
		{Name: "mine", Binary: true},
	}
	m.Visibility = []soa.Visibility{{Mesh: 1, Float: 1}, {Float: 0}}
	m.Textures = []soa.Texture{{Name: "picture", Data: []byte{1, 2, 3, 4}, Width: 1, Height: 1}, {Name: "encoded", Data: []byte("\x89PNG\r\n\x1a\n")}}
	paint := soa.DefaultMaterial()
	paint.Name, paint.Maps = "paint", []soa.TextureMap{{Role: soa.BaseColorMap, Strength: 1, Transform: &soa.TextureTransform{Scale: [2]float32{1, 1}}}}
	m.Materials = []soa.Material{soa.DefaultMaterial(), paint}
	for i, mesh := range m.Meshes {
		mesh.Material = i%3 - 1
	}
	for _, c := range m.Clips {
		end := float32(c.Duration)
		c.Events = []soa.Event{{Name: "start"}, {Name: "window", Time: end / 4, Length: end / 4}, {Name: "end", Time: end}}
	}
	m.Avatar = avatar()
	return m
}

func avatar() *soa.Avatar {
	node := func(j int) soa.AvatarNode { return soa.AvatarNode{Joint: j, Name: "node"} }
	tail, center := node(3), node(0)
	joint := soa.AvatarSpringJoint{Node: node(1), Stiffness: 1, Power: 2, Drag: 0.5, Radius: 0.25, Gravity: [3]float64{0, -1, 0}}
	a := &soa.Avatar{
		Name: "mira", FirstPerson: 3, Wrong: []string{"something"},
		Gaze:    &soa.AvatarGaze{Bones: true, Offset: [3]float64{0, 0.06, 1}, Inner: soa.GazeRange{From: 90, To: 8}, Up: soa.GazeRange{From: 30, To: 1}},
		Springs: []soa.AvatarSpring{{Name: "hair", Joints: []soa.AvatarSpringJoint{joint}, Tail: &tail, Tip: 0.07, Colliders: []int{0, 1}, Center: &center}, {Joints: []soa.AvatarSpringJoint{joint}}},
		Colliders: []soa.AvatarCollider{
			{Node: node(2), Shape: "capsule", Offset: [3]float64{1, 2, 3}, Tail: [3]float64{4, 5, 6}, Normal: [3]float64{7, 8, 9}, Radius: 0.5, Inside: true},
			{Node: node(0), Shape: "plane", Normal: [3]float64{0, 1, 0}}, {Node: node(soa.NoJoint), Shape: "sphere", Radius: 0.1},
		},
		Constraints: []soa.AvatarConstraint{
			{Node: node(1), Source: node(2), Kind: "roll", Axis: "X", Weight: 0.5}, {Node: node(2), Source: node(0), Kind: "aim", Axis: "NegativeY", Weight: 1}, {Node: node(3), Source: node(1), Kind: "rotation", Weight: 1},
		},
	}
	for k, bone := range []string{"hips", "spine", "head", "leftEye", "leftUpperArm", "leftLowerArm", "leftHand", "rightUpperArm", "rightLowerArm", "rightHand", "leftUpperLeg", "leftLowerLeg", "leftFoot", "rightUpperLeg", "rightLowerLeg", "rightFoot"} {
		a.Bones = append(a.Bones, soa.AvatarBone{Bone: bone, Node: node(k % 4)})
	}
	return a
}
