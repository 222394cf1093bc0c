package clips

import (
	"slices"
	"time"
)

// Stretch is the number of poses that are timed together.
const Stretch = 256

// Took is nanoseconds per joint of a pose over stretches: the minimum, the median and the
// 99th percentile.
type Took struct {
	Least float64 `json:"least"`
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
}

// Summarize summarizes stretches of time, each in nanoseconds per joint. It sorts them.
func Summarize(stretches []float64) Took {
	slices.Sort(stretches)
	return Took{stretches[0], Percentile(stretches, 50), Percentile(stretches, 99)}
}

// Percentile returns a percentile of ascending values, by nearest rank; 0 without values.
func Percentile(ascending []float64, percent int) float64 {
	if len(ascending) == 0 {
		return 0
	}
	return ascending[max(0, (len(ascending)*percent+99)/100-1)]
}

// Time plays a clip for a while, by its Play or its Palettes.
func Time(joints int, start func(w Way) (func(frames int) error, error), w Way, long time.Duration) (Took, error) {
	play, err := start(w)
	if err != nil {
		return Took{}, err
	}
	var took []float64
	for begin := time.Now(); len(took) < 8 || time.Since(begin) < long; {
		ns, err := w.OneStretch(joints, play)
		if err != nil {
			return Took{}, err
		}
		took = append(took, ns)
	}
	return Summarize(took), nil
}

// OneStretch times a stretch of poses, at least one of each character, in nanoseconds per
// joint.
func (w Way) OneStretch(joints int, play func(frames int) error) (float64, error) {
	frames := max(1, Stretch/w.Characters)
	start := time.Now()
	err := play(frames)
	return float64(time.Since(start).Nanoseconds()) / float64(frames*w.Characters*joints), err
}
