package soa

import (
	"fmt"
	"slices"
)

// AddClips adds the clips of another model of the same character and returns the
// added ones. Joints are matched by path, morph weights by mesh and target, custom
// properties by joint and name; driven custom properties that the model lacks are added.
//
// Joints that no clip drives may differ or be absent, and the order of joints may differ.
// Driven joints must exist, and each joint on the way to the root must have the same Unit and,
// unless a clip drives it, the same rest transform. The targets of an additive clip must have
// the same rest values, since it is a difference from them. Otherwise the error wraps
// ErrSkeleton, and the model is unchanged. Package importer adds the clips of a file.
func (m *Model) AddClips(from *Model) ([]*Clip, error) {
	t := clipTransfer{
		to: m, from: from, joints: jointsByPath(m.Skeleton, from.Skeleton), weights: make(map[[2]string]int16),
		same:   make([]bool, from.Skeleton.Len()),
		floats: &Model{Skeleton: m.Skeleton, Weights: m.Weights, Floats: slices.Clip(m.Floats)},
	}
	for i := len(m.Weights) - 1; i >= 0; i-- {
		t.weights[[2]string{m.Weights[i].Mesh, m.Weights[i].Target}] = int16(i)
	}
	var added []*Clip
	for _, c := range from.Clips {
		clip, err := t.clip(c)
		if err != nil {
			return nil, fmt.Errorf("clip %q: %w", c.Name, err)
		}
		if err := t.floats.ValidateClip(clip); err != nil {
			return nil, err
		}
		added = append(added, clip)
	}
	if err := t.floats.validateFloats(); err != nil {
		return nil, err
	}
	m.Clips, m.Floats = append(m.Clips, added...), t.floats.Floats
	return added, nil
}

// jointsByPath returns, per joint of a skeleton, the joint of another that has its path, or
// NoJoint; of two with one path the first counts.
func jointsByPath(to, from *Skeleton) []int16 {
	var paths Paths
	first := make(map[int]int16, to.Len())
	for j, path := range paths.Numbers(to) {
		if _, ok := first[path]; !ok {
			first[path] = int16(j)
		}
	}
	joints := make([]int16, from.Len())
	for j, path := range paths.Numbers(from) {
		var ok bool
		if joints[j], ok = first[path]; !ok {
			joints[j] = NoJoint
		}
	}
	return joints
}

type clipTransfer struct {
	to, from *Model
	joints   []int16 // see jointsByPath
	same     []bool  // per joint of from: it and all above it are in the same place
	weights  map[[2]string]int16
	floats   *Model // what the model is to become, without clips
}

// clip copies a clip with its tracks' new targets, in their order.
func (t *clipTransfer) clip(c *Clip) (*Clip, error) {
	order := make([]int, len(c.Tracks))
	targets := make([]Track, len(c.Tracks))
	for i := range c.Tracks {
		order[i], targets[i] = i, c.Tracks[i]
		var err error
		if targets[i].Target, err = t.target(&c.Tracks[i]); err != nil {
			return nil, err
		}
		if c.Additive && t.floats.RestOf(&targets[i]) != t.from.RestOf(&c.Tracks[i]) {
			return nil, fmt.Errorf("%w: it is additive, and %s rests elsewhere", ErrSkeleton, t.from.drivenName(&c.Tracks[i]))
		}
	}
	slices.SortFunc(order, func(a, b int) int { return targets[a].Compare(&targets[b]) })
	out := c.EmptyCopy()
	out.Events, out.Additive = slices.Clone(c.Events), c.Additive
	if c.Motion != nil {
		joint, err := t.joint(c.Motion.Joint)
		if err != nil {
			return nil, err
		}
		motion := *c.Motion
		out.Motion, motion.Joint = &motion, joint
	}
	for _, i := range order {
		out.AppendTrack(c, i, targets[i].Target)
	}
	return out, nil
}

// EmptyCopy returns a clip with c's name, times and Loop alone.
func (c *Clip) EmptyCopy() *Clip {
	return &Clip{Name: c.Name, TicksPerSecond: c.TicksPerSecond, Start: c.Start, Duration: c.Duration, Loop: c.Loop}
}

