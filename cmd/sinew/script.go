package main

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/cliprules"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/layers"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// script is clips that an instance plays together or one after the other, as a function
// of the seconds since it began.
type script struct {
	stack  *layers.Stack
	fade   *fade   // of layer 0; nil: none
	name   string  // what plays
	graph  *played // plays in place of the stack, which has the model alone
	length float64 // seconds until all of it has been seen
	loops  bool    // its end is its start

	one [1]int
}

// fade is a transition to another clip.
type fade struct {
	at      float64 // seconds since the start
	clip    int
	options runtime.PlayOptions
}

// scripting is the flags that make a script.
type scripting struct {
	layers, fade string
	graph, play  string // files
	control      string // a file, or ownWord
	archived     bool   // the archive's own graph plays where no flag says what
	rootMotion   []string
	rules        cliprules.Rules // of rootMotion
}

func (s *scripting) addLayers(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.layers, "layers", "", "play the layers that a JSON `file` lists, see above; times count\nfrom their start")
}

func (s *scripting) addFade(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.fade, "fade", "", "play clip A and, T seconds on, fade to clip B within D: `A:B@T/D`; append\n/straight or another curve, /inertialize or another transition, /match")
}

func (s *scripting) addGraph(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.graph, "graph", "", "play the animation graph of a JSON `file`, see above (default, with\n--play: the archive's own)")
	cmd.Flags().StringVar(&s.play, "play", "", "play the input that a JSON `file` lists, in the graph")
}

// graphHelp is what the help of commands with --graph says of it.
const graphHelp = `An animation graph of --graph plays what a game sets by a file of --play, or its
defaults; sinew graph --help tells of both. Times count from its start, and show the
step of the input that has ended last.`

// layersHelp is what the help of commands with --layers says of it.
const layersHelp = `A file of --layers is a list of objects. Each has a clip, by its name, and may have
a kind (blend, override, model-override, additive, subtract), a weight, a time in
seconds or a phase from 0 to 1 to start at, a speed, a mode (wrap, clamp, ping-pong),
a number to sync with others and a reference (additive: rest, first or a time):

  [{"clip": "walk"},
   {"clip": "wave", "kind": "override", "mask": [{"subtree": "chest", "feather": 3},
                                                 {"match": "hand.*", "weight": 0.5}]}]`

// check refuses flags that both say what plays, and reads the words of root motion.
func (s *scripting) check(c *models.Choice) (err error) {
	first := ""
	for _, say := range []struct {
		flag string
		says bool
	}{{"--clip", len(c.Names) > 0}, {"--layers", s.layers != ""}, {"--fade", s.fade != ""}, {"--graph or --play", s.graph != "" || s.play != ""}} {
		switch {
		case say.says && first != "":
			return console.Usagef("%s and %s both say what plays", first, say.flag)
		case say.says:
			first = say.flag
		}
	}
	s.rules, err = cliprules.Parse(s.rootMotion, nil)
	return err
}

// performance is what a command plays.
type performance struct {
	clip    *soa.Clip // nil at rest and with a script
	script  *script
	control *controlled // changes the poses, or nil
	travels bool        // as its root leads, see way
}

// performance finds what the flags say in a model.
func (s *scripting) performance(o *models.Opened, c *models.Choice) (p performance, err error) {
	if p.control, err = s.controlled(o); err != nil {
		return p, err
	}
	if p.travels = len(s.rootMotion) > 0; s.graph != "" || s.play != "" || s.archived && o.Archive != nil && o.Archive.GraphJSON != nil {
		p.script, err = s.playGraph(o)
		return p, err
	}
	if p.travels {
		if err := s.takeNamed(o); err != nil {
			return p, err
		}
	}
	switch {
	case s.layers != "":
		p.script, err = s.readScript(o)
	case s.fade != "":
		keep := s.takeOthers(o)
		if p.script, err = parseFade(o, s.fade); err == nil {
			err = cmp.Or(keep[p.script.stack.Layers[0].Clip], keep[p.script.fade.clip])
		}
	default:
		p.clip, err = s.chooseClip(o, c)
	}
	return p, err
}

