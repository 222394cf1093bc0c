package runtime

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Sampler is a clip made ready for sampling. It knows which tracks are keyed at
// the same times, so that a pose looks once where it stands among those times
// and not once per track: most files key all joints together.
//
//	runs[r]   property, interpolation, key times, tracks   tracks that are worked through together
//
// A Sampler is only read after NewSampler: any number of players and goroutines
// can share it. It refers to the clip, which must not change.
type Sampler struct {
	clip            *soa.Clip
	keys            simd.Keys // those of the clip
	timelines       int
	joints, weights int // one more than the greatest target
	floats          int // the same
	runs            []run
}

// run is tracks of one property, interpolation and set of key times.
type run struct {
	property      soa.Property
	interpolation soa.Interpolation
	timeline      uint32    // number of the set of key times: the index of its cursor
	time          []float32 // the key times, as the first of the tracks has them
	tracks        simd.Tracks
}

// NewSampler checks the clip against the model it is to move and prepares it.
// The error wraps soa.ErrInvalid.
func NewSampler(model *soa.Model, clip *soa.Clip) (*Sampler, error) {
	if model == nil || model.Skeleton == nil || clip == nil {
		return nil, fmt.Errorf("new sampler: %w: no model, skeleton or clip", soa.ErrInvalid)
	}
	if err := clip.Validate(model.Skeleton.Len(), len(model.Weights), len(model.Floats)); err != nil {
		return nil, fmt.Errorf("new sampler: %w", err)
	}
	return newSampler(clip), nil
}

// Clip returns the clip that is sampled.
func (s *Sampler) Clip() *soa.Clip { return s.clip }

// Cursors returns how many cursors Sample needs.
func (s *Sampler) Cursors() int { return s.timelines }

// newSampler prepares a clip that has passed Validate.
func newSampler(clip *soa.Clip) *Sampler {
	s := &Sampler{clip: clip, keys: simd.Keys{X: clip.X, Y: clip.Y, Z: clip.Z, W: clip.W}}
	timelines := s.numberTimelines()
	runs := map[[3]int]int{}
	for t := range clip.Tracks {
		tr := &clip.Tracks[t]
		kind := [3]int{int(tr.Property), int(tr.Interpolation), timelines[t]}
		r, ok := runs[kind]
		if !ok {
			r = len(s.runs)
			runs[kind] = r
			first, end := clip.Keys(t)
			s.runs = append(s.runs, run{
				property: tr.Property, interpolation: tr.Interpolation, timeline: uint32(timelines[t]), time: clip.Time[first:end],
			})
		}
		run := &s.runs[r]
		run.tracks.First = append(run.tracks.First, tr.First)
		run.tracks.Target = append(run.tracks.Target, tr.Target)
		if tr.Interpolation == soa.Cubic {
			run.tracks.Tangent = append(run.tracks.Tangent, tr.FirstTangent)
		}
		switch tr.Property {
		case soa.Weight:
			s.weights = max(s.weights, int(tr.Target)+1)
		case soa.Float:
			s.floats = max(s.floats, int(tr.Target)+1)
		default:
			s.joints = max(s.joints, int(tr.Target)+1)
		}
	}
	return s
}

// numberTimelines gives tracks with the same key times the same number. All
// that have one key count as the same: when it stands does not matter.
func (s *Sampler) numberTimelines() []int {
	number := make([]int, len(s.clip.Tracks))
	known := map[uint64][]int{} // by hash of the key times: the first track of each timeline
	for t := range number {
		times := s.keyTimes(t)
		sum := uint64(len(times))
		for _, v := range times {
			sum = (sum ^ uint64(math.Float32bits(v))) * 0x100000001b3 // FNV-1a
		}
		same := slices.IndexFunc(known[sum], func(u int) bool { return slices.Equal(s.keyTimes(u), times) })
		if same >= 0 {
			number[t] = number[known[sum][same]]
			continue
		}
		known[sum] = append(known[sum], t)
		number[t] = s.timelines
		s.timelines++
	}
	return number
}

// keyTimes returns the key times of track t, none where it has but one.
func (s *Sampler) keyTimes(t int) []float32 {
	first, end := s.clip.Keys(t)
	if end-first == 1 {
		return nil
	}
	return s.clip.Time[first:end]
}
