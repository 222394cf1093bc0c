package viewer

import (
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/marks"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/painting"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/internal/exact"
)

// painted is the weights mode: the preview that is drawn in place of the model, and the places that
// the mouse has taken the brush to since the last frame.
type painted struct {
	item    gpu.Item // without a model while the mode is off
	way     [][2]float32
	version int  // of the weights that the model itself is drawn with
	dual    bool // the preview is drawn with dual quaternions
}

func (p *painted) isOn() bool { return p.item.Model != nil }

func (p *painted) close() {
	if p.isOn() {
		p.item.Model.Close()
	}
	*p = painted{}
}

// listTabs shows the tabs that the file and the mode have.
func (v *Viewer) listTabs() {
	s := v.Show
	v.layout.list(len(v.morphs) > 0, s.Live != nil, s.Declared() != nil, v.painted.isOn())
}

// togglePainting begins to paint weights or stops.
func (v *Viewer) togglePainting() {
	if v.painted.isOn() {
		v.stopPainting()
		return
	}
	if v.Show.Strokes == nil {
		v.status.tell("the weights of what plays cannot be painted")
		return
	}
	brush, err := v.Show.Strokes.Brush()
	if err != nil {
		v.status.tell(err.Error())
		return
	}
	model, _, err := v.drawer.UploadEditable(brush.Shown)
	if err != nil {
		v.status.tell(err.Error())
		return
	}
	v.weights.Brush = brush
	v.painted.item, v.painted.version, v.painted.dual = gpu.Item{Model: model}, brush.Version(), brush.Dual
	v.layout.keys, v.layout.right = false, true
	v.layout.left, v.layout.leftTab = true, tabJoints
	v.listTabs()
	v.arrange()
}

// stopPainting shows the model with the weights that it has now.
func (v *Viewer) stopPainting() {
	if !v.painted.isOn() {
		return
	}
	v.liftBrush()
	v.mouse.brushing = false
	same := v.painted.version == v.weights.Version()
	v.painted.close()
	v.listTabs()
	if same {
		return
	}
	m, err := v.Show.Strokes.Painted()
	if err == nil {
		err = v.Show.Reweigh(v.drawer, m)
	}
	if err != nil {
		v.status.tell(err.Error())
	}
}

// carryStrokes takes strokes that are not saved over to a file that was read again.
func (v *Viewer) carryStrokes(show *playback.Show, again bool) error {
	old := v.Show.Strokes
	if !again || old == nil || show.Strokes == nil || !old.Changed() {
		return nil
	}
	carried, err := old.Carry(show.Strokes)
	if err != nil {
		return err
	}
	m, err := carried.Painted()
	if err == nil {
		err = show.Reweigh(v.drawer, m)
	}
	if err == nil {
		show.Strokes = carried
	}
	return err
}

// ray returns what lies below a pixel, in the space of the first instance.
func (v *Viewer) ray(x, y float32) (r painting.Ray, ok bool) {
	over := v.picture()
	from, direction, ok := over.Ray(x, y)
	inverse, invertible := exact.FromFloat32(v.Show.Item().World[0]).Inverse()
	if !ok || !invertible {
		return r, false
	}
	return painting.Ray{From: inverse.Point(from), Direction: inverse.Direction(direction)}, true
}

// pressBrush begins a stroke if the mouse is over the surface.
func (v *Viewer) pressBrush() bool {
	if !v.painted.isOn() || v.layout.help || v.ui.Covers(v.in.X, v.in.Y) || v.Show.Scene.Camera.FovY == 0 {
		return false
	}
	r, ok := v.ray(v.in.X, v.in.Y)
	if !ok {
		return false
	}
	v.weights.Joint = v.joints.Picked
	ok, err := v.weights.Press(r)
	if err != nil {
		v.status.tell(err.Error())
		return true
	}
	if !ok && !v.weights.Paints() {
		v.status.tell("choose a joint that moves vertices: in the list, or by shift and a click")
	}
	return ok
}

// moveBrush takes note of a movement of the mouse.
func (v *Viewer) moveBrush() {
	if v.mouse.brushing && v.mouse.moved {
		v.painted.way = append(v.painted.way, [2]float32{v.in.X, v.in.Y})
	}
}

// paintOn takes the stroke along the way of the mouse, and does what the panel asks for.
func (v *Viewer) paintOn() {
	if !v.painted.isOn() {
		return
	}
	for _, at := range v.painted.way {
		if r, ok := v.ray(at[0], at[1]); ok {
			if err := v.weights.Drag(r); err != nil {
				v.status.tell(err.Error())
			}
		}
	}
	v.painted.way = v.painted.way[:0]
	if v.weights.Wanted {
		v.weights.Wanted = false
		message, err := v.Show.Strokes.Write(v.strokesFile(), v.options.Write)
		if err != nil {
			message = err.Error()
		}
		v.status.tell(message)
	}
	v.status.tell(v.weights.Message())
}

// liftBrush ends a stroke.
func (v *Viewer) liftBrush() {
	if v.painted.isOn() {
		v.paintOn()
		v.weights.Release()
	}
}

// dressWeights poses the preview.
func (v *Viewer) dressWeights() error {
	if !v.painted.isOn() {
		return nil
	}
	s, it := v.Show, &v.painted.item
	item := s.Item()
	v.weights.Joint = v.joints.Picked
	changed, err := v.weights.Pose(v.joints.Model, s.Crowd.Instance(0).Weights(), v.joints.Picked)
	if err == nil && changed {
		err = v.refreshWeights()
	}
	it.Palettes = it.Palettes[:0]
	for _, palette := range v.weights.Palettes() {
		it.Palettes = append(it.Palettes, gpu.Palette{Data: palette})
	}
	it.Joints, it.Weights = v.joints.Model, s.Crowd.Instance(0).Weights()
	it.World, it.Floats = item.World[:1], item.Floats
	it.HideMeshes, it.Edges = item.HideMeshes, item.Edges
	item.HideMeshes = true
	return err
}

// refreshWeights uploads what has changed of the preview.
func (v *Viewer) refreshWeights() error {
	if p := &v.painted; p.dual != v.weights.Dual {
		model, _, err := v.drawer.UploadEditable(v.weights.Shown)
		if err != nil {
			return err
		}
		p.item.Model.Close()
		p.item.Model, p.dual = model, v.weights.Dual
	}
	return v.weights.Refresh(v.painted.item.Model)
}

// draw draws the scene, with the preview while weights are painted.
func (v *Viewer) draw() error {
	s := &v.Show.Scene
	n := len(s.Items)
	if v.painted.isOn() {
		s.Items = append(s.Items, v.painted.item)
	}
	err := v.drawer.Draw(s)
	s.Items = s.Items[:n]
	return err
}

// markBrush shows the brush on the surface below the mouse.
func (v *Viewer) markBrush(over *marks.Picture) {
	if !v.painted.isOn() || !v.weights.Paints() || v.ui.Covers(v.in.X, v.in.Y) {
		return
	}
	r, ok := v.ray(v.in.X, v.in.Y)
	if !ok {
		return
	}
	hit, ok := v.weights.Pick(r)
	if !ok {
		return
	}
	world := exact.FromFloat32(v.Show.Item().World[0])
	over.Ring(world.Point(hit.Posed), world.Direction(hit.Normal), v.weights.Radius, overlay.Color{255, 255, 255, 200})
}
