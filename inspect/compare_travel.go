package inspect

import (
	"context"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/soa"
)

// travels prepares the Motion of a clip for travel.
func (s *side) travels(clip *soa.Clip, inPlace bool) (err error) {
	s.track, s.start = nil, soa.IdentityRoot()
	if clip.Motion == nil || inPlace {
		return nil
	}
	if s.track, err = motion.NewTrack(clip.Motion, clip.TicksPerSecond, clip.Seconds(), motion.Clamp); err != nil {
		return err
	}
	s.moves = make([]bool, len(s.skeleton.Parent))
	for j, up := range s.skeleton.Parent { // parents come before their children
		s.moves[j] = j == int(clip.Motion.Joint) || up >= 0 && s.moves[up]
	}
	return nil
}

// travel applies the Motion to the current pose.
func (s *side) travel(seconds float64) {
	if s.track == nil {
		return
	}
	p := s.start.Mul(s.track.M(seconds))
	m := exact.Matrix{p.C, 0, p.S, p.X, 0, 1, 0, p.Y, -p.S, 0, p.C, p.Z}
	for j, moves := range s.moves {
		if moves {
			s.pose.Global[j] = m.Mul(s.pose.Global[j])
		}
	}
}

// fitStart finds the start of the Motion of the only side that has one: the root transform for which
// its joints, and points on their axes, are nearest to the other side's by least squares over all
// moments.
func (c *comparer) fitStart(ctx context.Context, times []float64) error {
	with := 0
	if c.side[0].track == nil {
		with = 1
	}
	var f fit
	for _, t := range times {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range c.side {
			c.side[i].at(t)
		}
		for _, p := range c.joints {
			if !c.side[with].moves[p[with]] {
				continue
			}
			own, other := &c.side[with].pose.Global[p[with]], &c.side[1-with].pose.Global[p[1-with]]
			f.add(own.Translation(), other.Translation())
			for axis := range 3 {
				x, y := own.Column(axis), other.Column(axis)
				if length := x.Length(); length > 0 {
					far := c.o.Distance / length
					f.add(own.Translation().Add(x.Scale(far)), other.Translation().Add(y.Scale(far)))
				}
			}
		}
	}
	c.side[with].start = f.place()
	return nil
}

// fit collects pairs of points.
type fit struct {
	n        float64
	from, to exact.Vec // sums
	dot, det float64   // sums of products on the ground
}

func (f *fit) add(from, to exact.Vec) {
	f.n++
	f.from, f.to = f.from.Add(from), f.to.Add(to)
	f.dot += float64(to[0]*from[0]) + float64(to[2]*from[2])
	f.det += float64(to[0]*from[2]) - float64(to[2]*from[0])
}

// place returns the root transform that takes the points nearest to the others.
func (f *fit) place() soa.RootTransform {
	p := soa.IdentityRoot()
	if f.n == 0 {
		return p
	}
	from, to := f.from.Scale(1/f.n), f.to.Scale(1/f.n)
	dot := f.dot - float64(f.n*(float64(to[0]*from[0])+float64(to[2]*from[2])))
	det := f.det - float64(f.n*(float64(to[0]*from[2])-float64(to[2]*from[0])))
	if length := math.Sqrt(float64(dot*dot) + float64(det*det)); length > 0 {
		p.C, p.S = dot/length, det/length
	}
	turned := p.Point(from)
	p.X, p.Y, p.Z = to[0]-turned[0], to[1]-turned[1], to[2]-turned[2]
	return p
}
