//go:build cgo

package exporter_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
		Corners                      bool  // of triangles are counted, not vertices
		Index                        []int // of some corners or vertices
		At                           [][3]float64
	}
}

// placedFile is the answer about a file.
type placedFile struct {
	Error string
	Rest  placed
	Clips [][]placed
	Left  map[string]int // what is left out, per reason
}

// three.js has joints and vertices of files of others where the importer has them, within 1e-5 of their
// size and distance from the origin, wherever it plays as the specification says.
func TestJudgesRead(t *testing.T) {
	if testing.Short() {
		t.Skip("judging takes a process of node; make judges runs it")
	}
	var list []*readFile
	refused := make(map[string]int)
	for _, path := range readPaths(t) {
		var r report.Report
		m, err := importer.Load(t.Context(), path, importer.Options{Report: &r, Origin: true})
		if err != nil {
			why := refusal(err)
			if refused[why]++; why == "" {
				t.Errorf("%s: %v", path, err)
			}
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
	count, unread := compared{left: make(map[string]int)}, make(map[string]int)
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
			part[i].compare(t, &all[i], &count)
		}
	}
	t.Logf("%d files read; refused: %v; compared: %d joints, %d vertices; left out: %v; not read by three.js: %v", len(list), refused, count.joints, count.vertices, count.left, unread)
}

// refusal returns why a file in which gltf-validator sees no error may be refused, or nothing.
func refusal(err error) string {
	if errors.Is(err, soa.ErrTooLarge) {
		return "too large"
	}
	for part, why := range map[string]string{
		"/extensionsRequired/": "an extension that is not known",
		"it states no URI":     "a buffer without data",
		"meshopt: ":            "a broken stream of meshopt", // gltf-validator decodes none
	} {
		if strings.Contains(err.Error(), part) {
			return why
		}
	}
	return ""
}

// compared counts what of files was compared, and what was left out for which reason.
type compared struct {
	joints, vertices int
	left             map[string]int
}

// compare compares a file's samples with the model.
func (f *readFile) compare(t *testing.T, p *placedFile, count *compared) {
	for why, n := range p.Left {
		count.left[why] += n
	}
	k := exact.NewSkeleton(f.model, nil)
	pose := k.NewPose()
	size := reach(f.model)
	for j := range pose.Global {
		size = max(size, pose.Global[j].Translation().Length())
	}
	worst, where := 0., ""
	see := func(a exact.Vec, b [3]float64, what string, args ...any) {
		off := a.Sub(exact.Vec(b)).Length()
		if off > 0 {
			off /= max(size, a.Length())
		}
		if off > worst || math.IsNaN(off) {
			worst, where = off, fmt.Sprintf(what, args...)
		}
	}
	look := func(s *placed, when string) {
		for _, n := range s.Nodes {
			j := slices.Index(f.of.Joints, n.Node)
			if j < 0 {
				count.left["nodes that move no vertex"]++
				continue
			}
			count.joints++
			see(pose.Global[j].Translation(), n.At, "joint %s, %s at %v s", f.model.Skeleton.Name[j], when, s.T)
		}
		for _, m := range s.Meshes {
			at := slices.IndexFunc(f.of.Meshes, func(o soa.MeshOrigin) bool { return o.Node == m.Node && o.Mesh == m.Mesh && o.Primitive == m.Primitive })
			if at < 0 {
				count.left["samples of meshes that are hidden or that another node shows"]++
				continue
			}
			mesh := f.model.Meshes[at]
			if m.Corners && len(mesh.Index) != m.Count || !m.Corners && mesh.Vertices() != m.Count {
				count.left["samples of strips and fans of which vertices were joined"]++
				continue
			}
			count.vertices += len(m.Index)
			places := skinnedMesh(t, f.model, mesh, &pose)
			for i, v := range m.Index {
				if m.Corners {
					v = int(mesh.Index[v])
				}
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
	if !(worst <= 1e-5) {
		t.Errorf("%s: %s is off by %.3g of its size or distance", f.File, where, worst)
	}
}
