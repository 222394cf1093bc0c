package control_test

import (
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"pgregory.net/rapid"
)

// still is a stage whose characters stand still in the clip, on feet with what change says.
func still(t testing.TB, n int, change func(*control.FootPlacement)) (*stage, int) {
	t.Helper()
	number := 0
	s := newStage(t, pose.FormAuto, n, func(s *control.Stack) {
		o := standing()
		o.Drop, o.Rise = 5, 5
		change(&o)
		var err error
		number, err = s.Add(&o)
		must.Do(t, err)
	})
	for i := range n {
		must.Do(t, s.crowd.Instance(i).SetSpeed(0))
		must.Do(t, s.plain.Instance(i).SetSpeed(0))
		must.Do(t, s.g.SetWeight(i, number, 1))
	}
	s.update(0)
	return s, number
}

// at puts instance 0 somewhere.
func (s *stage) at(number int, place geom.Vec) {
	s.Helper()
	must.Do(s, s.g.SetWorld(0, geom.Identity.Matrix(place)))
}

// A foot that stands does not slide while the character goes on, comes off where its contact
// ends or where it is too far, without a jump, and is where the clip has it some time after.
func TestFeetLock(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		speed := geom.Vec{X: rapid.Float32Range(-2, 2).Draw(r, "x"), Z: rapid.Float32Range(-2, 2).Draw(r, "z")}
		stands := rapid.Float64Range(0.1, 0.4).Draw(r, "stands")
		dt := rapid.Float64Range(0.005, 0.03).Draw(r, "dt")
		const lock = 0.3
		s, number := still(t, 1, func(o *control.FootPlacement) { o.Lock = lock })
		ground := slope(0, geom.Vec{Y: 1})
		var last [2]geom.Vec
		locks := 0
		var held geom.Vec
		was := false
		for step := 0; float64(step)*dt < stands+2; step++ {
			time := float64(step) * dt
			place := speed.Times(float32(time))
			s.at(number, place)
			// It sets in over 0.1 s, stands, and ends over 0.1 s.
			c := min(max(time/0.1, 0), 1, max(0, (stands+0.2-time)/0.1))
			must.Do(t, s.g.SetContacts(0, number, float32(c), 0))
			s.answer(number, ground)
			s.update(0)
			must.Do(t, s.crowd.Update(dt))
			foot := s.g.Foot(0, number, 0)
			now := place.Add(geom.VecOf(foot.Place))
			if d := distance(geom.VecOf(foot.Place), s.place(s.crowd, 0, tips[0])); foot.Reason == solve.Reached && d > 3e-5 {
				r.Fatalf("it is %v m from its place", d)
			}
			clip := place.Add(s.place(s.plain, 0, tips[0]))
			off := distance(geom.Vec{X: now.X, Z: now.Z}, geom.Vec{X: clip.X, Z: clip.Z})
			if foot.Locked {
				if locks++; was && distance(geom.Vec{X: now.X, Z: now.Z}, geom.Vec{X: held.X, Z: held.Z}) > 2e-6 {
					r.Fatalf("it slides from %v to %v", held, now)
				}
				held = now
				if off > lock+2e-6 {
					r.Fatalf("it is held %v m away", off)
				}
			}
			was = foot.Locked
			if step > 1 {
				// A release goes no faster than the clip and, of what it is off, 1.85 m/s more.
				most := (2*float64(speed.Length())+2)*dt + 0.002
				if d := distance(now, last[0]); d > most {
					r.Fatalf("at %v s it jumps by %v m, %v", time, d, foot.Locked)
				}
			}
			last[0] = now
			if time > stands+1.7 && off > 1e-4 {
				r.Fatalf("%v s after its contact it is %v m off", time-stands-0.2, off)
			}
			// The other foot never stands, and goes with the clip.
			other := s.g.Foot(0, number, 1)
			if d := distance(geom.VecOf(other.Place), s.place(s.plain, 0, tips[1])); d > 0.5 || other.Locked {
				r.Fatalf("the other foot is %v m off, %v", d, other.Locked)
			}
		}
		if locks == 0 {
			r.Fatal("it is never held")
		}
	})
}

