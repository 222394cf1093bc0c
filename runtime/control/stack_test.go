package control_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

func refused(t *testing.T, err, want error, parts ...string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q lacks %q", err, part)
		}
	}
}

func TestStackRefuses(t *testing.T) {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	stack := control.New(model.Skeleton)
	_, err := stack.Add(&control.ModifyJoint{Joint: "left hand", Rotation: control.Rotation([4]float32{3: 1})})
	refused(t, err, control.ErrJoint, `"left hand"`, "did you mean")
	_, err = stack.Add(&control.ModifyJoint{Joint: "root0"})
	refused(t, err, control.ErrValue, `"root0"`)
	twice := *model.Skeleton
	twice.Name = append([]string{}, twice.Name...)
	twice.Name[3] = twice.Name[2]
	_, err = control.New(&twice).Add(&control.ModifyJoint{Joint: twice.Name[2], Rotation: control.Rotation([4]float32{3: 1})})
	refused(t, err, control.ErrJoint, "means two joints")

	number, err := stack.Add(&control.ModifyJoint{Joint: "left arm2", Translation: control.Place(0, 0, 0)})
	must.Do(t, err)
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 3, runtime.CrowdOptions{})
	must.Do(t, err)
	_, err = stack.Start(crowd.Layout(), 3)
	refused(t, err, control.ErrJoint, `"left arm2"`, "Reserve")
	crowd, err = runtime.NewCrowd(runtime.Keyframes(model), 3, runtime.CrowdOptions{Layout: pose.LayoutOptions{Reserve: stack.Reserve()}})
	must.Do(t, err)
	g, err := stack.Start(crowd.Layout(), 3)
	must.Do(t, err)
	four, err := stack.Start(crowd.Layout(), 4)
	must.Do(t, err)
	refused(t, crowd.SetControl(four), runtime.ErrControl, "4 instances", "3")
	other, err := runtime.NewCrowd(runtime.Keyframes(model), 3, runtime.CrowdOptions{})
	must.Do(t, err)
	refused(t, other.SetControl(g), runtime.ErrControl, "layout")
	must.Do(t, crowd.SetControl(g))
	for _, w := range []float64{-0.1, 1.5, math.NaN()} {
		refused(t, g.SetWeight(0, number, w), control.ErrValue, "instance 0")
	}
	refused(t, g.SetWeight(3, number, 1), control.ErrValue, "instance 3 of 3")
	refused(t, g.SetWeight(3, number, 1), runtime.ErrRange)
	refused(t, g.SetWeight(0, -1, 1), runtime.ErrRange)
	refused(t, g.Teleport(3, soa.IdentityAffine()), runtime.ErrRange)
	refused(t, g.SetAir(-1, spring.Air{}), runtime.ErrRange)
	refused(t, g.Restore(3, nil), runtime.ErrRange)
	refused(t, g.SetWeight(0, 1, 1), control.ErrValue, "modifier 1 of 1")
	bad := control.IdentityTransform()
	bad.Translation[1] = float32(math.Inf(1))
	refused(t, g.SetJoint(1, number, bad), control.ErrValue, "instance 1", `"left arm2"`)
	refused(t, g.SetJoint(1, number, control.Transform{}), control.ErrValue)
	old := other.NewScratch()
	refused(t, crowd.RunBlocks(old, 0, 1, 0.1), runtime.ErrScratch)
	must.Do(t, crowd.SetControl(nil))
	must.Do(t, crowd.Update(0.1))
}

