package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/rig/weights"
)

// weighed is what sinew weights --json prints.
type weighed struct {
	Steps []struct {
		weights.Report
		Notes []string
	}
	Summary *weights.Summary
}

func weigh(t *testing.T, args ...string) weighed {
	t.Helper()
	return answer[weighed](t, append([]string{"weights"}, args...)...)
}

// TestWeightsDescribes: without changes the weights are described.
func TestWeightsDescribes(t *testing.T) {
	if s := weigh(t, strider(t, "strider.glb")).Summary; s == nil || len(s.Meshes) != 3 || s.Meshes[1].FirstRow != s.Meshes[0].Vertices {
		t.Errorf("summary %+v", s)
	}
}

// TestWeightsSteps: flags act in their fixed order, each is reported in millimetres, and the output has
// what they made, in both formats.
func TestWeightsSteps(t *testing.T) {
	for _, format := range []string{".glb", ".sinew"} {
		out := filepath.Join(t.TempDir(), "out"+format)
		said := weigh(t, strider(t, "strider.glb"), "--quantize", "255", "--max", "3", "--prune", "0.02", "--smooth", "1", "--mirror", "right", "--hammer", "-o", out)
		var order []string
		for _, s := range said.Steps {
			order = append(order, s.Operation)
			if len(s.Moved) != 3 {
				t.Errorf("%s: measured in %d clips", s.Operation, len(s.Moved))
			}
		}
		if got := strings.Join(order, " "); got != "hammer mirror smooth prune limit quantize" {
			t.Errorf("order %s", got)
		}
		if mm := weights.LargestDisplacement(said.Steps[4].Moved).Millimetres; !(mm > 0.1 && mm < 100) {
			t.Errorf("the limit moves by %v mm", mm)
		}
		after := weigh(t, out).Summary
		for _, m := range after.Meshes {
			if m.Most > 3 || m.SumsOff > 0 || m.Influences[0] > 0 {
				t.Errorf("%s: %+v", format, m)
			}
		}
		again := weigh(t, out, "--max", "3", "--quantize", "255")
		for _, s := range again.Steps {
			if mm := weights.LargestDisplacement(s.Moved).Millimetres; mm > 1e-3 {
				t.Errorf("%s: %s again moves by %v mm", format, s.Operation, mm)
			}
		}
	}
}

// TestWeightsKeepsTheRest: of a GLB all but joints, weights and where its data lies stays as it is, also
// what Sinew does not know.
func TestWeightsKeepsTheRest(t *testing.T) {
	read := func(path string) (top map[string]any) {
		data := read(t, path)
		text, _, err := gltf.Split([]byte(data))
		if err == nil {
			err = json.Unmarshal(text, &top)
		}
		must.Do(t, err)
		return top
	}
	file, out := strider(t, "strider.glb"), filepath.Join(t.TempDir(), "out.glb")
	for _, change := range [][]string{{"--prune", "0.05"}, {"--method", "hierarchy"}} {
		page := succeed(t, append([]string{"weights", file, "-o", out}, change...)...)
		if strings.Contains(page, "anew") {
			t.Errorf("%v:\n%s", change, page)
		}
		was, is := read(file), read(out)
		for _, top := range []map[string]any{was, is} {
			for _, n := range top["nodes"].([]any) {
				delete(n.(map[string]any), "skin") // meshes of one skin share it
			}
		}
		for _, key := range []string{"asset", "materials", "images", "samplers", "textures", "scenes", "nodes"} {
			a, _ := json.Marshal(was[key])
			b, _ := json.Marshal(is[key])
			if string(a) != string(b) {
				t.Errorf("%v: /%s is\n%.300s\nand was\n%.300s", change, key, b, a)
			}
		}
		if a, b := len(was["animations"].([]any)), len(is["animations"].([]any)); a != b {
			t.Errorf("%v: %d animations of %d", change, b, a)
		}
	}
}

// TestWeightsBinds: every method, and of some joints alone.
func TestWeightsBinds(t *testing.T) {
	file := strider(t, "strider.glb")
	said := weigh(t, file, "--method", "hierarchy", "--smooth", "2", "--report")
	if s := said.Steps[0]; s.Operation != "bind by hierarchy" || len(said.Steps) != 1 || len(s.Notes) == 0 {
		t.Errorf("steps %+v", said.Steps)
	}
	said = weigh(t, file, "--method", "rigid", "--joints", "hips,spine,t*", "--report")
	for _, j := range said.Summary.Joints {
		if named := j.Joint == "hips" || j.Joint == "spine" || j.Joint[0] == 't'; !named && j.Vertices > 0 {
			t.Errorf("joint %s has %d vertices", j.Joint, j.Vertices)
		}
	}
}

