package control_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// rememberers declares all modifiers that remember something but Feet, and drives them.
func rememberers() part {
	var look, grab, attach, doll int
	return part{
		func(s *control.Stack) (err error) {
			add := func(n int, e error) int {
				if err == nil {
					err = e
				}
				return n
			}
			add(s.Add(new(sleeve())))
			add(s.Add(&control.VRMSprings{
				Joints: []control.VRMSpringJoint{{Joint: "right finger00", Stiffness: 1, Drag: 0.4}, {Joint: "right finger01", Stiffness: 1, Drag: 0.4}}, Tip: [3]float32{0.1, 0, 0},
			}))
			o := looker()
			o.Speed = 1
			look = add(s.Add(&o))
			arm := grabber()
			arm.Root, arm.Mid, arm.End = "right arm0", "right arm1", "right arm3"
			grab = add(s.Add(&arm))
			attach = add(s.Add(new(blade())))
			doll = add(s.Add(&control.Ragdoll{Joints: []string{"root1", "left leg0", "left leg1"}}))
			add(s.Add(&control.Delay{Joint: "left eye0", Source: "neck1", Seconds: 0.05}))
			return err
		},
		func(g *control.Instances, i, frame int) error {
			x := float32(frame*(i%5)) / 20
			bodies := make([]control.Body, 3)
			for _, err := range []error{
				g.SetWorld(i, geom.Quat{Y: x, W: 1}.Unit().Matrix(geom.Vec{X: x, Z: x / 2})),
				g.SetAim(i, look, control.AimTarget{Place: [3]float32{x, 1, 3}}),
				g.SetHandIK(i, grab, control.HandTarget{Place: [3]float32{-0.3, 1.2, x}}), g.Hold(i, grab, frame < 6),
				g.SetSocket(i, attach, frame/3%3), g.Bodies(i, doll, bodies),
			} {
				if err != nil {
					return err
				}
			}
			if frame == 3 {
				return g.Simulate(i, doll, bodies)
			}
			if frame == 5 {
				return g.LetGo(i, doll, 0.5)
			}
			return nil
		},
	}
}

// What a crowd saves of an instance holds what its control remembers: elsewhere the
// instance goes on with the same bits.
func TestControlIsSaved(t *testing.T) {
	const n = 19
	model := remembered()
	open := func() (*runtime.Crowd, *control.Instances, part) { return remembering(t, model, n) }
	crowd, g, p := open()
	for frame := range 9 {
		for i := range n {
			must.Do(t, p.drive(g, i, frame))
		}
		must.Do(t, crowd.Update(0.03))
		other, h, q := open()
		for i := range n {
			must.Do(t, q.drive(h, i, 0))
		}
		must.Do(t, other.Update(0.1))
		for i := range n {
			must.Do(t, q.drive(h, n-1-i, frame+1))
			must.Do(t, p.drive(g, i, frame+1))
		}
		for i := range n {
			// The places in the world are those of the instance that is saved.
			must.Do(t, h.SetWorld(n-1-i, placeOf(i, frame+1)))
			state, err := crowd.Instance(i).Save(nil)
			must.Do(t, err)
			must.Do(t, other.Instance(n-1-i).Restore(state))
			again, err := other.Instance(n - 1 - i).Save(nil)
			must.Do(t, err)
			if !bytes.Equal(state, again) {
				t.Fatalf("frame %d: instance %d saves another state than was restored", frame, i)
			}
			for _, cut := range []int{len(state) - 1, len(state) / 2} {
				refused(t, other.Instance(n-1-i).Restore(state[:cut]), play.ErrState)
			}
		}
		for i := range n {
			must.Do(t, h.SetAim(n-1-i, 2, control.AimTarget{Place: [3]float32{float32((frame+1)*(i%5)) / 20, 1, 3}}))
			must.Do(t, h.SetHandIK(n-1-i, 3, control.HandTarget{Place: [3]float32{-0.3, 1.2, float32((frame+1)*(i%5)) / 20}}))
		}
		must.Do(t, other.Update(0.02))
		must.Do(t, crowd.Update(0.02))
		for i := range n {
			for k, v := range crowd.Instance(i).Palette() {
				if got := other.Instance(n - 1 - i).Palette()[k]; got != v {
					t.Fatalf("frame %d, instance %d: value %d is %v, want %v", frame, i, k, got, v)
				}
			}
		}
	}
	plain, err := runtime.NewCrowd(runtime.Keyframes(model), n, runtime.CrowdOptions{Play: &play.Options{Seed: 7}, Layout: pose.LayoutOptions{}})
	must.Do(t, err)
	state, err := plain.Instance(0).Save(nil)
	must.Do(t, err)
	refused(t, crowd.Instance(0).Restore(state), play.ErrState)
	refused(t, g.Restore(n, nil), control.ErrValue, "instance 19 of 19")
	refused(t, g.Restore(0, []byte{1, 2, 3}), control.ErrValue, "instance 0")
}

func remembered() *soa.Model {
	return twisted(figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured}))
}

