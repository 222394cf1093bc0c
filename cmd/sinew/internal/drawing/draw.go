//go:build cgo

package drawing

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"image/color"
	"io"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/film"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/soa"
)

// Options are what is drawn into a file, and how.
type Options struct {
	Shots
	stage.Look
	Out    string // the file
	Shadow bool
}

// Parse reads the flags and refuses those that do not go together.
func (opt *Options) Parse(changed func(flag string) bool) error {
	if err := opt.Look.Parse(); err != nil {
		return err
	}
	if err := opt.Shots.Parse(opt.Out, changed); err != nil {
		return err
	}
	if opt.Onion > 0 && opt.Instances > 1 {
		return console.Usagef("--onion and --instances do not go together: ghosts are of one character")
	}
	if opt.Sprites > 0 {
		if opt.Instances > 1 {
			return console.Usagef("--sprites and --instances do not go together: a sprite is one character")
		}
		if !changed("background") {
			opt.Transparent, opt.Background = true, stage.BlackBackground
		}
		if opt.Camera.Auto {
			opt.Camera = stage.CameraPlace{Pitch: spritePitch}
		}
	}
	if ext := strings.ToLower(filepath.Ext(opt.Out)); opt.Transparent && ext != ".png" && ext != ".apng" {
		return console.Usagef("--background: %s pictures have no transparency, .png and .apng have", ext)
	}
	return nil
}

// maxHeld is the largest number of pixels that frames may hold in memory.
const maxHeld = 1 << 29

// CheckMemory refuses more frames than fit into memory: a contact sheet and a GIF hold all
// their frames until the last is drawn.
func (opt *Options) CheckMemory(frames int) error {
	holds := !film.Animated(opt.Out) || strings.EqualFold(filepath.Ext(opt.Out), ".gif")
	if pixels := float64(frames) * float64(opt.Width) * float64(opt.Height); holds && frames > 1 && pixels > maxHeld {
		return fmt.Errorf("%d frames of %d×%d are too much for one %s: fewer, smaller, or an .apng or film", frames,
			opt.Width, opt.Height, filepath.Ext(opt.Out))
	}
	return nil
}

// Part is what is drawn of a clip, or of what plays without one.
type Part struct {
	Clip *soa.Clip // nil: what plays
	Plan Plan
}

// Draw draws a picture of each time of each part, one part after the other at one scale, and passes it to
// add. It returns the driver's name. Warnings and the progress go to stderr.
func (opt *Options) Draw(ctx context.Context, stderr io.Writer, o *models.Opened, performance performance.Performance, parts []Part,
	add func(*image.RGBA) error) (driver string, err error) {
	gl, err := headless.New(opt.Width, opt.Height)
	if err != nil {
		return "", err
	}
	defer gl.Close()
	r, err := gpu.NewRenderer(gl, opt.Renderer(o.Model))
	if err != nil {
		return "", err
	}
	defer r.Close()
	var clips []*soa.Clip
	for _, p := range parts {
		if p.Clip != nil {
			clips = append(clips, p.Clip)
		}
	}
	s, warnings, err := stage.NewStage(r, o, performance, clips, opt.Instances, 2*opt.Onion)
	if err != nil {
		return "", err
	}
	s.Rounds, s.Cells, s.Directions = opt.Loops, !film.Animated(opt.Out), opt.Sprites
	for _, problem := range warnings {
		console.Warn(stderr, "%s: %v", o.File, problem)
	}
	orbits, err := opt.arrange(s, parts)
	if err != nil {
		return "", err
	}
	var sprites []film.Sprite
	for i := range parts {
		if len(parts) > 1 { // with one, the stage is arranged
			if _, err := opt.arrangePart(s, parts, i); err != nil {
				return "", err
			}
		}
		views := opt.views(s, orbits[i], parts[i].Plan.Times)
		if err := opt.shoot(ctx, stderr, r, s, views, add); err != nil {
			return "", err
		}
		sprites = append(sprites, opt.sprites(s, parts[i].Plan, views)...)
	}
	if opt.Sprites > 0 {
		if err := opt.writeAtlas(sprites); err != nil {
			return "", err
		}
	}
	return r.Driver(), nil
}

