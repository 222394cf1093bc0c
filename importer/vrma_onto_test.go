package importer_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// cheer is a VRMA file of other names, proportions and rotations at rest than the avatar's: it
// turns the hips, spine and head, moves the hips and shows happy and a bone that the avatar lacks.
func cheer(t testing.TB) []byte {
	w := &gltfWriter{Name: object{"asset": object{"version": "2.0"}, "scene": 0, "scenes": []any{object{"nodes": []int{0, 5}}}}}
	w.Name["nodes"] = []any{
		object{"name": "armature", "rotation": []float64{0, 0.6, 0, 0.8}, "children": []int{1}},
		object{"name": "J_hips", "translation": []float64{0.1, 2, 0}, "rotation": []float64{0.5, 0.5, 0.5, 0.5}, "children": []int{2}},
		object{"name": "J_spine", "translation": []float64{0.3, 0, 0}, "rotation": []float64{0, 0, 0.6, 0.8}, "children": []int{3, 4}},
		object{"name": "J_head", "translation": []float64{0, 0.7, 0}, "rotation": []float64{0.28, 0, 0, 0.96}},
		object{"name": "J_tail"}, object{"name": "happy"},
	}
	times := w.accessor("SCALAR", gltfFloat, 2, []float32{0, 1}, object{"min": []float32{0}, "max": []float32{1}})
	to := func(q ...float32) int {
		return w.accessor("VEC4", gltfFloat, 2, append([]float32{0, 0, 0, 1}, q...), nil)
	}
	place := w.accessor("VEC3", gltfFloat, 2, []float32{0.1, 2, 0, 0.5, 1.5, -0.25}, nil)
	smile := w.accessor("VEC3", gltfFloat, 2, []float32{0, 0, 0, 1, 0, 0}, nil)
	var samplers, channels []any
	for _, c := range []struct {
		node   int
		path   string
		output int
	}{
		{1, "rotation", to(0.8, 0, 0.36, 0.48)}, {2, "rotation", to(0, 0.28, 0, 0.96)}, {3, "rotation", to(0.48, 0.64, 0, 0.6)},
		{4, "rotation", to(1, 0, 0, 0)}, {1, "translation", place}, {2, "translation", place}, {5, "translation", smile},
	} {
		samplers = append(samplers, object{"input": times, "output": c.output})
		channels = append(channels, object{"sampler": len(samplers) - 1, "target": object{"node": c.node, "path": c.path}})
	}
	w.Name["animations"] = []any{object{"name": "cheer", "samplers": samplers, "channels": channels}}
	w.Name["extensions"] = object{"VRMC_vrm_animation": object{
		"specVersion": "1.0", "expressions": object{"preset": object{"happy": object{"node": 5}}},
		"humanoid": object{"humanBones": object{"hips": object{"node": 1}, "spine": object{"node": 2}, "head": object{"node": 3}, "jaw": object{"node": 4}}},
	}}
	w.Name["accessors"], w.Name["bufferViews"] = w.accessors, w.views
	w.Name["buffers"] = []any{object{"byteLength": w.buffer.Len(), "uri": "data:application/gltf-buffer;base64," + base64.StdEncoding.EncodeToString(w.buffer.Bytes())}}
	data, err := json.Marshal(w.Name)
	must.Do(t, err)
	return data
}

// shown evaluates a model at a second of its last clip and returns a joint of a bone of its avatar.
func shown(t *testing.T, m *soa.Model, second float64) (joint func(bone string) exact.Matrix, weights []float32) {
	t.Helper()
	crowd, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true}})
	must.Do(t, err)
	if second >= 0 {
		must.Do(t, crowd.PlayAll(len(m.Clips)-1, play.Options{Mode: play.Clamp}))
		must.Do(t, crowd.Update(second))
	}
	return func(bone string) exact.Matrix {
		for _, b := range m.Avatar.Bones {
			if b.Bone == bone {
				a, err := crowd.Instance(0).Joint(b.Node.Joint)
				must.Do(t, err)
				return exact.FromFloat32(a)
			}
		}
		t.Fatalf("no bone %q", bone)
		return exact.Matrix{}
	}, crowd.Instance(0).Weights()
}

