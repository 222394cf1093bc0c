//go:build cgo

package main

import (
	"context"
	"math"
	"strconv"
	"time"
	"unsafe"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/window"
)

// viewer is what a window shows and how keys and mouse change it.
type viewer struct {
	stage  *stage
	drawer *gpu.Renderer
	look   look
	orbit  gpu.Orbit
	grid   gpu.Grid // as it is while it is shown

	gridShown bool

	time      float64 // on the file's time line
	cycle     int64   // how often the end has been passed
	playing   bool
	speed     float64
	scrubbing bool
	bar       *bar
	live      *live // a graph that keys drive, in place of the time; or nil

	title      []byte
	titleClip  int
	titleTenth int // the time in the title, in tenths of a second
	quit       bool
	err        error // of a key or drag, which have nobody to return it to
}

func newViewer(s *stage, r *gpu.Renderer, l look) (*viewer, error) {
	v := &viewer{stage: s, drawer: r, look: l, playing: true, speed: 1, time: s.start, titleTenth: math.MinInt}
	l.dress(s)
	if err := v.reset(); err != nil {
		return nil, err
	}
	v.showGrid(l.grid)
	var err error
	if v.bar, err = newBar(r); err != nil {
		return nil, err
	}
	s.scene.Items = append(s.scene.Items, v.bar.items[:]...)
	return v, nil
}

// reset puts the camera where it sees all of what plays.
func (v *viewer) reset() (err error) {
	v.orbit, v.grid, err = v.look.arrange(v.stage)
	v.showGrid(v.gridShown)
	return err
}

func (v *viewer) showGrid(on bool) {
	v.gridShown, v.stage.scene.Grid = on, gpu.Grid{}
	if on {
		v.stage.scene.Grid = v.grid
	}
}

// The shortest time of a frame, for drivers that do not wait for the screen,
// and the longest that a paused window sleeps.
const (
	shortestFrame = 4 * time.Millisecond
	longestSleep  = 0.2 // seconds
)

