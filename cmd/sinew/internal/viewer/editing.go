package viewer

import (
	"errors"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/internal/exact"
)

// posing is a joint that is dragged in the picture.
type posing struct {
	of    *curves.Posing // or nil
	depth float32        // of the joint before the camera
	from  exact.Vec      // where the mouse took it, in model space
	moved bool
}

// slow is how long it may take to show what is dragged while it is. What takes longer is shown
// when it is let go.
const slow = 80 * time.Millisecond

// edit shows what has been edited.
func (v *Viewer) edit() {
	k := &v.keys
	if k.Editor == nil {
		return
	}
	k.Follow(&v.Player, &v.joints)
	k.Go()
	if v.posing.moved {
		v.posing.moved = false
		if err := v.pull(); err != nil {
			v.status.tell(err.Error())
		}
	}
	if k.Wanted {
		k.Save(v.editsFile(), v.options.Write)
	}
	v.status.tell(k.Message())
	clip := k.Chosen()
	if clip < 0 || v.slow > slow && (k.Dragging() || v.posing.of != nil) {
		return
	}
	built, err := k.Playing()
	if err != nil {
		v.status.tell(err.Error())
		return
	}
	if built == v.Show.Clips[clip] {
		return
	}
	begun := time.Now()
	if err := v.Replace(clip, built); err != nil { // what cannot be shown is taken back
		k.Undo()
		v.status.tell(err.Error())
	}
	v.slow = time.Since(begun)
}

// grab takes the picked joint, if it is to be keyed and lies below the mouse.
func (v *Viewer) grab() bool {
	k := &v.keys
	if !v.layout.keys || !k.Auto || k.Editor == nil || k.Chosen() < 0 {
		return false
	}
	over := v.picture()
	depth, ok := v.joints.PickedAt(v.ui, &over, &v.Show.Item().World[0], v.in.X, v.in.Y)
	if !ok {
		return false
	}
	v.Playing = false
	of, err := k.Pose(v.joints.Picked, v.Time-v.Start)
	if err != nil {
		v.status.tell(err.Error())
		return false
	}
	v.posing = posing{of: of, depth: depth}
	v.posing.from, ok = v.under()
	return ok
}

// under returns the place in model space below the mouse, as deep as the joint.
func (v *Viewer) under() (at exact.Vec, ok bool) {
	over := v.picture()
	place, ok := over.Place(v.in.X, v.in.Y, v.posing.depth)
	if !ok {
		return at, false
	}
	inverse, ok := exact.FromFloat32(v.Show.Item().World[0]).Inverse()
	return inverse.Point(place), ok
}

// pull moves the joint with the mouse.
func (v *Viewer) pull() error {
	p := &v.posing
	at, ok := v.under()
	if p.of == nil || !ok || !v.mouse.moved {
		return nil
	}
	return p.of.To(v.keys.Tool, p.of.Place().Add(at.Sub(p.from)))
}

// letGo ends the drag of a joint: it is keyed at the cursor.
func (v *Viewer) letGo() {
	of := v.posing.of
	if of == nil {
		return
	}
	err := errors.Join(v.pull(), of.End())
	v.posing = posing{}
	if err != nil {
		v.status.tell(err.Error())
	}
}
