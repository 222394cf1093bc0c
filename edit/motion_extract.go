package edit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// MotionComponents are the parts of a joint's movement.
type MotionComponents uint8

const (
	X   MotionComponents = 1 << iota // sideways
	Y                                // up and down
	Z                                // forwards
	Yaw                              // the rotation about Y
)

// Ground is the default of MotionOptions.Take: all movement on the floor.
const Ground = X | Z | Yaw

// MotionReference is the place from which a joint's movement counts. Once the movement is
// taken out, the joint stays there.
type MotionReference uint8

const (
	// Rest is the joint's place in the rest pose: the clips of a character stand
	// alike afterwards, in one place and with one heading.
	Rest MotionReference = iota
	// Start is its place at the clip's start: the clip begins as it did.
	Start
	// Origin is the origin of model space, without a rotation.
	Origin
)

// MotionRule says how a motion follows from the movement of a joint.
type MotionRule uint8

const (
	// Forward is for a mover that travels and turns like the character, without its
	// sway at each step: its yaw is the clip's net turn alone, spread evenly.
	Forward MotionRule = iota
	// Follow is for a mover that always has the joint's place and heading: the rule
	// of ozz-animation.
	Follow
)

// MotionOptions are the settings of ExtractMotion.
type MotionOptions struct {
	Take      MotionComponents // 0 means Ground
	Rule      MotionRule
	Reference MotionReference
	// MinTurn is the smallest net turn of a clip, in radians, that Forward takes; a
	// smaller one stays in the tracks. 0 means 5°.
	MinTurn float64
	// MaxSway is the largest distance, in metres, of a joint from the path of Forward;
	// a joint farther away is followed. 0 means 0.25.
	MaxSway float64
	// RemoveTravel takes the difference between end and start out of the motion, spread
	// evenly over the clip, so that a loop ends at its start. The length of its travel is
	// lost.
	RemoveTravel bool
	// Bound is the largest distance in metres, between keys, of motion and tracks together from the
	// original, of the joint and of a point one metre from it; 0 means 0.1 mm. Keys are added to
	// hold it, down to 1/4096 of the time between two.
	Bound float64
}

// Defaults of MotionOptions.
const (
	defaultBound   = 1e-4
	defaultMinTurn = 5 * math.Pi / 180
	defaultMaxSway = 0.25
)

// ErrExtract: a clip is additive or has a Motion already, its joint has a static matrix, or no
// rotation can be taken out because the joints above flatten space or scale unevenly.
var ErrExtract = errors.New("no motion can be taken out")

// ExtractMotion returns a clip in which a joint stays in place; its Motion is the
// movement that was taken out. soa.None stands for the joint that RootJoint finds. A
// clip without movement comes back as it is.
//
//	original = S · Motion · result
//
// S is constant: the joint's place at the start relative to the MotionReference, the
// identity for Start. All of this is in model space, whatever the joints above do, and
// holds for the joint and everything below it.
//
// With p and q the joint's position and rotation in model space, r and s those of the
// MotionReference, and u from 0 to 1 over the clip, the rules are:
//
//	Forward   the mover's axes are those of the model, so that a clip leads where it leads in
//	          its file: ahead, backwards or aside.
//	yaw       θ = u·(the angle about Y of q(end)·q(start)⁻¹, with whole turns in between),
//	          0 where that is less than MinTurn; and where it is less than 30°, the clip travels
//	          and does not end as it starts, unless it halves the mean square of the sway
//	position  in the frame that turns by θ, the steps in the direction of the whole way; what
//	          the end lacks then is added evenly. A joint whose whole way is up to MaxSway
//	          goes it evenly. Where the joint is more than MaxSway off, all its steps.
//	result    original, seen from the motion. With Rest and Origin the joint is at r on the
//	          mean, in the components taken; one that does not travel, and is within MaxSway
//	          of r, stays where it is in the file.
//
//	Follow    position m = p − r in the components taken, else 0
//	yaw       θ = the angle about Y of q·s⁻¹, as Ry·Rz·Rx: the heading of its X axis
//	result    rotation R(−θ)·q     position R(−θ)·(p − m)
//
// RemoveTravel changes the motion afterwards. Forward's loses its turn, and the mean of its
// steps in the mover's frame. Follow's is changed as ozz-animation does: m gains
// u·(first − last), θ the angle of the normalized quaternion (1−u)·1 + u·(first·last⁻¹), and
// the position above is turned by that θ.
//
// The heading of Follow has a pole: as the X axis passes close to the vertical, it turns around
// abruptly. Relative to Rest or Start, that is a character that falls on its side.
//
// The tracks have the keys of the joint and those above it, and more to hold the Bound;
// a jump keeps its two sides. The translation becomes linear. So does the rotation if
// yaw is taken, but not by Forward if the clip does not turn; otherwise it is
// unchanged.
//
// It poses the joint and all above it at each of those keys. The error wraps soa.ErrInvalid,
// soa.ErrRange, soa.ErrOption, ErrExtract or that of the context.
func ExtractMotion(ctx context.Context, model *soa.Model, clip *soa.Clip, joint int, o MotionOptions) (*soa.Clip, error) {
	fail := func(err error) (*soa.Clip, error) { return nil, fmt.Errorf("extract motion: %w", err) }
	if err := check(model, clip); err != nil {
		return fail(err)
	}
	if err := o.fill(); err != nil {
		return fail(err)
	}
	if joint == soa.None {
		if joint = RootJoint(model, clip); joint == soa.None {
			return clip, nil
		}
	}
	if joint < 0 || joint >= model.Skeleton.Len() {
		return fail(fmt.Errorf("%w: joint %d of %d", soa.ErrRange, joint, model.Skeleton.Len()))
	}
	e, frames, err := extracted(ctx, model, clip, joint, o)
	if err != nil {
		return fail(fmt.Errorf("clip %q, joint %q: %w", clip.Name, model.Skeleton.Name[joint], err))
	}
	switch {
	case o.RemoveTravel && o.Rule == Forward:
		e.course.removeTravel(frames)
	case o.RemoveTravel:
		e.close(frames)
	}
	out := e.write(frames)
	if err := model.ValidateClip(out); err != nil {
		return fail(err)
	}
	return out, nil
}

