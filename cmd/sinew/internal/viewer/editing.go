package viewer

import (
	"slices"
	"time"

	"github.com/sinew-anim/sinew/soa"
)

// slow is how long it may take to show what is dragged while it is. What takes longer is shown
// when it is let go.
const slow = 80 * time.Millisecond

// edit shows what has been edited.
func (v *Viewer) edit() {
	k := &v.keys
	v.modifiers.Posing = v.poses()
	if v.posing.moved {
		v.posing.moved = false
		if err := v.pull(); err != nil {
			v.status.tell(err.Error())
		}
	}
	if k.Editor == nil {
		return
	}
	k.Follow(&v.Player, &v.joints)
	k.Go()
	if k.Wanted {
		k.Save(v.editsFile(), v.options.Write)
	}
	v.status.tell(k.Message())
	if v.slow > slow && (k.Dragging() || v.posing.of != nil) {
		return
	}
	clips, err := v.edited()
	if err != nil {
		v.status.tell(err.Error())
		return
	}
	if clips == nil {
		return
	}
	begun := time.Now()
	if err := v.Replace(clips); err != nil { // what cannot be shown is taken back
		k.Undo()
		v.status.tell(err.Error())
	}
	v.slow = time.Since(begun)
}

// edited returns the clips of the show as the edits leave them, or nil where they play already.
func (v *Viewer) edited() (clips []*soa.Clip, err error) {
	k := &v.keys
	for i := range k.Model.Clips {
		built, err := k.Built(i)
		if i == k.Chosen() {
			built, err = k.Playing()
		}
		if err != nil {
			return nil, err
		}
		if built == v.Show.Clips[i] {
			continue
		}
		if clips == nil {
			clips = slices.Clone(v.Show.Clips)
		}
		clips[i] = built
	}
	return clips, nil
}
