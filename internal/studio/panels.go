package studio

import (
	"strings"

	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/soa"
)

// The sizes of the panels, in units.
const (
	topHeight   = 22
	leftWidth   = 190
	rightWidth  = 206
	leastMiddle = 260 // between two panels, else they are hidden
)

// The parts of the panel on the left.
const (
	tabClips = iota
	tabJoints
	tabMix
)

// The parts of the panel on the right that there may be.
const (
	tabView = iota
	tabJoint
	tabMorphs
	tabGraph
	tabControl
)

var (
	leftTabs  = []string{"clips", "joints", "layers"}
	rightTabs = []string{"view", "joint", "morphs", "graph", "control"}
)

// panels is which panels there are and where.
type panels struct {
	left, right, bars, help bool
	narrow, tight           bool // there is no room for one panel, or for two
	leftTab, rightTab       int
	has                     []int    // parts on the right
	names                   []string // theirs
	leftAt, rightAt         overlay.Rect
	topAt, footAt           overlay.Rect

	clips     []int // those that match the search
	clipText  []byte
	clipStage Stage
}

// fit hides what there is no room for, in a window of a width in units.
func (p *panels) fit(width float32) {
	p.tight = width < leftWidth+rightWidth+leastMiddle
	p.narrow = width < leftWidth+leastMiddle
}

func (p *panels) leftShown() bool  { return p.left && !p.narrow }
func (p *panels) rightShown() bool { return p.right && !p.tight }

// toggle shows all panels or none.
func (p *panels) toggle() {
	on := !(p.left || p.right || p.bars)
	p.left, p.right, p.bars = on, on, on
}

// tabs lists the parts on the right that the stage has something for.
func (p *panels) tabs(s *Studio) {
	p.has, p.names = p.has[:0], p.names[:0]
	for k, has := range []bool{true, true, len(s.morphs) > 0, s.graph != nil, s.control.declared != nil} {
		if has {
			p.has, p.names = append(p.has, k), append(p.names, rightTabs[k])
		}
	}
	p.rightTab = 0
	if s.graph != nil || s.control.declared != nil {
		p.rightTab = len(p.has) - 1
	}
}

// search begins to type into the search of the panel on the left.
func (p *panels) search(s *Studio) {
	p.left = true
	s.layout()
	if p.leftTab == tabMix {
		p.leftTab = tabClips
	}
	s.ui.Focus("left", searchName)
}

// overlay shows all panels, and what lies over the picture.
func (s *Studio) overlay() {
	u := s.ui
	s.layout()
	u.Begin(s.width, s.height, &s.in)
	if s.stage.Scene().Camera.FovY > 0 { // a picture was shown before
		v := s.view()
		before := u.Canvas().Clip(s.free)
		s.drawBounds(&v)
		s.drawJoints(&v)
		s.drawTargets(&v)
		u.Canvas().Clip(before)
	}
	p := &s.panels
	if p.bars {
		s.topBar()
		s.foot()
	}
	if p.leftShown() {
		s.leftPanel()
	}
	if p.rightShown() {
		s.rightPanel()
	}
	if p.help {
		s.help()
	}
	u.End()
	s.in.Clear()
}

// topBar is the status line.
func (s *Studio) topBar() {
	u, r := s.ui, s.panels.topAt
	u.Panel("top", r)
	in := overlay.Rect{X: r.X + u.Px(8), Y: r.Y, W: r.W - u.Px(16), H: r.H}
	t := u.Text().Put(s.stage.Model().Name)
	if name := s.stage.Name(); name != "" {
		t.Put("   ").Put(name)
	}
	if s.graph == nil && s.End > s.Start {
		t.Put("   ").Float(s.Time, 2).Put(" / ").Float(s.End, 2).Put(" s   frame ").Int(int((s.Time-s.Start)*s.rate() + 0.5)).Put(" / ").Int(int((s.End-s.Start)*s.rate() + 0.5))
	}
	t.Put("   ").Short(s.Speed).Put("×")
	if s.graph == nil {
		t.Put("   ").Put(s.Mode.String())
	}
	if !s.Playing {
		t.Put("   paused")
	}
	text := t.String()
	u.Print(in, text, 0, u.Theme.Text)
	used := u.Canvas().Font().Width(text) + u.Px(16)
	rest := overlay.Rect{X: in.X + used, Y: in.Y, W: max(in.W-used, 0), H: in.H}
	const shownFor = 5 // seconds
	switch {
	case s.takes.filming():
		u.Print(rest, u.Text().Put("filming ").Int(s.takes.frames).String(), 1, overlay.Color{255, 90, 80, 255})
	case s.message != "" && s.told < shownFor:
		u.Print(rest, s.message, 1, u.Theme.Accent)
	default:
		u.Print(rest, u.Text().Int(int(s.fps.shown+0.5)).Put(" fps   h: help").String(), 1, u.Theme.Faint)
	}
}

const searchName = "search  /"

// leftPanel lists clips, joints and layers.
func (s *Studio) leftPanel() {
	u, p := s.ui, &s.panels
	u.Panel("left", p.leftAt)
	u.Choice("left tabs", leftTabs, &p.leftTab)
	switch p.leftTab {
	case tabClips:
		s.clipList()
	case tabJoints:
		s.jointTree()
	case tabMix:
		s.mixPanel()
	}
}

