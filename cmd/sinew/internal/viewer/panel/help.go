package panel

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/gpu/overlay"
)

// meanings is what keys and mouse do.
var meanings = [...]struct{ key, does string }{
	{"space", "play, pause"}, {"left, right", "one frame; with Shift ten"}, {"home, end", "start, end"},
	{"up, down, 0", "faster, slower, normal speed"}, {"l", "loop, once, ping-pong"},
	{"i, o, u", "repeat from here, to here, all"},
	{"[ ], 1-9", "another clip"}, {"drag", "orbit; with Shift or right: pan"}, {"wheel", "nearer, farther"},
	{"click", "pick a joint"}, {"drag a target", "move it; auto-key keys"}, {"ctrl-drag", "scrub the time"}, {"drop", "open a file"}, {"q, esc", "close; asks to save"},
	{"h, ?, F1", "this list"}, {"tab", "panels on, off"}, {"c, j, /", "clips, joints, search"},
	{"s, m, g", "skeleton, meshes, grid"}, {"t, w", "shading, edges"}, {"b, n, x", "bounds, names, axes"},
	{"k", "background"}, {"f", "camera follows"}, {"y", "root: as it is, travels, in place"},
	{"a", "ghosts before and after"}, {"r", "reset the camera"}, {"p, v", "picture, film"}, {"F5", "read the file again"},
	{"e", "edit keys; d: dope sheet"}, {"enter, del", "insert a key, delete keys"}, {"z, shift-z", "undo, redo an edit"},
	{"ctrl-s", "save the edits"}, {"d", "paint weights; shift-click: joint"}, {"- =", "a smaller brush, a larger one"},
}

// Keys lists what keys and mouse do, a line each.
func Keys() string {
	var b strings.Builder
	for _, m := range meanings {
		fmt.Fprintf(&b, "  %-12s %s\n", m.key, m.does)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// GraphKeys lists what other keys do while a graph plays.
const GraphKeys = `While a graph plays, its parameters have sliders, and keys:

  [ ]          choose a parameter; a vec2 is two
  - =          decrease, increase it; with Shift ten times as much
  enter        fire the trigger, toggle the bool, or set the default
  1-9          fire the first trigger, the second …
  home         restart the graph
  right        one step

With the panel of keys open (e), enter inserts a key instead.`

// DrawHelp shows keys and mouse in the middle of a picture.
func DrawHelp(u *overlay.UI, width, height int) {
	c := u.Canvas()
	line := c.Font().Height + u.Px(1)
	half := (len(meanings) + 1) / 2
	w, h := u.Px(520), line*float32(half)+u.Px(34)
	r := overlay.Rect{X: max(floor((float32(width)-w)/2), 0), Y: max(floor((float32(height)-h)/2), 0), W: w, H: h}
	u.Panel("help", r)
	u.Title("keys and mouse")
	at := u.Left()
	for k, m := range meanings {
		x, y := at.X, at.Y+line*float32(k%half)
		if k >= half {
			x += w / 2
		}
		c.Text(x, y, m.key, u.Theme.Accent)
		c.Text(x+u.Px(76), y, m.does, u.Theme.Text)
	}
}
