package importer_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/oracle/scene"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// modelTolerance is how far, in parts of the model's size, a model may be from
// what it was made of, and the runtime from the oracle.
const modelTolerance = 1e-5

// importerFlags is the post-processing that package importer asks for. It joins vertices
// itself, so that the corners of triangles are compared.
const importerFlags = assimp.Triangulate | assimp.GenSmoothNormals | assimp.SortByPType

// openScene imports a file with the properties that package importer sets.
func openScene(path string, flags assimp.PostProcess) (*assimp.Scene, error) {
	return assimp.ImportFile(path, assimp.Options{
		Flags: flags,
		Properties: []assimp.Property{
			assimp.Int(assimp.FBXPreservePivots, 1), assimp.Int(assimp.ColladaUseNames, 1), assimp.Int(assimp.NoSkeletonMeshes, 1),
		},
	})
}

// TestFlattening holds flattened models against the scenes they were made of:
// the frame of every joint and every vertex, on and between keys. Clips whose
// step or cubic interpolation came from the file itself, since libassimp does
// not tell it, are compared on their keys. The short form leaves out models that keep
// all nodes.
func TestFlattening(t *testing.T) {
	for _, path := range animated(t) {
		if filepath.Base(path) == "simple_skin.gltf" {
			continue // its short quaternions are kept as they show, which only TestTruth knows
		}
		if filepath.Base(path) == "anims_with_full_rotations_between_keys.DAE" {
			continue // 64 joints that turn many times, in float32: see TestColladaFiles
		}
		if filepath.Ext(path) == ".lws" {
			continue // its envelopes are followed, of which libassimp has the keys alone: see TestLightWaveEnvelopes
		}
		for _, keep := range []bool{false, true} {
			if keep && testing.Short() {
				continue
			}
			name := filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)
			if keep {
				name += "/all nodes"
			}
			options := importer.Options{
				ExactInfluences: true, AllNodes: keep,
				FileAxes: filepath.Ext(path) == ".smd", // libassimp leaves them
			}
			t.Run(name, func(t *testing.T) { flattening(t, path, options) })
		}
	}
}

func flattening(t *testing.T, path string, options importer.Options) {
	s, err := openScene(path, importerFlags)
	must.Do(t, err)
	defer s.Close()
	format := scene.Other
	if strings.EqualFold(filepath.Ext(path), ".fbx") {
		format = scene.FBX
	}
	m := imported(t, path, options)
	unflattened := scene.New(s, format)
	must.Do(t, unflattened.ReadBinds(path))
	rest := unflattened.Evaluate(0)
	nodes := matchNodes(t, m, rest)
	meshes := matchMeshes(t, path, m, rest)
	if len(m.Clips) != s.Animations() {
		t.Fatalf("%d clips of %d animations", len(m.Clips), s.Animations())
	}
	starts := beginnings(t, path, format)
	for i, c := range m.Clips {
		list := times(c)
		if len(list) == 0 {
			t.Errorf("clip %q: no time is a key of every track", c.Name)
		}
		for _, seconds := range list {
			// A clip that a file cuts out of longer curves holds its own ends.
			inside := math.Min(math.Max(seconds, c.Start), c.End())
			want := unflattened.Evaluate(inside-starts[s.Animation(i).Name()], i)
			got := byOracle(t, m, []*soa.Clip{c})(seconds)
			limit := modelTolerance * got.size()
			what := fmt.Sprintf("clip %q at %v s", c.Name, seconds)
			if !sameJoints(t, what, m, got, want, nodes, limit) || !sameVertices(t, what, c, m, got, want, meshes, limit) {
				break
			}
		}
	}
}

// beginnings returns where the animations of an FBX file begin on its own time
// line; in libassimp's scene they begin at 0.
func beginnings(t *testing.T, path string, format scene.Format) map[string]float64 {
	t.Helper()
	if format != scene.FBX {
		return nil
	}
	data, err := os.ReadFile(path)
	must.Do(t, err)
	starts, err := fbx.Starts(data)
	must.Do(t, err)
	return starts
}

// times returns the ends of a clip, times outside it, and random ones inside,
// the same on every run; or, where a clip is not linear throughout, a moment
// after those of its keys that all its moving tracks share.
func times(c *soa.Clip) []float64 {
	if !linear(c) {
		var list []float64
		for _, k := range c.Time {
			if s := c.Start + float64(k)/c.TicksPerSecond; keyed([]*soa.Clip{c}, s) {
				list = append(list, s+1e-7)
			}
		}
		return list[:min(len(list), 16)]
	}
	random := rand.New(rand.NewPCG(1, uint64(len(c.Time))))
	list := []float64{c.Start, c.End(), c.Start - 0.25, c.End() + 0.25}
	for range 12 {
		list = append(list, c.Start+random.Float64()*c.Seconds())
	}
	return list
}

func linear(c *soa.Clip) bool {
	return !slices.ContainsFunc(c.Tracks, func(t soa.Track) bool { return t.Interpolation != soa.Linear })
}

