package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// walker is a character that walks along z over the ground, looks at a ball and has swinging
// joints.
type walker struct {
	model    *soa.Model
	ground   *ground
	crowd    *runtime.Crowd
	control  *control.Instances
	legs     []retarget.Leg
	contacts []int // custom properties of the legs
	scale    float64
	height   float64 // of the head

	feet, look int     // modifiers; look −1: it has no head
	weight     float64 // of the feet, approaching wish
	wish       float64
	swings     []int
	time       float64
	rounds     int // completed
	world      soa.Affine
	target     [3]float64 // of the look
	rays       []control.Ray
	hits       []control.Hit
	measures
}

// newWalker prepares a model, which it may change, and its walk, or its first clip.
func newWalker(model *soa.Model) (*walker, error) {
	w := &walker{model: model, ground: course(), scale: 1, look: soa.None, weight: 1, wish: 1}
	if w.legs = retarget.Legs(model.Skeleton); len(w.legs) == 0 || len(model.Clips) == 0 {
		return nil, errors.New("the model has no legs, or no clip to walk by")
	}
	if err := w.bake(); err != nil {
		return nil, err
	}
	stack := control.New(model.Skeleton)
	if err := w.declare(stack); err != nil {
		return nil, err
	}
	var err error
	if w.crowd, err = runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{
		RootMotion: play.RootApplied, Layout: pose.LayoutOptions{AllJoints: true, Reserve: stack.Reserve()},
	}); err != nil {
		return nil, err
	}
	if w.control, err = stack.Start(w.crowd.Layout(), 1); err != nil {
		return nil, err
	}
	if err := errors.Join(w.crowd.Instance(0).Play(0, play.Options{}), w.crowd.SetControl(w.control), w.setWeights()); err != nil {
		return nil, err
	}
	w.measures = newMeasures(w)
	// The first pose provides the rays, the second one uses their hits.
	return w, errors.Join(w.update(0), w.update(0))
}

// bake extracts the clip's root motion, or computes it for a clip on the spot, and stores
// foot contacts.
func (w *walker) bake() error {
	m := w.model
	walks := max(0, slices.IndexFunc(m.Clips, func(c *soa.Clip) bool { return strings.Contains(strings.ToLower(c.Name), "walk") }))
	m.Clips = m.Clips[walks : walks+1]
	walk, err := edit.ExtractMotion(context.Background(), m, m.Clips[0], soa.None, edit.MotionOptions{Take: edit.X | edit.Z})
	if err != nil {
		return err
	}
	if k := len(walk.Motion.Z) - 1; math.Hypot(float64(walk.Motion.X[k]), float64(walk.Motion.Z[k])) < 0.1*w.leg() {
		walk.Motion = nil
		stride, err := retarget.Stride(context.Background(), m, walk, w.legs)
		if err != nil {
			return err
		}
		copied := *walk
		copied.Motion, copied.Loop = stride, true
		walk = &copied
	}
	m.Clips[0] = walk
	if _, err := retarget.BakeContacts(context.Background(), m, w.legs, retarget.ContactOptions{}); err != nil {
		return err
	}
	for _, l := range w.legs {
		w.contacts = append(w.contacts, retarget.ContactProperty(m, l))
	}
	if leg := w.leg(); leg > 5 { // inches, as in MD5 files
		w.scale = 0.0254
	}
	return nil
}

// leg returns the length of a leg.
func (w *walker) leg() float64 {
	l, sum := w.legs[0], 0.
	for _, pair := range [...][2]int{{l.Upper, l.Lower}, {l.Lower, l.Ankle}} {
		a, b := w.rest(pair[0]), w.rest(pair[1])
		sum += math.Hypot(math.Hypot(float64(a[3]-b[3]), float64(a[7]-b[7])), float64(a[11]-b[11]))
	}
	return sum
}

// rest returns a joint's model-space rest matrix.
func (w *walker) rest(j int) soa.Affine {
	k := w.model.Skeleton
	r := &k.Rest
	x, y, z, q := r.RX[j], r.RY[j], r.RZ[j], r.RW[j]
	m := soa.Affine{
		1 - 2*(y*y+z*z), 2 * (x*y - z*q), 2 * (x*z + y*q), r.TX[j],
		2 * (x*y + z*q), 1 - 2*(x*x+z*z), 2 * (y*z - x*q), r.TY[j],
		2 * (x*z - y*q), 2 * (y*z + x*q), 1 - 2*(x*x+y*y), r.TZ[j],
	}
	if p := k.Parent[j]; p >= 0 {
		above := w.rest(int(p))
		m = above.Mul(&m)
	}
	return m
}

