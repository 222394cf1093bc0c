package solve_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"pgregory.net/rapid"
)

// solver is FABRIK or CCD for one chain.
type solver struct {
	name  string
	solve func(joints []solve.ChainJoint, target, bend [3]float32, iterations int, out []solve.ChainTurn, scratch []solve.ChainScratch) float32
}

var solvers = []solver{
	{"CCD", solve.CCD},
	{"FABRIK", func(joints []solve.ChainJoint, target, bend [3]float32, iterations int, out []solve.ChainTurn, scratch []solve.ChainScratch) float32 {
		return solve.FABRIK(joints, []solve.Effector{{Joint: len(joints) - 1, Target: target, Weight: 1}}, bend, iterations, out, scratch)
	}},
}

// drawChain is a chain of bones of 0.1 to 0.5, and its length.
func drawChain(t *rapid.T) (joints []solve.ChainJoint, length float64) {
	at := drawV(t, "root", 1)
	for i := range rapid.IntRange(3, 7).Draw(t, "joints") {
		if i > 0 {
			bone := rapid.Float32Range(0.1, 0.5).Draw(t, "bone")
			at = at.AddTimes(drawUnit(t, "direction"), bone)
			length += distance(at, geom.VecOf(joints[i-1].Place))
		}
		joints = append(joints, solve.ChainJoint{Place: at.Array(), Parent: i - 1, Weight: 1})
	}
	return joints, length
}

// walked fails where places do not follow from the joints' own turns, or bones change
// their lengths.
func walked(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, joints []solve.ChainJoint, out []solve.ChainTurn) {
	t.Helper()
	turns := make([]geom.Quat, len(joints))
	for i, j := range joints {
		turns[i] = geom.QuatOf(out[i].Own)
		if j.Parent < 0 {
			if out[i].Place != j.Place {
				t.Fatalf("the root moves from %v to %v", j.Place, out[i].Place)
			}
			continue
		}
		turns[i] = turns[j.Parent].Mul(geom.QuatOf(out[i].Own))
		bone := vector(geom.VecOf(j.Place)).sub(vector(geom.VecOf(joints[j.Parent].Place)))
		got := vector(geom.VecOf(out[i].Place)).sub(vector(geom.VecOf(out[j.Parent].Place)))
		if !got.near(rotate(turns[j.Parent], bone), 5e-6) || math.Abs(got.length()-bone.length()) > 1e-6 || apart(turns[i], geom.QuatOf(out[i].Turn)) > 5e-6 {
			t.Fatalf("bone %d lies along %v, its turns lay it along %v", i, got, rotate(turns[j.Parent], bone))
		}
	}
}

// Chains keep their bones and get no worse by more passes.
func TestChainGetsNearer(t *testing.T) {
	for _, s := range solvers {
		t.Run(s.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				joints, length := drawChain(t)
				n := len(joints)
				target := geom.VecOf(joints[0].Place).AddTimes(drawUnit(t, "towards"), float32(rapid.Float64Range(0.3, 0.75).Draw(t, "far")*length))
				longest := 0.0
				for i := 1; i < n; i++ {
					longest = max(longest, distance(geom.VecOf(joints[i].Place), geom.VecOf(joints[i-1].Place)))
				}
				if distance(target, geom.VecOf(joints[0].Place)) < 1.1*(2*longest-length)+0.05*length {
					t.Skip("too near")
				}
				bend := drawUnit(t, "bend")
				out, scratch := make([]solve.ChainTurn, n), make([]solve.ChainScratch, n)
				last := distance(geom.VecOf(joints[n-1].Place), target) + 1e-6
				for _, iterations := range []int{0, 1, 2, 8, 200} {
					r := float64(s.solve(joints, target.Array(), bend.Array(), iterations, out, scratch))
					walked(t, joints, out)
					if math.Abs(r-distance(geom.VecOf(out[n-1].Place), target)) > 2e-6 || r > last+1e-7 {
						t.Fatalf("%d passes: residual %v, the end at %v, before %v", iterations, r, distance(geom.VecOf(out[n-1].Place), target), last)
					}
					last = r
				}
			})
		})
	}
}

