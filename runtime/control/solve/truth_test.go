package solve_test

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/soa"
)

// rotationOf is the rotation of a matrix with a uniform scale.
func rotationOf(m *soa.Affine) geom.Quat {
	x, y, z := geom.Columns(m)
	return geom.FromAxes(x.Unit(x), y.Unit(y), z.Unit(z))
}

// apart is the greatest difference of a component of two rotations.
func apart(a, b geom.Quat) (d float64) {
	other := b.NearestSign(a).Array()
	for k, v := range a.Array() {
		d = max(d, math.Abs(float64(v-other[k])))
	}
	return d
}

func distance(a, b geom.Vec) float64 { return vector(a).sub(vector(b)).length() }

// inJoint is a turn of model space as a correction in a joint's own space.
func inJoint(turn, joint geom.Quat) geom.Quat { return joint.Conjugate().Mul(turn).Mul(joint) }

type twoBoneCase struct {
	Kind            string
	Start, Mid, End soa.Affine
	Target, Pole    [3]float32
	MidAxis         [3]float32 `json:"mid_axis"`
	Twist, Soften   float64
	Weight          float32
	StartCorrection [4]float32 `json:"start_correction"`
	MidCorrection   [4]float32 `json:"mid_correction"`
	Reached         bool
	MidAfter        [3]float32 `json:"mid_after"`
	EndAfter        [3]float32 `json:"end_after"`
}

func (c *twoBoneCase) limb() limb {
	mid := rotationOf(&c.Mid)
	return limb{
		Root: geom.Translation(&c.Start).Array(), Mid: geom.Translation(&c.Mid).Array(), End: geom.Translation(&c.End).Array(), Target: c.Target,
		Axis: mid.Rotate(geom.VecOf(c.MidAxis)).Neg().Array(), // ozz's opens the limb
		Pole: c.Pole, Twist: solve.NewAngle(c.Twist), Soft: float32(c.Soften), Weight: c.Weight, PoleWeight: 1,
	}
}

// Limbs agree with ozz-animation's IKTwoBoneJob. Where that softens, the curves differ:
// ours must lie in the same plane, on the same side, and as far out as our curve says.
func TestTwoBoneTruth(t *testing.T) {
	cases, worst, worstPlace := 0, 0.0, 0.0
	for _, path := range truth.Motion(t, "ik_two_bone*.json") {
		var file struct{ Cases []twoBoneCase }
		truth.ReadJSON(t, path, &file)
		if len(file.Cases) == 0 {
			t.Fatalf("%s has no cases", filepath.Base(path))
		}
		for i := range file.Cases {
			c := &file.Cases[i]
			cases++
			l := c.limb()
			got := l.Solve()
			mid := geom.QuatOf(got.Root).Rotate(geom.VecOf(l.Mid).Sub(geom.VecOf(l.Root))).Add(geom.VecOf(l.Root))
			end := geom.QuatOf(got.Mid).Rotate(geom.VecOf(l.End).Sub(geom.VecOf(l.Mid))).Add(mid)
			if reached := got.Reason == solve.Reached && c.Weight >= 1; reached != c.Reached {
				t.Errorf("case %d, %s: %v, want reached %v", i, c.Kind, got.Reason, c.Reached)
			}
			d := distance(geom.VecOf(l.Target), geom.VecOf(l.Root))
			chain := distance(geom.VecOf(l.Root), geom.VecOf(l.Mid)) + distance(geom.VecOf(l.Mid), geom.VecOf(l.End))
			if c.Soften < 1 && d > c.Soften*chain {
				x := (d - c.Soften*chain) / ((1 - c.Soften) * chain)
				want := c.Soften*chain + (1-c.Soften)*chain*(1-256/math.Pow(x+4, 4))
				if reach := distance(end, geom.VecOf(l.Root)); math.Abs(reach-want) > 1e-5 {
					t.Errorf("case %d, softened: reaches %v, want %v", i, reach, want)
				}
				pole := planeOf(geom.VecOf(l.Pole), geom.VecOf(l.Target).Sub(geom.VecOf(l.Root)))
				was, is := planeOf(geom.VecOf(c.MidAfter).Sub(geom.VecOf(l.Root)), geom.VecOf(l.Target).Sub(geom.VecOf(l.Root))), planeOf(mid.Sub(geom.VecOf(l.Root)), geom.VecOf(l.Target).Sub(geom.VecOf(l.Root)))
				if is.dot(was) < 1-1e-6 || is.dot(pole) < 1-1e-6 {
					t.Errorf("case %d, softened: mid lies in another plane or on the other side", i)
				}
				continue
			}
			e := max(apart(inJoint(geom.QuatOf(got.Root), rotationOf(&c.Start)), geom.QuatOf(c.StartCorrection)),
				apart(inJoint(geom.QuatOf(got.Root).Conjugate().Mul(geom.QuatOf(got.Mid)), rotationOf(&c.Mid)), geom.QuatOf(c.MidCorrection)))
			p := max(distance(mid, geom.VecOf(c.MidAfter)), distance(end, geom.VecOf(c.EndAfter)))
			worst, worstPlace = max(worst, e), max(worstPlace, p)
			if !(e <= 1e-4) || !(p <= 1e-5) {
				t.Errorf("case %d, %s: rotations off by %.2e, places by %.2e", i, c.Kind, e, p)
			}
		}
	}
	t.Logf("truth: %d cases, worst %.1e (rotations %.1e, places %.1e)", cases, max(worst, worstPlace), worst, worstPlace)
}

