package paint

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/retarget"
	"github.com/sinew-anim/sinew/soa"
)

// mirror is the other side of a model at rest: places and joints.
type mirror struct {
	model *soa.Model
	by    *retarget.Reflection
}

func newMirror(m *soa.Model, plane retarget.Plane) (*mirror, error) {
	by, err := retarget.NewReflection(m, retarget.MirrorOptions{Plane: plane})
	if err != nil {
		return nil, err
	}
	return &mirror{m, by}, nil
}

// place returns the other side of a place.
func (m *mirror) place(p exact.Vec) exact.Vec {
	at, _ := m.by.Motion(p, 0)
	return at
}

// flips reports whether the plane is normal to an axis.
func (m *mirror) flips(a Axis) bool {
	var unit exact.Vec
	unit[a/2] = 1
	return m.place(unit)[a/2] < -0.999
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

// mirrored returns the palette entry on the other side of each; itself where there is none.
func (s *sheet) mirrored(m *mirror) []uint16 {
	joints := s.model.Skins[s.skin].Joint
	entry := make(map[uint16]int, len(joints)) // the first of a joint
	for k := len(joints) - 1; k >= 0; k-- {
		entry[joints[k]] = k
	}
	bones := make([]uint16, len(joints))
	for k, j := range joints {
		bones[k] = uint16(k)
		if other, ok := entry[uint16(m.by.Target(soa.Rotation, int(j)))]; ok {
			bones[k] = uint16(other)
		}
	}
	return bones
}