// chooseClip returns the clip that flags name, with the root's motion taken out.
func (s *scripting) chooseClip(o *models.Opened, c *models.Choice) (*soa.Clip, error) {
	clip, err := c.Clip(o)
	if err != nil || clip == nil || len(s.rootMotion) == 0 {
		return clip, err
	}
	at := slices.Index(o.Model.Clips, clip)
	if keep := s.takeOthers(o); at >= 0 {
		return o.Model.Clips[at], keep[at]
	}
	return s.takeOther(o, clip) // several that play together
}

func (p *performance) still() bool {
	return p.clip == nil && p.script == nil && (p.control == nil || !p.control.Moves() && !p.control.Remembers())
}

// name returns the names of what plays.
func (p *performance) name() string {
	if p.script != nil {
		return p.script.name
	}
	return models.ClipName(p.clip)
}

// span returns the start and end: of a clip on the file's time line, of a script since
// it began.
func (p *performance) span() (start, end float64) {
	if p.script != nil {
		return 0, p.script.length
	}
	if p.clip == nil && !p.still() {
		return 0, max(p.control.End(), leastControl)
	}
	return models.Span(p.clip)
}

// leastControl is the least number of seconds for which a control is shown that changes the
// rest pose.
const leastControl = 2

// loops reports whether the end is the start.
func (p *performance) loops() bool {
	if p.script != nil {
		return p.script.loops
	}
	return p.clip == nil || p.clip.Loop
}

// crowd returns instances of a model that can play the performance, and some clips,
// and the model bound to their palettes.
func (p *performance) crowd(o *models.Opened, clips []*soa.Clip, instances int) (crowd *runtime.Crowd, bound *soa.Model, err error) {
	options := runtime.CrowdOptions{Layout: pose.LayoutOptions{Reserve: p.control.reserve()}}
	switch {
	case p.script == nil:
		crowd, bound, err = newCrowd(o.Model, clips, instances, options)
	case p.script.graph != nil: // which a window lets travel
		options.RootMotion = runtime.RootApplied
		crowd, bound, err = p.script.crowd(instances, options)
	default:
		crowd, bound, err = p.script.crowd(instances, options)
	}
	if err == nil {
		err = p.control.begin(crowd)
	}
	return crowd, bound, err
}

// crowd returns instances that can play the script.
func (s *script) crowd(instances int, options runtime.CrowdOptions) (*runtime.Crowd, *soa.Model, error) {
	if s.graph != nil {
		return s.graph.crowd(instances, options)
	}
	options.Layers, options.Masks = runtime.MaxLayers, s.stack.Masks
	return newCrowd(s.stack.Model, s.stack.Model.Clips, instances, options)
}

// at evaluates an instance at a time since the script began, whatever it played before.
func (s *script) at(crowd *runtime.Crowd, i int, t float64) error {
	if s.graph != nil {
		return s.graph.at(crowd, i, t)
	}
	if err := crowd.Instance(i).Stop(); err != nil {
		return err
	}
	if err := s.stack.Play(crowd, i); err != nil {
		return err
	}
	s.one[0] = i
	if f := s.fade; f != nil && t >= f.at {
		if err := crowd.UpdateSome(s.one[:], f.at); err != nil {
			return err
		}
		if err := crowd.Instance(i).Play(f.clip, f.options); err != nil {
			return err
		}
		t -= f.at
	}
	return crowd.UpdateSome(s.one[:], t)
}

// readScript reads the layers that a file lists.
func (s *scripting) readScript(o *models.Opened) (*script, error) {
	file := s.layers
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	list, err := layers.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	keep := s.takeOthers(o, onlyAdded(list)...)
	bound, err := newScript(o, file, list)
	if err != nil {
		return nil, err
	}
	for k := range bound.stack.Layers {
		if err := keep[bound.stack.Layers[k].Clip]; err != nil {
			return nil, err
		}
	}
	return bound, nil
}

// onlyAdded lists the names of clips that layers add or subtract and none plays
// otherwise.
func onlyAdded(list []layers.Layer) (names []string) {
	adds := func(l *layers.Layer) bool { return l.Kind == runtime.Additive || l.Kind == runtime.Subtract }
	for k := range list {
		other := func(l layers.Layer) bool { return l.Clip == list[k].Clip && !adds(&l) }
		if adds(&list[k]) && !slices.ContainsFunc(list, other) {
			names = append(names, list[k].Clip)
		}
	}
	return names
}

