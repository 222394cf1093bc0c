package runtime

import (
	"fmt"
	"unsafe"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Sample writes the clip's value at a tick (see Tick) into the pose: the joints,
// weights and floats its tracks drive, and no others. Clips that drive different
// joints are sampled into one pose one after the other.
//
// cursors holds Cursors() values that belong to the caller, which Sample reads
// as hints where to look and leaves as the key at or before the tick. What they
// hold before, zeros for instance, changes only the time taken: with those of
// the last frame a step forwards or backwards costs the same however long the
// clip is, a seek to anywhere one binary search.
//
// The error wraps ErrLength where there are too few cursors or the pose has
// fewer joints, weights or floats than the clip drives; the pose is unchanged
// then.
func (s *Sampler) Sample(tick float64, cursors []uint32, pose *Pose) error {
	if len(cursors) < s.timelines {
		return fmt.Errorf("sampling clip %q: %w: %d cursors, want %d", s.clip.Name, ErrLength, len(cursors), s.timelines)
	}
	if pose.Len() < s.joints || len(pose.Weight) < s.weights || len(pose.Float) < s.floats {
		return fmt.Errorf("sampling clip %q: %w: a pose of %d joints, %d weights and %d floats, want %d, %d and %d",
			s.clip.Name, ErrLength, pose.Len(), len(pose.Weight), len(pose.Float), s.joints, s.weights, s.floats)
	}
	s.sample(tick, cursors, pose)
	return nil
}

// sample is Sample without its checks, which are those of the kernels too.
func (s *Sampler) sample(tick float64, cursors []uint32, pose *Pose) {
	iv := interval{tick: tick}
	cursors = cursors[:s.timelines]
	for r := range s.runs {
		run := &s.runs[r]
		key, between := iv.find(run.time, cursors[run.timeline])
		cursors[run.timeline] = key
		switch {
		case !between || run.interpolation == soa.Step:
			s.hold(run, key, pose)
		case run.interpolation == soa.Cubic:
			s.spline(run, &iv, pose)
		case run.property == soa.Translation:
			_ = simd.LerpVectors(pose.TX, pose.TY, pose.TZ, &run.tracks, &s.keys, key, iv.alpha)
		case run.property == soa.Rotation:
			_ = simd.SlerpQuaternions(pose.RX, pose.RY, pose.RZ, pose.RW, &run.tracks, &s.keys, key, iv.alpha)
		case run.property == soa.Scale:
			_ = simd.LerpVectors(pose.SX, pose.SY, pose.SZ, &run.tracks, &s.keys, key, iv.alpha)
		case run.property == soa.Weight:
			_ = simd.LerpScalars(pose.Weight, &run.tracks, s.keys.X, key, iv.alpha)
		case run.property == soa.Float:
			_ = simd.LerpScalars(pose.Float, &run.tracks, s.keys.X, key, iv.alpha)
		}
	}
}

// hold writes the values of a key. A spline's rotations need not be of unit
// length there.
func (s *Sampler) hold(run *run, key uint32, pose *Pose) {
	dst, n := pose.components(run.property)
	keys := [...][]float32{s.keys.X, s.keys.Y, s.keys.Z, s.keys.W}
	for c, x := range keys[:n] {
		_ = simd.CopyKeys(dst[c], &run.tracks, x, key)
	}
	if run.property == soa.Rotation && run.interpolation == soa.Cubic {
		_ = simd.NormalizeQuaternions(pose.RX, pose.RY, pose.RZ, pose.RW, &run.tracks)
	}
}

// spline writes the values of cubic tracks between two keys.
func (s *Sampler) spline(run *run, iv *interval, pose *Pose) {
	dst, n := pose.components(run.property)
	keys := [...][]float32{s.keys.X, s.keys.Y, s.keys.Z, s.keys.W}
	out, in := tangentFloats(s.clip.Out), tangentFloats(s.clip.In)
	for c, x := range keys[:n] {
		_ = simd.Hermite(dst[c], &run.tracks, x, out, in, c, iv.key, iv.alpha, iv.t1-iv.t0)
	}
	if run.property == soa.Rotation {
		_ = simd.NormalizeQuaternions(pose.RX, pose.RY, pose.RZ, pose.RW, &run.tracks)
	}
}

// tangentFloats is the memory of tangents as the plain values they are made of.
func tangentFloats(t []soa.Tangent) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(t))), len(soa.Tangent{})*len(t))
}
