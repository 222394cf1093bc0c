package document

import "github.com/sinew-anim/sinew/runtime/control/spring"

// Chain lets joints reach for targets: the root first, each below one before.
type Chain struct {
	Joints     []ChainJoint
	Effectors  []Effector
	Solver     ChainSolver
	Iterations int // 0: 8
	Bend       [3]float32
}

// ChainJoint is a joint of a chain.
type ChainJoint struct {
	Joint     string
	Stiffness float32
	Limit     *Limit // of which Joint does not count; nil: none
}

// Effector is a joint of a chain with a target.
type Effector struct {
	Joint          string
	Target         Point
	Weight         Value // without keys 1 where there is a target
	Rotation       Turn
	RotationWeight Value // without keys 1 where there is a rotation
}

// ChainSolver is the way in which a chain is solved.
type ChainSolver uint8

const (
	FABRIK ChainSolver = iota
	CCD
)

// Springs lets a chain of joints swing behind the pose, the root first.
type Springs struct {
	Joints    []SpringJoint
	Tip       [3]float32 // where the last joint ends, in its frame; zero: as it goes on from the one before
	Colliders []Collider
}

// SpringJoint is a joint that swings.
type SpringJoint struct {
	Joint  string
	Spring spring.Joint
}

// Collider keeps what swings out, or in. Without a joint it stands in the world.
type Collider struct {
	Joint string
	Shape spring.Collider
}

// VRMSprings is a spring bone by the rule of VRM 1.0.
type VRMSprings struct {
	Joints    []VRMSpringJoint // each the child of the one before
	Tip       [3]float32
	Colliders []Collider
	Rate      float64 // steps per second; 0: 60
}

// VRMSpringJoint is a joint of a spring bone.
type VRMSpringJoint struct {
	Joint                   string
	Stiffness, Drag, Radius float32
	Gravity                 [3]float32
}

// Twist lets joints share the twist of another one.
type Twist struct {
	Source string
	Axis   [3]float32 // in the source's frame; zero: from its parent to it
	Rolls  []Roll
}

// Roll is a joint that takes a share of a twist, from −1 to 1.
type Roll struct {
	Joint string
	Share float32
}

// Attach lets a joint hang on one of several sockets.
type Attach struct {
	Joint   string
	Sockets []Socket
	Fade    float64 // seconds from one to another
	Socket  int     // on which it hangs at first
}

// Socket is a place in a joint's frame.
type Socket struct {
	Joint    string
	Place    [3]float32
	Rotation [4]float32 // zero: none
}

// Grab lets a limb take hold of a handle and let it go.
type Grab struct {
	Root, Mid, End string
	Hinge          [3]float32
	Soft           float32
	In, Out        float64 // seconds
	Holds          Value   // it holds where this is at least 0.5; without keys always

	Target         Point
	Pole           Value // a direction
	PoleWeight     Value // without keys 1 where there is a pole
	Rotation       Value
	RotationWeight Value // without keys 1 where there is a rotation
}

// Feet lets legs stand on ground for which the engine answers rays.
type Feet struct {
	Pelvis                                string
	Legs                                  []Leg
	Up                                    [3]float32 // zero: Y
	Ground, Step, Drop, Rise, Lock, Ahead float32
	Soft                                  float32
	Slope, Tilt                           float32 // radians; 0: 1 and 0.6
	HalfLife                              float64
}

// Leg is a leg of Feet.
type Leg struct {
	Root, Mid, Ankle, Toe string // Toe may be empty
	Hinge                 [3]float32
	Height                float32
}

func (c *Chain) targeted() bool {
	for k := range c.Effectors {
		if c.Effectors[k].Target.Given() {
			return true
		}
	}
	return false
}

func (*Springs) targeted() bool    { return true }
func (*VRMSprings) targeted() bool { return true }
func (*Twist) targeted() bool      { return true }
func (*Attach) targeted() bool     { return true }
func (g *Grab) targeted() bool     { return g.Target.Given() }
func (*Feet) targeted() bool       { return true }