// Aims agree with ozz-animation's IKAimJob, but that weights take the short way, and that
// a joint which cannot aim turns as far as it can where ozz leaves it.
func TestAimTruth(t *testing.T) {
	cases, worst := 0, 0.0
	for _, path := range truth.Motion(t, "ik_aim*.json") {
		var file struct {
			Cases []struct {
				Kind                              string
				Joint                             soa.Affine
				Target, Forward, Offset, Up, Pole [3]float32
				Twist                             float64
				Weight                            float32
				Correction                        [4]float32
				Shortest                          *[4]float32 `json:"correction_shortest"`
				Reached                           bool
			}
		}
		truth.ReadJSON(t, path, &file)
		if len(file.Cases) == 0 {
			t.Fatalf("%s has no cases", filepath.Base(path))
		}
		for i, c := range file.Cases {
			cases++
			x, _, _ := geom.Columns(&c.Joint)
			q := rotationOf(&c.Joint)
			a := aim{
				Place: geom.Translation(&c.Joint).Array(), Rotation: q, Target: c.Target, Forward: c.Forward, Up: c.Up,
				Offset: geom.VecOf(c.Offset).Times(x.Length()).Array(), Pole: geom.VecOf(c.Pole).Unit(geom.Vec{}).Array(), Twist: solve.NewAngle(c.Twist), Weight: c.Weight,
			}
			now, residual, reason := a.Solve()
			if (reason == solve.Reached) != c.Reached {
				t.Errorf("case %d, %s: %v, want reached %v", i, c.Kind, reason, c.Reached)
			}
			if !c.Reached {
				nearest := vector(geom.VecOf(a.Offset)).beside(vector(geom.VecOf(a.Forward))).length()
				if want := nearest - distance(geom.VecOf(a.Target), geom.VecOf(a.Place)); math.Abs(float64(residual)-want) > 1e-5 {
					t.Errorf("case %d, %s: passes at %v, want %v", i, c.Kind, residual, want)
				}
				continue
			}
			want := c.Correction
			if c.Shortest != nil {
				want = *c.Shortest
			}
			e := apart(q.Conjugate().Mul(now), geom.QuatOf(want))
			if worst = max(worst, e); !(e <= 1e-4) {
				t.Errorf("case %d, %s: rotation off by %.2e", i, c.Kind, e)
			}
			if c.Weight == 1 && !(float64(residual) <= 1e-5) {
				t.Errorf("case %d, %s: passes the target at %v", i, c.Kind, residual)
			}
		}
	}
	t.Logf("truth: %d cases, worst %.1e", cases, worst)
}

