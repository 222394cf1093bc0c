//go:build cgo

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/play"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/capture"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// renderOptions is what the flags of render say.
type renderOptions struct {
	models.Source
	models.Choice
	play.Flags
	shots
	stage.Look
	out    string
	shadow bool
	json   bool
}

func newRender() *cobra.Command { return new(renderOptions).command() }

// command returns a command whose flags set the options.
func (opt *renderOptions) command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "render FILE… -o OUT",
		Short: "Draw a picture, a contact sheet or an animation, without a display",
		Long: `Render draws a model that plays a clip, in the format of the output's extension:

  .png                   a still; with --frames, --sheet or several --time a sheet
  .gif .apng .mp4 .webm  one loop or --loops of the clip (.mp4, .webm need ffmpeg)

Several files become one page of pictures, --sprites N a sheet of sprites with its
atlas, and the camera shows all that is seen of the clip: see sinew help drawing.

` + play.SharedHelp,
		Example: "  sinew render hero.glb --graph hero.json --play jump.json --sheet 6x2 -o jump.png\n" +
			"  sinew render walk.fbx -o walk.gif\n" +
			"  sinew render arnaud.fbx --with walk.fbx --sheet 4x2 -o walk.png --camera side --skeleton\n" +
			"  sinew render strider.glb --fade walk:jump@0.5/0.4 --sheet 6x2 -o fade.png\n" +
			"  sinew render strider.glb --clip walk --root-motion --loops 3 --camera side --grid -o walk.gif",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return console.Usagef("render takes a model file, or several for a page of them")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return opt.run(cmd, args)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&opt.out, "output", "o", "", "the picture `file`; - is the standard output, as .png, or -.gif")
	opt.Source.AddFlags(cmd)
	opt.Choice.AddFlags(cmd)
	opt.AddLayers(cmd)
	opt.AddGraph(cmd)
	opt.AddFade(cmd)
	opt.AddControl(cmd)
	opt.AddRootMotion(cmd)
	f.StringArrayVar(&opt.times, "time", nil, "time of a still in `seconds` on the file's time line; several with commas")
	f.IntVar(&opt.frames, "frames", 0, "draw `N` frames, evenly over the clip (with --fps: 1/fps apart)")
	f.Float64Var(&opt.fps, "fps", 0, "frames per second of an animation (default: 25 for .gif, else 30)")
	f.IntVar(&opt.loops, "loops", 1, "show `N` loops of what plays, one after the other")
	f.StringVar(&opt.sheet, "sheet", "", "a contact sheet of `CxR` columns and rows, or N frames")
	f.BoolVar(&opt.shadow, "shadow", false, "let the key light cast shadows on the ground and the meshes")
	f.IntVar(&opt.onion, "onion", 0, "onion skins: draw the poses of `N` times before and after as ghosts")
	f.Float64Var(&opt.between, "onion-step", 0.1, "`seconds` from ghost to ghost")
	f.IntVar(&opt.sprites, "sprites", 0, "a sheet of sprites from `N` directions")
	opt.Look.AddFlags(cmd, "480x480")
	f.BoolVar(&opt.json, "json", false, "print JSON")
	return cmd
}

// rendered is what render tells of its work.
type rendered struct {
	File      string  `json:"file"`
	Output    string  `json:"output"`
	Clip      string  `json:"clip"`
	Frames    int     `json:"frames"`
	Instances int     `json:"instances"`
	Width     int     `json:"width"`
	Height    int     `json:"height"`
	Cell      [2]int  `json:"frame_size"`
	Atlas     string  `json:"atlas,omitempty"`
	Seconds   float64 `json:"seconds,omitempty"` // that an animation lasts
	Bytes     int64   `json:"bytes"`
	Took      float64 `json:"took_seconds"`
	Driver    string  `json:"driver"`
}

func (r *rendered) String() string {
	what := "a picture"
	switch {
	case r.Seconds > 0:
		what = fmt.Sprintf("%s, %.3g s", console.Plural(r.Frames, "frame"), r.Seconds)
	case r.Frames > 1:
		what = fmt.Sprintf("%s of %d×%d on a sheet", console.Plural(r.Frames, "frame"), r.Cell[0], r.Cell[1])
	}
	if r.Atlas != "" {
		what += " with " + console.Printable(r.Atlas)
	}
	return fmt.Sprintf("%s: %s, %d×%d, %s, in %.2g s", console.Printable(r.Output), what, r.Width, r.Height, console.Kilobytes(r.Bytes), r.Took)
}

