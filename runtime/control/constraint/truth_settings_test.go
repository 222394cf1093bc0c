package constraint_test

import (
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/soa"
)

// settings are those of a constraint as Blender names them.
type settings map[string]any

func (s settings) number(name string) float32 { v, _ := s[name].(float64); return float32(v) }
func (s settings) text(name string) string    { v, _ := s[name].(string); return v }
func (s settings) on(name string) bool        { v, _ := s[name].(bool); return v }

// axes are settings for x, y and z, one of which the pattern's * stands for.
func (s settings) axes(before, after string) (a constraint.Axes) {
	for i, axis := range []string{"x", "y", "z"} {
		if s.on(before + axis + after) {
			a |= 1 << i
		}
	}
	return a
}

func (s settings) triple(before, after string) [3]float32 {
	return [3]float32{s.number(before + "x" + after), s.number(before + "y" + after), s.number(before + "z" + after)}
}

// one is the index of a setting's value in a list.
func (s settings) one(t *testing.T, name string, values ...string) int {
	t.Helper()
	i := slices.Index(values, s.text(name))
	if i < 0 {
		t.Fatalf("%s is %q, none of %q", name, s.text(name), values)
	}
	return i
}

func (s settings) space(t *testing.T, name string) constraint.Space {
	return constraint.Space(s.one(t, name, "WORLD", "POSE", "LOCAL", "LOCAL_WITH_PARENT"))
}

func (s settings) order(t *testing.T, name string) constraint.Order {
	if s.text(name) == "AUTO" {
		return constraint.OrderXYZ
	}
	return constraint.Order(s.one(t, name, "XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"))
}

func (s settings) axis(t *testing.T, name string) constraint.Axis {
	i := s.one(t, name, "TRACK_X", "TRACK_Y", "TRACK_Z", "TRACK_NEGATIVE_X", "TRACK_NEGATIVE_Y", "TRACK_NEGATIVE_Z",
		"UP_X", "UP_Y", "UP_Z", "LOCK_X", "LOCK_Y", "LOCK_Z", "SAMEVOL_X", "SAMEVOL_Y", "SAMEVOL_Z",
		"FORWARD_X", "FORWARD_Y", "FORWARD_Z", "TRACK_NEGATIVE_X", "TRACK_NEGATIVE_Y", "TRACK_NEGATIVE_Z")
	if i < 6 {
		return constraint.Axis(i)
	}
	return constraint.Axis(i % 3)
}

// entry is the constraint of a case in a frame.
func (c *truthCase) entry(t *testing.T, f *truthFrame) constraint.Entry {
	s := c.Settings
	e := constraint.Entry{
		Rule: c.rule(t, f), Space: s.space(t, "owner_space"), TargetSpace: s.space(t, "target_space"),
		HeadTail: s.number("head_tail"), Influence: s.number("influence"),
	}
	if c.Kind == "FOLLOW_PATH" {
		e.Target = constraint.NoTarget
	}
	return e
}

func (c *truthCase) rule(t *testing.T, f *truthFrame) constraint.Rule {
	s := c.Settings
	switch c.Kind {
	case "LIMIT_LOCATION":
		return constraint.LimitLocation{Min: s.triple("min_", ""), Max: s.triple("max_", ""), UseMin: s.axes("use_min_", ""), UseMax: s.axes("use_max_", "")}
	case "LIMIT_SCALE":
		return constraint.LimitScale{Min: s.triple("min_", ""), Max: s.triple("max_", ""), UseMin: s.axes("use_min_", ""), UseMax: s.axes("use_max_", "")}
	case "LIMIT_ROTATION":
		return constraint.LimitRotation{Min: s.triple("min_", ""), Max: s.triple("max_", ""), Use: s.axes("use_limit_", ""), Order: s.order(t, "euler_order")}
	case "LIMIT_DISTANCE":
		return constraint.LimitDistance{Distance: s.number("distance"), Mode: constraint.DistanceMode(s.one(t, "limit_mode", "LIMITDIST_INSIDE", "LIMITDIST_OUTSIDE", "LIMITDIST_ONSURFACE"))}
	case "MAINTAIN_VOLUME":
		return constraint.MaintainVolume{Free: s.axis(t, "free_axis"), Volume: s.number("volume"), Mode: constraint.VolumeMode(s.one(t, "mode", "STRICT", "UNIFORM", "SINGLE_AXIS"))}
	case "DAMPED_TRACK":
		return constraint.DampedTrack{Track: s.axis(t, "track_axis")}
	case "LOCKED_TRACK":
		return constraint.LockedTrack{Track: s.axis(t, "track_axis"), Lock: s.axis(t, "lock_axis")}
	case "TRACK_TO":
		return constraint.TrackTo{Track: s.axis(t, "track_axis"), Up: s.axis(t, "up_axis"), TargetUp: s.on("use_target_z")}
	case "STRETCH_TO":
		return constraint.StretchTo{
			RestLength: s.number("rest_length"), Bulge: s.number("bulge"), BulgeMin: s.number("bulge_min"), BulgeMax: s.number("bulge_max"),
			UseBulgeMin: s.on("use_bulge_min"), UseBulgeMax: s.on("use_bulge_max"), BulgeSmooth: s.number("bulge_smooth"),
			Volume: constraint.StretchVolume(s.one(t, "volume", "VOLUME_XZX", "VOLUME_X", "VOLUME_Z", "NO_VOLUME")),
			Keep:   constraint.StretchKeep(s.one(t, "keep_axis", "PLANE_X", "PLANE_Z", "SWING_Y")),
		}
	case "CHILD_OF":
		return constraint.ChildOf{Inverse: s.matrix("inverse_matrix"), Location: s.axes("use_location_", ""), Rotation: s.axes("use_rotation_", ""), Scale: s.axes("use_scale_", "")}
	case "ARMATURE":
		return constraint.Armature{Weights: c.weights(t), DualQuaternions: s.on("use_deform_preserve_volume")}
	case "FOLLOW_PATH":
		return c.path(t, f)
	case "TRANSFORM":
		return s.transformation(t)
	}
	return s.copying(t, c.Kind)
}

