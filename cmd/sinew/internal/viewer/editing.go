package viewer

import (
	"errors"
	"slices"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
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
	if !v.Alone() {
		v.status.tell("poses are keyed where a clip plays alone; drag the keys of its curves")
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
