//go:build ozz

package measure

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/measure/ozz"
	"github.com/sinew-anim/sinew/soa"
)

// peers is ozz-animation, of clips that its optimizer has been over.
func peers() []Path {
	return []Path{
		{"ozz", "ozz-animation, one by one", "ozz", Own, Peer, false, ozzPath((*ozz.Crowd).Fused)},
		{"ozz-staged", "ozz-animation, job after job", "ozz-staged", Own, Peer, false, ozzPath((*ozz.Crowd).Staged)},
	}
}

func ozzPath(run func(*ozz.Crowd, int) error) func(*Character, Crowd) (*Work, error) {
	return func(c *Character, crowd Crowd) (*Work, error) {
		run := run
		o, err := startOzz(c, crowd)
		if err != nil {
			return nil, err
		}
		switch {
		case crowd.Blend == Graphed && crowd.Logic:
			run = func(o *ozz.Crowd, frames int) error {
				o.Decide(frames, Step)
				return nil
			}
		case crowd.Blend == Graphed:
			run = func(o *ozz.Crowd, frames int) error { return o.Graphs(frames, Step) }
		case crowd.Blend != NoBlend:
			run = (*ozz.Crowd).Blends
		case crowd.Modifier != NoModifier:
			run = (*ozz.Crowd).Reaches
		}
		return &Work{
			Run:    must(o, run),
			Matrix: func(i, skin, k int) soa.Affine { return o.Palette(i, c.rig.Index[skin][k]) },
			Close:  o.Close,
		}, nil
	}
}

// startOzz hands a crowd to ozz.
func startOzz(c *Character, crowd Crowd) (*ozz.Crowd, error) {
	entries := make([]ozz.Entry, len(c.rig.Entries))
	for i, e := range c.rig.Entries {
		entries[i] = ozz.Entry(e)
	}
	o, err := ozz.New(c.model, c.model.Clips[:crowd.Clips], entries, ozz.Defaults)
	if errors.Is(err, ozz.ErrRefused) {
		return nil, fmt.Errorf("%w: %w", ErrLeftOut, err)
	}
	if err != nil {
		return nil, err
	}
	if crowd.Blend != NoBlend {
		if err := c.blendOzz(o, crowd); err != nil {
			o.Close()
			return nil, err
		}
		return o, nil
	}
	var clip []int32
	var seconds, step []float32
	for _, in := range c.cast(crowd) {
		clip = append(clip, int32(in.clip))
		seconds, step = append(seconds, float32(in.offset)), append(step, float32(in.speed*Step))
	}
	err = o.Play(clip, seconds, step)
	if err == nil && crowd.Modifier != NoModifier {
		err = c.reachOzz(o, crowd)
	}
	if err != nil {
		o.Close()
		return nil, err
	}
	return o, nil
}

// reachOzz hands the targets of a crowd to ozz.
func (c *Character) reachOzz(o *ozz.Crowd, crowd Crowd) error {
	m, joints := crowd.Modifier, ozz.IK{Axis: geom.VecOf(knee).Neg().Array(), LegPole: kneesAhead, Forward: ahead, Up: above, Offset: eyes, LookPole: above, Weight: 0.5}
	if m >= Springs || m == FreeLegs || m == ConedLook {
		return fmt.Errorf("%w: ozz has no %v", ErrLeftOut, m)
	}
	find := func(name string) int { return slices.Index(c.model.Skeleton.Name, name) }
	if m.legs() {
		for _, l := range legJoints {
			joints.Legs = append(joints.Legs, [3]int{find(l[0]), find(l[1]), find(l[2])})
		}
	}
	for _, name := range slices.Backward(m.looking()) {
		joints.Look = append(joints.Look, find(name))
	}
	var targets [][3]float32
	for i := range crowd.Instances {
		for k := range joints.Legs {
			targets = append(targets, ankle(i, k))
		}
		if joints.Look != nil {
			targets = append(targets, seen(i))
		}
	}
	return o.Reach(&joints, targets)
}

// blendOzz hands the layers of a crowd to ozz: weights go up and down where Sinew's
// instances fade from clip to clip.
func (c *Character) blendOzz(o *ozz.Crowd, crowd Crowd) error {
	if crowd.Blend == Graphed {
		return c.graphOzz(o, crowd)
	}
	masks := c.masks()
	layers := []ozz.Layer{{}, {}}
	switch crowd.Blend {
	case Fading:
	case Masked:
		layers = append(layers, ozz.Layer{Joints: masks[0]}, ozz.Layer{Joints: masks[1]})
	case Added:
		layers[1].Additive = true
		if err := o.AddDifference(c.model.Clips[1], ozz.Defaults); err != nil {
			return err
		}
	default:
		return fmt.Errorf("%w: ozz has no transition of its own", ErrLeftOut)
	}
	var clip []int32
	var seconds, step, weight, change []float32
	for i, in := range c.cast(crowd) {
		for k := range layers {
			w, dw := float32(addedWeight), float32(0)
			switch {
			case crowd.Blend == Added && k == 0:
				w = 1
			case crowd.Blend == Added:
			case k < 2:
				w, dw = float32(i*37%fadeFrames)/fadeFrames, 1/float32(fadeFrames)
				if k == 1 {
					w, dw = 1-w, -dw
				}
			default:
				w = float32(maskedWeights[k-2])
			}
			of := k
			if layers[k].Additive {
				of = crowd.Clips
			}
			clip, seconds, step = append(clip, int32(of)), append(seconds, float32(in.offset)), append(step, float32(in.speed*Step))
			weight, change = append(weight, w), append(change, dw)
		}
	}
	if err := o.Play(clip, seconds, step); err != nil {
		return err
	}
	return o.Blend(layers, weight, change)
}

// graphOzz hands the graph of a crowd to ozz.
func (c *Character) graphOzz(o *ozz.Crowd, crowd Crowd) error {
	var list []ozz.Instruction
	for _, f := range script() {
		list = append(list, ozz.Instruction{X: f.x, Y: f.y, Speed: f.speed, Aim: f.aim, Jump: f.jump})
	}
	if err := o.Graph(crowd.Instances, ozz.Roles{Stand: standing, Gaits: gaits, Jump: jump, Aim: aim}, c.upper(), list); err != nil {
		return err
	}
	o.Decide(graphFrames, Step)
	return nil
}

// must makes a job's failure loud: Run has no error, as no path of ours can
// fail once it is set up.
func must(o *ozz.Crowd, run func(*ozz.Crowd, int) error) func(int) {
	return func(frames int) {
		if err := run(o, frames); err != nil {
			panic(err)
		}
	}
}

// Stage is one job of a chain.
type Stage struct {
	Name string
	Run  func(frames int)
}

// PeerStages sets a crowd up as a peer has it and returns its jobs, in order.
func PeerStages(c *Character, crowd Crowd) (stages []Stage, end func(), err error) {
	o, err := startOzz(c, crowd)
	if err != nil {
		return nil, nil, err
	}
	return []Stage{
		{"sample", must(o, (*ozz.Crowd).Sample)},
		{"local-to-model", must(o, (*ozz.Crowd).LocalToModel)},
		{"palette", must(o, (*ozz.Crowd).Palettes)},
	}, o.Close, nil
}
