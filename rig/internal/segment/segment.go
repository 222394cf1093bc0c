// Package segment computes with bones as lines from a joint to its tip.
//
//	Head ●━━━━━━━━━━━━━━● Tail        Nearest(p): the place on it, and t from 0 at Head to 1 at Tail
//	       │
//	       ● p
package segment

import (
	"github.com/sinew-anim/sinew/internal/exact"
)

// Segment is a line; a point where Head and Tail are the same.
type Segment struct{ Head, Tail exact.Vec }

// Nearest returns the place of the segment that is nearest to p, and how far along it is.
func (s *Segment) Nearest(p exact.Vec) (place exact.Vec, t float64) {
	along := s.Tail.Sub(s.Head)
	if length := along.Dot(along); length > 0 {
		t = min(1, max(0, p.Sub(s.Head).Dot(along)/length))
	}
	if t == 1 {
		return s.Tail, t // without rounding: the next bone begins there
	}
	return s.Head.Add(along.Scale(t)), t
}

// Square returns the square of the distance from p.
func (s *Segment) Square(p exact.Vec) float64 {
	place, _ := s.Nearest(p)
	d := place.Sub(p)
	return d.Dot(d)
}

// Length returns the segment's length.
func (s *Segment) Length() float64 { return s.Tail.Sub(s.Head).Length() }
