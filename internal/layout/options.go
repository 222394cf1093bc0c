package layout

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Forms returns the forms to try, in order.
func (p *Plan) Forms() []soa.Form {
	o := &p.Options
	switch {
	case o.Form == pose.FormRig:
		return []soa.Form{soa.Rig}
	case o.Form == pose.FormGeneral || reservesScale(o):
		return []soa.Form{soa.General}
	}
	return []soa.Form{soa.Rig, soa.General}
}

func reservesScale(o *pose.LayoutOptions) bool {
	return slices.ContainsFunc(o.Reserve, func(r pose.Reservation) bool { return r.Scale })
}

// checkOptions checks the options for a skeleton of a number of joints. The error wraps
// soa.ErrRange or soa.ErrOption.
func checkOptions(o *pose.LayoutOptions, joints int) error {
	for _, j := range o.Joints {
		if j < 0 || j >= joints {
			return fmt.Errorf("%w: joint %d of %d", soa.ErrRange, j, joints)
		}
	}
	for _, j := range o.Only {
		if j < 0 || j >= joints {
			return fmt.Errorf("%w: Only lists joint %d of %d", soa.ErrRange, j, joints)
		}
	}
	if o.AllJoints && len(o.Only) > 0 {
		return fmt.Errorf("%w: AllJoints and Only", soa.ErrOption)
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
	if o.Form > pose.FormGeneral || o.Form == pose.FormRig && reservesScale(o) {
		return fmt.Errorf("%w: form %d, reserved scale %v", soa.ErrOption, o.Form, reservesScale(o))
	}
	return nil
}
