package curves

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// IK is a two-bone or a chain IK of a control, with one of its targets.
type IK struct {
	Modifier int   // of the document
	Effector int   // of a chain
	End      int   // the joint that goes to the target
	Joints   []int // those that may move, parents first
	do       control.Modifier
}

// Chains lists the IK of a control, which may be nil: of a chain one per effector.
func Chains(k *soa.Skeleton, d *control.DocumentStack) (list []IK) {
	if d == nil {
		return nil
	}
	joint := func(name string) int { // the document has been checked
		j, _ := suggest.Joint(k, name)
		return j
	}
	for n := range d.Document.Modifiers {
		switch do := d.Document.Modifiers[n].Do.(type) {
		case *control.TwoBoneIK:
			ik := IK{Modifier: n, End: joint(do.End), do: do}
			for j, root := ik.End, joint(do.Root); j >= 0; j = int(k.Parent[j]) {
				if ik.Joints = append(ik.Joints, j); j == root {
					break
				}
			}
			slices.Sort(ik.Joints)
			if do.AtMid {
				ik.End = joint(do.Mid)
			}
			list = append(list, ik)
		case *control.ChainIK:
			var joints []int
			for _, j := range do.Joints {
				joints = append(joints, joint(j.Joint))
			}
			ends := []int{joints[len(joints)-1]}
			if len(do.Effectors) > 0 {
				ends = ends[:0]
				for _, e := range do.Effectors {
					ends = append(ends, joint(e.Joint))
				}
			}
			slices.Sort(joints)
			for e, end := range ends {
				list = append(list, IK{n, e, end, joints, do})
			}
		}
	}
	return list
}

// alone returns a control of this modifier, and the target that is dragged. Targets of the control
// itself stay.
func (ik *IK) alone(k *soa.Skeleton) (*control.DocumentStack, *control.Point, error) {
	entry := control.Entry{Weight: control.Number(1)}
	var target *control.Point
	switch do := ik.do.(type) {
	case *control.TwoBoneIK:
		own := *do
		entry.Do, target = &own, &own.Target
	case *control.ChainIK:
		own := *do
		if own.Effectors = slices.Clone(do.Effectors); len(own.Effectors) == 0 {
			own.Effectors = []control.Effector{{Joint: do.Joints[len(do.Joints)-1].Joint}}
		}
		entry.Do, target = &own, &own.Effectors[ik.Effector].Target
	}
	*target = control.Point{Value: control.Place(0, 0, 0)}
	d, err := control.NewDocumentStack(k, &control.Document{Modifiers: []control.Entry{entry}})
	return d, target, err
}

// solver is one character that plays the clip, with an IK on it.
type solver struct {
	ik       *IK
	time     float64
	declared *control.DocumentStack
	target   *control.Point
	targets  *control.Instances
	crowd    *runtime.Crowd
}

// PoseIK begins to drag the target of an IK in the pose at a time: the joints that it moves are
// keyed as it solves them.
func (e *Editor) PoseIK(ik *IK, time float64) (*Posing, error) {
	p, err := e.Pose(ik.End, time)
	if err != nil {
		return nil, err
	}
	if p.solver, err = p.newSolver(ik); err != nil {
		return nil, fmt.Errorf("IK of joint %q: %w", e.Model.Skeleton.Name[ik.End], err)
	}
	return p, nil
}

func (p *Posing) newSolver(ik *IK) (*solver, error) {
	e := p.editor
	clip, err := e.Built(e.clip)
	if err != nil {
		return nil, err
	}
	still := *clip // the pose in the clip, wherever its root has gone
	still.Additive = false
	m := &soa.Model{Name: e.Model.Name, Skeleton: e.Model.Skeleton, Weights: e.Model.Weights, Floats: e.Model.Floats, Clips: []*soa.Clip{&still}}
	s := &solver{ik: ik, time: p.time}
	if s.declared, s.target, err = ik.alone(m.Skeleton); err != nil {
		return nil, err
	}
	o := runtime.CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true, Reserve: s.declared.Reserve()}}
	if s.crowd, err = runtime.NewCrowd(runtime.Keyframes(m), 1, o); err != nil {
		return nil, err
	}
	if s.targets, err = s.declared.Start(s.crowd.Layout(), 1); err == nil {
		err = s.crowd.SetControl(s.targets)
	}
	if err == nil {
		err = s.crowd.PlayAll(0, play.Options{Mode: play.Clamp})
	}
	if err == nil {
		err = s.crowd.Instance(0).Seek(clip.Start + p.time)
	}
	if err != nil {
		s.crowd.Close()
		return nil, err
	}
	return s, nil
}

// close frees the character.
func (s *solver) close() {
	if s != nil {
		s.crowd.Close()
	}
}

// solve poses the character with the target at a place in model space.
func (s *solver) solve(place exact.Vec) error {
	s.target.Value = control.Place(float32(place[0]), float32(place[1]), float32(place[2]))
	if err := s.declared.Set(s.targets, 0, s.time); err != nil {
		return err
	}
	return s.crowd.Update(0)
}

// The least changes that are keyed: in metres, and of the components of a rotation. Solved poses are
// in float32.
const (
	leastMove = 1e-5
	leastTurn = 1e-6
)

// follow keys the joints of an IK as it solves them.
func (p *Posing) follow(step *Step, place exact.Vec) error {
	if err := p.solver.solve(place); err != nil {
		return err
	}
	k, who := p.editor.Model.Skeleton, p.solver.crowd.Instance(0)
	for _, j := range p.solver.ik.Joints {
		if p.skeleton.Static[j] != nil {
			continue // it has no keys
		}
		m, err := who.Joint(j)
		if err != nil {
			return err
		}
		local := exact.FromFloat32(m)
		if up := int(k.Parent[j]); up >= 0 {
			parent, err := who.Joint(up)
			if err != nil {
				return err
			}
			inverse, ok := exact.FromFloat32(parent).Inverse()
			if !ok {
				continue
			}
			local = inverse.Mul(local)
		}
		at, q, _, _ := local.Decompose()
		was := p.pose.Q[j]
		q = q.NearestSign(was)
		if away := (exact.Vec{q[0] - was[0], q[1] - was[1], q[2] - was[2]}); away.Length() > leastTurn {
			if err := p.rotate(step, j, q); err != nil {
				return err
			}
		}
		if at.Sub(p.pose.T[j]).Length() > leastMove { // a limb that stretches
			if err := p.key(step, edit.ID{Property: soa.Translation, Target: j}, edit.Value{at[0], at[1], at[2]}); err != nil {
				return err
			}
		}
	}
	return nil
}
