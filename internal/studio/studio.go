package studio

import (
	"cmp"
	"errors"
	"math"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/soa"
)

// Options are what a studio begins with.
type Options struct {
	Stage      Stage
	Renderer   *gpu.Renderer
	Background gpu.Background
	Skeleton   bool
	Grid       bool
	Follow     bool
	Scale      float64 // pixels per unit of the panels; 0: as many as the window says
	NoPanels   bool
	// Files are watched: where one changes, Open is called with the first again.
	Files []string
	// Open makes the stage of a file that was dropped or has changed; with is other
	// files with clips. Where it fails the old stage stays.
	Open func(file string, with []string) (Stage, error)
	// Pictures is how the names of pictures and films begin that keys take.
	Pictures string
}

// Studio is the state of a viewer.
type Studio struct {
	Clock
	Orbit gpu.Orbit

	stage   Stage
	graph   Graph
	options Options
	drawer  *gpu.Renderer
	ui      *overlay.UI
	painter *overlay.Painter
	in      overlay.Input
	mouse   pointer
	unsaid  rune // a letter that its key has done its work for

	width, height int
	free          overlay.Rect // what panels leave of the picture
	looks         looks
	panels        panels
	joints        joints
	timeline      timeline
	mix           mix
	ghosts        ghosts
	control       controlPanel
	dial          int // of the graph, that keys turn
	states        []graph.Playing
	morphs        []morph
	takes         takes
	watch         watch
	fps           fps

	message string  // that the status line tells
	told    float64 // seconds ago
	quit    bool
	stirred int   // frames that follow what the user did: a list shows it in the second
	err     error // of an input, which has nobody to return it to
	titled  [2]string
}

// New returns a studio. Its renderer's context is current.
func New(o Options) (*Studio, error) {
	s := &Studio{options: o, drawer: o.Renderer, looks: looks{skeleton: o.Skeleton, background: o.Background, follow: o.Follow}}
	s.Clock = Clock{Playing: true, Speed: 1}
	s.panels = panels{left: !o.NoPanels, right: !o.NoPanels, bars: true}
	if o.NoPanels {
		s.panels.bars = false
	}
	if err := s.rescale(cmp.Or(o.Scale, 1)); err != nil {
		return nil, err
	}
	var err error
	if s.painter, err = overlay.NewPainter(); err != nil {
		return nil, err
	}
	s.looks.gridShown = o.Grid
	s.watch.begin(o.Files)
	s.width, s.height = o.Renderer.Size()
	return s, s.show(o.Stage)
}

// rescale changes the size of the panels, in pixels per unit.
func (s *Studio) rescale(scale float64) (err error) {
	if s.ui != nil && float64(s.ui.Scale()) == scale {
		return nil
	}
	s.ui, err = overlay.New(scale)
	return err
}

// show begins with a stage.
func (s *Studio) show(stage Stage) error {
	s.stage, s.graph = stage, stage.Graph()
	s.looks.skeletonOnly = stage.Scene().Items[0].Skeleton && !s.looks.skeleton
	s.looks.travel = stage.Travels()
	s.joints.begin(stage.Model().Skeleton)
	s.morphs = morphsOf(stage.Model())
	s.control.begin(stage.Control())
	s.mix = mix{fade: 0.3}
	s.ghosts.stale = true
	s.dial = 0
	s.panels.tabs(s)
	s.panels.clipText = s.panels.clipText[:0]
	stage.Scene().Background = s.looks.background
	stage.Scene().Overlay = s
	s.begin()
	s.layout()
	return s.Reset()
}

// begin takes what plays now.
func (s *Studio) begin() {
	s.Clock.Reset(s.stage.Span())
	s.timeline.stale, s.joints.stale = true, true
	s.looks.root = rootOf(s.stage.Model().Skeleton, s.clip())
	s.looks.measured = false
}

// clip is the one that plays, or nil.
func (s *Studio) clip() *soa.Clip {
	if k := s.stage.Clip(); k != runtime.Rest && !s.stage.Scripted() {
		return s.stage.Clips()[k]
	}
	return nil
}

// Choose plays another clip, if there is one of that number.
func (s *Studio) Choose(clip int) error {
	if clip < 0 || clip >= len(s.stage.Clips()) || s.stage.Scripted() {
		return nil
	}
	s.mix.stop(s)
	if err := s.stage.Play(clip); err != nil {
		return err
	}
	s.begin()
	return nil
}

// Quit reports that the user wants to leave.
func (s *Studio) Quit() bool { return s.quit }

// Idle reports that nothing moves until the user does something.
func (s *Studio) Idle() bool {
	return !s.Playing && !s.takes.filming() && !s.mix.fading && s.stirred == 0
}

// Stage returns what plays.
func (s *Studio) Stage() Stage { return s.stage }

// tell shows a message for a while.
func (s *Studio) tell(text string) { s.message, s.told = text, 0 }

// fail keeps an error for the next frame, or tells it where work can go on.
func (s *Studio) fail(err error) {
	if err != nil {
		s.err = errors.Join(s.err, err)
	}
}

// Frame goes on by dt seconds and draws in a size in pixels.
func (s *Studio) Frame(width, height int, dt float64) error {
	if s.err != nil {
		return s.err
	}
	s.width, s.height = width, height
	s.told += dt
	s.stirred = max(s.stirred-1, 0)
	s.fps.add(dt)
	if err := s.reloaded(dt); err != nil {
		return err
	}
	if err := s.move(dt); err != nil {
		return err
	}
	s.overlay()
	if s.err != nil {
		return s.err
	}
	if err := s.dress(); err != nil {
		return err
	}
	s.aim()
	if err := s.takes.film(s, dt); err != nil {
		return err
	}
	return s.drawer.Draw(s.stage.Scene())
}

// Paint draws the panels; it is what gpu.Scene calls.
func (s *Studio) Paint(width, height int) error {
	s.painter.Paint(s.ui.Canvas(), width, height)
	return nil
}

// move moves what plays on by dt seconds.
func (s *Studio) move(dt float64) error {
	if s.graph != nil {
		if !s.Playing {
			return nil
		}
		return s.graph.Advance(s.Speed * dt)
	}
	s.Clock.Advance(dt)
	if err := s.mix.move(s, dt); err != nil {
		return err
	}
	s.ghosts.set(s)
	return s.stage.Show(s.Cycle, s.Time)
}

// Close frees what the studio has on the GPU. Films that are being taken are lost.
func (s *Studio) Close() {
	s.takes.close()
	s.painter.Close()
	s.stage.Close()
}

// fps counts frames per second.
type fps struct {
	shown   float64
	seconds float64
	frames  int
}

func (f *fps) add(dt float64) {
	f.seconds += dt
	f.frames++
	if f.seconds >= 0.5 {
		f.shown = float64(f.frames) / f.seconds
		f.seconds, f.frames = 0, 0
	}
}

// frameRate is by how much a step moves where the clip's own ticks are no
// frames: files count in thousandths of a second, too.
const frameRate = 30

// rate is the frames per second of what plays.
func (s *Studio) rate() float64 {
	if clip := s.clip(); clip != nil && clip.TicksPerSecond <= 120 {
		return clip.TicksPerSecond
	}
	return frameRate
}

// step goes some frames on and stops there.
func (s *Studio) step(frames float64) {
	s.Hold(s.Time + frames/s.rate())
}

func clamp(v, low, high float64) float64 { return math.Min(math.Max(v, low), high) }