// What feet and pelvis do is the same for any division of the time in which the place goes
// evenly: on a slope that the root leaves, up a step, and while a foot comes off.
func TestFeetDivided(t *testing.T) {
	run := func(parts int, ground terrain, by geom.Vec, contact func(time float64) float32) (list []geom.Vec) {
		s, number := still(t, 1, func(o *control.FootPlacement) { o.Lock = 0.25 })
		const dt = 0.05
		s.answer(number, slope(0, geom.Vec{Y: 1}))
		s.update(0)
		for step := range 24 {
			if step == 4 {
				s.answer(number, ground)
			}
			for part := range parts {
				time := (float64(step) + float64(part+1)/float64(parts)) * dt
				s.at(number, by.Times(float32(time)))
				must.Do(t, s.g.SetContacts(0, number, contact(time), 1))
				s.update(dt / float64(parts))
			}
			for k := range tips {
				list = append(list, geom.VecOf(s.g.Foot(0, number, k).Place), s.place(s.crowd, 0, tips[k]))
			}
			list = append(list, s.place(s.crowd, 0, "root1"))
		}
		return list
	}
	always := func(float64) float32 { return 1 }
	for name, c := range map[string]struct {
		ground  terrain
		by      geom.Vec
		contact func(float64) float32
	}{
		"slope":   {slope(0.1, geom.XYZ(0.2, 1, -0.1)), geom.XYZ(0.1, -0.2, 0.15), always},
		"step":    {slope(0.2, geom.Vec{Y: 1}), geom.Vec{}, always},
		"release": {slope(0, geom.Vec{Y: 1}), geom.Vec{X: 0.3, Z: -0.1}, func(time float64) float32 { return float32(min(max((0.63-time)/0.2, 0), 1)) }},
		"contact": {slope(0.2, geom.Vec{Y: 1}), geom.Vec{}, func(time float64) float32 { return float32(min(max((time-0.28)/0.1, 0), 1)) }},
	} {
		whole := run(1, c.ground, c.by, c.contact)
		if distance(whole[4], whole[len(whole)-1]) < 1e-3 && name != "release" {
			t.Errorf("%s: the pelvis does not move", name)
		}
		for _, parts := range []int{2, 4} {
			worst := 0.
			for k, p := range run(parts, c.ground, c.by, c.contact) {
				worst = max(worst, distance(p, whole[k]))
			}
			if t.Logf("%s in %d parts: %.2g m", name, parts, worst); worst > 1e-5 {
				t.Errorf("%s: in %d parts it is %v m off", name, parts, worst)
			}
		}
	}
}

// Whatever the ground, the places and the time are, nothing is ever not a number.
func TestFeetAreNumbers(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s, number := still(t, 2, func(o *control.FootPlacement) {
			o.Lock, o.Ahead, o.Step = 0.2, 0.1, rapid.Float32Range(0.01, 1e6).Draw(r, "step")
		})
		vector := func(most float32) geom.Vec {
			f := rapid.Float32Range(-most, most)
			return geom.XYZ(f.Draw(r, "x"), f.Draw(r, "y"), f.Draw(r, "z"))
		}
		for range 6 {
			dt := rapid.SampledFrom([]float64{0, -1, 10, 1. / 60, 1e-9, 1e6}).Draw(r, "dt")
			most := rapid.SampledFrom([]float32{1, 100, 1e6, 1e15}).Draw(r, "most")
			place := geom.Quat{Y: rapid.Float32Range(-1, 1).Draw(r, "turn"), W: 1}.Unit().Matrix(vector(most))
			must.Do(t, s.g.SetWorld(0, place))
			f := rapid.Float32Range(0, 1)
			must.Do(t, s.g.SetContacts(0, number, f.Draw(r, "left"), f.Draw(r, "right")))
			var hits []control.Hit
			for range s.g.FootRays(number, nil) {
				h := control.Hit{Hit: rapid.Bool().Draw(r, "hit"), Point: vector(most).Array(), Normal: vector(most).Array()}
				if h.Normal == [3]float32{} {
					h.Normal[1] = 1
				}
				hits = append(hits, h)
			}
			must.Do(t, s.g.SetFootHits(number, hits))
			must.Do(t, s.crowd.Update(dt))
			for _, v := range s.crowd.Palettes() {
				if v-v != 0 {
					r.Fatalf("a palette has %v", v)
				}
			}
			for _, ray := range s.g.FootRays(number, nil) {
				if v := geom.VecOf(ray.Origin); !v.Finite() || !geom.VecOf(ray.Direction).Finite() || ray.Length-ray.Length != 0 {
					r.Fatalf("a ray %+v", ray)
				}
			}
		}
	})
}

