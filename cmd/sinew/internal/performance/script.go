package performance

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/cliprules"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// Script is clips that play together or one after the other, or a graph, as a function of the
// time since the start.
type Script struct {
	Stack  *graph.LayerStack
	Fade   *fade   // of layer 0; nil: none
	name   string  // what plays
	Graph  *Played // plays instead of the stack, which then has only the model
	Length float64 // seconds until everything has been seen
	loops  bool    // the end equals the start

	one [1]int
}

// fade is a transition to another clip.
type fade struct {
	At      float64 // seconds since the start
	Clip    int
	Options play.Options
}

// Flags are the flags for what plays.
type Flags struct {
	Layers, Fade string
	Graph, Play  string // files
	Control      string // a file, or models.OwnControl
	Archived     bool   // the archive's own graph and control apply without flags
	RootMotion   []string
	Rules        cliprules.Rules // of rootMotion
	Floats       []string        // NAME=VALUE
}

// AddFlags adds all of them.
func (s *Flags) AddFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.Layers, "layers", "", "play the layers of a JSON `file`, see sinew help layers")
	f.StringVar(&s.Fade, "fade", "", "fade from clip A to B: `A:B@T/D`, see sinew help layers")
	f.StringVar(&s.Graph, "graph", "", "play the animation graph of a JSON `file`, see sinew help graph")
	f.StringVar(&s.Play, "play", "", "play the input of a JSON `file` in the graph, see sinew help input")
	f.StringVar(&s.Control, "control", "", "apply the control of a JSON `file`, or own; see sinew help control")
	f.StringArrayVar(&s.Floats, "float", nil, "set a float that moves something, such as an expression: `name=value`")
	s.AddRootMotion(cmd)
}

// SharedHelp explains what plays, for commands with these flags.
const SharedHelp = `What plays is --clip (see sinew help selection), --layers or --fade (layers), or a graph:
that of --graph, or the archive's own, with the input of --play (input) or its defaults.
--control changes the poses afterwards (control); springs swing from the start. --root-motion
moves the character (root-motion). Times of layers and graphs count from their start; graphs
show the last completed input step.`

// FadeHelp is the help of --fade.
const FadeHelp = `--fade A:B@T/D plays clip A and, after T seconds, fades to clip B within D seconds, such as
walk:run@1/0.3. Append /straight or another curve, /inertialize or another transition, and
/match to start B at the same part of its loop as A.

Next: sinew render --layers FILE --sheet 6x2 draws them, sinew pose --layers prints weights.`

// LayersHelp is the help of --layers.
const LayersHelp = `A file of --layers is a JSON list of layers. Each has a clip, by name, and optionally a kind
(blend, override, model-override, additive, subtract), a weight, a start time in seconds or
a phase from 0 to 1, a speed, a mode (wrap, clamp, ping-pong), a number that groups layers to
sync, a mask, and a reference (of additive: rest, first or a time):

  [{"clip": "walk"},
   {"clip": "wave", "kind": "override", "mask": [{"subtree": "chest", "feather": 3},
                                                 {"match": "hand.*", "weight": 0.5}]}]`

// Check refuses flags that exclude each other and parses --root-motion.
func (s *Flags) Check(c *models.Choice) (err error) {
	first := ""
	for _, say := range []struct {
		flag string
		says bool
	}{{"--clip", len(c.Names) > 0}, {"--layers", s.Layers != ""}, {"--fade", s.Fade != ""},
		{"--graph or --play", s.Graph != "" || s.Play != ""}} {
		switch {
		case say.says && first != "":
			return console.Usagef("%s and %s both choose what plays", first, say.flag)
		case say.says:
			first = say.flag
		}
	}
	s.Rules, err = cliprules.Parse(s.RootMotion, nil)
	return err
}

