package solve

import (
	"github.com/sinew-anim/sinew/internal/geom"
)

// ChainReason explains a solution of FABRIK or CCD with a weight of 1.
func ChainReason(joints []ChainJoint, effectors []Effector, turns []ChainTurn) Reason {
	held := false
	for i := range joints {
		held = held || joints[i].Limit != nil || joints[i].Weight < 1
	}
	reason := Reached
	for _, e := range effectors {
		sum, most := float32(0), float32(0)
		for i := e.Joint; i > 0; i = joints[i].Parent {
			length := geom.VecOf(joints[i].Place).Sub(geom.VecOf(joints[joints[i].Parent].Place)).Length()
			sum, most = sum+length, max(most, length)
		}
		if !(sum > 0 && sum <= far) || !finite(geom.VecOf(e.Target)) {
			return Degenerate
		}
		within := float32(1e-4 * sum)
		if geom.VecOf(turns[e.Joint].Place).Sub(geom.VecOf(e.Target)).Length() <= within {
			continue
		}
		switch distance := geom.VecOf(e.Target).Sub(geom.VecOf(joints[0].Place)).Length(); {
		case distance > sum:
			return TooFar
		case distance < most-(sum-most)-within:
			return TooNear
		case held:
			reason = Limited
		case reason == Reached:
			reason = Unsettled
		}
	}
	return reason
}

// ChainPart scales a solution by a weight: each joint's own turn is an nlerp from none. It returns
// the weighted root mean square of the effectors' distances from their targets.
func ChainPart(joints []ChainJoint, effectors []Effector, turns []ChainTurn, weight float32) (residual float32) {
	if weight < 1 {
		for i := range joints {
			t, parent := &turns[i], geom.Identity
			if p := joints[i].Parent; p >= 0 {
				parent = geom.QuatOf(turns[p].Turn)
				link := geom.VecOf(joints[i].Place).Sub(geom.VecOf(joints[p].Place))
				t.Place = geom.VecOf(turns[p].Place).Add(parent.Rotate(link)).Array()
			}
			own := part(geom.QuatOf(t.Own), weight)
			t.Turn, t.Own = parent.Mul(own).Normal().Array(), own.Array()
		}
	}
	sum, weights := float32(0), float32(0)
	for _, e := range effectors {
		v := geom.VecOf(turns[e.Joint].Place).Sub(geom.VecOf(e.Target))
		sum, weights = sum+float32(e.Weight*v.Dot(v)), weights+e.Weight
	}
	if residual = geom.Sqrt(sum / weights); residual <= far {
		return residual
	}
	return far
}
