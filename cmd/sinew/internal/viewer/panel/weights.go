package panel

import (
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/painting"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/rig/paint"
)

// Weights is the panel of the weights mode: the settings of the brush, and which joints are locked.
type Weights struct {
	falloffs        []string // the names of paint.FalloffNames
	*painting.Brush          // nil while nothing is painted
	Wanted          bool     // to save
	message         string
}

// Message returns the text for the status line, and clears it.
func (w *Weights) Message() (m string) {
	m, w.message = w.message, ""
	return m
}

// Key handles a key and reports whether it is one of its own.
func (w *Weights) Key(k window.Key, mods window.Mods) (used bool) {
	control, shift := mods&window.Control != 0, mods&window.Shift != 0
	switch {
	case k == 'Z' && !shift:
		w.tell("undo", w.Undo())
	case k == 'Z' || control && k == 'Y':
		w.tell("redo", w.Redo())
	case control && k == 'S':
		w.Wanted = true
	case k == '-':
		w.resize(1 / 1.2)
	case k == '=':
		w.resize(1.2)
	default:
		return false
	}
	return true
}

// resize changes the radius within the range of its slider.
func (w *Weights) resize(by float64) {
	w.Radius = min(max(w.Radius*by, w.Size()/400), w.Size()/4)
}

func (w *Weights) tell(what, done string) {
	if w.message = what + ": " + done; done == "" {
		w.message = "nothing to " + what
	}
}

// half is how many operations and falloffs a row has.
const half = 3

// Draw shows the panel.
func (w *Weights) Draw(u *overlay.UI, j *Joints) {
	if w.Brush == nil {
		return
	}
	w.title(u, j)
	operation, falloff := int(w.Operation), int(w.Falloff)
	rows(u, "brush", painting.OperationNames, &operation)
	w.Operation = painting.Operation(operation)
	u.Slider("radius", &w.Radius, w.Size()/400, w.Size()/4, w.Size()/25)
	u.Slider("strength", &w.Strength, 0, 1, 1)
	switch w.Operation {
	case painting.Smooth, painting.Blur:
	case painting.Scale:
		u.Slider("factor", &w.Value, 0, 2, 1)
	default:
		u.Slider("weight", &w.Value, 0, 1, 0.1)
		w.Value = math.Min(w.Value, 1)
	}
	if w.falloffs == nil {
		w.falloffs = paint.FalloffNames()
	}
	rows(u, "falloff", w.falloffs, &falloff)
	w.Falloff = paint.Falloff(falloff)
	u.Even(2)
	u.Toggle("mirror", &w.Mirrored)
	u.Toggle("normalize", &w.Normalize)
	u.Even(2)
	u.Toggle("through", &w.Through)
	u.Toggle("dual quat.", &w.Dual)
	w.buttons(u)
	u.Title("locked joints")
	list := w.Joints()
	from, to := u.List("locks", u.Left(), len(list))
	for row := from; row < to; row++ {
		if k := list[row]; u.Row(row, 0, j.Skeleton.Name[k], w.Locked[k]) {
			w.Locked[k] = !w.Locked[k]
		}
	}
	u.EndList()
}

// title says which joint is painted, and how much has no weights.
func (w *Weights) title(u *overlay.UI, j *Joints) {
	if name := j.Name(); name != "" {
		u.Title(name)
	} else {
		u.Title("no joint is chosen")
	}
	done, undone := w.Steps()
	t := u.Text().Put("strokes: ").Int(done)
	if undone > 0 {
		t.Put(", ").Int(undone).Put(" undone")
	}
	if n := w.Bare(); n > 0 {
		t.Put("; ").Int(n).Put(" unweighted")
	}
	u.Note(t.String())
}

// rows is a choice in several rows.
func rows(u *overlay.UI, name string, options []string, chosen *int) {
	for first := 0; first < len(options); first += half {
		part := options[first:min(first+half, len(options))]
		if k := *chosen - first; u.Choice(name, part, &k) {
			*chosen = first + k
		}
	}
}

func (w *Weights) buttons(u *overlay.UI) {
	u.Even(3)
	if u.Button("undo z") {
		w.tell("undo", w.Undo())
	}
	if u.Button("redo") {
		w.tell("redo", w.Redo())
	}
	if u.Button("save") {
		w.Wanted = true
	}
}
