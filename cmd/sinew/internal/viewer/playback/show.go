package playback

import (
	"slices"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/painting"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/soa"
)

// Show is the stage of one file: its instances, the clips they can play, and a camera that
// sees them.
type Show struct {
	*stage.Stage
	Live *Live // a graph that plays in place of clips, or nil
	// Edits is what the clips were edited by since they were read, or nil.
	Edits *curves.Session
	// Strokes is how the weights were painted since they were read, or nil.
	Strokes *painting.Session
	Bare    bool // no mesh shows the rig: its skeleton is always drawn
	wanted  bool // the user wants root motion; Travels says whether the clip has any, too
	look    *stage.Look
	control *performance.Controlled
	parts   parts
}

// maxGhosts is the number of ghosts that can be shown, half of them before the instance.
const maxGhosts = 8

// New uploads an opened file to a renderer. Warnings are about what is drawn in a simpler
// way than the file says.
func New(r *gpu.Renderer, o *models.Opened, p performance.Performance,
	look *stage.Look) (s *Show, warnings []error, err error) {
	clip, clips := p.Clip, o.Model.Clips
	if clip != nil && !slices.Contains(clips, clip) { // several joined
		clips = append(slices.Clone(clips), clip)
	}
	graphs := p.Script != nil && p.Script.Graph != nil
	ghosts := maxGhosts
	if graphs || look.Instances > 1 {
		ghosts = 0
	}
	s = &Show{look: look, control: p.Control, wanted: p.Travels}
	if s.Stage, warnings, err = stage.NewStage(r, o, p, clips, look.Instances, ghosts); err != nil {
		return nil, nil, err
	}
	s.Bare = s.Item().Skeleton
	s.follow()
	if clip != nil {
		if err := s.Play(slices.Index(clips, clip)); err != nil {
			return nil, nil, err
		}
	}
	if graphs {
		if s.Live, err = newLive(s.Stage); err != nil {
			return nil, nil, err
		}
	}
	s.parts = partsOf(s)
	return s, warnings, nil
}

// follow lets the camera move with a character that travels.
func (s *Show) follow() {
	s.Follows, s.Rounds = s.Travels, 1
	if s.Travels {
		s.Rounds = stage.FollowedRounds
	}
}

// Scripted reports whether layers, a fade or a graph play: then no clip can be chosen.
func (s *Show) Scripted() bool { return s.Script != nil }

// Play plays another clip, unless the show is scripted.
func (s *Show) Play(clip int) error {
	if s.Scripted() {
		return nil
	}
	s.Travels = s.wanted && s.Clips[clip].Motion != nil
	s.follow()
	return s.Stage.Play(clip)
}

// Travel applies root motion that was extracted from the clip, or stops doing so.
func (s *Show) Travel(on bool) error {
	if s.Scripted() {
		return nil
	}
	s.wanted = on
	clip := s.Playing()
	s.Travels = on && clip != nil && clip.Motion != nil
	s.follow()
	return s.Begin()
}

// Evaluate computes the poses of everything at a time. A graph has its own time.
func (s *Show) Evaluate(cycle int64, t float64) error {
	if s.Live != nil {
		return nil
	}
	return s.InLoop(cycle, t)
}

// Frame returns a camera that sees everything that plays in a picture whose width is aspect
// times its height, and a grid of suitable size.
func (s *Show) Frame(aspect float64) (gpu.Orbit, gpu.Grid, error) {
	ghosts := s.Ghosts.Ahead
	s.Ghosts.Ahead = nil
	defer func() { s.Ghosts.Ahead = ghosts }()
	return s.look.ArrangeIn(s.Stage, aspect)
}

// Current returns the clip that plays alone, or nil.
func (s *Show) Current() *soa.Clip {
	if s.Scripted() {
		return nil
	}
	return s.Playing()
}

// Declared returns the control that changes the poses, or nil.
func (s *Show) Declared() *control.DocumentStack {
	if s.control == nil {
		return nil
	}
	return s.control.DocumentStack
}

// Changed has to be called after targets or weights of Declared were set.
func (s *Show) Changed() {
	if run := s.Control; run != nil && !run.Live {
		for i := range run.Shown {
			run.Shown[i] = -1
		}
	}
}

// Close frees the model and its crowd.
func (s *Show) Close() {
	s.Item().Model.Close()
	s.Crowd.Close()
}
