package constraint_test

import (
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/soa"
)

// What Roll gives is what the roll constraint of VRM 1.0 gives: the source's rotation in the
// destination's frame, without what turns the axis.
func TestRoll(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	s := source(func() float64 { return 2*r.Float64() - 1 })
	turn := func() exact.Quat { return exact.Quat{s(), s(), s(), s()}.Unit() }
	axes := []exact.Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	for range 2000 {
		source, own, delta := turn(), turn(), turn()
		k := s.choice(3)
		inParent := source.Mul(delta).Mul(source.Conjugate())
		inOwn := own.Conjugate().Mul(inParent).Mul(own)
		from, to := axes[k], inOwn.Rotate(axes[k])
		across := from.Cross(to)
		swing := exact.Quat{across[0], across[1], across[2], 1 + from.Dot(to)}.Unit()
		want := swing.Conjugate().Mul(inOwn)
		if inOwn[3]*inOwn[3]+inOwn[k]*inOwn[k] < 1e-4 {
			continue // a swing of half a turn has no roll
		}
		frame := source.Conjugate().Mul(own)
		rule := constraint.Roll{Axis: constraint.Axis(k), Frame: [4]float32{float32(frame[0]), float32(frame[1]), float32(frame[2]), float32(frame[3])}}
		got := exact.FromFloat32(rule.Apply(soa.IdentityAffine(), delta.Matrix().Float32()))
		if d := got.Rotation(1).Distance(want); d > 1e-4 && got.Rotation(1).Distance(want.Negate()) > 1e-4 {
			t.Fatalf("%v around %d gives %v, want %v", delta, k, got.Rotation(1), want)
		}
	}
	plain := constraint.Roll{Axis: constraint.PlusY}
	if got := plain.Apply(soa.IdentityAffine(), soa.IdentityAffine()); got != soa.IdentityAffine() {
		t.Errorf("nothing rolls to %v", got)
	}
}
