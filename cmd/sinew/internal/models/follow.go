package models

import (
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// errAxes: a control has places, angles and directions in the frames of joints.
var errAxes = errors.New("it depends on the axes and the rest of joints, which change")

// FollowJoints replaces the model by one that was made of it with other joints, and what an archive has
// besides: its control and the masks of its graph name the joints anew. index has per joint of the
// former model its index, or soa.NoJoint; turned reports that axes or the rest have changed. An error
// leaves all as it was.
func (o *Opened) FollowJoints(m *soa.Model, index []int, turned bool) error {
	if o.Archive == nil {
		o.Model = m
		return nil
	}
	to, err := followControl(o.Archive.control, o.Model.Skeleton, m.Skeleton, index, turned)
	if err != nil {
		return fmt.Errorf("the control of %s: %w", o.File, err)
	}
	g, err := followGraph(o.Archive.GraphJSON, o.Model.Skeleton, m.Skeleton, index)
	if err != nil {
		return fmt.Errorf("the graph of %s: %w", o.File, err)
	}
	a := *o.Archive
	a.control, a.GraphJSON = to, g
	o.Model, o.Archive = m, &a
	return nil
}

func followControl(data []byte, from, to *soa.Skeleton, index []int, turned bool) ([]byte, error) {
	if data == nil {
		return nil, nil
	}
	if turned {
		return nil, errAxes
	}
	c, err := control.Parse(data)
	if err != nil {
		return nil, err
	}
	if c, err = c.FollowJoints(from, to, index); err != nil {
		return nil, err
	}
	return c.JSON()
}

// followGraph gives the joints of masks their new names. Each mask has to give those that there still
// are the weights that it gave.
func followGraph(data []byte, from, to *soa.Skeleton, index []int) ([]byte, error) {
	if data == nil {
		return nil, nil
	}
	g, err := graph.Parse(data)
	if err != nil {
		return nil, err
	}
	for i := range g.Masks {
		mask := &g.Masks[i]
		was, err := pose.MaskOf(from, mask.Steps)
		if err != nil {
			return nil, fmt.Errorf("mask %q: %w", mask.Name, err)
		}
		for s := range mask.Steps {
			step := &mask.Steps[s]
			if j := from.Joint(step.Name); step.Joints != pose.ByPattern && j >= 0 && index[j] >= 0 {
				step.Name = to.Name[index[j]]
			}
		}
		is, err := pose.MaskOf(to, mask.Steps)
		if err != nil {
			return nil, fmt.Errorf("mask %q: %w", mask.Name, err)
		}
		for j, k := range index {
			if k >= 0 && was[j] != is[k] {
				return nil, fmt.Errorf("mask %q would give %q the weight %v, not %v", mask.Name, to.Name[k], is[k], was[j])
			}
		}
	}
	return g.JSON()
}
