package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// LimitsFrom learns joint limits from clips of a model: they contain all rotations, with a margin
// in radians. nil means all clips; additive ones do not count. Each joint that clips turn and
// that has a unique name gets a limit around the direction of its bone, for Stack.Add and
// ChainJoint.Limit. The error wraps ErrValue.
func LimitsFrom(model *soa.Model, clips []int, margin float64) ([]JointLimit, error) {
	if clips == nil {
		for k := range model.Clips {
			clips = append(clips, k)
		}
	}
	l, err := newLearner(model.Skeleton, margin)
	if err != nil {
		return nil, err
	}
	skeleton := exact.NewSkeleton(model, nil)
	now := skeleton.NewPose()
	for _, k := range clips {
		if k < 0 || k >= len(model.Clips) {
			return nil, fmt.Errorf("limits: %w: clip %d of %d", ErrValue, k, len(model.Clips))
		}
		if model.Clips[k].Additive {
			continue
		}
		clip := skeleton.NewClip(model.Clips[k])
		ticks := clip.Ticks()
		for n, tick := range ticks {
			clip.At(tick, false, &now)
			l.add(&now)
			if n+1 < len(ticks) { // rotations between keys leave the arc of the keys
				clip.At((tick+ticks[n+1])/2, false, &now)
				l.add(&now)
			}
		}
	}
	return l.limits(), nil
}

// LimitsFromBank is LimitsFrom for the clips of a bank that was compiled from a model with the
// skeleton. The error wraps ErrValue.
func LimitsFromBank(k *soa.Skeleton, bank *soa.Bank, margin float64) ([]JointLimit, error) {
	l, err := newLearner(k, margin)
	if err != nil {
		return nil, err
	}
	if len(bank.Slot) != k.Len() {
		return nil, fmt.Errorf("limits: %w: the bank has %d joints, the skeleton %d", ErrValue, len(bank.Slot), k.Len())
	}
	layout, bind := &pose.Layout{Layout: &bank.Layout}, make([]geom.Quat, len(bank.Joint))
	for s := range bind {
		bind[s] = geom.QuatOf(layout.BindRotation(s))
	}
	for c := range bank.Clips {
		clip := &bank.Clips[c]
		if clip.Additive {
			continue
		}
		for row := range int(clip.Rows) {
			values := bank.Rows[(int(clip.Row)+row)*bank.Stride():]
			for j, slot := range bank.Slot {
				if slot < 0 || int(bank.Joint[slot]) != j {
					continue
				}
				q := geom.QuatOf([4]float32(values[4*slot:])).Unit()
				if above := bank.Parent[slot]; above >= 0 {
					q = bind[above].Conjugate().Mul(q)
				}
				l.take(j, q.Mul(bind[slot]))
			}
		}
	}
	return l.limits(), nil
}

// learner gathers rotations of joints relative to rest.
type learner struct {
	stack    *Stack
	margin   float64
	rest     []geom.Quat
	rotation [][][4]float32
}

func newLearner(k *soa.Skeleton, margin float64) (*learner, error) {
	if !(margin >= 0 && margin <= 4) {
		return nil, fmt.Errorf("limits: %w: a margin of %v radians", ErrValue, margin)
	}
	l := &learner{stack: New(k), margin: margin, rotation: make([][][4]float32, k.Len())}
	for j := range k.Len() {
		l.rest = append(l.rest, l.stack.localRest(j))
	}
	return l, nil
}

func (l *learner) add(p *exact.Pose) {
	for j, q := range p.Q {
		l.take(j, geom.XYZW(float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])).Unit())
	}
}

func (l *learner) take(j int, q geom.Quat) {
	l.rotation[j] = append(l.rotation[j], l.rest[j].Conjugate().Mul(q).Unit().Array())
}

// limits returns those of the joints that have turned.
func (l *learner) limits() (list []JointLimit) {
	k := l.stack.skeleton
	for j, rotations := range l.rotation {
		turned := false
		for _, q := range rotations {
			turned = turned || geom.XYZ(q[0], q[1], q[2]).Length() > 1e-4
		}
		if _, err := l.stack.find(k.Name[j]); err != nil || !turned {
			continue
		}
		end, _ := l.stack.boneEnd(j, nil, nil)
		list = append(list, LimitOf(k.Name[j], solve.Learn(rotations, end.Unit(geom.Vec{X: 1}).Array(), l.margin)))
	}
	return list
}