// What a control does has the same bits for an instance alone or in a block, with any
// number of workers and instruction set, and allocates nothing.
func TestControlIsTheSameEverywhere(t *testing.T) {
	for _, form := range []pose.FormChoice{pose.FormRig, pose.FormGeneral} {
		run := func(n, workers int, isa simd.ISA) [][]uint32 {
			restore, err := simd.Use(isa)
			must.Do(t, err)
			defer restore()
			model := twisted(figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured}))
			stack := control.New(model.Skeleton)
			turn, err := stack.Add(&control.ModifyJoint{Joint: "spine1", Rotation: control.Rotation([4]float32{3: 1}), Adds: true})
			must.Do(t, err)
			reach, err := stack.Add(&control.ModifyJoint{Joint: "left arm2", Space: control.Model, Rotation: control.Rotation([4]float32{3: 1}), Translation: control.Place(0, 0, 0)})
			must.Do(t, err)
			limb, err := stack.Add(&control.TwoBoneIK{Root: "right arm0", Mid: "right arm1", End: "right arm3", Soft: 0.9, Stretch: 1.2})
			must.Do(t, err)
			o := looker()
			o.Speed = 1
			look, err := stack.Add(&o)
			must.Do(t, err)
			crowd, err := runtime.NewCrowd(runtime.Keyframes(model), n, runtime.CrowdOptions{
				Workers: workers, Play: &play.Options{Seed: 7}, Layout: pose.LayoutOptions{Form: form, Reserve: stack.Reserve()},
			})
			must.Do(t, err)
			defer crowd.Close()
			g, err := stack.Start(crowd.Layout(), n)
			must.Do(t, err)
			must.Do(t, crowd.SetControl(g))
			for i := range n {
				if i%3 == 2 {
					continue
				}
				to := control.Transform{Translation: there.Array(), Rotation: spin.Array(), Scale: [3]float32{1, 1, 1}}
				to.Translation[0] += float32(i) / 64
				must.Do(t, g.SetJoint(i, turn, to))
				must.Do(t, g.SetJoint(i, reach, to))
				must.Do(t, g.SetTwoBoneIK(i, limb, control.TwoBoneTarget{Place: to.Translation, Pole: [3]float32{0, 0, -1}, PoleWeight: 1}))
				must.Do(t, g.SetAim(i, look, control.AimTarget{Place: [3]float32{float32(i%7) - 3, 1, 4}}))
				must.Do(t, g.SetWeight(i, limb, float64(i%3)/2))
				must.Do(t, g.SetWeight(i, look, float64(i%6)/5))
				must.Do(t, g.SetWeight(i, turn, float64(i%4)/3))
				must.Do(t, g.SetWeight(i, reach, float64(i%5)/4))
			}
			var out [][]uint32
			for range 4 {
				must.Do(t, crowd.Update(0.07))
			}
			for i := range n {
				var bits []uint32
				for _, v := range crowd.Instance(i).Palette() {
					bits = append(bits, math.Float32bits(v))
				}
				out = append(out, bits)
			}
			if workers == 1 {
				if allocs := testing.AllocsPerRun(20, func() { must.Do(t, crowd.Update(0)) }); allocs > 0 {
					t.Errorf("%v allocations per update", allocs)
				}
			}
			return out
		}
		want := run(35, 1, simd.Generic)
		for _, isa := range simd.ISAs() {
			for _, workers := range []int{1, 7} {
				for _, n := range []int{1, 4, 21, 35} {
					got := run(n, workers, isa)
					for i := range n {
						for k, b := range got[i] {
							if b != want[i][k] {
								t.Fatalf("form %v, %v, %d workers: instance %d of %d: value %d is %#x, want %#x", form, isa, workers, i, n, k, b, want[i][k])
							}
						}
					}
				}
			}
		}
	}
}

// Masks of a layout that is too short for a lane are not read: a lane writes its own
// instance alone.
func TestLaneWritesItself(t *testing.T) {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	l, err := bake.Layout(context.Background(), model, nil, pose.LayoutOptions{})
	must.Do(t, err)
	block := make([]float32, l.BlockValues())
	must.Do(t, l.Reset(block))
	before := append([]float32{}, block...)
	p := l.LaneOf(block, 5)
	p.SetRotation(3, spin.Array())
	changed := 0
	for k := range block {
		if block[k] != before[k] {
			if changed++; k%simd.Lanes != 5 {
				t.Fatalf("value %d of lane %d has changed", k, k%simd.Lanes)
			}
		}
	}
	if changed < 4 || p.Rotation(3) != spin.Array() {
		t.Errorf("%d values have changed; the rotation is %v", changed, p.Rotation(3))
	}
}