// find lists the clips that match the search.
func (p *panels) find(s *Studio) {
	p.clips, p.clipStage = p.clips[:0], s.stage
	want := strings.ToLower(string(p.clipText))
	for k, c := range s.stage.Clips() {
		if strings.Contains(strings.ToLower(c.Name), want) {
			p.clips = append(p.clips, k)
		}
	}
}

func (s *Studio) clipList() {
	u, p := s.ui, &s.panels
	if u.Field(searchName, &p.clipText) || p.clipStage != s.stage {
		p.find(s)
	}
	clips := s.stage.Clips()
	if len(clips) == 0 {
		u.Note("no clips")
		return
	}
	if s.stage.Scripted() {
		u.Note("a script or a graph plays")
	} else {
		u.Note("Shift: fade to it")
	}
	from, to := u.List("clips", u.Left(), len(p.clips))
	for row := from; row < to; row++ {
		k := p.clips[row]
		name := u.Text().Put(clips[k].Name).Put("  ").Float(clips[k].Seconds(), 2).Put(" s").String()
		if u.Row(row, 0, name, k == s.stage.Clip() && !s.stage.Scripted()) {
			if s.in.Shift {
				s.fail(s.mix.fadeTo(s, k))
			} else {
				s.fail(s.Choose(k))
			}
		}
	}
	u.EndList()
}

// jointTree shows the skeleton.
func (s *Studio) jointTree() {
	u, j := s.ui, &s.joints
	if u.Field(searchName, &j.search) {
		j.arrange()
	}
	u.Even(2)
	u.Toggle("names", &s.looks.names)
	u.Toggle("axes", &s.looks.axes)
	names := j.skeleton.Name
	from, to := u.List("joints", u.Left(), len(j.order))
	clicked := soa.NoJoint
	for row := from; row < to; row++ {
		k := j.order[row]
		indent := 0.0
		if len(j.search) == 0 {
			indent = float64(min(j.skeleton.Depth[k], 12)) * 6
		}
		text := u.Text()
		if j.closed[k] {
			text.Put("+ ")
		}
		if u.Row(row, indent, text.Put(names[k]).String(), k == j.picked) {
			clicked = k
		}
	}
	u.EndList()
	if clicked < 0 {
		return
	}
	if clicked == j.picked && len(j.search) == 0 { // a second click hides what is below
		j.closed[clicked] = !j.closed[clicked]
		j.arrange()
		return
	}
	s.pick(clicked)
}

// rightPanel sets how things are drawn and what the file lets be set.
func (s *Studio) rightPanel() {
	u, p := s.ui, &s.panels
	u.Panel("right", p.rightAt)
	u.Choice("right tabs", p.names, &p.rightTab)
	switch p.has[p.rightTab] {
	case tabView:
		s.viewPanel()
	case tabJoint:
		s.jointPanel()
	case tabMorphs:
		s.morphPanel()
	case tabGraph:
		s.graphPanel()
	case tabControl:
		s.controlPanel()
	}
}

// viewPanel is how things are drawn.
func (s *Studio) viewPanel() {
	u, l := s.ui, &s.looks
	u.Title("shading")
	u.Choice("shading", shadingNames, &l.shading)
	u.Split(1, 3)
	u.Label("edges")
	u.Choice("edges", edgeNames, &l.edges)
	u.Even(2)
	shown := !l.hideMeshes
	u.Toggle("skeleton", &l.skeleton)
	if u.Toggle("meshes", &shown) {
		l.hideMeshes = !shown
	}
	u.Even(2)
	u.Toggle("grid", &l.gridShown)
	u.Toggle("bounds", &l.bounds)
	u.Even(2)
	u.Toggle("names", &l.names)
	u.Toggle("axes", &l.axes)
	u.Title("background")
	u.Choice("background", backdropNames, &l.backdrop)
	u.Title("movement")
	mode := s.rootMode()
	if u.Choice("root", rootNames, &mode) {
		s.fail(s.setRootMode(mode))
	}
	if on := l.follow; u.Toggle("camera follows", &on) {
		s.setFollow(on)
	}
	u.Title("play")
	mode = int(s.Mode)
	if u.Choice("loop", loopNames, &mode) {
		s.Mode = LoopMode(mode)
	}
	u.Slider("speed", &s.Speed, 0.01, 3, 1)
	s.ghostPanel()
	u.Space(3)
	u.Even(3)
	if u.Button("picture p") {
		s.takes.wanted = true
	}
	if u.Button("film v") {
		s.takes.toggle(s)
	}
	if u.Button("camera r") {
		s.fail(s.Reset())
	}
}

func (s *Studio) morphPanel() {
	u := s.ui
	if u.Button("as the clip has them") {
		for k := range s.morphs {
			s.morphs[k].set = false
		}
	}
	r := u.Left()
	from, to := u.List("morphs", r, len(s.morphs))
	for k := from; k < to; k++ {
		m := &s.morphs[k]
		if u.RowSlider(k, m.name, &m.value, 0, 1) {
			m.set = true
		}
	}
	u.EndList()
}

func floor(v float32) float32 { return float32(int(v)) }
