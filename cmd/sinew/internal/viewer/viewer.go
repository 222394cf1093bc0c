package viewer

import (
	"cmp"
	"errors"
	"image"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/panel"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/takes"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/watch"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/overlay"
)

// Options configure a viewer.
type Options struct {
	Show       *playback.Show
	Renderer   *gpu.Renderer
	Background gpu.Background
	Skeleton   bool
	Grid       bool
	Follow     bool    // the camera follows the root
	Scale      float64 // pixels per unit of the panels; 0: that of the window
	NoPanels   bool
	// Files are watched: when one changes, Open is called with the first again.
	Files []string
	// Open opens a file that was dropped or has changed; with is other files with clips. An
	// error is shown, and the old file stays.
	Open func(file string, with []string) (*playback.Show, error)
	// Pictures is what the names of pictures and films begin with.
	Pictures string
	// Edits is the file of a model file's edits, Strokes that of its painted weights, and Write
	// writes them. Edits returns "" where there is none.
	Edits   func(file string) string
	Strokes func(file string) string
	Write   func(file string, data []byte) error
	// NoEdits: files are opened without the edits that were saved. A file that is read again keeps
	// those made since.
	NoEdits bool
	// Say says a line in the terminal.
	Say func(message string)
}

// Viewer is a window's contents. It is used by one goroutine, in which the renderer's
// context is current.
type Viewer struct {
	playback.Player
	Orbit gpu.Orbit

	options Options
	drawer  *gpu.Renderer
	ui      *overlay.UI
	painter *overlay.Painter
	in      overlay.Input
	mouse   pointer
	unsaid  rune // a letter whose key has been handled: it is not typed, too

	width, height int
	free          overlay.Rect // the part of the picture that no panel covers
	layout        layout
	grid          gpu.Grid
	box           gpu.Bounds // of the character

	look      panel.Look
	clips     panel.Clips
	joints    panel.Joints
	mix       panel.Mix
	curves    panel.Curves
	morphs    panel.Morphs
	dials     panel.Dials
	modifiers panel.Modifiers
	timeline  panel.Timeline
	keys      panel.KeyEditor
	posing    posing
	weights   panel.Weights
	painted   painted

	takes   takes.Takes
	files   watch.Files
	dropped []string
	again   bool // F5: read the files again

	status   status
	quit     bool
	question question
	slow     time.Duration // of the last time that an edit was shown
	stirred  int           // frames to draw after input: some controls react in the second
	err      error         // of input, until the next frame
	titled   [2]string
}

// New returns a viewer.
func New(o Options) (*Viewer, error) {
	v := &Viewer{Player: playback.NewPlayer(o.Follow), options: o, drawer: o.Renderer, files: watch.New(o.Files)}
	v.look = panel.Look{Skeleton: o.Skeleton, Grid: o.Grid, Background: o.Background}
	v.layout = layout{left: !o.NoPanels, right: !o.NoPanels, bars: !o.NoPanels}
	v.takes = takes.Takes{Base: cmp.Or(o.Pictures, "sinew"), Draw: v.plain}
	if err := v.rescale(cmp.Or(o.Scale, 1)); err != nil {
		return nil, err
	}
	var err error
	if v.painter, err = overlay.NewPainter(); err != nil {
		return nil, err
	}
	v.width, v.height = o.Renderer.Size()
	return v, v.open(o.Show)
}

// rescale changes the size of the panels, in pixels per unit.
func (v *Viewer) rescale(scale float64) (err error) {
	if v.ui != nil && float64(v.ui.Scale()) == scale {
		return nil
	}
	v.ui, err = overlay.New(scale)
	return err
}

// open shows a file.
func (v *Viewer) open(s *playback.Show) error {
	v.Open(s)
	v.joints.Begin(s.Model.Skeleton)
	v.morphs = panel.NewMorphs(s.Model)
	v.modifiers = panel.NewModifiers(s.Model.Skeleton, s.Declared())
	v.mix, v.dials = panel.Mix{}, panel.Dials{}
	v.keys.Open(s.Edits)
	v.posing = posing{}
	v.weights, v.painted = panel.Weights{}, painted{}
	v.listTabs()
	s.Scene.Overlay = v
	v.arrange()
	return v.Reset()
}

// Picked returns the picked joint, or soa.NoJoint.
func (v *Viewer) Picked() int { return v.joints.Picked }

// Idle reports whether the next frame is the same as this one, without input.
func (v *Viewer) Idle() bool {
	_, filming := v.takes.Filming()
	return !v.Moving() && !filming && v.stirred == 0
}

// fail keeps an error of input, which the next frame returns.
func (v *Viewer) fail(err error) { v.err = errors.Join(v.err, err) }

// Frame advances by dt seconds and draws in a size in pixels.
func (v *Viewer) Frame(width, height int, dt float64) error {
	if v.err != nil {
		return v.err
	}
	v.width, v.height = width, height
	v.status.advance(dt)
	v.stirred = max(v.stirred-1, 0)
	if err := v.reload(dt); err != nil {
		return err
	}
	v.edit()
	v.paintOn()
	if err := v.Advance(dt); err != nil {
		return err
	}
	if err := v.overlay(); err != nil {
		return err
	}
	if err := v.dress(); err != nil {
		return err
	}
	v.aim()
	message, err := v.takes.Frame(dt)
	if err != nil {
		return err
	}
	v.status.tell(message)
	return v.draw()
}

// dress applies what the user chose to the scene.
func (v *Viewer) dress() error {
	s := v.Show
	item := s.Item()
	if want := v.look.Skeleton || s.Bare; item.Skeleton != want {
		item.Skeleton = want
		if err := s.Joined(); err != nil {
			return err
		}
	}
	v.look.Apply(&s.Scene, max(v.joints.Picked, 0))
	if err := v.Place(); err != nil {
		return err
	}
	v.morphs.Apply(s)
	if err := v.joints.Read(s.Crowd); err != nil {
		return err
	}
	if err := v.dressWeights(); err != nil || !v.look.Bounds {
		return err
	}
	var err error
	v.box, err = item.Bounds()
	return err
}

// plain draws the frame without panels, as pictures and films have it.
func (v *Viewer) plain(into *image.RGBA) (*image.RGBA, error) {
	scene := &v.Show.Scene
	uncovered := scene.Uncovered
	scene.Overlay, scene.Uncovered = nil, image.Rectangle{}
	err := v.draw()
	scene.Overlay, scene.Uncovered = v, uncovered
	if err != nil {
		return nil, err
	}
	return v.drawer.Capture(into)
}

// Paint draws the panels. gpu.Scene calls it.
func (v *Viewer) Paint(width, height int) error {
	v.painter.Paint(v.ui.Canvas(), width, height)
	return nil
}

// Close frees what the viewer has on the GPU and discards a film that was not ended.
func (v *Viewer) Close() {
	v.takes.Close()
	v.painted.close()
	v.painter.Close()
	v.Show.Close()
}
