package retarget

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// RestFrom is the origin of the source's reference pose.
type RestFrom string

// The origins of a reference pose.
const (
	RestFound   RestFrom = ""      // Retarget chooses
	RestOfFile  RestFrom = "file"  // the rest pose of the source
	RestOfFrame RestFrom = "frame" // a frame of the clip
)

// Rest chooses the pose of the source that corresponds to the target's rest pose. The zero value means
// the rest pose of the source's file if it is a T or A pose, else the clip's first frame if that is
// one, else the file's if the body stands in it, else the most upright frame. A source without a trunk
// and legs keeps its file's.
type Rest struct {
	From RestFrom
	// Frame is the frame, with RestOfFrame: an index in the times at which a joint has a key.
	Frame int
}

// Reference is the pose of the source taken as its rest pose.
type Reference struct {
	From    RestFrom `json:"from"`
	Found   bool     `json:"found"` // and not by Options.Rest
	Frame   int      `json:"frame"` // with RestOfFrame
	Seconds float64  `json:"seconds"`
	Arms    string   `json:"arms"` // T, A or other
	// Lean and Legs are the angles in degrees of the trunk and of the legs from vertical, at most.
	Lean float64 `json:"lean_degrees"`
	Legs float64 `json:"legs_degrees"`
	// File has the same of the file's rest pose, if it was not taken.
	File *Reference `json:"file,omitempty"`
}

// reference is the chosen pose.
type reference struct {
	report Reference
	pose   exact.Pose
	stance stance
	frame  bool      // it is one of the clip
	up     exact.Vec // of the source
}

// chooser chooses the reference pose of a clip.
type chooser struct {
	ctx   context.Context
	s     *exact.Skeleton
	clip  *exact.Clip
	body  humanoid.Body
	times []float64 // of frames, in ticks
}

// RestFor returns the rest pose that a text names: "file", or the number of a frame. The error wraps
// soa.ErrOption.
func RestFor(text string) (Rest, error) {
	if text == string(RestOfFile) {
		return Rest{From: RestOfFile}, nil
	}
	frame, err := strconv.Atoi(text)
	if err != nil || frame < 0 {
		return Rest{}, fmt.Errorf("%w: %q is neither a frame, such as 0, nor file", soa.ErrOption, text)
	}
	return Rest{From: RestOfFrame, Frame: frame}, nil
}

// muchNearer is how much less than the file's rest pose a frame in which a body does not stand is off an
// upright stance, to be taken.
const muchNearer = 0.75

// mostFrames bounds the frames among which an upright one is looked for, and heights are measured.
const mostFrames = 1000

// choose returns the reference pose.
func (c *chooser) choose(o *Options) (*reference, error) {
	file := c.inFile()
	switch {
	case o.Rest.From != RestFound && o.Rest.From != RestOfFile && o.Rest.From != RestOfFrame:
		return nil, fmt.Errorf("%w: the rest pose is from %q", soa.ErrOption, o.Rest.From)
	case o.KeepRest && o.Rest.From == RestFound, o.Rest.From == RestOfFile:
		file.report.Found = o.Rest.From == RestFound
		return file, nil
	case o.Rest.From == RestOfFrame:
		if o.Rest.Frame < 0 || o.Rest.Frame >= len(c.times) {
			return nil, fmt.Errorf("%w: frame %d of %d of clip %q is the rest pose", soa.ErrOption, o.Rest.Frame, len(c.times), c.clip.Clip.Name)
		}
		return c.inFrame(o.Rest.Frame, file, false), nil
	}
	if file.stance.isPosed() || !file.stance.known || len(c.times) == 0 {
		return file, nil
	}
	if first := c.inFrame(0, file, true); first.stance.isPosed() {
		return first, nil
	}
	if file.stance.stands() {
		return file, nil
	}
	best := -1
	least := 0.
	for n := range min(len(c.times), mostFrames) {
		if err := c.ctx.Err(); err != nil {
			return nil, err
		}
		at := n * len(c.times) / min(len(c.times), mostFrames)
		if r := c.inFrame(at, file, true); r.stance.known && (best < 0 || r.stance.deviation() < least) {
			best, least = at, r.stance.deviation()
		}
	}
	if r := c.inFrame(max(best, 0), file, true); best >= 0 && (r.stance.stands() || least < float64(muchNearer*file.stance.deviation())) {
		return r, nil
	}
	return file, nil
}

// inFile is the file's rest pose.
func (c *chooser) inFile() *reference {
	r := &reference{pose: c.s.NewPose(), up: exact.Vec{1: 1}}
	r.stance = stanceOf(c.body, &r.pose, r.up)
	if !r.stance.stands() && r.stance.known {
		if up := c.upOfClip(); up != r.up {
			if s := stanceOf(c.body, &r.pose, up); s.stands() {
				r.up, r.stance = up, s
			}
		}
	}
	r.report = Reference{From: RestOfFile, Found: true}
	r.say()
	return r
}

// inFrame is the pose of a frame.
func (c *chooser) inFrame(frame int, file *reference, found bool) *reference {
	r := &reference{pose: c.s.NewPose(), up: exact.Vec{1: 1}, frame: true}
	c.clip.At(c.times[frame], false, &r.pose)
	r.stance = stanceOf(c.body, &r.pose, r.up)
	r.report = Reference{From: RestOfFrame, Found: found, Frame: frame, File: &file.report,
		Seconds: c.clip.Clip.Start + c.times[frame]/c.clip.Clip.TicksPerSecond}
	r.say()
	return r
}

func (r *reference) say() {
	r.report.Arms, r.report.Lean, r.report.Legs = r.stance.arms.String(), r.stance.lean, r.stance.legs
	if !r.stance.known {
		r.report.Lean, r.report.Legs = 0, 0
	}
}

// upOfClip returns the axis along which the trunk is for most of the clip, or Y.
func (c *chooser) upOfClip() exact.Vec {
	p := c.s.NewPose()
	var sum exact.Vec
	n := min(len(c.times), 32)
	for i := range n {
		c.clip.At(c.times[i*len(c.times)/n], false, &p)
		sum = sum.Add(trunkOf(c.body, &p))
	}
	for axis := range 3 {
		if math.Abs(sum[axis]) > float64(0.7*float64(n)) {
			var up exact.Vec
			up[axis] = math.Copysign(1, sum[axis])
			return up
		}
	}
	return exact.Vec{1: 1}
}

// restIn returns a skeleton that rests in a pose. Joints with a matrix keep it.
func restIn(k *soa.Skeleton, p *exact.Pose) *soa.Skeleton {
	out := *k
	out.Rest = soa.MakeTransforms(k.Len())
	out.Rest.CopyFrom(&k.Rest)
	r := &out.Rest
	for j := range p.T {
		q := p.Q[j].Float32()
		r.TX[j], r.TY[j], r.TZ[j] = float32(p.T[j][0]), float32(p.T[j][1]), float32(p.T[j][2])
		r.RX[j], r.RY[j], r.RZ[j], r.RW[j] = q[0], q[1], q[2], q[3]
		r.SX[j], r.SY[j], r.SZ[j] = float32(p.S[j][0]), float32(p.S[j][1]), float32(p.S[j][2])
	}
	return &out
}
