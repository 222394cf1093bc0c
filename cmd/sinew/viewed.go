//go:build cgo

package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/play"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/internal/studio"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/soa"
)

// viewed is a stage as a studio shows it.
type viewed struct {
	*stage.Stage
	look    *stage.Look
	live    *live // a graph, or nil
	control *play.Controlled
	travels bool // as the user wants it
}

// maxGhosts is how many ghosts a viewer can show, half of them before the instance.
const maxGhosts = 8

// newViewed opens the stage of a file for a viewer.
func (opt *viewOptions) newViewed(r *gpu.Renderer, o *models.Opened, p play.Performance, stderr io.Writer) (*viewed, error) {
	clip, clips := p.Clip, o.Model.Clips
	if clip != nil && !slices.Contains(clips, clip) { // several that play together
		clips = append(slices.Clone(clips), clip)
	}
	graphs := p.Script != nil && p.Script.Graph != nil
	ghosts := maxGhosts
	if graphs || opt.Instances > 1 {
		ghosts = 0
	}
	s, warnings, err := stage.NewStage(r, o, p, clips, opt.Instances, ghosts)
	if err != nil {
		return nil, err
	}
	for _, problem := range warnings {
		console.Warn(stderr, "%s: %v", o.File, problem)
	}
	v := &viewed{Stage: s, look: &opt.Look, control: p.Control, travels: p.Travels}
	v.camera()
	if clip != nil {
		if err := s.Play(slices.Index(clips, clip)); err != nil {
			return nil, err
		}
	}
	if graphs {
		if v.live, err = newLive(s); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// camera lets the camera go along where the character travels.
func (v *viewed) camera() {
	v.Follows, v.Rounds = v.Stage.Travels, 1
	if v.Stage.Travels {
		v.Rounds = stage.FollowedRounds
	}
}

func (v *viewed) Model() *soa.Model     { return v.Stage.Model }
func (v *viewed) Crowd() *runtime.Crowd { return v.Stage.Crowd }
func (v *viewed) Scene() *gpu.Scene     { return &v.Stage.Scene }
func (v *viewed) Instances() int        { return len(v.Stage.All) }
func (v *viewed) Clips() []*soa.Clip    { return v.Stage.Clips }
func (v *viewed) Clip() int             { return v.Stage.Clip }
func (v *viewed) Scripted() bool        { return v.Script != nil }
func (v *viewed) Name() string          { return v.Stage.Name() }
func (v *viewed) Span() (a, b float64)  { return v.Start, v.End }
func (v *viewed) Travels() bool         { return v.Stage.Travels }
func (v *viewed) Ghosts() int           { return v.Stage.Ghosts.Count }

// Play plays another clip.
func (v *viewed) Play(clip int) error {
	if v.Script != nil {
		return nil
	}
	v.Stage.Travels = v.travels && v.Stage.Clips[clip].Motion != nil
	v.camera()
	return v.Stage.Play(clip)
}

// Travel lets the character go where its root leads, if its clip says so.
func (v *viewed) Travel(on bool) error {
	if v.Script != nil {
		return nil
	}
	v.travels = on
	clip := v.Playing()
	v.Stage.Travels = on && clip != nil && clip.Motion != nil
	v.camera()
	return v.Begin()
}

// Camera is where a camera goes along.
func (v *viewed) Camera(cycle int64, t float64) motion.RootTransform { return v.Followed(cycle, t) }

// Show evaluates everything at a time.
func (v *viewed) Show(cycle int64, t float64) error {
	if v.live != nil {
		return nil
	}
	return v.InLoop(cycle, t)
}

// Frame is a camera that sees all that plays.
func (v *viewed) Frame(aspect float64) (gpu.Orbit, gpu.Grid, error) {
	ghosts := v.Stage.Ghosts.Ahead
	v.Stage.Ghosts.Ahead = nil
	defer func() { v.Stage.Ghosts.Ahead = ghosts }()
	return v.look.ArrangeIn(v.Stage, aspect)
}

// Graph is the graph that plays, or nil.
func (v *viewed) Graph() studio.Graph {
	if v.live == nil {
		return nil
	}
	return v.live
}

// Control is what changes the poses, or nil.
func (v *viewed) Control() *control.Declared {
	if v.control == nil {
		return nil
	}
	return v.control.Declared
}

// Changed lets the next picture show other targets.
func (v *viewed) Changed() {
	if run := v.Stage.Control; run != nil && !run.Live {
		for i := range run.Shown {
			run.Shown[i] = -1
		}
	}
}

// Close frees the model.
func (v *viewed) Close() {
	v.Item().Model.Close()
	v.Stage.Crowd.Close()
}

// reopen makes the stage of the file that the flags name, which has changed, or of
// another one, of which flags that name clips and files say nothing.
func (opt *viewOptions) reopen(ctx context.Context, r *gpu.Renderer, stderr io.Writer, file string, with []string) (studio.Stage, error) {
	again := *opt
	if file != opt.File {
		again.Source.File, again.Source.With = file, with
		again.Choice, again.Flags = models.Choice{}, play.Flags{RootMotion: opt.RootMotion, Rules: opt.Rules}
	}
	o, p, err := again.stage(ctx, stderr)
	if err != nil {
		return nil, err
	}
	v, err := again.newViewed(r, o, p, stderr)
	if err != nil {
		return nil, err
	}
	return v, nil
}

// stage opens the files and finds what plays.
func (opt *viewOptions) stage(ctx context.Context, stderr io.Writer) (*models.Opened, play.Performance, error) {
	o, err := opt.Open(ctx)
	if err != nil {
		return nil, play.Performance{}, err
	}
	opt.Archived = len(opt.Names) == 0 && opt.Layers == "" && opt.Fade == ""
	p, err := opt.Performance(o, &opt.Choice)
	if err != nil {
		return nil, p, err
	}
	if opt.record != "" && (p.Script == nil || p.Script.Graph == nil) {
		return nil, p, console.Usagef("--record is for a graph, and none plays")
	}
	o.WarnLosses(stderr)
	return o, p, nil
}

// files are those that a viewer watches.
func (opt *viewOptions) files() []string {
	list := append([]string{opt.File}, opt.With...)
	for _, f := range []string{opt.Layers, opt.Graph, opt.Play, opt.Flags.Control} {
		if f != "" && f != models.OwnControl {
			list = append(list, f)
		}
	}
	return list
}

// pictures is how the names of pictures and films begin.
func pictures(o *models.Opened) string {
	return fmt.Sprintf("%s-view", console.Printable(o.Model.Name))
}