// newScript binds the layers of a file.
func newScript(o *models.Opened, file string, list []layers.Layer) (*script, error) {
	stack, err := layers.Bind(o.Model, list)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	s := &script{stack: stack, loops: true}
	var names []string
	for k := range stack.Layers {
		l := &stack.Layers[k].Layer
		name := l.Clip
		if l.Kind != runtime.Blend {
			name += " (" + l.Kind.String() + ")"
		}
		names = append(names, name)
		period := s.period(k)
		if k > 0 && math.Abs(period-s.length) > 1e-9 || l.Mode != runtime.Wrap {
			s.loops = false
		}
		s.length = max(s.length, period)
	}
	s.name = strings.Join(names, " + ")
	return s, nil
}

// period returns how long layer k plays until it has shown all of its clip: with sync as
// long as its group takes.
func (s *script) period(k int) float64 {
	l := &s.stack.Layers[k].Layer
	length, speed := s.both(k), l.Speed
	if l.Sync > 0 && l.Mode != runtime.Clamp {
		weights, lengths, speeds, most := 0., 0., 0., 0.
		leads, lead := false, 0.
		for n := range s.stack.Layers {
			m := &s.stack.Layers[n].Layer
			if m.Sync != l.Sync || m.Mode == runtime.Clamp {
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

// both is the length of layer k's clip, of PingPong there and back.
func (s *script) both(k int) float64 {
	seconds := s.stack.Model.Clips[s.stack.Layers[k].Clip].Seconds()
	if s.stack.Layers[k].Layer.Mode == runtime.PingPong {
		return 2 * seconds
	}
	return seconds
}

// parseFade reads A:B@T/D, with names of a curve and a transition after it.
func parseFade(o *models.Opened, text string) (*script, error) {
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
	for k, to := range []*float64{&f.at, &f.options.Fade} {
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
	stack := &layers.Stack{Model: o.Model, Layers: []layers.Bound{{Clip: from, Layer: layers.Layer{Weight: 1, Speed: 1}}}}
	to := o.Model.Clips[f.clip]
	return &script{
		stack: stack, fade: f, name: o.Model.Clips[from].Name + " → " + to.Name,
		length: f.at + max(f.options.Fade, to.Seconds()),
	}, nil
}

func badFade(text string) error {
	return console.Usagef("--fade: %q is not A:B@T/D, as walk:run@1/0.3", text)
}

var (
	curves      = []runtime.Curve{runtime.Smooth, runtime.Straight, runtime.EaseIn, runtime.EaseOut}
	transitions = []runtime.Transition{runtime.CrossFade, runtime.Frozen, runtime.DeadBlend, runtime.Inertialize}
)

// fadeWords lists the names of curves and transitions.
func fadeWords() []string {
	var words []string
	for _, c := range curves {
		words = append(words, c.String())
	}
	for _, t := range transitions {
		words = append(words, t.String())
	}
	return words
}

// set takes a word as an option, and reports whether it is one.
func (f *fade) set(word string) bool {
	for _, c := range curves {
		if c.String() == word {
			f.options.Curve = c
			return true
		}
	}
	for _, t := range transitions {
		if t.String() == word {
			f.options.Transition = t
			return true
		}
	}
	f.options.Match = f.options.Match || word == "match"
	return word == "match"
}

// findClips finds the clips of A:B, whose names may have colons too.
func (f *fade) findClips(o *models.Opened, text string) (from int, err error) {
	if !strings.Contains(text, ":") {
		return 0, badFade(text + "@…")
	}
	if len(o.Model.Clips) == 0 {
		return 0, fmt.Errorf("%s has no clips, so no fade %q; --with FILE adds those of another file", o.File, text)
	}
	for at, c := range text {
		if c != ':' {
			continue
		}
		a, errA := models.FindClip(o.Model.Clips, text[:at])
		b, errB := models.FindClip(o.Model.Clips, text[at+1:])
		switch {
		case errA == nil && errB == nil:
			f.clip = b
			return a, nil
		case err == nil && errA != nil:
			err = errA
		case err == nil:
			err = errB
		}
	}
	return 0, fmt.Errorf("%s: %w", o.File, err)
}