type blenderFrame struct {
	Hips         soa.Affine
	Before       map[string]soa.Affine
	Target, Pole [3]float32
	Reachable    bool
	End, Knee    [3]float32
}

type blenderCase struct {
	Name, Kind string
	Lengths    []float32
	Bones      []string
	Frames     []blenderFrame
}

// Legs agree with Blender's IK in knee and end, and chains come as near to reachable
// targets as that does.
func TestBlenderTruth(t *testing.T) {
	const within = 1e-3
	cases, worst := 0, 0.0
	for _, path := range truth.Motion(t, "ik_blender*.json") {
		var file struct{ Cases []blenderCase }
		truth.ReadJSON(t, path, &file)
		if len(file.Cases) == 0 {
			t.Fatalf("%s has no cases", filepath.Base(path))
		}
		for _, c := range file.Cases {
			for i := range c.Frames {
				cases++
				e := 0.0
				if c.Kind == "leg" {
					e = c.leg(&c.Frames[i])
				} else {
					e = c.chain(&c.Frames[i])
				}
				if worst = max(worst, e); !(e <= within) {
					t.Errorf("%s, frame %d: off by %.2e", c.Name, i, e)
				}
			}
		}
	}
	t.Logf("truth: %d cases, worst %.1e", cases, worst)
}

// places are the joints of a chain before IK; bones point along Y.
func (c *blenderCase) places(f *blenderFrame) (places []geom.Vec) {
	end := geom.Vec{}
	for i, b := range c.Bones[1:] {
		m := f.Before[b]
		_, y, _ := geom.Columns(&m)
		places, end = append(places, geom.Translation(&m)), geom.Translation(&m).AddTimes(y, c.Lengths[i])
	}
	return append(places, end)
}

func (c *blenderCase) leg(f *blenderFrame) float64 {
	p := c.places(f)
	l := limb{Root: p[0].Array(), Mid: p[1].Array(), End: p[2].Array(), Target: f.Target, Bent: true, Pole: f.Pole, PoleIsPoint: true, Weight: 1, PoleWeight: 1}
	r := l.Solve()
	if (r.Reason == solve.Reached) != f.Reachable {
		return math.Inf(1)
	}
	mid, end := after(&l, r)
	e := end.sub(vector(geom.VecOf(f.End))).length()
	if f.Reachable { // else Blender's iterations end with a knee that is off the line yet
		e = max(e, mid.sub(vector(geom.VecOf(f.Knee))).length())
	}
	return e
}

// chain is by how much either solver is farther from the target than Blender's.
func (c *blenderCase) chain(f *blenderFrame) (worst float64) {
	p := c.places(f)
	joints := make([]solve.ChainJoint, len(p))
	for i := range joints {
		joints[i] = solve.ChainJoint{Place: p[i].Array(), Parent: i - 1, Weight: 1}
	}
	out, scratch := make([]solve.ChainTurn, len(p)), make([]solve.ChainScratch, len(p))
	blender := distance(geom.VecOf(f.End), geom.VecOf(f.Target))
	for _, run := range []func() float32{
		func() float32 {
			return solve.FABRIK(joints, []solve.Effector{{Joint: len(p) - 1, Target: f.Target, Weight: 1}}, [3]float32{}, 60, out, scratch)
		},
		func() float32 { return solve.CCD(joints, f.Target, [3]float32{}, 60, out, scratch) },
	} {
		residual := float64(run())
		if f.Reachable {
			residual = max(residual, distance(geom.VecOf(out[len(p)-1].Place), geom.VecOf(f.Target)))
		}
		worst = max(worst, residual-blender)
	}
	return worst
}
