package control_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Limits that are learned from clips change nothing of them, whether from their keys or
// from a bank of either form, and hold back what goes beyond.
func TestLimitsFrom(t *testing.T) {
	model := twisted(figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured}))
	learned := map[string][]control.JointLimit{}
	var err error
	learned["clips"], err = control.LimitsFrom(model, nil, 0.02)
	must.Do(t, err)
	for _, form := range []pose.FormChoice{pose.FormRig, pose.FormGeneral} {
		bank, err := bake.Bank(context.Background(), model, nil, bake.BankOptions{LayoutOptions: pose.LayoutOptions{Form: form, AllJoints: true}})
		must.Do(t, err)
		name := []string{"", "rig", "general"}[form]
		learned[name], err = control.LimitsFromBank(model.Skeleton, bank, 0.02)
		must.Do(t, err)
	}
	for name, list := range learned {
		if len(list) < 60 {
			t.Fatalf("%s: %d joints have limits", name, len(list))
		}
		s := newStage(t, pose.FormRig, 20, func(s *control.Stack) {
			for _, l := range list {
				_, err := s.Add(&l)
				must.Do(t, err)
			}
		})
		for i := range 20 {
			for k := range list {
				must.Do(t, s.g.SetWeight(i, k, 1))
			}
		}
		for range 5 {
			s.update(0.13)
			for i := range 20 {
				for _, l := range list {
					if a := angle(rotation(s.joint(s.plain, i, l.Joint)), rotation(s.joint(s.crowd, i, l.Joint))); a > 2e-3 {
						t.Fatalf("%s: instance %d: %q is held back by %v", name, i, l.Joint, a)
					}
				}
			}
		}
		for _, l := range list {
			if limit := l.Limit(); l.Joint == "left arm1" {
				if far := geom.QuatOf(limit.Center).Mul(geom.Quat{Z: 1}); angle(far, geom.QuatOf(limit.Apply(far.Array()))) < 0.1 {
					t.Errorf("%s: half a turn is within the limit %+v", name, limit)
				}
			}
		}
	}
}

func TestLimitsFromRefuses(t *testing.T) {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	_, err := control.LimitsFrom(model, []int{1}, 0)
	refused(t, err, control.ErrValue, "clip 1 of 1")
	for _, margin := range []float64{math.NaN(), -0.01, 4.01} {
		_, err = control.LimitsFrom(model, nil, margin)
		refused(t, err, control.ErrValue, fmt.Sprintf("a margin of %v", margin))
	}
	for _, margin := range []float64{0, 0.01, 4} {
		_, err = control.LimitsFrom(model, nil, margin)
		must.Do(t, err)
	}
	_, err = control.LimitsFromBank(model.Skeleton, &soa.Bank{}, 0)
	refused(t, err, control.ErrValue, "0 joints")
}
