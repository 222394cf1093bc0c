//go:build ozz

package ozz

/*
#cgo CXXFLAGS: -std=c++17
#include "ozz.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/sinew-anim/sinew/soa"
)

// Crowd is a skeleton, its clips and as many characters as Run was given, in
// ozz's own data structures. It is used by one goroutine at a time.
type Crowd struct {
	c     *C.sinew_ozz
	model *soa.Model
}

// New builds ozz's skeleton and animations, with its optimizer's defaults where
// optimize is set. bind is the inverse bind matrix of each joint. Shear and
// tracks that are not linear are refused: ozz has neither.
func New(model *soa.Model, clips []*soa.Clip, bind []soa.Affine, optimize bool) (*Crowd, error) {
	s := model.Skeleton
	if len(s.Static) > 0 || len(bind) != s.Len() || s.Len() == 0 {
		return nil, errors.New("ozz: the skeleton shears, is empty, or has not one bind matrix a joint")
	}
	rest, matrices := make([]float32, 0, 10*s.Len()), make([]float32, 0, 16*s.Len())
	for j := range s.Len() {
		r := &s.Rest
		rest = append(rest, r.TX[j], r.TY[j], r.TZ[j], r.RX[j], r.RY[j], r.RZ[j], r.RW[j], r.SX[j], r.SY[j], r.SZ[j])
		for c := range 4 {
			last := float32(0)
			if c == 3 {
				last = 1
			}
			matrices = append(matrices, bind[j][c], bind[j][4+c], bind[j][8+c], last)
		}
	}
	o := &Crowd{C.sinew_ozz_new(C.int(s.Len()), (*C.int16_t)(&s.Parent[0]), (*C.float)(&rest[0]), (*C.float)(&matrices[0])), model}
	if o.c == nil {
		return nil, errors.New("ozz: it refuses the skeleton")
	}
	for _, c := range clips {
		if err := o.add(c, optimize); err != nil {
			o.Close()
			return nil, err
		}
	}
	return o, nil
}

// add hands one clip over: a joint without a track gets its rest value as key.
func (o *Crowd) add(c *soa.Clip, optimize bool) error {
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
			return fmt.Errorf("ozz: clip %q has %v tracks", c.Name, tr.Interpolation)
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
	flag := C.int(0)
	if optimize {
		flag = 1
	}
	if C.sinew_ozz_finish(o.c, flag) == 0 {
		return fmt.Errorf("ozz: it refuses clip %q", c.Name)
	}
	return nil
}

func (o *Crowd) key(joint int, p soa.Property, seconds, x, y, z, w float32) {
	C.sinew_ozz_key(o.c, C.int(joint), C.int(p), C.float(seconds), C.float(x), C.float(y), C.float(z), C.float(w))
}

// Run evaluates character i at seconds[i] of clip[i], whole character after
// whole character, or where staged is set, job after job.
func (o *Crowd) Run(clip []int32, seconds []float32, staged bool) error {
	if len(clip) != len(seconds) || len(clip) == 0 {
		return errors.New("ozz: one clip and one time a character")
	}
	flag := C.int(0)
	if staged {
		flag = 1
	}
	if C.sinew_ozz_run(o.c, C.int(len(clip)), (*C.int32_t)(&clip[0]), (*C.float)(&seconds[0]), flag) == 0 {
		return errors.New("ozz: a job failed")
	}
	return nil
}

// Palette returns the palette matrix of a character's joint.
func (o *Crowd) Palette(character, joint int) soa.Affine {
	m := (*[16]float32)(unsafe.Pointer(C.sinew_ozz_palette(o.c, C.int(character), C.int(joint))))
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
