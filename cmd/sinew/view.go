//go:build cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/painting"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/panel"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/film"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/internal/output"
	"github.com/spf13/cobra"
)

// viewOptions are the flags of view.
type viewOptions struct {
	models.Source
	models.Choice
	performance.Flags
	stage.Look
	list       []batch.File // the first readable one is shown
	frames     int
	screenshot string
	record     string
	noPanels   bool
	scale      float64
	edits      string          // a file, or by the model's name
	noEdits    bool            // saved edits are not read
	session    *curves.Session // of the model that was opened last
	strokes    string          // a file, or by the model's name
	painted    *painting.Session
	ended      func(v *viewer.Viewer) error // if not nil, what is done with the viewer of a window that was closed
}

func newView() *cobra.Command { return new(viewOptions).command() }

func (opt *viewOptions) command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "view FILE|FOLDER|PATTERN…",
		Short: "Open a window in which a model plays",
		Long: `View opens a window in which a model plays its clips. h lists the keys, sinew help keys too.

Panels show clips, joints and layers on the left; shading, ghosts, curves, morph targets, graph
parameters and control targets on the right. Drag on the time line to change the time, with Shift
to repeat a part. The camera follows a character that travels. Many files are listed, the first shown;
they are read again when they change. e edits curves, and ctrl-s saves the list as FILE.edits.json,
which sinew edit --ops reads; d paints weights, saved as FILE.weights.json. Both are applied when FILE
is viewed again. Closing, dropping a file, or Ctrl-C asks to save: s saves, d discards, esc goes back.

` + performance.SharedHelp + `

Next: sinew render draws to a file.`,
		Example: "  sinew view walk.fbx\n" +
			"  sinew view arnaud.fbx --with walk.fbx --with run.fbx --skeleton\n" +
			"  sinew view strider.glb --layers wave-while-walking.json\n" +
			"  sinew view strider.glb --clip walk --control look.json\n" +
			"  sinew view hero.glb --graph hero.json --record jump.json",
		Args: console.SomeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opt.CheckImport(); err != nil {
				return err
			}
			files, err := opt.Source.Files(args, "")
			if err != nil {
				return err
			}
			opt.File, opt.list = files.List[0].Path, files.List
			if err := opt.parse(cmd.Flags().Changed); err != nil {
				return err
			}
			return opt.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	opt.Source.AddFlags(cmd)
	opt.Choice.AddFlags(cmd)
	opt.Flags.AddFlags(cmd)
	opt.Look.AddFlags(cmd, "1280x720")
	cmd.Flags().IntVar(&opt.frames, "frames", 0, "close after `N` frames (default: when the window is closed)")
	console.AddFileOutput(cmd, &opt.record, "record", "write the input of a graph to a `file` for --play")
	cmd.Flags().StringVar(&opt.edits, "edits", "", "read and save edits of clips in a `file` (default: FILE.edits.json)")
	cmd.Flags().BoolVar(&opt.noEdits, "no-edits", false, "read no saved edits; new ones are saved with --edits alone")
	cmd.Flags().StringVar(&opt.strokes, "strokes", "", "read and save painted weights in a `file` (default: FILE.weights.json)")
	console.AddFileOutput(cmd, &opt.screenshot, "screenshot", "write the last frame, with its panels, to a `file`, as .png")
	cmd.Flags().BoolVar(&opt.noPanels, "no-panels", false, "start without panels; tab shows them")
	cmd.Flags().Float64Var(&opt.scale, "panel-scale", 0, "panels `N` times as large as at 96 dpi (default: by the display)")
	return cmd
}

func (opt *viewOptions) parse(changed func(flag string) bool) error {
	if err := opt.Look.Parse(); err != nil {
		return err
	}
	if opt.Transparent {
		return console.Usagef("--background: a window cannot be transparent")
	}
	if err := opt.Check(&opt.Choice); err != nil {
		return err
	}
	if opt.screenshot != "" && film.Animated(opt.screenshot) {
		return console.Usagef("--screenshot: %s is not a .png file", opt.screenshot)
	}
	if changed("panel-scale") && !(opt.scale >= 0.5 && opt.scale <= 8) {
		return console.Usagef("--panel-scale: %v is outside 0.5 to 8", opt.scale)
	}
	if changed("frames") {
		return console.CheckCount("--frames", opt.frames)
	}
	return nil
}

func (opt *viewOptions) run(ctx context.Context, stdout, stderr io.Writer) error {
	var shot *film.Writer
	if opt.screenshot != "" {
		var err error
		if shot, err = film.Create(opt.screenshot, film.Options{}); err != nil {
			return outputError(err)
		}
		defer shot.Abort()
	}
	o, performance, err := opt.openFirst(ctx, stdout, stderr)
	if err != nil {
		return err
	}
	w, err := window.New(window.Options{Title: "sinew " + console.Printable(o.File), Width: opt.Width, Height: opt.Height})
	if errors.Is(err, window.ErrNoDisplay) {
		return fmt.Errorf("%w; sinew render draws to a file without one", err)
	}
	if err != nil {
		return err
	}
	defer w.Close()
	r, err := gpu.NewRenderer(w, opt.Renderer(o.Model))
	if err != nil {
		return err
	}
	defer r.Close()
	v, err := opt.viewer(ctx, r, o, performance, console.Printable(o.Model.Name)+"-view", stderr)
	if err != nil {
		return err
	}
	defer v.Close()
	if _, err := fmt.Fprintln(stdout, panel.Keys()); err != nil {
		return err
	}
	if err := v.Run(ctx, w, opt.frames); err != nil {
		return err
	}
	if opt.ended != nil {
		if err := opt.ended(v); err != nil {
			return err
		}
	}
	if live := v.Show.Live; live != nil && opt.record != "" {
		if err := output.Write(opt.record, live.Record()); err != nil {
			return err
		}
	}
	if shot == nil {
		return nil
	}
	img, err := r.Capture(nil)
	if err != nil {
		return err
	}
	if err := shot.Add(img); err != nil {
		return err
	}
	return shot.Close()
}

