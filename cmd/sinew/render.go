//go:build cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/drawing"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/gpu/film"
	"github.com/sinew-anim/sinew/internal/output"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// renderOptions are the flags of render.
type renderOptions struct {
	models.Source
	models.Choice
	performance.Flags
	drawing.Options
	console.Output
	hide    []string // patterns of names of meshes
	workers int
	full    bool
	gl      *sync.Mutex // held while something is drawn, if not nil
}

func newRender() *cobra.Command { return new(renderOptions).command() }

// command returns the command whose flags set the options.
func (opt *renderOptions) command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "render FILE|FOLDER|PATTERN… -o OUT",
		Short: "Draw a picture, a contact sheet or an animation, without a display",
		Long: `Render draws a model that plays a clip, in the format of the output's extension:

  .png                   a still; with --frames, --sheet or several --time a sheet
  .gif .apng .mp4 .webm  one loop or --loops of the clip (.mp4, .webm need ffmpeg)

Many files make one page, or each its own picture in a folder: -o out/ (see sinew help selection).
--sprites N is a sheet of sprites. The camera shows all that is seen: see sinew help drawing.

` + performance.SharedHelp + "\nNext: sinew view plays the same in a window.",
		Example: "  sinew render hero.glb --graph hero.json --play jump.json --sheet 6x2 -o jump.png\n" +
			"  sinew render arnaud.fbx --with walk.fbx --sheet 4x2 -o walk.png --camera side --skeleton\n" +
			"  sinew render strider.glb --clip walk --root-motion --loops 3 --camera side --grid -o walk.gif",
		Args: console.SomeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			return opt.run(cmd, args)
		},
	}
	f := cmd.Flags()
	console.AddOutput(cmd, &opt.Out, ".png", "the picture `file`; - is the standard output, as .png, or -.gif")
	opt.Source.AddFlags(cmd)
	opt.Choice.AddFlags(cmd)
	opt.Flags.AddFlags(cmd)
	opt.Shots.AddFlags(cmd)
	f.BoolVar(&opt.Shadow, "shadow", false, "let the key light cast shadows on the ground and the meshes")
	opt.Look.AddFlags(cmd, "480x480")
	f.StringArrayVar(&opt.hide, "hide", nil, "leave out meshes whose names match a `pattern`; may be repeated")
	batch.AddWorkers(cmd, &opt.workers)
	batch.AddFullNames(cmd, &opt.full)
	for _, name := range []string{"as-one", "workers", "full-names"} { // sinew help selection describes them
		_ = f.MarkHidden(name)
	}
	opt.Output.AddFlags(cmd)
	return cmd
}

// rendered is the result of render.
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
	Seconds   float64 `json:"seconds,omitempty"` // of an animation
	Bytes     int64   `json:"bytes"`
	Took      float64 `json:"took_seconds"`
	Driver    string  `json:"driver"`
	// Files of a page of several.
	Files []pagePart `json:"files,omitempty"`
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
	return fmt.Sprintf("%s: %s, %d×%d, %s, in %.2g s", console.Printable(r.Output), what, r.Width, r.Height,
		console.Kilobytes(r.Bytes), r.Took)
}

// Write prints what was drawn.
func (r *rendered) Write(p *console.Page) { p.Line("%s", r) }

// parse reads the flags for a file.
func (opt *renderOptions) parse(file string, changed func(flag string) bool) error {
	opt.File = file
	if opt.Out == "" {
		return console.Usagef("render needs an output, such as -o walk.png")
	}
	if err := opt.Check(&opt.Choice); err != nil {
		return err
	}
	if err := errors.Join(opt.CheckImport(), batch.CheckWorkers(opt.workers), models.CheckHidden(opt.hide)); err != nil {
		return err
	}
	return opt.Options.Parse(changed)
}

