//go:build cgo

package main

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// posed is what pose --json prints, as its readers know it.
type posed struct {
	File           string   `json:"file"`
	Clip           string   `json:"clip"`
	Start          float64  `json:"start"`
	End            float64  `json:"end"`
	TicksPerSecond float64  `json:"ticks_per_second"`
	Unit           string   `json:"unit"`
	Samples        []sample `json:"samples"`
}

type sample struct {
	Time   float64 `json:"time"`
	Joints []struct {
		Name   string      `json:"name"`
		Parent int         `json:"parent"`
		Skin   int         `json:"skin"`
		Matrix [12]float32 `json:"matrix"`
	} `json:"joints"`
	Meshes []struct {
		Name, Node string
		Rest       [][3]float32
		Positions  [][3]float32
	} `json:"meshes"`
	Morphs []struct {
		Mesh, Target string
		Weight       float32
	} `json:"morphs"`
}

func posing(t *testing.T, args ...string) *posed {
	t.Helper()
	out := succeed(t, append([]string{"pose", "--json"}, args...)...)
	p := new(posed)
	d := json.NewDecoder(strings.NewReader(out))
	if err := d.Decode(p); err != nil {
		t.Fatalf("%v: not JSON: %v", args, err)
	}
	return p
}

// truthPose brings a sample into the form that truth compares.
func (s *sample) truthPose() *truth.Pose {
	p := new(truth.Pose)
	for _, j := range s.Joints {
		p.Joints = append(p.Joints, truth.Joint{Name: j.Name, Position: truth.Vec3{float64(j.Matrix[3]), float64(j.Matrix[7]), float64(j.Matrix[11])}})
	}
	for _, m := range s.Meshes {
		p.Meshes = append(p.Meshes, truth.PosedMesh{Name: m.Name, Node: m.Node, Rest: vectors(m.Rest), Position: vectors(m.Positions)})
	}
	for i, w := range s.Morphs {
		p.Weights = append(p.Weights, truth.Weight{Mesh: w.Mesh, Target: w.Target, Index: i, Value: float64(w.Weight)})
	}
	return p
}

func vectors(list [][3]float32) []truth.Vec3 {
	out := make([]truth.Vec3, len(list))
	for i, p := range list {
		out[i] = truth.Vec3{float64(p[0]), float64(p[1]), float64(p[2])}
	}
	return out
}

// TestPoseTruth holds what the command prints against what the modelling
// program evaluated before it exported the files: joints, skinned and morphed
// vertices, weights.
func TestPoseTruth(t *testing.T) {
	file, err := truth.Load(strider(t, "strider_truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"walk", "wave", "jump"} {
		clip := file.Clip(name)
		var times []string
		for _, s := range clip.Samples {
			times = append(times, "--time", strconv.FormatFloat(s.Time, 'f', -1, 64))
		}
		got := posing(t, append(times, strider(t, "strider_"+name+".fbx"), "--vertices")...)
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
	file := strider(t, "strider.glb")
	at := []string{file, "--clip", "wave", "--time", "0.2,0.7"}
	model := posing(t, at...)
	local := posing(t, append(at, "--space", "local")...)
	palette := posing(t, append(at, "--space", "palette")...)
	matrices := make([]map[string]exact.Matrix, 2)
	for s := range model.Samples {
		up := make([]exact.Matrix, len(local.Samples[s].Joints))
		matrices[s] = map[string]exact.Matrix{}
		for j, joint := range local.Samples[s].Joints {
			up[j] = wide(joint.Matrix)
			if joint.Parent >= 0 {
				up[j] = up[joint.Parent].Mul(up[j])
			}
			want := wide(model.Samples[s].Joints[j].Matrix)
			if d := difference(up[j], want); d > 1e-5 {
				t.Fatalf("sample %d: %s is %v off", s, joint.Name, d)
			}
			matrices[s][joint.Name] = want
		}
	}
	if len(palette.Samples[0].Joints) == 0 {
		t.Fatal("no palette entries")
	}
	for i, e := range palette.Samples[0].Joints {
		var bind [2]exact.Matrix
		for s := range bind {
			inverse, ok := matrices[s][e.Name].Inverse()
			if !ok {
				t.Fatalf("%s has no inverse", e.Name)
			}
			bind[s] = inverse.Mul(wide(palette.Samples[s].Joints[i].Matrix))
		}
		if d := difference(bind[0], bind[1]); d > 1e-4 {
			t.Errorf("palette entry %d of %s: its bind matrix changes by %v", i, e.Name, d)
		}
		if e.Parent >= i && e.Parent != -1 && palette.Samples[0].Joints[e.Parent].Skin != e.Skin {
			t.Errorf("palette entry %d has its parent %d in another skin", i, e.Parent)
		}
	}
}

func wide(m [12]float32) exact.Matrix {
	var a exact.Matrix
	for i, v := range m {
		a[i] = float64(v)
	}
	return a
}

func difference(a, b exact.Matrix) float64 {
	d := 0.0
	for i := range a {
		d = max(d, math.Abs(a[i]-b[i]))
	}
	return d
}

func TestPoseTimes(t *testing.T) {
	file := write(t, "line.bvh", []byte(smallBVH))
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
	if want := []float32{0, 0, 0.5, 1, 1}; !equal(got, want) {
		t.Errorf("the root's x is %v, want %v", got, want)
	}
	// Middle has turned 67.5° about z between its keys at 45° and 90°.
	m := p.Samples[2].Joints[1].Matrix
	if angle := math.Atan2(float64(m[4]), float64(m[0])) * 180 / math.Pi; math.Abs(angle-67.5) > 1e-4 {
		t.Errorf("Middle is turned by %v°", angle)
	}
}

func equal(a, b []float32) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
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
		if difference(wide(j.Matrix), wide(want)) > 1e-6 {
			t.Errorf("%s is %v, want %v", j.Name, j.Matrix, want)
		}
	}
	if tails != 5 {
		t.Errorf("%d joints of the tail", tails)
	}
	code, _, stderr := sinew(t, "pose", file, "--clip", "walk", "--clip", "wave")
	if code != exitFailed {
		t.Errorf("two clips of one armature: exit code %d", code)
	}
	checkComplaint(t, stderr, `"walk" and "wave"`, "both move", "joint")
}

// TestPoseAtRest: a model without clips is posed as it rests.
func TestPoseAtRest(t *testing.T) {
	p := posing(t, write(t, "triangle.obj", []byte(smallOBJ)), "--vertices", "--time", "5")
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

// TestPoseTable looks at the page for people.
func TestPoseTable(t *testing.T) {
	out := succeed(t, "pose", strider(t, "strider_walk.fbx"), "--time", "0.4,0.5", "--vertices")
	for _, part := range []string{`clip "Scene"`, "0.4 s, model space", "0.5 s, model space", "  hips ", "  upperarm.L ", "puff", "x from, to"} {
		if !strings.Contains(out, part) {
			t.Errorf("the page lacks %q:\n%s", part, out)
		}
	}
	checkPage(t, out)
}
