//go:build cgo

package stage

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/soa"
)

// Followed returns the movement of a camera that follows at constant speed: within a loop the
// character may run ahead of it or fall behind.
func (s *Stage) Followed(cycle int64, t float64) soa.RootTransform {
	if s.Way == nil || !s.Follows {
		return soa.IdentityRoot()
	}
	return s.Way.Steady(cycle, t)
}

// FollowedRounds is the number of loops over which a following camera is fitted: paths that
// turn lead away from it in all directions.
const FollowedRounds = 8

// maxMoments is the largest number of times at which the path of an instance is sampled.
const maxMoments = 20 * moments

// forEachPosition calls add with the positions of an instance on its path, relative to the camera's.
func (s *Stage) forEachPosition(i int, add func([3]float64)) error {
	from, to := s.Start, s.Start+float64(s.Rounds)*(s.End-s.Start)
	if len(s.Shown) > 0 {
		from, to = min(from, slices.Min(s.Shown)), max(to, slices.Max(s.Shown))
	}
	count := 1
	if length := s.End - s.Start; s.Way != nil && length > 0 {
		count += int(min(moments*math.Ceil((to-from)/length), maxMoments))
	}
	for k := range count {
		t := from + (to-from)*float64(k)/float64(max(1, count-1))
		var cycle int64
		if s.Follows {
			cycle, t = performance.Fold(s.Start, s.End, t)
		}
		n, in := s.when(i, cycle, t)
		p, err := s.place(i, n, in)
		if err != nil {
			return err
		}
		camera := s.Followed(cycle, t)
		add([3]float64{p.X - camera.X, p.Y - camera.Y, p.Z - camera.Z})
	}
	return nil
}

// headings is the number of directions in which a character is measured that turns by more
// than leastTurn, in radians.
const (
	headings  = 8
	leastTurn = 0.2
)

// turned lists the rotations in which the character is seen on its path.
func (s *Stage) turned() ([]soa.Affine, error) {
	list := []soa.Affine{soa.IdentityAffine()}
	if s.Way == nil {
		return list, nil
	}
	for k := range moments {
		p, err := s.Way.At(0, s.Start+(s.End-s.Start)*float64(k)/(moments-1))
		if err != nil {
			return nil, err
		}
		if p.C > math.Cos(leastTurn) {
			continue
		}
		for h := 1; h < headings; h++ {
			sin, cos := math.Sincos(2 * math.Pi * float64(h) / headings)
			list = append(list, soa.RootTransform{C: cos, S: sin}.Affine())
		}
		break
	}
	return list, nil
}
