package studio

import "math"

// ghosts are the poses before and after the one that is shown, as onion skins.
type ghosts struct {
	on            bool
	before, after float64 // how many
	step          float64 // frames from one to the next
	ahead         []float64
	shown         [4]float64
	stale         bool
}

func (g *ghosts) toggle() {
	g.on = !g.on
	if g.before == 0 && g.after == 0 {
		g.before, g.after = 2, 2
	}
}

// set tells the stage which ghosts there are, where that has changed.
func (g *ghosts) set(s *Studio) {
	if g.step == 0 {
		g.before, g.after, g.step = 2, 2, 4
	}
	want := [4]float64{0, math.Round(g.before), math.Round(g.after), g.step / s.rate()}
	if g.on {
		want[0] = 1
	}
	if want == g.shown && !g.stale {
		return
	}
	g.shown, g.stale = want, false
	g.ahead = g.ahead[:0]
	if g.on {
		most := s.stage.Ghosts()
		for k := range min(int(want[1]), most/2) {
			g.ahead = append(g.ahead, -float64(k+1)*want[3])
		}
		for k := range min(int(want[2]), most/2) {
			g.ahead = append(g.ahead, float64(k+1)*want[3])
		}
	}
	s.stage.SetGhosts(g.ahead)
}

// ghostPanel sets them.
func (s *Studio) ghostPanel() {
	g := &s.ghosts
	if s.stage.Ghosts() == 0 || s.graph != nil {
		return
	}
	u := s.ui
	if on := g.on; u.Toggle("ghosts, blue before, red after", &on) {
		g.toggle()
	}
	if !g.on {
		return
	}
	u.Even(2)
	most := float64(s.stage.Ghosts() / 2)
	u.Slider("before", &g.before, 0, most, 2)
	u.Slider("after", &g.after, 0, most, 2)
	g.before, g.after = math.Round(g.before), math.Round(g.after)
	u.Slider("frames apart", &g.step, 1, 20, 4)
}