// Performance is what a command plays.
type Performance struct {
	Clip    *soa.Clip // nil at rest and with a script
	Script  *Script
	Control *Controlled // changes the poses, or nil
	Travels bool        // with root motion, see Way
	floats  []setFloat
	records bool // see Record: root motion moves it
}

// Performance resolves the flags for a model.
func (s *Flags) Performance(ctx context.Context, o *models.Opened, c *models.Choice) (p Performance, err error) {
	if p.Control, err = s.controlled(o); err != nil {
		return p, err
	}
	if p.floats, err = s.floatsOf(o.File, o.Model); err != nil {
		return p, err
	}
	p.Travels = len(s.RootMotion) > 0
	if s.Graph != "" || s.Play != "" || s.Archived && o.Archive != nil && o.Archive.GraphJSON != nil {
		p.Script, err = s.PlayGraph(ctx, o)
		return p, err
	}
	if p.Travels {
		if err := s.takeNamed(ctx, o); err != nil {
			return p, err
		}
	}
	switch {
	case s.Layers != "":
		p.Script, err = s.readScript(ctx, o)
	case s.Fade != "":
		keep := s.takeOthers(ctx, o)
		if p.Script, err = ParseFade(o, s.Fade); err == nil {
			err = cmp.Or(keep[p.Script.Stack.Layers[0].Clip], keep[p.Script.Fade.Clip])
		}
	default:
		p.Clip, err = s.chooseClip(ctx, o, c)
	}
	return p, err
}

// chooseClip returns the clip of the flags, with root motion extracted.
func (s *Flags) chooseClip(ctx context.Context, o *models.Opened, c *models.Choice) (*soa.Clip, error) {
	clip, err := c.Clip(o)
	if err != nil || clip == nil || len(s.RootMotion) == 0 {
		return clip, err
	}
	at := slices.Index(o.Model.Clips, clip)
	if keep := s.takeOthers(ctx, o); at >= 0 {
		return o.Model.Clips[at], keep[at]
	}
	return s.takeOther(ctx, o, clip) // several that play together
}

// Still reports whether nothing moves.
func (p *Performance) Still() bool {
	return p.Clip == nil && p.Script == nil && (p.Control == nil || !p.Control.Moves() && !p.Control.Remembers())
}

// Name returns the name of what plays.
func (p *Performance) Name() string {
	if p.Script != nil {
		return p.Script.name
	}
	return models.ClipName(p.Clip)
}

// Span returns the start and end: of a clip on the file's time line, of a script since
// it began.
func (p *Performance) Span() (start, end float64) {
	if p.Script != nil {
		return 0, p.Script.Length
	}
	if p.Clip == nil && !p.Still() {
		return 0, max(p.Control.End(), leastControl)
	}
	return models.Span(p.Clip)
}

// leastControl is the least number of seconds for which a control is shown that changes the
// rest pose.
const leastControl = 2

// Loops reports whether the end equals the start.
func (p *Performance) Loops() bool {
	if p.Script != nil {
		return p.Script.loops
	}
	return p.Clip == nil || p.Clip.Loop
}

// Crowd returns instances of a model that can play the performance, and some clips,
// and the model bound to their palettes.
func (p *Performance) Crowd(o *models.Opened, clips []*soa.Clip,
	instances int) (crowd *runtime.Crowd, bound *soa.Model, err error) {
	options := runtime.CrowdOptions{Layout: pose.LayoutOptions{Reserve: p.Control.reserve()}}
	if p.records {
		options.RootMotion = play.RootApplied
	}
	switch {
	case p.Script == nil:
		crowd, bound, err = NewCrowd(o.Model, clips, instances, options)
	case p.Script.Graph != nil: // whose root motion a window applies
		options.RootMotion = play.RootApplied
		crowd, bound, err = p.Script.Crowd(instances, options)
	default:
		crowd, bound, err = p.Script.Crowd(instances, options)
	}
	if err == nil {
		err = p.set(crowd)
	}
	if err == nil {
		err = p.Control.begin(crowd)
	}
	return crowd, bound, err
}

