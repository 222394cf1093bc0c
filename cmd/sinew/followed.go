//go:build cgo

package main

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/play"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/soa"
)

// followed is where the camera goes along: evenly, so that what plays may run ahead of
// it and fall behind within a loop.
func (s *stage) followed(cycle int64, t float64) motion.RootTransform {
	if s.way == nil || !s.follows {
		return motion.Identity()
	}
	return s.way.Steady(cycle, t)
}

// followedRounds is the number of loops in which a camera that goes along sees all of
// what plays: ways that turn lead away from it in all directions.
const followedRounds = 8

// maxMoments bounds at how many times of its way an instance is looked for.
const maxMoments = 20 * moments

// along calls add with the positions that an instance has on its way in all that is
// shown, as seen from the camera's.
func (s *stage) along(i int, add func([3]float64)) error {
	from, to := s.start, s.start+float64(s.rounds)*(s.end-s.start)
	if len(s.shown) > 0 {
		from, to = min(from, slices.Min(s.shown)), max(to, slices.Max(s.shown))
	}
	count := 1
	if length := s.end - s.start; s.way != nil && length > 0 {
		count += int(min(moments*math.Ceil((to-from)/length), maxMoments))
	}
	for k := range count {
		t := from + (to-from)*float64(k)/float64(max(1, count-1))
		var cycle int64
		if s.follows {
			cycle, t = play.Fold(s.start, s.end, t)
		}
		n, in := s.when(i, cycle, t)
		p, err := s.place(i, n, in)
		if err != nil {
			return err
		}
		camera := s.followed(cycle, t)
		add([3]float64{p.X - camera.X, p.Y - camera.Y, p.Z - camera.Z})
	}
	return nil
}

// headings is in how many directions a character is measured that turns by more than
// leastTurn, in radians.
const (
	headings  = 8
	leastTurn = 0.2
)

// turned lists rotations in which what plays is seen on its way.
func (s *stage) turned() ([]soa.Affine, error) {
	list := []soa.Affine{soa.IdentityAffine()}
	if s.way == nil {
		return list, nil
	}
	for k := range moments {
		p, err := s.way.At(0, s.start+(s.end-s.start)*float64(k)/(moments-1))
		if err != nil {
			return nil, err
		}
		if p.C > math.Cos(leastTurn) {
			continue
		}
		for h := 1; h < headings; h++ {
			sin, cos := math.Sincos(2 * math.Pi * float64(h) / headings)
			list = append(list, motion.RootTransform{C: cos, S: sin}.Affine())
		}
		break
	}
	return list, nil
}
