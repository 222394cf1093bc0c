package oracle

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// arm is three joints in a line along x, each a metre from its parent, with a
// mesh of two vertices at the tip: one bound to the last joint, one halfway
// between the last two.
func arm(t *testing.T) *soa.Model {
	t.Helper()
	s := &soa.Skeleton{
		Name: []string{"shoulder", "elbow", "wrist"}, Parent: []int16{soa.NoJoint, 0, 1}, Unit: []float32{1, 1, 1},
	}
	s.ComputeDepth()
	s.Rest = soa.MakeTransforms(3)
	s.Rest.TX[1], s.Rest.TX[2] = 1, 1
	unbind := func(x float32) soa.Affine {
		a := soa.IdentityAffine()
		a[3] = -x
		return a
	}
	m := &soa.Model{
		Name: "arm", Skeleton: s,
		Weights: []soa.MorphWeight{{Mesh: "hand", Target: "up", Rest: 0.5}},
		Skins:   []*soa.Skin{{Joint: []uint16{1, 2}, InverseBind: []soa.Affine{unbind(1), unbind(2)}}},
		Meshes: []*soa.Mesh{{
			Name: "hand", Node: "hand", Skin: 0, Joint: soa.NoJoint, Offset: soa.IdentityAffine(),
			Position: []float32{3, 0, 0, 2, 0, 0}, Normal: []float32{1, 0, 0, 0, 1, 0},
			Influences: 4, Material: soa.None,
			BoneIndex:  []uint16{1, 0, 0, 0, 0, 1, 0, 0},
			BoneWeight: []float32{1, 0, 0, 0, 0.5, 0.5, 0, 0},
			Morphs:     []soa.MorphTarget{{Name: "up", Weight: 0, Vertex: []uint32{1}, Position: []float32{0, 2, 0}, Normal: []float32{1, -1, 0}}},
		}},
	}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	return m
}

func turn(joint int16, from, to float64) *soa.Clip {
	axis := Vec3{0, 0, 1}
	c := oneTrack(soa.Rotation, soa.Linear, []float32{0, 10}, about(axis, from).float32(), about(axis, to).float32())
	c.Tracks[0].Target = joint
	return c
}

func at(t *testing.T, what string, got, want Vec3) {
	t.Helper()
	if !(got.Sub(want).Length() < 1e-6) {
		t.Fatalf("%s is at %v, want %v", what, got, want)
	}
}

func TestEvaluateRest(t *testing.T) {
	pose := Evaluate(arm(t), nil, 0)
	at(t, "wrist", pose.Model[2].Translation(), Vec3{2, 0, 0})
	at(t, "tip", pose.Meshes[0].Position[0], Vec3{3, 0, 0})
	at(t, "morphed vertex", pose.Meshes[0].Position[1], Vec3{2, 1, 0})
	at(t, "its normal", pose.Meshes[0].Normal[1], Vec3{math.Sqrt2 / 2, math.Sqrt2 / 2, 0})
}

func TestEvaluateChain(t *testing.T) {
	model := arm(t)
	// The shoulder is held at 90°, the elbow turns from 0 to 180° in 1 s.
	clips := []*soa.Clip{turn(0, math.Pi/2, math.Pi/2), turn(1, 0, math.Pi)}
	pose := Evaluate(model, clips, 0.5)
	at(t, "elbow", pose.Model[1].Translation(), Vec3{0, 1, 0})
	at(t, "wrist", pose.Model[2].Translation(), Vec3{-1, 1, 0})
	at(t, "tip", pose.Meshes[0].Position[0], Vec3{-2, 1, 0})
	at(t, "tip's normal", pose.Meshes[0].Normal[0], Vec3{-1, 0, 0})
	at(t, "local wrist", pose.Local[2].Translation(), Vec3{1, 0, 0})
	at(t, "palette's origin", pose.Palette[0][1].Point(Vec3{2, 0, 0}), pose.Model[2].Translation())
}

// Linear blending: the vertex at the wrist belongs half to the elbow, half to
// the wrist, and is lifted by its morph target before either moves it.
func TestEvaluateBlendsAfterMorphing(t *testing.T) {
	pose := Evaluate(arm(t), []*soa.Clip{turn(2, math.Pi/2, math.Pi/2)}, 0)
	// (2, 1, 0) stays under the elbow; under the wrist, (0, 1) turns to (−1, 0).
	at(t, "vertex", pose.Meshes[0].Position[1], Vec3{1.5, 0.5, 0})
}

func TestEvaluateTimeLine(t *testing.T) {
	c := turn(0, 0, 1)
	c.Start = -3
	for seconds, angle := range map[float64]float64{-9: 0, -3: 0, -2.75: 0.25, -2: 1, 0: 1} {
		got := Evaluate(arm(t), []*soa.Clip{c}, seconds).Model[1].Translation()
		at(t, "elbow", got, Vec3{math.Cos(angle), math.Sin(angle), 0})
	}
}

