package archive_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// withFaces is withFloats with expressions and an avatar.
func withFaces(t testing.TB) *archive.Content {
	t.Helper()
	c := withFloats(t)
	c.Model.Expressions = []soa.Expression{
		{Name: "happy", Preset: true, Float: 1, Binds: []soa.ExpressionBind{{Weight: 1, Value: 0.5}, {Value: -0.25}}, Overrides: [...]soa.Override{soa.BlendOverride, 0, soa.BlockOverride}},
		{Name: "mine", Binary: true},
	}
	c.Model.Visibility = []soa.Visibility{{Mesh: 1, Float: 1}, {Float: 0}}
	for _, b := range c.Banks {
		b.Expressions = c.Model.Expressions
	}
	node := func(j int) soa.AvatarNode { return soa.AvatarNode{Joint: j, Name: string(rune('a' + j))} }
	tail := node(3)
	c.Model.Avatar = &soa.Avatar{
		Name: "mira", Backward: true, Bones: []soa.AvatarBone{{Bone: "hips", Node: node(0)}, {Bone: "head", Node: node(2)}},
		Gaze: &soa.AvatarGaze{Offset: [3]float64{0, 0.06, 1}, Inner: soa.GazeRange{From: 90, To: 8}, Up: soa.GazeRange{From: 30, To: 1}},
		Springs: []soa.AvatarSpring{
			{Name: "hair", Joints: []soa.AvatarSpringJoint{{Node: node(1), Stiffness: 1, Power: 2, Drag: 0.5, Radius: 0.25, Gravity: [3]float64{0, -1, 0}}}, Tail: &tail, Tip: 0.07, Colliders: []int{0, 0}},
			{Joints: []soa.AvatarSpringJoint{{Node: node(2)}}, Center: &tail},
		},
		Colliders:   []soa.AvatarCollider{{Node: node(2), Shape: "capsule", Offset: [3]float64{1, 2, 3}, Tail: [3]float64{4, 5, 6}, Normal: [3]float64{7, 8, 9}, Radius: 0.5, Inside: true}},
		Constraints: []soa.AvatarConstraint{{Node: node(1), Source: node(2), Kind: "roll", Axis: "X", Weight: 0.5}},
		FirstPerson: 3,
	}
	must.Do(t, c.Model.Validate())
	return c
}

// TestFaces: expressions and the avatar come back from the archive, expressions with its banks too.
func TestFaces(t *testing.T) {
	want := withFaces(t)
	a, err := archive.Decode(encode(t, want))
	must.Do(t, err)
	check(t, a, want)
	if !reflect.DeepEqual(a.Expressions(), want.Model.Expressions) {
		t.Errorf("expressions %+v", a.Expressions())
	}
	must.Do(t, a.Verify())
	for name, spoil := range map[string]func(c *archive.Content){
		"a float there is not":    func(c *archive.Content) { c.Model.Expressions[0].Float = 2 },
		"a weight there is not":   func(c *archive.Content) { c.Model.Expressions[0].Binds[0].Weight = 2 },
		"an override":             func(c *archive.Content) { c.Model.Expressions[0].Overrides[0] = 3 },
		"a bank without them":     func(c *archive.Content) { c.Banks[0].Expressions = nil },
		"a joint of the avatar":   func(c *archive.Content) { c.Model.Avatar.Bones[0].Node.Joint = 4 },
		"a mesh there is not":     func(c *archive.Content) { c.Model.Visibility[0].Mesh = 9 },
		"an end of a chain":       func(c *archive.Content) { c.Model.Avatar.Springs[0].Tail.Joint = -2 },
		"a name that is too long": func(c *archive.Content) { c.Model.Expressions[1].Name = string(make([]byte, soa.MaxName+1)) },
	} {
		c := withFaces(t)
		spoil(c)
		if _, err := archive.Encode(c); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
