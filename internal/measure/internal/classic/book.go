package classic

import (
	"fmt"

	"github.com/sinew-anim/sinew/soa"
)

// book is the method of Szauer's "Hands-On C++ Game Animation Programming"
// (Packt, 2020): a pose is a vector of local transforms and one of parents. A
// track is searched from its end, rotations are blended in straight lines, and
// each joint's global transform is combined along the way up to its root.
//
// Transforms combine scale by scale, so that a scale which differs by axis does
// not shear what is turned below it; matrices would.
type book struct {
	*Rig
	pose    bookPose
	clips   [][]bookTrack
	inverse []mat4
}

// bookPose is the two vectors.
type bookPose struct {
	joints  []bookTransform
	parents []int
}

type bookTransform struct{ position, rotation, scale [4]float32 }

// bookTrack is a joint with its three tracks, any of which may be empty.
type bookTrack struct {
	joint                     int
	position, rotation, scale []bookFrame
}

type bookFrame struct {
	value [4]float32
	time  float32
}

func newBook(r *Rig, clips []*soa.Clip, _ int) (Animator, error) {
	if len(r.Skeleton.Static) > 0 {
		return nil, fmt.Errorf("a pose of transforms: %w", ErrShear)
	}
	b := &book{Rig: r}
	for _, p := range r.Skeleton.Parent {
		b.pose.parents = append(b.pose.parents, int(p))
	}
	b.pose.joints = make([]bookTransform, r.Skeleton.Len())
	for i := range r.Entries {
		b.inverse = append(b.inverse, toMat4(&r.Entries[i].InverseBind))
	}
	for _, c := range clips {
		var tracks []bookTrack
		for j, ch := range channels(r.Skeleton, c) {
			if ch == nil { // a pose is shared by clips: what rests is written too
				ch = &channel{}
				for p := soa.Translation; p <= soa.Scale; p++ {
					*ch.keys(p) = []key{{0, restValue(r.Skeleton, j, p)}}
				}
			}
			tracks = append(tracks, bookTrack{j, bookFrames(ch.translation), bookFrames(ch.rotation), bookFrames(ch.scale)})
		}
		b.clips = append(b.clips, tracks)
	}
	return b, nil
}

func bookFrames(keys []key) []bookFrame {
	frames := make([]bookFrame, len(keys))
	for k := range keys {
		frames[k] = bookFrame{keys[k].value, float32(keys[k].time)}
	}
	return frames
}

func (b *book) Evaluate(_, clip int, tick float64, palette []float32) {
	time := float32(tick)
	for i := range b.clips[clip] {
		t := &b.clips[clip][i]
		b.pose.joints[t.joint] = bookTransform{
			bookSample(t.position, time, lerp),
			bookSample(t.rotation, time, nlerp),
			bookSample(t.scale, time, lerp),
		}
	}
	for i := range b.Entries {
		global := b.pose.global(b.Entries[i].Joint)
		m := compose4(global.position, global.rotation, global.scale)
		m = m.times(&b.inverse[i])
		copy(palette[12*i:12*i+12], m[:])
	}
}

// bookSample is Track::Sample with its FrameIndex.
func bookSample(frames []bookFrame, time float32, blend func(a, b [4]float32, t float32) [4]float32) [4]float32 {
	last := len(frames) - 1
	if time <= frames[0].time {
		return frames[0].value
	}
	if time >= frames[last].time {
		return frames[last].value
	}
	k := last - 1
	for frames[k].time > time {
		k--
	}
	a, b := &frames[k], &frames[k+1]
	return blend(a.value, b.value, (time-a.time)/(b.time-a.time))
}

// global is GetGlobalTransform: from the joint up to its root.
func (p *bookPose) global(joint int) bookTransform {
	result := p.joints[joint]
	for j := p.parents[joint]; j >= 0; j = p.parents[j] {
		result = combine(&p.joints[j], &result)
	}
	return result
}

func combine(a, b *bookTransform) (c bookTransform) {
	for i := range 3 {
		c.scale[i] = a.scale[i] * b.scale[i]
		c.position[i] = a.scale[i] * b.position[i]
	}
	c.rotation = quaternionProduct(a.rotation, b.rotation)
	c.position = turn(a.rotation, c.position)
	for i := range 3 {
		c.position[i] += a.position[i]
	}
	return c
}

func quaternionProduct(a, b [4]float32) [4]float32 {
	return [4]float32{
		a[3]*b[0] + a[0]*b[3] + a[1]*b[2] - a[2]*b[1],
		a[3]*b[1] - a[0]*b[2] + a[1]*b[3] + a[2]*b[0],
		a[3]*b[2] + a[0]*b[1] - a[1]*b[0] + a[2]*b[3],
		a[3]*b[3] - a[0]*b[0] - a[1]*b[1] - a[2]*b[2],
	}
}

// turn rotates a vector: 2·(q·v)·q + (w² − q·q)·v + 2w·(q × v).
func turn(q, v [4]float32) [4]float32 {
	along := 2 * (q[0]*v[0] + q[1]*v[1] + q[2]*v[2])
	same := q[3]*q[3] - (q[0]*q[0] + q[1]*q[1] + q[2]*q[2])
	across := 2 * q[3]
	return [4]float32{
		along*q[0] + same*v[0] + across*(q[1]*v[2]-q[2]*v[1]),
		along*q[1] + same*v[1] + across*(q[2]*v[0]-q[0]*v[2]),
		along*q[2] + same*v[2] + across*(q[0]*v[1]-q[1]*v[0]),
	}
}
