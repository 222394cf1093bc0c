package bvh

import (
	"fmt"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/bvh"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// clipName is the name of the clip, for which the format has no place.
const clipName = "Motion"

// askEach is the number of frames between two questions to the context: a fraction of a millisecond.
const askEach = 1 << 10

// BindClips makes a clip of the frames, with a tick per frame.
func (f *Format) BindClips(b *scene.Binder) error {
	if f.doc.Frames == 0 {
		return nil
	}
	b.Clips = make([]track.Clip, 1)
	b.Clips[0] = b.NewClip(clipName, 0, func(clip string, _ float64) float64 { return f.rate(b, clip) }, 0)
	clip := &b.Clips[0]
	for i := range f.doc.Joints {
		j := &f.doc.Joints[i]
		ch := &track.Channel{}
		var err error
		if j.Moves() {
			if ch.T, err = f.track(j, func(row []float64) [4]float64 { return track.Vec4(j.Place(row)) }); err != nil {
				return err
			}
		}
		if j.Turns() {
			last := exact.IdentityQuat()
			if ch.R, err = f.track(j, func(row []float64) [4]float64 {
				// Angles have no hemispheres: of both quaternions it is the one nearer to that before.
				if q := j.Turn(row); q.Dot(last) < 0 {
					last = q.Negate()
				} else if q[3]-q[3] == 0 {
					last = q
				} else {
					return q
				}
				return last
			}); err != nil {
				return err
			}
		}
		if ch.T != nil || ch.R != nil {
			clip.ByNode[f.first+i] = ch
		}
	}
	return nil
}

// track returns the keys that a function makes of the frames, or two if no channel of the joint changes.
func (f *Format) track(j *bvh.Joint, value func(row []float64) [4]float64) (*track.Track, error) {
	n := f.doc.Frames
	if n > 2 {
		still, err := f.holds(j)
		if err != nil {
			return nil, err
		}
		if still {
			v := value(f.doc.Row(0))
			return &track.Track{Keys: []track.Key{{Time: 0, Value: v}, {Time: float64(n - 1), Value: v}}}, nil
		}
	}
	t := &track.Track{Keys: make([]track.Key, n)}
	for frame := range t.Keys {
		if frame%askEach == 0 {
			if err := f.ctx.Err(); err != nil {
				return nil, err
			}
		}
		t.Keys[frame] = track.Key{Time: float64(frame), Value: value(f.doc.Row(frame))}
	}
	return t, nil
}

// holds reports whether all frames have the numbers of the first for a joint, and these are finite.
func (f *Format) holds(j *bvh.Joint) (bool, error) {
	of := func(frame int) []float64 { return f.doc.Row(frame)[j.Column:][:len(j.Channels)] }
	first := of(0)
	for frame := range f.doc.Frames {
		if frame%askEach == 0 {
			if err := f.ctx.Err(); err != nil {
				return false, err
			}
		}
		for k, v := range of(frame) {
			if v != first[k] || v-v != 0 {
				return false, nil
			}
		}
	}
	return true, nil
}

// rate returns the frames per second, which a file may state wrongly.
func (f *Format) rate(b *scene.Binder, clip string) float64 {
	rate := 1 / f.doc.FrameTime
	if f.Settings.TicksPerSec > 0 || f.doc.Timed && rate > 1.0/soa.MaxMagnitude && rate < soa.MaxMagnitude {
		return b.Rate(clip, rate)
	}
	states := "no frame time"
	if f.doc.Timed {
		states = fmt.Sprintf("a frame time of %v", f.doc.FrameTime+0) // of −0 too it is 0
	}
	f.Report.Add(report.Repair, report.AssumedRate, clip, "the file states %s; %v frames per second are assumed", states, soa.DefaultTicksPerSecond)
	return soa.DefaultTicksPerSecond
}
