package control_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// everyKind lists a modifier of every kind: a target where targets are, its number is its index.
func everyKind() []control.Modifier {
	feet, look, sword := standing(), looker(), blade()
	feet.Lock, feet.Ahead, look.Speed = 0.3, 0.2, 1
	return []control.Modifier{
		&control.ModifyJoint{Joint: "spine2", Rotation: control.Rotation([4]float32{3: 1}), Adds: true},
		&feet, &look,
		&control.Aim{Joint: "left eye0", Forward: [3]float32{0, 0, 1}, Up: [3]float32{0, 1, 0}},
		&control.TwoBoneIK{Root: "left arm0", Mid: "left arm1", End: "left arm2"},
		&control.ChainIK{Joints: []control.ChainJoint{{Joint: "spine1"}, {Joint: "spine2"}, {Joint: "spine3"}}},
		&control.ChainIK{Solver: control.CCD, Joints: []control.ChainJoint{{Joint: "neck0"}, {Joint: "neck1", Stiffness: 0.5}}},
		&control.HandIK{Root: "right arm0", Mid: "right arm1", End: "right arm3", In: 0.1, Out: 0.2},
		&control.JointLimit{Joint: "right arm1", Kind: control.ConeLimit, Axis: [3]float32{0, 1, 0}, Swing: [2]float32{0.5}},
		&control.Twist{Source: "right arm3", Rolls: []control.Roll{{Joint: "right arm2", Share: 0.5}}},
		&sword, new(sleeve()),
		&control.VRMSprings{
			Joints: []control.VRMSpringJoint{{Joint: "right finger00", Stiffness: 1, Drag: 0.4}, {Joint: "right finger01", Stiffness: 1, Drag: 0.4}}, Tip: [3]float32{0.1, 0, 0},
		},
		&control.Ragdoll{Joints: []string{"root1", "left leg0", "left leg1"}},
		&control.Delay{Joint: "right eye0", Source: "neck1", Seconds: 0.05},
		&control.ConstraintStack{Joint: "neck1", Stack: []control.Constraint{
			{Rule: constraint.DampedTrack{Track: constraint.PlusZ}, Targets: []control.Target{{}}, Influence: 0.5},
		}},
		&control.Follow{Joint: "left arm3", Modifier: 17},
		&control.Aim{Joint: "right eye0", Forward: [3]float32{0, 0, 1}},
	}
}

// savedCrowd is a crowd under the control of everyKind.
type savedCrowd struct {
	*runtime.Crowd
	g    *control.Instances
	list []control.Modifier
}

func newSavedCrowd(t *testing.T, model *soa.Model, n int) *savedCrowd {
	t.Helper()
	c := &savedCrowd{list: everyKind()}
	stack := control.New(model.Skeleton)
	for k, m := range c.list {
		if number, err := stack.Add(m); err != nil || number != k {
			t.Fatalf("%T is modifier %d, want %d: %v", m, number, k, err)
		}
	}
	var err error
	c.Crowd, err = runtime.NewCrowd(runtime.Keyframes(model), n, runtime.CrowdOptions{
		Play: &play.Options{Seed: 7}, Layout: pose.LayoutOptions{AllJoints: true, Reserve: stack.Reserve()},
	})
	must.Do(t, err)
	c.g, err = stack.Start(c.Layout(), n)
	must.Do(t, err)
	must.Do(t, c.SetControl(c.g))
	return c
}

// goals are what is set of an instance and is no part of what it saves.
type goals struct {
	weight []float64
	place  [3]float32
	world  soa.Affine
	air    spring.Air
	socket int
	hold   bool
}

func (o *goals) draw(r *rand.Rand) {
	part := func() float32 { return r.Float32()*2 - 1 }
	for k := range o.weight {
		o.weight[k] = []float64{0, 0, 0.5, 1, 1}[r.IntN(5)]
	}
	o.place = [3]float32{part(), 1 + part(), part()}
	o.world = geom.Quat{Y: part(), W: 1}.Unit().Matrix(geom.XYZ(part(), 0, part()))
	o.air = spring.Air{Gravity: [3]float32{0, -9.81, 0}, Wind: [3]float32{part(), 0, part()}}
	o.socket, o.hold = r.IntN(3), r.IntN(2) > 0
}

// set sets the goals of instance i, of which teleport moves it without a motion.
func (c *savedCrowd) set(t *testing.T, i int, o *goals, teleport bool) {
	t.Helper()
	g, move := c.g, c.g.SetWorld
	if teleport {
		move = g.Teleport
	}
	must.Do(t, move(i, o.world))
	must.Do(t, g.SetAir(i, o.air))
	for k, m := range c.list {
		must.Do(t, g.SetWeight(i, k, o.weight[k]))
		var err error
		switch m.(type) {
		case *control.ModifyJoint:
			to := control.IdentityTransform()
			to.Rotation = geom.Quat{X: o.place[0], W: 3}.Unit().Array()
			err = g.SetJoint(i, k, to)
		case *control.Aim, *control.LookAt:
			err = g.SetAim(i, k, control.AimTarget{Place: o.place})
		case *control.TwoBoneIK:
			err = g.SetTwoBoneIK(i, k, control.TwoBoneTarget{Place: o.place, Rotation: [4]float32{3: 1}})
		case *control.ChainIK:
			err = g.SetChainIK(i, k, 0, control.ChainTarget{Place: o.place, Weight: 1, Rotation: [4]float32{3: 1}})
		case *control.HandIK:
			must.Do(t, g.Hold(i, k, o.hold))
			err = g.SetHandIK(i, k, control.HandTarget{Place: o.place, Rotation: [4]float32{3: 1}})
		case *control.Socket:
			err = g.SetSocket(i, k, o.socket)
		case *control.ConstraintStack:
			err = g.SetTarget(i, k, 0, geom.Identity.Matrix(geom.VecOf(o.place)))
		}
		must.Do(t, err)
	}
}

