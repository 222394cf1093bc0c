package retarget_test

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

func TestRetargetRefusesWhatItCannotMean(t *testing.T) {
	a := build{names: mixamo, size: 1}.body(t)
	b := build{names: unreal, size: 1}.body(t)
	c := dance(a, 1, 3, 0.5)
	change := func(m *soa.Model, f func(k *soa.Skeleton)) *soa.Model {
		out, k := *m, *m.Skeleton
		k.Rest = soa.MakeTransforms(k.Len())
		k.Rest.CopyFrom(&m.Skeleton.Rest)
		k.Name, k.Parent = slices.Clone(k.Name), slices.Clone(k.Parent)
		out.Skeleton = &k
		f(&k)
		return &out
	}
	additive, broken := *c, *c
	additive.Additive = true
	broken.X = slices.Clone(c.X)
	broken.X[5] = float32(math.NaN())
	sheared := change(a, func(k *soa.Skeleton) {
		m := soa.IdentityAffine()
		m[1] = 0.5
		k.Static = []soa.StaticLocal{{Joint: int16(b.Skeleton.Joint("head")), Local: m}}
	})
	for name, test := range map[string]struct {
		src, dst *soa.Model
		clip     *soa.Clip
		o        retarget.Options
		want     error
	}{
		"no model":            {nil, b, c, retarget.Options{}, soa.ErrInvalid},
		"no skeleton":         {a, &soa.Model{}, c, retarget.Options{}, soa.ErrInvalid},
		"no clip":             {a, b, nil, retarget.Options{}, soa.ErrInvalid},
		"NaN":                 {a, b, &broken, retarget.Options{}, soa.ErrInvalid},
		"additive":            {a, b, &additive, retarget.Options{}, retarget.ErrAdditive},
		"no hips":             {a, figure.Random(1, 20), c, retarget.Options{}, humanoid.ErrHips},
		"no joint":            {a, &soa.Model{Skeleton: &soa.Skeleton{}}, c, retarget.Options{}, humanoid.ErrHips},
		"a name twice":        {change(a, func(k *soa.Skeleton) { k.Name[3], k.Name[4] = "x", "x" }), b, c, retarget.Options{Table: map[string]string{"x": "head"}}, humanoid.ErrTable},
		"no such joint":       {a, b, c, retarget.Options{Table: map[string]string{"mixamorig:Head": "haed"}}, humanoid.ErrTable},
		"a target twice":      {a, b, c, retarget.Options{Table: map[string]string{"mixamorig:Head": "head", "mixamorig:Neck": "head"}}, humanoid.ErrTable},
		"a mirrored rest":     {a, change(b, func(k *soa.Skeleton) { k.Rest.SX[3] = -1 }), c, retarget.Options{}, retarget.ErrRest},
		"an uneven rest":      {change(a, func(k *soa.Skeleton) { k.Rest.SX[3] = 2 }), b, c, retarget.Options{}, retarget.ErrRest},
		"a static rest":       {a, sheared, c, retarget.Options{}, retarget.ErrRest},
		"a scale of NaN":      {a, b, c, retarget.Options{Scale: math.NaN()}, soa.ErrOption},
		"a bound of infinity": {a, b, c, retarget.Options{Bound: math.Inf(1)}, soa.ErrOption},
		"a body in one point": {a, change(b, func(k *soa.Skeleton) { clear(k.Rest.TX); clear(k.Rest.TY); clear(k.Rest.TZ) }), c, retarget.Options{}, retarget.ErrScale},
	} {
		if out, _, err := retarget.Retarget(t.Context(), test.src, test.clip, test.dst, test.o); !errors.Is(err, test.want) || out != nil {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	// Bones without length on one limb are no error: that limb is not aligned.
	flat := change(b, func(k *soa.Skeleton) {
		j := k.Joint("calf_l")
		k.Rest.TX[j], k.Rest.TY[j], k.Rest.TZ[j] = 0, 0, 0
	})
	if out, _, err := retarget.Retarget(t.Context(), a, c, flat, retarget.Options{Goals: true, Plant: true}); err != nil || out == nil {
		t.Errorf("a bone without length: %v", err)
	}
}

// Whatever joints of whatever skeletons are called, there is a valid clip or an error
// that says why not.
func TestAnySkeletonsHaveAClipOrAnError(t *testing.T) {
	names := []string{
		"hips", "pelvis", "spine", "Spine1", "neck", "head", "LeftArm", "LeftForeArm", "LeftHand", "thigh.L", "shin.L", "foot.L", "toe.L",
		"thigh.R", "shin.R", "foot.R", "toe.R", "index_01_l", "index_02_l", "LeftLeg", "Bip01", "spine.006", "root", "", "l", "DEF-spine", "finger01",
	}
	model := func(seed uint64) *soa.Model {
		m := figure.Random(seed, 3+int(seed)%40)
		for j := range m.Skeleton.Name {
			m.Skeleton.Name[j] = names[(uint64(j)*7+seed*13)%uint64(len(names))]
		}
		m.Skeleton.Name[0] = "hips"
		if seed%3 > 0 { // without scale and shear, which are mostly refused
			m.Skeleton.Static = nil
			for j := range m.Skeleton.Name {
				m.Skeleton.Rest.SX[j], m.Skeleton.Rest.SY[j], m.Skeleton.Rest.SZ[j] = 1, 1, 1
			}
		}
		return m
	}
	clips, refused := 0, map[error]int{}
	for seed := range uint64(120) {
		src, dst := model(seed), model(seed*3+1)
		for _, o := range []retarget.Options{{}, {Goals: true, Plant: true, Bound: 0.05, Angle: 5}} {
			_, report, err := retarget.Retarget(t.Context(), src, src.Clips[seed%4], dst, o)
			known := err == nil
			for _, e := range []error{humanoid.ErrHips, retarget.ErrRest, retarget.ErrScale} {
				if errors.Is(err, e) {
					known = true
					refused[e]++
				}
			}
			if err == nil {
				clips++
				if len(report.Joints) == 0 {
					t.Errorf("seed %d: no joint is mapped", seed)
				}
			}
			if !known {
				t.Errorf("seed %d: %v", seed, err)
			}
		}
	}
	t.Logf("%d clips, refused %v", clips, refused)
	if clips < 30 {
		t.Errorf("%d clips only", clips)
	}
}

// The results are the same bits on every processor.
func TestBitsAreTheSameEverywhere(t *testing.T) {
	a := build{names: mixamo, size: 1, seed: 5, arms: 20}.body(t)
	b := build{names: unreal, size: 1.2, thigh: 1.1, seed: 6, around: 40}.body(t)
	c := dance(a, 9, 40, 0.3)
	got, _ := onto(t, a, c, b, retarget.Options{Goals: true, Plant: true, PlantSpeed: 2, PlantHeight: 0.2, Table: map[string]string{"mixamorig:Spine1": ""}})
	mirrored, _ := mirror(t, b, got, retarget.MirrorOptions{})
	h := fnv.New64a()
	for _, clip := range []*soa.Clip{got, mirrored} {
		for _, list := range [][]float32{clip.Time, clip.X, clip.Y, clip.Z, clip.W} {
			if err := binary.Write(h, binary.LittleEndian, list); err != nil {
				t.Fatal(err)
			}
		}
	}
	const want = 0x644db0b7b9fd13c2
	if h.Sum64() != want {
		t.Errorf("the hash is %#x, want %#x", h.Sum64(), uint64(want))
	}
}