func (opt *renderOptions) run(cmd *cobra.Command, args []string) error {
	template, each := batch.Template(args, opt.Out, ".png")
	opt.Out = template
	if err := opt.parse(args[0], cmd.Flags().Changed); err != nil {
		return err
	}
	files, err := opt.Files(args, "")
	switch {
	case err != nil:
		return err
	case each:
		return opt.drawEach(cmd, files.List)
	case files.Many:
		return opt.drawPage(cmd, files.List)
	}
	if opt.Sprites > 0 && console.Piped(cmd.Context()) {
		return console.Usagef("--sprites writes two files, which cannot go to the standard output")
	}
	said, err := opt.render(cmd.Context(), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	return opt.Print(cmd.OutOrStdout(), said)
}

// render draws one file. Warnings and the progress go to stderr.
func (opt *renderOptions) render(ctx context.Context, stderr io.Writer) (*rendered, error) {
	begun := time.Now()
	// Fail before anything takes time if the file cannot be written.
	if err := film.Check(opt.Out); err != nil {
		return nil, outputError(err)
	}
	outs := []string{opt.Out}
	if opt.Sprites > 0 {
		outs = append(outs, drawing.AtlasPath(opt.Out))
	}
	if err := output.GuardOf(ctx).Write(outs...); err != nil {
		return nil, err
	}
	o, performance, clips, err := opt.open(ctx)
	if err != nil {
		return nil, err
	}
	if performance.Still() && film.Animated(opt.Out) {
		return nil, fmt.Errorf("%s has no clips, so there is no animation; a .png shows it at rest, --with FILE adds clips",
			o.File)
	}
	parts, count, err := opt.parts(o, performance, clips)
	if err != nil {
		return nil, err
	}
	o.WarnLosses(stderr)
	plan := parts[0].Plan
	if len(parts) == 1 {
		opt.WarnTimes(stderr, o.File, &performance, &plan)
	}
	w, err := film.Create(opt.Out, opt.Capture(plan.FPS))
	if err != nil {
		return nil, outputError(err)
	}
	defer w.Abort()
	driver, err := opt.draw(ctx, stderr, o, performance, parts, w.Add)
	if err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	said := &rendered{
		File: o.File, Output: opt.Out, Clip: partNames(performance, clips), Frames: count, Instances: opt.Instances,
		Width: opt.Width, Height: opt.Height, Cell: [2]int{opt.Width, opt.Height}, Took: time.Since(begun).Seconds(),
		Driver: driver,
	}
	if !film.Animated(opt.Out) {
		size := opt.Cells(count).Size()
		said.Width, said.Height = size.X, size.Y
	}
	if opt.Sprites > 0 {
		said.Atlas = drawing.AtlasPath(opt.Out)
	}
	if film.Animated(opt.Out) {
		said.Seconds = float64(len(plan.Times)) / plan.FPS
	}
	if info, err := os.Stat(opt.Out); err == nil {
		said.Bytes = info.Size()
	}
	return said, nil
}

// open reads the file without its hidden meshes. It returns the performance, and the clips if each has
// its own sprites.
func (opt *renderOptions) open(ctx context.Context) (o *models.Opened, p performance.Performance, clips []*soa.Clip, err error) {
	if o, err = opt.Open(ctx); err != nil {
		return nil, p, nil, err
	}
	if err := o.HideMeshes(opt.hide); err != nil {
		return nil, p, nil, err
	}
	names := opt.Choice.Names
	if opt.Sprites == 0 || len(names) < 2 {
		p, err = opt.Performance(ctx, o, &opt.Choice)
		return o, p, nil, err
	}
	if clips, err = o.FindClips(names); err != nil {
		return nil, p, nil, err
	}
	indices := make([]int, len(clips))
	for i, c := range clips {
		indices[i] = slices.Index(o.Model.Clips, c)
	}
	if p, err = opt.Performance(ctx, o, &models.Choice{Names: names[:1]}); err != nil {
		return nil, p, nil, err
	}
	for i, k := range indices { // root motion may have been extracted from these clips
		clips[i] = o.Model.Clips[k]
	}
	return o, p, clips, nil
}

// parts returns what is drawn of each clip, and how many pictures that is.
func (opt *renderOptions) parts(o *models.Opened, p performance.Performance, clips []*soa.Clip) (parts []drawing.Part, count int, err error) {
	if len(clips) == 0 {
		clips = []*soa.Clip{p.Clip}
	}
	columns := 0
	for _, c := range clips {
		p.Clip = c
		start, end := p.Span()
		end = start + float64(opt.Loops)*(end-start)
		plan, err := opt.Plan(opt.Out, start, end, opt.Instances > 1 || p.Loops())
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", o.File, err)
		}
		parts = append(parts, drawing.Part{Clip: c, Plan: plan})
		columns = max(columns, len(plan.Times))
		count += len(plan.Times) * max(1, opt.Sprites)
	}
	if opt.Sprites > 0 {
		opt.Columns = columns
	}
	return parts, count, opt.CheckMemory(count)
}

// partNames names what is drawn.
func partNames(p performance.Performance, clips []*soa.Clip) string {
	if len(clips) == 0 {
		return p.Name()
	}
	names := make([]string, len(clips))
	for i, c := range clips {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

// draw draws what plays, alone where several files are drawn at the same time.
func (opt *renderOptions) draw(ctx context.Context, stderr io.Writer, o *models.Opened, p performance.Performance, parts []drawing.Part,
	add func(*image.RGBA) error) (driver string, err error) {
	if opt.gl != nil {
		opt.gl.Lock()
		defer opt.gl.Unlock()
	}
	return opt.Draw(ctx, stderr, o, p, parts, add)
}

// outputError turns an unknown format of the output into an error of the command line.
func outputError(err error) error {
	if errors.Is(err, film.ErrUnsupported) || errors.Is(err, soa.ErrOption) {
		return console.Usagef("%v", err)
	}
	return err
}
