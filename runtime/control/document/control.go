package document

import (
	"errors"

	"github.com/sinew-anim/sinew/runtime/control/constraint"
)

var (
	// ErrControl: a control contradicts itself, or the skeleton that it is checked against.
	// The error's text begins with the place in the document.
	ErrControl = errors.New("invalid control")
	// ErrLimit: a control is larger than one may be.
	ErrLimit = errors.New("limit of controls")
)

// Limits of a control.
const (
	MaxModifiers = 1024
	MaxKeys      = 10_000 // of a value, or points of a path
	MaxJoints    = 32     // of a look
	MaxChain     = 64     // joints of a chain or of springs
	MaxColliders = 32     // of springs
	MaxTargets   = 64     // of a joint's constraints
	MaxEntries   = 64     // of a joint's constraints
)

// Control is what changes the poses of a model after its clips are blended: modifiers, in
// their order. Joints are named, or given by a path or its end: "left arm/hand".
type Control struct {
	Name      string
	Modifiers []Modifier
	// Humanoid has the joints of a human body by the names of VRM, see Bones.
	Humanoid []Bone
}

// Bone is a joint that is a bone of a human body.
type Bone struct{ Bone, Joint string }

// Modifier is one change, with the weight that it begins with.
type Modifier struct {
	Name string // by which programs find it, or ""
	// Weight is 0 to 1. Without keys it is 1, or 0 for what lacks its target: a program
	// sets that, and the weight.
	Weight Value
	Do     Action
}

// Action is what a modifier does: *Joint, *Limb, *Chain, *Aim, *Look, *Grab, *Attach, *Twist,
// *Feet, *Limit, *Constraints, *Springs or *VRMSprings.
type Action interface {
	fields(o *object)
	// targeted reports whether the document has the target that it needs.
	targeted() bool
}

// Space is that in which a transform is meant.
type Space uint8

const (
	Local Space = iota // of the joint's parent
	Model
)

// Joint sets a joint's transform, or adds to it. Values without keys leave what they are of.
type Joint struct {
	Joint                        string
	Space                        Space
	Adds                         bool
	Rotation, Translation, Scale Value
}

// Limb lets two bones reach for a target. Angles are in radians.
type Limb struct {
	Root, Mid, End string
	Hinge          [3]float32
	PoleIsPoint    bool
	Soft, Stretch  float32
	AtMid          bool

	Target         Point
	Pole           Point
	PoleWeight     Value // without keys 1 where there is a pole
	Rotation       Turn  // of End
	RotationWeight Value // without keys 1 where there is a rotation
	Twist          float32
}

// Aim points a joint's line to a target.
type Aim struct {
	Joint               string
	Forward, Up, Offset [3]float32
	Target              Point
	Pole                Value   // a direction
	Twist               float32 // radians
}

// Look shares an aim among joints. Cones are in radians, the speed in radians per second.
type Look struct {
	Joints              []string
	Weights             []float32
	Cones               []float32
	Forward, Up, Offset [3]float32
	Speed               float32
	Target              Point
	Pole                Value // a direction
}

// Limit keeps a joint's rotation within a range. All angles are in radians.
type Limit struct {
	Joint    string
	Kind     LimitKind
	Axis     [3]float32
	Side     [3]float32 // of SwingTwistLimit; zero: any
	Swing    [2]float32 // ConeLimit: the first; SwingTwistLimit: around Side and around Axis × Side
	From, To float32    // of the rotation around Axis; not of ConeLimit
	Center   [4]float32 // the rotation in the middle; zero: none
	Soft     float32
}

// LimitKind is the form of a limit, see package solve.
type LimitKind uint8

const (
	HingeLimit LimitKind = iota
	ConeLimit
	TwistLimit
	SwingTwistLimit
)

// Constraints is a joint's stack of constraints, see package constraint.
type Constraints struct {
	Joint         string
	Moves, Scales bool
	Stack         []Entry
}

// Entry is a constraint with its place in a stack.
type Entry struct {
	// Rule is one of package constraint, by value. The offset of constraint.ChildOf and
	// constraint.Attach counts without Keep, and constraint.FollowPath has its path in Path.
	Rule               constraint.Rule
	Keep               bool  // the joint's place at rest relative to its target
	Path               *Path // or nil
	Targets            []Target
	Space, TargetSpace constraint.Space
	HeadTail           float32
	Influence          float32
}

// Path is the points of a path.
type Path struct {
	Points [][3]float32
	Closed bool
	Up     [3]float32
}

// Target is another joint, or a place in the model.
type Target struct {
	Joint              string
	Translation, Scale Value
	Rotation           Value
}

// Value is numbers over time: none, one key that holds always, or several. Between keys
// numbers change linearly, and rotations by the shorter way.
type Value struct {
	Keys []Key
	Loop bool // the last key's time is the first one's again
}

// Key is the numbers at a time in seconds: one, three, or four of a rotation.
type Key struct {
	At float64
	To [4]float32
}

// Point is a place in the model: of a joint, as the modifiers before have left it, or a
// value.
type Point struct {
	Joint  string
	Offset [3]float32 // in the joint's frame
	Value
}

// Turn is a rotation in the model: of a joint, or a value.
type Turn struct {
	Joint string
	Value
}

// Number, Place and Rotation are values that hold always.
func Number(v float32) Value      { return fixed(v) }
func Place(x, y, z float32) Value { return fixed(x, y, z) }
func Rotation(q [4]float32) Value { return fixed(q[:]...) }

func fixed(v ...float32) Value {
	k := Key{}
	copy(k.To[:], v)
	return Value{Keys: []Key{k}}
}

// OfJoint is the place of a joint, At one in the model.
func OfJoint(name string) Point { return Point{Joint: name} }
func At(x, y, z float32) Point  { return Point{Value: Place(x, y, z)} }

// Given reports whether there is any key.
func (v *Value) Given() bool { return len(v.Keys) > 0 }

// Given reports whether there is a joint or any key.
func (p *Point) Given() bool { return p.Joint != "" || p.Value.Given() }

// Given reports whether there is a joint or any key.
func (r *Turn) Given() bool { return r.Joint != "" || r.Value.Given() }

func (*Joint) targeted() bool       { return true }
func (l *Limb) targeted() bool      { return l.Target.Given() }
func (a *Aim) targeted() bool       { return a.Target.Given() }
func (l *Look) targeted() bool      { return l.Target.Given() }
func (*Limit) targeted() bool       { return true }
func (*Constraints) targeted() bool { return true }
