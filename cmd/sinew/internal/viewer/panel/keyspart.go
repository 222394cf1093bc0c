package panel

import (
	"slices"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/runtime/play"
)

// cursor is the time at which keys are inserted, in seconds after the start of the clip that is
// edited: where it plays, or where the user has put it while other clips play with it.
type cursor struct {
	time float64
	own  bool
}

// part returns the clip that is edited: of several that play together the one that the user picked,
// or the first.
func (k *KeyEditor) part(p *playback.Player) int {
	k.parts = p.Parts(k.parts[:0])
	k.parts = slices.DeleteFunc(k.parts, func(clip int) bool { return clip >= len(k.Model.Clips) })
	if len(k.parts) == 0 {
		return play.Rest
	}
	if !slices.Contains(k.parts, p.Part) {
		p.Part = k.parts[0]
	}
	k.follow(p)
	return p.Part
}

// follow moves the cursor to where the clip plays. One that the user has put somewhere stays while
// nothing plays.
func (k *KeyEditor) follow(p *playback.Player) {
	if k.cursor.own = k.cursor.own && !p.Playing && p.Part == k.Chosen(); k.cursor.own {
		return
	}
	if at, ok := p.PartTime(p.Part); ok {
		k.cursor.time = at
	}
}

// hold moves the cursor, and what plays with it where that is the clip alone.
func (k *KeyEditor) hold(p *playback.Player, at float64) {
	if !p.Show.Scripted() && p.Part == p.Show.Clip {
		p.Hold(p.Start + at)
		k.cursor = cursor{time: at}
		return
	}
	p.Playing = false
	k.cursor = cursor{at, true}
}

// partButton says which clip is edited. A click picks the next one of those that play.
func (k *KeyEditor) partButton(u *overlay.UI, r overlay.Rect, p *playback.Player) {
	name := k.Model.Clips[k.Chosen()].Name
	if len(k.parts) < 2 {
		u.Print(r, name, 0, u.Theme.Faint)
		return
	}
	at := slices.Index(k.parts, p.Part)
	if u.ButtonAt(u.Text().Put(name).Put("  ").Int(at+1).Put(" of ").Int(len(k.parts)).String(), r) {
		p.Part = k.parts[(at+1)%len(k.parts)]
	}
}
