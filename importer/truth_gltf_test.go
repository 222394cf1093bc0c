package importer_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// gltfEntry is a line of the list of glTF files with known poses.
type gltfEntry struct {
	Name, File, Expect      string
	Lsb, SkipVerts, NoTruth bool
}

// gltfTruth says where the joints and vertices of a file are.
type gltfTruth struct {
	Nodes []struct {
		I    int
		Name *string
	}
	Meshes []gltfMesh
	Rest   gltfSample
	Clips  []struct {
		Name    *string
		Samples []gltfSample
	}
}

type gltfMesh struct {
	Node, Mesh, Primitive, Mode, Vertices, Triangles int
	Instance                                         *int
	Targets                                          int
	Names                                            []string `json:"target_names"`
	Index                                            []int
	Rest, Normal, UV, Color                          []float64
	Box                                              []float64
}

type gltfSample struct {
	T       float64
	Nodes   [][]float64
	Verts   [][]float64
	Weights map[int][]float64
	Hidden  []int
}

// gltfFolder is the folder of glTF files with known poses: SINEW_GLTF_TRUTH, or the shared one.
func gltfFolder(t *testing.T) string {
	if folder := os.Getenv("SINEW_GLTF_TRUTH"); folder != "" {
		return folder
	}
	return truth.Shared(t, "truth", "gltf")
}

// TestTruthGLTF loads every glTF file of which it is known how it has to play, or that it
// cannot be read.
func TestTruthGLTF(t *testing.T) {
	folder := gltfFolder(t)
	var list []gltfEntry
	readTruth(t, filepath.Join(folder, "list.json"), &list)
	worst, files := 0.0, 0
	for _, e := range list {
		t.Run(e.Name, func(t *testing.T) {
			off, err := e.check(t, folder)
			if err != nil {
				t.Error(err)
			}
			files++
			worst = max(worst, off)
		})
	}
	t.Logf("truth: %d files, worst %.4f mm", files, 1000*worst)
}

func readTruth(t *testing.T, file string, to any) {
	t.Helper()
	data, err := os.ReadFile(file)
	must.Do(t, err)
	must.Do(t, json.Unmarshal(data, to))
}

// check loads a file and compares it with what is known. It returns how far a joint or vertex
// is off, in metres.
func (e *gltfEntry) check(t *testing.T, folder string) (float64, error) {
	var found report.Report
	ctx, end := context.WithTimeout(context.Background(), time.Minute)
	defer end()
	began := time.Now()
	file := filepath.Join(folder, "files", e.File)
	m, err := importer.Load(ctx, file, importer.Options{AllNodes: true, Report: &found})
	if took := time.Since(began); took > 10*time.Second {
		return 0, fmt.Errorf("it took %v", took)
	}
	switch {
	case e.Expect == "refuse" && err == nil:
		return 0, errors.New("it is read")
	case e.Expect == "refuse", e.Expect == "either" && err != nil:
		t.Log(err)
		return 0, nil
	case err != nil:
		return 0, err
	}
	checkReport(t, file, m, &found)
	switch {
	case e.NoTruth:
		return 0, nil
	case e.Expect == "repair" && found.Count(report.Repair) == 0, e.Expect == "loss" && found.Count(report.Loss) == 0:
		return 0, fmt.Errorf("no %s is reported", e.Expect)
	case e.Expect == "loss":
		return 0, nil
	}
	if plain, err := importer.Load(ctx, file, importer.Options{}); err != nil || len(plain.Clips) != len(m.Clips) {
		return 0, fmt.Errorf("without other nodes: %v", err)
	}
	c := &gltfComparison{model: m, entry: e}
	readTruth(t, filepath.Join(folder, "truth", e.Name+".json"), &c.truth)
	data, err := os.ReadFile(file)
	must.Do(t, err)
	c.doc, err = gltf.Parse(data, gltf.Options{Open: func(name string) ([]byte, error) { return os.ReadFile(filepath.Join(filepath.Dir(file), name)) }})
	must.Do(t, err)
	return c.run()
}

// gltfComparison compares a model with its truth.
type gltfComparison struct {
	model *soa.Model
	entry *gltfEntry
	truth gltfTruth
	doc   *gltf.Document
	bound float64
	joint [][]int // per node: the joints that it may be
	verts []gltfVertex
	worst float64
}

// gltfVertex is a chosen vertex and those of the model that it may be.
type gltfVertex struct {
	mesh, at int // the record, and the place among its chosen vertices
	may      [][2]int
	off      []float64 // of each of these, at all samples
}

func (c *gltfComparison) run() (float64, error) {
	c.bound = 2e-5 + 1e-5*c.height()
	if c.entry.Lsb {
		c.bound = 2e-4
	}
	if len(c.truth.Clips) != len(c.model.Clips) {
		return 0, fmt.Errorf("%d clips, want %d", len(c.model.Clips), len(c.truth.Clips))
	}
	if err := c.match(); err != nil {
		return 0, err
	}
	if err := c.sample("rest", nil, &c.truth.Rest); err != nil {
		return 0, err
	}
	for k := range c.truth.Clips {
		clip := c.model.Clips[k]
		if name := c.truth.Clips[k].Name; name != nil && *name != "" && *name != clip.Name {
			return 0, fmt.Errorf("clip %d is %q, want %q", k, clip.Name, *name)
		}
		for i := range c.truth.Clips[k].Samples {
			s := &c.truth.Clips[k].Samples[i]
			if err := c.sample(fmt.Sprintf("clip %d at %v s", k, s.T), clip, s); err != nil {
				return 0, err
			}
		}
	}
	return c.worst, c.settle()
}

