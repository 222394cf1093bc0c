package control

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
)

// ruleType describes a rule in documents.
type ruleType struct {
	name, doc string
	alone     bool // it has no target
	of        reflect.Type
	visit     func(o *object, e *Constraint)
}

func rule[R constraint.Rule](name, doc string, alone bool, fields func(o *object, r *R, e *Constraint)) ruleType {
	return ruleType{name, doc, alone, reflect.TypeFor[R](), func(o *object, e *Constraint) {
		o.Type("rule"+strings.ToUpper(name[:1])+name[1:], doc)
		r, _ := e.Rule.(R)
		fields(o, &r, e)
		if o.W.Task == jsondoc.Reading {
			e.Rule = r
		}
	}}
}

var rules = []ruleType{
	rule("limitLocation", "Keeps the place within a box.", true, func(o *object, r *constraint.LimitLocation, _ *Constraint) {
		for i := range 3 {
			bounds(o.At(axisLetters[i], "The least and greatest place along the axis, or null."), &r.Min[i], &r.Max[i], bit(&r.UseMin, i), bit(&r.UseMax, i), false)
		}
	}),
	rule("limitRotation", "Keeps Euler angles within bounds, in degrees.", true, func(o *object, r *constraint.LimitRotation, _ *Constraint) {
		for i := range 3 {
			use := bit(&r.Use, i)
			bounds(o.At(axisLetters[i], "The least and greatest angle around the axis, in degrees."), &r.Min[i], &r.Max[i], use, use, true)
		}
		jsondoc.Choice(o.At("order", "The order of the angles: the axis of the first rotation first."), &r.Order, orderNames, false)
	}),
	rule("limitScale", "Keeps the scales within bounds.", true, func(o *object, r *constraint.LimitScale, _ *Constraint) {
		for i := range 3 {
			bounds(o.At(axisLetters[i], "The least and greatest scale along the axis, or null."), &r.Min[i], &r.Max[i], bit(&r.UseMin, i), bit(&r.UseMax, i), false)
		}
	}),
	rule("limitDistance", "Keeps the place at a distance from the target.", false, func(o *object, r *constraint.LimitDistance, _ *Constraint) {
		o.At("distance", "Metres.").Number32(&r.Distance, jsondoc.Positive.Needed())
		jsondoc.Choice(o.At("mode", "The side of the distance."), &r.Mode, []string{"inside", "outside", "surface"}, false)
	}),
	rule("maintainVolume", "Scales two axes to keep the volume.", true, func(o *object, r *constraint.MaintainVolume, _ *Constraint) {
		jsondoc.Choice(o.At("free", "The axis that keeps its scale."), &r.Free, axisNames, true)
		o.At("volume", "The volume.").Number32(&r.Volume, jsondoc.Positive.Or(1))
		jsondoc.Choice(o.At("mode", "How the volume is measured."), &r.Mode, []string{"strict", "uniform", "single"}, false)
	}),
	rule("copyLocation", "Copies the target's place.", false, func(o *object, r *constraint.CopyLocation, _ *Constraint) {
		axes(o.At("axes", "The axes that are copied."), &r.Axes, constraint.AllAxes)
		axes(o.At("invert", "The axes that are negated."), &r.Invert, constraint.NoAxes)
		o.At("offset", "The joint's own place is added.").Flag(&r.Offset)
	}),
	rule("copyRotation", "Copies the target's rotation.", false, func(o *object, r *constraint.CopyRotation, _ *Constraint) {
		axes(o.At("axes", "The angles that are copied."), &r.Axes, constraint.AllAxes)
		axes(o.At("invert", "The axes that are negated."), &r.Invert, constraint.NoAxes)
		jsondoc.Choice(o.At("mix", "How they are combined with the joint's own."), &r.Mix, mixNames, false)
		jsondoc.Choice(o.At("order", "The order of the angles: the axis of the first rotation first."), &r.Order, orderNames, false)
	}),
	rule("copyScale", "Copies the target's scale.", false, func(o *object, r *constraint.CopyScale, _ *Constraint) {
		axes(o.At("axes", "The scales that are copied."), &r.Axes, constraint.AllAxes)
		o.At("power", "The exponent of the target's scales.").Number32(&r.Power, jsondoc.Any.Or(1))
		o.At("uniform", "One scale for all axes.").Flag(&r.Uniform)
		o.At("offset", "The joint's own scale is a factor.").Flag(&r.Offset)
		o.At("add", "With offset, scales are added.").Flag(&r.Add)
	}),
	rule("copyTransforms", "Copies the target's whole transform.", false, func(o *object, r *constraint.CopyTransforms, _ *Constraint) {
		jsondoc.Choice(o.At("mix", "How it is combined with the joint's own."), &r.Mix, []string{"replace", "beforeFull", "before", "beforeSplit", "afterFull", "after", "afterSplit"}, false)
		o.At("removeShear", "Ignores the target's shear.").Flag(&r.RemoveShear)
	}),
	rule("childOf", "Makes the joint a child of the target.", false, func(o *object, r *constraint.ChildOf, e *Constraint) {
		matrix(o.At("inverse", "The matrix between the target and the joint: three rows of four columns."), &r.Inverse)
		o.At("keep", "The matrix is that of the rest pose.").Flag(&e.Keep)
		axes(o.At("location", "The axes of the target's place."), &r.Location, constraint.AllAxes)
		axes(o.At("rotation", "The axes of its rotation."), &r.Rotation, constraint.AllAxes)
		axes(o.At("scale", "The axes of its scale."), &r.Scale, constraint.AllAxes)
		jsondoc.Choice(o.At("order", "The order of the angles: the axis of the first rotation first."), &r.Order, orderNames, false)
		keepsOffset(o, e, r.Inverse)
	}),
	rule("attach", "Puts the joint at an offset from the target: a weapon in a hand.", false, func(o *object, r *constraint.Attach, e *Constraint) {
		matrix(o.At("offset", "The offset: a matrix of three rows and four columns."), &r.Offset)
		o.At("keep", "The offset is that of the rest pose.").Flag(&e.Keep)
		keepsOffset(o, e, r.Offset)
	}),
	rule("armature", "Moves the joint as several joints move a skin.", false, func(o *object, r *constraint.Armature, e *Constraint) {
		o.At("dualQuaternions", "Dual quaternions, which keep volume, instead of matrices.").Flag(&r.DualQuaternions)
		armature(o, r, e)
	}),
	rule("dampedTrack", "Turns an axis to the target by the shortest arc.", false, func(o *object, r *constraint.DampedTrack, _ *Constraint) {
		jsondoc.Choice(o.At("track", "The axis."), &r.Track, axisNames, true)
	}),
	rule("lockedTrack", "Turns an axis to the target around another axis.", false, func(o *object, r *constraint.LockedTrack, _ *Constraint) {
		jsondoc.Choice(o.At("track", "The axis."), &r.Track, axisNames, true)
		lock := o.At("lock", "The axis of the rotation.")
		jsondoc.Choice(lock, &r.Lock, axisNames, true)
		differ(lock, r.Track, r.Lock)
	}),
	rule("trackTo", "Turns an axis to the target, and another one up.", false, func(o *object, r *constraint.TrackTo, _ *Constraint) {
		jsondoc.Choice(o.At("track", "The axis to the target."), &r.Track, axisNames, true)
		up := o.At("up", "The axis up.")
		jsondoc.Choice(up, &r.Up, axisNames, true)
		vector(o.At("world", "The up direction."), &r.World)
		o.At("targetUp", "The target's Z is up instead.").Flag(&r.TargetUp)
		differ(up, r.Track, r.Up)
	}),
	rule("stretchTo", "Turns Y to the target and scales so that the bone's end reaches it.", false, func(o *object, r *constraint.StretchTo, _ *Constraint) {
		o.At("restLength", "The bone's length without stretch.").Number32(&r.RestLength, jsondoc.Range(math.SmallestNonzeroFloat32, jsondoc.Most).Needed())
		jsondoc.Choice(o.At("volume", "The axes that become thinner."), &r.Volume, []string{"xz", "x", "z", "none"}, false)
		jsondoc.Choice(o.At("keep", "How Y turns."), &r.Keep, []string{"planeX", "planeZ", "swingY"}, false)
		o.At("bulge", "1 keeps the volume, 0 the thickness.").Number32(&r.Bulge, jsondoc.Range(0, 100).Or(1))
		o.At("bulgeMin", "The least thickness.").NumberIf(&r.BulgeMin, &r.UseBulgeMin, jsondoc.Part)
		o.At("bulgeMax", "The greatest thickness.").NumberIf(&r.BulgeMax, &r.UseBulgeMax, jsondoc.Range(1, 100))
		o.At("bulgeSmooth", "0 stops hard at these, 1 approaches them.").Number32(&r.BulgeSmooth, jsondoc.Part)
	}),
	rule("followPath", "Moves the joint along a path.", true, func(o *object, r *constraint.FollowPath, e *Constraint) {
		if o.W.Task == jsondoc.Reading || o.Describes() {
			e.Path = new(Path)
		}
		if e.Path == nil {
			o.Wrong("it has no path")
			return
		}
		jsondoc.List(o.At("points", "The points of the path."), &e.Path.Points, 2, maxKeys, func(p place, v *[3]float32) { jsondoc.Row(p, v[:], jsondoc.Any.Needed()) })
		o.At("closed", "It returns to the first point.").Flag(&e.Path.Closed)
		vector(o.At("pathUp", "The up direction at the start; without it +Y."), &e.Path.Up)
		o.At("fraction", "The place on the path: 0 is its start, 1 its end.").Number(&r.Fraction, jsondoc.Any)
		o.At("follow", "The joint turns with the path.").Flag(&r.Follow)
		jsondoc.Choice(o.At("forward", "The joint's axis along the path."), &r.Forward, axisNames, false)
		up := o.At("up", "The joint's up axis there.")
		jsondoc.Choice(up, &r.Up, axisNames, false)
		if r.Follow {
			differ(up, r.Forward, r.Up)
		}
		if o.Checks() {
			if _, err := e.Path.Make(); err != nil {
				o.Wrong("%v", err)
			}
		}
	}),
	rule("transformation", "Maps a range of the target to a range of the joint.", false, func(o *object, r *constraint.Transformation, _ *Constraint) {
		o.At("from", "The input: values of the target.").Needed(func(o *object) {
			o.Type("mapFrom", "The input: values of the target.")
			jsondoc.Choice(o.At("channel", "The values that are mapped."), &r.From, channelNames, true)
			jsondoc.Choice(o.At("form", "The angles of a rotation."), &r.FromForm, []string{"euler", "quaternion", "swingTwistX", "swingTwistY", "swingTwistZ"}, false)
			jsondoc.Choice(o.At("order", "The order of the angles: the axis of the first rotation first."), &r.FromOrder, orderNames, false)
			ranges(o, &r.FromRange, r.From)
		})
		o.At("to", "The output: values of the joint.").Needed(func(o *object) {
			o.Type("mapTo", "The output: values of the joint.")
			jsondoc.Choice(o.At("channel", "The values that are mapped."), &r.To, channelNames, true)
			jsondoc.Choice(o.At("order", "The order of the angles: the axis of the first rotation first."), &r.ToOrder, orderNames, false)
			ranges(o, &r.ToRange, r.To)
			mapped(o.At("map", "The target's axis for X, Y and Z."), &r.Map)
			o.At("replace", "It replaces the joint's own place or scale.").Flag(&r.Replace)
			jsondoc.Choice(o.At("mix", "How it is combined with the joint's own rotation."), &r.Mix, []string{"replace", "add", "before", "after"}, false)
		})
		o.At("extrapolate", "Continues the map beyond the range.").Flag(&r.Extrapolate)
	}),
	rule("twist", "Gives the joint a share of the target's rotation around an axis.", false, func(o *object, r *constraint.Twist, _ *Constraint) {
		jsondoc.Choice(o.At("axis", "The axis."), &r.Axis, axisNames[:3], true)
		o.At("share", "The share; negative to undo twist.").Number32(&r.Share, jsondoc.Range(-1, 1).Or(1))
	}),
	rule("roll", "Gives the joint the target's rotation around an axis of the joint.", false, func(o *object, r *constraint.Roll, _ *Constraint) {
		jsondoc.Choice(o.At("axis", "The axis."), &r.Axis, axisNames[:3], true)
		quaternion(o.At("frame", "The rotation from the joint's frame at rest to the target's."), &r.Frame)
	}),
}

var (
	axisNames    = []string{"x", "y", "z", "-x", "-y", "-z"}
	axisLetters  = axisNames[:3]
	orderNames   = []string{"xyz", "xzy", "yxz", "yzx", "zxy", "zyx"}
	mixNames     = []string{"replace", "add", "before", "after", "offset"}
	channelNames = []string{"location", "rotation", "scale"}
	placeNames   = []string{"world", "pose", "local", "localWithParent"}
)

// ruleOf returns the index of a rule's type, or −1.
func ruleOf(r constraint.Rule) int {
	return slices.IndexFunc(rules, func(t ruleType) bool { return t.of == reflect.TypeOf(r) })
}

func ruleNames() []string { return names(rules, func(t *ruleType) string { return t.name }) }
