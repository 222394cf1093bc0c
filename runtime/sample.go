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

// sample is Sample without its checks. Tracks between two keys of a linear
// curve go on a list that a kernel works through; the rarer kinds are done at
// once.
func (s *Sampler) sample(tick float64, cursors []uint32, pose *Pose) {
	var pairs simd.KeyPairs
	iv := interval{tick: tick}
	cursors = cursors[:s.timelines]
	for r := range s.runs {
		run := &s.runs[r]
		key, between := iv.find(s.clip.Time[run.time:run.time+run.keys], cursors[run.timeline])
		cursors[run.timeline] = key
		tracks := s.tracks[run.from:run.to]
		switch {
		case !between || run.interpolation == soa.Step:
			s.hold(run, tracks, key, pose)
		case run.interpolation == soa.Cubic:
			s.spline(run, tracks, &iv, pose)
		default:
			for len(tracks) > 0 {
				tracks = fill(&pairs, tracks, key, iv.alpha)
				if pairs.Len == simd.MaxKeyPairs {
					s.blend(run.property, &pairs, pose)
				}
			}
		}
		if r+1 == len(s.runs) || s.runs[r+1].property != run.property {
			s.blend(run.property, &pairs, pose)
		}
	}
}

// fill puts tracks on the list, as many as it has room for, and returns the
// others.
func fill(pairs *simd.KeyPairs, tracks []boundTrack, key uint32, alpha float32) []boundTrack {
	n := uint(pairs.Len)
	room := min(simd.MaxKeyPairs-int(n), len(tracks))
	for i := range tracks[:room] {
		if n >= simd.MaxKeyPairs {
			break // never: it spares bounds checks
		}
		pairs.Key[n], pairs.Alpha[n], pairs.Target[n] = tracks[i].first+key, alpha, tracks[i].target
		n++
	}
	pairs.Len = int(n)
	return tracks[room:]
}

// blend works through the list, all of one property, and empties it. Lengths
// agree for what Validate passed, so the kernels' errors cannot occur.
func (s *Sampler) blend(property soa.Property, pairs *simd.KeyPairs, pose *Pose) {
	if pairs.Len == 0 {
		return
	}
	keys := simd.Keys{X: s.clip.X, Y: s.clip.Y, Z: s.clip.Z, W: s.clip.W}
	switch property {
	case soa.Translation:
		_ = simd.LerpVectors(pose.TX, pose.TY, pose.TZ, pairs, &keys)
	case soa.Rotation:
		_ = simd.SlerpQuaternions(pose.RX, pose.RY, pose.RZ, pose.RW, pairs, &keys)
	case soa.Scale:
		_ = simd.LerpVectors(pose.SX, pose.SY, pose.SZ, pairs, &keys)
	case soa.Weight:
		_ = simd.LerpScalars(pose.Weight, pairs, keys.X)
	}
	pairs.Len = 0
}

// hold writes the values of a key. A spline's rotations need not be of unit
// length there.
func (s *Sampler) hold(run *run, tracks []boundTrack, key uint32, pose *Pose) {
	c := s.clip
	normalize := run.interpolation == soa.Cubic && run.property == soa.Rotation
	for i := range tracks {
		k := tracks[i].first + key
		value := [4]float32{c.X[k], c.Y[k], c.Z[k], c.W[k]}
		if normalize {
			value = simd.Normalize(value)
		}
		pose.set(run.property, int(tracks[i].target), value)
	}
}

// spline writes the values of cubic tracks. Tangents are slopes per tick; the
// curve takes them over the whole interval.
func (s *Sampler) spline(run *run, tracks []boundTrack, iv *interval, pose *Pose) {
	c := s.clip
	ticks := iv.t1 - iv.t0
	for i := range tracks {
		k, g := tracks[i].first+iv.key, tracks[i].tangent+iv.key
		a := [4]float32{c.X[k], c.Y[k], c.Z[k], c.W[k]}
		b := [4]float32{c.X[k+1], c.Y[k+1], c.Z[k+1], c.W[k+1]}
		value := simd.Hermite(a, b, c.Out[g], c.In[g+1], iv.alpha, ticks)
		if run.property == soa.Rotation {
			value = simd.Normalize(value)
		}
		pose.set(run.property, int(tracks[i].target), value)
	}
}
