package panel

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/soa"
)

// KeyEditor is the panel in which curves are edited: of the picked joint, a weight or a float, or the
// dope sheet with those that are chosen at its top. The mouse reaches it event by event, so that a
// slow frame loses none.
type KeyEditor struct {
	*curves.Editor      // or nil
	Auto           bool // a joint that is dragged in the picture is keyed
	Tool           curves.Tool
	graph, side    overlay.Rect // of the last frame
	x, y           float32
	moved          bool // the drag has to go on
	chosen         chosen
	parts          []int // the clips that play together
	cursor         cursor
	message        string
	Wanted         bool // to save

	dot  func(d curves.Dot)
	grip func(h curves.Handle)
	ui   *overlay.UI // while they draw
}

// Open edits the clips of a session, or nothing for nil.
func (k *KeyEditor) Open(s *curves.Session) {
	*k = KeyEditor{Auto: k.Auto, Tool: k.Tool}
	if s != nil {
		k.Editor = curves.NewEditor(s)
		k.Property = soa.Rotation
		k.chosen.joint = soa.NoJoint
	}
	k.dot, k.grip = k.drawDot, k.drawHandle
}

// KeysHeight is the height of the panel in units.
const KeysHeight = 190

// Message returns the text for the status line, and clears it.
func (k *KeyEditor) Message() (m string) {
	m, k.message = k.message, ""
	return m
}

func (k *KeyEditor) fail(err error) {
	if err != nil {
		k.message = err.Error()
	}
}

func (k *KeyEditor) tell(what string, done string) {
	if done == "" {
		k.message = "nothing to " + what
		return
	}
	k.message = what + ": " + done
}

// Follow shows the clip that plays, or the picked one of several, and the joints that are chosen.
func (k *KeyEditor) Follow(p *playback.Player, j *Joints) {
	if k.Editor == nil {
		return
	}
	k.Choose(k.part(p))
	k.Show(k.chosen.list(j, k.Dope)...)
}

// ready reports whether there is something to edit.
func (k *KeyEditor) ready() bool {
	return k.Editor != nil && k.Chosen() >= 0 && (k.Dope || len(k.Subjects) > 0)
}

// Press handles the button on the panel's graph and reports whether the panel takes it.
func (k *KeyEditor) Press(x, y float32, more bool) bool {
	if !k.ready() || !k.graph.Contains(x, y) {
		return false
	}
	k.Editor.Press(float64(x), float64(y), more)
	k.x, k.y, k.moved = x, y, false
	return true
}

// Move handles the mouse while the button is held.
func (k *KeyEditor) Move(x, y float32) {
	if k.Editor != nil && k.Dragging() {
		k.x, k.y, k.moved = x, y, true
	}
}

// Go takes a drag on to where the mouse is. It is called once per frame.
func (k *KeyEditor) Go() {
	if k.moved {
		k.moved = false
		k.fail(k.Drag(float64(k.x), float64(k.y)))
	}
}

// Lift handles the button's release.
func (k *KeyEditor) Lift() {
	if k.Editor != nil && k.Dragging() {
		k.Go()
		k.fail(k.Release())
	}
}

// Wheel zooms the time that is shown, or scrolls the names beside it, and reports whether the mouse is
// over one of them.
func (k *KeyEditor) Wheel(x, y float32, steps float64) bool {
	if k.Editor != nil && k.side.Contains(x, y) {
		k.scroll(-int(math.Copysign(max(math.Round(math.Abs(steps)), 1), steps)) * wheelRows)
		return true
	}
	if !k.ready() || !k.graph.Contains(x, y) {
		return false
	}
	factor := 1.25
	if steps < 0 {
		factor, steps = 1/factor, -steps
	}
	for ; steps > 0; steps-- {
		k.Zoom(float64(x), factor)
	}
	return true
}

// Key handles a key at a time of what plays, and reports whether it is one of its own.
func (k *KeyEditor) Key(key window.Key, mods window.Mods, p *playback.Player) (used bool) {
	if k.Editor == nil || k.Chosen() < 0 {
		return false
	}
	control, shift := mods&window.Control != 0, mods&window.Shift != 0
	switch {
	case key == 'Z' && !shift:
		k.tell("undo", k.Undo())
	case key == 'Z' || control && key == 'Y':
		k.tell("redo", k.Redo())
	case control && key == 'S':
		k.Wanted = true
	case control && key == 'A':
		k.SelectAll()
	case key == window.KeyEnter:
		k.insert(p)
	case key == window.KeyDelete || key == window.KeyBackspace:
		k.fail(k.Delete())
	case key == 'D':
		k.Dope = !k.Dope
	case key == window.KeyPageUp:
		k.scroll(-pageRows)
	case key == window.KeyPageDown:
		k.scroll(pageRows)
	default:
		return false
	}
	return true
}

// insert adds a key at the cursor.
func (k *KeyEditor) insert(p *playback.Player) {
	k.follow(p)
	k.fail(k.Insert(k.cursor.time))
}