// AppendTrack appends a copy of track i of another clip, for a target that sorts after those of
// the clip's tracks.
func (c *Clip) AppendTrack(from *Clip, i int, target int16) {
	first, end := from.Keys(i)
	track := from.Tracks[i]
	if track.Interpolation == Cubic {
		f, n := int(track.FirstTangent), end-first
		track.FirstTangent = uint32(len(c.In))
		c.In, c.Out = append(c.In, from.In[f:f+n]...), append(c.Out, from.Out[f:f+n]...)
	}
	track.Target, track.First = target, uint32(len(c.Time))
	c.Tracks = append(c.Tracks, track)
	c.Time = append(c.Time, from.Time[first:end]...)
	c.X, c.Y = append(c.X, from.X[first:end]...), append(c.Y, from.Y[first:end]...)
	c.Z, c.W = append(c.Z, from.Z[first:end]...), append(c.W, from.W[first:end]...)
}

// target returns this model's target of a track of the other model.
func (t *clipTransfer) target(track *Track) (int16, error) {
	if track.Property == Weight {
		w := t.from.Weights[track.Target]
		if i, ok := t.weights[[2]string{w.Mesh, w.Target}]; ok {
			return i, nil
		}
		return 0, fmt.Errorf("%w: no morph target %q of %q", ErrSkeleton, w.Target, w.Mesh)
	}
	if track.Property == Float {
		return t.float(t.from.Floats[track.Target])
	}
	return t.joint(track.Target)
}

// joint returns the joint in the same place.
func (t *clipTransfer) joint(j int16) (int16, error) {
	to := t.joints[j]
	if to == NoJoint {
		return 0, fmt.Errorf("%w: no joint %q", ErrSkeleton, t.from.Skeleton.Path(int(j)))
	}
	return to, t.samePlace(to, j)
}

// RestOf returns the value at rest of a track's target.
func (m *Model) RestOf(t *Track) (v [4]float32) {
	r, j := &m.Skeleton.Rest, t.Target
	switch t.Property {
	case Translation:
		return [4]float32{r.TX[j], r.TY[j], r.TZ[j]}
	case Rotation:
		return [4]float32{r.RX[j], r.RY[j], r.RZ[j], r.RW[j]}
	case Scale:
		return [4]float32{r.SX[j], r.SY[j], r.SZ[j]}
	case Weight:
		return [4]float32{m.Weights[j].Rest}
	}
	return [4]float32{m.Floats[j].Rest}
}

// float returns the index of a float, which it adds if it is missing.
func (t *clipTransfer) float(f NamedFloat) (int16, error) {
	if f.Joint != NoJoint {
		j := t.joints[f.Joint]
		if j == NoJoint {
			return 0, fmt.Errorf("%w: no joint %q, which has %q", ErrSkeleton, t.from.Skeleton.Path(int(f.Joint)), f.Name)
		}
		f.Joint = j
	}
	i := t.floats.Float(f.Name, f.Joint)
	if i == None {
		i = len(t.floats.Floats)
		t.floats.Floats = append(t.floats.Floats, f)
	}
	if i >= MaxJoints {
		return 0, fmt.Errorf("%w: %d floats, at most %d are possible", ErrInvalid, i+1, MaxJoints)
	}
	return int16(i), nil
}

// samePlace checks a joint and all above it against those of the other model.
func (t *clipTransfer) samePlace(a, b int16) error {
	to, from := t.to.Skeleton, t.from.Skeleton
	for ; a >= 0 && !t.same[b]; a, b = to.Parent[a], from.Parent[b] {
		if to.Unit[a] != from.Unit[b] {
			return fmt.Errorf("%w: joint %q has the unit %v and not %v", ErrSkeleton, to.Name[a], from.Unit[b], to.Unit[a])
		}
		x, y := to.Rest.components(), from.Rest.components()
		for k := range x {
			if x[k][a] != y[k][b] && !t.from.drivenAt(b) {
				return fmt.Errorf("%w: joint %q rests elsewhere", ErrSkeleton, to.Name[a])
			}
		}
		t.same[b] = true // or the whole fails
	}
	return nil
}

// drivenAt reports whether any clip drives a joint.
func (m *Model) drivenAt(joint int16) bool {
	return slices.ContainsFunc(m.Clips, func(c *Clip) bool { return c.drives(joint) })
}

// drives reports whether the clip has a track of that joint.
func (c *Clip) drives(joint int16) bool {
	return slices.ContainsFunc(c.Tracks, func(t Track) bool { return t.Target == joint && t.Property <= Scale })
}
