//go:build cgo

package main

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/play"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/soa"
)

// stage is a scene with one or many instances of a model.
type stage struct {
	scene gpu.Scene
	model *soa.Model // bound to the crowd's palettes
	crowd *runtime.Crowd

	clips      []*soa.Clip      // that can be played
	clip       int              // that plays, or runtime.Rest
	script     *play.Script     // that plays in place of a clip, or nil
	control    *play.ControlRun // that changes the poses, or nil
	changes    *play.Controlled // what it is of
	start, end float64          // see performance.span
	rounds     int              // how often what plays is shown from its start to its end
	shown      []float64        // times that are shown; nil: any
	cells      bool             // each of them in a picture of its own
	directions int              // from which each is seen; 0: one
	onion      []float64        // seconds from each to those that its picture shows as ghosts
	body       *body            // see survey
	leads      bool             // the camera goes along from picture to picture
	home       [3]float64       // the body's centre in the first
	ahead      []float64        // per instance: seconds ahead of the time shown

	travels bool
	way     *play.Way              // of what plays; nil: it stays in place
	follows bool                   // the camera goes along, see followed
	cell    []motion.RootTransform // per instance: where it begins
	back    []motion.RootTransform // per instance: what its time ahead has led to, evenly, undone

	all, joints []int // the numbers of all instances and joints
	ghosts      ghosts
}

// newStage uploads a model, at rest, whose instances can play some clips, or with a
// script play that. Warnings are about what is drawn plainer than the file says. A rig
// that no mesh shows is shown as a skeleton. Ghosts is how many more instances its crowd
// has.
func newStage(r *gpu.Renderer, o *models.Opened, p play.Performance, clips []*soa.Clip, instances, ghosts int) (s *stage, warnings []error, err error) {
	s = &stage{
		clips: clips, clip: runtime.Rest, script: p.Script, travels: p.Travels, rounds: 1, ahead: make([]float64, instances),
		cell: make([]motion.RootTransform, instances), back: make([]motion.RootTransform, instances), all: below(instances), joints: below(o.Model.Skeleton.Len()),
	}
	for i := range s.cell {
		s.cell[i] = motion.Identity()
	}
	if s.crowd, s.model, err = p.Crowd(o, clips, instances+ghosts); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", o.File, err)
	}
	if p.Control != nil {
		s.control, s.changes = p.Control.Runs[s.crowd], p.Control
	}
	if s.script != nil || p.Control != nil && p.Clip == nil {
		if err := s.begin(); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", o.File, err)
		}
	}
	s.body = newBody(s.model)
	uploaded, warnings, err := r.Upload(s.model)
	if err != nil {
		return nil, nil, err
	}
	item := gpu.Item{
		Model:    uploaded,
		Palettes: []gpu.Palette{{Data: s.crowd.Palettes(), Stride: s.crowd.Stride()}},
		Weights:  s.crowd.AllWeights(),
		Joints:   make([]soa.Affine, instances*len(s.joints)),
		Skeleton: rigAlone(o.Model),
	}
	for range instances {
		item.World = append(item.World, soa.IdentityAffine())
	}
	s.scene.Items = []gpu.Item{item}
	s.addGhosts(ghosts)
	return s, warnings, nil
}

// below lists the numbers from 0 to n−1.
func below(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// item is the one thing in the scene.
func (s *stage) item() *gpu.Item { return &s.scene.Items[0] }

// golden spreads the times of any number of instances.
const golden = 0.6180339887498949

// play changes the clip.
func (s *stage) play(clip int) error {
	err := s.crowd.PlayAll(clip, runtime.PlayOptions{Mode: runtime.Clamp})
	s.clip = clip
	if err == nil {
		err = s.begin()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.model.Name, err)
	}
	return nil
}

// begin takes the times of what plays, and gives every instance one of its own.
func (s *stage) begin() (err error) {
	p := s.performance()
	s.start, s.end = p.Span()
	if s.way, err = p.Way(); err != nil {
		return err
	}
	for i := range s.ahead {
		_, part := math.Modf(float64(i) * golden)
		s.ahead[i] = part * (s.end - s.start)
		if s.way != nil {
			s.back[i] = s.way.Steady(0, s.start+s.ahead[i]).Inverse()
		}
	}
	return nil
}

// playing returns the clip that plays, or nil.
func (s *stage) playing() *soa.Clip {
	if s.clip == runtime.Rest {
		return nil
	}
	return s.clips[s.clip]
}

// performance is what plays.
func (s *stage) performance() play.Performance {
	return play.Performance{Clip: s.playing(), Script: s.script, Control: s.changes, Travels: s.travels}
}

// name returns the name of what plays, or "".
func (s *stage) name() string {
	p := s.performance()
	return p.Name()
}

// at evaluates all instances at a time of what plays. Outside a clip a single instance in
// place holds its first and last pose, others go on in loops. It allocates nothing.
func (s *stage) at(t float64) error { return s.inLoop(0, t) }

// inLoop is at, a number of loops on.
func (s *stage) inLoop(cycle int64, t float64) error {
	for i := range s.ahead {
		n, in := s.when(i, cycle, t)
		if err := s.show(i, n, in); err != nil {
			return err
		}
		p, err := s.place(i, n, in)
		if err != nil {
			return err
		}
		s.item().World[i] = p.Affine()
	}
	if err := s.haunt(cycle, t); err != nil {
		return err
	}
	if s.script == nil {
		if err := s.update(); err != nil {
			return err
		}
	}
	return s.joined()
}

// show lets an instance play what it plays at a time of a loop.
func (s *stage) show(i int, cycle int64, t float64) error {
	play := func(back float64) error {
		at := t - back
		if cycle > 0 && at < s.start {
			_, at = play.Fold(s.start, s.end, at)
		}
		if s.script != nil {
			return s.script.At(s.crowd, i, at)
		}
		return s.crowd.Instance(i).Seek(at)
	}
	if s.control == nil {
		return play(0)
	}
	return s.control.At(i, float64(cycle)*(s.end-s.start)+t-s.start, play)
}

// joined computes the joints, where they are drawn.
func (s *stage) joined() error {
	if !s.item().Skeleton {
		return nil
	}
	return s.crowd.Joints(s.item().Joints, s.all, s.joints)
}

// when returns the loop that an instance is in, and its time there.
func (s *stage) when(i int, cycle int64, t float64) (n int64, in float64) {
	t += s.ahead[i]
	if s.script != nil || len(s.ahead) == 1 && s.rounds == 1 && s.way == nil {
		return cycle, t
	}
	n, in = play.Fold(s.start, s.end, t)
	return n + cycle, in
}

// place is where an instance is.
func (s *stage) place(i int, cycle int64, t float64) (motion.RootTransform, error) {
	if s.way == nil {
		return s.cell[i], nil
	}
	p, err := s.way.At(cycle, t)
	return s.cell[i].Mul(s.back[i]).Mul(p), err
}