// Straight chains bend towards targets on their line; targets out of reach lie on it.
func TestChainStraight(t *testing.T) {
	for _, s := range solvers {
		joints := make([]solve.ChainJoint, 5)
		for i := range joints {
			joints[i] = solve.ChainJoint{Place: [3]float32{0, float32(i) * 0.25, 0}, Parent: i - 1, Weight: 1}
		}
		out, scratch := make([]solve.ChainTurn, 5), make([]solve.ChainScratch, 5)
		if r := s.solve(joints, [3]float32{0, 0.6, 0}, [3]float32{0, 0, 1}, 50, out, scratch); r > 1e-3 || !(out[3].Place[2] > 0.1) {
			t.Errorf("%s: ends at %v, bent to %v", s.name, r, out)
		}
		if r := s.solve(joints, [3]float32{3, 0, 0}, [3]float32{0, 0, 1}, 100, out, scratch); math.Abs(float64(r)-2) > 1e-3 {
			t.Errorf("%s: misses a target at 3 by %v", s.name, r)
		}
	}
}

// Joints stay within their limits, and those with no weight stay as they are.
func TestChainLimits(t *testing.T) {
	for _, s := range solvers {
		t.Run(s.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				joints, length := drawChain(t)
				n := len(joints)
				for i := range joints {
					j := &joints[i]
					if rapid.IntRange(0, 4).Draw(t, "stiff") == 0 {
						j.Weight = 0
						continue
					}
					j.Weight = rapid.Float32Range(0.2, 1).Draw(t, "weight")
					j.Rest = drawQ(t, "rest").Array()
					j.Rotation = j.Rest
					limit := solve.NewSwingTwist(drawUnit(t, "axis").Array(), [3]float32{}, 0.5, 0.8, -0.4, 0.6)
					j.Limit = &limit
				}
				target := geom.VecOf(joints[0].Place).AddTimes(drawUnit(t, "towards"), float32(length/2))
				out, scratch := make([]solve.ChainTurn, n), make([]solve.ChainScratch, n)
				s.solve(joints, target.Array(), [3]float32{}, 10, out, scratch)
				walked(t, joints, out)
				for i := range joints {
					j := &joints[i]
					if j.Weight == 0 && out[i].Own != geom.Identity.Array() {
						t.Fatalf("joint %d has no weight and turns by %v", i, out[i].Own)
					}
					if j.Limit == nil {
						continue
					}
					q := geom.QuatOf(j.Rest).Conjugate().Mul(geom.QuatOf(out[i].Own)).Mul(geom.QuatOf(j.Rotation)).Unit()
					if held := j.Limit.Apply(q.Array()); apart(geom.QuatOf(held), q) > 2e-5 {
						t.Fatalf("joint %d is turned by %v, which its limit holds to %v", i, q, held)
					}
				}
			})
		})
	}
}

// Chains come to within 1 % of their length to targets within reach, but for one in 1,000:
// passes creep along chains that are straight, or folded straight, and on the wrong side.
func TestChainReaches(t *testing.T) {
	for _, s := range solvers {
		t.Run(s.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed.First(t), 7))
			unit := func() geom.Vec {
				return geom.XYZ(float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())).Unit(geom.Vec{X: 1})
			}
			creep := 0
			const chains = 2000
			for range chains {
				joints, length, longest := []solve.ChainJoint{{Parent: -1, Weight: 1}}, 0.0, 0.0
				for k := range 2 + r.IntN(5) {
					bone := 0.1 + 0.4*r.Float64()
					joints = append(joints, solve.ChainJoint{Parent: k, Place: geom.VecOf(joints[k].Place).AddTimes(unit(), float32(bone)).Array(), Weight: 1})
					length, longest = length+bone, max(longest, bone)
				}
				far := (0.3 + 0.45*r.Float64()) * length
				if far < 1.1*(2*longest-length)+0.05*length {
					continue
				}
				out, scratch := make([]solve.ChainTurn, len(joints)), make([]solve.ChainScratch, len(joints))
				if float64(s.solve(joints, unit().Times(float32(far)).Array(), unit().Array(), 200, out, scratch)) > 0.01*length {
					creep++
				}
			}
			if creep > chains/1000 {
				t.Fatalf("%d of %d chains are short of their targets", creep, chains)
			}
		})
	}
}

// body is a spine with two arms, whose hands are the joints 4 and 6.
func body() []solve.ChainJoint {
	j := []solve.ChainJoint{
		{Place: [3]float32{}, Parent: -1}, {Place: [3]float32{0, 0.5, 0.05}, Parent: 0}, {Place: [3]float32{0, 1, 0}, Parent: 1},
		{Place: [3]float32{0.4, 1, -0.05}, Parent: 2}, {Place: [3]float32{0.8, 1, 0}, Parent: 3},
		{Place: [3]float32{-0.4, 1, -0.05}, Parent: 2}, {Place: [3]float32{-0.8, 1, 0}, Parent: 5},
	}
	for i := range j {
		j[i].Weight = 1
	}
	return j
}

