package viewer

import (
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/panel"
	"github.com/sinew-anim/sinew/gpu/overlay"
)

// The sizes of the panels, in units.
const (
	topHeight   = 22
	leftWidth   = 190
	rightWidth  = 206
	leastMiddle = 260 // between the panels; where there is less they are hidden
)

// The tabs on the left, indices of leftTabs.
const (
	tabClips = iota
	tabJoints
	tabMix
)

// The tabs on the right, indices of rightTabs. A file may lack some.
const (
	tabView = iota
	tabJoint
	tabMorphs
	tabGraph
	tabControl
	tabWeights
)

var (
	leftTabs  = []string{"clips", "joints", "layers"}
	rightTabs = []string{"view", "joint", "morphs", "graph", "control", "weights"}
)

// layout is which panels are shown, and where.
type layout struct {
	left, right, bars, help bool
	keys                    bool // the panel in which curves are edited
	narrow, tight           bool // no room for one panel, or for two
	leftTab, rightTab       int
	has                     []int    // tabs on the right
	names                   []string // of these

	top, foot, leftAt, rightAt overlay.Rect
	keysAt                     overlay.Rect
	free                       overlay.Rect // what the panels leave
}

// sheetPart is the part of the height that the dope sheet takes, where that is more than curves need.
const sheetPart = 0.4

// fit divides a picture of a size in pixels. sheet: the panel of keys shows the dope sheet.
func (l *layout) fit(u *overlay.UI, width, height int, footHeight float64, sheet bool) {
	w, h := float32(width), float32(height)
	units := w / u.Scale()
	l.tight, l.narrow = units < leftWidth+rightWidth+leastMiddle, units < leftWidth+leastMiddle
	l.keysAt = overlay.Rect{}
	l.top, l.foot, l.leftAt, l.rightAt = overlay.Rect{}, overlay.Rect{}, overlay.Rect{}, overlay.Rect{}
	free := overlay.Rect{W: w, H: h}
	if l.bars {
		l.top = overlay.Rect{W: w, H: u.Px(topHeight)}
		foot := u.Px(footHeight)
		l.foot = overlay.Rect{Y: h - foot, W: w, H: foot}
		free.Y, free.H = l.top.H, h-l.top.H-foot
	}
	if l.keys {
		height := u.Px(panel.KeysHeight)
		if sheet {
			height = max(height, float32(int(free.H*sheetPart)))
		}
		height = min(height, float32(int(free.H*0.6)))
		free.H -= height
		l.keysAt = overlay.Rect{Y: free.Y + free.H, W: w, H: height}
	}
	if l.leftShown() {
		l.leftAt = overlay.Rect{Y: free.Y, W: u.Px(leftWidth), H: free.H}
		free.X += l.leftAt.W
		free.W -= l.leftAt.W
	}
	if l.rightShown() {
		l.rightAt = overlay.Rect{X: w - u.Px(rightWidth), Y: free.Y, W: u.Px(rightWidth), H: free.H}
		free.W -= l.rightAt.W
	}
	free.W, free.H = max(free.W, 16), max(free.H, 16)
	l.free = free
}

func (l *layout) leftShown() bool  { return l.left && !l.narrow }
func (l *layout) rightShown() bool { return l.right && !l.tight }

// toggle shows all panels or none.
func (l *layout) toggle() {
	on := !(l.left || l.right || l.bars)
	l.left, l.right, l.bars, l.keys = on, on, on, l.keys && on
}

// list chooses the tabs on the right. That of weights, while they are painted, a graph's or a
// control's is shown first.
func (l *layout) list(morphs, graph, control, weights bool) {
	l.has, l.names, l.rightTab = l.has[:0], l.names[:0], 0
	for k, has := range []bool{true, true, morphs, graph, control, weights} {
		if has {
			l.has, l.names = append(l.has, k), append(l.names, rightTabs[k])
		}
	}
	if graph || control || weights {
		l.rightTab = len(l.has) - 1
	}
}

// pointer is what the mouse is doing.
type pointer struct {
	pressedX, pressedY float32
	turning            bool // the camera
	moved              bool // since the press
	scrubbing          bool
	keying             bool // keys of the panel
	brushing           bool // a stroke of the weights mode
}
