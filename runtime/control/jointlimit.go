package control

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// JointLimit keeps a joint's rotation, relative to its rest, within a range. It comes after the
// modifiers that it restrains. Angles are in radians.
type JointLimit struct {
	Joint    string
	Kind     LimitKind
	Axis     [3]float32
	Side     [3]float32 // of SwingTwistLimit; zero: any
	Swing    [2]float32 // ConeLimit: the first; SwingTwistLimit: around Side and around Axis × Side
	From, To float32    // the rotation around Axis; not of ConeLimit
	Center   [4]float32 // the middle of the range; zero: the rest
	Soft     float32    // the part of the range from which rotations are held back; 0: none

	exact *solve.Limit // of LimitOf; the angles are near it
}

// LimitKind is the shape of a limit, see package solve.
type LimitKind uint8

const (
	HingeLimit LimitKind = iota
	ConeLimit
	TwistLimit
	SwingTwistLimit
)

// LimitOf returns a joint's limit from package solve, such as that of solve.Learn. A document
// rounds its angles.
func LimitOf(joint string, l solve.Limit) JointLimit {
	angle := func(sine float32) float64 {
		s := min(max(float64(sine), -1), 1)
		return 2 * exact.Atan2(s, math.Sqrt(1-float64(s*s)))
	}
	middle, half := 2*exact.Atan2(float64(l.Middle.Sin), float64(l.Middle.Cos)), angle(l.Twist.Sin)
	return JointLimit{
		Joint: joint, Kind: SwingTwistLimit, Axis: l.Axis, Side: l.Side, Swing: [2]float32{float32(angle(l.Swing[0])), float32(angle(l.Swing[1]))},
		From: float32(middle - half), To: float32(middle + half), Center: l.Center, Soft: l.Soft, exact: &l,
	}
}

// Limit returns the limit in the form of package solve.
func (o *JointLimit) Limit() solve.Limit {
	if o.exact != nil {
		return *o.exact
	}
	from, to := float64(o.From), float64(o.To)
	var l solve.Limit
	switch o.Kind {
	case HingeLimit:
		l = solve.NewHinge(o.Axis, from, to)
	case ConeLimit:
		l = solve.NewCone(o.Axis, float64(o.Swing[0]))
	case TwistLimit:
		l = solve.NewTwist(o.Axis, from, to)
	default:
		l = solve.NewSwingTwist(o.Axis, o.Side, float64(o.Swing[0]), float64(o.Swing[1]), from, to)
	}
	if o.Center != [4]float32{} {
		l.Center = geom.QuatOf(o.Center).Unit().Array()
	}
	l.Soft = o.Soft
	return l
}

func (o *JointLimit) bind(s *Stack) (modifier, error) {
	j, err := s.find(o.Joint)
	if err != nil {
		return nil, fmt.Errorf("limit: %w", err)
	}
	limit, err := o.checked()
	if err != nil {
		return nil, fmt.Errorf("limit of %q: %w", o.Joint, err)
	}
	return &limitActor{bound: bound{{j, turns}}, limit: limit, rest: s.localRest(j)}, nil
}

// checked returns the limit, if it is valid.
func (o *JointLimit) checked() (l solve.Limit, err error) {
	if o.exact == nil && (o.Axis == [3]float32{} || o.Kind > SwingTwistLimit) {
		return l, fmt.Errorf("%w: %+v", ErrValue, *o)
	}
	l = o.Limit()
	if !geom.VecOf(l.Axis).Finite() || !geom.VecOf(l.Side).Finite() || l.Axis == [3]float32{} || !(l.Swing[0] >= 0 && l.Swing[1] >= 0) || !(l.Soft >= 0 && l.Soft <= 1) {
		return l, fmt.Errorf("%w: %+v", ErrValue, l)
	}
	return l, nil
}

type limitActor struct {
	bound
	limit    solve.Limit
	rest     geom.Quat
	frame    int
	uniforms []float32 // of formula.LimitHold
}

