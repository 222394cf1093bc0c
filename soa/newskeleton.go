package soa

import (
	"fmt"
	"math"
)

// Joint describes one joint to NewSkeleton: its transform at rest relative to its parent.
type Joint struct {
	Name        string
	Parent      string     // the name of another joint, or "" for a root
	Translation [3]float32 // metres
	Rotation    [4]float32 // unit quaternion x, y, z, w; all 0: none
	Scale       [3]float32 // factors; all 0: 1
}

// NewSkeleton returns a valid skeleton of joints in any order, parents first and otherwise in the
// order given. Names are not empty, and each occurs once. The error wraps ErrInvalid and names the
// joint: a parent that does not exist, a cycle, a number that Skeleton.Validate refuses.
//
//	s, err := soa.NewSkeleton(
//		soa.Joint{Name: "shoulder", Translation: [3]float32{0, 1.4, 0}},
//		soa.Joint{Name: "elbow", Parent: "shoulder", Translation: [3]float32{0.3, 0, 0}},
//	)
func NewSkeleton(joints ...Joint) (*Skeleton, error) {
	order, err := parentsFirst(joints)
	if err != nil {
		return nil, fmt.Errorf("new skeleton: %w", err)
	}
	s := &Skeleton{Rest: MakeTransforms(len(joints))}
	place := make(map[string]int16, len(joints))
	for at, i := range order {
		j := &joints[i]
		place[j.Name] = int16(at)
		parent := int16(NoJoint)
		if j.Parent != "" {
			parent = place[j.Parent]
		}
		s.Name, s.Parent, s.Unit = append(s.Name, j.Name), append(s.Parent, parent), append(s.Unit, 1)
		r := &s.Rest
		r.TX[at], r.TY[at], r.TZ[at] = j.Translation[0], j.Translation[1], j.Translation[2]
		if q := j.Rotation; q != ([4]float32{}) {
			r.RX[at], r.RY[at], r.RZ[at], r.RW[at] = unitNear(q)
		}
		if k := j.Scale; k != ([3]float32{}) {
			r.SX[at], r.SY[at], r.SZ[at] = k[0], k[1], k[2]
		}
	}
	s.ComputeDepth()
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("new skeleton: %w", err)
	}
	return s, nil
}

// parentsFirst returns the indices of joints, each after its parent.
func parentsFirst(joints []Joint) ([]int, error) {
	if len(joints) > MaxJoints {
		return nil, fmt.Errorf("%w: %d joints, at most %d are possible", ErrInvalid, len(joints), MaxJoints)
	}
	at := make(map[string]int, len(joints))
	for i := range joints {
		name := joints[i].Name
		if _, taken := at[name]; taken || name == "" {
			return nil, fmt.Errorf("%w: joint %d has the name %q, which is empty or another joint's", ErrInvalid, i, name)
		}
		at[name] = i
	}
	const (
		waiting = iota
		open    // on the way from a joint to its root
		placed
	)
	state, order := make([]uint8, len(joints)), make([]int, 0, len(joints))
	var way []int
	for i := range joints {
		for k := i; state[k] != placed; {
			if state[k] == open {
				return nil, fmt.Errorf("%w: joint %q is above itself", ErrInvalid, joints[k].Name)
			}
			state[k], way = open, append(way, k)
			parent := joints[k].Parent
			if parent == "" {
				break
			}
			above, exists := at[parent]
			if !exists {
				return nil, fmt.Errorf("%w: joint %q has the parent %q, which does not exist", ErrInvalid, joints[k].Name, parent)
			}
			k = above
		}
		for ; len(way) > 0; way = way[:len(way)-1] {
			k := way[len(way)-1]
			state[k], order = placed, append(order, k)
		}
	}
	return order, nil
}

// unitNear returns a quaternion with the length 1 if its length is nearly that, as of numbers with a
// few decimals, and as it is otherwise, for Validate to refuse.
func unitNear(q [4]float32) (x, y, z, w float32) {
	n := 0.0
	for _, v := range q {
		n += float64(float64(v) * float64(v))
	}
	if n = math.Sqrt(n); !(math.Abs(n-1) <= nearUnit) {
		return q[0], q[1], q[2], q[3]
	}
	return float32(float64(q[0]) / n), float32(float64(q[1]) / n), float32(float64(q[2]) / n), float32(float64(q[3]) / n)
}

// nearUnit is how far the length of a quaternion that a program writes down may be from 1.
const nearUnit = 1e-3
