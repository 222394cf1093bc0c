package retarget_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// rename gives joints of a copy of a model other names.
func rename(m *soa.Model, names map[string]string) *soa.Model {
	out, k := *m, *m.Skeleton
	k.Name = slices.Clone(k.Name)
	for j, name := range k.Name {
		if to := names[strings.TrimPrefix(name, "mixamorig:")]; to != "" {
			k.Name[j] = to
		}
	}
	out.Skeleton = &k
	return &out
}

// largestTurn computes the largest angle in degrees by which joints turn from rest against one above
// them, at 4,001 times.
func largestTurn(m *soa.Model, c *soa.Clip, above string, joints ...string) (most, seconds float64) {
	s := exact.NewSkeleton(m, nil)
	p := s.NewPose()
	clip := s.NewClip(c)
	global := func(p *exact.Pose, j int) exact.Quat {
		q := exact.IdentityQuat()
		for ; j >= 0; j = int(m.Skeleton.Parent[j]) {
			q = p.Q[j].Mul(q)
		}
		return q
	}
	for i := range 4001 {
		tick := c.Duration * float64(i) / 4000
		clip.At(tick, false, &p)
		a := m.Skeleton.Joint(above)
		for _, name := range joints {
			j := m.Skeleton.Joint(name)
			rest := global(&s.Rest, a).Conjugate().Mul(global(&s.Rest, j))
			now := global(&p, a).Conjugate().Mul(global(&p, j))
			// In the axes of the joint above, whichever these are.
			turn := now.Mul(rest.Conjugate())
			if d := 2 * math.Acos(min(1, math.Abs(turn[3]))) * 180 / math.Pi; d > most {
				most, seconds = d, c.Start+tick/c.TicksPerSecond
			}
		}
	}
	return most, seconds
}

