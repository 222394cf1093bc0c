package control

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/soa"
)

// tail is the place of a joint's first child, in its frame.
func (s *Stack) tail(j int) [3]float32 {
	for k, parent := range s.skeleton.Parent {
		if int(parent) == j {
			_, local := s.restOf(k)
			return geom.Translation(&local).Array()
		}
	}
	return [3]float32{}
}

// localRest is a joint's rotation at rest, relative to its parent.
func (s *Stack) localRest(j int) geom.Quat {
	r := &s.skeleton.Rest
	return geom.XYZW(r.RX[j], r.RY[j], r.RZ[j], r.RW[j]).Unit()
}

// localPlace is a joint's place at rest, relative to its parent.
func (s *Stack) localPlace(j int) geom.Vec {
	r := &s.skeleton.Rest
	return geom.XYZ(r.TX[j], r.TY[j], r.TZ[j])
}

// staticAt returns the matrix of a joint that no clip drives, or nil.
func (s *Stack) staticAt(j int) *soa.Affine {
	list := s.skeleton.Static
	if k, ok := slices.BinarySearchFunc(list, j, func(l soa.StaticLocal, j int) int { return int(l.Joint) - j }); ok {
		return &list[k].Local
	}
	return nil
}

// restOf is a joint at rest: in the model and relative to its parent.
func (s *Stack) restOf(j int) (model, local soa.Affine) {
	k := s.skeleton
	r := &k.Rest
	local = s.localRest(j).Matrix(s.localPlace(j))
	stretch(&local, [3]float32{r.SX[j], r.SY[j], r.SZ[j]})
	if m := s.staticAt(j); m != nil {
		local = *m
	}
	if p := k.Parent[j]; p >= 0 {
		above, _ := s.restOf(int(p))
		return above.Mul(&local), local
	}
	return local, local
}

// restRotation is a joint's rotation in the rest pose of the model, T of reflection.go.
func (s *Stack) restRotation(j int) geom.Quat {
	if s.reflects(j) {
		turn, _, _ := s.restTurn(j)
		return turn
	}
	m, _ := s.restOf(j)
	turn, _ := parts(&m)
	return turn
}

// boneEnd is the end of a joint's bone at rest, in its frame: the mean place of the child
// shapes' joints or of its children. Without any it guesses: as far on as the parent is away.
func (s *Stack) boneEnd(j int, index, at []int) (end geom.Vec, known bool) {
	own, local := s.restOf(j)
	inverse, ok := own.Inverse()
	if !ok {
		return geom.Vec{}, false
	}
	sum, n := geom.Vec{}, float32(0)
	add := func(child int) {
		m, _ := s.restOf(child)
		sum, n = sum.Add(geom.Point(&inverse, geom.Translation(&m))), n+1
	}
	for _, child := range at {
		if p := s.skeleton.Parent[child]; p >= 0 && index[p] >= 0 && at[index[p]] == j {
			add(child)
		}
	}
	for child, p := range s.skeleton.Parent {
		if n == 0 && int(p) == j {
			add(child)
		}
	}
	if n > 0 {
		return sum.Times(1 / n), true
	}
	turn, _ := parts(&local)
	return turn.Conjugate().Rotate(geom.Translation(&local)), false
}

// reflects reports whether a joint, or one above it, mirrors or has a half turn by scales at rest.
func (s *Stack) reflects(j int) bool {
	r := &s.skeleton.Rest
	for ; j >= 0; j = int(s.skeleton.Parent[j]) {
		if r.SX[j] < 0 || r.SY[j] < 0 || r.SZ[j] < 0 {
			return true
		}
		if m := s.staticAt(j); m != nil {
			if _, scale := parts(m); scale.X < 0 {
				return true
			}
		}
	}
	return false
}

// restTurn is T and B of a joint at rest, and the sign of its O.
func (s *Stack) restTurn(j int) (turn, out geom.Quat, sign float32) {
	above, sign := geom.Identity, float32(1)
	if p := s.skeleton.Parent[j]; p >= 0 {
		_, above, sign = s.restTurn(int(p))
	}
	own, signs := s.localRest(j), signsOf([3]float32{s.skeleton.Rest.SX[j], s.skeleton.Rest.SY[j], s.skeleton.Rest.SZ[j]})
	if m := s.staticAt(j); m != nil {
		turn, scale := parts(m)
		own, signs = turn, signsOf(scale.Array())
	}
	by, h := halfOf(signs)
	turn = above.Mul(own)
	return turn, turn.Mul(h.quat()), float32(sign * by)
}
