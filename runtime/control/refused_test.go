package control_test

import (
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/soa"
)

// Whatever an avatar says of springs and colliders, Validate refuses it, or it becomes a control; what
// DropInvalid leaves is valid.
func TestSpringsOfAnyKind(t *testing.T) {
	node := soa.AvatarNode{Joint: 0, Name: "a"}
	for name, c := range map[string]struct {
		change func(a *soa.Avatar)
		taken  bool
	}{
		"whole":             {func(*soa.Avatar) {}, true},
		"no springs":        {func(a *soa.Avatar) { a.Springs = nil }, true},
		"no joints":         {func(a *soa.Avatar) { a.Springs[0].Joints = nil }, false},
		"no joints of one":  {func(a *soa.Avatar) { a.Springs = append(a.Springs, soa.AvatarSpring{Name: "tail"}) }, false},
		"the last collider": {func(a *soa.Avatar) { a.Springs[0].Colliders = []int{0} }, true},
		"no such collider":  {func(a *soa.Avatar) { a.Springs[0].Colliders = []int{1} }, false},
		"collider -1":       {func(a *soa.Avatar) { a.Springs[0].Colliders = []int{-1} }, false},
		"no number":         {func(a *soa.Avatar) { a.Springs[0].Joints[0].Drag = math.NaN() }, false},
		"a great number":    {func(a *soa.Avatar) { a.Springs[0].Tip = 1e300 }, false},
	} {
		m := &soa.Model{Name: "m", Skeleton: &soa.Skeleton{Name: []string{"a"}, Parent: []int16{soa.NoJoint}, Rest: soa.MakeTransforms(1), Unit: []float32{1}}}
		m.Skeleton.ComputeDepth()
		m.Avatar = &soa.Avatar{
			Springs:   []soa.AvatarSpring{{Name: "hair", Joints: []soa.AvatarSpringJoint{{Node: node, Stiffness: 1, Drag: 0.5}}, Tip: 0.1}},
			Colliders: []soa.AvatarCollider{{Node: node, Shape: "sphere", Radius: 0.1}},
		}
		c.change(m.Avatar)
		springs := len(m.Avatar.Springs)
		err := m.Validate()
		if (err == nil) != c.taken || err != nil && !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
		dropped := m.Avatar.DropInvalid()
		if (len(dropped) == 0) != c.taken || c.taken && len(m.Avatar.Springs) != springs {
			t.Errorf("%s: %d dropped, %d of %d springs left", name, len(dropped), len(m.Avatar.Springs), springs)
		}
		must.Do(t, m.Validate())
		_, _ = control.AvatarDocument(m) // does not panic
	}
}
