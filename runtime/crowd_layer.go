package runtime

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// ActiveClip is what one clip does in an instance, see Instance.ActiveClips.
type ActiveClip struct {
	Layer  int
	Clip   int // an index, Rest, or soa.None for a pose that Frozen or DeadBlend holds
	Kind   play.Kind
	Mask   int     // as PlayOptions.Mask
	Cycle  int64   // whole periods since the clip's start
	Phase  float64 // seconds in the period
	Time   float64 // on the clip file's own time line
	Weight float64 // of the clip now: the layer's weight and its part in the fade
	Fade   float64 // 0 to 1: how far the clip has come in
	Queued bool
}

// ActiveClips appends what the character plays to list: layer by layer, clips that go before
// those that come, queued ones last.
func (x Instance) ActiveClips(list []ActiveClip) []ActiveClip {
	if !x.has() {
		return list
	}
	c, i := x.crowd, x.index
	var order [play.MaxLayers]uint8
	var share [play.MaxLayers]float32
	v := &c.set.active.voices
	sorted := v.sorted(i, &order)
	c.set.active.shares(i, sorted, &share)
	for k, n := range sorted {
		list = append(list, c.set.active.layerOf(v.at(i, int(n)), share[k]))
	}
	for rank := range v.each {
		for k := range v.each {
			if a := v.at(i, k); v.used[i]>>k&1 != 0 && v.queued(a) && int(v.rank[a]) == rank {
				list = append(list, c.set.active.layerOf(a, 0))
			}
		}
	}
	return list
}

func (c *table) layerOf(a int, share float32) ActiveClip {
	v := &c.voices
	cycle, phase := c.clocks.Time(a)
	l := ActiveClip{
		Layer: int(v.layer[a]), Clip: c.clipOf(a), Kind: v.kind(a), Mask: int(v.mask[a]), Cycle: cycle, Phase: phase,
		Weight: float64(float32(v.weight[a] * share)), Fade: float64(v.curve(a).Weight(float32(v.fade[a]))), Queued: v.queued(a),
	}
	if v.held(a) {
		l.Clip = soa.None
		return l
	}
	l.Time = c.played[c.clip[a]].Start + c.clocks.Position(a)
	return l
}

// active returns the voice that the layer plays or fades in.
func (l Layer) active(what string) (a int, err error) {
	if err := l.of.check(what); err != nil {
		return 0, err
	}
	if a, err = l.of.crowd.set.active.layer(l.of.index, l.layer); err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	return a, nil
}

// layer returns the voice that a layer of an instance plays or fades in.
func (c *table) layer(i, layer int) (a int, err error) {
	if layer < 0 || layer >= c.voices.each {
		return 0, fmt.Errorf("%w: layer %d of %d", ErrRange, layer, c.voices.each)
	}
	if err := c.ungoverned(); err != nil {
		return 0, err
	}
	k, ok := c.voices.current(i, layer)
	if !ok {
		return 0, fmt.Errorf("%w: layer %d plays nothing", ErrRange, layer)
	}
	return c.voices.at(i, k), nil
}

// SetWeight changes the weight of the layer at once: to be called every frame for one that
// follows a parameter. The error wraps ErrStale, ErrRange for a layer that plays nothing, or
// ErrOption for a weight that is not from 0 to MaxWeight.
func (l Layer) SetWeight(weight float64) error {
	a, err := l.active("set weight")
	if err != nil {
		return err
	}
	c, i := l.of.crowd, l.of.index
	v := &c.set.active.voices
	if !play.IsWeight(weight) {
		return fmt.Errorf("set weight: %w: %v", ErrOption, weight)
	}
	for k := range v.each {
		if b := v.at(i, k); v.used[i]>>k&1 != 0 && v.layer[b] == v.layer[a] && !v.queued(b) {
			v.weight[b] = float32(weight)
		}
	}
	c.set.active.settle(i)
	c.set.mix.levels.refresh(i)
	return nil
}