// Two hands come to their targets, or divide what they miss by their weights.
func TestFABRIKTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		joints := body()
		out, scratch := make([]solve.ChainTurn, len(joints)), make([]solve.ChainScratch, len(joints))
		near := func(name string, v geom.Vec) geom.Vec { return v.Add(drawV(t, name, 0.1)) }
		effectors := []solve.Effector{{Joint: 4, Target: near("left", geom.XYZ(0.6, 0.9, 0.2)).Array(), Weight: 1}, {Joint: 6, Target: near("right", geom.XYZ(-0.6, 0.9, 0.2)).Array(), Weight: 1}}
		r := solve.FABRIK(joints, effectors, [3]float32{}, 60, out, scratch)
		walked(t, joints, out)
		if r > 0.02 {
			t.Fatalf("hands end at %v, %v, by %v", out[4].Place, out[6].Place, r)
		}
		// Both out of reach: the heavier one is nearer.
		effectors[0].Target, effectors[1].Target = [3]float32{3, 1, 0}, [3]float32{-3, 1, 0}
		effectors[0].Weight = 10
		solve.FABRIK(joints, effectors, [3]float32{}, 60, out, scratch)
		walked(t, joints, out)
		if a, b := distance(geom.VecOf(out[4].Place), geom.VecOf(effectors[0].Target)), distance(geom.VecOf(out[6].Place), geom.VecOf(effectors[1].Target)); !(a < b) {
			t.Fatalf("of two hands the heavier misses by %v, the other by %v", a, b)
		}
	})
}

func TestChainAlwaysDefined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "joints")
		joints := make([]solve.ChainJoint, n)
		for i := range joints {
			joints[i] = solve.ChainJoint{Place: drawOdd(t, "place").Array(), Parent: i - 1, Weight: drawOdd(t, "weight").X}
		}
		target, bend := drawOdd(t, "target"), drawOdd(t, "bend")
		out, scratch := make([]solve.ChainTurn, n), make([]solve.ChainScratch, n)
		for _, s := range solvers {
			r := s.solve(joints, target.Array(), bend.Array(), 3, out, scratch)
			for i := range out {
				if !soundQ(geom.QuatOf(out[i].Turn)) || !soundQ(geom.QuatOf(out[i].Own)) || !(r <= math.MaxFloat32) {
					t.Fatalf("%s: %+v to %v gives %+v, %v", s.name, joints, target, out, r)
				}
			}
		}
	})
}

// Chains come to targets near their reach, which passes alone miss by up to a tenth of their
// length, without a jump where stretching sets in.
func TestChainStretches(t *testing.T) {
	for _, solver := range solvers {
		t.Run(solver.name, func(t *testing.T) {
			for s := range seed.Cases(t, 40) {
				stretches(t, solver, s)
			}
		})
	}
}

func stretches(t *testing.T, solver solver, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 5))
	unit := func(x, y, z, by float64) geom.Vec {
		v := geom.XYZ(float32(x), float32(y), float32(z))
		l := float64(distance(v, geom.Vec{}))
		return geom.Vec{}.AddTimes(v, float32(by/l))
	}
	joints, length := []solve.ChainJoint{{Parent: -1, Weight: 1}}, 0.0
	for k := range 4 {
		bone := 0.2 + 0.3*r.Float64()
		place := geom.VecOf(joints[k].Place).AddTimes(unit(0.5*r.NormFloat64(), 1+0.3*r.Float64(), 0.5*r.NormFloat64(), bone), 1)
		joints, length = append(joints, solve.ChainJoint{Parent: k, Place: place.Array(), Weight: 1}), length+bone
	}
	x, y, z := r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
	out, scratch := make([]solve.ChainTurn, 5), make([]solve.ChainScratch, 5)
	last, folded := 0.0, false
	for part := 0.8; part < 0.9999; part += 0.002 {
		residual := float64(solver.solve(joints, unit(x, y, z, part*length).Array(), [3]float32{}, 60, out, scratch))
		walked(t, joints, out)
		if part > 0.951 && residual > 1e-5*length {
			t.Fatalf("at %.4f of %v the residual is %v", part, length, residual)
		}
		if part == 0.8 {
			folded = residual > 1e-3*length // the passes do not unfold it
		}
		if part > 0.8 && !folded && math.Abs(residual-last) > 0.03*length {
			t.Fatalf("at %.4f of %v the residual jumps from %v to %v", part, length, last, residual)
		}
		last = residual
	}
}
