package pose

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// ErrForm is wrapped by the error about palettes that do not fit the form that was asked for.
var ErrForm = errors.New("the model does not fit the form")

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
	Reserve []Reservation
	// Levels are distances in metres, ascending: level of detail i+1 leaves out the
	// joints that move nothing farther away than Levels[i]. Nil means a 25th and an
	// 8th of what the root moves; an empty list no such levels.
	Levels []float64
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

// IsZero reports whether o asks for nothing.
func (o *LayoutOptions) IsZero() bool {
	return o.Form == FormAuto && !o.AllJoints && o.Joints == nil && o.Reserve == nil && o.Levels == nil
}

// Forms returns the forms to try, in order.
func (o *LayoutOptions) Forms() []soa.Form {
	switch {
	case o.Form == FormRig:
		return []soa.Form{soa.Rig}
	case o.Form == FormGeneral || o.reservesScale():
		return []soa.Form{soa.General}
	}
	return []soa.Form{soa.Rig, soa.General}
}

func (o *LayoutOptions) reservesScale() bool {
	return slices.ContainsFunc(o.Reserve, func(r Reservation) bool { return r.Scale })
}

// Validate checks the options for a skeleton of a number of joints. The error wraps
// soa.ErrRange or soa.ErrOption.
func (o *LayoutOptions) Validate(joints int) error {
	for _, j := range o.Joints {
		if j < 0 || j >= joints {
			return fmt.Errorf("%w: joint %d of %d", soa.ErrRange, j, joints)
		}
	}
	for i, r := range o.Reserve {
		if r.Joint < 0 || r.Joint >= joints {
			return fmt.Errorf("%w: Reserve[%d] is for joint %d of %d", soa.ErrRange, i, r.Joint, joints)
		}
	}
	for i, l := range o.Levels {
		if !(l > 0) || math.IsInf(l, 1) || i > 0 && l <= o.Levels[i-1] {
			return fmt.Errorf("%w: Levels[%d] is %v: want ascending distances", soa.ErrOption, i, l)
		}
	}
	if o.Form > FormGeneral || o.Form == FormRig && o.reservesScale() {
		return fmt.Errorf("%w: form %d, reserved scale %v", soa.ErrOption, o.Form, o.reservesScale())
	}
	return nil
}