// parse reads what the flags say of a file.
func (opt *renderOptions) parse(file string, changed func(flag string) bool) error {
	opt.File = file
	if opt.out == "" {
		return console.Usagef("render needs an output, as -o walk.png")
	}
	if err := opt.Look.Parse(); err != nil {
		return err
	}
	if err := opt.Check(&opt.Choice); err != nil {
		return err
	}
	if err := opt.shots.parse(opt.out, changed); err != nil {
		return err
	}
	if opt.onion > 0 && opt.Instances > 1 {
		return console.Usagef("--onion and --instances do not go together: ghosts are of one character")
	}
	if opt.sprites > 0 {
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
	if ext := strings.ToLower(filepath.Ext(opt.out)); opt.Transparent && ext != ".png" && ext != ".apng" {
		return console.Usagef("--background: %s pictures have no transparency, .png and .apng have", ext)
	}
	return nil
}

func (opt *renderOptions) run(cmd *cobra.Command, files []string) error {
	out, err := console.NewOutStream(opt.out, ".png", cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Close()
	opt.out = out.Path
	if err := opt.parse(files[0], cmd.Flags().Changed); err != nil {
		return err
	}
	if len(files) > 1 {
		if out.Piped() {
			return console.Usagef("a page of several files does not go to the standard output")
		}
		return opt.runMany(cmd, files)
	}
	if out.Piped() && opt.sprites > 0 {
		return console.Usagef("--sprites writes two files, not to the standard output")
	}
	said, err := opt.render(cmd.Context(), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	if out.Piped() {
		return out.Send()
	}
	if opt.json {
		return console.WriteJSON(cmd.OutOrStdout(), said)
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), said)
	return err
}

// render does what the parsed options say. Warnings and the progress go to
// stderr.
func (opt *renderOptions) render(ctx context.Context, stderr io.Writer) (*rendered, error) {
	begun := time.Now()
	// Before anything takes time: can the picture be written at all?
	first, err := capture.Create(opt.out, capture.Options{})
	if err != nil {
		return nil, outputError(err)
	}
	first.Abort()
	o, err := opt.Open(ctx)
	if err != nil {
		return nil, err
	}
	performance, err := opt.Performance(o, &opt.Choice)
	if err != nil {
		return nil, err
	}
	if performance.Still() && capture.Animated(opt.out) {
		return nil, fmt.Errorf("%s has no clips, so there is no animation: a .png shows it at rest, --with FILE adds clips", o.File)
	}
	start, end := performance.Span()
	end = start + float64(opt.loops)*(end-start)
	plan, err := opt.plan(opt.out, start, end, opt.Instances > 1 || performance.Loops())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.File, err)
	}
	count := len(plan.times) * max(1, opt.sprites)
	if err := opt.checkMemory(count); err != nil {
		return nil, err
	}
	o.WarnLosses(stderr)
	opt.warnTimes(stderr, o.File, &performance, &plan)
	if opt.sprites > 0 {
		opt.columns = len(plan.times)
	}
	w, err := capture.Create(opt.out, opt.capture(plan.fps))
	if err != nil {
		return nil, outputError(err)
	}
	defer w.Abort()
	driver, err := opt.draw(ctx, stderr, o, performance, plan, w.Add)
	if err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	said := &rendered{
		File: o.File, Output: opt.out, Clip: performance.Name(), Frames: count, Instances: opt.Instances,
		Width: opt.Width, Height: opt.Height, Cell: [2]int{opt.Width, opt.Height}, Took: time.Since(begun).Seconds(), Driver: driver,
	}
	if !capture.Animated(opt.out) {
		size := opt.cells(count).Size()
		said.Width, said.Height = size.X, size.Y
	}
	if opt.sprites > 0 {
		said.Atlas = atlasPath(opt.out)
	}
	if capture.Animated(opt.out) {
		said.Seconds = float64(len(plan.times)) / plan.fps
	}
	if info, err := os.Stat(opt.out); err == nil {
		said.Bytes = info.Size()
	}
	return said, nil
}

// maxHeld is how many pixels of frames may be held in memory at once.
const maxHeld = 1 << 29

