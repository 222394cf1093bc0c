package panel

import (
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/gpu/overlay"
)

// DrawGhosts shows the onion skins, if there can be any.
func DrawGhosts(u *overlay.UI, p *playback.Player) {
	g := &p.Ghosts
	if p.Show.Ghosts.Count == 0 {
		return
	}
	if on := g.On; u.Toggle("ghosts, blue before, red after", &on) {
		g.Toggle()
	}
	if !g.On {
		return
	}
	u.Even(2)
	most := float64(p.Show.Ghosts.Count / 2)
	u.Slider("before", &g.Before, 0, most, 2)
	u.Slider("after", &g.After, 0, most, 2)
	g.Before, g.After = math.Round(g.Before), math.Round(g.After)
	u.Slider("frames apart", &g.Step, 1, 20, 4)
}
