package studio

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/gpu/overlay"
)

// meanings is what keys and mouse do.
var meanings = [...]struct{ key, does string }{
	{"space", "play, pause"}, {"left, right", "one frame; with Shift ten"}, {"home, end", "start, end"},
	{"up, down, 0", "faster, slower, as made"}, {"l", "loop, once, ping-pong"}, {"i, o, u", "repeat from here, to here, all"},
	{"[ ], 1-9", "another clip"}, {"drag", "turn; with Shift or right: move"}, {"wheel", "nearer, farther"},
	{"click", "pick a joint"}, {"ctrl-drag", "any time"}, {"drop", "open a file"}, {"q, esc", "close"},
	{"h, ?, F1", "this list"}, {"tab", "panels on, off"}, {"c, j, /", "clips, joints, search"},
	{"s, m, g", "skeleton, meshes, grid"}, {"t, w", "shading, edges"}, {"b, n, x", "bounds, names, axes"},
	{"k", "background"}, {"f", "the camera follows"}, {"y", "root: as it is, travels, in place"},
	{"a", "ghosts before and after"}, {"r", "camera back"}, {"p, v", "picture, film"}, {"F5", "read the file again"},
}

// Keys tells what keys and mouse do, a line each.
func Keys() string {
	var b strings.Builder
	for _, m := range meanings {
		fmt.Fprintf(&b, "  %-12s %s\n", m.key, m.does)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// help shows keys and mouse.
func (s *Studio) help() {
	u, c := s.ui, s.ui.Canvas()
	line := c.Font().Height + u.Px(1)
	half := (len(meanings) + 1) / 2
	w, h := u.Px(520), line*float32(half)+u.Px(34)
	r := overlay.Rect{X: max(floor((float32(s.width)-w)/2), 0), Y: max(floor((float32(s.height)-h)/2), 0), W: w, H: h}
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
	if s.in.Pressed {
		s.panels.help = false
	}
}
