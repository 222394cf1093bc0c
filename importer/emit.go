package importer

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// takeOutUnits rebases every joint to a frame without the uniform scale that
// its node carries at rest: with c the scale left out,
//
//	local' = scale(c of parent) · local · scale(1/c)
//
// so that translations become metres and scales 1. A scale that a clip drives
// or that is not uniform stays with its joint; whether in the file's unit or in
// metres is decided by which is nearer to 1.
func (f *flattener) takeOutUnits() {
	f.unit = make([]float64, len(f.joints))
	for i := range f.joints {
		j := &f.joints[i]
		base, above := f.lead, 1.0 // roots already carry the file's unit
		if j.parent >= 0 {
			base = f.unit[j.parent]
			above = base
		}
		f.unit[i] = base
		if s, ok := j.uniformScale(); ok {
			f.unit[i] = above * s
		} else if size := above * j.meanScale(); size > 0 && math.Abs(math.Log(size)) < math.Abs(math.Log(size/base)) {
			f.unit[i] = 1
		}
		j.rebase(above, f.unit[i])
	}
}

// uniformScale returns the positive factor by which a joint always scales its
// frame, mirrored or not; false where the scale is animated or not uniform.
func (j *joint) uniformScale() (float64, bool) {
	if j.static != nil || j.s.driven() {
		return 1, false
	}
	s := j.s.rest
	size := [4]float64{math.Abs(s[0]), math.Abs(s[1]), math.Abs(s[2])}
	if !isUniform(size) || !(size[0] > 1e-9 && size[0] < 1e9) {
		return 1, false
	}
	if math.Abs(size[0]-1) < noiseTolerance {
		return 1, true
	}
	return size[0], true
}

// meanScale returns the geometric mean of a joint's scales at rest, 0 for what
// has none.
func (j *joint) meanScale() float64 {
	s := j.s.rest
	volume := s[0] * s[1] * s[2]
	if j.static != nil {
		volume = j.static.Determinant()
	}
	return exact.CubeRoot(math.Abs(volume))
}

// noiseTolerance is how far from 1 a scale may be and still be noise, from
// quaternions of six digits for instance, rather than a unit to take out.
const noiseTolerance = 1e-5

func (j *joint) rebase(above, unit float64) {
	if above == 1 && unit == 1 {
		return
	}
	factor := above / unit
	if j.static != nil {
		m := *j.static
		for k := range m {
			if k%4 == 3 {
				m[k] *= above
			} else {
				m[k] *= factor
			}
		}
		j.static = &m
		return
	}
	if above != 1 {
		j.t.apply(func(v [4]float64) [4]float64 { return vec4(vec3(v).Scale(above)) }, nil)
	}
	if factor != 1 {
		scaled := func(v [4]float64) [4]float64 { return vec4(vec3(v).Scale(factor)) }
		j.s.apply(func(v [4]float64) [4]float64 { return vec4(snapScale(vec3(scaled(v)))) }, scaled)
	}
}

// emitSkeleton rounds the joints into a skeleton.
func (f *flattener) emitSkeleton() {
	n := len(f.joints)
	s := &soa.Skeleton{
		Name: make([]string, n), Parent: make([]int16, n), Unit: make([]float32, n), Rest: soa.MakeTransforms(n),
	}
	for i := range f.joints {
		j := &f.joints[i]
		s.Name[i], s.Parent[i], s.Unit[i] = j.name, int16(j.parent), float32(f.unit[i])
		if j.static != nil {
			s.Static = append(s.Static, soa.StaticLocal{Joint: int16(i), Local: soa.Affine(j.static.Float32())})
			continue
		}
		setTransform(&s.Rest, i, j.t.rest, j.r.rest, j.s.rest)
	}
	s.ComputeDepth()
	f.model.Skeleton = s
}

func setTransform(t *soa.Transforms, i int, translation, rotation, scale [4]float64) {
	t.TX[i], t.TY[i], t.TZ[i] = float32(translation[0]), float32(translation[1]), float32(translation[2])
	t.RX[i], t.RY[i], t.RZ[i], t.RW[i] = float32(rotation[0]), float32(rotation[1]), float32(rotation[2]), float32(rotation[3])
	t.SX[i], t.SY[i], t.SZ[i] = float32(scale[0]), float32(scale[1]), float32(scale[2])
}

// emitClips turns the joints' tracks and the morph channels into clips.
func (f *flattener) emitClips() {
	f.morphs = make([][]namedTrack, len(f.sources))
	for c := range f.sources {
		src := &f.sources[c]
		tracks := f.jointTracks(c)
		atRest := 3*len(src.byNode) - len(tracks)
		f.morphs[c] = f.morphTracks(src)
		tracks = append(tracks, f.morphs[c]...)
		tracks = append(tracks, f.floatTracks(src)...)
		clip := f.buildClip(src, tracks)
		f.model.Clips = append(f.model.Clips, clip)
		f.reportClip(clip, src, max(atRest, 0))
	}
}

// jointTracks lists clip c's tracks by property, then joint.
func (f *flattener) jointTracks(c int) []namedTrack {
	var tracks []namedTrack
	collect := func(p soa.Property, slotOf func(*joint) *slot) {
		for i := range f.joints {
			if s := slotOf(&f.joints[i]); s.tracks != nil && s.tracks[c] != nil {
				tracks = append(tracks, namedTrack{i, p, s.tracks[c]})
			}
		}
	}
	collect(soa.Translation, func(j *joint) *slot { return &j.t })
	collect(soa.Rotation, func(j *joint) *slot { return &j.r })
	collect(soa.Scale, func(j *joint) *slot { return &j.s })
	return tracks
}

func (f *flattener) reportClip(c *soa.Clip, src *clipSource, atRest int) {
	r := ClipReport{
		Name: c.Name, TicksPerSecond: c.TicksPerSecond, Start: c.Start, End: c.End(),
		Tracks: len(c.Tracks), Keys: len(c.Time), AtRest: atRest, Constant: atRest,
	}
	for t := range c.Tracks {
		if a, b := c.Keys(t); b-a == 1 {
			r.Constant++
		}
	}
	f.report.Clips = append(f.report.Clips, r)
	for _, x := range []struct {
		n    int
		kind Kind
		text string
	}{
		{src.fixed.notFinite, InvalidKey, "%d keys were not numbers; dropped"},
		{src.fixed.unsorted, UnsortedKey, "%d keys were out of order; sorted"},
		{src.fixed.duplicate, DoubledKey, "%d keys repeated a time; merged"},
		{src.fixed.notUnit, RotationLength, "%d rotation keys were not of unit length; normalised"},
		{src.fixed.flipped, Hemisphere, "%d rotation keys lay in the other hemisphere; negated"},
	} {
		if x.n > 0 {
			f.report.add(Repair, x.kind, c.Name, x.text, x.n)
		}
	}
	if len(c.Tracks) == 0 {
		f.report.add(Info, EmptyClip, c.Name, "the clip moves nothing")
	}
}

// bindFrame returns what takes a mesh stored below a node to the node's joint:
// the scale that the joint's frame leaves out, then what lies between.
func (f *flattener) bindFrame(node int) (joint int, m exact.Matrix) {
	p := f.place[node]
	if p.joint == soa.NoJoint {
		return soa.NoJoint, p.after
	}
	return p.joint, exact.Scaling(f.unit[p.joint]).Mul(p.after)
}

// sortedKeys returns a map's keys in ascending order.
func sortedKeys[V any](m map[int]V) []int {
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
