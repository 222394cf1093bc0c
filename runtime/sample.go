package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Sample writes the clip's value at a tick (see Tick) into the pose: the joints
// and weights its tracks drive, and no others. Clips that drive different
// joints are sampled into one pose one after the other.
//
// cursors holds Cursors() values that belong to the caller, which Sample reads
// as hints where to look and leaves as the key at or before the tick. What they
// hold before, zeros for instance, changes only the time taken: with those of
// the last frame a step forwards or backwards costs the same however long the
// clip is, a seek to anywhere one binary search.
//
// The error wraps ErrLength where there are too few cursors or the pose has
// fewer joints or weights than the clip drives; the pose is unchanged then.
func (s *Sampler) Sample(tick float64, cursors []uint32, pose *Pose) error {
	if len(cursors) < s.timelines {
		return fmt.Errorf("sampling clip %q: %w: %d cursors, want %d", s.clip.Name, ErrLength, len(cursors), s.timelines)
	}
	if pose.Len() < s.joints || len(pose.Weight) < s.weights {
		return fmt.Errorf("sampling clip %q: %w: a pose of %d joints and %d weights, want %d and %d",
			s.clip.Name, ErrLength, pose.Len(), len(pose.Weight), s.joints, s.weights)
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
		}
	}
}

// hold writes the values of a key. A spline's rotations need not be of unit
// length there.
func (s *Sampler) hold(run *run, key uint32, pose *Pose) {
	normalize := run.interpolation == soa.Cubic && run.property == soa.Rotation
	for i, first := range run.tracks.First {
		value := s.value(first + key)
		if normalize {
			value = simd.Normalize(value)
		}
		pose.set(run.property, int(run.tracks.Target[i]), value)
	}
}

// spline writes the values of cubic tracks. Tangents are slopes per tick; the
// curve takes them over the whole interval.
func (s *Sampler) spline(run *run, iv *interval, pose *Pose) {
	ticks := iv.t1 - iv.t0
	for i, first := range run.tracks.First {
		k, tangent := first+iv.key, run.tangent[i]+iv.key
		out, in := s.clip.Out[tangent], s.clip.In[tangent+1]
		value := simd.Hermite(s.value(k), s.value(k+1), out, in, iv.alpha, ticks)
		if run.property == soa.Rotation {
			value = simd.Normalize(value)
		}
		pose.set(run.property, int(run.tracks.Target[i]), value)
	}
}

// value returns all components of a key.
func (s *Sampler) value(k uint32) [4]float32 {
	return [4]float32{s.keys.X[k], s.keys.Y[k], s.keys.Z[k], s.keys.W[k]}
}
