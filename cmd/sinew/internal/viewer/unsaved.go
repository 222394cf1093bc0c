package viewer

import (
	"path/filepath"

	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/gpu/window"
)

// purpose is what discards edits that are not saved.
type purpose int

const (
	toClose purpose = iota
	toOpen          // dropped files
)

// question asks whether to save before something discards edits. While it is open nothing else
// reacts.
type question struct {
	open        bool
	before      purpose
	interrupted bool   // by Ctrl-C in the terminal
	problem     string // why saving failed
}

// answer is what the user wants.
type answer int

const (
	save answer = iota
	discard
	keep
)

// answers are the buttons of the question.
var answers = [...]string{save: "save  s", discard: "discard  d", keep: "keep editing  esc"}

// editsFile returns the file of the edits, or "" where there is none, and strokesFile that of the
// strokes.
func (v *Viewer) editsFile() string {
	if v.options.Edits == nil {
		return ""
	}
	return v.options.Edits(v.files.First())
}

func (v *Viewer) strokesFile() string {
	if v.options.Strokes == nil {
		return ""
	}
	return v.options.Strokes(v.files.First())
}

// unsaved reports whether there are edits, or strokes, that are not saved.
func (v *Viewer) unsaved() (edits, strokes bool) {
	s := v.Show
	return s.Edits != nil && s.Edits.Changed(), s.Strokes != nil && s.Strokes.Changed()
}

// ask opens the question if there is something to lose, and reports whether it did.
func (v *Viewer) ask(before purpose) bool {
	v.liftBrush()
	v.letGo()
	v.keys.Lift()
	v.mouse = pointer{}
	if edits, strokes := v.unsaved(); !edits && !strokes {
		return false
	}
	v.question = question{open: true, before: before}
	v.layout.help = false
	v.in.Down = false
	v.stir()
	return true
}

// leave closes the window, unless there are edits to ask about. It reports whether the window
// closes.
func (v *Viewer) leave() bool {
	if !v.question.open && !v.ask(toClose) {
		v.quit = true
	}
	return v.quit
}

// Interrupt asks on Ctrl-C in the terminal where something is not saved, and says so there. It reports whether the window ends:
// nothing is to lose, or this has been said and not yet answered.
func (v *Viewer) Interrupt() (end bool) {
	if v.question.interrupted || !v.ask(toClose) {
		return true
	}
	v.question.interrupted = true
	v.dropped = v.dropped[:0]
	edits, strokes := v.unsaved()
	what := "painted weights are"
	switch {
	case edits && strokes:
		what = "edits of clips and painted weights are"
	case edits:
		what = "edits of clips are"
	}
	v.options.Say(what + " not saved: answer in the window, or press Ctrl-C again to discard them")
	return false
}

// mouse handles the mouse while the question is open.
func (q *question) mouse(in *overlay.Input, m window.Mouse) {
	if m.Button != window.Left {
		return
	}
	if m.Down {
		in.Pressed, in.Down = true, true
	}
	if m.Up {
		in.Lifted, in.Down = true, false
	}
}

// answerKey handles a key while the question is open.
func (v *Viewer) answerKey(k window.Key) {
	switch k {
	case 'S', window.KeyEnter:
		v.answer(save)
	case 'D':
		v.answer(discard)
	case window.KeyEscape:
		v.answer(keep)
	}
}

// answer goes on as the user wants. The question stays where saving failed.
func (v *Viewer) answer(a answer) {
	q := &v.question
	if a == save {
		if q.problem = v.saveAll(); q.problem != "" {
			return
		}
	}
	q.open, q.interrupted = false, false
	switch {
	case a == keep:
		v.dropped = v.dropped[:0]
	case q.before == toClose:
		v.quit = true
	}
}

// saveAll saves what is not saved, and returns why it did not.
func (v *Viewer) saveAll() (problem string) {
	edits, strokes := v.unsaved()
	if edits {
		v.keys.Save(v.editsFile(), v.options.Write)
		problem = v.keys.Message()
	}
	if strokes {
		if _, err := v.Show.Strokes.Write(v.strokesFile(), v.options.Write); err != nil {
			problem = err.Error()
		}
	}
	if edits, strokes = v.unsaved(); !edits && !strokes {
		return ""
	}
	return problem
}

// drawQuestion shows the question over everything else.
func (v *Viewer) drawQuestion() {
	u := v.ui
	w, h := min(u.Px(400), float32(v.width)), min(u.Px(106), float32(v.height))
	u.Panel("question", overlay.Rect{
		X: float32(int((float32(v.width) - w) / 2)), Y: float32(int((float32(v.height) - h) / 2)), W: w, H: h,
	})
	u.Title([...]string{toClose: "save before the window closes?", toOpen: "save before another file is opened?"}[v.question.before])
	edits, strokes := v.unsaved()
	if edits {
		v.loss("edits of clips", v.editsFile())
	}
	if strokes {
		v.loss("painted weights", v.strokesFile())
	}
	u.Note(v.question.problem)
	u.Even(len(answers))
	for a, name := range answers {
		if u.Button(name) {
			v.answer(answer(a))
		}
	}
}

// loss names what is not saved, and the file for it.
func (v *Viewer) loss(what, file string) {
	if file == "" {
		v.ui.Label(v.ui.Text().Put(what).Put(": there is no file for them").String())
		return
	}
	v.ui.Label(v.ui.Text().Put(what).Put(", to ").Put(filepath.Base(file)).String())
}