// Draw shows the panel in a place.
func (k *KeyEditor) Draw(u *overlay.UI, r overlay.Rect, p *playback.Player, j *Joints) {
	u.Panel("keys", r)
	k.graph, k.side = overlay.Rect{}, overlay.Rect{}
	in := overlay.Rect{X: r.X + u.Px(8), Y: r.Y + u.Px(4), W: r.W - u.Px(16), H: r.H - u.Px(8)}
	if k.Editor == nil || k.Chosen() < 0 {
		u.Note("there are no keys to edit: no clip of the file plays, or its root motion was taken out")
		return
	}
	k.buttons(&row{u, in.X, in.Y, u.Px(18)}, p)
	top, names, ruler := u.Px(22), u.Px(120), u.Px(12)
	graph := overlay.Rect{X: in.X + names, Y: in.Y + top + ruler, W: in.W - names, H: in.H - top - ruler}
	if graph.W < u.Px(60) || graph.H < u.Px(40) {
		return
	}
	side := overlay.Rect{X: in.X, Y: graph.Y, W: names - u.Px(6), H: graph.H}
	if !k.ready() {
		k.values(u, side)
		u.Print(overlay.Rect{X: graph.X, Y: graph.Y, W: graph.W, H: u.Px(16)}, k.missing(), 0, u.Theme.Faint)
		return
	}
	k.graph = graph
	k.Scale = float64(u.Scale())
	v := &k.View
	v.X, v.Y, v.W, v.H = float64(graph.X), float64(graph.Y), float64(graph.W), float64(graph.H)
	k.partButton(u, overlay.Rect{X: in.X, Y: graph.Y - ruler - u.Px(2), W: names - u.Px(6), H: ruler}, p)
	k.ruler(u, overlay.Rect{X: graph.X, Y: graph.Y - ruler, W: graph.W, H: ruler}, p)
	u.Canvas().Fill(graph, u.Theme.Control)
	before := u.Canvas().Clip(overlay.Rect{X: in.X, Y: in.Y + top, W: in.W, H: in.H - top})
	switch {
	case k.Dope:
		k.sheet(u, side, j)
	case k.Subjects[0].Kind == curves.JointKind:
		k.names(u, side)
	default:
		k.values(u, side)
	}
	u.Canvas().Clip(graph)
	if !k.Dope {
		k.lines(u)
	}
	k.ui = u
	k.Handles(k.grip)
	k.Dots(k.dot)
	if x0, y0, x1, y1, ok := k.Box(); ok {
		box := overlay.Rect{X: float32(x0), Y: float32(y0), W: float32(x1 - x0), H: float32(y1 - y0)}
		u.Canvas().Fill(box, u.Theme.Accent.Alpha(0.15))
		u.Canvas().Frame(box, max(1, floor(u.Scale())), u.Theme.Accent)
	}
	if x, _ := v.At(k.cursor.time, 0); x >= v.X {
		u.Canvas().Fill(overlay.Rect{X: floor(float32(x)), Y: graph.Y, W: max(1, floor(u.Scale())), H: graph.H}, overlay.Color{255, 255, 255, 160})
	}
	u.Canvas().Clip(before)
}

// buttons are the row above.
func (k *KeyEditor) buttons(b *row, p *playback.Player) {
	if b.choice("dope d", 46, k.Dope) {
		k.Dope = !k.Dope
	}
	for property, name := range [...]string{"place", "rotation", "scale"} {
		if b.choice(name, 46, !k.Dope && k.chosen.kind == curves.JointKind && k.Property == soa.Property(property)) {
			k.Property, k.Dope, k.chosen.kind = soa.Property(property), false, curves.JointKind
		}
	}
	for kind, name := range [...]string{curves.WeightKind: "weights", curves.FloatKind: "floats"} {
		kind := curves.Kind(kind)
		if k.number(kind) > 0 && b.choice(name, 46, !k.Dope && k.chosen.kind == kind) {
			k.Dope = false
			k.chosen.show(kind)
		}
	}
	b.x += b.u.Px(6)
	if b.button("insert", 38) {
		k.insert(p)
	}
	if b.button("delete", 38) {
		k.fail(k.Delete())
	}
	b.x += b.u.Px(6)
	for _, kind := range [...]edit.Tangent{edit.Auto, edit.Clamped, edit.Lines, edit.Flat, edit.Hold} {
		if b.button(kind.String(), 52) {
			k.fail(k.Tangents(kind))
		}
	}
	b.x += b.u.Px(6)
	if b.button("undo z", 44) {
		k.tell("undo", k.Undo())
	}
	if b.button("redo", 36) {
		k.tell("redo", k.Redo())
	}
	name := "saved"
	if k.Changed() {
		name = "save"
	}
	if b.button(name, 40) {
		k.Wanted = true
	}
	b.x += b.u.Px(6)
	if b.choice("auto-key", 54, k.Auto) {
		k.Auto = !k.Auto
	}
	if b.button(curves.ToolNames[k.Tool], 40) {
		k.Tool = (k.Tool + 1) % curves.Tool(len(curves.ToolNames))
	}
}

// choice is a button that is marked while it is on.
func (r *row) choice(name string, width float64, on bool) bool {
	at := overlay.Rect{X: r.x, Y: r.y + r.h - r.u.Px(2), W: r.u.Px(width), H: r.u.Px(2)}
	clicked := r.button(name, width)
	if on {
		r.u.Canvas().Fill(at, r.u.Theme.Accent)
	}
	return clicked
}

// Save writes the list to a file. The message tells of it.
func (k *KeyEditor) Save(file string, write func(file string, data []byte) error) {
	k.Wanted = false
	if k.Editor == nil || file == "" {
		k.message = "there is no file for the edits"
		return
	}
	data, err := k.Document().JSON()
	if err == nil {
		err = write(file, data)
	}
	if err != nil {
		k.fail(err)
		return
	}
	k.Saved()
	edits := 0
	for _, c := range k.Document().Clips {
		edits += len(c.Edits)
	}
	k.message = fmt.Sprintf("%d edits saved as %s", edits, file)
}

// selected returns how many keys are selected of what the curves are of.
func (k *KeyEditor) selected() (n int) {
	for _, r := range k.Selected() {
		if r.Subject() == k.Subjects[0] {
			n++
		}
	}
	return n
}
