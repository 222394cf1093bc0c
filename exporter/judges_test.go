//go:build cgo

package exporter_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// judge runs a script of scripts/judges with node and reads the JSON that it prints. Without the
// packages that make judges installs, the test is skipped.
func judge(t *testing.T, out any, stdin []byte, script string, args ...string) {
	t.Helper()
	dir := filepath.Join(truth.Root(t), "scripts", "judges")
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "gltf-validator", "package.json")); err != nil {
		t.Skip("gltf-validator and three.js are not there; make judges installs them")
	}
	cmd := exec.CommandContext(t.Context(), "node", append([]string{filepath.Join(dir, script)}, args...)...)
	cmd.Stdin = bytes.NewReader(stdin)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	said, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, complaints.Bytes())
	}
	must.Do(t, json.Unmarshal(said, out))
}

// judged is a file that was exported.
type judged struct {
	model *soa.Model
	name  string
	path  string
}

// exportAll exports the model files at hand, of small a few.
func exportAll(t *testing.T, o exporter.Options, small bool) (list []judged) {
	if testing.Short() {
		t.Skip("judging takes a process of node; make judges runs it")
	}
	dir := t.TempDir()
	for i, path := range modelFiles(t) {
		if small && !slices.Contains(few, filepath.Base(path)) {
			continue
		}
		m, err := importer.Load(t.Context(), path, importer.Options{})
		if err != nil {
			continue
		}
		var file bytes.Buffer
		must.Do(t, exporter.GLB(t.Context(), &file, m, o))
		out := filepath.Join(dir, fmt.Sprintf("%d.glb", i))
		must.Do(t, os.WriteFile(out, file.Bytes(), 0o666))
		list = append(list, judged{m, filepath.Base(path), out})
	}
	return list
}

// gltf-validator finds no error and no warning in what is exported.
func TestJudgesValidate(t *testing.T) {
	list := exportAll(t, exporter.Options{}, false)
	var paths []string
	for _, f := range list {
		paths = append(paths, f.path)
	}
	var found map[string][]string
	judge(t, &found, nil, "validate.cjs", paths...)
	for _, f := range list {
		if issues := found[f.path]; len(issues) > 0 {
			t.Errorf("%s: %s", f.name, strings.Join(issues, "; "))
		}
	}
	t.Logf("%d files", len(list))
}

// posed is what three.js makes of a file.
type posed struct {
	File  string `json:"file"`
	Clips []struct {
		Name    string `json:"name"`
		Samples []struct {
			T      float64
			Nodes  []node
			Meshes []struct {
				Name  string       `json:"name"`
				Count int          `json:"count"`
				Index []int        `json:"index"`
				At    [][3]float64 `json:"at"`
			}
		}
	}
}

// node is a path and a place.
type node struct {
	path string
	at   [3]float64
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *node) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &[]any{&n.path, &n.at}) }

// three.js has joints and vertices where the model has them, within 1e-5 of its size and its distance from the
// origin, wherever it knows what the file uses: four influences and linear skinning.
func TestJudgesPose(t *testing.T) {
	judgePoses(t, exportAll(t, exporter.Options{}, false), 1e-5)
}

// It reads what is quantized and compressed, within the steps of whole numbers.
func TestJudgesPoseCompressed(t *testing.T) {
	judgePoses(t, exportAll(t, exporter.Options{Quantize: true, Meshopt: true}, true), 1e-4)
}

// judgePoses compares files with their models, within a part of their size and distance.
func judgePoses(t *testing.T, list []judged, bound float64) {
	type ask struct {
		File  string      `json:"file"`
		Clips [][]float64 `json:"clips"`
	}
	var asks []ask
	for _, f := range list {
		a := ask{File: f.path, Clips: [][]float64{}}
		for _, c := range f.model.Clips {
			var times []float64
			for i := range 8 { // between keys, and away from steps
				times = append(times, c.Seconds()*(float64(i)+0.37)/8)
			}
			a.Clips = append(a.Clips, times)
		}
		asks = append(asks, a)
	}
	stdin, err := json.Marshal(asks)
	must.Do(t, err)
	var all []posed
	judge(t, &all, stdin, "pose.mjs")
	joints, vertices := 0, 0
	for i := range all {
		j, v := list[i].compare(t, &all[i], bound)
		joints, vertices = joints+j, vertices+v
	}
	t.Logf("%d files, %d joints, %d vertices", len(all), joints, vertices)
}