// height is that of all vertices and nodes at rest.
func (c *gltfComparison) height() float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, n := range c.truth.Rest.Nodes {
		low, high = min(low, n[7]), max(high, n[7])
	}
	for _, list := range c.truth.Rest.Verts {
		for i := 1; i < len(list); i += 3 {
			low, high = min(low, list[i]), max(high, list[i])
		}
	}
	return max(high-low, 0)
}

// nodeName is what the importer calls a node.
func (c *gltfComparison) nodeName(number int) string {
	for _, n := range c.truth.Nodes {
		if n.I == number && n.Name != nil && *n.Name != "" {
			return *n.Name
		}
	}
	return fmt.Sprintf("nodes[%d]", number)
}

func (c *gltfComparison) match() error {
	s := c.model.Skeleton
	for _, n := range c.truth.Nodes {
		var may []int
		for j, name := range s.Name {
			if want := c.nodeName(n.I); name == want || len(want) > soa.MaxName && name == want[:len(name)] && len(name) > 500 {
				may = append(may, j)
			}
		}
		if len(may) == 0 {
			return fmt.Errorf("no joint of node %d %q", n.I, c.nodeName(n.I))
		}
		c.joint = append(c.joint, may)
	}
	for k := range c.truth.Meshes {
		if err := c.matchMesh(k); err != nil {
			return fmt.Errorf("mesh record %d of node %q: %w", k, c.nodeName(c.truth.Meshes[k].Node), err)
		}
	}
	return nil
}

// matchMesh finds the vertices of the model that those of a record may be.
func (c *gltfComparison) matchMesh(k int) error {
	r := &c.truth.Meshes[k]
	hidden := false
	for _, n := range c.truth.Rest.Hidden {
		hidden = hidden || n == r.Node
	}
	if hidden || r.Mode < 4 || len(r.Rest) == 0 {
		return nil
	}
	var diagonal float64
	for i := range 3 {
		d := r.Box[3+i] - r.Box[i]
		diagonal += d * d
	}
	near := 1e-4*math.Sqrt(diagonal) + 1e-6
	meshes := c.meshesOn(r)
	meshes = slices.DeleteFunc(meshes, func(m int) bool { // strips have triangles without area, which are none here
		n := len(c.model.Meshes[m].Index) / 3
		return n == 0 || n != r.Triangles && (r.Mode == 4 || n > r.Triangles)
	})
	if len(meshes) == 0 {
		return fmt.Errorf("no mesh of %d triangles", r.Triangles)
	}
	corners, err := c.doc.Corners(&c.doc.Meshes[r.Mesh].Primitives[r.Primitive], r.Vertices)
	if err != nil {
		return err
	}
	for v := 0; v < len(r.Rest); v += 3 {
		vertex := gltfVertex{mesh: k, at: v}
		loose := !slices.Contains(corners, uint32(r.Index[v/3])) // no triangle has it
		for _, m := range meshes {
			p := c.model.Meshes[m].Position
			for i := 0; i < len(p); i += 3 {
				d := math.Sqrt(sq(float64(p[i])-r.Rest[v]) + sq(float64(p[i+1])-r.Rest[v+1]) + sq(float64(p[i+2])-r.Rest[v+2]))
				if d <= near && (loose || c.looks(c.model.Meshes[m], i/3, r, v/3)) {
					vertex.may = append(vertex.may, [2]int{m, i / 3})
				}
			}
		}
		if vertex.off = make([]float64, len(vertex.may)); len(vertex.may) == 0 && !loose && !c.entry.SkipVerts {
			return fmt.Errorf("no vertex at %v with its normal, coordinates and colour", r.Rest[v:v+3])
		}
		c.verts = append(c.verts, vertex)
	}
	return c.targets(r, meshes)
}

func sq(x float64) float64 { return x * x }

// meshesOn lists the meshes of the model that a record may be.
func (c *gltfComparison) meshesOn(r *gltfMesh) (list []int) {
	name := c.nodeName(r.Node)
	if r.Instance != nil {
		name = fmt.Sprintf("%s[%d]", name, *r.Instance)
	}
	for m, mesh := range c.model.Meshes {
		if mesh.Node == name {
			list = append(list, m)
		}
	}
	if len(list) == 0 { // a skinned mesh of several nodes is kept once
		for m := range c.model.Meshes {
			list = append(list, m)
		}
	}
	return list
}