// Feet have the same bits for an instance alone or in a block, with any number of workers
// and instruction set, and allocate nothing.
func TestFeetAreTheSameEverywhere(t *testing.T) {
	ground := slope(0.1, geom.XYZ(0.2, 1, -0.1))
	run := func(n, workers int, isa simd.ISA) [][]uint32 {
		restore, err := simd.Use(isa)
		must.Do(t, err)
		defer restore()
		model := newStage(t, pose.FormAuto, 1, func(*control.Stack) {}).model
		stack := control.New(model.Skeleton)
		o := standing()
		o.Lock, o.Ahead, o.Soft = 0.2, 0.1, 0.95
		number, err := stack.Add(&o)
		must.Do(t, err)
		crowd, err := runtime.NewCrowd(runtime.Keyframes(model), n, runtime.CrowdOptions{
			Workers: workers, Play: &play.Options{Seed: 7}, Layout: pose.LayoutOptions{AllJoints: true, Reserve: stack.Reserve()},
		})
		must.Do(t, err)
		defer crowd.Close()
		g, err := stack.Start(crowd.Layout(), n)
		must.Do(t, err)
		must.Do(t, crowd.SetControl(g))
		for i := range n {
			must.Do(t, g.SetWeight(i, number, float64(i%4)/3))
		}
		var rays []control.Ray
		var hits []control.Hit
		step := func() {
			for i := range n {
				must.Do(t, g.SetWorld(i, geom.Identity.Matrix(geom.Vec{X: float32(i), Z: float32(i%5) / 7})))
				must.Do(t, g.SetContacts(i, number, float32(i%3)/2, 1))
			}
			rays, hits = g.FootRays(number, rays[:0]), hits[:0]
			for _, r := range rays {
				p, normal, ok := ground(r.Origin[0]-float32(math.Floor(float64(r.Origin[0]))), r.Origin[2])
				p.X = r.Origin[0]
				hits = append(hits, control.Hit{Hit: ok, Point: p.Array(), Normal: normal.Array()})
			}
			must.Do(t, g.SetFootHits(number, hits))
			must.Do(t, crowd.Update(0.07))
		}
		for range 5 {
			step()
		}
		var out [][]uint32
		for i := range n {
			var bits []uint32
			for _, v := range crowd.Instance(i).Palette() {
				bits = append(bits, math.Float32bits(v))
			}
			out = append(out, bits)
		}
		if workers == 1 {
			if allocs := testing.AllocsPerRun(5, step); allocs != 0 {
				t.Errorf("%v allocations", allocs)
			}
		}
		return out
	}
	want := run(37, 1, simd.Generic)
	for _, isa := range simd.ISAs() {
		for _, workers := range []int{1, 3} {
			for _, n := range []int{1, 3, 16, 37} {
				for i, got := range run(n, workers, isa) {
					for k := range got {
						if got[k] != want[i][k] {
							t.Fatalf("%v, %d workers, %d instances: instance %d has other bits", isa, workers, n, i)
						}
					}
				}
			}
		}
	}
}

// Where an instance is put elsewhere with its ground, its feet stand as they stood; where it
// begins again, they stand on what is there.
func TestFeetTeleport(t *testing.T) {
	s, number := still(t, 1, func(o *control.FootPlacement) { o.Lock = 0.3 })
	ground := slope(0.1, geom.XYZ(0.2, 1, -0.1))
	s.answer(number, ground)
	for k := range 5 {
		s.at(number, geom.Vec{X: 0.02 * float32(k)})
		s.update(0.02)
	}
	before := [2]control.Foot{s.g.Foot(0, number, 0), s.g.Foot(0, number, 1)}
	if !before[0].Locked || before[0].Residual > 1e-5 {
		t.Fatalf("%+v", before[0])
	}
	must.Do(t, s.g.Teleport(0, geom.Quat{Y: 0.6, W: 0.8}.Matrix(geom.XYZ(30, 2, -7))))
	s.update(0)
	for k, was := range before {
		if is := s.g.Foot(0, number, k); distance(geom.VecOf(is.Place), geom.VecOf(was.Place)) > 2e-5 || is.Locked != was.Locked || distance(geom.VecOf(is.Normal), geom.VecOf(was.Normal)) > 1e-5 {
			t.Errorf("foot %d: %+v, was %+v", k, is, was)
		}
	}
	must.Do(t, s.g.ResetFeet(0, number))
	s.update(0)
	for k := range before {
		if is := s.g.Foot(0, number, k); is.Grounded || is.Locked || distance(geom.VecOf(is.Normal), geom.Vec{Y: 1}) > 1e-6 {
			t.Errorf("foot %d: %+v", k, is)
		}
	}
}