// compare compares a file's samples with the model, and counts joints and vertices.
func (f *judged) compare(t *testing.T, p *posed, part float64) (joints, vertices int) {
	bound := 2 * part * reach(f.model)
	k := exact.NewSkeleton(f.model, nil)
	posed := k.NewPose()
	worst, where := 0., ""
	see := func(a exact.Vec, b [3]float64, what string) {
		if d := a.Sub(exact.Vec(b)).Length(); d > worst || math.IsNaN(d) {
			worst, where = d, what
		}
	}
	byPath := make(map[string]int)
	for j := range f.model.Skeleton.Parent {
		if path := f.model.Skeleton.Path(j); byPath[path] == 0 {
			byPath[path] = j + 1
		} else {
			byPath[path] = -1 // of several the place says nothing
		}
	}
	if len(p.Clips) != len(f.model.Clips) {
		t.Errorf("%s: %d clips of %d", f.name, len(p.Clips), len(f.model.Clips))
		return 0, 0
	}
	for c := range p.Clips {
		clip := k.NewClip(f.model.Clips[c])
		for _, s := range p.Clips[c].Samples {
			clip.At(s.T*f.model.Clips[c].TicksPerSecond, false, &posed)
			for _, n := range s.Nodes {
				if j := byPath[n.path]; j > 0 {
					joints++
					see(posed.Global[j-1].Translation(), n.at, fmt.Sprintf("joint %s, %s at %v s", n.path, p.Clips[c].Name, s.T))
				}
			}
			for _, m := range s.Meshes {
				at := f.skinned(t, m.Name, m.Count, &posed)
				for i, v := range m.Index {
					if at != nil {
						vertices++
						see(exact.WidenVec([3]float32(at[3*v:])), m.At[i], fmt.Sprintf("vertex %d of %s, %s at %v s", v, m.Name, p.Clips[c].Name, s.T))
					}
				}
			}
		}
	}
	if !(worst <= bound) {
		t.Errorf("%s: %s is %.3g mm off, more than %.3g", f.name, where, 1000*worst, 1000*bound)
	}
	return joints, vertices
}

// skinned returns the vertices of the only mesh of a name and size, or nil.
func (f *judged) skinned(t *testing.T, name string, count int, posed *exact.Pose) []float32 {
	var mesh *soa.Mesh
	for _, m := range f.model.Meshes {
		if m.Name == name && m.Vertices() == count {
			if mesh != nil {
				return nil
			}
			mesh = m
		}
	}
	if mesh == nil {
		return nil
	}
	return skinnedMesh(t, f.model, mesh, posed)
}

// skinnedMesh returns the vertices of a mesh in a pose.
func skinnedMesh(t *testing.T, model *soa.Model, mesh *soa.Mesh, posed *exact.Pose) []float32 {
	var matrices, weights []float32
	add := func(joint int, bound *soa.Affine) {
		m := exact.FromFloat32(*bound)
		if joint >= 0 {
			m = posed.Global[joint].Mul(m)
		}
		values := m.Float32()
		matrices = append(matrices, values[:]...)
	}
	of := model.SkinOf(mesh)
	if of == nil {
		add(int(mesh.Joint), &mesh.Offset)
	} else {
		for i, j := range of.Joint {
			add(int(j), &of.InverseBind[i])
		}
	}
	for _, w := range posed.Weight {
		weights = append(weights, float32(w))
	}
	at := append([]float32{}, mesh.Position...)
	must.Do(t, pose.SkinVertices(mesh, of, matrices, weights, new(pose.SkinScratch), at, nil))
	return at
}
