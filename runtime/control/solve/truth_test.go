package solve_test

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/internal/truth"
	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/soa"
)

// rotationOf is the rotation of a matrix with a uniform scale.
func rotationOf(m *soa.Affine) vec.Q {
	x, y, z := vec.Columns(m)
	return vec.Rotation(x.Unit(x), y.Unit(y), z.Unit(z))
}

// apart is the greatest difference of a component of two rotations.
func apart(a, b vec.Q) (d float64) {
	b = b.Toward(a)
	for k := range a {
		d = max(d, math.Abs(float64(a[k]-b[k])))
	}
	return d
}

func distance(a, b vec.V) float64 { return vector(a).sub(vector(b)).length() }

// inJoint is a turn of model space as a correction in a joint's own space.
func inJoint(turn, joint vec.Q) vec.Q { return joint.Conjugate().Mul(turn).Mul(joint) }

type twoBoneCase struct {
	Kind            string
	Start, Mid, End soa.Affine
	Target, Pole    vec.V
	MidAxis         vec.V `json:"mid_axis"`
	Twist, Soften   float64
	Weight          float32
	StartCorrection vec.Q `json:"start_correction"`
	MidCorrection   vec.Q `json:"mid_correction"`
	Reached         bool
	MidAfter        vec.V `json:"mid_after"`
	EndAfter        vec.V `json:"end_after"`
}

func (c *twoBoneCase) limb() solve.Limb {
	mid := rotationOf(&c.Mid)
	return solve.Limb{
		Root: vec.Place(&c.Start), Mid: vec.Place(&c.Mid), End: vec.Place(&c.End), Target: c.Target,
		Axis: mid.Rotate(c.MidAxis).Neg(), // ozz's opens the limb
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
			mid := got.Root.Rotate(l.Mid.Sub(l.Root)).Add(l.Root)
			end := got.Mid.Rotate(l.End.Sub(l.Mid)).Add(mid)
			if reached := got.Reason == solve.Reached && c.Weight >= 1; reached != c.Reached {
				t.Errorf("case %d, %s: %v, want reached %v", i, c.Kind, got.Reason, c.Reached)
			}
			d := distance(l.Target, l.Root)
			chain := distance(l.Root, l.Mid) + distance(l.Mid, l.End)
			if c.Soften < 1 && d > c.Soften*chain {
				x := (d - c.Soften*chain) / ((1 - c.Soften) * chain)
				want := c.Soften*chain + (1-c.Soften)*chain*(1-256/math.Pow(x+4, 4))
				if reach := distance(end, l.Root); math.Abs(reach-want) > 1e-5 {
					t.Errorf("case %d, softened: reaches %v, want %v", i, reach, want)
				}
				pole := planeOf(l.Pole, l.Target.Sub(l.Root))
				was, is := planeOf(c.MidAfter.Sub(l.Root), l.Target.Sub(l.Root)), planeOf(mid.Sub(l.Root), l.Target.Sub(l.Root))
				if is.dot(was) < 1-1e-6 || is.dot(pole) < 1-1e-6 {
					t.Errorf("case %d, softened: mid lies in another plane or on the other side", i)
				}
				continue
			}
			e := max(apart(inJoint(got.Root, rotationOf(&c.Start)), c.StartCorrection),
				apart(inJoint(got.Root.Conjugate().Mul(got.Mid), rotationOf(&c.Mid)), c.MidCorrection))
			p := max(distance(mid, c.MidAfter), distance(end, c.EndAfter))
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
				Target, Forward, Offset, Up, Pole vec.V
				Twist                             float64
				Weight                            float32
				Correction                        vec.Q
				Shortest                          *vec.Q `json:"correction_shortest"`
				Reached                           bool
			}
		}
		truth.ReadJSON(t, path, &file)
		if len(file.Cases) == 0 {
			t.Fatalf("%s has no cases", filepath.Base(path))
		}
		for i, c := range file.Cases {
			cases++
			x, _, _ := vec.Columns(&c.Joint)
			q := rotationOf(&c.Joint)
			a := solve.Aim{
				Place: vec.Place(&c.Joint), Target: c.Target, Forward: q.Rotate(c.Forward), Up: q.Rotate(c.Up),
				Offset: q.Rotate(c.Offset).Times(x.Length()), Pole: c.Pole, Twist: solve.NewAngle(c.Twist), Weight: c.Weight,
			}
			got := a.Solve()
			if (got.Reason == solve.Reached) != c.Reached {
				t.Errorf("case %d, %s: %v, want reached %v", i, c.Kind, got.Reason, c.Reached)
			}
			if !c.Reached {
				nearest := vector(a.Offset).beside(vector(a.Forward)).length()
				if want := nearest - distance(a.Target, a.Place); math.Abs(float64(got.Residual)-want) > 1e-5 {
					t.Errorf("case %d, %s: passes at %v, want %v", i, c.Kind, got.Residual, want)
				}
				continue
			}
			want := c.Correction
			if c.Shortest != nil {
				want = *c.Shortest
			}
			e := apart(inJoint(got.Turn, q), want)
			if worst = max(worst, e); !(e <= 1e-4) {
				t.Errorf("case %d, %s: rotation off by %.2e", i, c.Kind, e)
			}
			if c.Weight == 1 && !(float64(got.Residual) <= 1e-5) {
				t.Errorf("case %d, %s: passes the target at %v", i, c.Kind, got.Residual)
			}
		}
	}
	t.Logf("truth: %d cases, worst %.1e", cases, worst)
}
