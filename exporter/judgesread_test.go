//go:build cgo

package exporter_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// folderOfFiles is the environment variable of a folder of more glTF files, at any depth.
const folderOfFiles = "SINEW_GLTF_FILES"

// readPaths lists the files without an error, as gltf-validator says, of the glTF files at hand and of a
// folder that the environment names.
func readPaths(t *testing.T) []string {
	paths := sourcePaths(t)
	if folder := os.Getenv(folderOfFiles); folder != "" {
		must.Do(t, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && isGLTF(path) {
				paths = append(paths, path)
			}
			return err
		}))
	}
	wrong := make(map[string][]string)
	for part := range slices.Chunk(paths, 100) {
		judge(t, &wrong, nil, "validate.cjs", append([]string{"--errors"}, part...)...)
	}
	return slices.DeleteFunc(paths, func(path string) bool { return len(wrong[path]) > 0 })
}

// readFile is a file that was imported, and what three.js is asked about it.
type readFile struct {
	File  string     `json:"file"`
	Clips []readClip `json:"clips"`
	model *soa.Model
	of    *soa.Origin
}

type readClip struct {
	Animation int       `json:"animation"`
	Times     []float64 `json:"times"`
}

// placed is where three.js has the parts of a file, by their numbers.
type placed struct {
	T     float64
	Nodes []struct {
		Node int
		At   [3]float64
	}
	Meshes []struct {
		Node, Mesh, Primitive, Count int
		Index                        []int
		At                           [][3]float64
	}
}

// placedFile is the answer about a file.
type placedFile struct {
	Error string
	Rest  placed
	Clips [][]placed
}

// three.js has joints and vertices of files of others where the importer has them, within 1e-5 of their
// size and distance from the origin, wherever it plays as the specification says.
func TestJudgesRead(t *testing.T) {
	if testing.Short() {
		t.Skip("judging takes a process of node; make judges runs it")
	}
	var list []*readFile
	refused := make(map[string]string)
	for _, path := range readPaths(t) {
		var r report.Report
		m, err := importer.Load(t.Context(), path, importer.WithReport(&r), importer.WithOrigin())
		if err != nil {
			refused[path] = err.Error()
			continue
		}
		f := &readFile{path, []readClip{}, m, r.Origin}
		for c, clip := range m.Clips {
			asked := readClip{r.Origin.Clips[c].Animation, []float64{}}
			for i := range 4 { // between keys, and away from steps
				asked.Times = append(asked.Times, clip.Start+clip.Seconds()*(float64(i)+0.37)/4)
			}
			f.Clips = append(f.Clips, asked)
		}
		list = append(list, f)
	}
	joints, vertices, unread := 0, 0, make(map[string]int)
	for part := range slices.Chunk(list, 50) {
		stdin, err := json.Marshal(part)
		must.Do(t, err)
		var all []placedFile
		judge(t, &all, stdin, "read.mjs")
		for i := range all {
			if all[i].Error != "" {
				unread[all[i].Error]++
				continue
			}
			j, v := part[i].compare(t, &all[i])
			joints, vertices = joints+j, vertices+v
		}
	}
	for _, path := range slices.Sorted(maps.Keys(refused)) {
		t.Logf("refused: %s", refused[path])
	}
	t.Logf("%d files without an error, %d of them read; compared: %d joints, %d vertices; not read by three.js: %v", len(list)+len(refused), len(list), joints, vertices, unread)
}

// compare compares a file's samples with the model, and counts joints and vertices.
func (f *readFile) compare(t *testing.T, p *placedFile) (joints, vertices int) {
	k := exact.NewSkeleton(f.model, nil)
	pose := k.NewPose()
	size := reach(f.model)
	for j := range pose.Global {
		size = max(size, pose.Global[j].Translation().Length())
	}
	worst, where := 0., ""
	see := func(a exact.Vec, b [3]float64, what string, args ...any) {
		if d := a.Sub(exact.Vec(b)).Length(); d > worst || math.IsNaN(d) {
			worst, where = d, fmt.Sprintf(what, args...)
		}
	}
	look := func(s *placed, when string) {
		for _, n := range s.Nodes {
			if j := slices.Index(f.of.Joints, n.Node); j >= 0 {
				joints++
				see(pose.Global[j].Translation(), n.At, "joint %s, %s at %v s", f.model.Skeleton.Name[j], when, s.T)
			}
		}
		for _, m := range s.Meshes {
			at := slices.IndexFunc(f.of.Meshes, func(o soa.MeshOrigin) bool { return o.Node == m.Node && o.Mesh == m.Mesh && o.Primitive == m.Primitive })
			if at < 0 || f.model.Meshes[at].Vertices() != m.Count {
				continue
			}
			vertices += len(m.Index)
			places := skinnedMesh(t, f.model, f.model.Meshes[at], &pose)
			for i, v := range m.Index {
				see(exact.WidenVec([3]float32(places[3*v:])), m.At[i], "vertex %d of mesh %d, %s at %v s", v, m.Mesh, when, s.T)
			}
		}
	}
	look(&p.Rest, "at rest")
	for c := range p.Clips {
		clip := f.model.Clips[c]
		played := k.NewClip(clip)
		for i := range p.Clips[c] {
			s := &p.Clips[c][i]
			played.At((s.T-clip.Start)*clip.TicksPerSecond, false, &pose)
			look(s, clip.Name)
		}
	}
	if bound := 2e-5 * size; !(worst <= bound) {
		t.Errorf("%s: %s is %.3g mm off, more than %.3g", f.File, where, 1000*worst, 1000*bound)
	}
	return joints, vertices
}
