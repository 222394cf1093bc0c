package truth

import (
	"math"
	"slices"
	"testing"
)

func sample() *Sample {
	return &Sample{
		Joints: map[string]Vec3{"hand": {1, 2, 3}, "foot": {0, 0, 0}},
		Meshes: []Mesh{{
			Name: "body", Rest: []Vec3{{10, 0, 0}, {0, 5, 0}}, RestModel: []Vec3{{1, 0, 0}, {0, 0.5, 0}},
			Position: []Vec3{{1, 1, 1}, {2, 2, 2}}, Unmorphed: []Vec3{{1, 1, 1}, {2, 2, 3}},
		}},
		Weights: []Weight{{Mesh: "body", Target: "smile", Index: 0, Value: 0.5}, {Mesh: "body", Target: "1", Index: 1, Value: 1}},
	}
}

func pose() *Pose {
	return &Pose{
		Joints: []Joint{{"hand", Vec3{1, 2, 3}}, {"foot", Vec3{0, 0, 0}}, {"tail", Vec3{9, 9, 9}}},
		Meshes: []PosedMesh{
			{Name: "body", Rest: []Vec3{{0, 5, 0}, {10, 0, 0}}, Position: []Vec3{{2, 2, 2}, {1, 1, 1}}},
			{Name: "hat", Rest: []Vec3{{10, 0, 0}}, Position: []Vec3{{7, 7, 7}}},
		},
		Weights: []Weight{{Mesh: "body", Target: "smile", Index: 0, Value: 0.5}, {Mesh: "body", Target: "frown", Index: 1, Value: 1}},
	}
}

func TestCompareEqual(t *testing.T) {
	d := sample().Compare(pose(), Match{})
	if d.JointError != 0 || d.VertexError != 0 || d.WeightError != 0 {
		t.Errorf("equal poses deviate: %v", d)
	}
	if d.Joints != 2 || d.Vertices != 2 || d.Weights != 2 {
		t.Errorf("compared %d joints, %d vertices, %d weights, want 2 of each", d.Joints, d.Vertices, d.Weights)
	}
}

func TestCompareNamesTheWorst(t *testing.T) {
	p := pose()
	p.Joints[0].Position[1] += 0.25
	p.Joints[1].Position[0] -= 0.125
	p.Meshes[0].Position[0][2] -= 0.5 // the truth's second vertex
	p.Weights[1].Value = 0.75
	d := sample().Compare(p, Match{})
	if d.Joint != "hand" || d.JointError != 0.25 {
		t.Errorf("worst joint %s is off by %v, want hand by 0.25", d.Joint, d.JointError)
	}
	if d.Vertex != "body[1]" || d.VertexError != 0.5 {
		t.Errorf("worst vertex %s is off by %v, want body[1] by 0.5", d.Vertex, d.VertexError)
	}
	if d.Weight != "body/1" || d.WeightError != 0.25 {
		t.Errorf("worst weight %s is off by %v, want body/1 by 0.25", d.Weight, d.WeightError)
	}
}

func TestCompareMissing(t *testing.T) {
	p := pose()
	p.Joints = p.Joints[1:]
	p.Meshes[0].Rest[0][0] += 0.01
	p.Weights = p.Weights[:1]
	d := sample().Compare(p, Match{})
	if !slices.Equal(d.MissingJoints, []string{"hand"}) || !slices.Equal(d.Unmatched, []string{"body[1]"}) ||
		!slices.Equal(d.MissingWeights, []string{"body/1"}) {
		t.Errorf("missing: %v", d)
	}
}

func TestCompareNotANumber(t *testing.T) {
	p := pose()
	p.Joints[0].Position[0] = math.NaN()
	p.Meshes[0].Position[0][0] = math.NaN()
	d := sample().Compare(p, Match{})
	if d.JointError < 1e300 || d.VertexError < 1e300 {
		t.Errorf("NaN passes for near: %v", d)
	}
}

func TestCompareSharedRest(t *testing.T) {
	p := pose()
	body := &p.Meshes[0]
	body.Rest = append(body.Rest, Vec3{10, 0, 0}) // a seam
	body.Position = append(body.Position, Vec3{4, 4, 4})
	if d := sample().Compare(p, Match{}); d.VertexError != 0 {
		t.Errorf("the nearer of two vertices at one place does not count: %v", d)
	}
}

func TestCompareMatch(t *testing.T) {
	p := pose()
	// The first vertex rests in model space, the second in the mesh's own, turned.
	p.Meshes[0] = PosedMesh{Node: "body", Rest: []Vec3{{1, 0, 0}, {0, 0, -5}}, Position: []Vec3{{1, 1, 1}, {2, 2, 3}}}
	d := sample().Compare(p, Match{YUp: true, Unmorphed: true})
	if d.VertexError != 0 || d.Vertices != 2 || d.Weights != 0 {
		t.Errorf("vertices stored Y up, unmorphed: %v", d)
	}
	if d := sample().Compare(p, Match{SkipMeshes: []string{"body"}}); d.Vertices != 0 || len(d.Unmatched) != 0 {
		t.Errorf("a skipped mesh is compared: %v", d)
	}
}

func TestMerge(t *testing.T) {
	d := Deviation{Joint: "a", JointError: 1, Joints: 2, MissingJoints: []string{"x"}}
	d.Merge(Deviation{Joint: "b", JointError: 3, Joints: 4, MissingJoints: []string{"x", "y"}})
	d.Merge(Deviation{Joint: "c", JointError: 2})
	if d.Joint != "b" || d.JointError != 3 || d.Joints != 6 || len(d.MissingJoints) != 2 {
		t.Errorf("merged to %v", d)
	}
}
