package layout

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// surveyed returns a plan of a model's clips that is ready to survey them.
func surveyed(t *testing.T, m *soa.Model) *Plan {
	t.Helper()
	in, err := Check(context.Background(), m, nil, pose.LayoutOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(in, Bounds{Distance: exact.Distance, Keys: true, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Clips whose joints have key times of their own are looked at in few poses.
func TestSurveyIsLinear(t *testing.T) {
	for _, shape := range []manyjoints.Shape{manyjoints.Chain, manyjoints.Star} {
		for _, joints := range []int{1000, 4000, 32000} {
			c := surveyed(t, manyjoints.Model(shape, joints, 10))
			if poses := c.surveyPoses(c.Exact[0], 10*joints); poses > thinnedPoses {
				t.Errorf("%v of %d joints is looked at in %d poses, want %d at most", shape, joints, poses, thinnedPoses)
			}
			v, thinned := c.surveyClip(c.Exact[0].Fork(), soa.Rig, 1)
			if !thinned {
				t.Errorf("%v of %d joints is posed at all keys", shape, joints)
			}
			if v.Reach == 0 {
				t.Errorf("%v of %d joints is not posed", shape, joints)
			}
		}
	}
}

// A clip whose joints share their key times is posed at each of them.
func TestSurveyOfSharedKeysIsWhole(t *testing.T) {
	m := manyjoints.Model(manyjoints.Star, 32000, 10)
	for k := range m.Clips[0].Time {
		m.Clips[0].Time[k] = float32(k%10) / 9
	}
	c := surveyed(t, m)
	if _, thinned := c.surveyClip(c.Exact[0].Fork(), soa.Rig, 1); thinned {
		t.Error("it is posed at a part of its keys")
	}
}

// Bounds are no less than what poses show.
func TestSurveyBoundsHold(t *testing.T) {
	for s := range seed.Cases(t, 60) {
		r := rand.New(rand.NewPCG(s, 1))
		m := loose(r)
		c := surveyed(t, m)
		for _, form := range []soa.Form{soa.Rig, soa.General} {
			k := c.scaleOf()
			c.bindFree(form, k, c.Skeleton, c.Reference)
			bounds := c.newSurvey(form, k)
			bounds.add(c, c.Reference)
			bounds.add(c, &c.Skeleton.Rest)
			bounds.addTracks(c.Exact[0])
			bounds.bound(c)
			posed, _ := c.surveyClip(c.Exact[0].Fork(), form, k)
			for i := range posed.joint {
				b, p := &bounds.joint[i], &posed.joint[i]
				atMost(t, "stands", p.stands, b.stands)
				for a := range 3 {
					atMost(t, "translation", p.t[a].high, b.t[a].high)
					atMost(t, "translation", -p.t[a].low, -b.t[a].low)
					atMost(t, "scale", p.s[a].high, b.s[a].high)
					atMost(t, "scale", -p.s[a].low, -b.s[a].low)
				}
			}
			for i := range posed.slot {
				atMost(t, "misfit", posed.slot[i].misfit, bounds.slot[i].misfit)
				atMost(t, "moves", posed.slot[i].moves, bounds.slot[i].moves)
			}
			for i := range posed.weight {
				atMost(t, "weight", posed.weight[i].high, bounds.weight[i].high)
				atMost(t, "weight", -posed.weight[i].low, -bounds.weight[i].low)
			}
		}
	}
}

// atMost compares what poses show with a bound, but for rounding.
func atMost(t *testing.T, what string, shown, bound float64) {
	t.Helper()
	if slack := 1e-9 * max(1, bound, -bound); !(shown <= bound+slack) {
		t.Errorf("%s: %v in a pose, the bound is %v", what, shown, bound)
	}
}

// loose returns a model of a few joints with tracks of all kinds, in half of the cases
// without scales, and static joints and a skin in some.
func loose(r *rand.Rand) *soa.Model {
	joints, scaled := 1+r.IntN(12), r.IntN(2) == 0
	k := &soa.Skeleton{Rest: soa.MakeTransforms(joints)}
	number := func() float32 { return float32(2*r.Float64() - 1) }
	turn := func() exact.Quat {
		return exact.Quat{float64(number()), float64(number()), float64(number()), 1.5}.Unit()
	}
	factor := func() float32 { return 1 + number()/16 }
	c := &soa.Clip{TicksPerSecond: 1, Duration: 1}
	m := &soa.Model{Skeleton: k, Clips: []*soa.Clip{c}, Weights: make([]soa.MorphWeight, 1)}
	for j := range joints {
		k.Parent, k.Name, k.Unit = append(k.Parent, int16(r.IntN(j+1)-1)), append(k.Name, ""), append(k.Unit, 1)
		k.Rest.TX[j], k.Rest.TY[j] = number(), number()
		q := turn()
		k.Rest.RX[j], k.Rest.RY[j], k.Rest.RZ[j], k.Rest.RW[j] = float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])
		if scaled && r.IntN(2) == 0 {
			k.Rest.SX[j], k.Rest.SY[j], k.Rest.SZ[j] = factor(), factor(), -factor()
		}
	}
	k.ComputeDepth()
	still := -1
	if scaled {
		still = r.IntN(joints)
		k.Static = []soa.StaticLocal{{Joint: int16(still), Local: soa.Affine{1, number() / 16, 0, number(), 0, 1, 0, 0, 0, 0, factor(), 0}}}
	}
	track := func(p soa.Property, target int, value func() [4]float32) {
		tr := soa.Track{Target: int16(target), Property: p, First: uint32(len(c.Time)), Interpolation: soa.Interpolation(r.IntN(3))}
		if tr.Interpolation == soa.Cubic {
			tr.FirstTangent = uint32(len(c.In))
		}
		for i := range 4 {
			v := value()
			c.Time = append(c.Time, (float32(i)+r.Float32()/2)/4)
			c.X, c.Y, c.Z, c.W = append(c.X, v[0]), append(c.Y, v[1]), append(c.Z, v[2]), append(c.W, v[3])
			if tr.Interpolation == soa.Cubic {
				var t soa.Tangent
				for e := range coordinatesOf(p) {
					t[e] = number() / 4
				}
				c.In, c.Out = append(c.In, t), append(c.Out, t)
			}
		}
		c.Tracks = append(c.Tracks, tr)
	}
	each := func(p soa.Property, value func() [4]float32) {
		for j := range joints {
			if j != still {
				track(p, j, value)
			}
		}
	}
	each(soa.Translation, func() [4]float32 { return [4]float32{number(), number(), number()} })
	each(soa.Rotation, func() [4]float32 { return turn().Float32() })
	if scaled {
		each(soa.Scale, func() [4]float32 { return [4]float32{factor(), factor(), factor()} })
	}
	track(soa.Weight, 0, func() [4]float32 { return [4]float32{number()} })
	return m
}

func coordinatesOf(p soa.Property) int {
	switch p {
	case soa.Rotation:
		return 4
	case soa.Weight:
		return 1
	}
	return 3
}