// checkMemory refuses early what would end without memory: a contact sheet and
// a GIF hold all their frames until the last is there.
func (opt *renderOptions) checkMemory(frames int) error {
	holds := !capture.Animated(opt.out) || strings.EqualFold(filepath.Ext(opt.out), ".gif")
	if pixels := float64(frames) * float64(opt.Width) * float64(opt.Height); holds && frames > 1 && pixels > maxHeld {
		return fmt.Errorf("%d frames of %d×%d are too much for one %s: fewer, smaller, or an .apng or film", frames, opt.Width, opt.Height, filepath.Ext(opt.out))
	}
	return nil
}

// outputError makes a name that no format goes by an error of the command
// line.
func outputError(err error) error {
	if errors.Is(err, capture.ErrUnsupported) || errors.Is(err, soa.ErrOption) {
		return console.Usagef("%v", err)
	}
	return err
}

// draw opens a renderer, sets the stage and adds a picture of each moment to w.
func (opt *renderOptions) draw(ctx context.Context, stderr io.Writer, o *models.Opened, performance play.Performance, p plan, add func(*image.RGBA) error) (driver string, err error) {
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
	if performance.Clip != nil {
		clips = []*soa.Clip{performance.Clip}
	}
	s, warnings, err := stage.NewStage(r, o, performance, clips, opt.Instances, 2*opt.onion)
	if err != nil {
		return "", err
	}
	s.Rounds, s.Shown, s.Cells, s.Directions = opt.loops, p.times, !capture.Animated(opt.out), opt.sprites
	if performance.Clip != nil {
		if err := s.Play(0); err != nil {
			return "", err
		}
	}
	for _, problem := range warnings {
		console.Warn(stderr, "%s: %v", o.File, problem)
	}
	opt.Look.Dress(s)
	s.Onion = opt.skins()
	orbit, grid, err := opt.Look.Arrange(s)
	if err != nil {
		return "", err
	}
	if opt.Grid {
		s.Scene.Grid = grid
	}
	if opt.shadow {
		s.Scene.Shadow = gpu.Shadow{Center: grid.Center, Radius: grid.Radius / 3}
	}
	s.SetGhosts(s.Onion)
	views := opt.views(s, orbit, p.times)
	if err := opt.shoot(ctx, stderr, r, s, views, add); err != nil {
		return "", err
	}
	if opt.sprites > 0 {
		if err := opt.writeAtlas(s, p, views); err != nil {
			return "", err
		}
	}
	return r.Driver(), nil
}

// shoot draws the views and adds them to a file.
func (opt *renderOptions) shoot(ctx context.Context, stderr io.Writer, r *gpu.Renderer, s *stage.Stage, views []view, add func(*image.RGBA) error) error {
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
			img = capture.Matte(img, white)
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

// capture is how frames become a file.
func (opt *renderOptions) capture(fps float64) capture.Options {
	o := capture.Options{FPS: fps, Columns: opt.columns}
	if opt.sprites > 0 {
		o.Margin = -1
	}
	if opt.Transparent {
		o.Paper = color.Transparent
	}
	return o
}

// cells is the grid of a sheet of n frames.
func (opt *renderOptions) cells(n int) capture.Grid {
	return capture.GridOf(n, image.Pt(opt.Width, opt.Height), opt.capture(0))
}

// maxGIFRate is the most frames per second that a GIF shows.
const maxGIFRate = 50

// warnTimes tells of times outside what plays, which show its first or last pose, and of
// frames that a GIF cannot show.
func (opt *renderOptions) warnTimes(stderr io.Writer, file string, p *play.Performance, plan *plan) {
	start, end := p.Span()
	for _, t := range opt.moments {
		if t < start || t > end {
			console.Warn(stderr, "%s: --time %v is outside %s, which is %.6g to %.6g s: there it shows the nearer end", file, t, cmp.Or(p.Name(), "the rest pose"), start, end)
		}
	}
	if strings.EqualFold(filepath.Ext(opt.out), ".gif") && plan.fps > maxGIFRate {
		console.Warn(stderr, "%s: a GIF shows at most %d frames per second, and leaves out what is more than that of %.4g: .apng, .mp4 and .webm show all", opt.out, maxGIFRate, plan.fps)
	}
}