// TestWeightsBindOptions: the grid and the falloff of voxel, also 0, and the power of a distance reach the
// binding: broader weights have more joints a vertex.
func TestWeightsBindOptions(t *testing.T) {
	file := strider(t, "strider.glb")
	joints := func(args ...string) (n int) {
		for _, m := range weigh(t, append([]string{file, "--max", "0", "--report", "--method"}, args...)...).Summary.Meshes {
			for i, vertices := range m.Influences {
				n += i * vertices
			}
		}
		return n
	}
	for _, broader := range [][][]string{
		{{"voxel", "--resolution", "32", "--falloff", "0"}, {"voxel", "--resolution", "32", "--falloff", "0.9"}, {"voxel", "--resolution", "32"}},
		{{"dropoff", "--dropoff", "1"}, {"dropoff"}, {"dropoff", "--dropoff", "8"}},
	} {
		most := math.MaxInt
		for _, args := range broader {
			n := joints(args...)
			if n >= most {
				t.Errorf("%v: %d joints, not fewer than %d", args, n, most)
			}
			most = n
		}
	}
	if a, b := joints("voxel", "--resolution", "16"), joints("voxel", "--resolution", "48"); a == b {
		t.Errorf("the resolution changes nothing: %d", a)
	}
}

// TestWeightsFromMesh: --from FILE:MESH takes the weights of one mesh alone, a file whose own name has a
// colon is a file.
func TestWeightsFromMesh(t *testing.T) {
	file := strider(t, "strider.glb")
	part := weigh(t, file, "--from", file+":Body-0").Steps[0]
	for _, m := range part.Meshes {
		if (m.Mesh == "Body-0") != (m.Changed == 0) {
			t.Errorf("%s: %d vertices changed", m.Mesh, m.Changed)
		}
	}
	data := read(t, file)
	for _, m := range weigh(t, file, "--from", write(t, "a:Body-0.glb", data)).Steps[0].Meshes {
		if m.Changed > 0 {
			t.Errorf("%s: %d vertices changed by the same file", m.Mesh, m.Changed)
		}
	}
}

// TestWeightsFromElsewhere: a matrix of another program as .npy, the surface of another file, a list of
// strokes: each gives the weights that it has.
func TestWeightsFromElsewhere(t *testing.T) {
	file := strider(t, "strider.glb")
	rigid := filepath.Join(t.TempDir(), "rigid.glb")
	weigh(t, file, "--method", "rigid", "-o", rigid)
	summary := weigh(t, file).Summary
	rows, columns := 0, len(summary.Joints)
	for _, m := range summary.Meshes {
		rows += m.Vertices
	}
	header := fmt.Sprintf("{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }", rows, columns)
	header += strings.Repeat(" ", 63-(10+len(header))%64) + "\n"
	data := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), byte(len(header)>>8))
	data = append(data, header...)
	for range rows {
		for c := range columns {
			value := float32(0)
			if c == 2 {
				value = 1
			}
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(value))
		}
	}
	said := weigh(t, file, "--weights", write(t, "w.npy", data), "--report")
	if j := said.Summary.Joints[2]; j.Alone != rows || said.Steps[0].Operation != "take" {
		t.Errorf("of %d vertices %+v", rows, j)
	}
	said = weigh(t, file, "--from", rigid)
	if r := said.Steps[0]; r.Operation != "transfer" || r.Meshes[0].Changed == 0 {
		t.Errorf("from another file: %+v", r)
	}
	list := write(t, "ops.json", `{"paint": {"version": 1, "steps": [{"replace": {"joint": "chest", "value": 1}, "masks": [{"mesh": {"name": "Body-0"}}]}]}}`)
	said = weigh(t, file, "--ops", list, "--report")
	for _, j := range said.Summary.Joints {
		if j.Joint == "chest" && j.Alone < summary.Meshes[0].Vertices {
			t.Errorf("painted: %+v", j)
		}
	}
	beside := filepath.Join(filepath.Dir(rigid), "transfer.json")
	text := fmt.Sprintf(`{"paint": {"version": 1, "steps": [{"transfer": {"file": %q}}]}}`, filepath.Base(rigid))
	put(t, beside, text)
	if notes := weigh(t, file, "--ops", beside, "--report").Steps[0].Notes; len(notes) != 1 || strings.Contains(notes[0], "changed 0 points") {
		t.Errorf("by a list from another file: %v", notes)
	}
	if n := len(weigh(t, file, "--lock", "hips", "--mesh", "Body-1", "--smooth", "1").Steps[0].Meshes); n != 1 {
		t.Errorf("%d meshes of one changed", n)
	}
}
