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
// cursors holds one value per track of the clip, which Sample reads as a hint
// where to look and leaves as the index of the key at or before the tick. What
// they hold before, zeros for instance, changes only the time taken: with the
// last frame's cursors a step forwards or backwards costs the same however long
// the clip is, a seek to anywhere one binary search per set of tracks keyed at
// the same times.
//
// The clip must have passed Validate for a model with the pose's joints and
// weights. The error wraps ErrLength where there are too few cursors or the
// pose is too small for the clip; the pose is unchanged then.
func Sample(clip *soa.Clip, tick float64, cursors []uint32, pose *Pose) error {
	if len(cursors) < len(clip.Tracks) {
		return fmt.Errorf("sampling clip %q: %w: %d cursors for %d tracks", clip.Name, ErrLength, len(cursors), len(clip.Tracks))
	}
	if err := checkTargets(clip, pose); err != nil {
		return err
	}
	sample(clip, tick, cursors, pose)
	return nil
}

// checkTargets reports a clip that drives more than the pose holds. Tracks are
// sorted, so the last of each property has the greatest target.
func checkTargets(clip *soa.Clip, pose *Pose) error {
	for t := range clip.Tracks {
		tr := &clip.Tracks[t]
		if t+1 < len(clip.Tracks) && clip.Tracks[t+1].Property == tr.Property {
			continue
		}
		limit := pose.Len()
		if tr.Property == soa.Weight {
			limit = len(pose.Weight)
		}
		if int(tr.Target) >= limit {
			return fmt.Errorf("sampling clip %q: %w: the %v of %d is driven, the pose has %d", clip.Name, ErrLength, tr.Property, tr.Target, limit)
		}
	}
	return nil
}

// sample is Sample without its checks. A track between two keys of a linear
// curve goes on a list that a kernel works through; the rarer cases are done at
// once.
func sample(clip *soa.Clip, tick float64, cursors []uint32, pose *Pose) {
	var pairs simd.KeyPairs
	iv := interval{tick: tick}
	time, tracks := clip.Time, clip.Tracks
	cursors = cursors[:len(tracks)]
	property := soa.Translation
	for t := range tracks {
		tr := &tracks[t]
		if tr.Property != property || pairs.Len == simd.MaxKeyPairs {
			blend(clip, property, &pairs, pose)
			property = tr.Property
		}
		first, end := int(tr.First), len(time)
		if t+1 < len(tracks) {
			end = int(tracks[t+1].First)
		}
		k := first + int(iv.key)
		if k+1 >= end || time[k] != iv.t0 || time[k+1] != iv.t1 {
			key, between := iv.find(time[first:end], cursors[t])
			k = first + int(key)
			if !between {
				cursors[t] = key
				hold(clip, tr, k, pose)
				continue
			}
		}
		cursors[t] = uint32(k - first)
		switch tr.Interpolation {
		case soa.Linear:
			n := pairs.Len % simd.MaxKeyPairs
			pairs.Key[n], pairs.Alpha[n], pairs.Target[n] = uint32(k), iv.alpha, tr.Target
			pairs.Len = n + 1
		case soa.Step:
			hold(clip, tr, k, pose)
		case soa.Cubic:
			spline(clip, tr, k, &iv, pose)
		}
	}
	blend(clip, property, &pairs, pose)
}

// blend works through the list of linear tracks, all of one property, and
// empties it. Lengths agree for what Validate passed, so the kernels' errors
// cannot occur.
func blend(clip *soa.Clip, property soa.Property, pairs *simd.KeyPairs, pose *Pose) {
	if pairs.Len == 0 {
		return
	}
	keys := simd.Keys{X: clip.X, Y: clip.Y, Z: clip.Z, W: clip.W}
	switch property {
	case soa.Translation:
		_ = simd.LerpVectors(pose.TX, pose.TY, pose.TZ, pairs, &keys)
	case soa.Rotation:
		_ = simd.SlerpQuaternions(pose.RX, pose.RY, pose.RZ, pose.RW, pairs, &keys)
	case soa.Scale:
		_ = simd.LerpVectors(pose.SX, pose.SY, pose.SZ, pairs, &keys)
	case soa.Weight:
		_ = simd.LerpScalars(pose.Weight, pairs, clip.X)
	}
	pairs.Len = 0
}

// hold writes the value of key k.
func hold(clip *soa.Clip, tr *soa.Track, k int, pose *Pose) {
	value := [4]float32{clip.X[k], clip.Y[k], clip.Z[k], clip.W[k]}
	if tr.Interpolation == soa.Cubic && tr.Property == soa.Rotation {
		value = simd.Normalize(value) // a spline's keys need not be of unit length
	}
	write(pose, tr, value)
}

// spline writes the value of a cubic track between keys k and k+1. Tangents are
// slopes per tick; the spline takes them over the whole interval.
func spline(clip *soa.Clip, tr *soa.Track, k int, iv *interval, pose *Pose) {
	a := [4]float32{clip.X[k], clip.Y[k], clip.Z[k], clip.W[k]}
	b := [4]float32{clip.X[k+1], clip.Y[k+1], clip.Z[k+1], clip.W[k+1]}
	tangent := int(tr.FirstTangent) + k - int(tr.First)
	out, in := clip.Out[tangent], clip.In[tangent+1]
	ticks := iv.t1 - iv.t0
	for i := range out {
		out[i] = float32(out[i] * ticks)
		in[i] = float32(in[i] * ticks)
	}
	value := simd.Hermite(a, b, out, in, iv.alpha)
	if tr.Property == soa.Rotation {
		value = simd.Normalize(value)
	}
	write(pose, tr, value)
}

// write stores a track's value in the pose.
func write(pose *Pose, tr *soa.Track, value [4]float32) {
	j := int(tr.Target)
	switch tr.Property {
	case soa.Translation:
		pose.TX[j], pose.TY[j], pose.TZ[j] = value[0], value[1], value[2]
	case soa.Rotation:
		pose.RX[j], pose.RY[j], pose.RZ[j], pose.RW[j] = value[0], value[1], value[2], value[3]
	case soa.Scale:
		pose.SX[j], pose.SY[j], pose.SZ[j] = value[0], value[1], value[2]
	case soa.Weight:
		pose.Weight[j] = value[0]
	}
}
