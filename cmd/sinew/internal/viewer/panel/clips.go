package panel

import (
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Clips is a list of clips with a search.
type Clips struct {
	of      *playback.Show // whose clips they are
	matches []int
	search  []byte
}

// Draw shows the list. A click plays a clip; with Shift it fades to it.
func (c *Clips) Draw(u *overlay.UI, p *playback.Player) error {
	if c.of != p.Show {
		c.search = c.search[:0]
	}
	if u.Field(SearchName, &c.search) || c.of != p.Show {
		c.find(p.Show)
	}
	clips := p.Show.Clips
	if len(clips) == 0 {
		u.Note("no clips")
		return nil
	}
	if p.Show.Scripted() {
		u.Note("click: edit its keys (e)")
	} else {
		u.Note("Shift: fade to it")
	}
	from, to := u.List("clips", u.Left(), len(c.matches))
	clicked := play.Rest
	for row := from; row < to; row++ {
		k := c.matches[row]
		name := u.Text().Put(clips[k].Name).Put("  ").Float(clips[k].Seconds(), 2).Put(" s").String()
		if u.Row(row, 0, name, k == p.Show.Clip && !p.Show.Scripted() || k == p.Part && p.Show.Scripted()) {
			clicked = k
		}
	}
	u.EndList()
	switch {
	case clicked == play.Rest:
		return nil
	case p.Show.Scripted():
		p.Part = clicked
		return nil
	case u.Input().Shift:
		return p.FadeTo(clicked)
	}
	return p.Choose(clicked)
}

// find lists the clips that match the search.
func (c *Clips) find(s *playback.Show) {
	c.matches, c.of = c.matches[:0], s
	want := strings.ToLower(string(c.search))
	for k, clip := range s.Clips {
		if strings.Contains(strings.ToLower(clip.Name), want) {
			c.matches = append(c.matches, k)
		}
	}
}