// loop shows frames until the window is closed, the context ends, or, unless frames
// is 0, that number has been shown.
func (v *viewer) loop(ctx context.Context, w *window.Window, frames int) error {
	w.Handle(window.Handlers{Orbit: &v.orbit, Key: v.key, Drag: v.drag})
	last := time.Now()
	for n := 0; !w.Closing() && !v.quit && (frames == 0 || n < frames); n++ {
		if v.playing || frames > 0 {
			w.Poll()
		} else {
			w.Wait(longestSleep)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		now := time.Now()
		if err := v.frame(w, now.Sub(last).Seconds()); err != nil {
			return err
		}
		last = now
		w.Swap()
		if rest := shortestFrame - time.Since(now); rest > 0 {
			time.Sleep(rest)
		}
	}
	return nil
}

// titled is what has a title to change: the window.
type titled interface {
	Size() (width, height int)
	SetTitle(title string)
}

// frame moves on by dt seconds and draws. It allocates nothing.
func (v *viewer) frame(w titled, dt float64) error {
	if v.err != nil {
		return v.err
	}
	if err := v.move(dt); err != nil {
		return err
	}
	width, height := w.Size()
	v.look.width, v.look.height = width, height
	v.aim()
	v.bar.place(v.stage.scene.Items[1:], &v.stage.scene.Camera, float64(width)/float64(height), v.progress())
	v.retitle(w)
	return v.drawer.Draw(&v.stage.scene)
}

// move moves what plays on by dt seconds.
func (v *viewer) move(dt float64) error {
	if v.live != nil {
		if !v.playing {
			dt = 0
		}
		return v.live.advance(v.speed * dt)
	}
	if v.playing {
		v.advance(v.speed * dt)
	}
	return v.stage.inLoop(v.cycle, v.time)
}

// aim turns the camera, and the part of the ground that has a grid, to where the
// character is.
func (v *viewer) aim() {
	at := v.stage.followed(v.cycle, v.time)
	if v.live != nil {
		at = v.live.camera()
	}
	orbit := v.orbit
	for k, by := range [3]float64{at.X, at.Y, at.Z} {
		orbit.Target[k] += by
	}
	v.stage.scene.Camera = orbit.Camera()
	if v.gridShown {
		v.stage.scene.Grid.Center[0] = v.grid.Center[0] + float32(at.X)
		v.stage.scene.Grid.Center[2] = v.grid.Center[2] + float32(at.Z)
	}
}

// advance moves the time and goes round at the clip's ends.
func (v *viewer) advance(dt float64) {
	length := v.stage.end - v.stage.start
	if length <= 0 {
		v.time = v.stage.start
		return
	}
	into := v.time - v.stage.start + dt
	loops := math.Floor(into / length)
	v.cycle += int64(loops)
	v.time = v.stage.start + max(0, into-loops*length)
}

// progress is how much of the clip has passed, 0 to 1.
func (v *viewer) progress() float64 {
	if v.live != nil {
		return v.live.progress()
	}
	if length := v.stage.end - v.stage.start; length > 0 {
		return (v.time - v.stage.start) / length
	}
	return 0
}

// retitle writes clip and time into the title when they have changed. The
// window copies the title, so the bytes are used again.
func (v *viewer) retitle(w titled) {
	if v.live != nil {
		if title := v.live.title(); title != "" {
			w.SetTitle(title)
		}
		return
	}
	tenth := int(math.Floor(10 * v.time))
	if tenth == v.titleTenth && v.stage.clip == v.titleClip {
		return
	}
	v.titleTenth, v.titleClip = tenth, v.stage.clip
	b := append(v.title[:0], v.stage.model.Name...)
	if v.stage.moves() {
		b = append(b, ": "...)
		b = append(b, v.stage.name()...)
		b = append(b, "  "...)
		b = strconv.AppendFloat(b, float64(tenth)/10, 'f', 1, 64)
		b = append(b, " of "...)
		b = strconv.AppendFloat(b, v.stage.end, 'f', 1, 64)
		b = append(b, " s"...)
	}
	v.title = b
	w.SetTitle(unsafe.String(unsafe.SliceData(b), len(b)))
}

// key does what a key stands for.
func (v *viewer) key(k window.Key, mods window.Mods) {
	frames := 1.0
	if mods&window.Shift != 0 {
		frames = 10
	}
	item := v.stage.item()
	if v.live != nil {
		var done bool
		if done, v.err = v.live.key(k, mods); done {
			return
		}
	}
	switch k {
	case window.KeyEscape, 'Q':
		v.quit = true
	case window.KeySpace:
		v.playing = !v.playing
	case window.KeyLeft:
		v.step(-frames)
	case window.KeyRight:
		v.step(frames)
	case window.KeyHome:
		v.cycle = 0
		v.hold(v.stage.start)
	case window.KeyEnd:
		v.hold(v.stage.end)
	case window.KeyUp:
		v.speed = min(v.speed*1.25, 100)
	case window.KeyDown:
		v.speed = max(v.speed/1.25, 0.01)
	case 'S':
		item.Skeleton = !item.Skeleton
	case 'M':
		item.HideMeshes = !item.HideMeshes
	case 'G':
		v.showGrid(!v.gridShown)
	case 'R':
		v.err = v.reset()
	case '[':
		v.choose(v.stage.clip - 1)
	case ']':
		v.choose(v.stage.clip + 1)
	default:
		if k >= '1' && k <= '9' {
			v.choose(int(k - '1'))
		}
	}
}

// frameRate is by how much a step moves where the clip's own ticks are no
// frames: files count in thousandths of a second, too.
const frameRate = 30

// step goes some frames on and stops there.
func (v *viewer) step(frames float64) {
	rate := float64(frameRate)
	if clip := v.stage.playing(); clip != nil && clip.TicksPerSecond <= 120 {
		rate = clip.TicksPerSecond
	}
	v.hold(v.time + frames/rate)
}

// hold stops at a time within the clip.
func (v *viewer) hold(t float64) {
	v.playing = false
	v.time = min(max(t, v.stage.start), v.stage.end)
}

// choose plays another clip, if there is one of that number.
func (v *viewer) choose(i int) {
	if i < 0 || i >= len(v.stage.clips) || v.stage.script != nil {
		return
	}
	v.err = v.stage.play(i)
	v.time, v.cycle = v.stage.start, 0
}

// drag scrubs on the bar, and with Control everywhere.
func (v *viewer) drag(d window.Drag) bool {
	if d.Start {
		v.scrubbing = v.stage.moves() && (barUnder(d.Y) || d.Mods&window.Control != 0)
	}
	if v.scrubbing && v.live != nil {
		v.err = v.live.scrub(barTime(d.X))
		return true
	}
	if v.scrubbing {
		v.hold(v.stage.start + barTime(d.X)*(v.stage.end-v.stage.start))
	}
	return v.scrubbing
}
