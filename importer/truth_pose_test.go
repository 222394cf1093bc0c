package importer_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// evaluated is a model at one time, in float64, by whatever evaluated it.
type evaluated struct {
	joints  []oracle.Mat4
	weights []float64
	meshes  [][]oracle.Vec3
}

// evaluators are the two ways to pose a model that must agree with the truth
// and with each other: each makes of a model and clips that play together a
// function of time in seconds.
var evaluators = []struct {
	name string
	of   func(testing.TB, *soa.Model, []*soa.Clip) func(float64) *evaluated
}{{"oracle", byOracle}, {"runtime", byRuntime}}

func byOracle(_ testing.TB, m *soa.Model, clips []*soa.Clip) func(float64) *evaluated {
	return func(seconds float64) *evaluated {
		p := oracle.Evaluate(m, clips, seconds)
		e := &evaluated{joints: p.Model, weights: p.Weights}
		for i := range p.Meshes {
			e.meshes = append(e.meshes, p.Meshes[i].Position)
		}
		return e
	}
}

// byRuntime plays one instance.
func byRuntime(tb testing.TB, m *soa.Model, clips []*soa.Clip) func(float64) *evaluated {
	tb.Helper()
	clip, err := m.JoinClips("all", clips...)
	must.Do(tb, err)
	playing := *m
	playing.Clips = []*soa.Clip{clip}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(&playing), 1, runtime.CrowdOptions{
		Play: &play.Options{Mode: play.Clamp}, Layout: pose.LayoutOptions{AllJoints: true},
	})
	must.Do(tb, err)
	drawn, err := crowd.Layout().BindModel(m)
	must.Do(tb, err)
	var scratch pose.SkinScratch
	return func(seconds float64) *evaluated {
		must.Do(tb, crowd.Instance(0).Seek(seconds))
		must.Do(tb, crowd.Update(0))
		e := &evaluated{}
		for j := range m.Skeleton.Len() {
			matrix, err := crowd.Instance(0).Joint(j)
			must.Do(tb, err)
			e.joints = append(e.joints, oracle.FromAffine(matrix))
		}
		for _, w := range crowd.Instance(0).Weights() {
			e.weights = append(e.weights, float64(w))
		}
		for _, mesh := range drawn.Meshes {
			matrices := crowd.Instance(0).Palette()
			if mesh.Skin == soa.None {
				matrices = mesh.Offset[:]
			}
			position, normal := make([]float32, len(mesh.Position)), make([]float32, len(mesh.Normal))
			must.Do(tb, pose.SkinVertices(mesh, drawn.SkinOf(mesh), matrices, crowd.Instance(0).Weights(), &scratch, position, normal))
			e.meshes = append(e.meshes, vectors64(position))
		}
		return e
	}
}

func vectors64(flat []float32) []oracle.Vec3 {
	v := make([]oracle.Vec3, len(flat)/3)
	for i := range v {
		v[i] = oracle.Vec3{float64(flat[3*i]), float64(flat[3*i+1]), float64(flat[3*i+2])}
	}
	return v
}

// pose turns an evaluated model into what a truth is compared with.
func (e *evaluated) pose(m *soa.Model) *truth.Pose {
	p := &truth.Pose{}
	for j, name := range m.Skeleton.Name {
		p.Joints = append(p.Joints, truth.Joint{Name: name, Position: e.joints[j].Translation()})
	}
	for i, mesh := range m.Meshes {
		posed := truth.PosedMesh{Name: mesh.Name, Node: mesh.Node}
		for v, rest := range vectors64(mesh.Position) {
			posed.Rest = append(posed.Rest, rest)
			posed.Position = append(posed.Position, e.meshes[i][v])
		}
		p.Meshes = append(p.Meshes, posed)
	}
	number := make(map[string]int)
	for i, w := range m.Weights {
		p.Weights = append(p.Weights, truth.Weight{Mesh: w.Mesh, Target: w.Target, Index: number[w.Mesh], Value: e.weights[i]})
		number[w.Mesh]++
	}
	return p
}

// size returns the diagonal of the box around everything evaluated.
func (e *evaluated) size() float64 {
	low := oracle.Vec3{math.Inf(1), math.Inf(1), math.Inf(1)}
	high := oracle.Vec3{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	grow := func(p oracle.Vec3) {
		for k := range p {
			low[k], high[k] = math.Min(low[k], p[k]), math.Max(high[k], p[k])
		}
	}
	for _, j := range e.joints {
		grow(j.Translation())
	}
	for _, mesh := range e.meshes {
		for _, p := range mesh {
			grow(p)
		}
	}
	if low[0] > high[0] {
		return 0
	}
	return high.Sub(low).Length()
}

// imported loads a model, in metres where the file states no unit, or fails the test.
func imported(tb testing.TB, path string, opts importer.Options) *soa.Model {
	tb.Helper()
	opts.Formats, opts.Unit = ownFormat(path), 1
	m, err := importer.Load(context.Background(), path, opts)
	must.Do(tb, err)
	must.Do(tb, m.Validate())
	return m
}

// clipsNamed returns the clips whose names are listed, or all where the list
// is "*".
func clipsNamed(tb testing.TB, m *soa.Model, list string) []*soa.Clip {
	tb.Helper()
	if list == "*" {
		return m.Clips
	}
	var clips []*soa.Clip
	for _, name := range strings.Split(list, "+") {
		c := m.Clip(name)
		if c == nil {
			tb.Fatalf("%s has no clip %q", m.Name, name)
		}
		clips = append(clips, c)
	}
	return clips
}

// keyed reports whether every track of the clips that moves at a time has a
// key there: only then do linear and cubic readers of a file agree.
func keyed(clips []*soa.Clip, seconds float64) bool {
	for _, c := range clips {
		tick := (seconds - c.Start) * c.TicksPerSecond
		near := 1e-6 * c.TicksPerSecond // truths give microseconds, or less
		for t := range c.Tracks {
			first, end := c.Keys(t)
			if end == first+1 || tick < float64(c.Time[first])-near || tick > float64(c.Time[end-1])+near {
				continue
			}
			found := false
			for _, k := range c.Time[first:end] {
				found = found || math.Abs(float64(k)-tick) <= near
			}
			if !found {
				return false
			}
		}
	}
	return true
}
