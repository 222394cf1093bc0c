package runtime_test

import (
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// A crowd that keeps some joints moves them as one that keeps all, and has no slots besides their
// ancestors.
func TestOnly(t *testing.T) {
	for s := range seed.Cases(t, 4) {
		m := figure.Random(s, 12)
		last := m.Skeleton.Len() - 1
		only := []int{last, last / 2}
		kept := map[int]bool{}
		for _, j := range only {
			for ; j >= 0; j = int(m.Skeleton.Parent[j]) {
				kept[j] = true
			}
		}
		crowd := func(o pose.LayoutOptions) *runtime.Crowd {
			c, err := runtime.NewCrowd(runtime.Keyframes(m), 17, runtime.CrowdOptions{Play: &play.Options{Seed: 5}, Layout: o})
			must.Do(t, err)
			must.Do(t, c.Update(0.29))
			return c
		}
		some, all := crowd(pose.LayoutOptions{Only: only}), crowd(pose.LayoutOptions{AllJoints: true})
		if l := some.Layout(); len(l.Skins)+len(l.Meshes) != 0 || l.Rotations() != (len(kept)+3)/4*4 {
			t.Fatalf("seed %#x: %d slots for %d joints, %d skins, %d meshes", s, l.Rotations(), len(kept), len(l.Skins), len(l.Meshes))
		}
		for i := range some.Len() {
			for j := range m.Skeleton.Len() {
				got, err := some.Instance(i).Joint(j)
				if !kept[j] {
					if !errors.Is(err, runtime.ErrRange) {
						t.Fatalf("seed %#x: joint %d is not kept: %v", s, j, err)
					}
					continue
				}
				must.Do(t, err)
				want, err := all.Instance(i).Joint(j)
				must.Do(t, err)
				for k := range got {
					if d := math.Abs(float64(got[k] - want[k])); !(d <= 1e-4*(1+math.Abs(float64(want[k])))) {
						t.Fatalf("seed %#x: instance %d, joint %d is %v, want %v", s, i, j, got, want)
					}
				}
			}
		}
	}
}

func TestOnlyRefuses(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 1})
	for want, o := range map[error]pose.LayoutOptions{runtime.ErrRange: {Only: []int{m.Skeleton.Len()}}, runtime.ErrOption: {Only: []int{0}, AllJoints: true}} {
		if _, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Layout: o}); !errors.Is(err, want) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	// A modifier of a joint that is left out.
	var leaf int
	for j := range m.Skeleton.Len() {
		if m.Skeleton.Parent[j] >= 0 {
			leaf = j
		}
	}
	c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Layout: pose.LayoutOptions{Only: []int{0}}})
	must.Do(t, err)
	stack := control.New(m.Skeleton)
	_, err = stack.Add(&control.LookAt{Joints: []string{m.Skeleton.Name[leaf]}, Forward: [3]float32{0, 0, 1}, Up: [3]float32{0, 1, 0}})
	must.Do(t, err)
	if _, err := stack.Start(c.Layout(), 1); !errors.Is(err, control.ErrJoint) {
		t.Errorf("a modifier of a joint that is left out: %v", err)
	}
}
