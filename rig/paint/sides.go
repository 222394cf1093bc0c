package paint

import (
	"context"
	"math"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// mirror is the other side of what a skin moves at rest: places and joints.
type mirror struct {
	weights.Reflection
	model *soa.Model
	by    *retarget.Reflection
}

// newMirrors returns the mirrors of all skins.
func newMirrors(ctx context.Context, m *soa.Model, plane retarget.Plane) (list []*mirror, err error) {
	by, err := retarget.NewReflection(ctx, m, retarget.MirrorOptions{Plane: plane})
	if err != nil {
		return nil, err
	}
	sides, err := weights.Reflections(ctx, m, plane)
	for _, r := range sides {
		list = append(list, &mirror{r, m, by})
	}
	return list, err
}

// flips reports whether the plane is normal to an axis.
func (m *mirror) flips(a Axis) bool { return math.Abs(m.Normal[a/2]) > 0.999 }

// facing returns the reflection with the normal along an axis. The plane must be normal to it.
func (m *mirror) facing(a Axis) weights.Reflection {
	if (m.Normal[a/2] < 0) == (a%2 == 0) {
		return m.Flipped()
	}
	return m.Reflection
}

// reflectSide returns the side of a plane on the other side.
func (m *mirror) reflectSide(s Side) Side {
	if m.flips(s.Axis) {
		var at [3]float64
		at[s.Axis/2] = s.At
		s.Axis, s.At = s.Axis^1, m.Image(at)[s.Axis/2]
	}
	return s
}

// other names the joint on the other side of one of a list that was checked.
func (m *mirror) other(name string) string {
	if name == "" {
		return ""
	}
	j, problem := suggestJoint(m.model, name)
	if problem != "" {
		return name
	}
	o := m.by.Target(soa.Rotation, j)
	if o == j {
		return name
	}
	return JointName(m.model.Skeleton, o)
}
