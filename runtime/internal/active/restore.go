package active

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/runtime/play"
)

// checkClips makes sure that no active clip asks for what the crowd does not have.
func (c *Table) checkClips(list []SavedClip) error {
	ranks, main, paused, plays := 0, false, false, 0
	var youngest [play.MaxLayers]*SavedClip // of the active clips of a layer that play
	for k := range list {
		s := &list[k]
		mask, how, layer, rank := s.Bytes[0], s.Bytes[1], s.Bytes[2], s.Bytes[3]
		good := s.Clip <= uint64(c.Sources()) && s.Mode <= uint64(kernel.ClockClamp) &&
			int(mask) <= len(c.Masks) && play.Kind(how&ClipKind) <= play.Subtract && s.Bytes[5]&^(seenFresh|seenHeard|seenShadow|seenStopped) == 0 &&
			play.IsWeight(s.Weight) && s.Fade >= 0 && s.Fade <= 1 && s.Rate >= 0 && s.Rate <= math.MaxFloat32 && s.Phase >= 0
		if good && how&ClipHeld == 0 {
			good = s.Phase <= 2*c.Played[s.Clip].Clock.Seconds && play.Finite(math.Float64frombits(s.More))
		}
		driven := c.Graph.Of != nil
		if good && !driven && how&ClipHeld == 0 {
			good = s.hasSpeed()
		}
		if !good || rank >= play.MaxLayers || driven && how&^ClipKind != 0 || !driven && int(layer) >= c.Clips.Each {
			return fmt.Errorf("%w: active clip %d", play.ErrState, k)
		}
		if driven {
			continue
		}
		ranks |= 1 << rank
		main = main || layer == 0 && how&ClipQueued == 0
		if how&ClipQueued == 0 {
			if plays++; plays > 1 && s.Paused != paused {
				return fmt.Errorf("%w: active clip %d is paused alone", play.ErrState, k)
			}
			paused = s.Paused
		}
		if y := youngest[layer]; how&ClipQueued == 0 && (y == nil || y.Bytes[3] < rank) {
			youngest[layer] = s
		}
		if how&ClipHeld != 0 && how&ClipQueued != 0 {
			return fmt.Errorf("%w: active clip %d is a pose that waits", play.ErrState, k)
		}
	}
	for layer, s := range youngest {
		if s != nil && s.Bytes[1]&ClipHeld != 0 {
			return fmt.Errorf("%w: layer %d plays a pose", play.ErrState, layer)
		}
	}
	if c.Graph.Of == nil && (ranks != 1<<len(list)-1 || !main) {
		return fmt.Errorf("%w: the order of its active clips", play.ErrState)
	}
	return nil
}

// hasSpeed reports whether Play can have given the active clip its speed. The speed of its clock in a
// group is that of the group, which the next step computes.
func (s *SavedClip) hasSpeed() bool {
	own := math.Float64frombits(s.More)
	return play.CheckSpeed(own) == nil && (s.Bytes[4] != 0 || play.CheckSpeed(s.Speed) == nil)
}

// RestoreAll gives instance i a state that Read has accepted, but for control and graph.
func (c *Table) RestoreAll(i int, s *Saved) {
	c.restoreClips(i, uint8(s.used), s.Clips())
	c.Watch.replacePending(i, s.pending)
	if c.Graph.Of != nil {
		c.Clocks.Pause(i, s.paused)
	}
	if o := &c.Offsets; s.dies {
		place, row := o.Pool.Take()
		copy(row, s.offset.Row)
		o.Place[i], o.Progress[i], o.Rate[i] = int32(place+1), float32(s.offset.Fade), float32(s.offset.Rate)
	}
	c.Settle(i)
	c.restoreRoot(i, s.root, s.along)
}

// restoreClips replaces the active clips of an instance.
func (c *Table) restoreClips(i int, used uint8, list []SavedClip) {
	v := &c.Clips
	for k, a := range v.All(i) {
		v.Seen[a] = 0
		c.Free(nil, i, k)
	}
	c.Offsets.Drop(i)
	v.Used[i] = used
	for k, u := 0, used; u != 0; k, u = k+1, u&(u-1) {
		s, a := &list[k], v.At(i, bits.TrailingZeros8(u))
		clock := int(s.Clip)
		v.More[a] = s.More
		if s.Holds() {
			place, row := c.HeldPoses.Take()
			copy(row, s.Row)
			c.HeldPoses.Seal(place)
			v.More[a], clock = uint64(place), c.HeldClock()
		}
		c.Clip[a] = int32(s.Clip)
		_ = c.Clocks.SetClip(a, clock, kernel.ClockMode(s.Mode))
		c.Clocks.SetTime(a, int64(s.Cycle), min(s.Phase, c.Clocks.Period(a)))
		c.Clocks.SetSpeed(a, s.Speed)
		c.Clocks.Pause(a, s.Paused)
		v.Weight[a], v.Fade[a], v.Rate[a] = float32(s.Weight), s.Fade, float32(s.Rate)
		v.Mask[a], v.How[a], v.Layer[a], v.Rank[a], v.Sync[a], v.Seen[a] = s.Bytes[0], s.Bytes[1], s.Bytes[2], s.Bytes[3], s.Bytes[4], s.Bytes[5]
	}
}