// matchNodes finds the node of each joint: joints follow the order of nodes,
// and a joint's parent is the joint of the nearest node above that has one. −1
// stands for joints that have no node of their own.
func matchNodes(t *testing.T, m *soa.Model, p *scene.Pose) []int {
	t.Helper()
	nodes := make([]int, m.Skeleton.Len())
	jointOf := make(map[int]int)
	next := 0
	for j, name := range m.Skeleton.Name {
		nodes[j] = -1
		if strings.HasSuffix(name, "_$pivot") {
			continue
		}
		parent := wholeParent(m.Skeleton, j)
		for i := next; i < len(p.Nodes); i++ {
			if sameNode(p.Nodes[i].Name, name) && nearestJoint(p, jointOf, i) == parent {
				nodes[j], jointOf[i], next = i, j, i+1
				break
			}
		}
		if nodes[j] < 0 && j+1 < m.Skeleton.Len() && next < len(p.Nodes) && hasNode(p, name) {
			t.Errorf("joint %q is out of the order of the nodes", m.Skeleton.Path(j))
		}
	}
	return nodes
}

// sameNode compares the names of a node in two imports of its file. libassimp
// numbers those of an Irrlicht scene that have no name, from 5.4 on without
// beginning anew at each import.
func sameNode(a, b string) bool {
	const numbered = "IrrNode_"
	return a == b || strings.HasPrefix(a, numbered) && strings.HasPrefix(b, numbered)
}

// wholeParent returns the parent joint, over those that hold a first part of
// a node's transform.
func wholeParent(s *soa.Skeleton, j int) int {
	p := int(s.Parent[j])
	for p >= 0 && strings.HasSuffix(s.Name[p], "_$pivot") {
		p = int(s.Parent[p])
	}
	return p
}

func nearestJoint(p *scene.Pose, jointOf map[int]int, node int) int {
	for i := p.Nodes[node].Parent; i >= 0; i = p.Nodes[i].Parent {
		if j, ok := jointOf[i]; ok {
			return j
		}
	}
	return soa.NoJoint
}

func hasNode(p *scene.Pose, name string) bool {
	for i := range p.Nodes {
		if sameNode(p.Nodes[i].Name, name) {
			return true
		}
	}
	return false
}

// matchMeshes finds the scene's mesh of each of the model's: they are in one
// order, without those of points and lines and repetitions of skinned ones.
func matchMeshes(t *testing.T, path string, m *soa.Model, p *scene.Pose) []int {
	t.Helper()
	var list []int
	skinned := make(map[int]bool)
	for i := range p.Meshes {
		mesh := &p.Meshes[i]
		if !mesh.Triangles || skinned[mesh.Index] || strings.EqualFold(filepath.Ext(path), ".md5anim") {
			continue
		}
		skinned[mesh.Index] = mesh.Bones > 0
		list = append(list, i)
	}
	if len(list) != len(m.Meshes) {
		t.Fatalf("%d meshes of %d in the scene", len(m.Meshes), len(list))
	}
	for k, i := range list {
		if !sameNode(p.Meshes[i].Node, m.Meshes[k].Node) || len(p.Meshes[i].Corners) != len(m.Meshes[k].Index) {
			t.Fatalf("mesh %q of %q is not the scene's %q of %q", m.Meshes[k].Name, m.Meshes[k].Node, p.Meshes[i].Name, p.Meshes[i].Node)
		}
	}
	return list
}

// sameJoints compares each joint's frame, with the scale that it leaves out,
// with its node's: the origin, and points on the axes as far out as a tenth of
// the model.
func sameJoints(t *testing.T, what string, m *soa.Model, got *evaluated, want *scene.Pose, nodes []int, limit float64) bool {
	t.Helper()
	matched := 0
	for j, i := range nodes {
		if i < 0 {
			continue
		}
		matched++
		u := float64(m.Skeleton.Unit[j])
		frame := got.joints[j].Mul(oracle.Scaling(oracle.Vec3{u, u, u}))
		if d := frameDistance(frame, want.Nodes[i].Frame, 0.1*limit/modelTolerance); d > limit {
			t.Errorf("%s: joint %q is off by %.3g, allowed are %.3g", what, m.Skeleton.Path(j), d, limit)
			return false
		}
	}
	if matched == 0 && m.Skeleton.Len() > 0 {
		t.Errorf("%s: no joint has a node", what)
	}
	return true
}

// frameDistance returns how far two frames put one point from each other: the
// origin, or one reach along the longest axis.
func frameDistance(a, b oracle.Mat4, reach float64) float64 {
	worst := a.Translation().Sub(b.Translation()).Length()
	longest := 0.0
	for k := range 3 {
		longest = math.Max(longest, oracle.Vec3{b[k], b[4+k], b[8+k]}.Length())
	}
	if longest == 0 {
		return worst
	}
	for k := range 3 {
		d := oracle.Vec3{a[k] - b[k], a[4+k] - b[4+k], a[8+k] - b[8+k]}.Length()
		worst = math.Max(worst, d/longest*reach)
	}
	return worst
}

// sameVertices compares meshes corner by corner. Of cubic morph weights
// libassimp makes a list in which tangents count as values: their meshes are
// left out.
func sameVertices(t *testing.T, what string, c *soa.Clip, m *soa.Model, got *evaluated, want *scene.Pose, meshes []int, limit float64) bool {
	t.Helper()
	for k, i := range meshes {
		if len(m.Meshes[k].Morphs) > 0 && !linear(c) {
			continue
		}
		for c, v := range m.Meshes[k].Index {
			if d := truth.Distance(got.meshes[k][v], want.Meshes[i].Position[want.Meshes[i].Corners[c]]); !(d <= limit) {
				t.Errorf("%s: corner %d of mesh %q is off by %.3g, allowed are %.3g", what, c, m.Meshes[k].Name, d, limit)
				return false
			}
		}
	}
	return true
}
