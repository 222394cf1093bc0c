package runtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// LayoutOptions say what a layout has besides what skins, meshes and clips need.
type LayoutOptions struct {
	// Form forces a form, see soa.Layout.
	Form FormChoice
	// AllJoints keeps every joint of the skeleton, Joints those listed, besides the
	// joints of skins and meshes and their ancestors.
	AllJoints bool
	Joints    []int
	// Reserve gives joints columns though no clip moves them, for poses that are
	// changed between their source and their palettes.
	Reserve []pose.Reservation
	// Levels are distances in metres, ascending: level of detail i+1 leaves out the
	// joints that move nothing farther away than Levels[i]. Nil means a 25th and an
	// 8th of what the root moves; an empty list no such levels.
	Levels []float64
}

func (o *LayoutOptions) isZero() bool {
	return o.Form == FormAuto && !o.AllJoints && o.Joints == nil && o.Reserve == nil && o.Levels == nil
}

// FormChoice is the form that a layout is to have.
type FormChoice uint8

const (
	// FormAuto is soa.Rig where palettes only move, rotate and scale by one factor and
	// chains have at most soa.MaxRigDepth joints, and soa.General where they do more.
	FormAuto    FormChoice = iota
	FormRig                // soa.Rig, or ErrForm
	FormGeneral            // soa.General
)

// candidates are the forms to try, in order.
func (o *LayoutOptions) candidates() []soa.Form {
	switch {
	case o.Form == FormRig:
		return []soa.Form{soa.Rig}
	case o.Form == FormGeneral || o.reservesScale():
		return []soa.Form{soa.General}
	}
	return []soa.Form{soa.Rig, soa.General}
}

func (o *LayoutOptions) reservesScale() bool {
	for _, r := range o.Reserve {
		if r.Scale {
			return true
		}
	}
	return false
}

// check checks the options for a skeleton of that many joints.
func (o *LayoutOptions) check(joints int) error {
	for _, j := range o.Joints {
		if j < 0 || j >= joints {
			return fmt.Errorf("%w: joint %d of %d", ErrRange, j, joints)
		}
	}
	for i, r := range o.Reserve {
		if r.Joint < 0 || r.Joint >= joints {
			return fmt.Errorf("%w: Reserve[%d] is for joint %d of %d", ErrRange, i, r.Joint, joints)
		}
	}
	for i, l := range o.Levels {
		if !(l > 0) || !finite64(l) || i > 0 && l <= o.Levels[i-1] {
			return fmt.Errorf("%w: Levels[%d] is %v: want ascending distances", ErrOption, i, l)
		}
	}
	if o.Form > FormGeneral || o.Form == FormRig && o.reservesScale() {
		return fmt.Errorf("%w: form %d, reserved scale %v", ErrOption, o.Form, o.reservesScale())
	}
	return nil
}

// NewLayout returns the layout of the poses of clips of a model, all of the model's
// where clips is nil: the layout that Keys and Spans have. The error wraps
// soa.ErrInvalid, ErrForeignClip, ErrRange, ErrOption or ErrForm, or is the context's,
// which is checked at each pose and each track.
func NewLayout(ctx context.Context, model *soa.Model, clips []*soa.Clip, options LayoutOptions) (*pose.Layout, error) {
	p, err := planKeys(ctx, model, clips, options)
	if err != nil {
		return nil, fmt.Errorf("new layout: %w", err)
	}
	return p.poses, nil
}

// planLayout chooses form and columns: what moves by more than a part of the error
// bound has a column.
func (c *compiler) planLayout(tolerance float64) (*soa.Layout, error) {
	var failed error
	for _, form := range c.o.candidates() {
		survey, err := c.survey(form)
		if err == nil {
			return c.constants(c.layOut(survey, form, tolerance)), nil
		}
		if !errors.Is(err, ErrForm) {
			return nil, err
		}
		failed = err
	}
	return nil, failed
}

// restRow returns the rest pose in the columns of a layout.
func (c *compiler) restRow(l *layout) []float32 {
	row := make([]float64, l.values())
	turn, place := make([]exact.Quat, l.slots), make([]exact.Vec, l.slots)
	l.encode(c, &c.skel.Rest, row, turn, place)
	return appendFloat32(nil, row)
}

// referenceProbes is the greatest number of poses of a clip that count for the
// reference of rotations.
const referenceProbes = 64

// tilt turns the reference of rotations a little. The mean of clips often has exact zeros,
// and so have rotations by 180°: of two that are opposite as quaternions, which is one
// rotation, and at an exact right angle to the reference neither would be negated, and
// half of each would be nothing. What has rational components, or those of a turn by 90°, is
// at no right angle to the square roots of 2, 3, 5 and 7 on top of such a mean. Signs change
// only of rotations that are within 0.06° of that angle, where they mean nothing.
var tilt = exact.Quat{
	1e-3 * 1.4142135623730951 / 4.123105625617661, 1e-3 * 1.7320508075688772 / 4.123105625617661,
	-1e-3 * 2.23606797749979 / 4.123105625617661, 1e-3 * 2.6457513110645907 / 4.123105625617661,
}

// referenceRow returns the mean of the clips' rotations, tilted, a quad per column.
func (c *compiler) referenceRow(l *layout) []float32 {
	row, mean := make([]float64, l.values()), make([]float64, 4*l.rotations)
	turn, place := make([]exact.Quat, l.slots), make([]exact.Vec, l.slots)
	add := func(p *exact.Pose) {
		l.encode(c, p, row, turn, place)
		for s := range l.rotations {
			q := exact.Quat(row[4*s : 4*s+4]).Toward(exact.Quat(mean[4*s : 4*s+4]))
			for k, v := range q {
				mean[4*s+k] += v
			}
		}
	}
	add(&c.skel.Rest)
	pose := c.skel.NewPose()
	for _, clip := range c.exact {
		clip := clip.Fork()
		ticks := clip.Ticks()
		for i := 0; i < len(ticks); i += 1 + len(ticks)/referenceProbes {
			if c.ctx.Err() != nil {
				break // the caller tells
			}
			clip.At(ticks[i], false, &pose)
			add(&pose)
		}
	}
	for s := range l.rotations {
		q := exact.Quat(mean[4*s : 4*s+4]).Unit()
		for k, v := range tilt {
			q[k] += v
		}
		q = q.Unit()
		copy(mean[4*s:], q[:])
	}
	return appendFloat32(nil, mean)
}
