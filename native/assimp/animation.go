//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

// Animation is a view of one animation: tracks of nodes and of morph targets on
// one timeline in ticks.
type Animation struct {
	p *C.struct_aiAnimation
	s *Scene
}

// Name is the animation's name, often empty.
func (a Animation) Name() string { return text(&a.p.mName) }

// TicksPerSecond is the rate of the timeline, 0 if the file has none.
func (a Animation) TicksPerSecond() float64 { return float64(a.p.mTicksPerSecond) }

// Channels is the number of animated nodes.
func (a Animation) Channels() int { return count(a.p.mChannels, a.p.mNumChannels) }

// Channel holds the tracks of animated node i.
func (a Animation) Channel(i int) Channel {
	return Channel{elementAt(a.p.mChannels, a.p.mNumChannels, i), a.s}
}

// MorphChannels is the number of animated sets of morph targets.
func (a Animation) MorphChannels() int {
	return count(a.p.mMorphMeshChannels, a.p.mNumMorphMeshChannels)
}

// MorphChannel is the track of animated set i.
func (a Animation) MorphChannel(i int) MorphChannel {
	return MorphChannel{elementAt(a.p.mMorphMeshChannels, a.p.mNumMorphMeshChannels, i), a.s}
}

// Channel is a view of the position, rotation and scale tracks of one node, each
// with its own keys.
type Channel struct {
	p *C.struct_aiNodeAnim
	s *Scene
}

// NodeName is the name of the animated node.
func (c Channel) NodeName() string { return text(&c.p.mNodeName) }

// Positions are the translation keys.
func (c Channel) Positions() []VectorKey {
	return view[VectorKey](c.p.mPositionKeys, c.p.mNumPositionKeys)
}

// Scalings are the scale keys.
func (c Channel) Scalings() []VectorKey {
	return view[VectorKey](c.p.mScalingKeys, c.p.mNumScalingKeys)
}

// Rotations are the rotation keys.
func (c Channel) Rotations() QuatKeys {
	return QuatKeys{view[C.struct_aiQuatKey](c.p.mRotationKeys, c.p.mNumRotationKeys)}
}

// QuatKeys is a view of rotation keys, not a slice: the size of a key depends on the
// libassimp version.
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

// MorphChannel is a view of the weights of a set of morph targets over time.
type MorphChannel struct {
	p *C.struct_aiMeshMorphAnim
	s *Scene
}

// Name is the name of the animated node (glTF, Collada), or of the mesh followed
// by "*" and an index (FBX).
func (m MorphChannel) Name() string { return text(&m.p.mName) }

// Keys is the number of keys.
func (m MorphChannel) Keys() int { return len(m.keys()) }

// Key is key i.
func (m MorphChannel) Key(i int) MorphKey {
	keys := m.keys()
	if i < 0 || i >= len(keys) {
		return MorphKey{new(C.struct_aiMeshMorphKey), m.s}
	}
	return MorphKey{&keys[i], m.s}
}

func (m MorphChannel) keys() []C.struct_aiMeshMorphKey {
	return view[C.struct_aiMeshMorphKey](m.p.mKeys, m.p.mNumKeys)
}

// MorphKey is a view of morph target weights at one time.
type MorphKey struct {
	p *C.struct_aiMeshMorphKey
	s *Scene
}

// Time is the key's time in ticks.
func (k MorphKey) Time() float64 { return float64(k.p.mTime) }

// Values lists the targets, as indices for Mesh.AnimMesh.
func (k MorphKey) Values() []uint32 { return view[uint32](k.p.mValues, k.p.mNumValuesAndWeights) }

// Weights has the weight of each target of Values.
func (k MorphKey) Weights() []float64 { return view[float64](k.p.mWeights, k.p.mNumValuesAndWeights) }
