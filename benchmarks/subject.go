package benchmarks

import (
	"fmt"
	"math/rand/v2"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// subject is what is measured: one model and one of its clips.
type subject struct {
	name  string
	model *soa.Model
	clip  *soa.Clip
}

// subjects returns the characters that every benchmark goes through: a clip as
// short as a walk cycle and one as long as a dance.
func subjects() []subject {
	var list []subject
	for _, seconds := range []float64{1.3, 15} {
		m := rig.Character(rig.Motion{Name: "sway", Seconds: seconds})
		list = append(list, subject{name: fmt.Sprintf("%gs", seconds), model: m, clip: m.Clips[0]})
	}
	return list
}

// joints returns how many joints n characters have.
func (s *subject) joints(n int) int { return n * s.model.Skeleton.Len() }

// players returns n players of the subject at random times.
func (s *subject) players(n int) (*runtime.Players, error) {
	p, err := runtime.NewPlayers(s.model, n)
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range n {
		if err := p.Play(i, runtime.PlayOptions{Offset: r.Float64() * s.clip.Seconds()}, s.clip); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// times returns seconds on the clip's time line, n for each of several frames:
// each character goes on by a sixtieth of a second from frame to frame, or is
// anywhere.
func (s *subject) times(n int, random bool) [][]float64 {
	r := rand.New(rand.NewPCG(1, 1))
	frames := make([][]float64, 64)
	for f := range frames {
		frames[f] = make([]float64, n)
		for i := range n {
			if random || f == 0 {
				frames[f][i] = s.clip.Start + r.Float64()*s.clip.Seconds()
			} else {
				frames[f][i] = frames[f-1][i] + 1./60
			}
		}
	}
	return frames
}
