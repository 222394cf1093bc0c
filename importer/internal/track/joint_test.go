package track

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"pgregory.net/rapid"
)

// at evaluates a track at a time by its definition: constant outside the keys, linear between
// them, rotations along the great arc.
func (t *Track) at(time float64, rotation bool) [4]float64 {
	keys := t.Keys
	if time <= keys[0].Time {
		return keys[0].Value
	}
	for i := 1; i < len(keys); i++ {
		if time > keys[i].Time {
			continue
		}
		a, b := keys[i-1], keys[i]
		u := (time - a.Time) / (b.Time - a.Time)
		wa, wb := 1-u, u
		if rotation {
			if angle := math.Acos(math.Min(1, exact.Quat(a.Value).Dot(b.Value))); angle > 1e-9 {
				wa, wb = math.Sin((1-u)*angle)/math.Sin(angle), math.Sin(u*angle)/math.Sin(angle)
			}
		}
		var v [4]float64
		for k := range v {
			v[k] = wa*a.Value[k] + wb*b.Value[k]
		}
		return v
	}
	return keys[len(keys)-1].Value
}

func (s *Slot) at(clip int, time float64, rotation bool) [4]float64 {
	if s.trackOf(clip) == nil {
		return s.Rest
	}
	return s.trackOf(clip).at(time, rotation)
}

func localAt(t, r, s *Slot, static *exact.Matrix, clip int, time float64) exact.Matrix {
	if static != nil {
		return *static
	}
	return exact.Compose(Vec3(t.at(clip, time, false)), r.at(clip, time, true), Vec3(s.at(clip, time, false)))
}

func drawQuat(t *rapid.T) exact.Quat {
	var q exact.Quat
	for i := range q {
		q[i] = rapid.Float64Range(-1, 1).Draw(t, "q")
	}
	return q.Unit()
}

func drawVec(t *rapid.T, lo, hi float64) [4]float64 {
	var v [4]float64
	for i := range 3 {
		v[i] = rapid.Float64Range(lo, hi).Draw(t, "v")
	}
	return v
}

// drawSlot draws a slot that is neutral, static, or driven by some of the clips.
func drawSlot(t *rapid.T, neutral [4]float64, clips int, rotation bool, value func() [4]float64) Slot {
	s := Slot{Rest: neutral}
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return s
	case 1:
		s.Rest = value()
		return s
	}
	for c := range clips {
		if !rapid.Bool().Draw(t, "driven") {
			continue
		}
		tr := &Track{}
		for k := range rapid.IntRange(1, 4).Draw(t, "keys") {
			tr.Keys = append(tr.Keys, Key{float64(k * 3), value()})
		}
		if rotation {
			tr.Clean(true)
		}
		s.set(c, tr)
	}
	return s
}

func drawFactor(t *rapid.T, clips int) Factor {
	if rapid.IntRange(0, 9).Draw(t, "shears") == 0 {
		m := exact.Compose(Vec3(drawVec(t, -2, 2)), drawQuat(t), exact.Vec{1, 2, 3}).
			Mul(exact.Compose(exact.Vec{}, drawQuat(t), exact.Vec{1, 1, 2}))
		return Factor{Static: &m}
	}
	uniform := rapid.Bool().Draw(t, "uniform")
	return Factor{
		T: drawSlot(t, [4]float64{}, clips, false, func() [4]float64 { return drawVec(t, -2, 2) }),
		R: drawSlot(t, exact.IdentityQuat(), clips, true, func() [4]float64 { return drawQuat(t) }),
		S: drawSlot(t, [4]float64{1, 1, 1}, clips, false, func() [4]float64 {
			if uniform {
				f := rapid.Float64Range(0.5, 2).Draw(t, "f")
				return [4]float64{f, f, f}
			}
			return drawVec(t, 0.5, 2)
		}),
	}
}

