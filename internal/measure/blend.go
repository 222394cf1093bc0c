package measure

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Blend is what the instances of a crowd combine.
type Blend uint8

const (
	NoBlend      Blend = iota // each plays one clip
	Fading                    // two clips, one of which fades in
	Masked                    // these, and two more that reach a part of the body
	Added                     // a clip and the difference of another
	Tenth                     // one clip, but a tenth of the instances fade
	Inertialized              // one clip, after a transition that is inertialized
	Graphed                   // what a graph decides, see graphOf
)

// String returns the name that benchmarks have.
func (b Blend) String() string {
	return [...]string{"none", "fade", "masked", "additive", "tenth", "inertialized", "graph"}[b]
}

// Clips is the number of clips that an instance needs.
func (b Blend) Clips() int {
	switch b {
	case NoBlend:
		return 1
	case Masked:
		return 4
	case Graphed:
		return graphClips
	}
	return 2
}

// Layers and Masks say how large a blend is: the clips that are played at the same
// time, and those of them that reach a part of the body.
func (b Blend) Layers() int {
	switch b {
	case NoBlend, Inertialized:
		return 1
	}
	return b.Clips()
}

func (b Blend) Masks() int {
	switch b {
	case Masked:
		return 2
	case Graphed:
		return 1
	}
	return 0
}

// fadeFrames is the number of frames of a fade, and of the time from one to the next
// where all instances are in one.
const fadeFrames = 120

// Weights of the layers that are there all the time.
var maskedWeights, addedWeight = [2]float64{0.6, 0.4}, 0.5

// masks are those of Masked: the joints of the model's second half, and of its last
// quarter with less and less weight.
func (c *Character) masks() [2]pose.Mask {
	n := c.Joints()
	list := [2]pose.Mask{make(pose.Mask, n), make(pose.Mask, n)}
	for j := n / 2; j < n; j++ {
		list[0][j] = 1
	}
	for j := 3 * n / 4; j < n; j++ {
		list[1][j] = float32(n-j) / float32(n)
	}
	return list
}

// stage directs the instances of a crowd: each fades to its other clip when its time
// comes, which is one frame in period.
type stage struct {
	crowd  *runtime.Crowd
	fade   play.Options
	period int
	frame  int
	due    [][]int32 // per frame of the period
	cast   []instance
}

// direct starts what the instances of a crowd, which play one clip each, combine, and
// returns what runs frames of it.
func (c *Character) direct(r *runtime.Crowd, crowd Crowd) (run func(frames int) error, err error) {
	if crowd.Blend == Graphed {
		g, err := c.govern(r, crowd)
		if err != nil {
			return nil, err
		}
		return g.run, nil
	}
	s, err := c.cue(r, crowd)
	if err != nil {
		return nil, err
	}
	return s.run, nil
}

// cue starts the fades and layers of a crowd.
func (c *Character) cue(r *runtime.Crowd, crowd Crowd) (*stage, error) {
	s := &stage{crowd: r, period: fadeFrames, cast: c.cast(crowd)}
	s.fade.Fade = (fadeFrames - 0.5) * Step // ends before the next one
	switch crowd.Blend {
	case NoBlend:
		s.period = 0
	case Added:
		s.period = 0
		for i := range s.cast {
			if err := r.Instance(i).Play(1, play.Options{Layer: 1, Kind: play.Additive, Weight: addedWeight, Offset: s.cast[i].offset}); err != nil {
				return nil, err
			}
		}
	case Masked:
		for i := range s.cast {
			for k, w := range maskedWeights {
				if err := r.Instance(i).Play(2+k, play.Options{Layer: 1 + k, Mask: 1 + k, Weight: w, Offset: s.cast[i].offset}); err != nil {
					return nil, err
				}
			}
		}
	case Tenth:
		s.period *= 10
	case Inertialized:
		s.fade.Transition, s.fade.Fade = play.Inertialize, 3600
	}
	s.due = make([][]int32, s.period)
	for i := range s.cast {
		if s.period > 0 {
			at := i * 37 % s.period
			s.due[at] = append(s.due[at], int32(i))
		}
	}
	for range s.period {
		if err := s.next(); err != nil {
			return nil, err
		}
		if err := r.Advance(Step); err != nil {
			return nil, err
		}
	}
	if crowd.Blend == Inertialized {
		s.period = 0 // all are in a transition now, and its beginning is not measured
	}
	return s, nil
}

// next starts the fades of a frame.
func (s *stage) next() error {
	if s.period == 0 {
		return nil
	}
	for _, i := range s.due[s.frame] {
		o, clip := s.fade, 0
		if s.crowd.Instance(int(i)).Clip() == 0 {
			clip = 1
		}
		o.Offset = s.cast[i].offset
		if err := s.crowd.Instance(int(i)).Play(clip, o); err != nil {
			return fmt.Errorf("fade: %w", err)
		}
	}
	s.frame = (s.frame + 1) % s.period
	return nil
}

// run advances the crowd.
func (s *stage) run(frames int) error {
	for range frames {
		if err := s.next(); err != nil {
			return err
		}
		if err := s.crowd.Update(Step); err != nil {
			return err
		}
	}
	return nil
}
