package document

import (
	"math"
	"reflect"
	"strings"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/soa"
)

// ruleType is a type of constraints.
type ruleType struct {
	name  string
	alone bool // it has no target
	of    reflect.Type
	visit func(o *object, e *Entry)
}

func rule[R constraint.Rule](name string, alone bool, fields func(o *object, r *R, e *Entry)) ruleType {
	return ruleType{name, alone, reflect.TypeFor[R](), func(o *object, e *Entry) {
		r, _ := e.Rule.(R)
		fields(o, &r, e)
		if o.w.Task == jsondoc.Reading {
			e.Rule = r
		}
	}}
}

var rules = []ruleType{
	rule("limitLocation", true, func(o *object, r *constraint.LimitLocation, _ *Entry) {
		for i := range 3 {
			o.at(axisLetters[i]).bounds(&r.Min[i], &r.Max[i], bit(&r.UseMin, i), bit(&r.UseMax, i), false)
		}
	}),
	rule("limitRotation", true, func(o *object, r *constraint.LimitRotation, _ *Entry) {
		for i := range 3 {
			use := bit(&r.Use, i)
			o.at(axisLetters[i]).bounds(&r.Min[i], &r.Max[i], use, use, true)
		}
		choice(o.at("order"), &r.Order, orderNames, false)
	}),
	rule("limitScale", true, func(o *object, r *constraint.LimitScale, _ *Entry) {
		for i := range 3 {
			o.at(axisLetters[i]).bounds(&r.Min[i], &r.Max[i], bit(&r.UseMin, i), bit(&r.UseMax, i), false)
		}
	}),
	rule("limitDistance", false, func(o *object, r *constraint.LimitDistance, _ *Entry) {
		o.at("distance").needed32(&r.Distance, 0, jsondoc.Most)
		choice(o.at("mode"), &r.Mode, []string{"inside", "outside", "surface"}, false)
	}),
	rule("maintainVolume", true, func(o *object, r *constraint.MaintainVolume, _ *Entry) {
		choice(o.at("free"), &r.Free, axisNames, true)
		o.at("volume").float(&r.Volume, 0, jsondoc.Most, 1)
		choice(o.at("mode"), &r.Mode, []string{"strict", "uniform", "single"}, false)
	}),
	rule("copyLocation", false, func(o *object, r *constraint.CopyLocation, _ *Entry) {
		o.at("axes").axes(&r.Axes, constraint.AllAxes)
		o.at("invert").axes(&r.Invert, constraint.NoAxes)
		o.at("offset").Flag(&r.Offset)
	}),
	rule("copyRotation", false, func(o *object, r *constraint.CopyRotation, _ *Entry) {
		o.at("axes").axes(&r.Axes, constraint.AllAxes)
		o.at("invert").axes(&r.Invert, constraint.NoAxes)
		choice(o.at("mix"), &r.Mix, mixNames, false)
		choice(o.at("order"), &r.Order, orderNames, false)
	}),
	rule("copyScale", false, func(o *object, r *constraint.CopyScale, _ *Entry) {
		o.at("axes").axes(&r.Axes, constraint.AllAxes)
		o.at("power").float(&r.Power, jsondoc.All, jsondoc.Most, 1)
		o.at("uniform").Flag(&r.Uniform)
		o.at("offset").Flag(&r.Offset)
		o.at("add").Flag(&r.Add)
	}),
	rule("copyTransforms", false, func(o *object, r *constraint.CopyTransforms, _ *Entry) {
		choice(o.at("mix"), &r.Mix, []string{"replace", "beforeFull", "before", "beforeSplit", "afterFull", "after", "afterSplit"}, false)
		o.at("removeShear").Flag(&r.RemoveShear)
	}),
	rule("childOf", false, func(o *object, r *constraint.ChildOf, e *Entry) {
		o.at("inverse").matrix(&r.Inverse)
		o.at("keep").Flag(&e.Keep)
		o.at("location").axes(&r.Location, constraint.AllAxes)
		o.at("rotation").axes(&r.Rotation, constraint.AllAxes)
		o.at("scale").axes(&r.Scale, constraint.AllAxes)
		choice(o.at("order"), &r.Order, orderNames, false)
		o.keeps(e, r.Inverse)
	}),
	rule("attach", false, func(o *object, r *constraint.Attach, e *Entry) {
		o.at("offset").matrix(&r.Offset)
		o.at("keep").Flag(&e.Keep)
		o.keeps(e, r.Offset)
	}),
	rule("armature", false, func(o *object, r *constraint.Armature, e *Entry) {
		o.at("dualQuaternions").Flag(&r.DualQuaternions)
		o.armature(r, e)
	}),
	rule("dampedTrack", false, func(o *object, r *constraint.DampedTrack, _ *Entry) {
		choice(o.at("track"), &r.Track, axisNames, true)
	}),
	rule("lockedTrack", false, func(o *object, r *constraint.LockedTrack, _ *Entry) {
		choice(o.at("track"), &r.Track, axisNames, true)
		choice(o.at("lock"), &r.Lock, axisNames, true)
		o.differ("lock", r.Track, r.Lock)
	}),
	rule("trackTo", false, func(o *object, r *constraint.TrackTo, _ *Entry) {
		choice(o.at("track"), &r.Track, axisNames, true)
		choice(o.at("up"), &r.Up, axisNames, true)
		o.at("world").vector(&r.World)
		o.at("targetUp").Flag(&r.TargetUp)
		o.differ("up", r.Track, r.Up)
	}),
	rule("stretchTo", false, func(o *object, r *constraint.StretchTo, _ *Entry) {
		o.at("restLength").needed32(&r.RestLength, math.SmallestNonzeroFloat32, jsondoc.Most)
		choice(o.at("volume"), &r.Volume, []string{"xz", "x", "z", "none"}, false)
		choice(o.at("keep"), &r.Keep, []string{"planeX", "planeZ", "swingY"}, false)
		o.at("bulge").float(&r.Bulge, 0, 100, 1)
		o.at("bulgeMin").optional(&r.BulgeMin, &r.UseBulgeMin, 0, 1)
		o.at("bulgeMax").optional(&r.BulgeMax, &r.UseBulgeMax, 1, 100)
		o.at("bulgeSmooth").float(&r.BulgeSmooth, 0, 1, 0)
	}),
	rule("followPath", true, func(o *object, r *constraint.FollowPath, e *Entry) {
		if o.w.Task == jsondoc.Reading {
			e.Path = new(Path)
		}
		if e.Path == nil {
			o.Wrong("it has no path")
			return
		}
		list(o.at("points"), &e.Path.Points, 2, MaxKeys, func(p place, v *[3]float32) { p.numbers(v[:]) })
		o.at("closed").Flag(&e.Path.Closed)
		o.at("pathUp").vector(&e.Path.Up)
		o.at("fraction").Number(&r.Fraction, jsondoc.Any)
		o.at("follow").Flag(&r.Follow)
		choice(o.at("forward"), &r.Forward, axisNames, false)
		choice(o.at("up"), &r.Up, axisNames, false)
		if r.Follow {
			o.differ("up", r.Forward, r.Up)
		}
		if o.Checks() {
			if _, err := e.Path.Make(); err != nil {
				o.Wrong("%v", err)
			}
		}
	}),
	rule("transformation", false, func(o *object, r *constraint.Transformation, _ *Entry) {
		o.at("from").needed(func(o *object) {
			choice(o.at("channel"), &r.From, channelNames, true)
			choice(o.at("form"), &r.FromForm, []string{"euler", "quaternion", "swingTwistX", "swingTwistY", "swingTwistZ"}, false)
			choice(o.at("order"), &r.FromOrder, orderNames, false)
			o.ranges(&r.FromRange, r.From)
		})
		o.at("to").needed(func(o *object) {
			choice(o.at("channel"), &r.To, channelNames, true)
			choice(o.at("order"), &r.ToOrder, orderNames, false)
			o.ranges(&r.ToRange, r.To)
			o.at("map").mapped(&r.Map)
			o.at("replace").Flag(&r.Replace)
			choice(o.at("mix"), &r.Mix, []string{"replace", "add", "before", "after"}, false)
		})
		o.at("extrapolate").Flag(&r.Extrapolate)
	}),
	rule("twist", false, func(o *object, r *constraint.Twist, _ *Entry) {
		choice(o.at("axis"), &r.Axis, axisNames[:3], true)
		o.at("share").float(&r.Share, -1, 1, 1)
	}),
	rule("roll", false, func(o *object, r *constraint.Roll, _ *Entry) {
		choice(o.at("axis"), &r.Axis, axisNames[:3], true)
		o.at("frame").quaternion(&r.Frame)
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

// ruleOf finds the type of a rule.
func ruleOf(r constraint.Rule) *ruleType {
	for k := range rules {
		if rules[k].of == reflect.TypeOf(r) {
			return &rules[k]
		}
	}
	return nil
}

func (c *Constraints) fields(o *object) {
	o.at("joint").joint(&c.Joint, true)
	o.at("moves").Flag(&c.Moves)
	o.at("scales").Flag(&c.Scales)
	list(o.at("stack"), &c.Stack, 1, MaxEntries, func(p place, e *Entry) {
		p.object(func(o *object) { e.fields(o, c.Joint) })
	})
	n := 0
	for k := range c.Stack {
		n += len(c.Stack[k].Targets)
	}
	if o.Checks() && n > MaxTargets {
		o.w.Fail(o.Path, ErrLimit, "it has %d targets, %d are possible", n, MaxTargets)
	}
}

// fields visits a constraint. Its rule is the name of its field.
func (e *Entry) fields(o *object, owner string) {
	t := ruleOf(e.Rule)
	if o.w.Task == jsondoc.Reading {
		var names []string
		for k := range rules {
			names = append(names, rules[k].name)
		}
		name := o.only(names)
		for k := range rules {
			if rules[k].name == name {
				t = &rules[k]
			}
		}
		if t == nil {
			return
		}
	}
	if t == nil {
		o.Wrong("%T is no constraint that a document can have", e.Rule)
		return
	}
	o.at(t.name).empty(func(o *object) { t.visit(o, e) })
	target := o.at("target")
	if _, several := e.Rule.(constraint.Armature); !several && t.name != "armature" {
		e.target(target, t.alone)
	}
	choice(o.at("space"), &e.Space, placeNames, false)
	choice(o.at("targetSpace"), &e.TargetSpace, placeNames, false)
	o.at("headTail").float(&e.HeadTail, jsondoc.All, jsondoc.Most, 0)
	o.at("influence").float(&e.Influence, 0, 1, 1)
	if !o.Checks() {
		return
	}
	for k := range e.Targets {
		if name := e.Targets[k].Joint; name != "" {
			target.apart(name, owner)
			o.w.inputs = append(o.w.inputs, input{target.Path, owner, name})
		}
	}
}

// target visits the one target of a constraint.
func (e *Entry) target(p place, alone bool) {
	if p.Reads() {
		e.Targets = make([]Target, 1)
	}
	switch {
	case len(e.Targets) == 1:
		p.target(&e.Targets[0])
	case len(e.Targets) > 1:
		p.Wrong("it has %d targets", len(e.Targets))
	case !alone:
		p.Missing()
	}
}

// target visits a target: the name of a joint, three numbers, or an object with a place.
func (p place) target(t *Target) {
	if p.Reads() && p.In.Is(`"`) || p.w.Task != jsondoc.Reading && t.Joint != "" {
		p.joint(&t.Joint, true)
		if p.Checks() && (t.Translation.Given() || t.Rotation.Given() || t.Scale.Given()) {
			p.Wrong("it is the joint %q, and has a place", t.Joint)
		}
		return
	}
	p.orShort("translation", t.Translation.still() && !t.Rotation.Given() && !t.Scale.Given(), func(o *object) {
		at := o.at("translation")
		if at.value(&t.Translation, vector); !t.Translation.Given() {
			at.Missing()
		}
		o.at("rotation").value(&t.Rotation, rotation)
		o.at("scale").value(&t.Scale, vector)
	})
}

// armature visits the weighted targets of an armature constraint.
func (o *object) armature(r *constraint.Armature, e *Entry) {
	type weighted struct {
		joint  string
		weight float32
	}
	var entries []weighted
	if o.w.Task != jsondoc.Reading {
		for k, t := range e.Targets {
			w := weighted{t.Joint, 0}
			if k < len(r.Weights) {
				w.weight = r.Weights[k]
			}
			entries = append(entries, w)
		}
		if o.Checks() && len(r.Weights) != len(e.Targets) {
			o.Wrong("%d targets have %d weights", len(e.Targets), len(r.Weights))
		}
	}
	list(o.at("targets"), &entries, 1, MaxTargets, func(p place, w *weighted) {
		p.object(func(o *object) {
			o.at("joint").joint(&w.joint, true)
			o.at("weight").float(&w.weight, 0, 1, 1)
		})
	})
	if o.w.Task == jsondoc.Reading {
		for _, w := range entries {
			e.Targets, r.Weights = append(e.Targets, Target{Joint: w.joint}), append(r.Weights, w.weight)
		}
	}
}

// empty visits an object that may have no field.
func (p place) empty(visit func(o *object)) {
	p.Empty(func(o *jsondoc.Object) { visit(&object{o, p.w}) })
}

// keeps refuses an offset beside one that is computed.
func (o *object) keeps(e *Entry, offset soa.Affine) {
	if o.Checks() && e.Keep && offset != soa.IdentityAffine() {
		o.Wrong("keep and an offset both say how the joint is to its target")
	}
}

// differ refuses two axes that are the same or opposite.
func (o *object) differ(key string, a, b constraint.Axis) {
	if o.Checks() && a%3 == b%3 {
		o.at(key).Wrong("%s is along %s", axisNames[b%6], axisNames[a%6])
	}
}

// bit is one of a set of axes, as a truth.
type axisBit struct {
	set *constraint.Axes
	bit constraint.Axes
}

func bit(set *constraint.Axes, axis int) axisBit { return axisBit{set, 1 << axis} }
func (b axisBit) on() bool                       { return *b.set&b.bit != 0 }
func (b axisBit) turnOn()                        { *b.set |= b.bit }

// bounds visits two bounds, or null where there is none.
func (p place) bounds(low, high *float32, useLow, useHigh axisBit, angles bool) {
	both := []struct {
		v   *float32
		use axisBit
	}{{low, useLow}, {high, useHigh}}
	switch {
	case p.w.Err != nil || p.Absent() || p.w.Task != jsondoc.Reading && !useLow.on() && !useHigh.on():
	case p.Reads():
		entries, err := p.In.Entries(3)
		if p.Read(err); err != nil {
			return
		}
		if len(entries) != 2 {
			p.Wrong("it needs 2 entries")
			return
		}
		for k, b := range both {
			if string(entries[k].Data()) == "null" && !angles {
				continue
			}
			x, err := entries[k].Float(64)
			if p.Read(err); err != nil {
				return
			}
			if *b.v = float32(x); angles {
				*b.v = radians(x)
			}
			b.use.turnOn()
		}
	case p.w.Writes():
		made := &jsondoc.Text{Open: '['}
		for _, b := range both {
			raw := "null"
			if b.use.on() {
				raw = string(jsondoc.Append(nil, *b.v, unit(angles)))
			}
			made.Entries = append(made.Entries, &jsondoc.Text{Raw: raw})
		}
		p.Emit(made)
	default:
		for _, b := range both {
			if *b.v-*b.v != 0 {
				p.Wrong("%v is no bound", *b.v)
			}
		}
		if useLow.on() && useHigh.on() && *low > *high {
			p.Wrong("%s is above %s", jsondoc.Append(nil, *low, unit(angles)), jsondoc.Append(nil, *high, unit(angles)))
		}
	}
}

// axes visits a set of axes: their letters, or none.
func (p place) axes(to *constraint.Axes, usual constraint.Axes) {
	text := ""
	switch {
	case p.w.Err != nil:
	case p.Absent():
		*to = usual
	case p.Reads():
		s, err := p.In.Text()
		if p.Read(err); err != nil {
			return
		}
		for a := constraint.Axes(0); a <= constraint.AllAxes; a++ {
			if a.Letters() == s {
				*to = a
				return
			}
		}
		p.Wrong("%.60q is neither none nor some of x, y and z", s)
	case p.Checks() && *to > constraint.AllAxes:
		p.Wrong("there are no axes %d", *to)
	case p.w.Writes() && *to != usual:
		text = to.Letters()
		p.EmitString(text)
	}
}

// ranges visits the ranges of three axes.
func (o *object) ranges(r *constraint.Range, c constraint.Channel) {
	for i := range 3 {
		p := o.at(axisLetters[i])
		pair := []float32{r.Min[i], r.Max[i]}
		if p.Absent() || p.w.Writes() && pair[0] == 0 && pair[1] == 0 {
			continue
		}
		if p.w.Task == jsondoc.Reading {
			pair = nil
		}
		list(p, &pair, 2, 2, func(p place, v *float32) {
			if c == constraint.Rotation {
				p.neededAngle(v, -1e6, 1e6)
			} else {
				p.needed32(v, jsondoc.All, jsondoc.Most)
			}
		})
		if p.Reads() {
			r.Min[i], r.Max[i] = pair[0], pair[1]
		}
	}
}

// mapped visits which axis of the target counts for each of the owner's: "xyz".
func (p place) mapped(to *[3]uint8) {
	usual := [3]uint8{0, 1, 2}
	switch {
	case p.w.Err != nil:
	case p.Absent():
		*to = usual
	case p.Reads():
		s, err := p.In.Text()
		if p.Read(err); err != nil {
			return
		}
		for i := range 3 {
			at := -1
			if len(s) == 3 {
				at = strings.IndexByte("xyz", s[i])
			}
			if at < 0 {
				p.Wrong("%.60q is not three of x, y and z", s)
				return
			}
			to[i] = uint8(at)
		}
	case p.Checks():
		for _, a := range to {
			if a > 2 {
				p.Wrong("there is no axis %d", a)
			}
		}
	case *to != usual:
		p.EmitString(axisNames[to[0]] + axisNames[to[1]] + axisNames[to[2]])
	}
}

// matrix visits the 12 numbers of a matrix, which are left out where it is the identity.
func (p place) matrix(m *soa.Affine) {
	switch {
	case p.Absent():
		*m = soa.IdentityAffine()
	case p.w.Writes() && *m == soa.IdentityAffine():
	default:
		p.numbers(m[:])
	}
}

// optional visits a number, and whether it is there.
func (p place) optional(to *float32, there *bool, low, high float64) {
	if p.Reads() {
		*there = true
	}
	if *there {
		p.needed32(to, low, high)
	}
}

// Make makes the path; without Up that is Y.
func (p *Path) Make() (*constraint.Path, error) {
	up := p.Up
	if up == [3]float32{} {
		up = [3]float32{0, 1, 0}
	}
	return constraint.NewPath(p.Points, p.Closed, up)
}