// remembering is a crowd under the control of rememberers.
func remembering(t *testing.T, model *soa.Model, n int) (*runtime.Crowd, *control.Instances, part) {
	p := rememberers()
	stack := control.New(model.Skeleton)
	must.Do(t, p.declare(stack))
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), n, runtime.CrowdOptions{
		Play: &play.Options{Seed: 7}, Layout: pose.LayoutOptions{Reserve: stack.Reserve()}, LODs: []play.LOD{{}, {Every: 3}},
	})
	must.Do(t, err)
	g, err := stack.Start(crowd.Layout(), n)
	must.Do(t, err)
	must.Do(t, crowd.SetControl(g))
	for i := range n {
		for k := range stack.Len() {
			must.Do(t, g.SetWeight(i, k, 1))
		}
	}
	return crowd, g, p
}

// TestFlippedControlStates flips bits of what is saved of instances with a control: it is
// refused, or plays on with palettes that are numbers. SINEW_FLIPS sets how many are broken.
func TestFlippedControlStates(t *testing.T) {
	n := 4000
	if s := os.Getenv("SINEW_FLIPS"); s != "" {
		var err error
		n, err = strconv.Atoi(s)
		must.Do(t, err)
	} else if testing.Short() {
		n = 1000
	}
	t.Run("most", func(t *testing.T) {
		model := remembered()
		crowd, g, p := remembering(t, model, 5)
		var states [][]byte
		for frame := range 9 {
			for i := range 5 {
				must.Do(t, p.drive(g, i, frame))
				state, err := crowd.Instance(i).Save(nil)
				must.Do(t, err)
				states = append(states, state)
			}
			must.Do(t, crowd.Update(0.03))
		}
		one, h, q := remembering(t, model, 1)
		flip(t, n, states, one, func(frame int) { must.Do(t, q.drive(h, 0, frame)) })
	})
	t.Run("feet", func(t *testing.T) {
		open := func() (*stage, func(frame int)) {
			s, number := still(t, 1, func(o *control.FootPlacement) { o.Lock, o.Ahead = 0.3, 0.2 })
			must.Do(t, s.crowd.Instance(0).SetSpeed(1))
			return s, func(frame int) {
				s.at(number, geom.Vec{X: float32(frame) / 50})
				must.Do(t, s.g.SetContacts(0, number, float32(frame%4)/3, float32(frame%3)/2))
				s.answer(number, slope(float32(frame%5)/20, geom.Vec{X: 0.1, Y: 1}.Unit(geom.Vec{})))
			}
		}
		s, drive := open()
		var states [][]byte
		for frame := range 9 {
			state, err := s.crowd.Instance(0).Save(nil)
			must.Do(t, err)
			states = append(states, state)
			drive(frame)
			must.Do(t, s.crowd.Update(0.03))
		}
		other, again := open()
		flip(t, n, states, other.crowd, again)
	})
}

// flip breaks n of some states, which were saved frame by frame, and lets instance 0 of a crowd
// play on from them.
func flip(t *testing.T, n int, states [][]byte, crowd *runtime.Crowd, drive func(frame int)) {
	t.Helper()
	for k := range states {
		if err := crowd.Instance(0).Restore(states[k]); err != nil {
			t.Fatalf("state %d as it was saved: %v", k, err)
		}
	}
	r, played := rand.New(rand.NewPCG(seed.First(t), 6)), 0
	for k := range n {
		b := slices.Clone(states[k%len(states)])
		at, bit := r.IntN(len(b)), r.IntN(8)
		if b[at] ^= 1 << bit; r.IntN(2) == 0 { // the exponents of numbers
			b[min(at|3, len(b)-1)] ^= 1 << r.IntN(8)
		}
		drive(k % 9)
		if err := crowd.Instance(0).Restore(b); err != nil {
			if !errors.Is(err, play.ErrState) {
				t.Fatal(err)
			}
			continue
		}
		played++
		for _, dt := range []float64{0, 0.03, 0.2, 5, 0.01} {
			must.Do(t, crowd.Update(dt))
			for at, v := range crowd.Palettes() {
				if v-v != 0 {
					t.Fatalf("state %d, broken %d: bit %d of byte %d: after %v s value %d is %v", k%len(states), k, bit, at, dt, at, v)
				}
			}
		}
		again, err := crowd.Instance(0).Save(nil)
		must.Do(t, err)
		if err := crowd.Instance(0).Restore(again); err != nil {
			t.Fatalf("state %d, broken %d: bit %d of byte %d: it plays on to one that is refused: %v", k%len(states), k, bit, at, err)
		}
	}
	t.Logf("%d of %d broken states are played", played, n)
	if played < n/20 {
		t.Errorf("only %d of %d broken states are played", played, n)
	}
}

func placeOf(i, frame int) [12]float32 {
	x := float32(frame*(i%5)) / 20
	return geom.Quat{Y: x, W: 1}.Unit().Matrix(geom.Vec{X: x, Z: x / 2})
}
