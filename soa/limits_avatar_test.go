package soa

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/limits"
)

// dressed is a model with an avatar that has something of each kind.
func dressed() *Model {
	m := limited()
	node := AvatarNode{Joint: 1, Name: "node"}
	m.Avatar = &Avatar{
		Name: "avatar", Bones: []AvatarBone{{Bone: "hips", Node: node}}, Gaze: &AvatarGaze{},
		Springs:   []AvatarSpring{{Name: "hair", Joints: []AvatarSpringJoint{{Node: node}, {Node: node}}, Tail: &AvatarNode{}, Center: &AvatarNode{}, Colliders: []int{1, 0}}},
		Colliders: []AvatarCollider{{Node: node, Shape: "sphere"}, {Node: node, Shape: "plane"}}, Constraints: []AvatarConstraint{{Node: node, Source: node, Kind: "aim", Axis: "X"}},
	}
	return m
}

// leaves lists the numbers of a kind in a value, with the names of the fields that lead there.
func leaves(v reflect.Value, kind reflect.Kind, name string) (list map[string]reflect.Value) {
	list = map[string]reflect.Value{}
	switch v.Kind() {
	case kind:
		list[name] = v
	case reflect.Pointer:
		list = leaves(v.Elem(), kind, name)
	case reflect.Struct:
		for i := range v.NumField() {
			for k, of := range leaves(v.Field(i), kind, name+"."+v.Type().Field(i).Name) {
				list[k] = of
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			for k, of := range leaves(v.Index(i), kind, fmt.Sprintf("%s[%d]", name, i)) {
				list[k] = of
			}
		}
	}
	return list
}

// Each number of an avatar has a magnitude below MaxMagnitude, each node is a joint or none, and each
// text is a name.
func TestAvatarLimits(t *testing.T) {
	x := limits.NewTable(t, dressed, (*Model).Validate, ErrInvalid)
	of := func(m *Model, kind reflect.Kind) map[string]reflect.Value {
		return leaves(reflect.ValueOf(m.Avatar), kind, "")
	}
	most := math.Nextafter(MaxMagnitude, 0)
	numbers := of(dressed(), reflect.Float64)
	if len(numbers) != 11+2*7+1+2*10+1 {
		t.Errorf("%d numbers", len(numbers))
	}
	for name := range numbers {
		limits.Range(x, "the avatar's ", -most, most, func(m *Model, v float64) { of(m, reflect.Float64)[name].SetFloat(v) })
	}
	for name := range of(dressed(), reflect.Int) {
		set := func(m *Model, k int) { of(m, reflect.Int)[name].SetInt(int64(k)) }
		switch {
		case strings.HasSuffix(name, ".Joint"):
			limits.Range(x, "the avatar's node", NoJoint, 2, set)
		case strings.Contains(name, ".Colliders["):
			limits.Range(x, "has the collider", 0, 1, set)
		default:
			limits.Range(x, "annotations", 0, math.MaxInt32, set)
		}
	}
	for name := range of(dressed(), reflect.String) {
		text := func(n int) func(m *Model) {
			return func(m *Model) { of(m, reflect.String)[name].SetString(strings.Repeat("n", n)) }
		}
		x.Takes(name, text(MaxName))
		x.Refuses(name, "4097 bytes", text(MaxName+1))
	}
	x.Refuses("a spring without joints", "no joints", func(m *Model) { m.Avatar.Springs[0].Joints = nil })
	x.Takes("no gaze", func(m *Model) { m.Avatar.Gaze = nil })
}

// DropInvalid removes what Validate refuses, and no more: what is left is valid.
func TestDropInvalidLeavesTheRest(t *testing.T) {
	of := func(m *Model) map[string]reflect.Value { return leaves(reflect.ValueOf(m.Avatar), reflect.Float64, "") }
	for name := range of(dressed()) {
		for _, v := range []float64{MaxMagnitude, -MaxMagnitude, math.NaN()} {
			m, whole := dressed(), dressed().Avatar
			of(m)[name].SetFloat(v)
			dropped := m.Avatar.DropInvalid()
			if err := m.Validate(); err != nil || len(dropped) != 1 {
				t.Errorf("%s = %v: %d things are dropped: %v", name, v, len(dropped), err)
			}
			a := m.Avatar
			var lost []string
			for what, is := range map[string]bool{
				"Gaze": a.Gaze == nil, "Springs": len(a.Springs) < len(whole.Springs), "Constraints": len(a.Constraints) < len(whole.Constraints),
				"Colliders[0]": a.Colliders[0].Shape == "", "Colliders[1]": a.Colliders[1].Shape == "", "Bones": len(a.Bones) < 1, "Colliders[2]": len(a.Colliders) < 2,
			} {
				if is {
					lost = append(lost, what)
				}
			}
			if len(lost) != 1 || !strings.HasPrefix(name, "."+lost[0]) {
				t.Errorf("%s = %v: %v is dropped", name, v, lost)
			}
		}
	}
}
