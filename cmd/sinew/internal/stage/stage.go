//go:build cgo

package stage

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// Stage is a scene with one or many instances of a model.
type Stage struct {
	Scene gpu.Scene
	Model *soa.Model // bound to the crowd's palettes
	Crowd *runtime.Crowd

	Clips      []*soa.Clip             // that can play
	Clip       int                     // the one that plays, or play.Rest
	Script     *performance.Script     // that plays instead of a clip, or nil
	Control    *performance.ControlRun // of the crowd, or nil
	changes    *performance.Controlled // whose run Control is
	given      performance.Performance // what NewStage was given
	unbound    *soa.Model              // the same
	Start, End float64                 // see performance.Performance.Span
	Rounds     int                     // loops that are shown
	Shown      []float64               // times that are shown; nil: not known
	Cells      bool                    // each of them in its own picture
	Directions int                     // of sprites; 0: one
	Onion      []float64               // seconds from each to its ghosts
	body       *body                   // see survey
	leads      bool                    // the camera follows from picture to picture
	Home       [3]float64              // the body's centre in the first picture
	ahead      []float64               // per instance: seconds after the time shown

	Travels bool
	Way     *performance.Way    // nil: in place
	Follows bool                // the camera follows, see Followed
	Cell    []soa.RootTransform // per instance: where it starts
	back    []soa.RootTransform // per instance: inverse of the steady movement until its time

	All, joints []int // the numbers of all instances and joints
	Ghosts      ghosts
}

// NewStage uploads a model at rest, whose instances can play some clips, or a script. ghosts is
// the number of ghosts. A rig that no mesh shows is drawn as a skeleton. Warnings are about
// what is drawn in a simpler way than the file says, and about models with nothing to draw.
func NewStage(r *gpu.Renderer, o *models.Opened, p performance.Performance, clips []*soa.Clip, instances,
	ghosts int) (s *Stage, warnings []error, err error) {
	s = &Stage{
		Clips: clips, Clip: play.Rest, Script: p.Script, Travels: p.Travels, Rounds: 1, ahead: make([]float64, instances),
		Cell: make([]soa.RootTransform, instances), back: make([]soa.RootTransform, instances), All: indices(instances),
		joints: indices(o.Model.Skeleton.Len()), given: p, unbound: o.Model,
	}
	for i := range s.Cell {
		s.Cell[i] = soa.IdentityRoot()
	}
	if s.Crowd, s.Model, err = p.Crowd(o, clips, instances+ghosts); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", o.File, err)
	}
	if p.Control != nil {
		s.Control, s.changes = p.Control.Runs[s.Crowd], p.Control
	}
	if s.Script != nil || p.Control != nil && p.Clip == nil {
		if err := s.Begin(); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", o.File, err)
		}
	}
	s.body = newBody(s.Model)
	uploaded, warnings, err := r.Upload(s.Model)
	if err != nil {
		return nil, nil, err
	}
	if len(o.Model.Meshes) == 0 && o.Model.Skeleton.Len() == 1 {
		warnings = append(warnings, fmt.Errorf("it has no mesh, and one joint, %q: there is nothing else to draw", o.Model.Skeleton.Name[0]))
	}
	item := gpu.Item{
		Model:    uploaded,
		Palettes: []gpu.Palette{{Data: s.Crowd.Palettes(), Stride: s.Crowd.Stride()}},
		Weights:  s.Crowd.AllWeights(),
		Joints:   make([]soa.Affine, instances*len(s.joints)),
		Skeleton: rigAlone(o.Model),
	}
	if len(s.Model.Visibility) > 0 {
		item.Floats = make([]float32, instances*len(s.Model.Floats))
	}
	for range instances {
		item.World = append(item.World, soa.IdentityAffine())
	}
	s.Scene.Items = []gpu.Item{item}
	s.addGhosts(ghosts)
	return s, warnings, nil
}

// indices lists the numbers from 0 to n−1.
func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// Item returns the instances' item of the scene.
func (s *Stage) Item() *gpu.Item { return &s.Scene.Items[0] }

// golden spreads the times of any number of instances evenly: the golden ratio less 1.
const golden = 0.6180339887498949