// TestLostLimbsAreTold: a limb that has no counterpart is reported with how far it turns, whichever of the
// two skeletons has the strange names, and Strict makes it an error.
func TestLostLimbsAreTold(t *testing.T) {
	whole := build{names: mixamo, size: 1}.body(t)
	for name, test := range map[string]struct {
		source, target map[string]string
		limb, above    string
		joints, open   []string
	}{
		"the source's arm": {map[string]string{"LeftArm": "prop_a", "LeftForeArm": "prop_b"}, nil, "leftArm", "mixamorig:LeftShoulder",
			[]string{"prop_a", "prop_b"}, []string{"mixamorig:LeftArm", "mixamorig:LeftForeArm"}},
		"the target's arm": {nil, map[string]string{"RightArm": "prop_a", "RightForeArm": "prop_b"}, "rightArm", "mixamorig:RightShoulder",
			[]string{"mixamorig:RightArm", "mixamorig:RightForeArm"}, []string{"prop_a", "prop_b"}},
		"a shin": {map[string]string{"RightLeg": "prop_a"}, nil, "rightLeg", "mixamorig:RightUpLeg",
			[]string{"prop_a"}, []string{"mixamorig:RightLeg"}},
		"the back": {map[string]string{"Spine": "prop_a", "Spine1": "prop_b", "Spine2": "prop_c"}, nil, "spine", "mixamorig:Hips",
			[]string{"prop_a", "prop_b", "prop_c"}, []string{"mixamorig:Spine", "mixamorig:Spine1", "mixamorig:Spine2"}},
		"the head": {nil, map[string]string{"Head": "helmet"}, "head", "mixamorig:Neck",
			[]string{"mixamorig:Head"}, []string{"helmet"}},
		"a whole leg": {map[string]string{"LeftUpLeg": "prop_a", "LeftLeg": "prop_b", "LeftFoot": "prop_c", "LeftToeBase": "prop_d"}, nil,
			"leftLeg", "mixamorig:Hips", []string{"prop_a", "prop_b", "prop_c", "prop_d"},
			[]string{"mixamorig:LeftUpLeg", "mixamorig:LeftLeg", "mixamorig:LeftFoot", "mixamorig:LeftToeBase"}},
		"a finger": {map[string]string{"LeftHandIndex1": "prop_a", "LeftHandIndex2": "prop_b", "LeftHandIndex3": "prop_c"}, nil,
			"leftFingers", "mixamorig:LeftHand", []string{"prop_a", "prop_b", "prop_c"},
			[]string{"mixamorig:LeftHandIndex1", "mixamorig:LeftHandIndex2", "mixamorig:LeftHandIndex3"}},
	} {
		source, target := rename(whole, test.source), rename(whole, test.target)
		c := dance(source, 3, 24, 0.3)
		c.Start = 2
		_, report := onto(t, source, c, target, retarget.Options{})
		if len(report.Limbs) != 1 {
			t.Errorf("%s: %+v", name, report.Limbs)
			continue
		}
		got := report.Limbs[0]
		degrees, seconds := largestTurn(source, c, test.above, test.joints...)
		if got.Limb != test.limb || !slices.Equal(got.Joints, test.joints) || !slices.Equal(got.Target, test.open) {
			t.Errorf("%s: %+v", name, got)
		}
		if math.Abs(got.Degrees-degrees) > 0.02*degrees || math.Abs(got.Seconds-seconds) > 0.05 {
			t.Errorf("%s: %.2f° at %.3f s, want %.2f° at %.3f s", name, got.Degrees, got.Seconds, degrees, seconds)
		}
		_, _, err := retarget.Retarget(t.Context(), source, c, target, retarget.Options{Strict: true})
		if !errors.Is(err, retarget.ErrLimb) || !strings.Contains(err.Error(), `"`+test.joints[0]+`"`) {
			t.Errorf("%s: %v", name, err)
		}
		// The caller may leave the joints out, or map them.
		table := make(map[string]string)
		for _, j := range test.joints {
			table[j] = ""
		}
		if _, _, err := retarget.Retarget(t.Context(), source, c, target, retarget.Options{Strict: true, Table: table}); err != nil {
			t.Errorf("%s, left out: %v", name, err)
		}
		for i, j := range test.joints {
			table[j] = test.open[i]
		}
		if _, _, err := retarget.Retarget(t.Context(), source, c, target, retarget.Options{Strict: true, Table: table}); err != nil {
			t.Errorf("%s, mapped: %v", name, err)
		}
	}
}

// TestNoLimbIsLost: joints for which the target has no place, such as toes and fingers, are no
// lost limbs, and neither are limbs that the clip leaves at rest.
func TestNoLimbIsLost(t *testing.T) {
	whole := build{names: mixamo, size: 1}.body(t)
	bare := build{names: unreal, size: 1.2, without: "Toes Index0 Index1 Index2 Little0 Little1 Little2"}.body(t)
	for name, test := range map[string]struct{ source, target *soa.Model }{
		"itself":         {whole, whole},
		"fewer joints":   {whole, bare},
		"more joints":    {bare, whole},
		"unmapped, idle": {rename(whole, map[string]string{"LeftArm": "prop_a"}), whole},
	} {
		c := dance(test.source, 4, 12, 0.3)
		if name == "unmapped, idle" {
			idle, rest := test.source.Skeleton.Joint("prop_a"), test.source.Skeleton.Rest
			for i, tr := range c.Tracks {
				if first, end := c.Keys(i); int(tr.Target) == idle {
					for k := first; k < end; k++ {
						c.X[k], c.Y[k], c.Z[k], c.W[k] = rest.RX[idle], rest.RY[idle], rest.RZ[idle], rest.RW[idle]
					}
				}
			}
		}
		if _, report, err := retarget.Retarget(t.Context(), test.source, c, test.target, retarget.Options{Strict: true}); err != nil || len(report.Limbs) > 0 {
			t.Errorf("%s: %v, %+v", name, err, report)
		}
	}
}
