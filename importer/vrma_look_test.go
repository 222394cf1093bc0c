package importer_test

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// glance is a VRMA file that turns the hips and looks, in two seconds, from straight ahead to 60° to
// the left and 20° up, and then to 30° to the right and 40° down.
func glance(t testing.TB) []byte {
	w := &gltfWriter{Name: object{"asset": object{"version": "2.0"}, "scene": 0, "scenes": []any{object{"nodes": []int{0, 1}}}}}
	w.Name["nodes"] = []any{object{"name": "J_hips", "translation": []float64{0, 1, 0}}, object{"name": "eyes"}}
	times := w.accessor("SCALAR", gltfFloat, 3, []float32{0, 1, 2}, object{"min": []float32{0}, "max": []float32{2}})
	still := w.accessor("VEC4", gltfFloat, 3, []float32{0, 0, 0, 1, 0, 0.6, 0, 0.8, 0, 0, 0, 1}, nil)
	gaze := []float32{}
	for _, at := range [][2]float64{{0, 0}, {60, 20}, {-30, -40}} { // to the left, and up
		y, p := at[0]*math.Pi/360, -at[1]*math.Pi/360 // about Y, then X
		q := exact.Quat{1: math.Sin(y), 3: math.Cos(y)}.Mul(exact.Quat{0: math.Sin(p), 3: math.Cos(p)})
		gaze = append(gaze, float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3]))
	}
	looks := w.accessor("VEC4", gltfFloat, 3, gaze, nil)
	w.Name["animations"] = []any{object{
		"name": "glance", "samplers": []any{object{"input": times, "output": still}, object{"input": times, "output": looks}},
		"channels": []any{
			object{"sampler": 0, "target": object{"node": 0, "path": "rotation"}}, object{"sampler": 1, "target": object{"node": 1, "path": "rotation"}},
		},
	}}
	w.Name["extensions"] = object{"VRMC_vrm_animation": object{
		"specVersion": "1.0", "humanoid": object{"humanBones": object{"hips": object{"node": 0}}}, "lookAt": object{"node": 1},
	}}
	w.Name["accessors"], w.Name["bufferViews"] = w.accessors, w.views
	w.Name["buffers"] = []any{object{"byteLength": w.buffer.Len(), "uri": "data:application/gltf-buffer;base64," + base64.StdEncoding.EncodeToString(w.buffer.Bytes())}}
	data, err := json.Marshal(w.Name)
	must.Do(t, err)
	return data
}

// gazeOne is a VRM 1.0 file with a gaze of a type.
func gazeOne(kind string, inner, outer, down, up [2]float64) object {
	reach := func(r [2]float64) object { return object{"inputMaxValue": r[0], "outputScale": r[1]} }
	faces := object{}
	for _, name := range []string{"lookLeft", "lookRight", "lookUp", "lookDown"} {
		faces[name] = object{}
	}
	return object{"VRMC_vrm": object{
		"specVersion": "1.0", "expressions": object{"preset": faces},
		"humanoid": object{"humanBones": object{"hips": object{"node": 1}, "head": object{"node": 3}, "leftEye": object{"node": 4}, "rightEye": object{"node": 5}}},
		"lookAt":   object{"type": kind, "rangeMapHorizontalInner": reach(inner), "rangeMapHorizontalOuter": reach(outer), "rangeMapVerticalDown": reach(down), "rangeMapVerticalUp": reach(up)},
	}}
}

// TestVRMALook: the gaze of an animation rotates eyes, or moves the expressions that stand for them,
// by the ranges of the avatar; one that has neither has a finding.
func TestVRMALook(t *testing.T) {
	animation := store(t, "glance.vrma", glance(t))
	source := files.Load(t, animation)
	compareFloat(t, source, "glance", "lookAt/yaw", "", map[float64]float64{0: 0, 0.5: 30, 1: 60, 2: -30})
	compareFloat(t, source, "glance", "lookAt/pitch", "", map[float64]float64{0: 0, 1: 20, 1.5: -10, 2: -40})

	// With expressions: 45° to the side and 80° up or 20° down are all there is.
	m := files.Load(t, avatarFile(t, "avatar.vrm", nil, gazeOne("expression", [2]float64{1, 9}, [2]float64{45, 1}, [2]float64{20, 0.5}, [2]float64{80, 1})))
	var r report.Report
	_, err := importer.AddClips(t.Context(), m, animation, importer.Options{Report: &r})
	must.Do(t, err)
	if n := r.Count(report.Loss); n > 0 || len(m.Floats) != 4 {
		t.Errorf("%v; floats %v", r.Findings, m.Floats)
	}
	compareFloat(t, m, "glance", "expressions/lookLeft", "", map[float64]float64{0: 0, 0.5: 30. / 45, 0.75: 1, 1: 1, 1.5: 15. / 45, 2: 0})
	compareFloat(t, m, "glance", "expressions/lookRight", "", map[float64]float64{1: 0, 1.5: 0, 2: 30. / 45})
	compareFloat(t, m, "glance", "expressions/lookUp", "", map[float64]float64{0: 0, 1: 0.25, 2: 0})
	compareFloat(t, m, "glance", "expressions/lookDown", "", map[float64]float64{1: 0, 1.5: 0.25, 1.75: 0.5, 2: 0.5})

	// With eyes: 1° in 3 outwards, 1 in 6 inwards, 1 in 10 up and down.
	m = files.Load(t, avatarFile(t, "avatar.vrm", nil, gazeOne("bone", [2]float64{60, 10}, [2]float64{60, 20}, [2]float64{40, 4}, [2]float64{40, 4})))
	_, err = importer.AddClips(t.Context(), m, animation, importer.Options{})
	must.Do(t, err)
	m.Clips[0] = withoutJoint(m.Clips[0], m.Avatar, "hips")
	restOf, _ := shown(t, m, -1)
	for second, want := range map[float64][3]float64{0: {}, 0.5: {10, 5, 1}, 1: {20, 10, 2}, 2: {-5, -10, -4}} { // of the left eye and the right one to the left, and up
		now, _ := shown(t, m, second)
		for k, bone := range []string{"leftEye", "rightEye"} {
			d := rotationIn(now(bone)).Mul(rotationIn(restOf(bone)).Conjugate()).Rotate(exact.Vec{2: 1})
			yaw, pitch := math.Atan2(d[0], d[2])*180/math.Pi, math.Asin(d[1])*180/math.Pi
			if math.Abs(yaw-want[k]) > 0.02 || math.Abs(pitch-want[2]) > 0.02 {
				t.Errorf("%s at %v s looks %v° to the left and %v° up, want %v° and %v°", bone, second, yaw, pitch, want[k], want[2])
			}
		}
	}

	blind := files.Load(t, avatarFile(t, "avatar.vrm", nil, facesOne()))
	r = report.Report{}
	_, err = importer.AddClips(t.Context(), blind, animation, importer.Options{Report: &r})
	must.Do(t, err)
	if !reported(&r, "the gaze is left out") {
		t.Error(r.Findings)
	}
}

// withoutJoint returns a clip without the tracks of a bone.
func withoutJoint(c *soa.Clip, a *soa.Avatar, bone string) *soa.Clip {
	out := c.EmptyCopy()
	for i, tr := range c.Tracks {
		keep := true
		for _, b := range a.Bones {
			keep = keep && !(b.Bone == bone && tr.Property <= soa.Scale && int(tr.Target) == b.Node.Joint)
		}
		if keep {
			out.AppendTrack(c, i, tr.Target)
		}
	}
	return out
}