// extracted samples the motion of a joint.
func extracted(ctx context.Context, model *soa.Model, clip *soa.Clip, joint int, o MotionOptions) (*extraction, []frame, error) {
	e, err := newExtraction(ctx, model, clip, joint, o)
	if err != nil {
		return nil, nil, err
	}
	if o.Rule == Forward {
		e.plan()
	}
	frames := e.frames()
	return e, frames, e.refused()
}

// check checks the skeleton of a model, which may be nil, and a clip.
func check(model *soa.Model, clip *soa.Clip) error {
	if model == nil || model.Skeleton == nil || clip == nil {
		return fmt.Errorf("%w: no model, skeleton or clip", soa.ErrInvalid)
	}
	if err := model.Skeleton.Validate(); err != nil {
		return err
	}
	return model.ValidateClip(clip)
}

func (o *MotionOptions) fill() error {
	o.Take, o.Bound = cmp.Or(o.Take, Ground), cmp.Or(o.Bound, defaultBound)
	o.MinTurn, o.MaxSway = cmp.Or(o.MinTurn, defaultMinTurn), cmp.Or(o.MaxSway, defaultMaxSway)
	if o.Take > X|Y|Z|Yaw || o.Rule > Follow || o.Reference > Origin || !(o.Bound > 0) {
		return fmt.Errorf("%w: components %#x, rule %d, reference %d, bound %v m", soa.ErrOption, o.Take, o.Rule, o.Reference, o.Bound)
	}
	if !(o.MinTurn > 0) || !(o.MaxSway > 0) {
		return fmt.Errorf("%w: smallest turn %v, largest sway %v m", soa.ErrOption, o.MinTurn, o.MaxSway)
	}
	return nil
}

// RootJoint returns the joint that carries a clip: the topmost one with a moving
// translation or, of several, the one with the most joints below it. Without a moving
// translation, rotations count; if nothing moves it returns soa.None.
func RootJoint(model *soa.Model, clip *soa.Clip) int {
	k := model.Skeleton
	below := make([]int, k.Len())
	for j := k.Len() - 1; j >= 0; j-- {
		if p := k.Parent[j]; p >= 0 {
			below[p] += below[j] + 1
		}
	}
	for _, property := range []soa.Property{soa.Translation, soa.Rotation} {
		moves := make([]bool, k.Len()) // the joint, or one above it
		best := soa.None
		for t := range clip.Tracks {
			if tr := &clip.Tracks[t]; tr.Property == property && travels(clip, t) {
				moves[tr.Target] = true
			}
		}
		for j := range moves {
			if p := k.Parent[j]; p >= 0 && moves[p] {
				moves[j] = true
			} else if moves[j] && (best == soa.None || below[j] > below[best]) {
				best = j
			}
		}
		if best != soa.None {
			return best
		}
	}
	return soa.None
}

// travels reports whether the keys of a track differ by more than noise: a tenth of a
// millimetre, or of a thousandth in the components of a quaternion.
func travels(c *soa.Clip, t int) bool {
	const noise = 1e-4
	first, end := c.Keys(t)
	for k := first + 1; k < end; k++ {
		x, y, z := c.X[k]-c.X[first], c.Y[k]-c.Y[first], c.Z[k]-c.Z[first]
		if max(max(x, -x), max(y, -y), max(z, -z)) > noise {
			return true
		}
	}
	return false
}

// extraction is a motion that is being taken out of a clip.
type extraction struct {
	ctx      context.Context
	ended    error // that of the context: what was sampled since is of no use
	o        MotionOptions
	clip     *soa.Clip
	joint    int
	skeleton *exact.Skeleton // of the joint and those above it
	tracks   *exact.Clip
	pose     exact.Pose
	at       int     // the joint's place in the skeleton
	course   *course // by Forward

	position exact.Vec // of the reference
	rotation exact.Quat

	mirrors bool // what the joints above do at the start
	flat    bool // they do otherwise later
	uneven  bool // they scale unevenly
}

