package playback

import "math"

// Ghosts are poses before and after the one that is shown, drawn as onion skins.
type Ghosts struct {
	On            bool
	Before, After float64 // their numbers
	Step          float64 // frames from one to the next
	ahead         []float64
	shown         [4]float64
}

func newGhosts() Ghosts { return Ghosts{Before: 2, After: 2, Step: 4} }

// Toggle shows or hides the ghosts: two on each side where none was chosen.
func (g *Ghosts) Toggle() {
	g.On = !g.On
	if g.Before == 0 && g.After == 0 {
		g.Before, g.After = 2, 2
	}
}

// show updates the ghosts of a show whose clip has rate frames per second.
func (g *Ghosts) show(s *Show, rate float64) {
	want := [4]float64{0, math.Round(g.Before), math.Round(g.After), g.Step / rate}
	if g.On {
		want[0] = 1
	}
	if want == g.shown {
		return
	}
	g.shown, g.ahead = want, g.ahead[:0]
	if g.On {
		most := s.Ghosts.Count / 2
		for k := range min(int(want[1]), most) {
			g.ahead = append(g.ahead, -float64(k+1)*want[3])
		}
		for k := range min(int(want[2]), most) {
			g.ahead = append(g.ahead, float64(k+1)*want[3])
		}
	}
	s.SetGhosts(g.ahead)
}
