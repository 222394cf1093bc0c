//go:build cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/capture"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/spf13/cobra"
)

// viewOptions is what the flags of view say.
type viewOptions struct {
	source
	choice
	scripting
	look
	frames     int
	screenshot string
	record     string
}

// keys is what the window listens to.
const keys = `drag       turn the camera; right button or Shift: move it; wheel: nearer, farther
space      play, pause
left right one frame back or forward; with Shift ten
home end   the clip's start and end; home also goes back to where it began
bar below  drag to any time (elsewhere with Control)
[ ] 1-9    another clip, without --layers or --fade
up down    faster, slower
s m g      skeleton, meshes, grid
r          the camera back to where it shows everything
esc        close`

func newView() *cobra.Command {
	var opt viewOptions
	cmd := &cobra.Command{
		Use:   "view FILE",
		Short: "Open a window in which a model plays",
		Long:  "View opens a window in which a model plays its clips.\n\n" + keys + "\n\n" + liveKeys + "\n\n" + layersHelp + "\n\n" + playHelp + "\n\n" + controlHelp + "\n\n" + travelHelp + "\nThe camera goes along, over a grid that stays.",
		Example: "  sinew view walk.fbx\n" +
			"  sinew view arnaud.fbx --with walk.fbx --with run.fbx --skeleton\n" +
			"  sinew view strider.glb --layers wave-while-walking.json\n" +
			"  sinew view strider.glb --clip walk --control look.json\n" +
			"  sinew view hero.glb --graph hero.json --record jump.json",
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.file = args[0]
			if err := opt.parse(cmd.Flags().Changed); err != nil {
				return err
			}
			return opt.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	opt.source.addFlags(cmd)
	opt.choice.addFlags(cmd)
	opt.addLayers(cmd)
	opt.addFade(cmd)
	opt.addGraph(cmd)
	opt.addControl(cmd)
	opt.addRootMotion(cmd)
	opt.look.addFlags(cmd, "1280x720")
	cmd.Flags().IntVar(&opt.frames, "frames", 0, "close after `N` frames (default: when the window is closed)")
	cmd.Flags().StringVar(&opt.record, "record", "", "write what keys set in a graph to a `file` for --play")
	cmd.Flags().StringVar(&opt.screenshot, "screenshot", "", "write the last frame to a `file`, as .png")
	return cmd
}

func (opt *viewOptions) parse(changed func(flag string) bool) error {
	if err := opt.look.parse(); err != nil {
		return err
	}
	if opt.transparent {
		return usagef("--background: a window is not transparent")
	}
	if err := opt.check(&opt.choice); err != nil {
		return err
	}
	if opt.screenshot != "" && capture.Animated(opt.screenshot) {
		return usagef("--screenshot: %s is no .png", opt.screenshot)
	}
	if changed("frames") {
		return checkCount("--frames", opt.frames)
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
	o, err := opt.open(ctx)
	if err != nil {
		return err
	}
	opt.archived = len(opt.names) == 0 && opt.layers == "" && opt.fade == ""
	performance, err := opt.performance(o, &opt.choice)
	if err != nil {
		return err
	}
	graphs := performance.script != nil && performance.script.graph != nil
	if opt.record != "" && !graphs {
		return usagef("--record is for a graph, and none plays")
	}
	w, err := window.New(window.Options{Title: "sinew " + printable(o.file), Width: opt.width, Height: opt.height})
	if errors.Is(err, window.ErrNoDisplay) {
		return fmt.Errorf("%w; sinew render draws to a file without one", err)
	}
	if err != nil {
		return err
	}
	defer w.Close()
	r, err := gpu.NewRenderer(w, opt.renderer(o.model))
	if err != nil {
		return err
	}
	defer r.Close()
	o.warnLosses(stderr)
	clip, clips := performance.clip, o.model.Clips
	if clip != nil && !slices.Contains(clips, clip) { // several that play together
		clips = append(slices.Clone(clips), clip)
	}
	s, warnings, err := newStage(r, o, performance, clips, opt.instances)
	if err != nil {
		return err
	}
	for _, problem := range warnings {
		warn(stderr, "%s: %v", o.file, problem)
	}
	if s.travels {
		s.follows, s.rounds = true, followedRounds
	}
	if clip != nil {
		if err := s.play(slices.Index(clips, clip)); err != nil {
			return err
		}
	}
	v, err := newViewer(s, r, opt.look)
	if err != nil {
		return err
	}
	text := keys
	if graphs {
		if v.live, err = newLive(s); err != nil {
			return err
		}
		text += "\n\n" + liveKeys
	}
	if _, err := fmt.Fprintln(stdout, text); err != nil {
		return err
	}
	if err := v.loop(ctx, w, opt.frames); err != nil {
		return err
	}
	if opt.record != "" {
		if err := writeWhole(opt.record, v.live.record()); err != nil {
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
