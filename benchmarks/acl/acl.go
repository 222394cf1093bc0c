//go:build acl

package acl

/*
#cgo CXXFLAGS: -std=c++17
#include "acl.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"math"
)

// ErrRefused: ACL does not accept the clip.
var ErrRefused = errors.New("ACL refuses it")

// PerJoint is the number of values of a joint: rotation x y z w, translation and scale.
const PerJoint = 10

// Samples is a clip in ACL's form.
type Samples struct {
	Parent []int16   // per joint, before it; or negative
	Rest   []float32 // [joint][PerJoint]: the rest pose, in metres
	Values []float32 // [sample][joint][PerJoint]
	Rate   float64   // samples a second
}

// Clip is a compressed clip and what plays it. It is used by one goroutine at a
// time.
type Clip struct {
	c      *C.sinew_acl
	joints int
	play   bool
}

// Compress compresses a clip so that points at shell metres from a joint have errors up to
// precision, in metres, by ACL's metric. The error wraps ErrRefused.
func Compress(s *Samples, precision, shell float64) (*Clip, error) {
	joints := len(s.Parent)
	if joints == 0 || len(s.Rest) != joints*PerJoint || len(s.Values) == 0 || len(s.Values)%len(s.Rest) != 0 {
		return nil, fmt.Errorf("%w: %d joints, %d values at rest and %d in all", ErrRefused, joints, len(s.Rest), len(s.Values))
	}
	if !(s.Rate > 0) || math.IsInf(s.Rate, 0) || !(precision > 0) || !(shell > 0) {
		return nil, fmt.Errorf("%w: %v samples a second within %v m at %v m", ErrRefused, s.Rate, precision, shell)
	}
	for j, p := range s.Parent {
		if int(p) >= j {
			return nil, fmt.Errorf("%w: joint %d comes before its parent %d", ErrRefused, j, p)
		}
	}
	var why [256]C.char
	c := C.sinew_acl_new(C.int(joints), (*C.int16_t)(&s.Parent[0]), (*C.float)(&s.Rest[0]), C.int(len(s.Values)/len(s.Rest)),
		(*C.float)(&s.Values[0]), C.float(s.Rate), C.float(precision), C.float(shell), &why[0], C.int(len(why)))
	if c == nil {
		return nil, fmt.Errorf("%w: %s", ErrRefused, C.GoString(&why[0]))
	}
	return &Clip{c: c, joints: joints}, nil
}

// Size returns the size of the compressed clip in bytes.
func (c *Clip) Size() int { return int(C.sinew_acl_size(c.c)) }

// Error returns the largest error that ACL itself measures, at samples, in
// metres.
func (c *Clip) Error() float64 { return float64(C.sinew_acl_error(c.c)) }

// Pose writes the joints at a time into out: [joint][PerJoint].
func (c *Clip) Pose(seconds float64, out []float32) error {
	C.sinew_acl_pose(c.c, C.float(seconds))
	return c.Last(out)
}

// Play sets n contexts to the first n of the given times, in seconds. Each decompression
// then advances its context by step or, where step is 0, to the next of the times.
func (c *Clip) Play(n int, seconds []float32, step float64) error {
	if n < 1 || len(seconds) < n || !(step >= 0) {
		return fmt.Errorf("acl: %d contexts at %d times with a step of %v s", n, len(seconds), step)
	}
	C.sinew_acl_play(c.c, C.int(n), C.int(len(seconds)), (*C.float)(&seconds[0]), C.float(step))
	c.play = true
	return nil
}

// Poses decompresses the given number of poses, one of each context in turn, all into
// the same memory.
func (c *Clip) Poses(poses int) error {
	if !c.play {
		return errors.New("acl: nothing plays")
	}
	C.sinew_acl_poses(c.c, C.int(poses))
	return nil
}

// Last writes the pose that was taken last into out, as Pose does.
func (c *Clip) Last(out []float32) error {
	if len(out) != c.joints*PerJoint {
		return fmt.Errorf("acl: %d values for %d joints", len(out), c.joints)
	}
	C.sinew_acl_last(c.c, (*C.float)(&out[0]))
	return nil
}

// Close frees ACL's data.
func (c *Clip) Close() {
	C.sinew_acl_free(c.c)
	c.c = nil
}
