package runtime

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
)

// voices are what the layers of a crowd's instances play. A layer plays one clip or,
// during a fade, the clips that go and the one that comes: its voices. Voice k of
// instance i has the index k·padded + i, in clocks and in Crowd.clip too, so that the
// first voices of all instances lie as those of a crowd without layers do.
//
//	voice 0   instance 0 … 15 │ 16 … 31 │ …
//	voice 1   instance 0 … 15 │ …
//
// With its clock (37 bytes) and clip (4) a voice takes 71 bytes; an instance takes 43 more.
type voices struct {
	each, padded int // voices per instance, instances in whole blocks

	weight []float32 // of the layer, as Play said
	fade   []float64 // 0 to 1: how far the voice has come in
	rate   []float32 // of fade per second; 0 once it is complete
	mask   []uint8   // 0: the whole body; else 1 + index of Crowd.masks
	how    []uint8   // voiceKind, voiceCurve, voiceQueued, voiceHeld
	layer  []uint8
	rank   []uint8  // age among the instance's voices: 0 is the oldest
	sync   []uint8  // group that shares a phase, or 0
	seen   []uint8  // seenFresh and others
	more   []uint64 // of a held pose: its place in Crowd.held; of others: the bits of their own speed

	used []uint8 // per instance: a bit per voice in use
	busy []uint8 // per instance: instanceBusy and others where there is more to do than to play voice 0
	plan []plan  // per instance

	fading []uint8 // per instance with instanceFades: a bit per voice that may be coming in
}

// Parts of voices.how.
const (
	voiceKind       = 7
	voiceCurveShift = 3
	voiceCurve      = 3 << voiceCurveShift
	voiceQueued     = 1 << 5
	voiceHeld       = 1 << 6 // a pose of its own, in place of a clip's
	voiceLead       = 1 << 7 // its group takes the time of the leader
)

// Flags of voices.busy.
const (
	instanceBusy       = 1 << iota
	instanceSyncs      // a voice may belong to a group that shares a phase
	instanceQueues     // a voice may wait
	instanceHolds      // a voice may hold a pose
	instanceDriven     // a graph decides what it plays
	instanceControlled // a control changes its pose
	instanceOffset     // and no other flag: it is plain but for an offset that dies out
	instanceFades      // a voice may be coming in
)

func newVoices(each, padded int) voices {
	n := each * padded
	return voices{
		each: each, padded: padded,
		weight: make([]float32, n), fade: make([]float64, n), rate: make([]float32, n),
		mask: make([]uint8, n), how: make([]uint8, n), layer: make([]uint8, n), rank: make([]uint8, n), sync: make([]uint8, n), seen: make([]uint8, n), more: make([]uint64, n),
		used: make([]uint8, padded), busy: make([]uint8, padded), plan: make([]plan, padded), fading: make([]uint8, padded),
	}
}

func (v *voices) at(i, k int) int { return k*v.padded + i }

// slot is which voice of its instance a is.
func (v *voices) slot(a int) int { return a / v.padded }

func (v *voices) kind(a int) play.Kind { return play.Kind(v.how[a] & voiceKind) }

func (v *voices) curve(a int) play.Curve { return play.Curve(v.how[a] & voiceCurve >> voiceCurveShift) }

func (v *voices) held(a int) bool { return v.how[a]&voiceHeld != 0 }

func (v *voices) queued(a int) bool { return v.how[a]&voiceQueued != 0 }

// take reserves a voice for instance i, the youngest, or returns false where all are
// in use.
func (v *voices) take(i int) (k int, ok bool) {
	k = bits.TrailingZeros8(^v.used[i])
	if k >= v.each {
		return 0, false
	}
	v.rank[v.at(i, k)] = uint8(bits.OnesCount8(v.used[i]))
	v.used[i] |= 1 << k
	v.plan[i].n = 0
	return k, true
}

// drop frees voice k of instance i.
func (v *voices) drop(i, k int) {
	v.renew(i, k)
	v.used[i] &^= 1 << k
}

// renew makes voice k of instance i the youngest.
func (v *voices) renew(i, k int) {
	a := v.at(i, k)
	rank := v.rank[a]
	v.plan[i].n = 0
	for u := v.used[i]; u != 0; u &= u - 1 {
		if b := v.at(i, bits.TrailingZeros8(u)); v.rank[b] > rank {
			v.rank[b]--
		}
	}
	v.rank[a] = uint8(bits.OnesCount8(v.used[i]) - 1)
}

// sorted lists the voices of instance i that are not queued, layer by layer, the
// oldest of each first.
func (v *voices) sorted(i int, list *[play.MaxLayers]uint8) []uint8 {
	var keys [play.MaxLayers]uint32
	n := 0
	for u := v.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		a := v.at(i, k)
		if v.queued(a) {
			continue
		}
		key := uint32(v.layer[a])<<16 | uint32(v.rank[a])<<8 | uint32(k)
		at := n
		for ; at > 0 && keys[at-1] > key; at-- {
			keys[at] = keys[at-1]
		}
		keys[at] = key
		n++
	}
	for k, key := range keys[:n] {
		list[k] = uint8(key)
	}
	return list[:n]
}

// current returns the youngest voice of a layer that is not queued.
func (v *voices) current(i, layer int) (k int, ok bool) {
	rank := -1
	for u := v.used[i]; u != 0; u &= u - 1 {
		n := bits.TrailingZeros8(u)
		if a := v.at(i, n); int(v.layer[a]) == layer && !v.queued(a) && int(v.rank[a]) > rank {
			k, rank = n, int(v.rank[a])
		}
	}
	return k, rank >= 0
}

// plain reports whether instance i has one voice, the first, that is all of its pose.
func (v *voices) plain(i int) bool {
	return v.used[i] == 1 && v.weight[i] == 1 && v.rate[i] == 0 && v.fade[i] == 1 && v.mask[i] == 0 &&
		v.how[i]&(voiceKind|voiceQueued|voiceHeld) <= uint8(play.Override)
}

// flags are those of the instances of some blocks together.
func (v *voices) flags(first, blocks int) uint8 {
	any := uint64(0)
	for b := v.busy[first*simd.Lanes : (first+blocks)*simd.Lanes]; len(b) > 0; b = b[8:] {
		any |= binary.NativeEndian.Uint64(b)
	}
	any |= any >> 32
	any |= any >> 16
	return uint8(any | any>>8)
}

// mixes tells flags with which an instance needs the mixer from those of one that does
// not: it plays one clip, perhaps with an offset that dies out.
func mixes(flags uint8) bool { return flags&^instanceOffset != 0 }

// firstQueued returns the voice that has waited longest in a layer.
func (v *voices) firstQueued(i, layer int) (k int, ok bool) {
	rank := math.MaxUint8
	for u := v.used[i]; u != 0; u &= u - 1 {
		n := bits.TrailingZeros8(u)
		if a := v.at(i, n); v.queued(a) && int(v.layer[a]) == layer && int(v.rank[a]) < rank {
			k, rank = n, int(v.rank[a])
		}
	}
	return k, rank < math.MaxUint8
}
