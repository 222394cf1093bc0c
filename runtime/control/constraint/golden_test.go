package constraint_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/soa"
)

// goldenBits is the hash of what TestConstraintBits computes, the same on every processor.
const goldenBits = "5b1c2efc8b29b07f1175e89ad55cc29ad77a115d07cc9c8e1ff4a9560370709e"

func random() source {
	r := rand.New(rand.NewPCG(3, 4))
	return func() float64 { return 2*r.Float64() - 1 } // exact, fused or not
}

// The results of all rules in all spaces have the same bits on every processor.
func TestConstraintBits(t *testing.T) {
	s := random()
	hash := sha256.New()
	for range 300 {
		owner, joint, targets := s.affine(), s.joint(), s.targets()
		for _, rule := range s.rules(t) {
			e := constraint.Entry{
				Rule: rule, Space: constraint.Space(s.choice(4)), TargetSpace: constraint.Space(s.choice(4)), HeadTail: float32(s()), Influence: 1,
			}
			if s.bit() {
				e.Influence = 0.3
			}
			got := constraint.Stack{e}.Apply(owner, joint, targets)
			if err := binary.Write(hash, binary.LittleEndian, got[:]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != goldenBits {
		t.Errorf("the hash of the results is %s, want %s", got, goldenBits)
	}
}

// One constraint of each kind, of a model at the origin: in local space and in the world.
func BenchmarkRules(b *testing.B) {
	s := random()
	owner, joint, targets := s.affine(), s.joint(), s.targets()
	joint.World, targets[0].Joint.World, targets[1].Joint.World = soa.IdentityAffine(), soa.IdentityAffine(), soa.IdentityAffine()
	for _, rule := range s.rules(b) {
		for _, space := range []constraint.Space{constraint.World, constraint.Local} {
			b.Run(fmt.Sprintf("%T/%d", rule, space), func(b *testing.B) {
				stack := constraint.Stack{{Rule: rule, Space: space, TargetSpace: space, Influence: 1}}
				for range b.N {
					stack.Apply(owner, joint, targets)
				}
			})
		}
	}
}