// Play changes the clip.
func (s *Stage) Play(clip int) error {
	err := s.Crowd.PlayAll(clip, play.Options{Mode: play.Clamp})
	s.Clip = clip
	if err == nil {
		err = s.Begin()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.Model.Name, err)
	}
	return nil
}

// Begin takes the start and end of what plays and spreads the times of the instances.
func (s *Stage) Begin() (err error) {
	p := s.performance()
	s.Start, s.End = p.Span()
	if s.Way, err = p.Way(); err != nil {
		return err
	}
	for i := range s.ahead {
		_, part := math.Modf(float64(i) * golden)
		s.ahead[i] = part * (s.End - s.Start)
		if s.Way != nil {
			s.back[i] = s.Way.Steady(0, s.Start+s.ahead[i]).Inverse()
		}
	}
	return nil
}

// Playing returns the clip that plays, or nil.
func (s *Stage) Playing() *soa.Clip {
	if s.Clip == play.Rest {
		return nil
	}
	return s.Clips[s.Clip]
}

// performance returns what plays.
func (s *Stage) performance() performance.Performance {
	return performance.Performance{Clip: s.Playing(), Script: s.Script, Control: s.changes, Travels: s.Travels}
}

// Name returns the name of what plays, or "".
func (s *Stage) Name() string {
	p := s.performance()
	return p.Name()
}

// At evaluates all instances at a time. Outside a clip a single instance in place holds its
// first or last pose; others loop. It allocates nothing.
func (s *Stage) At(t float64) error { return s.InLoop(0, t) }

// InLoop is At in a later loop.
func (s *Stage) InLoop(cycle int64, t float64) error {
	for i := range s.ahead {
		n, in := s.when(i, cycle, t)
		if err := s.show(i, n, in); err != nil {
			return err
		}
		p, err := s.place(i, n, in)
		if err != nil {
			return err
		}
		s.Item().World[i] = p.Affine()
	}
	if err := s.haunt(cycle, t); err != nil {
		return err
	}
	if s.Script == nil {
		if err := s.update(); err != nil {
			return err
		}
	}
	if err := s.readFloats(); err != nil {
		return err
	}
	return s.Joined()
}

// show evaluates an instance at a time of a loop.
func (s *Stage) show(i int, cycle int64, t float64) error {
	play := func(back float64) error {
		at := t - back
		if cycle > 0 && at < s.Start {
			_, at = performance.Fold(s.Start, s.End, at)
		}
		if s.Script != nil {
			return s.Script.At(s.Crowd, i, at)
		}
		return s.Crowd.Instance(i).Seek(at)
	}
	if s.Control == nil {
		return play(0)
	}
	return s.Control.At(i, float64(cycle)*(s.End-s.Start)+t-s.Start, play)
}

// readFloats reads the floats that show and hide meshes, of instances and ghosts.
func (s *Stage) readFloats() error {
	n, first := len(s.Model.Floats), 0
	for k := range s.Scene.Items {
		it := &s.Scene.Items[k]
		for i := range len(it.Floats) / max(n, 1) {
			if err := s.Crowd.Instance(first + i).Floats(it.Floats[i*n : (i+1)*n]); err != nil {
				return err
			}
		}
		first += max(len(it.Floats)/max(n, 1), 1)
	}
	return nil
}

// Joined computes the joints, if they are drawn.
func (s *Stage) Joined() error {
	if !s.Item().Skeleton {
		return nil
	}
	return s.Crowd.Joints(s.Item().Joints, s.All, s.joints)
}

// when returns the loop of an instance and its time in it.
func (s *Stage) when(i int, cycle int64, t float64) (n int64, in float64) {
	t += s.ahead[i]
	if s.Script != nil || len(s.ahead) == 1 && s.Rounds == 1 && s.Way == nil {
		return cycle, t
	}
	n, in = performance.Fold(s.Start, s.End, t)
	return n + cycle, in
}

// place returns the position of an instance.
func (s *Stage) place(i int, cycle int64, t float64) (soa.RootTransform, error) {
	if s.Way == nil {
		return s.Cell[i], nil
	}
	p, err := s.Way.At(cycle, t)
	return s.Cell[i].Mul(s.back[i]).Mul(p), err
}