// disturb calls what changes the state of instance i, by chance.
func (c *savedCrowd) disturb(t *testing.T, r *rand.Rand, i int) {
	t.Helper()
	for k, m := range c.list {
		if r.IntN(3) > 0 {
			continue
		}
		switch m.(type) {
		case *control.FootPlacement:
			switch r.IntN(3) {
			case 0:
				must.Do(t, c.g.ResetFeet(i, k))
			case 1:
				must.Do(t, c.g.SetContacts(i, k, r.Float32(), float32(r.IntN(2))))
			default:
				hits := make([]control.Hit, len(c.g.FootRays(k, nil)))
				for h := range hits {
					hits[h] = control.Hit{Hit: r.IntN(4) > 0, Point: [3]float32{0, r.Float32() / 4, 0}, Normal: [3]float32{r.Float32() / 2, 3, 0}}
				}
				must.Do(t, c.g.SetFootHits(k, hits))
			}
		case *control.Ragdoll:
			bodies := make([]control.Body, 3)
			must.Do(t, c.g.Bodies(i, k, bodies))
			bodies[0].Place[0] += r.Float32()
			if r.IntN(2) > 0 {
				must.Do(t, c.g.Simulate(i, k, bodies))
			} else {
				must.Do(t, c.g.LetGo(i, k, float64(r.IntN(3))/4))
			}
		}
	}
}

// results is what an instance shows.
func (c *savedCrowd) results(t *testing.T, i int) string {
	t.Helper()
	out := fmt.Sprint(c.Instance(i).Palette())
	for k, m := range c.list {
		switch m.(type) {
		case *control.FootPlacement:
			out += fmt.Sprint(c.g.Foot(i, k, 0).Place, c.g.Foot(i, k, 1).Locked)
		case *control.Ragdoll:
			bodies := make([]control.Body, 3)
			must.Do(t, c.g.Bodies(i, k, bodies))
			out += fmt.Sprint(bodies, c.g.Simulated(i, k))
		case *control.HandIK:
			out += fmt.Sprint(c.g.Held(i, k))
		case *control.Socket:
			m, err := c.g.Attached(i, k)
			must.Do(t, err)
			out += fmt.Sprint(m)
		}
	}
	return out
}

// At any moment of any sequence of calls what an instance saves is restored, in its crowd and in a
// new one, and goes on with the same bits.
func TestAnyStateIsRestored(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range everyKind() {
		seen[strings.ToLower(reflect.TypeOf(m).Elem().Name())] = true
	}
	for _, name := range control.Kinds() {
		if !seen[strings.ToLower(name)] {
			t.Errorf("no modifier is a %s", name)
		}
	}
	const n = 3
	model := remembered()
	steps := []float64{0, 0.016, 0.07, 0.3, -0.05, 10, 1e-12, 1e-5, 3e9, 0.03}
	r := rand.New(rand.NewPCG(seed.First(t), 5))
	for range 3 {
		c := newSavedCrowd(t, model, n)
		now := make([]goals, n)
		for i := range now {
			now[i] = goals{weight: make([]float64, len(c.list)), world: soa.IdentityAffine(), air: spring.Air{Gravity: [3]float32{0, -9.81, 0}}}
			c.set(t, i, &now[i], false)
		}
		for step := range 25 {
			i := r.IntN(n)
			if r.IntN(2) > 0 {
				now[i].draw(r)
				c.set(t, i, &now[i], r.IntN(3) == 0)
			}
			if r.IntN(2) > 0 {
				c.disturb(t, r, i)
			}
			state, err := c.Instance(i).Save(nil)
			must.Do(t, err)
			if err := c.Instance(i).Restore(state); err != nil {
				t.Fatalf("step %d: instance %d: %v", step, i, err)
			}
			other := newSavedCrowd(t, model, 1)
			other.set(t, 0, &now[i], false)
			if err := other.Instance(0).Restore(state); err != nil {
				t.Fatalf("step %d: instance %d in a new crowd: %v", step, i, err)
			}
			again, err := other.Instance(0).Save(nil)
			must.Do(t, err)
			if !bytes.Equal(state, again) {
				t.Fatalf("step %d: instance %d saves another state than was restored", step, i)
			}
			for range 1 + r.IntN(2) {
				dt := steps[r.IntN(len(steps))]
				must.Do(t, c.Update(dt))
				must.Do(t, other.Update(dt))
				if got, want := other.results(t, 0), c.results(t, i); got != want {
					t.Fatalf("step %d: instance %d, %v s later:\n%s\nwant\n%s", step, i, dt, got, want)
				}
			}
		}
	}
}