func (a limitActor) start(s *starting, frame []int) actor {
	f := s.frames
	a.frame = frame[0]
	rest, bind := f.bindAbove(a.frame).Mul(a.rest).Conjugate(), f.bind[a.frame]
	a.uniforms = append(a.limit.Uniforms(), rest.X, rest.Y, rest.Z, rest.W, bind.X, bind.Y, bind.Z, bind.W)
	return &a
}

func (a *limitActor) act16(f *frames, at *pose.Changing, weight []float32) {
	args, outside := f.args, f.lanes[0][:simd.Lanes]
	rows := &args.Rows
	rows[0], rows[1], rows[2], args.Uniforms = f.block[f.read16[a.frame].rotation:], weight, outside, a.uniforms
	if _ = kernel.LimitCheck16(args); acting(outside[:at.Len]) {
		_ = kernel.LimitHold16(args)
	}
}

var (
	limitNames = []string{"hinge", "cone", "twist", "swingTwist"}
	limitDocs  = []string{
		"Rotations around an axis.", "An axis stays within a cone around its rest direction.", "The twist around an axis stays within a range.",
		"An axis stays within an elliptic cone, and the twist around it within a range.",
	}
)

func (o *JointLimit) fields(x *object) {
	x.Type("jointLimit", "Keeps a joint's rotation, relative to rest, within a range.")
	joint(x.At("joint", "The joint."), &o.Joint, true)
	if o.kinds(x); x.Checks() {
		o.checkOthers(x)
	}
}

// kinds visits a limit without its joint; the name of the field with the angles is its kind.
func (o *JointLimit) kinds(x *object) {
	x.One(int(o.Kind), limitNames, func(k int) {
		o.Kind = LimitKind(k)
		x.At(limitNames[k], limitDocs[k]).Object(o.ranges)
	})
	quaternion(x.At("center", "The rotation in the middle of the range."), &o.Center)
	x.At("soft", "The part of the range from which rotations are held back gradually.").Number32(&o.Soft, jsondoc.Part)
}

// ranges visits the axis and the angles of a limit.
func (o *JointLimit) ranges(x *object) {
	turn, around := jsondoc.Range(0, 180).WithUnit(jsondoc.Degrees).Needed(), jsondoc.Range(-360, 360).WithUnit(jsondoc.Degrees).Needed()
	x.Type(limitNames[o.Kind]+"Range", limitDocs[o.Kind])
	direction(x.At("axis", "The axis, in the joint's frame at rest."), &o.Axis)
	switch o.Kind {
	case ConeLimit:
		x.At("angle", "The greatest angle from there.").Number32(&o.Swing[0], turn)
		return
	case SwingTwistLimit:
		vector(x.At("side", "The first direction of the ellipse, perpendicular to the axis."), &o.Side)
		x.At("around", "The greatest swing around side.").Number32(&o.Swing[0], turn)
		x.At("across", "The greatest swing around the other direction.").Number32(&o.Swing[1], turn)
	}
	from := x.At("from", "The least rotation around the axis.")
	from.Number32(&o.From, around)
	x.At("to", "The greatest rotation around the axis.").Number32(&o.To, around)
	if x.Checks() && o.From > o.To {
		from.Wrong("%s° is above to, which is %s°", degrees(o.From), degrees(o.To))
	}
}

func degrees(angle float32) string { return string(jsondoc.Append(nil, angle, jsondoc.Degrees)) }

// checkOthers refuses a limit that excludes the range of another limit of the joint.
func (o *JointLimit) checkOthers(x *object) {
	for k, m := range scopeOf(x.Place).before {
		other, ok := m.(*JointLimit)
		if !ok || other.Joint != o.Joint || other.Axis != o.Axis || other.Center != o.Center || o.Kind == ConeLimit || other.Kind == ConeLimit {
			continue
		}
		if other.To < o.From || other.From > o.To {
			x.Wrong("%s° to %s° and the %s° to %s° of modifier %d have nothing in common",
				degrees(o.From), degrees(o.To), degrees(other.From), degrees(other.To), k)
		}
	}
}

func (o *JointLimit) describe() (joints []string, does string) {
	return []string{o.Joint}, ": " + limitNames[o.Kind]
}
