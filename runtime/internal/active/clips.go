package active

import (
	"encoding/binary"
	"iter"
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Clips are what the layers of a crowd's instances play. A layer plays one clip or,
// during a fade, the clips that go and the one that comes: its active clips. Active clip k of
// instance i has the index k·Padded + i, in Table.Clocks and Table.Clip too, so that the
// first active clips of all instances lie as those of a crowd without layers do.
//
//	active clip 0   instance 0 … 15 │ 16 … 31 │ …
//	active clip 1   instance 0 … 15 │ …
//
// With its clock (37 bytes) and clip (4) an active clip takes 71 bytes; an instance takes 43 more.
type Clips struct {
	Each, Padded int // active clips per instance, instances in whole blocks

	Weight []float32 // of the layer, as Play said
	Fade   []float64 // 0 to 1: how far the active clip has come in
	Rate   []float32 // of fade per second; 0 once it is complete
	Mask   []uint8   // 0: the whole body; else 1 + the index in Table.Masks
	How    []uint8   // ClipKind and others
	Layer  []uint8
	Rank   []uint8  // age among the instance's active clips: 0 is the oldest
	Sync   []uint8  // group that shares a phase, or 0
	Seen   []uint8  // seenFresh and others
	More   []uint64 // of a held pose: its place in Table.HeldPoses; of others: the bits of their own speed

	Used  []uint8 // per instance: a bit per active clip in use
	Flags []uint8 // per instance: instanceLayered and others where there is more to do than to play active clip 0
	Plan  []Plan  // per instance

	fading []uint8 // per instance with InstanceFades: a bit per active clip that may be coming in
}

// Parts of Clips.How.
const (
	ClipKind       = 7
	ClipCurveShift = 3
	ClipCurve      = 3 << ClipCurveShift
	ClipQueued     = 1 << 5
	ClipHeld       = 1 << 6 // a pose of its own, in place of a clip's
	clipLead       = 1 << 7 // its group takes the time of the leader
)

// Flags of instances.
const (
	instanceLayered    = 1 << iota
	InstanceSyncs      // an active clip may belong to a group that shares a phase
	InstanceQueues     // an active clip may wait
	InstanceHolds      // an active clip may hold a pose
	InstanceDriven     // a graph decides what it plays
	InstanceControlled // a control changes its pose
	InstanceOffset     // and no other flag: it is plain but for an offset that dies out
	InstanceFades      // an active clip may be coming in
)

func NewClips(each, padded int) Clips {
	n := each * padded
	return Clips{
		Each: each, Padded: padded,
		Weight: make([]float32, n), Fade: make([]float64, n), Rate: make([]float32, n),
		Mask: make([]uint8, n), How: make([]uint8, n), Layer: make([]uint8, n), Rank: make([]uint8, n), Sync: make([]uint8, n), Seen: make([]uint8, n), More: make([]uint64, n),
		Used: make([]uint8, padded), Flags: make([]uint8, padded), Plan: make([]Plan, padded), fading: make([]uint8, padded),
	}
}

func (v *Clips) At(i, k int) int { return k*v.Padded + i }

// All yields the active clips of instance i that are in use as it begins: their places, and their
// indices.
func (v *Clips) All(i int) iter.Seq2[int, int] {
	return func(yield func(k, a int) bool) {
		for u := v.Used[i]; u != 0; u &= u - 1 {
			if k := bits.TrailingZeros8(u); !yield(k, v.At(i, k)) {
				return
			}
		}
	}
}

// slot is which active clip of its instance a is.
func (v *Clips) slot(a int) int         { return a / v.Padded }
func (v *Clips) Kind(a int) play.Kind   { return play.Kind(v.How[a] & ClipKind) }
func (v *Clips) curve(a int) play.Curve { return play.Curve(v.How[a] & ClipCurve >> ClipCurveShift) }
func (v *Clips) HoldsPose(a int) bool   { return v.How[a]&ClipHeld != 0 }
func (v *Clips) Queued(a int) bool      { return v.How[a]&ClipQueued != 0 }

// Take reserves an active clip, the youngest, for instance i. It returns false where all are in use.
func (v *Clips) Take(i int) (k int, ok bool) {
	k = bits.TrailingZeros8(^v.Used[i])
	if k >= v.Each {
		return 0, false
	}
	v.Rank[v.At(i, k)] = uint8(bits.OnesCount8(v.Used[i]))
	v.Used[i] |= 1 << k
	v.Plan[i].Links = 0
	return k, true
}

// drop frees active clip k of instance i.
func (v *Clips) drop(i, k int) {
	v.renew(i, k)
	v.Used[i] &^= 1 << k
}

// renew makes active clip k of instance i the youngest.
func (v *Clips) renew(i, k int) {
	a := v.At(i, k)
	rank := v.Rank[a]
	v.Plan[i].Links = 0
	for _, b := range v.All(i) {
		if v.Rank[b] > rank {
			v.Rank[b]--
		}
	}
	v.Rank[a] = uint8(bits.OnesCount8(v.Used[i]) - 1)
}

// Sorted lists the active clips of instance i that are not queued by layer, the oldest first.
func (v *Clips) Sorted(i int, list *[play.MaxLayers]uint8) []uint8 {
	var keys [play.MaxLayers]uint32
	n := 0
	for k, a := range v.All(i) {
		if v.Queued(a) {
			continue
		}
		key := uint32(v.Layer[a])<<16 | uint32(v.Rank[a])<<8 | uint32(k)
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

// Current returns the youngest active clip of a layer that is not queued.
func (v *Clips) Current(i, layer int) (k int, ok bool) {
	rank := -1
	for n, a := range v.All(i) {
		if int(v.Layer[a]) == layer && !v.Queued(a) && int(v.Rank[a]) > rank {
			k, rank = n, int(v.Rank[a])
		}
	}
	return k, rank >= 0
}

// plain reports whether instance i has one active clip, the first, that is all of its pose.
func (v *Clips) plain(i int) bool {
	return v.Used[i] == 1 && v.Weight[i] == 1 && v.Rate[i] == 0 && v.Fade[i] == 1 && v.Mask[i] == 0 &&
		v.How[i]&(ClipKind|ClipQueued|ClipHeld) <= uint8(play.Override)
}

// FlagsOf combines the flags of the instances of blocks.
func (v *Clips) FlagsOf(first, blocks int) uint8 {
	any := uint64(0)
	for b := v.Flags[first*simd.Lanes : (first+blocks)*simd.Lanes]; len(b) > 0; b = b[8:] {
		any |= binary.NativeEndian.Uint64(b)
	}
	any |= any >> 32
	any |= any >> 16
	return uint8(any | any>>8)
}

// Layered reports whether an instance with some flags needs the mixer. Otherwise it plays one clip,
// perhaps with an offset.
func Layered(flags uint8) bool { return flags&^InstanceOffset != 0 }

// waits reports whether an active clip of instance i is queued.
func (v *Clips) waits(i int) bool {
	for _, a := range v.All(i) {
		if v.Queued(a) {
			return true
		}
	}
	return false
}

// firstQueued returns the active clip that has waited longest in a layer.
func (v *Clips) firstQueued(i, layer int) (k int, ok bool) {
	rank := math.MaxUint8
	for n, a := range v.All(i) {
		if v.Queued(a) && int(v.Layer[a]) == layer && int(v.Rank[a]) < rank {
			k, rank = n, int(v.Rank[a])
		}
	}
	return k, rank < math.MaxUint8
}