// TestFoldChainIsExact compares the product of a chain's factors with the product of the folded
// joints, also between keys.
func TestFoldChainIsExact(t *testing.T) {
	const clips = 2
	rapid.Check(t, func(t *rapid.T) {
		factors := make([]Factor, rapid.IntRange(1, 6).Draw(t, "factors"))
		for i := range factors {
			factors[i] = drawFactor(t, clips)
		}
		type moment struct {
			clip int
			time float64
			want exact.Matrix
		}
		var moments []moment
		for range 8 {
			m := moment{rapid.IntRange(0, clips-1).Draw(t, "clip"), rapid.Float64Range(-1, 10).Draw(t, "time"), exact.Identity()}
			for i := range factors {
				f := &factors[i]
				m.want = m.want.Mul(localAt(&f.T, &f.R, &f.S, f.Static, m.clip, m.time))
			}
			moments = append(moments, m)
		}
		joints, last := Fold(nil, "x", -1, factors) // consumes the factors
		if last != len(joints)-1 || joints[last].Name != "x" {
			t.Fatalf("the last of %d joints is %d, named %q", len(joints), last, joints[last].Name)
		}
		for _, m := range moments {
			got := exact.Identity()
			for i := range joints {
				j := &joints[i]
				if j.Parent != i-1 {
					t.Fatalf("joint %d has the parent %d", i, j.Parent)
				}
				got = got.Mul(localAt(&j.T, &j.R, &j.S, j.Static, m.clip, m.time))
			}
			for k := range got {
				if math.Abs(got[k]-m.want[k]) > 1e-9*(1+math.Abs(m.want[k])) {
					t.Fatalf("clip %d, time %v: element %d is %v, want %v (%d joints)", m.clip, m.time, k, got[k], m.want[k], len(joints))
				}
			}
		}
	})
}

// TestFoldChainNeedsOneJoint covers the most common case: pre- and post-rotation around an
// animated rotation, static offsets, animated translation in front and scale behind.
func TestFoldChainNeedsOneJoint(t *testing.T) {
	keyed := func(v ...[4]float64) Slot {
		s := Slot{Rest: v[0]}
		tr := &Track{}
		for i := range v {
			tr.Keys = append(tr.Keys, Key{float64(i), v[i]})
		}
		s.set(0, tr)
		return s
	}
	id := exact.IdentityQuat()
	still := func() Factor {
		return Factor{R: Slot{Rest: id}, S: Slot{Rest: [4]float64{1, 1, 1}}}
	}
	half := math.Sqrt(0.5)
	translation, pre, rotation, post, scaling := still(), still(), still(), still(), still()
	translation.T = keyed([4]float64{1, 2, 3}, [4]float64{2, 2, 3})
	pre.R.Rest = [4]float64{half, 0, 0, half}
	rotation.R = keyed(id, [4]float64{0, half, 0, half})
	post.R.Rest = [4]float64{0, 0, half, half}
	scaling.S = keyed([4]float64{1, 1, 1}, [4]float64{1, 2, 1})
	joints, _ := Fold(nil, "arm", -1, []Factor{translation, pre, rotation, post, scaling})
	if len(joints) != 1 {
		t.Fatalf("%d joints, want 1", len(joints))
	}
}

func TestTakeOutUnitsKeepsPositions(t *testing.T) {
	const clips = 1
	rapid.Check(t, func(t *rapid.T) {
		var joints []Joint
		lead := rapid.SampledFrom([]float64{1, 0.01, 2.54}).Draw(t, "lead")
		n := rapid.IntRange(1, 8).Draw(t, "joints")
		for i := range n {
			fc := drawFactor(t, clips)
			j := newJoint("j", rapid.IntRange(-1, i-1).Draw(t, "parent"))
			j.T, j.R, j.S, j.Static = fc.T, fc.R, fc.S, fc.Static
			joints = append(joints, j)
		}
		time := rapid.Float64Range(0, 9).Draw(t, "time")
		globals := func() []exact.Matrix {
			out := make([]exact.Matrix, n)
			for i := range joints {
				j := &joints[i]
				out[i] = localAt(&j.T, &j.R, &j.S, j.Static, 0, time)
				if j.Parent >= 0 {
					out[i] = out[j.Parent].Mul(out[i])
				}
			}
			return out
		}
		want := globals()
		unit := TakeOutUnits(joints, lead, nil)
		for i, got := range globals() {
			got = got.Mul(exact.Scaling(unit[i]))
			for k := range got {
				if math.Abs(got[k]-want[i][k]) > 1e-8*(1+math.Abs(want[i][k])) {
					t.Fatalf("joint %d: element %d is %v, want %v (unit %v)", i, k, got[k], want[i][k], unit[i])
				}
			}
		}
	})
}
