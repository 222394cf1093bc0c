//go:build ozz

package ozz

/*
#cgo CXXFLAGS: -std=c++17 -Wno-ignored-attributes
#include "ozz.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/sinew-anim/sinew/soa"
)

// ErrRefused is the error about a skeleton or clip that ozz does not take: it
// knows neither shear nor tracks that are not linear.
var ErrRefused = errors.New("ozz refuses it")

var errJob = errors.New("ozz: a job failed")

// Crowd is a skeleton, its clips and the characters that play them, in ozz's own
// data structures. It is used by one goroutine at a time.
type Crowd struct {
	c       *C.sinew_ozz
	model   *soa.Model
	clips   int
	entries int
	playing int
}

// Entry is what a palette entry is made of.
type Entry struct {
	Joint       int
	InverseBind soa.Affine
}

// Optimizer is the setting of ozz's optimizer: how far off, in metres, what is so
// far from a joint may be. The zero value leaves it out.
type Optimizer struct{ Tolerance, Distance float64 }

// Defaults is what the optimizer is set to by ozz.
var Defaults = Optimizer{1e-3, 0.1}

// New builds ozz's skeleton and animations. The error wraps ErrRefused.
func New(model *soa.Model, clips []*soa.Clip, entries []Entry, optimizer Optimizer) (*Crowd, error) {
	s := model.Skeleton
	if len(s.Static) > 0 || s.Len() == 0 || len(entries) == 0 {
		return nil, fmt.Errorf("%w: the skeleton shears or is empty", ErrRefused)
	}
	rest := make([]float32, 0, 10*s.Len())
	for j := range s.Len() {
		r := &s.Rest
		rest = append(rest, r.TX[j], r.TY[j], r.TZ[j], r.RX[j], r.RY[j], r.RZ[j], r.RW[j], r.SX[j], r.SY[j], r.SZ[j])
	}
	joint, bind := make([]int32, len(entries)), make([]float32, 0, 16*len(entries))
	for e := range entries {
		joint[e] = int32(entries[e].Joint)
		m := &entries[e].InverseBind
		bind = append(bind, m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0, m[3], m[7], m[11], 1)
	}
	o := &Crowd{model: model, clips: len(clips), entries: len(entries)}
	o.c = C.sinew_ozz_new(C.int(s.Len()), (*C.int16_t)(&s.Parent[0]), (*C.float)(&rest[0]), C.int(len(entries)), (*C.int32_t)(&joint[0]), (*C.float)(&bind[0]))
	if o.c == nil {
		return nil, fmt.Errorf("%w: the skeleton", ErrRefused)
	}
	for _, c := range clips {
		if err := o.add(c, false, optimizer); err != nil {
			o.Close()
			return nil, err
		}
	}
	return o, nil
}

// AddDifference adds the difference of a clip from the rest pose, an additive one. The
// error wraps ErrRefused.
func (o *Crowd) AddDifference(c *soa.Clip, optimizer Optimizer) error {
	err := o.add(c, true, optimizer)
	if err == nil {
		o.clips++
	}
	return err
}

// add hands one clip over: a joint without a track gets its rest value as key.
func (o *Crowd) add(c *soa.Clip, difference bool, optimizer Optimizer) error {
	if !(c.Seconds() > 0) {
		return fmt.Errorf("%w: clip %q is a moment", ErrRefused, c.Name)
	}
	C.sinew_ozz_clip(o.c, C.float(c.Seconds()))
	s, r := o.model.Skeleton, &o.model.Skeleton.Rest
	driven := make([][3]bool, s.Len())
	for t := range c.Tracks {
		tr := &c.Tracks[t]
		if tr.Property > soa.Scale {
			continue
		}
		a, b := c.Keys(t)
		if tr.Interpolation != soa.Linear && b-a > 1 {
			return fmt.Errorf("%w: clip %q has %v tracks", ErrRefused, c.Name, tr.Interpolation)
		}
		driven[tr.Target][tr.Property] = true
		for k := a; k < b; k++ {
			seconds := min(max(float64(c.Time[k])/c.TicksPerSecond, 0), c.Seconds())
			o.key(int(tr.Target), tr.Property, float32(seconds), c.X[k], c.Y[k], c.Z[k], c.W[k])
		}
	}
	for j := range driven {
		if !driven[j][soa.Translation] {
			o.key(j, soa.Translation, 0, r.TX[j], r.TY[j], r.TZ[j], 0)
		}
		if !driven[j][soa.Rotation] {
			o.key(j, soa.Rotation, 0, r.RX[j], r.RY[j], r.RZ[j], r.RW[j])
		}
		if !driven[j][soa.Scale] {
			o.key(j, soa.Scale, 0, r.SX[j], r.SY[j], r.SZ[j], 0)
		}
	}
	additive := C.int(0)
	if difference {
		additive = 1
	}
	if C.sinew_ozz_finish(o.c, additive, C.float(optimizer.Tolerance), C.float(optimizer.Distance)) == 0 {
		return fmt.Errorf("%w: clip %q", ErrRefused, c.Name)
	}
	return nil
}

func (o *Crowd) key(joint int, p soa.Property, seconds, x, y, z, w float32) {
	C.sinew_ozz_key(o.c, C.int(joint), C.int(p), C.float(seconds), C.float(x), C.float(y), C.float(z), C.float(w))
}

// Play puts as many characters as there are clips to seconds[i] of clip[i]; they
// go on by step[i] seconds a frame.
func (o *Crowd) Play(clip []int32, seconds, step []float32) error {
	if len(clip) != len(seconds) || len(clip) != len(step) || len(clip) == 0 {
		return errors.New("ozz: one clip, time and step a character")
	}
	for _, c := range clip {
		if c < 0 || int(c) >= o.clips {
			return fmt.Errorf("ozz: clip %d of %d", c, o.clips)
		}
	}
	o.playing = len(clip)
	C.sinew_ozz_play(o.c, C.int(len(clip)), (*C.int32_t)(&clip[0]), (*C.float)(&seconds[0]), (*C.float)(&step[0]))
	return nil
}

// Layer is what one place of a blend is for all characters.
type Layer struct {
	Additive bool
	Joints   []float32 // a weight per joint, or nil
}

// Blend makes what Play said about characters that of layers: those of the first
// character, then those of the second. Layer i has the weight at[i], which goes up and
// down between 0 and 1 by step[i] a frame, along 3s² − 2s³.
func (o *Crowd) Blend(layers []Layer, at, step []float32) error {
	if len(layers) == 0 || len(layers) > 8 || o.playing%len(layers) != 0 || len(at) != o.playing || len(step) != o.playing {
		return fmt.Errorf("ozz: %d layers for %d clips that play, %d weights", len(layers), o.playing, len(at))
	}
	for _, l := range layers {
		additive, joints := C.int(0), (*C.float)(nil)
		if l.Additive {
			additive = 1
		}
		if l.Joints != nil {
			joints = (*C.float)(&l.Joints[0])
		}
		C.sinew_ozz_layer(o.c, additive, joints)
	}
	C.sinew_ozz_blend_weights(o.c, (*C.float)(&at[0]), (*C.float)(&step[0]))
	o.playing /= len(layers)
	return nil
}

// Blends runs frames of a blend.
func (o *Crowd) Blends(frames int) error { return failed(C.sinew_ozz_blends(o.c, C.int(frames))) }

// Fused runs frames, whole character after whole character.
func (o *Crowd) Fused(frames int) error { return failed(C.sinew_ozz_fused(o.c, C.int(frames))) }

// Staged runs frames, job after job over all characters.
func (o *Crowd) Staged(frames int) error { return failed(C.sinew_ozz_staged(o.c, C.int(frames))) }

// Sample runs the first job of that many frames, which moves time on.
func (o *Crowd) Sample(frames int) error { return failed(C.sinew_ozz_sample(o.c, C.int(frames))) }

// LocalToModel runs the second job, on what Sample left.
func (o *Crowd) LocalToModel(frames int) error {
	return failed(C.sinew_ozz_to_model(o.c, C.int(frames)))
}

// Palettes runs the last job, on what LocalToModel left.
func (o *Crowd) Palettes(frames int) error {
	return failed(C.sinew_ozz_to_palette(o.c, C.int(frames)))
}

// Poses samples the given number of poses, one of each character in turn, all into
// the same memory.
func (o *Crowd) Poses(poses int) error {
	if o.playing == 0 {
		return errors.New("ozz: nothing plays")
	}
	return failed(C.sinew_ozz_poses(o.c, C.int(poses)))
}

// Size returns how many bytes a clip takes.
func (o *Crowd) Size(clip int) int { return int(C.sinew_ozz_size(o.c, C.int(clip))) }

// Pose writes the joints at a time of a clip, in seconds, into pose.
func (o *Crowd) Pose(clip int, seconds float64, pose *soa.Transforms) error {
	joints := o.model.Skeleton.Len()
	if clip < 0 || clip >= o.clips || pose.Len() != joints {
		return fmt.Errorf("ozz: clip %d of %d, %d of %d joints", clip, o.clips, pose.Len(), joints)
	}
	values := make([]float32, 10*joints)
	if err := failed(C.sinew_ozz_pose(o.c, C.int(clip), C.float(seconds), (*C.float)(&values[0]))); err != nil {
		return err
	}
	for j := range joints {
		v := values[10*j:]
		pose.TX[j], pose.TY[j], pose.TZ[j] = v[0], v[1], v[2]
		pose.RX[j], pose.RY[j], pose.RZ[j], pose.RW[j] = v[3], v[4], v[5], v[6]
		pose.SX[j], pose.SY[j], pose.SZ[j] = v[7], v[8], v[9]
	}
	return nil
}

func failed(ok C.int) error {
	if ok == 0 {
		return errJob
	}
	return nil
}

// Palette returns a palette entry of a character.
func (o *Crowd) Palette(character, entry int) soa.Affine {
	if character < 0 || character >= o.playing || entry < 0 || entry >= o.entries {
		panic(fmt.Sprintf("ozz: entry %d of character %d", entry, character))
	}
	m := (*[16]float32)(unsafe.Pointer(C.sinew_ozz_palette(o.c, C.int(character), C.int(entry))))
	var a soa.Affine
	for row := range 3 {
		for c := range 4 {
			a[4*row+c] = m[4*c+row]
		}
	}
	return a
}

// Close frees ozz's data.
func (o *Crowd) Close() {
	C.sinew_ozz_free(o.c)
	o.c = nil
}
