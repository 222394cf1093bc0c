//go:build ozz

package ozz

// #include "ozz.h"
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"
)

// IK is legs that reach, then joints that look.
type IK struct {
	Legs [][3]int // joints: hip, knee, ankle
	// Axis is that of the knees, in whose frame a positive turn opens the leg; LegPole is
	// the direction in model space in which knees point.
	Axis, LegPole [3]float32
	Look          []int // joints, the tip first
	// Forward, Up and Offset are in the frame of the tip; Up is in that of each.
	Forward, Up, Offset, LookPole [3]float32
	Weight                        float32 // of each joint that looks, but the last
}

// Reach makes the characters that play reach. Each has as many targets in model space as
// there are legs, and one more where joints look.
func (o *Crowd) Reach(ik *IK, targets [][3]float32) error {
	each := len(ik.Legs)
	if len(ik.Look) > 0 {
		each++
	}
	if each == 0 || o.playing == 0 || len(targets) != each*o.playing {
		return fmt.Errorf("ozz: %d targets for %d characters, %d of each", len(targets), o.playing, each)
	}
	var joints []C.int32_t // of legs, then those that look
	for _, l := range ik.Legs {
		joints = append(joints, C.int32_t(l[0]), C.int32_t(l[1]), C.int32_t(l[2]))
	}
	for _, j := range ik.Look {
		joints = append(joints, C.int32_t(j))
	}
	for _, j := range joints {
		if j < 0 || int(j) >= o.model.Skeleton.Len() {
			return fmt.Errorf("ozz: joint %d of %d", j, o.model.Skeleton.Len())
		}
	}
	with := C.sinew_ozz_ik{legs: C.int32_t(len(ik.Legs)), looks: C.int32_t(len(ik.Look)), weight: C.float(ik.Weight)}
	with.leg = unsafe.SliceData(joints)
	with.look = unsafe.SliceData(joints[3*len(ik.Legs):])
	for k := range 3 {
		with.axis[k], with.leg_pole[k] = C.float(ik.Axis[k]), C.float(ik.LegPole[k])
		with.forward[k], with.up[k], with.offset[k] = C.float(ik.Forward[k]), C.float(ik.Up[k]), C.float(ik.Offset[k])
		with.look_pole[k] = C.float(ik.LookPole[k])
	}
	var pinned runtime.Pinner
	defer pinned.Unpin()
	pinned.Pin(with.leg)
	C.sinew_ozz_reach(o.c, &with)
	for k := range targets {
		C.sinew_ozz_reach_target(o.c, C.int(k/each), C.int(k%each), (*C.float)(&targets[k][0]))
	}
	return nil
}

// Reaches runs frames, whole character after whole character.
func (o *Crowd) Reaches(frames int) error { return failed(C.sinew_ozz_reaches(o.c, C.int(frames))) }
