package viewer

import (
	"errors"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/marks"
	"github.com/sinew-anim/sinew/internal/exact"
)

// posing is a joint, or the handle of a control's target, that is dragged in the picture.
type posing struct {
	held   bool
	moved  bool           // since the last frame
	of     *curves.Posing // keys of it, or nil
	handle int            // a row of the modifiers, or −1
	solved bool           // the IK of the row keys the joints, once the mouse moves
	depth  float32        // before the camera
	from   exact.Vec      // where the mouse took it, in model space
	start  exact.Vec      // where it was
	rests  string         // the modifier that gives way to the keys
}

// poses reports whether what is dragged is keyed.
func (v *Viewer) poses() bool {
	k := &v.keys
	return v.layout.keys && k.Auto && k.Editor != nil && k.Chosen() >= 0
}

// grab takes the handle of a target or, if it is to be keyed, the picked joint below the mouse.
func (v *Viewer) grab() bool {
	over := v.picture()
	p, ok := v.handleBelow(&over)
	if !ok {
		p, ok = v.jointBelow(&over)
	}
	if !ok {
		return false
	}
	v.posing = p
	v.posing.from, v.posing.held = v.placeUnderMouse()
	return v.posing.held
}

// handleBelow takes the handle below the mouse. While poses are keyed, an IK keys the joints that it
// moves.
func (v *Viewer) handleBelow(over *marks.Picture) (p posing, ok bool) {
	row, at, depth, ok := v.modifiers.HandleAt(v.ui, over, &v.Player, &v.joints, v.in.X, v.in.Y)
	if !ok {
		return p, false
	}
	p = posing{handle: row, depth: depth, start: exact.Vec{float64(at[0]), float64(at[1]), float64(at[2])}}
	if p.solved = v.poses() && v.Alone() && v.modifiers.Chain(row) != nil; p.solved {
		v.Playing = false
	}
	return p, true
}

// jointBelow takes the picked joint, if it lies below the mouse and poses are keyed. The reach tool
// is the IK that the control has for it.
func (v *Viewer) jointBelow(over *marks.Picture) (p posing, ok bool) {
	if !v.poses() {
		return p, false
	}
	p.handle = -1
	if p.depth, ok = v.joints.PickedAt(v.ui, over, &v.Show.Item().World[0], v.in.X, v.in.Y); !ok {
		return p, false
	}
	if !v.Alone() {
		v.status.tell("poses are keyed where a clip plays alone; drag the keys of its curves")
		return p, false
	}
	v.Playing = false
	if row, ok := v.modifiers.ChainTo(v.joints.Picked); ok && v.keys.Tool == curves.Reach {
		p.handle, p.solved = row, true
		x, y, z := v.joints.Model[v.joints.Picked].Translation()
		p.start = exact.Vec{float64(x), float64(y), float64(z)}
		return p, true
	}
	of, err := v.keys.Pose(v.joints.Picked, v.Time-v.Start)
	if err != nil {
		v.status.tell(err.Error())
		return p, false
	}
	p.of, p.start = of, of.Place()
	return p, true
}

// solve begins to key the joints of an IK, whose target is dragged. Its modifier no longer acts: it
// would hide the keys.
func (v *Viewer) solve() (err error) {
	p := &v.posing
	p.solved = false
	if p.of, err = v.keys.PoseIK(v.modifiers.Chain(p.handle), v.Time-v.Start); err == nil {
		p.rests = v.modifiers.Rest(p.handle)
	}
	return err
}

// retarget shows targets and weights of the control that were changed.
func (v *Viewer) retarget() error {
	v.Show.Changed()
	if live := v.Show.Live; live != nil && !v.Playing {
		return live.Refresh()
	}
	return nil
}

// placeUnderMouse returns the place in model space below the mouse, as deep as what is dragged.
func (v *Viewer) placeUnderMouse() (at exact.Vec, ok bool) {
	over := v.picture()
	place, ok := over.Place(v.in.X, v.in.Y, v.posing.depth)
	if !ok {
		return at, false
	}
	inverse, ok := exact.FromFloat32(v.Show.Item().World[0]).Inverse()
	return inverse.Point(place), ok
}

// pull moves what is dragged with the mouse.
func (v *Viewer) pull() error {
	p := &v.posing
	at, ok := v.placeUnderMouse()
	if !p.held || !ok || !v.mouse.moved {
		return nil
	}
	to := p.start.Add(at.Sub(p.from))
	if p.solved {
		if err := v.solve(); err != nil {
			return err
		}
	}
	if p.handle >= 0 {
		v.modifiers.Move(p.handle, to)
		if err := v.retarget(); err != nil {
			return err
		}
	}
	if p.of == nil {
		return nil
	}
	return p.of.DragTo(v.keys.Tool, to)
}

// letGo ends the drag: what is to be keyed is, at the cursor.
func (v *Viewer) letGo() {
	if !v.posing.held {
		return
	}
	err := v.pull()
	p := v.posing // after the last movement
	if p.of != nil {
		err = errors.Join(err, p.of.End())
	}
	v.posing = posing{}
	switch {
	case err != nil:
		v.status.tell(err.Error())
	case p.rests != "":
		v.status.tell("keyed in the clip; the weight of " + p.rests + " is 0, so that the keys show")
	}
}