// arrange arranges the stage for each part, and returns its cameras, which show all at one scale.
func (opt *Options) arrange(s *stage.Stage, parts []Part) (orbits []gpu.Orbit, err error) {
	for i := range parts {
		orbit, err := opt.arrangePart(s, parts, i)
		if err != nil {
			return nil, err
		}
		orbits = append(orbits, orbit)
	}
	oneScale(orbits)
	return orbits, nil
}

// arrangePart plays a part, and arranges the stage for its times.
func (opt *Options) arrangePart(s *stage.Stage, parts []Part, i int) (gpu.Orbit, error) {
	s.Shown = parts[i].Plan.Times
	if parts[i].Clip != nil {
		if err := s.Play(i); err != nil {
			return gpu.Orbit{}, err
		}
	}
	opt.Look.Dress(s)
	s.Onion = opt.skins()
	orbit, grid, err := opt.Look.Arrange(s)
	if err != nil {
		return orbit, err
	}
	if opt.Grid {
		s.Scene.Grid = grid
	}
	if opt.Shadow {
		s.Scene.Shadow = gpu.Shadow{Center: grid.Center, Radius: grid.Radius / 3}
	}
	s.SetGhosts(s.Onion)
	return orbit, nil
}

// oneScale gives cameras one distance: the largest, from which each shows what it did.
func oneScale(orbits []gpu.Orbit) {
	far := 0.0
	for i := range orbits {
		far = max(far, orbits[i].Distance)
	}
	for i := range orbits {
		orbits[i].Distance = far
	}
}

// shoot draws the views.
func (opt *Options) shoot(ctx context.Context, stderr io.Writer, r *gpu.Renderer, s *stage.Stage, views []view,
	add func(*image.RGBA) error) error {
	bar := console.NewProgress(stderr, len(views), "drawing")
	defer bar.End()
	var img, white *image.RGBA
	shadow := s.Scene.Shadow.Center
	for _, v := range views {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.At(v.time); err != nil {
			return err
		}
		camera := v.camera
		for k, by := range s.Lead() {
			camera.Target[k] += by
			s.Scene.Shadow.Center[k] = shadow[k] + float32(by)
		}
		s.Scene.Camera = camera.Camera()
		var err error
		if img, err = picture(r, s, img); err != nil {
			return err
		}
		if opt.Transparent {
			s.Scene.Background = stage.WhiteBackground
			if white, err = picture(r, s, white); err != nil {
				return err
			}
			s.Scene.Background = opt.Background
			img = film.Matte(img, white)
		}
		if err := add(img); err != nil {
			return err
		}
		bar.Step()
	}
	return nil
}

// picture draws the scene.
func picture(r *gpu.Renderer, s *stage.Stage, into *image.RGBA) (*image.RGBA, error) {
	if err := r.Draw(&s.Scene); err != nil {
		return nil, err
	}
	return r.Capture(into)
}

// Capture returns how frames become a file.
func (opt *Options) Capture(fps float64) film.Options {
	o := film.Options{FPS: fps, Columns: opt.Columns}
	if opt.Sprites > 0 {
		o.Margin = -1
	}
	if opt.Transparent {
		o.Paper = color.Transparent
	}
	return o
}

// Cells returns the grid of a sheet of n frames.
func (opt *Options) Cells(n int) film.Grid {
	return film.GridOf(n, image.Pt(opt.Width, opt.Height), opt.Capture(0))
}

// maxGIFRate is the largest number of frames per second of a GIF.
const maxGIFRate = 50

// WarnTimes warns of times outside what plays, which show its first or last pose, and of
// frames that a GIF leaves out.
func (opt *Options) WarnTimes(stderr io.Writer, file string, p *performance.Performance, plan *Plan) {
	start, end := p.Span()
	for _, t := range opt.Moments {
		if t < start || t > end {
			console.Warn(stderr, "%s: --time %v is outside %s, which is %.6g to %.6g s: it shows the nearer end", file, t,
				cmp.Or(p.Name(), "the rest pose"), start, end)
		}
	}
	if strings.EqualFold(filepath.Ext(opt.Out), ".gif") && plan.FPS > maxGIFRate {
		console.Warn(stderr, "%s: a GIF shows at most %d frames per second, not %.4g, and leaves others out: "+
			".apng, .mp4 and .webm show all", opt.Out, maxGIFRate, plan.FPS)
	}
}
