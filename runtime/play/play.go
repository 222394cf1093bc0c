package play

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// LoopMode says what happens to a time outside a clip.
type LoopMode uint8

const (
	// Wrap starts again: the time at the clip's end is the time at its start.
	Wrap LoopMode = iota
	// Clamp holds the first pose before the start and the last from the end on.
	Clamp
	// PingPong plays forwards and backwards in turn.
	PingPong
)

// String returns the mode's name.
func (m LoopMode) String() string {
	return nameOf([]string{"wrap", "clamp", "ping-pong"}, m, "loop mode")
}

// Options are the options of Play. The zero value loops a clip at its own
// speed, in place of the clip of layer 0.
type Options struct {
	Mode LoopMode
	// Speed is a factor, up to MaxSpeed; negative plays backwards, 0 means 1 (SetSpeed can hold an instance).
	Speed float64
	// Offset is the number of seconds of the clip that are skipped, in the direction
	// of play: after the start or, with a negative Speed, before the end.
	Offset float64
	// Seed, where not 0, skips a random part of the clip more, of both ways of
	// PingPong. The part follows from Seed and the instance's number alone.
	Seed uint64

	// Layer is the layer that plays the clip, below CrowdOptions.Layers. Its other
	// clips go; those of other layers play on.
	Layer int
	Kind  Kind
	// Mask, where not 0, is the mask CrowdOptions.Masks[Mask−1].
	Mask int
	// Weight is the layer's weight, up to MaxWeight; 0 means 1 (Layer.SetWeight can make it 0).
	Weight float64

	// Fade is the length of the transition in seconds, FadePart in lengths of the new
	// clip; they add up. 0 switches at once.
	Fade, FadePart float64
	Curve          Curve
	Transition     Transition
	// HalfLife is the time in which the velocity of DeadBlend halves, in seconds; 0
	// means a quarter of the fade.
	HalfLife float64
	// Match starts the clip at the phase of the layer's clip, plus Offset and Seed.
	Match bool
	// Queue waits until the layer's clip, and those queued before, end, or have only the
	// time of the fade left. The clip starts at that moment: the rest of the update's
	// time is carried over.
	Queue bool
	// Sync, from 1 to 255, is a group of layers of the instance whose clips keep the same phase,
	// but for those that Clamp. Each plays at the speed that gives it the mean of their lengths
	// by weight. A clip that joins the group starts at its phase. If all have some of
	// CrowdOptions.Markers, in the same order, this holds for each interval between two markers.
	Sync int
	// SyncLead gives the group the length of its clip of the greatest weight instead.
	SyncLead bool
}

// ErrTime: a time or a speed is not a finite number.
var ErrTime = errors.New("not a finite time or speed")

// Rest in place of a clip's index is the rest pose.
const Rest = -2

// MaxSpeed is the greatest speed of a clip, forwards or backwards: that bounds the events of an update.
const MaxSpeed = 1e6

// CheckSpeed returns an error that wraps ErrTime for a speed that is not finite, and soa.ErrOption for
// one beyond MaxSpeed.
func CheckSpeed(speed float64) error {
	switch {
	case !Finite(speed):
		return fmt.Errorf("%w: speed %v", ErrTime, speed)
	case math.Abs(speed) > MaxSpeed:
		return fmt.Errorf("%w: speed %v, at most %v is possible", soa.ErrOption, speed, float64(MaxSpeed))
	}
	return nil
}

func Finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func (o *Options) Check(layers, masks int) error {
	if o.Mode > PingPong {
		return fmt.Errorf("%w: %v", soa.ErrOption, o.Mode)
	}
	if err := CheckSpeed(o.Speed); err != nil {
		return err
	}
	for _, v := range [...]struct {
		name  string
		value float64
	}{{"offset", o.Offset}, {"fade", o.Fade}, {"part of a fade", o.FadePart}, {"half-life", o.HalfLife}} {
		if !Finite(v.value) {
			return fmt.Errorf("%w: %s %v", ErrTime, v.name, v.value)
		}
	}
	switch {
	case o.Layer < 0 || o.Layer >= layers:
		return fmt.Errorf("%w: layer %d of %d", soa.ErrRange, o.Layer, layers)
	case o.Mask < 0 || o.Mask > masks:
		return fmt.Errorf("%w: mask %d of %d", soa.ErrRange, o.Mask, masks)
	case o.Kind > Subtract:
		return fmt.Errorf("%w: %v", soa.ErrOption, o.Kind)
	case o.Curve > EaseOut:
		return fmt.Errorf("%w: %v", soa.ErrOption, o.Curve)
	case o.Transition > Inertialize:
		return fmt.Errorf("%w: %v", soa.ErrOption, o.Transition)
	case !IsWeight(o.Weight):
		return fmt.Errorf("%w: weight %v", soa.ErrOption, o.Weight)
	case o.Fade < 0 || o.FadePart < 0 || o.HalfLife < 0:
		return fmt.Errorf("%w: fade %v s and %v of the clip, half-life %v s", soa.ErrOption, o.Fade, o.FadePart, o.HalfLife)
	case o.Sync < 0 || o.Sync > math.MaxUint8:
		return fmt.Errorf("%w: sync group %d", soa.ErrOption, o.Sync)
	}
	return nil
}

// LayerWeight is the weight that Weight stands for.
func (o *Options) LayerWeight() float32 {
	if o.Weight == 0 {
		return 1
	}
	return float32(o.Weight)
}

// Factor is the factor that Speed stands for.
func (o *Options) Factor() float64 {
	if o.Speed == 0 {
		return 1
	}
	return o.Speed
}

// Start is where instance i begins in a clip of some seconds, in seconds after its
// start and not yet reduced to the first period.
func (o *Options) Start(i int, seconds float64) float64 {
	skip := o.Offset
	if o.Seed != 0 {
		period := seconds
		if o.Mode == PingPong {
			period = 2 * seconds
		}
		skip += float64(random(o.Seed, i) * period)
	}
	if o.Speed < 0 {
		return seconds - skip
	}
	return skip
}

// random is a number in [0, 1) that seed and i decide: value i of the generator
// SplitMix64 (Steele, Lea and Flood, 2014) that a mixed seed starts.
func random(seed uint64, i int) float64 {
	const golden = 0x9e3779b97f4a7c15
	return float64(mix64(mix64(seed)+uint64(i+1)*golden)>>11) * (1. / (1 << 53))
}

func mix64(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