func TestFeetRefuse(t *testing.T) {
	model := newStage(t, pose.FormAuto, 1, func(*control.Stack) {}).model
	stack := control.New(model.Skeleton)
	for part, change := range map[string]func(*control.FootPlacement){
		"0 legs":         func(o *control.FootPlacement) { o.Legs = nil },
		"step -1":        func(o *control.FootPlacement) { o.Step = -1 },
		"soft 2":         func(o *control.FootPlacement) { o.Soft = 2 },
		"slope 3":        func(o *control.FootPlacement) { o.Slope = 3 },
		"half-life":      func(o *control.FootPlacement) { o.HalfLife = math.NaN() },
		"up [NaN 0 0]":   func(o *control.FootPlacement) { o.Up[0] = float32(math.NaN()) },
		"ground +Inf":    func(o *control.FootPlacement) { o.Ground = float32(math.Inf(1)) },
		"height -1":      func(o *control.FootPlacement) { o.Legs[0].Height = -1 },
		"hinge [NaN 0 0": func(o *control.FootPlacement) { o.Legs[1].Hinge[0] = float32(math.NaN()) },
	} {
		o := standing()
		change(&o)
		_, err := stack.Add(&o)
		refused(t, err, control.ErrValue, part)
	}
	for part, change := range map[string]func(*control.FootPlacement){
		`"pelvis"`:                              func(o *control.FootPlacement) { o.Pelvis = "pelvis" },
		`"left leg1" is not below "right leg0"`: func(o *control.FootPlacement) { o.Legs[0].Root = "right leg0" },
		`"left leg3" is not below "left leg3"`:  func(o *control.FootPlacement) { o.Legs[0].Ankle = "left leg3" },
	} {
		o := standing()
		change(&o)
		_, err := stack.Add(&o)
		refused(t, err, control.ErrJoint, part)
	}
	other, err := stack.Add(&control.ModifyJoint{Joint: "spine1", Rotation: control.Rotation([4]float32{3: 1})})
	must.Do(t, err)
	number, err := stack.Add(new(standing()))
	must.Do(t, err)
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 2, runtime.CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true, Reserve: stack.Reserve()}})
	must.Do(t, err)
	g, err := stack.Start(crowd.Layout(), 2)
	must.Do(t, err)
	must.Do(t, crowd.SetControl(g))
	refused(t, g.SetContacts(0, other, 1, 1), control.ErrValue, "no foot placement")
	refused(t, g.SetContacts(1, number, 1), control.ErrValue, "1 contacts for 2 feet of instance 1")
	refused(t, g.SetContacts(1, number, 1, float32(math.NaN())), control.ErrValue, "instance 1")
	refused(t, g.FollowContacts(number, crowd, []int{0}), control.ErrValue, "properties are 1")
	refused(t, g.ResetFeet(2, number), control.ErrValue, "instance 2 of 2")
	must.Do(t, g.SetWeight(1, number, 1))
	must.Do(t, crowd.Update(0))
	rays := g.FootRays(number, nil)
	if len(rays) != 3 {
		t.Fatalf("%d rays", len(rays))
	}
	refused(t, g.SetFootHits(number, make([]control.Hit, 2)), control.ErrValue, "2 hits for 3 rays")
	hits := make([]control.Hit, 3)
	hits[2] = control.Hit{Hit: true, Point: [3]float32{float32(math.Inf(1))}, Normal: [3]float32{0, 1, 0}}
	refused(t, g.SetFootHits(number, hits), control.ErrValue, "instance 1")
	hits[2] = control.Hit{Hit: true}
	refused(t, g.SetFootHits(number, hits), control.ErrValue, "instance 1")
	hits[2] = control.Hit{}
	must.Do(t, errors.Join(g.SetFootHits(number, hits), crowd.Update(0.1)))
	if foot := g.Foot(1, number, 0); foot.Grounded || foot.IKResult.Residual > 1e-5 {
		t.Errorf("without ground: %+v", foot)
	}
}