// openFirst opens the first file of several that can be read, and lists them.
func (opt *viewOptions) openFirst(ctx context.Context, stdout, stderr io.Writer) (*models.Opened, performance.Performance, error) {
	if len(opt.list) < 2 {
		return opt.open(ctx, stderr)
	}
	for i, f := range opt.list {
		opt.File = f.Path
		o, p, err := opt.open(ctx, stderr)
		if ctx.Err() != nil {
			return nil, p, err
		}
		if err != nil {
			console.Warn(stderr, "%v", err)
			continue
		}
		page := &console.Page{To: stdout}
		page.Line("%s, of which * is shown:", console.Plural(len(opt.list), "file"))
		for k, g := range opt.list {
			page.Line("%s %s", map[bool]string{true: "*", false: " "}[k == i], console.Printable(g.Path))
		}
		return o, p, page.Flush()
	}
	return nil, performance.Performance{}, fmt.Errorf("none of %s can be shown", console.Plural(len(opt.list), "file"))
}

// open reads the files and finds what plays.
func (opt *viewOptions) open(ctx context.Context, stderr io.Writer) (*models.Opened, performance.Performance, error) {
	o, err := opt.Open(ctx)
	if err == nil {
		err = opt.readEdits(o)
	}
	if err == nil {
		err = opt.readStrokes(ctx, o)
	}
	if err != nil {
		return nil, performance.Performance{}, err
	}
	opt.Archived = len(opt.Names) == 0 && opt.Layers == "" && opt.Fade == ""
	p, err := opt.Performance(ctx, o, &opt.Choice)
	if err != nil {
		return nil, p, err
	}
	if opt.record != "" && (p.Script == nil || p.Script.Graph == nil) {
		return nil, p, console.Usagef("--record needs a graph: name one by --graph")
	}
	o.WarnLosses(stderr)
	return o, p, nil
}

// viewer returns the contents of the window. pictures begins the names of pictures.
func (opt *viewOptions) viewer(ctx context.Context, r *gpu.Renderer, o *models.Opened, p performance.Performance,
	pictures string, stderr io.Writer) (*viewer.Viewer, error) {
	show, err := opt.show(r, o, p, stderr)
	if err != nil {
		return nil, err
	}
	return viewer.New(viewer.Options{
		Show: show, Renderer: r, Background: opt.Background, Skeleton: opt.Skeleton, Grid: opt.Grid, Follow: p.Travels,
		Scale: opt.scale, NoPanels: opt.noPanels, Files: opt.files(), Pictures: pictures,
		Edits: opt.editsOf, NoEdits: opt.noEdits, Strokes: opt.strokesOf, Write: output.Write,
		Say: func(message string) { console.Warn(stderr, "%s", message) },
		Open: func(file string, with []string) (*playback.Show, error) {
			return opt.reopen(ctx, r, stderr, file, with)
		},
	})
}

// show uploads an opened file.
func (opt *viewOptions) show(r *gpu.Renderer, o *models.Opened, p performance.Performance,
	stderr io.Writer) (*playback.Show, error) {
	show, warnings, err := playback.New(r, o, p, &opt.Look)
	if err == nil {
		show.Edits, show.Strokes = opt.session, opt.painted
	}
	for _, problem := range warnings {
		console.Warn(stderr, "%s: %v", o.File, problem)
	}
	return show, err
}

// reopen opens the file of the flags again, or another one, to which flags that name clips
// and files do not apply.
func (opt *viewOptions) reopen(ctx context.Context, r *gpu.Renderer, stderr io.Writer, file string,
	with []string) (*playback.Show, error) {
	again := *opt
	if file != opt.File {
		if batch.Several(file) && !opt.AsOne {
			found, err := batch.Find([]string{file}, "")
			if err != nil {
				return nil, err
			}
			file = found.List[0].Path
		}
		again.Source.File, again.Source.With = file, with
		again.edits, again.strokes, again.Others = "", "", nil
		again.Choice, again.Flags = models.Choice{}, performance.Flags{RootMotion: opt.RootMotion, Rules: opt.Rules}
	}
	o, p, err := again.open(ctx, stderr)
	if err != nil {
		return nil, err
	}
	return again.show(r, o, p, stderr)
}

// files lists the files that are watched.
func (opt *viewOptions) files() []string {
	list := slices.Concat([]string{opt.File}, opt.Others, opt.With)
	for _, f := range []string{opt.Layers, opt.Graph, opt.Play, opt.Flags.Control} {
		if f != "" && f != models.OwnControl {
			list = append(list, f)
		}
	}
	return list
}