// SetMask changes the mask of the layer, as PlayOptions.Mask counts them, within some
// seconds: the clip plays on with both masks meanwhile. The error wraps ErrStale, ErrRange,
// ErrTime or ErrOption.
func (l Layer) SetMask(mask int, seconds float64) error {
	a, err := l.active("set mask")
	if err != nil {
		return err
	}
	c, i := l.of.crowd, l.of.index
	switch {
	case mask < 0 || mask > len(c.set.active.masks):
		return fmt.Errorf("set mask: %w: mask %d of %d", ErrRange, mask, len(c.set.active.masks))
	case !play.Finite(seconds):
		return fmt.Errorf("set mask: %w: %v", play.ErrTime, seconds)
	case seconds < 0:
		return fmt.Errorf("set mask: %w: %v s", ErrOption, seconds)
	}
	v := &c.set.active.voices
	if seconds == 0 {
		v.mask[a] = uint8(mask)
	} else if k, ok := v.take(i); ok {
		b := v.at(i, k)
		c.set.active.copyVoice(b, a)
		v.fade[b], v.rate[b], v.mask[b] = 0, rateOf(seconds), uint8(mask)
		v.seen[a] = seenShadow
	} else if err := c.guard("set mask", nil, i, i+1, func() { c.set.replaceMask(i, a, mask, seconds) }); err != nil {
		return err
	}
	c.set.active.settle(i)
	c.set.mix.levels.refresh(i)
	return nil
}

// replaceMask changes the mask of a voice where no voice is left for the new one: the
// difference dies out.
func (c *set) replaceMask(i, a, mask int, seconds float64) {
	c.mix.soloLock.Lock()
	defer c.mix.soloLock.Unlock()
	s := c.mix.soloScratch()
	c.mix.shown(s, i)
	c.active.voices.mask[a] = uint8(mask)
	c.mix.diesOut(s, i, seconds)
}

// copyVoice makes voice a what voice from is, but for its age.
func (c *table) copyVoice(a, from int) {
	v := &c.voices
	c.clocks.Copy(a, from)
	c.clip[a] = c.clip[from]
	v.weight[a], v.fade[a], v.rate[a], v.more[a] = v.weight[from], v.fade[from], v.rate[from], v.more[from]
	v.mask[a], v.how[a], v.layer[a], v.sync[a] = v.mask[from], v.how[from], v.layer[from], v.sync[from]
	v.seen[a] = v.seen[from]
}

// Seek is Instance.Seek for the clip of the layer; clips of its group follow. The error wraps
// ErrStale, ErrRange or ErrTime.
func (l Layer) Seek(seconds float64) error {
	a, err := l.active("seek")
	if err != nil {
		return err
	}
	c, i := l.of.crowd, l.of.index
	if !play.Finite(seconds) {
		return fmt.Errorf("seek: %w: %v", play.ErrTime, seconds)
	}
	c.set.active.eachCopy(i, a, func(b int) {
		c.set.active.jump(i, b, func() { c.set.active.clocks.SetPhase(b, seconds-c.set.active.played[c.set.active.clip[b]].Start) })
		c.set.active.voices.seen[b] &^= seenFresh
	})
	c.set.active.regroup(i, a)
	c.set.mix.levels.refresh(i)
	return nil
}

// SetSpeed is Instance.SetSpeed for the clip of the layer. The error wraps ErrStale, ErrRange
// or ErrTime.
func (l Layer) SetSpeed(speed float64) error {
	a, err := l.active("set speed")
	if err != nil {
		return err
	}
	c, i := l.of.crowd, l.of.index
	if !play.Finite(speed) {
		return fmt.Errorf("set speed: %w: %v", play.ErrTime, speed)
	}
	c.set.active.eachCopy(i, a, func(b int) {
		c.set.active.jump(i, b, func() { c.set.active.clocks.SetSpeed(b, speed) })
		c.set.active.voices.more[b] = math.Float64bits(speed)
	})
	return nil
}

// eachCopy calls do for a voice and for those that SetMask has made it a copy of.
func (c *table) eachCopy(i, a int, do func(a int)) {
	v := &c.voices
	var order [play.MaxLayers]uint8
	sorted := v.sorted(i, &order)
	k := len(sorted) - 1
	for v.at(i, int(sorted[k])) != a {
		k--
	}
	do(a)
	for k--; k >= 0; k-- {
		b := v.at(i, int(sorted[k]))
		if v.layer[b] != v.layer[a] || v.seen[b]&seenShadow == 0 {
			return
		}
		do(b)
	}
}
