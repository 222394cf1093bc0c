package bake_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/banks"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

func TestCompileRefuses(t *testing.T) {
	character := func() *soa.Model { return figure.Character(figure.Motion{Name: "walk", Seconds: 0.2}) }
	spoiled := character()
	spoiled.Skeleton.Parent[3] = 5
	scaled := figure.Random(1, 9)
	for name, c := range map[string]struct {
		model *soa.Model
		clips []*soa.Clip
		o     bake.BankOptions
		want  error
	}{
		"no model":             {nil, nil, bake.BankOptions{}, soa.ErrInvalid},
		"an invalid model":     {spoiled, nil, bake.BankOptions{}, soa.ErrInvalid},
		"no joints":            {&soa.Model{Skeleton: &soa.Skeleton{}}, nil, bake.BankOptions{}, soa.ErrInvalid},
		"a nil clip":           {character(), []*soa.Clip{nil}, bake.BankOptions{}, bake.ErrForeignClip},
		"another model's clip": {figure.Random(1, 1), character().Clips, bake.BankOptions{}, bake.ErrForeignClip},
		"a joint beyond":       {character(), nil, bake.BankOptions{LayoutOptions: pose.LayoutOptions{Joints: []int{67}}}, soa.ErrRange},
		"a negative bound":     {character(), nil, bake.BankOptions{ErrorBound: -1}, soa.ErrOption},
		"no distance":          {character(), nil, bake.BankOptions{ErrorDistance: math.NaN()}, soa.ErrOption},
		"unknown form":         {character(), nil, inForm(4), soa.ErrOption},
		"negative workers":     {character(), nil, bake.BankOptions{Workers: -1}, soa.ErrOption},
		"unsorted levels":      {character(), nil, bake.BankOptions{LayoutOptions: pose.LayoutOptions{Levels: []float64{0.2, 0.1}}}, soa.ErrOption},
		"one level twice":      {character(), nil, bake.BankOptions{LayoutOptions: pose.LayoutOptions{Levels: []float64{0.1, 0.1}}}, soa.ErrOption},
		"all joints and one":   {character(), nil, bake.BankOptions{LayoutOptions: pose.LayoutOptions{AllJoints: true, Only: []int{0}}}, soa.ErrOption},
		"a joint too many":     {character(), nil, bake.BankOptions{LayoutOptions: pose.LayoutOptions{Only: []int{67}}}, soa.ErrRange},
		"rig of a scaled one":  {scaled, nil, inForm(pose.FormRig), pose.ErrForm},
		"too low a rate":       {character(), nil, bake.BankOptions{MaxRate: 10}, bake.ErrBound},
	} {
		if _, err := bake.Bank(context.Background(), c.model, c.clips, c.o); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// A bank without clips holds nothing but is one; a clip without length is its
// one pose.
func TestCompileLittle(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "still", Seconds: 0.1})
	m.Clips[0].Duration = 0
	b := compiled(t, m, nil, bake.BankOptions{})
	if c := &b.Clips[0]; c.Frames != 1 || c.Rows != 2 || c.Seconds != 0 {
		t.Errorf("a clip without length has %d frames, %d rows, %v s", c.Frames, c.Rows, c.Seconds)
	}
	banks.Hold(t, m, b, "still", 1)
	if b := compiled(t, m, []*soa.Clip{}, bake.BankOptions{}); b.RowCount() != soa.RestRows || b.Rotations() != 68 || b.Form != soa.Rig {
		t.Errorf("without clips: %d rows, %d slots, form %v", b.RowCount(), b.Rotations(), b.Form)
	}
}

func TestCompileCharacter(t *testing.T) {
	if testing.Short() {
		t.Skip("TestCompiledBits compares processors in less time")
	}
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 1}, figure.Motion{Name: "dance", Seconds: 3})
	rig, general := compiled(t, m, nil, inForm(pose.FormRig)), compiled(t, m, nil, inForm(pose.FormGeneral))
	for _, b := range []*soa.Bank{rig, general} {
		banks.Hold(t, m, b, b.Form.String(), 50)
		for i := range b.Clips {
			if c := &b.Clips[i]; c.Rate != 30 || c.Rows > c.Frames*3/2 || len(c.Gaps) != 0 {
				t.Errorf("%v: a clip keyed 30 times a second has %v frames a second, %d rows for %d frames, %d gaps", b.Form, c.Rate, c.Rows, c.Frames, len(c.Gaps))
			}
		}
	}
	if rig.Form != soa.Rig || general.Form != soa.General {
		t.Errorf("forms %v and %v", rig.Form, general.Form)
	}
	missed := rig.Clips[0].LevelError
	if len(rig.Levels) != 3 || len(missed) != 2 || missed[0] <= 0 || missed[1] < missed[0] || rig.Levels[1].Slots >= 68 || rig.Levels[2].Slots >= rig.Levels[1].Slots {
		t.Errorf("levels of detail %v, errors %v", rig.Levels, missed)
	}
}

