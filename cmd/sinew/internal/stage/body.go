//go:build cgo

package stage

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// body is what a camera looks at: the joints of the skeleton's large trees and the direction
// they face.
type body struct {
	counts []bool // per joint: part of the figure
	list   []int  // these joints
	front  humanoid.Front
}

func newBody(m *soa.Model) *body {
	b := &body{counts: mainTrees(m), front: humanoid.FindFront(m.Skeleton)}
	for j, counts := range b.counts {
		if counts {
			b.list = append(b.list, j)
		}
	}
	return b
}

// mainTrees marks the joints of the skeleton's large trees that belong to its figure. Motion
// files have cameras and lights as trees of a joint or two, far away.
func mainTrees(m *soa.Model) []bool {
	s := m.Skeleton
	root := make([]int, s.Len())
	size := make([]int, s.Len())
	largest := 0
	for j, p := range s.Parent {
		root[j] = j
		if p >= 0 {
			root[j] = root[p]
		}
		size[root[j]]++
		largest = max(largest, size[root[j]])
	}
	counts := m.Figure()
	for j := range counts {
		counts[j] = counts[j] && 4*size[root[j]] >= largest
	}
	return counts
}

// rigAlone reports whether meshes do not show the rig: most joints, and at least a few,
// neither move a mesh nor have an ancestor or a descendant that does.
func rigAlone(m *soa.Model) bool {
	if len(m.Meshes) == 0 {
		return true
	}
	const few = 3 // joints
	parent := m.Skeleton.Parent
	moves := make([]bool, len(parent))
	for _, mesh := range m.Meshes {
		switch {
		case mesh.Skin != soa.None:
			for _, j := range m.Skins[mesh.Skin].Joint {
				moves[j] = true
			}
		case mesh.Joint != soa.NoJoint:
			moves[mesh.Joint] = true
		}
	}
	shown := append([]bool(nil), moves...)
	for j := len(parent) - 1; j >= 0; j-- {
		if p := parent[j]; p >= 0 && shown[j] {
			shown[p] = true
		}
	}
	for j, p := range parent {
		if p >= 0 && moves[p] {
			moves[j] = true
		}
		shown[j] = shown[j] || moves[j]
	}
	hidden, all := 0, 0
	for j, in := range m.Figure() {
		if in {
			all++
			if !shown[j] {
				hidden++
			}
		}
	}
	return hidden >= few && 2*hidden >= all
}

// joint returns the position of an instance's joint in the scene.
func (s *Stage) joint(i, j int) [3]float64 {
	m, err := s.Crowd.Instance(i).Joint(j)
	if err != nil {
		panic(err) // both are in range
	}
	x, y, z := m.Translation()
	p := s.Item().World[i].Apply([3]float32{x, y, z})
	return [3]float64{float64(p[0]), float64(p[1]), float64(p[2])}
}

// center returns the mean of an instance's joints, and the distance over the ground of the
// farthest joint from it. A model without joints is at its origin.
func (s *Stage) center(i int) (c [3]float64, radius float64) {
	if len(s.body.list) == 0 {
		return c, 0
	}
	for _, j := range s.body.list {
		p := s.joint(i, j)
		for k := range c {
			c[k] += p[k] / float64(len(s.body.list))
		}
	}
	for _, j := range s.body.list {
		p := s.joint(i, j)
		radius = max(radius, math.Hypot(p[0]-c[0], p[2]-c[2]))
	}
	return c, radius
}

// survey evaluates the first instance at all times shown. It returns the direction that the
// body faces, as an angle about Y from Z, and decides, if each time has its own cell, whether
// the camera follows: it does if the body moves farther than its radius.
func (s *Stage) survey() (yaw float64, err error) {
	var ahead, first [2]float64
	s.leads = false
	mayLead := s.Cells && len(s.ahead) == 1 && s.Way == nil && len(s.Onion) == 0
	for k, t := range s.sampled() {
		if err := s.At(t); err != nil {
			return 0, err
		}
		c, radius := s.center(0)
		if k == 0 {
			s.Home = c
		}
		if mayLead && radius > 0 && math.Hypot(c[0]-s.Home[0], c[2]-s.Home[2]) > radius {
			s.leads = true
		}
		if x, z, ok := s.body.front.Direction(func(j int) [3]float64 { return s.joint(0, j) }); ok {
			ahead[0], ahead[1] = ahead[0]+x, ahead[1]+z
			if first == [2]float64{} {
				first = [2]float64{x, z}
			}
		}
	}
	if math.Hypot(ahead[0], ahead[1]) < 1 { // it rotates
		ahead = first
	}
	return math.Atan2(ahead[0], ahead[1]), nil
}

// Lead returns the displacement of a following camera at the time shown.
func (s *Stage) Lead() (by [3]float64) {
	if s.leads {
		c, _ := s.center(0)
		by[0], by[2] = c[0]-s.Home[0], c[2]-s.Home[2]
	}
	return by
}

// sampled lists the times at which extents are measured: those shown or, if these are not
// known, times spread over what plays.
func (s *Stage) sampled() []float64 {
	all := s.Shown
	for _, t := range s.Shown {
		for _, by := range s.Onion {
			all = append(all, min(max(t+by, s.Start), s.End))
		}
	}
	if n := len(all); n > 0 {
		list := make([]float64, min(n, maxShown))
		for k := range list {
			list[k] = all[k*(n-1)/max(1, len(list)-1)]
		}
		return list
	}
	return s.sampleTimes()
}

// sampleTimes lists times spread over what plays.
func (s *Stage) sampleTimes() []float64 {
	if s.End == s.Start {
		return []float64{s.Start}
	}
	list := make([]float64, moments)
	for k := range list {
		list[k] = s.Start + (s.End-s.Start)*float64(k)/(moments-1)
	}
	return list
}
