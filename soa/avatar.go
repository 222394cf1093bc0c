package soa

// Avatar is the part of a VRM character besides its model and expressions: the bones of a body,
// springs, constraints and gaze. Package runtime/control makes a control of it.
type Avatar struct {
	Name        string
	Backward    bool // it looks along −Z, as in VRM 0.x, not +Z
	Animation   bool // of an animation for any avatar (VRMC_vrm_animation), not of a character
	Bones       []AvatarBone
	Gaze        *AvatarGaze // or nil
	Springs     []AvatarSpring
	Colliders   []AvatarCollider
	Constraints []AvatarConstraint
	FirstPerson int      // annotations for the wearer's view
	Wrong       []string // why parts of the file were left out
}

// AvatarNode is a node that an avatar names. Joint is −1 if it is no joint of the skeleton.
type AvatarNode struct {
	Joint int
	Name  string
}

// AvatarBone is a bone of a human body, by its name in VRM 1.0.
type AvatarBone struct {
	Bone string
	Node AvatarNode
}

// GazeYaw and GazePitch are the names of the custom properties of the gaze of an animation for any
// avatar: degrees to the left, and up.
const (
	GazeYaw   = "lookAt/yaw"
	GazePitch = "lookAt/pitch"
)

// AvatarGaze is the movement of the eyes towards a gaze.
type AvatarGaze struct {
	Bones  bool       // the eyes rotate; else the expressions lookUp, lookDown, lookLeft and lookRight show
	Offset [3]float64 // from the head, in its frame
	// Inner and Outer are for a gaze to the side: Inner for the eye that rotates toward the nose, Outer
	// for the other one. Expressions use Outer alone.
	Inner, Outer, Down, Up GazeRange
}

// GazeRange maps a gaze to the eyes: To for one of From degrees and more, 0 for one of 0, and in
// proportion between. To is the rotation of an eye in degrees, or the value of an expression.
type GazeRange struct{ From, To float64 }

// Map returns the value of the eyes for a gaze of an angle in degrees.
func (r GazeRange) Map(degrees float64) float64 {
	switch {
	case !(degrees > 0):
		return 0
	case degrees >= r.From:
		return r.To
	}
	return r.To * degrees / r.From
}

// AvatarSpring is a chain of nodes that swings.
type AvatarSpring struct {
	Name      string
	Joints    []AvatarSpringJoint
	Tail      *AvatarNode // at which the last joint ends, or nil: Tip beyond it
	Tip       float64
	Colliders []int       // indices in Avatar.Colliders
	Center    *AvatarNode // whose motion does not count, or nil
}

// AvatarSpringJoint is a node that swings.
type AvatarSpringJoint struct {
	Node                           AvatarNode
	Stiffness, Power, Drag, Radius float64
	Gravity                        [3]float64 // direction
}

// AvatarCollider is a sphere, a capsule or a plane in the frame of a node.
type AvatarCollider struct {
	Node         AvatarNode
	Shape        string // sphere, capsule or plane
	Offset, Tail [3]float64
	Normal       [3]float64
	Radius       float64
	Inside       bool
}

// AvatarConstraint makes a node follow another one.
type AvatarConstraint struct {
	Node, Source AvatarNode
	Kind         string // roll, aim or rotation
	Axis         string // X, Y or Z; of an aim PositiveX to NegativeZ
	Weight       float64
}

// Nodes calls f for each node that the avatar names.
func (a *Avatar) Nodes(f func(*AvatarNode)) {
	for i := range a.Bones {
		f(&a.Bones[i].Node)
	}
	for i := range a.Constraints {
		f(&a.Constraints[i].Node)
		f(&a.Constraints[i].Source)
	}
	for i := range a.Springs {
		s := &a.Springs[i]
		for k := range s.Joints {
			f(&s.Joints[k].Node)
		}
		for _, n := range []*AvatarNode{s.Tail, s.Center} {
			if n != nil {
				f(n)
			}
		}
	}
	for i := range a.Colliders {
		f(&a.Colliders[i].Node)
	}
}

// Scale multiplies all lengths.
func (a *Avatar) Scale(by float64) {
	scale := func(list ...*float64) {
		for _, v := range list {
			*v *= by
		}
	}
	for i := range a.Springs {
		s := &a.Springs[i]
		scale(&s.Tip)
		for k := range s.Joints {
			scale(&s.Joints[k].Stiffness, &s.Joints[k].Power, &s.Joints[k].Radius)
		}
	}
	for i := range a.Colliders {
		c := &a.Colliders[i]
		scale(&c.Radius)
		for k := range 3 {
			scale(&c.Offset[k], &c.Tail[k])
		}
	}
}