// Crowd returns instances that can play the script.
func (s *Script) Crowd(instances int, options runtime.CrowdOptions) (*runtime.Crowd, *soa.Model, error) {
	if s.Graph != nil {
		return s.Graph.Crowd(instances, options)
	}
	options.Layers, options.Masks = play.MaxLayers, s.Stack.Masks
	return NewCrowd(s.Stack.Model, s.Stack.Model.Clips, instances, options)
}

// At evaluates an instance at a time since the start, whatever it played before.
func (s *Script) At(crowd *runtime.Crowd, i int, t float64) error {
	if s.Graph != nil {
		return s.Graph.at(crowd, i, t)
	}
	if err := crowd.Instance(i).Stop(); err != nil {
		return err
	}
	if err := s.Stack.Play(crowd, i); err != nil {
		return err
	}
	s.one[0] = i
	if f := s.Fade; f != nil && t >= f.At {
		if err := crowd.UpdateSome(s.one[:], f.At); err != nil {
			return err
		}
		if err := crowd.Instance(i).Play(f.Clip, f.Options); err != nil {
			return err
		}
		t -= f.At
	}
	return crowd.UpdateSome(s.one[:], t)
}

// readScript reads a file of layers.
func (s *Flags) readScript(ctx context.Context, o *models.Opened) (*Script, error) {
	file := s.Layers
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	list, err := graph.ParseLayers(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	keep := s.takeOthers(ctx, o, onlyAdded(list)...)
	bound, err := newScript(o, file, list)
	if err != nil {
		return nil, err
	}
	for k := range bound.Stack.Layers {
		if err := keep[bound.Stack.Layers[k].Clip]; err != nil {
			return nil, err
		}
	}
	return bound, nil
}

// onlyAdded lists the names of clips that layers only add or subtract.
func onlyAdded(list []graph.StackLayer) (names []string) {
	adds := func(l *graph.StackLayer) bool { return l.Kind == play.Additive || l.Kind == play.Subtract }
	for k := range list {
		other := func(l graph.StackLayer) bool { return l.Clip == list[k].Clip && !adds(&l) }
		if adds(&list[k]) && !slices.ContainsFunc(list, other) {
			names = append(names, list[k].Clip)
		}
	}
	return names
}

// newScript binds the layers of a file.
func newScript(o *models.Opened, file string, list []graph.StackLayer) (*Script, error) {
	stack, err := graph.BindLayers(o.Model, list)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	s := &Script{Stack: stack, loops: true}
	var names []string
	for k := range stack.Layers {
		l := &stack.Layers[k].Layer
		name := l.Clip
		if l.Kind != play.Blend {
			name += " (" + l.Kind.String() + ")"
		}
		names = append(names, name)
		period := s.period(k)
		if k > 0 && math.Abs(period-s.Length) > 1e-9 || l.Mode != play.Wrap {
			s.loops = false
		}
		s.Length = max(s.Length, period)
	}
	s.name = strings.Join(names, " + ")
	return s, nil
}

// period returns the time in which layer k shows all of its clip; with sync, that of its group.
func (s *Script) period(k int) float64 {
	l := &s.Stack.Layers[k].Layer
	length, speed := s.both(k), l.Speed
	if l.Sync > 0 && l.Mode != play.Clamp {
		weights, lengths, speeds, most := 0., 0., 0., 0.
		leads, lead := false, 0.
		for n := range s.Stack.Layers {
			m := &s.Stack.Layers[n].Layer
			if m.Sync != l.Sync || m.Mode == play.Clamp {
				continue
			}
			weights += m.Weight
			lengths += float64(m.Weight * s.both(n))
			speeds += float64(m.Weight * m.Speed)
			if leads = leads || m.Lead; m.Weight > most {
				most, lead = m.Weight, s.both(n)
			}
		}
		if weights > 0 {
			length, speed = lengths/weights, speeds/weights
		}
		if weights > 0 && leads {
			length = lead
		}
	}
	if speed == 0 {
		return 0
	}
	return length / math.Abs(speed)
}

// both returns the length of layer k's clip; of PingPong there and back.
func (s *Script) both(k int) float64 {
	seconds := s.Stack.Model.Clips[s.Stack.Layers[k].Clip].Seconds()
	if s.Stack.Layers[k].Layer.Mode == play.PingPong {
		return 2 * seconds
	}
	return seconds
}

// ParseFade reads A:B@T/D, optionally followed by a curve, a transition and match.
func ParseFade(o *models.Opened, text string) (*Script, error) {
	at := strings.LastIndexByte(text, '@')
	if at < 0 {
		return nil, badFade(text)
	}
	numbers := strings.Split(text[at+1:], "/")
	if len(numbers) < 2 {
		return nil, badFade(text)
	}
	f := &fade{}
	var err error
	for k, to := range []*float64{&f.At, &f.Options.Fade} {
		if *to, err = console.FiniteNumber("--fade", numbers[k]); err != nil {
			return nil, err
		}
		if *to < 0 {
			return nil, console.Usagef("--fade: %v s is below 0", *to)
		}
	}
	for _, word := range numbers[2:] {
		if !f.set(word) {
			return nil, console.Usagef("--fade: %q is neither match nor one of %s", word, strings.Join(fadeWords(), ", "))
		}
	}
	from, err := f.findClips(o, text[:at])
	if err != nil {
		return nil, err
	}
	stack := &graph.LayerStack{Model: o.Model, Layers: []graph.BoundLayer{{Clip: from, Layer: graph.StackLayer{Weight: 1, Speed: 1}}}}
	to := o.Model.Clips[f.Clip]
	return &Script{
		Stack: stack, Fade: f, name: o.Model.Clips[from].Name + " → " + to.Name,
		Length: f.At + max(f.Options.Fade, to.Seconds()),
	}, nil
}

func badFade(text string) error {
	return console.Usagef("--fade: %q is not A:B@T/D, such as walk:run@1/0.3", text)
}

var (
	Curves      = []play.Curve{play.Smooth, play.Straight, play.EaseIn, play.EaseOut}
	transitions = []play.Transition{play.CrossFade, play.Frozen, play.DeadBlend, play.Inertialize}
)

// fadeWords lists the names of curves and transitions.
func fadeWords() []string {
	var words []string
	for _, c := range Curves {
		words = append(words, c.String())
	}
	for _, t := range transitions {
		words = append(words, t.String())
	}
	return words
}

// set applies an option and reports whether the word is one.
func (f *fade) set(word string) bool {
	for _, c := range Curves {
		if c.String() == word {
			f.Options.Curve = c
			return true
		}
	}
	for _, t := range transitions {
		if t.String() == word {
			f.Options.Transition = t
			return true
		}
	}
	f.Options.Match = f.Options.Match || word == "match"
	return word == "match"
}

// findClips finds the clips of A:B. Names may contain colons.
func (f *fade) findClips(o *models.Opened, text string) (from int, err error) {
	if !strings.Contains(text, ":") {
		return 0, badFade(text + "@…")
	}
	if len(o.Model.Clips) == 0 {
		return 0, fmt.Errorf("%s has no clips, so no fade %q; --with FILE adds clips of another file", o.File, text)
	}
	for at, c := range text {
		if c != ':' {
			continue
		}
		a, errA := models.FindClip(o.Model.Clips, text[:at])
		b, errB := models.FindClip(o.Model.Clips, text[at+1:])
		switch {
		case errA == nil && errB == nil:
			f.Clip = b
			return a, nil
		case err == nil && errA != nil:
			err = errA
		case err == nil:
			err = errB
		}
	}
	return 0, fmt.Errorf("%s: %w", o.File, err)
}