// A step track is at its last key at the clip's end, also where the end in
// seconds, rounded, is a little before that key.
func TestEvaluateEnd(t *testing.T) {
	for ticks := 1; ticks < 200; ticks++ {
		c := oneTrack(soa.Weight, soa.Step, []float32{0, float32(ticks)}, [4]float32{1}, [4]float32{2})
		c.Start, c.TicksPerSecond = 0.1, 30
		if w := Evaluate(arm(t), []*soa.Clip{c}, c.End()).Weights[0]; w != 2 {
			t.Fatalf("at the end of %d ticks the weight is %v, want 2", ticks, w)
		}
	}
}

func TestEvaluateLaterClipWins(t *testing.T) {
	got := Evaluate(arm(t), []*soa.Clip{turn(0, 1, 1), turn(0, 2, 2)}, 0).Model[1].Translation()
	at(t, "elbow", got, Vec3{math.Cos(2), math.Sin(2), 0})
}

func TestEvaluateWeightTrack(t *testing.T) {
	c := oneTrack(soa.Weight, soa.Linear, []float32{0, 10}, [4]float32{0}, [4]float32{1})
	pose := Evaluate(arm(t), []*soa.Clip{c}, 0.25)
	if pose.Weights[0] != 0.25 {
		t.Fatalf("weight %v, want 0.25", pose.Weights[0])
	}
	at(t, "vertex", pose.Meshes[0].Position[1], Vec3{2, 0.5, 0})
}

func TestEvaluateScaleMovesChildren(t *testing.T) {
	c := oneTrack(soa.Scale, soa.Linear, []float32{0}, [4]float32{2, 3, 4})
	pose := Evaluate(arm(t), []*soa.Clip{c, turn(1, math.Pi/2, math.Pi/2)}, 0)
	// The elbow is 2 m out; beyond it the forearm points up, where scale is 3.
	at(t, "wrist", pose.Model[2].Translation(), Vec3{2, 3, 0})
}

func TestEvaluateStaticShear(t *testing.T) {
	model := arm(t)
	shear := soa.IdentityAffine()
	shear[1], shear[3] = 0.5, 1 // x += y/2, then a metre along x
	model.Skeleton.Static = []soa.StaticLocal{{Joint: 1, Local: shear}}
	pose := Evaluate(model, []*soa.Clip{turn(2, math.Pi/2, math.Pi/2)}, 0)
	// One metre up from the wrist at (2, 0) shears to (0.5, 1).
	at(t, "tip", pose.Meshes[0].Position[0], Vec3{2.5, 1, 0})
}

func TestEvaluateExactInfluences(t *testing.T) {
	model := arm(t)
	model.Meshes[0].Exact = &soa.Influences{Start: []uint32{0, 2, 3}, Bone: []uint16{0, 1, 0}, Weight: []float32{0.25, 0.75, 1}}
	pose := Evaluate(model, []*soa.Clip{turn(2, math.Pi/2, math.Pi/2)}, 0)
	at(t, "tip", pose.Meshes[0].Position[0], Vec3{0.25*3 + 0.75*2, 0.75, 0})
	at(t, "vertex", pose.Meshes[0].Position[1], Vec3{2, 1, 0})
}

func TestEvaluateRigidMesh(t *testing.T) {
	model := arm(t)
	mesh := model.Meshes[0]
	mesh.Skin, mesh.Joint, mesh.Influences = soa.None, 1, 0
	mesh.BoneIndex, mesh.BoneWeight = nil, nil
	mesh.Offset[7] = 1 // a metre up from the elbow
	clips := []*soa.Clip{turn(1, math.Pi/2, math.Pi/2)}
	at(t, "tip", Evaluate(model, clips, 0).Meshes[0].Position[0], Vec3{0, 3, 0})
	mesh.Joint = soa.NoJoint
	at(t, "loose tip", Evaluate(model, clips, 0).Meshes[0].Position[0], Vec3{3, 1, 0})
}

// Under a scale a normal stays at a right angle to its surface: the plane
// x + y = 0 becomes x/2 + y = 0. Mirroring turns it with the surface.
func TestNormalUnderScale(t *testing.T) {
	at(t, "scaled", Scaling(Vec3{2, 1, 1}).Normal(Vec3{1, 1, 0}), Vec3{1, 2, 0}.Unit())
	at(t, "mirrored", Scaling(Vec3{-2, 1, 1}).Normal(Vec3{1, 1, 0}), Vec3{-1, 2, 0}.Unit())
	at(t, "flattened", Scaling(Vec3{1, 1, 0}).Normal(Vec3{0, 0, 1}), Vec3{0, 0, 1})
	at(t, "lost", Scaling(Vec3{1, 0, 0}).Normal(Vec3{0, 1, 0}), Vec3{0, 1, 0})
}
