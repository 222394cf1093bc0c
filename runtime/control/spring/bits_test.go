package spring_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/soa"
)

// goldenBits is the hash of what TestSpringBits computes, the same on every processor.
const goldenBits = "0027e8f0518808e6eba3fe07662e17b165d485aaf81e70dbf6771c54db723f82"

// Chains and spring bones of VRM have the same bits on every processor.
func TestSpringBits(t *testing.T) {
	hash := sha256.New()
	for seed := range uint64(30) {
		s := random(seed)
		tail, colliders := s.tail(), s.colliders()[:seed%6]
		state := tail.chain.NewState()
		var joints []spring.VRMJoint
		for range 4 {
			joints = append(joints, spring.VRMJoint{
				Translation: s.vec().Array(), Rotation: s.quat().Array(), Stiffness: 1 + s(), Gravity: s.vec().Array(), Drag: 0.5 + s()/2, Radius: 0.02,
			})
		}
		v, err := spring.NewVRM(joints, tip, 60)
		must.Do(t, err)
		bone, rotations := v.NewState(len(colliders)), make([][4]float32, 4)
		for range 40 {
			dt := float64(s()+1) / 40
			pose := tail.step(t, state, dt, tail.pose(s.vec().Times(0.2), s.quat()), colliders...)
			must.Do(t, v.Move(bone, dt, s.quat().Matrix(s.vec()), colliders, rotations))
			must.Do(t, binary.Write(hash, binary.LittleEndian, pose))
			must.Do(t, binary.Write(hash, binary.LittleEndian, rotations))
		}
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != goldenBits {
		t.Errorf("the hash of the results is %s, want %s", got, goldenBits)
	}
}

// A tail of six joints with one collider, a step.
func BenchmarkTail(b *testing.B) {
	s := random(1)
	tail := s.tail()
	state := tail.chain.NewState()
	var p spring.Plan
	must.Do(b, tail.chain.Plan(&p, 1./60))
	var poses [16][]soa.Affine
	for i := range poses {
		poses[i] = tail.pose(geom.Vec{X: float32(i%4) * 0.01}, geom.Quat{Z: float32(i%5) / 50, W: 1}.Unit())
	}
	colliders := []spring.Collider{{Shape: spring.Sphere, A: geom.Translation(&poses[0][3]).Array(), Radius: 0.1}}
	work := slices.Clone(poses[0])
	b.ReportAllocs()
	for i := range b.N {
		copy(work, poses[i%16])
		if err := tail.chain.Move(&p, state, &air, work, colliders); err != nil {
			b.Fatal(err)
		}
	}
}

// A spring bone of VRM of six joints with one collider, a step.
func BenchmarkVRM(b *testing.B) {
	s := random(1)
	var joints []spring.VRMJoint
	for range 6 {
		joints = append(joints, spring.VRMJoint{Translation: tip, Rotation: [4]float32{0, 0, 0.1, 1}, Stiffness: 1, Drag: 0.4, Gravity: s.vec().Array()})
	}
	v, err := spring.NewVRM(joints, tip, 60)
	must.Do(b, err)
	state, rotations := v.NewState(1), make([][4]float32, 6)
	colliders := []spring.Collider{{Shape: spring.Sphere, A: [3]float32{0, 0.3, 0}, Radius: 0.1}}
	anchor := soa.IdentityAffine()
	b.ReportAllocs()
	for i := range b.N {
		anchor[3] = float32(i%4) * 0.01
		if err := v.Move(state, 1./60, anchor, colliders, rotations); err != nil {
			b.Fatal(err)
		}
	}
}