func (s settings) matrix(name string) (m soa.Affine) {
	list, _ := s[name].([]any)
	for i := range m {
		v, _ := list[i].(float64)
		m[i] = float32(v)
	}
	return m
}

func (s settings) copying(t *testing.T, kind string) constraint.Rule {
	switch kind {
	case "COPY_LOCATION":
		return constraint.CopyLocation{Axes: s.axes("use_", ""), Invert: s.axes("invert_", ""), Offset: s.on("use_offset")}
	case "COPY_ROTATION":
		return constraint.CopyRotation{
			Axes: s.axes("use_", ""), Invert: s.axes("invert_", ""), Order: s.order(t, "euler_order"),
			Mix: constraint.RotationMix(s.one(t, "mix_mode", "REPLACE", "ADD", "BEFORE", "AFTER", "OFFSET")),
		}
	case "COPY_SCALE":
		return constraint.CopyScale{
			Axes: s.axes("use_", ""), Power: s.number("power"), Uniform: s.on("use_make_uniform"), Offset: s.on("use_offset"), Add: s.on("use_add"),
		}
	case "COPY_TRANSFORMS":
		return constraint.CopyTransforms{
			RemoveShear: s.on("remove_target_shear"),
			Mix: constraint.TransformMix(s.one(t, "mix_mode", "REPLACE", "BEFORE_FULL", "BEFORE", "BEFORE_SPLIT",
				"AFTER_FULL", "AFTER", "AFTER_SPLIT")),
		}
	}
	t.Fatalf("no constraint %q", kind)
	return nil
}

func (s settings) transformation(t *testing.T) constraint.Rule {
	suffix := []string{"", "_rot", "_scale"}
	from, to := s.one(t, "map_from", "LOCATION", "ROTATION", "SCALE"), s.one(t, "map_to", "LOCATION", "ROTATION", "SCALE")
	c := constraint.Transformation{
		From: constraint.Channel(from), To: constraint.Channel(to), Extrapolate: s.on("use_motion_extrapolate"),
		FromRange: constraint.Range{Min: s.triple("from_min_", suffix[from]), Max: s.triple("from_max_", suffix[from])},
		ToRange:   constraint.Range{Min: s.triple("to_min_", suffix[to]), Max: s.triple("to_max_", suffix[to])},
		ToOrder:   s.order(t, "to_euler_order"),
	}
	for i, axis := range []string{"x", "y", "z"} {
		c.Map[i] = uint8(s.one(t, "map_to_"+axis+"_from", "X", "Y", "Z"))
	}
	switch form := s.text("from_rotation_mode"); form {
	case "QUATERNION", "SWING_TWIST_X", "SWING_TWIST_Y", "SWING_TWIST_Z":
		c.FromForm = constraint.RotationForm(1 + s.one(t, "from_rotation_mode", "QUATERNION", "SWING_TWIST_X", "SWING_TWIST_Y", "SWING_TWIST_Z"))
	default:
		c.FromOrder = s.order(t, "from_rotation_mode")
	}
	switch to {
	case 0:
		c.Replace = s.text("mix_mode") == "REPLACE"
	case 1:
		c.Mix = constraint.RotationMix(s.one(t, "mix_mode_rot", "REPLACE", "ADD", "BEFORE", "AFTER"))
	case 2:
		c.Replace = s.text("mix_mode_scale") == "REPLACE"
	}
	return c
}

// path is a Follow Path. The offset is in frames of a hundredth of the path, backwards.
func (c *truthCase) path(t *testing.T, f *truthFrame) constraint.Rule {
	p, err := constraint.NewPath(c.Points, c.Cyclic, [3]float32{0, 0, 1})
	must.Do(t, err)
	follow := constraint.FollowPath{
		Path: p, Follow: c.Settings.on("use_curve_follow"), Forward: c.Settings.axis(t, "forward_axis"), Up: c.Settings.axis(t, "up_axis"),
		Fraction: float64(c.Settings.number("offset_factor")),
	}
	if f.PathFactor != nil {
		follow.Fraction = *f.PathFactor
	}
	if f.Offset != nil {
		follow.Fraction = -*f.Offset / 100
	}
	return follow
}