// A bank has the slots of the joints that are needed, and of those asked for.
func TestCompileSubset(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 0.5})
	skin := &soa.Skin{Joint: []uint16{3, 9}, InverseBind: m.Skins[0].InverseBind[:2]}
	m.Skins, m.Meshes = []*soa.Skin{skin}, nil
	b := compiled(t, m, nil, bake.BankOptions{LayoutOptions: pose.LayoutOptions{Joints: []int{40}}})
	needed := map[int]bool{}
	for _, j := range []int{3, 9, 40} {
		for ; j >= 0; j = int(m.Skeleton.Parent[j]) {
			needed[j] = true
		}
	}
	for j, s := range b.Slot {
		if (s >= 0) != needed[j] {
			t.Errorf("joint %d is slot %d", j, s)
		}
	}
	banks.Hold(t, m, b, "subset", 20)
	if b := compiled(t, m, nil, bake.BankOptions{LayoutOptions: pose.LayoutOptions{AllJoints: true}}); b.Rotations() != 68 {
		t.Errorf("%d slots of all joints", b.Rotations())
	}
}

// Values jump where the tracks do, the end included, and nothing but 1/64 of a
// frame about a jump is without a promise.
func TestCompileJumps(t *testing.T) {
	m := banks.Jumps()
	b := compiled(t, m, nil, bake.BankOptions{})
	c := &b.Clips[0]
	if len(c.Gaps) != 2 {
		t.Fatalf("gaps %v", c.Gaps)
	}
	for i, at := range []float64{0.35, 1} {
		if g := c.Gaps[i]; g.From > at || g.To < at || g.To-g.From > 2.1/64/c.Rate {
			t.Errorf("gap %v about %v s at %v frames a second", g, at, c.Rate)
		}
	}
	for x, want := range map[float64]float64{0: 0, 0.349: 0, 0.351: 1, 0.999: 1, 1: 2} {
		if got := banks.Evaluate(b, 0, x).Palette[0].Translation()[0]; math.Abs(got-want) > 1e-4 {
			t.Errorf("at %v s the joint is at %v, want %v", x, got, want)
		}
	}
	banks.Hold(t, m, b, "jumps", 200)
}

// Noise of an exporter in tracks that stand still costs no column.
func TestCompileDropsNoise(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 1})
	c := m.Clips[0]
	for tr := range c.Tracks {
		if c.Tracks[tr].Property != soa.Translation {
			continue
		}
		first, end := c.Keys(tr)
		j := c.Tracks[tr].Target
		for k := first; k < end; k++ {
			noise := 1e-6 * float32(k%3)
			c.X[k], c.Y[k], c.Z[k] = m.Skeleton.Rest.TX[j]+noise, m.Skeleton.Rest.TY[j]-noise, m.Skeleton.Rest.TZ[j]
		}
	}
	b := compiled(t, m, nil, bake.BankOptions{})
	if b.Others != 0 {
		t.Errorf("%d columns", b.Others)
	}
	banks.Hold(t, m, b, "noise", 50)
}

// Without skins bind matrices are free: they take in what a joint is mirrored or
// scaled by all the time, and where it lies under its parent.
func TestCompileWithoutSkins(t *testing.T) {
	if testing.Short() {
		t.Skip("TestCompiledBits compares processors in less time")
	}
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 0.2})
	skinned := compiled(t, m, nil, bake.BankOptions{})
	m.Skins, m.Meshes = nil, nil
	last := m.Skeleton.Len() - 1
	m.Skeleton.Rest.SX[last], m.Skeleton.Rest.SY[last], m.Skeleton.Rest.SZ[last] = -1, -2, -1
	b := compiled(t, m, nil, inForm(pose.FormRig))
	if b.Others != skinned.Others || b.K != 1 {
		t.Errorf("%d columns, with a skin %d; K is %v", b.Others, skinned.Others, b.K)
	}
	banks.Hold(t, m, b, "without skins", 20)
}
