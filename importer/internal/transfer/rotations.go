package transfer

import (
	"slices"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// Rotations leaves of clips for a model the rotations of joints and the travel of the hips, and of the
// joints above them, for a model of other proportions than those of the clips' skeleton:
//
//	T' = model's rest + k·(T − rest of the clips)      k: the model's leg ÷ the clips' leg
//
// Where the clips' skeleton does not stand at rest, the travel is measured from the origin in place of
// both rests. home returns a joint's translation at rest in the clips' file, in the frame of the model's
// joint. Morph weights and custom properties stay.
func Rotations(r *report.Report, m *soa.Model, from *soa.Skeleton, home func(joint int) exact.Vec, clips []*soa.Clip) {
	t := traveller{model: m, ratio: 1, home: home, stands: true}
	here, there := figureOf(m.Skeleton), figureOf(from)
	by := "no legs or hips are known on both sides"
	switch {
	case here.leg > 0 && there.leg > 0:
		t.ratio, t.stands = here.leg/there.leg, there.height > there.leg/2
		by = "the ratio of the legs"
	case here.height > 0 && there.height > 0:
		t.ratio, by = here.height/there.height, "the ratio of the hips' heights"
	}
	t.hips = here.hips
	for i := range clips {
		clips[i] = t.clip(clips[i])
	}
	r.Add(report.Info, report.OtherLengths, "", "rotations and travel alone are taken: %d translations and scales of joints are left out; travel is multiplied by %.4g (%s)", t.dropped, t.ratio, by)
}

// figure is a body at rest.
type figure struct {
	hips   int     // or soa.NoJoint
	height float64 // of the hips, in metres
	leg    float64 // from the upper leg to the foot, 0 if unknown
}

func figureOf(k *soa.Skeleton) (f figure) {
	b, _ := humanoid.Find(k)
	places := exact.RestPositions(k)
	if f.hips = b.First("hips"); f.hips >= 0 {
		f.height = places[f.hips][1]
	}
	for _, side := range [...]humanoid.Side{humanoid.Left, humanoid.Right} {
		upper, lower, foot := b.First(side.Role("UpperLeg")), b.First(side.Role("LowerLeg")), b.First(side.Role("Foot"))
		if upper >= 0 && lower >= 0 && foot >= 0 {
			f.leg = places[lower].Sub(places[upper]).Length() + places[foot].Sub(places[lower]).Length()
			return f
		}
	}
	return f
}

// traveller reduces clips to rotations and travel.
type traveller struct {
	model   *soa.Model
	hips    int
	ratio   float64
	stands  bool
	home    func(joint int) exact.Vec
	dropped int // number of tracks
}

func (t *traveller) clip(c *soa.Clip) *soa.Clip {
	out := c.EmptyCopy()
	out.Events, out.Additive = c.Events, c.Additive
	if c.Motion != nil {
		motion := *c.Motion
		motion.X, motion.Z, motion.Y = t.scaled(motion.X), t.scaled(motion.Z), t.scaled(motion.Y)
		out.Motion = &motion
	}
	carries := t.carriers(c)
	for i := range c.Tracks {
		track := &c.Tracks[i]
		travel := track.Property == soa.Translation && carries[track.Target]
		if (track.Property == soa.Translation || track.Property == soa.Scale) && !travel {
			t.dropped++
			continue
		}
		out.AppendTrack(c, i, track.Target)
		if travel {
			t.move(out)
		}
	}
	return out
}

func (t *traveller) scaled(list []float32) []float32 {
	list = slices.Clone(list)
	for i := range list {
		list[i] = float32(t.ratio * float64(list[i]))
	}
	return list
}

// carriers reports which joints carry the whole body: the hips and what is above them, or else those
// that the clip moves and none above them.
func (t *traveller) carriers(c *soa.Clip) []bool {
	k := t.model.Skeleton
	carries, moved := make([]bool, k.Len()), make([]bool, k.Len())
	if t.hips >= 0 {
		for j := int16(t.hips); j >= 0; j = k.Parent[j] {
			carries[j] = true
		}
		return carries
	}
	for i := range c.Tracks {
		if c.Tracks[i].Property == soa.Translation {
			moved[c.Tracks[i].Target] = true
		}
	}
	for j, p := range k.Parent {
		above := p >= 0 && moved[p]
		carries[j], moved[j] = moved[j] && !above, moved[j] || above
	}
	return carries
}

// move scales the travel of the clip's last track.
func (t *traveller) move(c *soa.Clip) {
	track := &c.Tracks[len(c.Tracks)-1]
	j := int(track.Target)
	rest := &t.model.Skeleton.Rest
	to, home := exact.Vec{float64(rest.TX[j]), float64(rest.TY[j]), float64(rest.TZ[j])}, t.home(j)
	if !t.stands {
		to = t.origin(j)
		home = to
	}
	for k := int(track.First); k < len(c.Time); k++ {
		v := to.Add(exact.Vec{float64(c.X[k]), float64(c.Y[k]), float64(c.Z[k])}.Sub(home).Scale(t.ratio))
		c.X[k], c.Y[k], c.Z[k] = float32(v[0]), float32(v[1]), float32(v[2])
	}
	if track.Interpolation == soa.Cubic {
		for k := int(track.FirstTangent); k < len(c.In); k++ {
			for a := range 3 {
				c.In[k][a], c.Out[k][a] = float32(t.ratio*float64(c.In[k][a])), float32(t.ratio*float64(c.Out[k][a]))
			}
		}
	}
}

// origin returns the model's origin in the frame of a joint's parent at rest.
func (t *traveller) origin(j int) exact.Vec {
	p := t.model.Skeleton.Parent[j]
	if p < 0 {
		return exact.Vec{}
	}
	inverse, ok := exact.NewSkeleton(t.model, nil).Rest.Global[p].Inverse()
	if !ok {
		return exact.Vec{}
	}
	return inverse.Translation()
}
