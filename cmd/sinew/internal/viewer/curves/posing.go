package curves

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Tool is how a joint follows the mouse.
type Tool int

const (
	Turn  Tool = iota // its parent turns, so that the joint lies in the direction of the mouse
	Reach             // its parent and grandparent turn, as by inverse kinematics of two bones
	Move              // the joint moves
)

// ToolNames are the names of tools.
var ToolNames = []string{"turn", "reach", "move"}

// Posing is a joint of the clip's pose at a time, being dragged.
type Posing struct {
	editor   *Editor
	joint    int
	time     float64
	skeleton *exact.Skeleton
	pose     exact.Pose
	step     Step
	solver   *solver // of an IK, or nil
}

// Pose begins to drag a joint of the pose at a time, in seconds after the clip's start.
func (e *Editor) Pose(joint int, time float64) (*Posing, error) {
	e.cancel()
	built, err := e.Built(e.clip)
	if err != nil {
		return nil, err
	}
	p := &Posing{editor: e, joint: joint, time: min(max(time, 0), e.Clip(e.clip).Seconds), skeleton: exact.NewSkeleton(e.Model, nil)}
	p.pose = p.skeleton.NewPose()
	p.skeleton.NewClip(built).At(min(p.time*built.TicksPerSecond, built.Duration), false, &p.pose)
	return p, nil
}

// Place returns where the joint was in model space.
func (p *Posing) Place() exact.Vec { return p.pose.Global[p.joint].Translation() }

// DragTo moves the joint towards a place in model space: the keys that this takes at the time are
// shown, and no step yet. A joint whose tool has nothing to turn stays.
func (p *Posing) DragTo(tool Tool, place exact.Vec) error {
	e := p.editor
	step := Step{What: ToolNames[tool] + " " + e.Model.Skeleton.Name[p.joint]}
	var err error
	switch parent := p.parent(p.joint); {
	case p.solver != nil:
		step.What = "IK of " + e.Model.Skeleton.Name[p.joint]
		err = p.follow(&step, place)
	case tool == Move:
		err = p.move(&step, place)
	case parent < 0:
	case tool == Turn:
		err = p.turn(&step, parent, place)
	case p.parent(parent) >= 0:
		err = p.reach(&step, p.parent(parent), parent, place)
	}
	if err != nil || len(step.Edits) == 0 {
		return err
	}
	p.step = step
	return e.try(step, e.selected)
}

// End makes a step of the drag.
func (p *Posing) End() error {
	e := p.editor
	e.cancel()
	p.solver.close()
	err := e.Do(e.clip, p.step)
	e.prune()
	return err
}

// parent returns the parent of a joint that is free to move, or −1.
func (p *Posing) parent(j int) int { return int(p.editor.Model.Skeleton.Parent[j]) }

// rotationBetween is the shortest rotation from a direction to another one.
func rotationBetween(from, to exact.Vec) exact.Quat {
	if !(from.Length() > 1e-9 && to.Length() > 1e-9) {
		return exact.IdentityQuat()
	}
	from, to = from.Unit(), to.Unit()
	return exact.RotationBetween(from, to, from.Perpendicular())
}

// inParentFrame returns a place in the frame that a joint's local transform is relative to; ok is false
// where that frame is flat.
func (p *Posing) inParentFrame(joint int, place exact.Vec) (at exact.Vec, ok bool) {
	up := p.parent(joint)
	if up < 0 {
		return place, true
	}
	inverse, ok := p.pose.Global[up].Inverse()
	return inverse.Point(place), ok
}

// offset returns where a joint is in its parent's frame.
func (p *Posing) offset(joint int) exact.Vec {
	m := p.skeleton.Local(joint, &p.pose)
	return m.Translation()
}

// turn keys the parent's rotation so that the joint lies in the direction of a place.
func (p *Posing) turn(step *Step, parent int, place exact.Vec) error {
	to, ok := p.inParentFrame(parent, place)
	if !ok || p.skeleton.Static[parent] != nil {
		return nil // a static joint has no keys
	}
	q := p.pose.Q[parent]
	from := q.Rotate(p.offset(p.joint).Times(p.pose.S[parent]))
	return p.rotate(step, parent, rotationBetween(from, to.Sub(p.pose.T[parent])).Mul(q))
}

