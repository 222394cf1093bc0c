package control

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/control/spring"
)

// scratch is the memory in which a controller's modifiers work, one after the other. What is
// stored in it does not outlast a call, but for settling and the constant rows of legs.
type scratch struct {
	weight    [simd.Lanes]float32 // of a HandIK
	socket    socketWork
	turns     [maxChain]geom.Quat                                   // of a Ragdoll
	local     [maxChain][4]float32                                  // of VRMSprings
	colliders [maxColliders]spring.Collider                         // that one pose meets
	settling  settling                                              // of a FootPlacement, over the time of the pose at hand
	legs      [maxLegs][formula.LimbTargetRows * simd.Lanes]float32 // where they reach, see formula.LimbPose

	chain struct {
		joints    [maxChain]solve.ChainJoint
		turns     [maxChain]solve.ChainTurn
		links     [maxChain]solve.ChainScratch
		effectors [maxEffectors]solve.Effector
	}
	constraint struct {
		owner   constraint.Joint
		bases   [maxTargets]constraint.Joint
		targets [maxTargets]constraint.Target
	}
}

// socketWork is the working memory of a Socket.
type socketWork struct {
	want, rate           [simd.Lanes]float32 // see formula.SocketStand and formula.SocketBegin
	leaves               [simd.Lanes]uint8   // the socket that an object leaves
	place                [3 * simd.Lanes]float32
	shown, was, from, to [standValues]float32
	left                 [formula.RestRows * simd.Lanes]float32
	stood, before        [maxSockets * standValues]float32
}

func newScratch() *scratch {
	s := new(scratch)
	for k := range s.legs {
		fill(s.legs[k][formula.LimbTwist*simd.Lanes:], 1)
		fill(s.legs[k][formula.LimbRotationWeight*simd.Lanes:], 1)
	}
	return s
}
