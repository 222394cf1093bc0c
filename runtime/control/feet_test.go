package control_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

func standing() control.FootPlacement {
	return control.FootPlacement{
		Pelvis: "root1", HalfLife: 0.1, Tilt: 0.8, Step: 2, Drop: 1, Rise: 1,
		Legs: []control.Leg{
			{Root: "left leg0", Mid: "left leg1", Ankle: "left leg2", Toe: "left leg3", Height: 0.05},
			{Root: "right leg0", Mid: "right leg1", Ankle: "right leg2", Height: 0.3},
		},
	}
}

// tips are the joints by which standing's feet stand, and heights theirs.
var (
	tips    = [...]string{"left leg3", "right leg2"}
	heights = [...]float32{0.05, 0.3}
)

// terrain is ground: a height over the point (0, 0), and a normal; or none.
type terrain func(x, z float32) (point, normal geom.Vec, ok bool)

// slope is a plane.
func slope(height float32, normal geom.Vec) terrain {
	normal = normal.Unit(geom.Vec{Y: 1})
	return func(x, z float32) (geom.Vec, geom.Vec, bool) {
		y := height - (normal.X*x+normal.Z*z)/normal.Y
		return geom.XYZ(x, y, z), normal, true
	}
}

// answer casts the rays of a modifier.
func (s *stage) answer(number int, ground terrain) {
	s.Helper()
	var hits []control.Hit
	for _, r := range s.g.FootRays(number, nil) {
		p, n, ok := ground(r.Origin[0], r.Origin[2])
		if ok = ok && p.Y <= r.Origin[1] && p.Y >= r.Origin[1]-r.Length; r.Direction != [3]float32{0, -1, 0} {
			s.Fatalf("a ray to %v", r.Direction)
		}
		hits = append(hits, control.Hit{Hit: ok, Point: p.Array(), Normal: n.Array()})
	}
	must.Do(s, s.g.SetFootHits(number, hits))
}