func (p *Posing) rotate(step *Step, joint int, q exact.Quat) error {
	return p.key(step, edit.ID{Property: soa.Rotation, Target: joint}, edit.Value(q.Unit()))
}

// move keys the joint's translation.
func (p *Posing) move(step *Step, place exact.Vec) error {
	to, ok := p.inParentFrame(p.joint, place)
	if !ok || p.skeleton.Static[p.joint] != nil {
		return nil
	}
	return p.key(step, edit.ID{Property: soa.Translation, Target: p.joint}, edit.Value{to[0], to[1], to[2]})
}

// rounds is the number of times that reach corrects itself where a joint scales unevenly: without
// that the first one hits.
const rounds = 30

// reach bends a limb of two bones so that its end is as far from its root as a place, and turns it
// there.
func (p *Posing) reach(step *Step, root, mid int, place exact.Vec) error {
	to, ok := p.inParentFrame(root, place)
	if !ok || p.skeleton.Static[root] != nil || p.skeleton.Static[mid] != nil {
		return nil
	}
	to = to.Sub(p.pose.T[root])
	first, second := p.pose.Q[root], p.pose.Q[mid]
	scale, bone := p.pose.S[root], p.offset(p.joint).Times(p.pose.S[mid])
	upper := p.offset(mid).Times(scale)
	for range rounds {
		lower := second.Rotate(bone).Times(scale)
		bend, ok := bent(upper, lower, to.Length())
		if !ok {
			return nil
		}
		second = bend.Mul(second).Unit()
		end := first.Rotate(upper.Add(second.Rotate(bone).Times(scale)))
		first = rotationBetween(end, to).Mul(first).Unit()
		if math.Abs(end.Length()-to.Length()) < 1e-9*to.Length() {
			break
		}
	}
	if err := p.rotate(step, root, first); err != nil {
		return err
	}
	return p.rotate(step, mid, second)
}

// bent returns the rotation of the lower bone that makes its end as far from the start of the upper
// one as a distance, as near as the bones allow.
func bent(upper, lower exact.Vec, far float64) (q exact.Quat, ok bool) {
	a, b := upper.Length(), lower.Length()
	if !(a > 1e-9 && b > 1e-9) {
		return q, false
	}
	far = min(max(far, math.Abs(a-b)), a+b)
	axis := upper.Cross(lower)
	if !(axis.Length() > 1e-9*a*b) {
		axis = upper.Unit().Perpendicular()
	}
	axis = axis.Unit()
	// The angle between the bones' directions is 0 where they are straight.
	cos := min(max((far*far-a*a-b*b)/(2*a*b), -1), 1)
	is := exact.Atan2(upper.Cross(lower).Dot(axis), upper.Dot(lower))
	sin, half := exact.SinCos((exact.Atan2(math.Sqrt(1-cos*cos), cos) - is) / 2)
	return exact.Quat{axis[0] * sin, axis[1] * sin, axis[2] * sin, half}, true
}

// key adds the edits that key a value at the time. The slopes of a spline stay as they were there.
func (p *Posing) key(step *Step, id edit.ID, v edit.Value) error {
	e := p.editor
	c := e.Clip(e.clip)
	t := c.Track(id)
	if t == nil {
		step.Edits = append(step.Edits, e.set(id, soa.Linear, edit.Key{Time: p.time, Value: v}))
		return nil
	}
	key := edit.Key{Time: p.time, Value: v}
	if t.Mode == soa.Cubic {
		x := &list.InsertKey{Track: e.target(id), Time: p.time}
		step.Edits = append(step.Edits, x)
		inserted, err := edit.Insert(c, id, p.time)
		if err != nil {
			return fmt.Errorf("key joint %q: %w", e.Model.Skeleton.Name[id.Target], err)
		}
		for _, k := range inserted.Track(id).Keys {
			if k.Time == p.time {
				key.In, key.Out = k.In, k.Out
			}
		}
	}
	step.Edits = append(step.Edits, e.set(id, t.Mode, key))
	return nil
}
