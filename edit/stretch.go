package edit

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// stretch is a track between two keys, prepared for many moments.
type stretch struct {
	from, to *Key
	mode     soa.Interpolation
	turns    bool // it is a rotation, whose values have unit length
	arc      exact.Arc
	spline   exact.Spline
}

func newStretch(id ID, mode soa.Interpolation, from, to *Key) stretch {
	s := stretch{from: from, to: to, mode: mode, turns: id.Property == soa.Rotation}
	switch {
	case mode == soa.Cubic:
		s.spline = exact.NewSpline(from.Value, to.Value, from.Out, to.In, to.Time-from.Time)
	case mode == soa.Linear && s.turns:
		s.arc = exact.NewArc(exact.Quat(from.Value).Unit(), exact.Quat(to.Value).Unit())
	}
	return s
}

// at returns the value at a time between the keys.
func (s *stretch) at(seconds float64) exact.Quat {
	v := s.raw(seconds)
	if s.turns {
		return v.Unit()
	}
	return v
}

func (s *stretch) raw(seconds float64) exact.Quat {
	f := (seconds - s.from.Time) / (s.to.Time - s.from.Time)
	switch {
	case s.mode == soa.Step || seconds <= s.from.Time:
		return s.from.Value
	case seconds >= s.to.Time:
		return s.to.Value
	case s.mode == soa.Cubic:
		return s.spline.At(f)
	case s.turns:
		return s.arc.At(f)
	}
	return exact.Quat(s.from.Value).Lerp(s.to.Value, f)
}
