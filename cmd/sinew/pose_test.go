//go:build cgo

package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// truthPose brings a sample into the form that truth compares.
func (s *sample) truthPose() *truth.Pose {
	p := new(truth.Pose)
	for _, j := range s.Joints {
		p.Joints = append(p.Joints, truth.Joint{Name: j.Name, Position: j.place()})
	}
	for _, m := range s.Meshes {
		p.Meshes = append(p.Meshes, truth.PosedMesh{Name: m.Name, Node: m.Node, Rest: vectors(m.Rest), Position: vectors(m.Positions)})
	}
	for i, w := range s.Morphs {
		p.Weights = append(p.Weights, truth.Weight{Mesh: w.Mesh, Target: w.Target, Index: i, Value: float64(w.Weight)})
	}
	return p
}

func vectors(list [][3]float32) (out []truth.Vec3) {
	for _, p := range list {
		out = append(out, truth.Vec3{float64(p[0]), float64(p[1]), float64(p[2])})
	}
	return out
}

// TestPoseTruth holds what the command prints against what the modelling
// program evaluated before it exported the files: joints, skinned and morphed
// vertices, weights.
func TestPoseTruth(t *testing.T) {
	file, err := truth.Load(strider(t, "strider_truth.json"))
	must.Do(t, err)
	for _, name := range []string{"walk", "wave", "jump"} {
		clip := file.Clip(name)
		var times []string
		for _, s := range clip.Samples {
			times = append(times, "--time", strconv.FormatFloat(s.Time, 'f', -1, 64))
		}
		got := posing(t, strider(t, "strider_"+name+".fbx"), append(times, "--vertices")...)
		if len(got.Samples) != len(clip.Samples) {
			t.Fatalf("%s: %d samples, want %d", name, len(got.Samples), len(clip.Samples))
		}
		var worst truth.Deviation
		for i := range clip.Samples {
			worst.Merge(clip.Samples[i].Compare(got.Samples[i].truthPose(), truth.Match{}))
		}
		if worst.JointError > 1e-4 || worst.VertexError > 1e-4 || worst.WeightError > 1e-4 ||
			len(worst.MissingJoints)+len(worst.MissingWeights)+len(worst.Unmatched) > 0 ||
			worst.Joints == 0 || worst.Vertices == 0 || worst.Weights == 0 {
			t.Errorf("%s: %v", name, worst)
		}
	}
}

// TestPoseSpaces: local matrices multiplied up are the model's, and palette
// entries are the model's times a matrix that does not change with time.
func TestPoseSpaces(t *testing.T) {
	in := func(space string) []sample {
		return posing(t, strider(t, "strider.glb"), "--clip", "wave", "--time", "0.2,0.7", "--space", space).Samples
	}
	model, local, palette := in("model"), in("local"), in("palette")
	matrices := make([]map[string]exact.Matrix, 2)
	for s := range model {
		matrices[s] = map[string]exact.Matrix{}
		for j, up := range upward(&local[s]) {
			joint := model[s].Joints[j]
			matrices[s][joint.Name] = wide(joint.Matrix)
			must.AllNear(t, joint.Name, up[:], joint.Matrix[:], 1e-5)
		}
	}
	if len(palette[0].Joints) == 0 {
		t.Fatal("no palette entries")
	}
	for i, e := range palette[0].Joints {
		var bind [2]exact.Matrix
		for s := range bind {
			inverse, ok := matrices[s][e.Name].Inverse()
			if !ok {
				t.Fatalf("%s has no inverse", e.Name)
			}
			bind[s] = inverse.Mul(wide(palette[s].Joints[i].Matrix))
		}
		must.AllNear(t, "the bind matrix of "+e.Name, bind[0][:], bind[1][:], 1e-4)
		if e.Parent >= i && e.Parent != -1 && palette[0].Joints[e.Parent].Skin != e.Skin {
			t.Errorf("palette entry %d has its parent %d in another skin", i, e.Parent)
		}
	}
}

func TestPoseTimes(t *testing.T) {
	file := write(t, "line.bvh", smallBVH)
	first := posing(t, file)
	if first.File != file || first.Clip != "Motion" || first.Start != 0 || first.End != 1 || first.TicksPerSecond != 2 || first.Unit != "m" {
		t.Errorf("the head is %+v", *first)
	}
	if len(first.Samples) != 1 || first.Samples[0].Time != 0 || first.Samples[0].Meshes == nil || first.Samples[0].Morphs == nil {
		t.Fatalf("without times: %+v", first.Samples)
	}
	p := posing(t, file, "--time=-3, 0", "--time", "0.75", "--time=1e9,1")
	var got []float32
	for _, s := range p.Samples {
		got = append(got, s.Joints[0].Matrix[3])
	}
	if want := []float32{0, 0, 0.5, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("the root's x is %v, want %v", got, want)
	}
	// Middle has turned 67.5° about z between its keys at 45° and 90°.
	m := p.Samples[2].Joints[1].Matrix
	if angle := math.Atan2(float64(m[4]), float64(m[0])) * 180 / math.Pi; math.Abs(angle-67.5) > 1e-4 {
		t.Errorf("Middle is turned by %v°", angle)
	}
}

// TestPoseTogether plays two clips that drive different armatures.
func TestPoseTogether(t *testing.T) {
	file := strider(t, "strider_all.fbx")
	both := posing(t, file, "--clip", "walk", "--clip", "walk_tail", "--time", "0.5")
	walk := posing(t, file, "--clip", "walk", "--time", "0.5")
	tail := posing(t, file, "--clip", "walk_tail", "--time", "0.5")
	if both.Clip != "walk + walk_tail" {
		t.Errorf("the clip is %q", both.Clip)
	}
	tails := 0
	for i, j := range both.Samples[0].Joints {
		want := walk.Samples[0].Joints[i].Matrix
		if strings.HasPrefix(j.Name, "tail.") {
			tails++
			if want == tail.Samples[0].Joints[i].Matrix {
				t.Errorf("%s does not move", j.Name)
			}
			want = tail.Samples[0].Joints[i].Matrix
		}
		if difference32(j.Matrix, want) > 1e-6 {
			t.Errorf("%s is %v, want %v", j.Name, j.Matrix, want)
		}
	}
	if tails != 5 {
		t.Errorf("%d joints of the tail", tails)
	}
}

// TestPoseAtRest: a model without clips is posed as it rests.
func TestPoseAtRest(t *testing.T) {
	p := posing(t, write(t, "triangle.obj", smallOBJ), "--vertices", "--time", "5")
	if p.Clip != "" || p.Start != 0 || p.End != 0 || len(p.Samples) != 1 {
		t.Fatalf("%+v", *p)
	}
	m := p.Samples[0].Meshes
	if len(m) != 1 || len(m[0].Rest) != 3 || len(m[0].Positions) != 3 {
		t.Fatalf("meshes %+v", m)
	}
	for i := range m[0].Rest {
		if m[0].Rest[i] != m[0].Positions[i] {
			t.Errorf("vertex %d went from %v to %v", i, m[0].Rest[i], m[0].Positions[i])
		}
	}
}