// declare adds foot placement, a look-at and springs.
func (w *walker) declare(stack *control.Stack) error {
	k := w.model.Skeleton
	feet := control.FootPlacement{Pelvis: k.Name[k.Parent[w.legs[0].Upper]], Lock: float32(0.4 * w.leg()), Ahead: 0.15}
	for _, l := range w.legs {
		leg := control.Leg{Root: k.Name[l.Upper], Mid: k.Name[l.Lower], Ankle: k.Name[l.Ankle]}
		if l.Toes >= 0 {
			leg.Toe = k.Name[l.Toes]
		}
		feet.Legs = append(feet.Legs, leg)
	}
	var err error
	if w.feet, err = stack.Add(&feet); err != nil {
		return err
	}
	neck, head := w.named("neck"), w.named("head")
	if len(neck) > 0 && len(head) > 0 {
		at := w.rest(head[0])
		back, _ := at.Inverse()
		w.height = float64(at[7])
		if w.look, err = stack.Add(&control.LookAt{
			Joints: []string{k.Name[neck[0]], k.Name[head[0]]}, Weights: []float32{0.4}, Cones: []float32{0.5, 0.7},
			Forward: back.ApplyVector([3]float32{0, 0, 1}), Up: back.ApplyVector([3]float32{0, 1, 0}), Speed: 3,
		}); err != nil {
			return err
		}
	}
	for _, word := range [...]string{"tail", "cape", "plume", "hair"} {
		var chain control.Springs
		for k, list := 0, w.named(word); k < len(list); k++ {
			j := list[k]
			if k > 0 && int(w.model.Skeleton.Parent[j]) != list[k-1] {
				chain.Joints = nil // another one begins
			}
			chain.Joints = append(chain.Joints, control.SpringJoint{Joint: w.model.Skeleton.Name[j], Spring: spring.Joint{Stiffness: 90, Drag: 7, Gravity: 0.5}})
		}
		if len(chain.Joints) < 2 {
			continue
		}
		n, err := stack.Add(&chain)
		if err != nil {
			return err
		}
		w.swings = append(w.swings, n)
	}
	return nil
}

// named lists joints by the beginning of their names.
func (w *walker) named(word string) (list []int) {
	for j, name := range w.model.Skeleton.Name {
		if strings.HasPrefix(strings.ToLower(name), word) {
			list = append(list, j)
		}
	}
	return list
}

func (w *walker) setWeights() error {
	errs := []error{w.control.SetWeight(0, w.feet, w.weight)}
	if w.look >= 0 {
		errs = append(errs, w.control.SetWeight(0, w.look, 1))
	}
	for _, n := range w.swings {
		errs = append(errs, w.control.SetWeight(0, n, 1))
	}
	return errors.Join(errs...)
}

// toggle blends foot placement out or in.
func (w *walker) toggle() { w.wish = 1 - w.wish }

// update advances by dt seconds: first the time, then position, contacts and ground, and
// the pose last.
func (w *walker) update(dt float64) error {
	if err := w.crowd.Advance(dt); err != nil {
		return err
	}
	w.time += dt
	place := w.crowd.Instance(0).Transform()
	again := w.scale*place.Z > w.ground.end-0.5
	if again {
		w.rounds++
		place.Z -= (w.ground.end - 1) / w.scale // both ends are flat
		if err := w.crowd.Instance(0).SetTransform(place); err != nil {
			return err
		}
	}
	w.put(place)
	put := w.control.SetWorld
	if again {
		put = w.control.Teleport
	}
	if step := dt / 0.3; w.weight != w.wish {
		w.weight = min(max(w.wish, w.weight-step), w.weight+step)
		if err := w.setWeights(); err != nil {
			return err
		}
	}
	err := errors.Join(put(0, w.world), w.control.FollowContacts(w.feet, w.crowd, w.contacts), w.aim())
	w.rays = w.control.FootRays(w.feet, w.rays[:0])
	w.hits = w.ground.cast(w.hits[:0], w.rays)
	if err := errors.Join(err, w.control.SetFootHits(w.feet, w.hits), w.crowd.Update(0)); err != nil {
		return err
	}
	return w.measure(w, again)
}

// put places the character on the floor.
func (w *walker) put(p soa.RootTransform) {
	x, z, s := w.scale*p.X, w.scale*p.Z, float32(w.scale)
	c, n := float32(p.C)*s, float32(p.S)*s
	w.world = soa.Affine{
		c, 0, n, float32(x),
		0, s, 0, float32(w.ground.floor(x, z)),
		-n, 0, c, float32(z),
	}
}

// aim moves the ball in front of the face, and the head's target with it.
func (w *walker) aim() error {
	head := w.scale * w.height
	w.target = [3]float64{
		float64(w.world[3]) + 1.2*math.Sin(0.9*w.time), float64(w.world[7]) + head + 0.35*math.Sin(1.7*w.time), float64(w.world[11]) + 1.3,
	}
	if w.look < 0 {
		return nil
	}
	back, ok := w.world.Inverse()
	if !ok {
		return fmt.Errorf("the place %v", w.world)
	}
	to := back.Apply([3]float32{float32(w.target[0]), float32(w.target[1]), float32(w.target[2])})
	return w.control.SetAim(0, w.look, control.AimTarget{Place: to, Pole: [3]float32{0, 1, 0}})
}