// On any slope a foot that stands is on its vertical and as high above the ground along the
// normal as in the clip, turned to the normal, as far as the leg reaches; what is not below
// the pelvis keeps its bits, and a weight of 0 all of them.
func TestFeetStand(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		number := 0
		const n = 37
		s := newStage(t, form, n, func(s *control.Stack) {
			var err error
			number, err = s.Add(new(standing()))
			must.Do(t, err)
		})
		r := rand.New(rand.NewPCG(1, 2))
		s.update(0.4)
		for i := range n {
			must.Do(t, s.g.SetWeight(i, number, 1))
		}
		s.update(0)
		reached, rng := 0, [4]float64{}
		for range 8 {
			normal := geom.XYZ(r.Float32()-0.5, 1, r.Float32()-0.5).Unit(geom.Vec{})
			ground := slope(r.Float32()/2-0.25, normal)
			for i := range n {
				must.Do(t, s.g.ResetFeet(i, number))
			}
			s.update(0.01)
			s.answer(number, ground)
			s.update(0)
			for i := range n {
				sunk := s.place(s.crowd, i, "root1").Sub(s.place(s.plain, i, "root1"))
				if side := math.Hypot(float64(sunk.X), float64(sunk.Z)); side > 1e-6 {
					t.Errorf("instance %d: the pelvis moves by %v", i, sunk)
				}
				least := float32(math.Inf(1))
				for k, tip := range tips {
					clip := s.place(s.plain, i, tip)
					p, _, _ := ground(clip.X, clip.Z)
					want := clip
					want.Y = p.Y + max(clip.Y-heights[k], 0) + heights[k]/normal.Y
					foot := s.g.Foot(i, number, k)
					if d := distance(geom.VecOf(foot.Place), want); d > 3e-6 || !foot.Grounded || foot.Locked || distance(geom.VecOf(foot.Normal), normal) > 1e-6 {
						t.Errorf("instance %d: foot %d is to be at %v, want %v: %+v", i, k, foot.Place, want, foot)
					}
					ankle := []string{"left leg2", "right leg2"}[k]
					turn := geom.Arc(geom.Vec{Y: 1}, normal, geom.Vec{X: 1})
					if a := angle(rotation(s.joint(s.crowd, i, ankle)), turn.Mul(rotation(s.joint(s.plain, i, ankle)))); a > 2e-3 {
						t.Errorf("instance %d: foot %d is turned by %v", i, k, a)
					}
					to := geom.VecOf(foot.Place).Add(turn.Rotate(s.place(s.plain, i, ankle).Sub(clip)))
					least = min(least, to.Y-s.place(s.plain, i, ankle).Y)
					d := distance(s.place(s.crowd, i, tip), want)
					if math.Abs(distance(s.place(s.crowd, i, ankle), to)-float64(foot.Residual)) > 5e-6 {
						t.Errorf("instance %d: foot %d: said %v", i, k, foot.IKResult)
					}
					if foot.Reason == solve.Reached {
						reached++
						rng[k] = max(rng[k], d)
						if d > 5e-6 {
							t.Errorf("instance %d: foot %d is %v m from its place", i, k, d)
						}
					}
				}
				// Lower than the lowest foot needs only where that leaves a leg straight.
				straight := 0.
				for k, side := range []string{"left", "right"} {
					bones := s.bone(s.plain, i, side+" leg0", side+" leg1") + s.bone(s.plain, i, side+" leg1", side+" leg2")
					straight = max(straight, s.bone(s.crowd, i, side+" leg0", side+" leg2")/bones)
					if foot := s.g.Foot(i, number, k); foot.Reason != solve.Reached && sunk.Y > -0.999 && straight < 0.999 {
						t.Errorf("instance %d: leg %d is bent and does not reach", i, k)
					}
				}
				want := float64(min(max(least, -1), 1))
				if d := float64(sunk.Y) - want; d > 3e-6 || d < -3e-6 && math.Abs(straight-0.998) > 0.0021 {
					t.Errorf("instance %d: the pelvis sinks by %v, want %v; legs are at most %v of their length", i, sunk.Y, want, straight)
				}
				if a, b := s.joint(s.plain, i, "root0"), s.joint(s.crowd, i, "root0"); a != b {
					t.Errorf("instance %d: what is above has moved", i)
				}
			}
		}
		if t.Logf("%d of %d reached, at most %.2g m off", reached, 8*2*n, max(rng[0], rng[1])); reached < 14*n {
			t.Errorf("only %d feet reach", reached)
		}
		for i := range n {
			must.Do(t, s.g.SetWeight(i, number, 0))
		}
		s.update(0.1)
		for i := range n {
			for j := range s.crowd.Instance(i).Palette() {
				if a, b := s.crowd.Instance(i).Palette()[j], s.plain.Instance(i).Palette()[j]; math.Float32bits(a) != math.Float32bits(b) {
					t.Fatalf("instance %d without weight: %v for %v", i, a, b)
				}
			}
		}
	})
}

// BenchmarkFeet is what a crowd of walkers with two legs on a slope costs, beside the same
// crowd without; rays and their answers are not counted.
func BenchmarkFeet(b *testing.B) {
	for _, weight := range []float64{0, 1} {
		b.Run(fmt.Sprint("weight ", weight), func(b *testing.B) {
			number := 0
			const n = 1024
			s := newStage(b, pose.FormAuto, n, func(s *control.Stack) {
				o := standing()
				o.Lock, o.Ahead = 0.2, 0.1
				var err error
				number, err = s.Add(&o)
				must.Do(b, err)
			})
			for i := range n {
				must.Do(b, s.g.SetWeight(i, number, weight))
			}
			must.Do(b, s.crowd.Update(0))
			s.answer(number, slope(0.1, geom.XYZ(0.2, 1, -0.1)))
			for b.Loop() {
				must.Do(b, s.crowd.Update(1e-4))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/instance")
		})
	}
}
