//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

import "unsafe"

// Animation is a view of one animation: tracks of nodes and of morph targets on
// one time line in ticks.
type Animation struct {
	p *C.struct_aiAnimation
	s *Scene
}

// Behaviour says what a channel does before its first and after its last key.
type Behaviour uint32

// The behaviours, aiAnimBehaviour in libassimp's anim.h. Few importers set anything
// but BehaviourDefault, whatever the file says: IRR, and the binary ASSBIN.
const (
	BehaviourDefault  Behaviour = 0 // the node's own transform
	BehaviourConstant Behaviour = 1 // the nearest key
	BehaviourLinear   Behaviour = 2 // extrapolated
	BehaviourRepeat   Behaviour = 3
)

// Interpolation says how values between a key and the next one are made.
type Interpolation uint32

// The interpolations, aiAnimInterpolation in libassimp's anim.h. With CubicSpline
// a glTF file's keys come in threes of one time: in-tangent, value, out-tangent.
const (
	Step            Interpolation = 0
	Linear          Interpolation = 1
	SphericalLinear Interpolation = 2
	CubicSpline     Interpolation = 3
)

// IsNil tells whether this is no animation.
func (a Animation) IsNil() bool { return a.p == nil }

func (a Animation) c() *C.struct_aiAnimation {
	if a.p == nil {
		return &noAnimation
	}
	return a.p
}

var noAnimation C.struct_aiAnimation

// Name is the animation's name, often empty.
func (a Animation) Name() string { return text(&a.c().mName) }

// Duration is the animation's length in ticks, as the file has it: 0 or −1 in
// some formats, and sometimes other than the time of the last key.
func (a Animation) Duration() float64 { return float64(a.c().mDuration) }

// TicksPerSecond is the length of a tick, or 0 where the file does not say.
func (a Animation) TicksPerSecond() float64 { return float64(a.c().mTicksPerSecond) }

// Channels is the number of animated nodes.
func (a Animation) Channels() int { return count(a.c().mChannels, a.c().mNumChannels) }

// Channel is the tracks of animated node i.
func (a Animation) Channel(i int) Channel {
	return Channel{at(a.c().mChannels, a.c().mNumChannels, i), a.s}
}

// MorphChannels is the number of animated sets of morph targets.
func (a Animation) MorphChannels() int {
	return count(a.c().mMorphMeshChannels, a.c().mNumMorphMeshChannels)
}

// MorphChannel is the track of animated set i.
func (a Animation) MorphChannel(i int) MorphChannel {
	return MorphChannel{at(a.c().mMorphMeshChannels, a.c().mNumMorphMeshChannels, i), a.s}
}

// Channel is a view of the position, rotation and scale tracks of one node. They
// are independent of each other: each has its own keys.
type Channel struct {
	p *C.struct_aiNodeAnim
	s *Scene
}

// IsNil tells whether this is no channel.
func (c Channel) IsNil() bool { return c.p == nil }

func (c Channel) c() *C.struct_aiNodeAnim {
	if c.p == nil {
		return &noChannel
	}
	return c.p
}

var noChannel C.struct_aiNodeAnim

// NodeName is the name of the node that moves.
func (c Channel) NodeName() string { return text(&c.c().mNodeName) }

// Positions are the translation keys.
func (c Channel) Positions() []VectorKey {
	return view[VectorKey](c.c().mPositionKeys, c.c().mNumPositionKeys)
}

// Scalings are the scale keys.
func (c Channel) Scalings() []VectorKey {
	return view[VectorKey](c.c().mScalingKeys, c.c().mNumScalingKeys)
}

// Rotations are the rotation keys.
func (c Channel) Rotations() QuatKeys {
	return QuatKeys{view[C.struct_aiQuatKey](c.c().mRotationKeys, c.c().mNumRotationKeys)}
}

// PreState says what the channel does before its first key.
func (c Channel) PreState() Behaviour { return Behaviour(c.c().mPreState) }

// PostState says what the channel does after its last key.
func (c Channel) PostState() Behaviour { return Behaviour(c.c().mPostState) }

// Interpolation is the key's mode; ok is HasInterpolation, and without it the
// mode is Linear.
func (k *VectorKey) Interpolation() (mode Interpolation, ok bool) {
	if !HasInterpolation {
		return Linear, false
	}
	return Interpolation(k.mode), true
}

// QuatKeys is a view of rotation keys. It is not a slice because the size of a
// key depends on the version of libassimp; its methods are inlined all the same.
type QuatKeys struct {
	keys []C.struct_aiQuatKey
}

// Len is the number of keys.
func (q QuatKeys) Len() int { return len(q.keys) }

// Time is the time of key i in ticks.
func (q QuatKeys) Time(i int) float64 { return float64(q.keys[i].mTime) }

// Value is the rotation of key i, a quaternion that is usually of unit length.
func (q QuatKeys) Value(i int) (x, y, z, w float32) {
	v := &q.keys[i].mValue
	return float32(v.x), float32(v.y), float32(v.z), float32(v.w)
}

// Interpolation is the mode of key i; ok is HasInterpolation, and without it the
// mode is Linear.
func (q QuatKeys) Interpolation(i int) (mode Interpolation, ok bool) {
	if !HasInterpolation {
		return Linear, false
	}
	key := unsafe.Pointer(&q.keys[i])
	return *(*Interpolation)(unsafe.Add(key, quatKeyModeOffset)), true
}

// MorphChannel is a view of the weights of a set of morph targets over time.
type MorphChannel struct {
	p *C.struct_aiMeshMorphAnim
	s *Scene
}

// IsNil tells whether this is no channel.
func (m MorphChannel) IsNil() bool { return m.p == nil }

// Name says what the channel moves: the name of a node (glTF, Collada) or of a
// mesh followed by "*" and an index (FBX).
func (m MorphChannel) Name() string {
	if m.p == nil {
		return ""
	}
	return text(&m.p.mName)
}

// Keys is the number of keys.
func (m MorphChannel) Keys() int { return len(m.keys()) }

// Key is key i.
func (m MorphChannel) Key(i int) MorphKey {
	keys := m.keys()
	if i < 0 || i >= len(keys) {
		return MorphKey{}
	}
	return MorphKey{&keys[i], m.s}
}

func (m MorphChannel) keys() []C.struct_aiMeshMorphKey {
	if m.p == nil {
		return nil
	}
	return view[C.struct_aiMeshMorphKey](m.p.mKeys, m.p.mNumKeys)
}

// MorphKey is a view of the weights of some morph targets at a time.
type MorphKey struct {
	p *C.struct_aiMeshMorphKey
	s *Scene
}

// Time is the key's time in ticks.
func (k MorphKey) Time() float64 {
	if k.p == nil {
		return 0
	}
	return float64(k.p.mTime)
}

// Values lists the targets, as Mesh.AnimMesh counts them.
func (k MorphKey) Values() []uint32 {
	if k.p == nil {
		return nil
	}
	return view[uint32](k.p.mValues, k.p.mNumValuesAndWeights)
}

// Weights has the weight of each target of Values.
func (k MorphKey) Weights() []float64 {
	if k.p == nil {
		return nil
	}
	return view[float64](k.p.mWeights, k.p.mNumValuesAndWeights)
}
