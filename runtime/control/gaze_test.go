package control_test

import (
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/soa"
)

// gazing is an avatar of which an expression for each direction moves a morph weight, and surprise
// halves them.
func gazing() *soa.Model {
	m := &soa.Model{Skeleton: &soa.Skeleton{Name: []string{"head"}, Parent: []int16{-1}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)}}
	m.Skeleton.ComputeDepth()
	for k, name := range []string{"lookDown", "lookLeft", "lookRight", "lookUp", "surprised"} {
		m.Floats = append(m.Floats, soa.NamedFloat{Name: soa.ExpressionFloat(name), Joint: soa.NoJoint})
		m.Weights = append(m.Weights, soa.MorphWeight{Target: name})
		m.Expressions = append(m.Expressions, soa.Expression{Name: name, Preset: true, Float: k, Binds: []soa.ExpressionBind{{Weight: k, Value: 1}}})
	}
	m.Expressions[4].Overrides[soa.Gaze] = soa.BlendOverride
	m.Avatar = &soa.Avatar{
		Name: "mira", Bones: []soa.AvatarBone{{Bone: "head", Node: soa.AvatarNode{Name: "head"}}},
		Gaze: &soa.AvatarGaze{Outer: soa.GazeRange{From: 60, To: 1}, Up: soa.GazeRange{From: 30, To: 0.5}, Down: soa.GazeRange{From: 20, To: 1}, Inner: soa.GazeRange{From: 1, To: 9}},
	}
	return m
}

// A gaze of expressions moves the morph targets of its direction, in proportion up to its range.
func TestExpressionGaze(t *testing.T) {
	m := gazing()
	crowd, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{})
	must.Do(t, err)
	gaze, ok := control.ExpressionGaze(m)
	if !ok {
		t.Fatal("no gaze")
	}
	hero := crowd.Instance(0)
	for _, c := range []struct {
		yaw, pitch, surprised float64
		want                  [4]float64 // down, left, right, up
	}{
		{0, 0, 0, [4]float64{}}, {30, 15, 0, [4]float64{0, 0.5, 0, 0.25}}, {-90, -5, 0, [4]float64{0.25, 0, 1, 0}}, {60, 90, 0.5, [4]float64{0, 0.5, 0, 0.25}},
	} {
		for k, v := range gaze.Values(c.yaw, c.pitch) {
			must.Do(t, hero.SetFloat(gaze.Float[k], v))
		}
		must.Do(t, hero.SetFloat(4, float32(c.surprised)))
		must.Do(t, crowd.Update(0))
		must.AllNear(t, "the weights", hero.Weights()[:4], c.want[:], 1e-6)
	}
}

// Notes tell a gaze of expressions from one that the avatar has nothing for; neither is a loss.
func TestGazeNotes(t *testing.T) {
	for want, change := range map[string]func(m *soa.Model){
		"shows by 4 expression(s)": func(*soa.Model) {},
		"shows by 2 expression(s)": func(m *soa.Model) { m.Expressions = m.Expressions[2:] },
		"no expressions for":       func(m *soa.Model) { m.Expressions = nil },
		"no joints of eyes":        func(m *soa.Model) { m.Avatar.Gaze.Bones = true },
	} {
		m := gazing()
		change(m)
		_, notes := control.AvatarDocument(m)
		found := false
		for _, n := range notes {
			found = found || n.Gaze && !n.Lost && strings.Contains(n.Message, want)
		}
		if !found {
			t.Errorf("no %q in %+v", want, notes)
		}
		if _, ok := control.ExpressionGaze(m); ok != strings.HasPrefix(want, "shows") {
			t.Errorf("%s: %v", want, ok)
		}
	}
}