// looks reports whether a vertex has the normal, coordinates and colour of the truth.
func (c *gltfComparison) looks(m *soa.Mesh, i int, r *gltfMesh, v int) bool {
	near := func(have []float32, width int, want []float64, of int, by float64) bool {
		if len(have) == 0 || len(want) == 0 {
			return len(want) == 0
		}
		for k := range min(width, of) {
			if !(math.Abs(float64(have[width*i+k])-want[of*v+k]) <= by) {
				return false
			}
		}
		return true
	}
	soft := 1.0
	if c.entry.Lsb {
		soft = 100
	}
	return near(m.UV, 2, c.coordinates(r), 2, soft*2e-5) && near(m.Normal, 3, r.Normal, 3, soft*1e-3) && near(m.Color, 4, r.Color, len(r.Color)/(len(r.Rest)/3), soft*2e-4)
}

// coordinates returns the texture coordinates of a record, as its material's first map lies by
// them. Of another set than the first there are none.
func (c *gltfComparison) coordinates(r *gltfMesh) []float64 {
	p := &c.doc.Meshes[r.Mesh].Primitives[r.Primitive]
	if p.Material >= 0 {
		for role := range c.doc.Materials[p.Material].Maps {
			if by := &c.doc.Materials[p.Material].Maps[role]; by.Texture >= 0 {
				if by.Set != 0 {
					return nil
				}
				break
			}
		}
	}
	return r.UV
}

// targets compares the names of morph targets.
func (c *gltfComparison) targets(r *gltfMesh, meshes []int) error {
	for _, m := range meshes {
		mesh := c.model.Meshes[m]
		if len(mesh.Morphs) != r.Targets {
			continue
		}
		same := true
		for k, name := range r.Names {
			same = same && k < len(mesh.Morphs) && mesh.Morphs[k].Name == name
		}
		if same {
			return nil
		}
	}
	return fmt.Errorf("no mesh has the %d morph targets %q", r.Targets, r.Names)
}

// sample compares one moment.
func (c *gltfComparison) sample(when string, clip *soa.Clip, want *gltfSample) error {
	var clips []*soa.Clip
	if clip != nil {
		clips = append(clips, clip)
	}
	pose := oracle.Evaluate(c.model, clips, want.T)
	for n, row := range want.Nodes {
		best := math.Inf(1)
		for _, j := range c.joint[n] {
			best = min(best, c.jointOff(pose.Model[j], float64(c.model.Skeleton.Unit[j]), row))
		}
		if c.worst = max(c.worst, best); !(best <= c.bound) {
			return fmt.Errorf("%s: node %q is %.4f mm off", when, c.nodeName(c.truth.Nodes[n].I), 1000*best)
		}
	}
	for k := range c.verts {
		v := &c.verts[k]
		list := want.Verts[v.mesh]
		for i, may := range v.may {
			p := pose.Meshes[may[0]].Position[may[1]]
			d := math.Sqrt(sq(p[0]-list[v.at]) + sq(p[1]-list[v.at+1]) + sq(p[2]-list[v.at+2]))
			v.off[i] = max(v.off[i], d)
		}
	}
	for n, weights := range want.Weights {
		k := 0
		for w, of := range c.model.Weights {
			if of.Mesh != c.nodeName(n) || k >= len(weights) {
				continue
			}
			if math.Abs(pose.Weights[w]-weights[k]) > 1e-4 {
				return fmt.Errorf("%s: weight %d of %q is %v, want %v", when, k, of.Mesh, pose.Weights[w], weights[k])
			}
			k++
		}
		if k < len(weights) {
			return fmt.Errorf("%s: %q has %d weights, want %d", when, c.nodeName(n), k, len(weights))
		}
	}
	return nil
}

// jointOff returns how far a joint is off, in metres; axes count by their length and direction.
func (c *gltfComparison) jointOff(m oracle.Mat4, unit float64, want []float64) float64 {
	off := math.Sqrt(sq(m[3]-want[3]) + sq(m[7]-want[7]) + sq(m[11]-want[11]))
	for axis := range 3 {
		a := oracle.Vec3{m[axis] * unit, m[4+axis] * unit, m[8+axis] * unit}
		b := oracle.Vec3{want[axis], want[4+axis], want[8+axis]}
		long := math.Sqrt(sq(b[0]) + sq(b[1]) + sq(b[2]))
		if long < 1e-4 {
			continue
		}
		d := math.Sqrt(sq(a[0]-b[0])+sq(a[1]-b[1])+sq(a[2]-b[2])) / long
		if d > 5e-5+2e-5/long { // as the truth is rounded
			off = max(off, d)
		}
	}
	return off
}

// settle compares the vertices that fit best.
func (c *gltfComparison) settle() error {
	for k := range c.verts {
		best := math.Inf(1)
		for _, off := range c.verts[k].off {
			best = min(best, off)
		}
		if len(c.verts[k].off) == 0 {
			continue
		}
		if c.worst = max(c.worst, best); !(best <= c.bound) {
			r := &c.truth.Meshes[c.verts[k].mesh]
			return fmt.Errorf("vertex %d of %q is %.4f mm off", r.Index[c.verts[k].at/3], c.nodeName(r.Node), 1000*best)
		}
	}
	return nil
}
