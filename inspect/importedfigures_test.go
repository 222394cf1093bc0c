package inspect

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
	"gonum.org/v1/plot/vg"
)

// object is a JSON object.
type object = map[string]any

// damaged writes strider as a glTF file, of which an edit changes the sampler and the target of the
// rotation of the right upper arm in the clip wave.
func damaged(t *testing.T, dir, name string, edit func(file, sampler, target object)) string {
	t.Helper()
	data, err := os.ReadFile(truth.Testdata(t, "strider", "strider.glb"))
	must.Do(t, err)
	text, blob, err := gltf.Split(data)
	must.Do(t, err)
	var file object
	must.Do(t, json.Unmarshal(text, &file))
	file["buffers"].([]any)[0].(object)["uri"] = name + ".bin"
	nodes := file["nodes"].([]any)
	for _, a := range file["animations"].([]any) {
		for _, ch := range a.(object)["channels"].([]any) {
			target := ch.(object)["target"].(object)
			node := nodes[int(target["node"].(float64))].(object)["name"]
			if a.(object)["name"] == "wave" && node == "upperarm.R" && target["path"] == "rotation" {
				edit(file, a.(object)["samplers"].([]any)[int(ch.(object)["sampler"].(float64))].(object), target)
			}
		}
	}
	text, err = json.Marshal(file)
	must.Do(t, err)
	must.Do(t, os.WriteFile(filepath.Join(dir, name+".bin"), blob, 0o666))
	out := filepath.Join(dir, name+".gltf")
	must.Do(t, os.WriteFile(out, text, 0o666))
	return out
}

// findingsOf are the findings of a rule in a file.
func findingsOf(t *testing.T, file, rule string) (*soa.Model, []Finding) {
	t.Helper()
	var found report.Report
	m, err := importer.Load(t.Context(), file, importer.Options{Report: &found})
	must.Do(t, err)
	list, err := Lint(t.Context(), m, &found, only(rule))
	must.Do(t, err)
	return m, list
}

// A channel that drives a node outside the scene is lost: the arm hangs while it should wave. The
// picture has the whole file beside it.
func TestPictureOfLoss(t *testing.T) {
	dir := t.TempDir()
	whole := damaged(t, dir, "whole", func(_, _, _ object) {})
	lost := damaged(t, dir, "lost", func(file, _, target object) {
		nodes := file["nodes"].([]any)
		file["nodes"] = append(nodes, object{"name": "arm control"})
		target["node"] = len(nodes)
	})
	if _, list := findingsOf(t, whole, importLoss); len(list) > 0 {
		t.Errorf("the whole file: %v", list)
	}
	if _, list := findingsOf(t, lost, importLoss); len(list) != 1 {
		t.Errorf("the file whose arm is not moved: %v", list)
	}
	if *pictures {
		args := append(strings.Fields(body), "--clip", "wave", "--time", "1", "--camera", "front", whole, lost, "-o", pictureOf(t, importLoss))
		if out, err := exec.Command(filepath.Join(truth.Root(t), "bin", "sinew"), args...).CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
}

// Keys out of order are sorted. The figure joins the keys in the file's order, and in that of the
// model.
func TestPictureOfRepair(t *testing.T) {
	right := strider(t).Clip("wave")
	_, first, end := keysOf(strider(t), right, "upperarm.R", soa.Rotation)
	var order []int // of the file: three pairs of keys have changed places
	for k := range end - first {
		order = append(order, k)
	}
	for _, pair := range [...][2]int{{6, 30}, {16, 56}, {22, 44}} {
		order[pair[0]], order[pair[1]] = order[pair[1]], order[pair[0]]
	}
	var times, values []float32
	for _, k := range order {
		k += first
		times = append(times, float32(float64(right.Time[k])/right.TicksPerSecond))
		values = append(values, right.X[k], right.Y[k], right.Z[k], right.W[k])
	}
	file := damaged(t, t.TempDir(), "unsorted", func(file, sampler, _ object) {
		sampler["input"] = addFloats(file, times, "SCALAR")
		sampler["output"] = addFloats(file, values, "VEC4")
	})
	m, list := findingsOf(t, file, importRepair)
	if len(list) != 1 || !strings.Contains(list[0].Message, "order") {
		t.Errorf("the file with unsorted keys: %v", list)
	}
	c := m.Clip("wave")
	_, from, to := keysOf(m, c, "upperarm.R", soa.Rotation)
	in, out := polyline{name: "in the file's order", color: wrong}, polyline{name: "as imported", color: fine}
	for i := range times {
		in.points = append(in.points, vg.Point{X: vg.Length(times[i]), Y: vg.Length(values[4*i])})
	}
	for k := from; k < to; k++ {
		if was := right.X[first+k-from]; math.Abs(float64(c.X[k]-was)) > 1e-6 {
			t.Errorf("key %d is %g, and %g in the file in order", k-from, c.X[k], was)
		}
		out.points = append(out.points, vg.Point{X: vg.Length(float64(c.Time[k]) / c.TicksPerSecond), Y: vg.Length(c.X[k])})
	}
	if *pictures {
		for _, line := range [...]*polyline{&in, &out} {
			for i := range line.points {
				line.points[i].X /= vg.Length(c.Seconds())
			}
			*line = fitted(*line)
		}
		writeFigure(t, &graphs{title: "keys out of order", lines: []polyline{in, out},
			below: fmt.Sprintf("upperarm.R, the X of its rotation over %.2g s", c.Seconds())}, pictureOf(t, importRepair))
	}
}

// addFloats adds an accessor of float32 numbers to a glTF file and returns its index.
func addFloats(file object, list []float32, shape string) int {
	var data []byte
	for _, v := range list {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
	}
	add := func(list string, v object) int {
		n := len(file[list].([]any))
		file[list] = append(file[list].([]any), v)
		return n
	}
	uri := "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(data)
	buffer := add("buffers", object{"byteLength": len(data), "uri": uri})
	view := add("bufferViews", object{"buffer": buffer, "byteLength": len(data)})
	accessor := object{"bufferView": view, "componentType": 5126, "count": len(list), "type": shape}
	if shape == "VEC4" {
		accessor["count"] = len(list) / 4
	} else {
		accessor["min"], accessor["max"] = []float32{slices.Min(list)}, []float32{slices.Max(list)}
	}
	return add("accessors", accessor)
}
