package viewer

import (
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/marks"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/panel"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/gpu/overlay"
)

// arrange divides the picture among the panels; the rest is free.
func (v *Viewer) arrange() {
	sheet := v.keys.Editor != nil && v.keys.Dope
	v.layout.fit(v.ui, v.width, v.height, v.timeline.Height(&v.Player), sheet)
	v.free = v.layout.free
}

// picture returns what converts places of the scene to pixels.
func (v *Viewer) picture() marks.Picture {
	return marks.NewPicture(v.ui, &v.Show.Scene.Camera, v.width, v.height, v.free)
}

// overlay draws the panels, and marks over the picture.
func (v *Viewer) overlay() error {
	u := v.ui
	v.arrange()
	in := v.in
	if v.question.open { // nothing below it reacts
		v.in = overlay.Input{X: -1, Y: -1}
	}
	u.Begin(v.width, v.height, &v.in)
	if v.Show.Scene.Camera.FovY > 0 { // a picture was drawn before
		over := v.picture()
		before := u.Canvas().Clip(v.free)
		if v.look.Bounds {
			over.Box(&v.box)
		}
		size := float32(0.6 * v.Orbit.Distance) // the height that the free part shows
		v.joints.Mark(&over, &v.Show.Item().World[0], &v.look, size, u.Scale())
		v.modifiers.Mark(&over, &v.Player, &v.joints)
		v.markBrush(&over)
		u.Canvas().Clip(before)
	}
	l := &v.layout
	if l.bars {
		v.topBar()
		v.fail(v.timeline.Draw(u, l.foot, &v.Player, &v.joints))
	}
	if l.keys {
		v.keys.Draw(u, l.keysAt, &v.Player, &v.joints)
	}
	if l.leftShown() {
		v.leftPanel()
	}
	if l.rightShown() {
		v.rightPanel()
	}
	if l.help {
		panel.DrawHelp(u, v.width, v.height)
		l.help = !v.in.Pressed
	}
	if v.in = in; v.question.open {
		v.drawQuestion()
	}
	u.End()
	v.in.Clear()
	return v.err
}

// topBar is the status line.
func (v *Viewer) topBar() {
	u, r := v.ui, v.layout.top
	u.Panel("top", r)
	in := overlay.Rect{X: r.X + u.Px(8), Y: r.Y, W: r.W - u.Px(16), H: r.H}
	live := v.Show.Live != nil
	t := u.Text().Put(v.Show.Model.Name)
	if name := v.Show.Name(); name != "" {
		t.Put("   ").Put(name)
	}
	if !live && v.End > v.Start {
		t.Put("   ").Float(v.Time, 2).Put(" / ").Float(v.End, 2).Put(" s   frame ")
		t.Int(int((v.Time-v.Start)*v.Rate() + 0.5)).Put(" / ").Int(int((v.End-v.Start)*v.Rate() + 0.5))
	}
	t.Put("   ").Short(v.Speed).Put("×")
	if !live {
		t.Put("   ").Put(v.Mode.String())
	}
	if !v.Playing {
		t.Put("   paused")
	}
	text := t.String()
	u.Print(in, text, 0, u.Theme.Text)
	used := u.Canvas().Font().Width(text) + u.Px(16)
	rest := overlay.Rect{X: in.X + used, Y: in.Y, W: max(in.W-used, 0), H: in.H}
	if frames, filming := v.takes.Filming(); filming {
		u.Print(rest, u.Text().Put("filming ").Int(frames).String(), 1, overlay.Color{255, 90, 80, 255})
	} else if message := v.status.fresh(); message != "" {
		u.Print(rest, message, 1, u.Theme.Accent)
	} else {
		u.Print(rest, u.Text().Int(int(v.status.fps+0.5)).Put(" fps   h: help").String(), 1, u.Theme.Faint)
	}
}

// leftPanel lists clips, joints and layers.
func (v *Viewer) leftPanel() {
	u, l := v.ui, &v.layout
	u.Panel("left", l.leftAt)
	u.Choice("left tabs", leftTabs, &l.leftTab)
	switch l.leftTab {
	case tabClips:
		v.fail(v.clips.Draw(u, &v.Player))
	case tabJoints:
		v.joints.Draw(u, &v.look)
	case tabMix:
		v.fail(v.mix.Draw(u, &v.Player))
	}
}

// rightPanel changes how things are drawn, and what the file lets be changed.
func (v *Viewer) rightPanel() {
	u, l := v.ui, &v.layout
	u.Panel("right", l.rightAt)
	u.Choice("right tabs", l.names, &l.rightTab)
	switch l.has[l.rightTab] {
	case tabView:
		v.viewTab()
	case tabJoint:
		v.curves.Draw(u, &v.joints, &v.Player)
	case tabMorphs:
		v.morphs.Draw(u)
	case tabGraph:
		v.fail(v.dials.Draw(u, v.Show.Live))
	case tabControl:
		if v.modifiers.Draw(u) {
			v.fail(v.retarget())
		}
	case tabWeights:
		v.weights.Draw(u, &v.joints)
	}
}

// viewTab changes how things are drawn and play.
func (v *Viewer) viewTab() {
	u := v.ui
	v.look.Draw(u)
	u.Title("movement")
	mode := int(v.Root.Mode)
	if u.Choice("root", playback.RootModes(), &mode) {
		v.fail(v.SetRootMode(playback.RootMode(mode)))
	}
	if on := v.Root.Follow; u.Toggle("camera follows", &on) {
		v.setFollow(on)
	}
	u.Title("play")
	mode = int(v.Mode)
	if u.Choice("loop", playback.LoopNames(), &mode) {
		v.Mode = playback.LoopMode(mode)
	}
	u.Slider("speed", &v.Speed, 0.01, 3, 1)
	panel.DrawGhosts(u, &v.Player)
	u.Space(3)
	u.Even(3)
	if u.Button("picture p") {
		v.takes.Picture()
	}
	if u.Button("film v") {
		v.status.tell(v.takes.Film())
	}
	if u.Button("camera r") {
		v.fail(v.Reset())
	}
}