// TestVRMAOnto: bones of an avatar rotate relative to their rest as the animation's do in model space,
// turned to where an avatar of VRM 0.x faces; the hips move by the ratio of their heights; happy
// moves its morph targets. Isolated or not.
func TestVRMAOnto(t *testing.T) {
	animation := store(t, "cheer.vrma", cheer(t))
	source := files.Load(t, animation)
	one := facesOne()
	one["VRMC_vrm"].(object)["humanoid"] = object{"humanBones": object{"hips": object{"node": 1}, "spine": object{"node": 2}, "head": object{"node": 3}}}
	for name, c := range map[string]struct {
		extensions object
		turn       exact.Quat
		opts       importer.Options
	}{
		"1.0":          {one, exact.IdentityQuat(), importer.Options{}},
		"1.0 isolated": {one, exact.IdentityQuat(), importer.Options{Isolation: &importer.Limits{}}},
		"0.x":          {zeroBody(), exact.Quat{1: 1}, importer.Options{}},
	} {
		m := files.Load(t, avatarFile(t, "avatar.vrm", nil, c.extensions))
		var r report.Report
		c.opts.Report = &r
		added, err := importer.AddClips(t.Context(), m, animation, c.opts)
		must.Do(t, err)
		if len(added) != 1 || added[0].Name != "cheer" {
			t.Fatalf("%s: %d clips", name, len(added))
		}
		restOf, _ := shown(t, m, -1)
		sourceRest, _ := shown(t, source, -1)
		for _, second := range []float64{0, 0.25, 0.5, 1} {
			now, weights := shown(t, m, second)
			then, _ := shown(t, source, second)
			for _, bone := range []string{"hips", "spine", "head"} {
				want := c.turn.Mul(rotationIn(then(bone)).Mul(rotationIn(sourceRest(bone)).Conjugate())).Mul(c.turn.Conjugate())
				got := rotationIn(now(bone)).Mul(rotationIn(restOf(bone)).Conjugate())
				if d := math.Abs(got.Dot(want)); d < 1-1e-6 {
					t.Errorf("%s at %v s: %s rotates by %v, want %v", name, second, bone, got, want)
				}
			}
			want := c.turn.Rotate(then("hips").Translation()).Scale(restOf("hips").Translation()[1] / sourceRest("hips").Translation()[1])
			if d := now("hips").Translation().Sub(want).Length(); d > 1e-6 {
				t.Errorf("%s at %v s: the hips are at %v, want %v", name, second, now("hips").Translation(), want)
			}
			if name != "0.x" {
				must.AllNear(t, "the weights", weights, []float64{0.5 * second, 0.25 * second}, 1e-6)
			}
		}
		for _, text := range []string{`no bone "jaw"`, "translation is left out"} {
			found := false
			for _, f := range r.Findings {
				found = found || f.Severity == report.Loss && strings.Contains(f.Message, text)
			}
			if !found {
				t.Errorf("%s: no %q in %v", name, text, r.Findings)
			}
		}
	}
	other := files.Load(t, avatarFile(t, "avatar.vrm", nil, object{})) // no avatar: by names, of which none fits
	if _, err := importer.AddClips(t.Context(), other, animation, importer.Options{}); err != nil && !errors.Is(err, importer.ErrNoMatch) {
		t.Error(err)
	}
}

// zeroBody is a VRM 0.x file with a body, which faces −Z.
func zeroBody() object {
	e := avatarZero()
	e["VRM"].(object)["humanoid"] = object{"humanBones": []any{object{"bone": "hips", "node": 1}, object{"bone": "spine", "node": 2}, object{"bone": "head", "node": 3}}}
	return e
}

func rotationIn(m exact.Matrix) exact.Quat {
	_, q, _, _ := m.Decompose()
	return q
}