func newExtraction(ctx context.Context, model *soa.Model, clip *soa.Clip, joint int, o MotionOptions) (*extraction, error) {
	if clip.Additive || clip.Motion != nil {
		return nil, fmt.Errorf("%w: it is additive, or has a motion already", ErrExtract)
	}
	needed := make([]bool, model.Skeleton.Len())
	for j := joint; j >= 0; j = int(model.Skeleton.Parent[j]) {
		needed[j] = true
	}
	e := &extraction{ctx: ctx, o: o, clip: clip, joint: joint, skeleton: exact.NewSkeleton(model, needed)}
	e.at = e.skeleton.Index[joint]
	if e.skeleton.Static[e.at] != nil {
		return nil, fmt.Errorf("%w: its matrix is static", ErrExtract)
	}
	e.pose = e.skeleton.NewPose()
	var err error
	if e.tracks, err = e.skeleton.NewClipIn(ctx, clip); err != nil {
		return nil, err
	}
	e.rotation = exact.IdentityQuat()
	switch o.Reference {
	case Rest:
		e.position, e.rotation = e.place(&e.skeleton.Rest)
	case Start:
		e.poseAt(0)
		e.position, e.rotation = e.place(&e.pose)
	}
	return e, e.checkAbove()
}

// poseAt poses the clip at a tick, unless the context has ended.
func (e *extraction) poseAt(tick float64) {
	if e.ended == nil {
		e.ended = e.tracks.AtIn(e.ctx, tick, false, &e.pose)
	}
}

// place returns the joint's position and rotation in model space.
func (e *extraction) place(p *exact.Pose) (exact.Vec, exact.Quat) {
	return p.Global[e.at].Translation(), e.parentRotation(p).Mul(p.Q[e.at])
}

// parentRotation returns the rotation of the joint's parent in model space, which has one only
// if it scales evenly. A mirror is a rotation too: −1 commutes with all.
func (e *extraction) parentRotation(p *exact.Pose) exact.Quat {
	up := e.skeleton.Parent[e.at]
	if up < 0 {
		return exact.IdentityQuat()
	}
	q, _, residual := p.Global[up].Rigid()
	e.uneven = e.uneven || residual > mostUneven
	return q
}

// mostUneven is by how much parents that scale evenly may miss that, by rounding.
const mostUneven = 1e-5

// Errors of parents without an inverse, and of those that a rotation is not taken through.
var (
	errFlat   = fmt.Errorf("%w: the joints above it flatten space, or turn it inside out", ErrExtract)
	errUneven = fmt.Errorf("%w: the joints above it scale unevenly, so that no rotation can be taken", ErrExtract)
)

// refused is an error where poses that have been looked at, at keys or between them, have
// parents through which the motion cannot be taken out, or where the context has ended.
func (e *extraction) refused() error {
	switch {
	case e.ended != nil:
		return e.ended
	case e.flat:
		return errFlat
	case e.uneven && e.o.Take&Yaw != 0:
		return errUneven
	}
	return nil
}

// parent returns the joint's parent in model space in the current pose, and notes if
// that has no inverse, or has passed through one that has none.
func (e *extraction) parent() exact.Matrix {
	up := e.skeleton.Parent[e.at]
	if up < 0 {
		return exact.Identity()
	}
	m := e.pose.Global[up]
	if _, ok := m.Inverse(); !ok || m.Determinant() < 0 != e.mirrors {
		e.flat = true
	}
	return m
}

// turns reports whether the motion has a rotation.
func (e *extraction) turns() bool {
	return e.o.Take&Yaw != 0 && (e.course == nil || e.course.turn != 0)
}

// checkAbove refuses parents through which the motion cannot be taken out: those that
// flatten space and, of a rotation, those that do not scale evenly.
func (e *extraction) checkAbove() error {
	up := e.skeleton.Parent[e.at]
	if up < 0 {
		return nil
	}
	e.uneven = false // that of the reference matters less
	for i, tick := range e.tracks.Ticks() {
		e.poseAt(tick)
		if i == 0 {
			e.mirrors = e.pose.Global[up].Determinant() < 0
		}
		e.parent()
		e.parentRotation(&e.pose)
		if err := e.refused(); err != nil {
			return err
		}
	}
	return nil
}

// heading returns the angle about Y of a rotation, as Ry·Rz·Rx.
func heading(q exact.Quat) float64 {
	x := q.Matrix().Column(0)
	return exact.Atan2(-x[2], x[0])
}

// yawQuat returns the rotation by an angle about Y.
func yawQuat(angle float64) exact.Quat {
	s, c := exact.SinCos(angle / 2)
	return exact.Quat{1: s, 3: c}
}

// nearestTurn returns the angle that differs from another by whole turns and lies
// within half a turn of a third.
func nearestTurn(angle, near float64) float64 {
	return angle - float64(2*math.Pi*math.RoundToEven((angle-near)/(2*math.Pi)))
}
