package rig

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// RestPose is how the arms of a body are held at rest.
type RestPose uint8

// The poses, those of humanoid.ArmPose. See DetectRestPose for their angles.
const (
	Other = RestPose(humanoid.OtherPose)
	T     = RestPose(humanoid.TPose) // arms to the sides, horizontal
	A     = RestPose(humanoid.APose) // arms down and to the sides
)

// String returns the pose's name.
func (p RestPose) String() string { return humanoid.ArmPose(p).String() }

const (
	angleOfA = 45. // degrees below horizontal to which arms are brought
	degree   = math.Pi / 180
)

// HeldArms is how the arms of a body are held at rest.
type HeldArms struct {
	Pose RestPose `json:"-"`
	// Down is how far the upper arms, left and right, point below the horizontal plane of the body,
	// and Ahead how far they point before its side, in degrees.
	Down  [2]float64 `json:"down_degrees"`
	Ahead [2]float64 `json:"ahead_degrees"`
}

// DetectRestPose finds how a body holds its arms at rest: T within 15° of horizontal, A from 25° to 60° below,
// both at most 45° ahead or behind and within 10° of each other; any other pose is Other. The error
// wraps ErrBody.
func DetectRestPose(k *soa.Skeleton) (HeldArms, error) {
	a, err := findArms(k)
	if err != nil {
		return HeldArms{}, fmt.Errorf("detect the pose: %w", err)
	}
	return a.held(), nil
}

// arms are the arms of a body, left and right.
type arms struct {
	upper, lower, hand [2]int
	axes               [3]exact.Vec // left, up, ahead of the body
	pose               *exact.Pose
	skeleton           *exact.Skeleton
}

// findArms finds the arms by names, or else by the shape of the skeleton.
func findArms(k *soa.Skeleton) (*arms, error) {
	body, how := humanoid.Find(k)
	if how == "" {
		return nil, fmt.Errorf("%w: neither by names nor by shape", ErrBody)
	}
	a := &arms{skeleton: exact.NewSkeleton(&soa.Model{Skeleton: k}, nil)}
	pose := a.skeleton.NewPose()
	a.pose = &pose
	axes, ok := body.Axes(func(j int) [3]float64 { return a.place(j) })
	if !ok {
		return nil, fmt.Errorf("%w: where it faces cannot be told", ErrBody)
	}
	for i := range axes {
		a.axes[i] = axes[i]
	}
	for i, side := range [...]humanoid.Side{humanoid.Left, humanoid.Right} {
		a.upper[i], a.lower[i], a.hand[i] = body.First(side.Role("UpperArm")), body.First(side.Role("LowerArm")), body.First(side.Role("Hand"))
		for _, role := range [...]string{"UpperArm", "LowerArm", "Hand"} {
			if body.First(side.Role(role)) < 0 {
				return nil, fmt.Errorf("%w: it has no %s", ErrBody, side.Role(role))
			}
		}
		if !k.InSubtree(a.lower[i], a.upper[i]) || !k.InSubtree(a.hand[i], a.lower[i]) || a.bone(a.upper[i], a.lower[i]).Length() < 0.5 || a.bone(a.lower[i], a.hand[i]).Length() < 0.5 {
			return nil, fmt.Errorf("%w: %q, %q and %q are no arm", ErrBody, k.Name[a.upper[i]], k.Name[a.lower[i]], k.Name[a.hand[i]])
		}
	}
	return a, nil
}

func (a *arms) place(j int) exact.Vec { return a.pose.Global[j].Translation() }

// bone is the direction from a joint to another, or 0.
func (a *arms) bone(from, to int) exact.Vec {
	d := a.place(to).Sub(a.place(from))
	if d.Length() < humanoid.MinBoneLength {
		return exact.Vec{}
	}
	return d.Unit()
}

// sideDirection is the direction to the side of an arm.
func (a *arms) sideDirection(side int) exact.Vec { return a.axes[0].Scale(float64(1 - 2*side)) }

func (a *arms) held() (h HeldArms) {
	for i := range a.upper {
		d := a.bone(a.upper[i], a.lower[i])
		flat := math.Sqrt(max(0, 1-float64(d.Dot(a.axes[1])*d.Dot(a.axes[1]))))
		h.Down[i] = exact.Atan2(0-d.Dot(a.axes[1]), flat) / degree
		h.Ahead[i] = exact.Atan2(d.Dot(a.axes[2]), d.Dot(a.sideDirection(i))) / degree
	}
	h.Pose = RestPose(humanoid.ArmPoseOf(h.Down, h.Ahead))
	return h
}

// take brings the arms into a pose: upper and lower arm become one line, on the shortest way. It
// returns the joints whose rotation changes.
func (a *arms) take(p RestPose) (changed []int) {
	for i := range a.upper {
		to := a.sideDirection(i)
		if p == A {
			s, c := exact.SinCos(angleOfA * degree)
			to = to.Scale(c).Sub(a.axes[1].Scale(s))
		}
		for _, bone := range [...][2]int{{a.upper[i], a.lower[i]}, {a.lower[i], a.hand[i]}} {
			a.swing(bone[0], exact.RotationBetween(a.bone(bone[0], bone[1]), to, a.axes[2]))
			changed = append(changed, bone[0])
		}
	}
	return changed
}

// swing rotates a joint, and all below it, about its place by a rotation in model space.
func (a *arms) swing(j int, by exact.Quat) {
	// The parent's frame is rectangular: G = k·R, and R⁻¹·by·R·q is the local rotation.
	up := exact.IdentityQuat()
	if p := a.skeleton.Parent[j]; p >= 0 {
		up, _, _ = a.pose.Global[p].Rigid()
	}
	a.pose.Q[j] = up.Conjugate().Mul(by).Mul(up).Mul(a.pose.Q[j]).Unit()
	a.skeleton.ToModel(a.pose)
}

// evenAbove checks that no joint from the root to a list of joints scales unevenly or shears at rest.
func evenAbove(k *soa.Skeleton, list ...int) error {
	for _, j := range list {
		for ; j >= 0; j = int(k.Parent[j]) {
			if err := restsEvenly(k, j); err != nil {
				return err
			}
		}
	}
	return nil
}
