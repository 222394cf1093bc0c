package runtime

import "fmt"

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
	switch m {
	case Wrap:
		return "wrap"
	case Clamp:
		return "clamp"
	case PingPong:
		return "ping-pong"
	}
	return fmt.Sprintf("loop mode(%d)", uint8(m))
}

// PlayOptions are the options of Play. The zero value loops a clip at the speed it
// was made for.
type PlayOptions struct {
	Mode LoopMode
	// Speed is a factor; negative plays backwards, 0 means 1 (SetSpeed can hold an
	// instance).
	Speed float64
	// Offset is the number of seconds of the clip that are skipped, in the direction
	// of play: after the start or, with a negative Speed, before the end.
	Offset float64
	// Seed, where not 0, skips more: a part of the clip, of both ways of PingPong,
	// that is random but follows from Seed and the instance's number alone.
	Seed uint64
}

func (o *PlayOptions) check() error {
	if o.Mode > PingPong {
		return fmt.Errorf("%w: %v", ErrOption, o.Mode)
	}
	if !finite64(o.Speed) || !finite64(o.Offset) {
		return fmt.Errorf("%w: speed %v, offset %v", ErrTime, o.Speed, o.Offset)
	}
	return nil
}

// speed is the factor that Speed stands for.
func (o *PlayOptions) speed() float64 {
	if o.Speed == 0 {
		return 1
	}
	return o.Speed
}

// start is where instance i begins in a clip of some seconds, in seconds after its
// start and not yet reduced to the first period.
func (o *PlayOptions) start(i int, seconds float64) float64 {
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
