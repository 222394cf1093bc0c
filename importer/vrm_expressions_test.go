package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// facesOne are the expressions of a VRM 1.0 file.
func facesOne() object {
	bind := func(target int, weight any) object { return object{"node": 0, "index": target, "weight": weight} }
	return object{"VRMC_vrm": object{"specVersion": "1.0", "humanoid": object{"humanBones": object{"hips": object{"node": 1}}}, "expressions": object{
		"preset": object{
			"happy": object{"morphTargetBinds": []any{bind(0, 0.5), bind(1, 0.25)}, "overrideBlink": "blend", "overrideMouth": "block", "isBinary": false},
			"blink": object{"morphTargetBinds": []any{bind(1, 1)}, "isBinary": true},
		},
		"custom": object{
			"tears": object{"morphTargetBinds": []any{bind(7, 1), object{"node": 3, "index": 0, "weight": 1}, bind(0, 0)}},
			"blush": object{"materialColorBinds": []any{object{"material": 0}}, "textureTransformBinds": []any{object{}, object{}}},
		},
	}}}
}

// TestExpressionsOne: expressions of VRM 1.0 are data of the model, each with a float, and what they
// change besides morph targets has a finding.
func TestExpressionsOne(t *testing.T) {
	for isolated, opts := range map[bool]importer.Options{false: {}, true: {Isolation: &importer.Limits{}}} {
		var r report.Report
		opts.Report = &r
		m := files.LoadWith(t, avatarFile(t, "avatar.vrm", nil, facesOne()), opts)
		want := []soa.Expression{
			{Name: "blink", Preset: true, Binary: true, Binds: []soa.ExpressionBind{{Weight: 1, Value: 1}}},
			{Name: "happy", Preset: true, Binds: []soa.ExpressionBind{{Value: 0.5}, {Weight: 1, Value: 0.25}}, Overrides: [...]soa.Override{soa.BlendOverride, soa.NoOverride, soa.BlockOverride}},
			{Name: "blush"}, {Name: "tears"},
		}
		for i := range want {
			if want[i].Float = m.Float(soa.ExpressionFloat(want[i].Name), soa.NoJoint); want[i].Float < 0 {
				t.Fatalf("isolated %v: floats %+v", isolated, m.Floats)
			}
		}
		if got := fmt.Sprint(m.Expressions); got != fmt.Sprint(want) {
			t.Errorf("isolated %v: %s, want %v", isolated, got, want)
		}
		for kind, text := range map[report.Kind]string{
			report.LostExpression: `3 colours and texture transforms that 1 expressions ("blush") change`, report.InvalidMorph: "2 of the 3 morph targets of the expression",
		} {
			found := false
			for _, f := range r.Findings {
				found = found || f.Kind == kind && strings.Contains(f.Message, text) && f.Severity == report.Loss
			}
			if !found {
				t.Errorf("isolated %v: no %q in %v", isolated, text, r.Findings)
			}
		}
	}
}

// TestExpressionsZero: groups of blend shapes of VRM 0.x have the names of 1.0 where they are presets,
// their weights are of 100, and they are of meshes.
func TestExpressionsZero(t *testing.T) {
	e := avatarZero()
	e["VRM"].(object)["blendShapeMaster"] = object{"blendShapeGroups": []any{
		object{"name": "Joy", "presetName": "joy", "binds": []any{object{"mesh": 0, "index": 1, "weight": 50}, object{"mesh": 3, "index": 0, "weight": 100}}},
		object{"name": "Blink_L", "presetName": "Blink_L", "isBinary": true, "binds": []any{object{"mesh": 0, "index": 0, "weight": 100}}, "materialValues": []any{object{}}},
		object{"name": "Wow", "presetName": "unknown"}, object{"name": "Wow"},
	}}
	nodes := map[int]object{8: {"mesh": 0}} // shown twice, with weights of its own
	var r report.Report
	m := files.LoadWith(t, avatarFile(t, "avatar.vrm", nodes, e), importer.Options{Report: &r})
	want := []soa.Expression{
		{Name: "happy", Preset: true, Binds: []soa.ExpressionBind{{Weight: 1, Value: 0.5}, {Weight: 3, Value: 0.5}}},
		{Name: "blinkLeft", Preset: true, Binary: true, Binds: []soa.ExpressionBind{{Weight: 0, Value: 1}, {Weight: 2, Value: 1}}}, {Name: "Wow"},
	}
	for i := range want {
		want[i].Float = m.Float(soa.ExpressionFloat(want[i].Name), soa.NoJoint)
	}
	if got := fmt.Sprint(m.Expressions); got != fmt.Sprint(want) {
		t.Errorf("%s, want %v", got, want)
	}
	controlOf(m, &r)
	if !reported(&r, `another expression "Wow"`) {
		t.Error(r.Findings)
	}
}

// A clip of a VRMA file that says "happy" moves the morph targets of an avatar.
func TestExpressionsPlayed(t *testing.T) {
	m := files.Load(t, avatarFile(t, "avatar.vrm", nil, facesOne()))
	happy := m.Expressions[m.Expression("happy")]
	m.Clips = []*soa.Clip{{
		Name: "cheer", TicksPerSecond: 1, Duration: 2, Tracks: []soa.Track{{Target: int16(happy.Float), Property: soa.Float}},
		Time: []float32{0, 2}, X: []float32{0, 1}, Y: make([]float32, 2), Z: make([]float32, 2), W: make([]float32, 2),
	}}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{})
	must.Do(t, err)
	must.Do(t, crowd.PlayAll(0, play.Options{}))
	must.Do(t, crowd.Update(1))
	must.AllNear(t, "the weights", crowd.Instance(0).Weights(), []float64{0.25, 0.125}, 1e-6)
	blink := m.Expressions[m.Expression("blink")]
	must.Do(t, crowd.Instance(0).SetFloat(blink.Float, 1)) // which a half of happy takes: it is binary
	must.Do(t, crowd.Update(0))
	must.AllNear(t, "the weights", crowd.Instance(0).Weights(), []float64{0.25, 0.125}, 1e-6)
	must.Do(t, crowd.Instance(0).SetFloat(happy.Float, 0))
	must.Do(t, crowd.Update(0))
	must.AllNear(t, "the weights", crowd.Instance(0).Weights(), []float64{0, 1}, 1e-6)
}
