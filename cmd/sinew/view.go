//go:build cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/play"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/capture"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/internal/studio"
	"github.com/spf13/cobra"
)

// viewOptions is what the flags of view say.
type viewOptions struct {
	models.Source
	models.Choice
	play.Flags
	stage.Look
	frames     int
	screenshot string
	record     string
	noPanels   bool
	scale      float64
}

func newView() *cobra.Command {
	var opt viewOptions
	cmd := &cobra.Command{
		Use:   "view FILE",
		Short: "Open a window in which a model plays",
		Long:  "View opens a window in which a model plays its clips; h lists the keys there, and\nsinew help keys here.\n\n" + viewFiles + "\n\n" + play.SharedHelp + "\nThe camera goes along with a character that travels, over a grid that stays.",
		Example: "  sinew view walk.fbx\n" +
			"  sinew view arnaud.fbx --with walk.fbx --with run.fbx --skeleton\n" +
			"  sinew view strider.glb --layers wave-while-walking.json\n" +
			"  sinew view strider.glb --clip walk --control look.json\n" +
			"  sinew view hero.glb --graph hero.json --record jump.json",
		Args: console.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.File = args[0]
			if err := opt.parse(cmd.Flags().Changed); err != nil {
				return err
			}
			return opt.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	opt.Source.AddFlags(cmd)
	opt.Choice.AddFlags(cmd)
	opt.AddLayers(cmd)
	opt.AddFade(cmd)
	opt.AddGraph(cmd)
	opt.AddControl(cmd)
	opt.AddRootMotion(cmd)
	opt.Look.AddFlags(cmd, "1280x720")
	cmd.Flags().IntVar(&opt.frames, "frames", 0, "close after `N` frames (default: when the window is closed)")
	cmd.Flags().StringVar(&opt.record, "record", "", "write what keys set in a graph to a `file` for --play")
	cmd.Flags().StringVar(&opt.screenshot, "screenshot", "", "write the last frame, with its panels, to a `file`, as .png")
	cmd.Flags().BoolVar(&opt.noPanels, "no-panels", false, "begin without panels; tab shows them")
	cmd.Flags().Float64Var(&opt.scale, "scale", 0, "panels `N` times as large as on a display of 96 dpi (default: as\nthe display says)")
	return cmd
}

func (opt *viewOptions) parse(changed func(flag string) bool) error {
	if err := opt.Look.Parse(); err != nil {
		return err
	}
	if opt.Transparent {
		return console.Usagef("--background: a window is not transparent")
	}
	if err := opt.Check(&opt.Choice); err != nil {
		return err
	}
	if opt.screenshot != "" && capture.Animated(opt.screenshot) {
		return console.Usagef("--screenshot: %s is no .png", opt.screenshot)
	}
	if changed("scale") && !(opt.scale >= 0.5 && opt.scale <= 8) {
		return console.Usagef("--scale: %v is outside 0.5 to 8", opt.scale)
	}
	if changed("frames") {
		return console.CheckCount("--frames", opt.frames)
	}
	return nil
}

func (opt *viewOptions) run(ctx context.Context, stdout, stderr io.Writer) error {
	var shot *capture.Writer
	if opt.screenshot != "" {
		var err error
		if shot, err = capture.Create(opt.screenshot, capture.Options{}); err != nil {
			return outputError(err)
		}
		defer shot.Abort()
	}
	o, performance, err := opt.stage(ctx, stderr)
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
	v, err := opt.newViewed(r, o, performance, stderr)
	if err != nil {
		return err
	}
	show, err := studio.New(studio.Options{
		Stage: v, Renderer: r, Background: opt.Background, Skeleton: opt.Skeleton, Grid: opt.Grid, Follow: performance.Travels,
		Scale: opt.scale, NoPanels: opt.noPanels, Files: opt.files(), Pictures: pictures(o),
		Open: func(file string, with []string) (studio.Stage, error) { return opt.reopen(ctx, r, stderr, file, with) },
	})
	if err != nil {
		return err
	}
	defer show.Close()
	if _, err := fmt.Fprintln(stdout, studio.Keys()); err != nil {
		return err
	}
	if err := show.Run(ctx, w, opt.frames); err != nil {
		return err
	}
	if live, ok := show.Stage().Graph().(*live); ok && opt.record != "" {
		if err := console.WriteWhole(opt.record, live.record()); err != nil {
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

// viewFiles tells what a viewer does with files.
const viewFiles = `The panels list clips, joints and layers on the left, how things are drawn, the picked
joint with its curves, morphs, parameters of a graph and targets of a control on the
right. Drag on the time line to any time, with Shift to repeat a part of it. A file
that changes is read again. p writes a picture and v a film into the current folder.`
