package layout

import (
	"reflect"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// What is recorded of all clips gives the layout again from the first of them, in either form.
func TestRecordedLayoutIsTheSame(t *testing.T) {
	forms := map[soa.Form]int{}
	for s := range seed.Cases(t, 30) {
		for _, o := range []pose.LayoutOptions{{}, {AllJoints: true}, {Form: pose.FormGeneral}, {Joints: []int{0}}} {
			m := figure.Random(s, 1+int(s%20))
			if s%5 == 0 {
				m = figure.Character(figure.Motion{Name: "walk", Seconds: 1}, figure.Motion{Name: "dance", Seconds: 2})
			}
			p, poses, err := OfKeys(t.Context(), m, m.Clips, o)
			must.Do(t, err)
			_, again, err := OfRecord(t.Context(), m, m.Clips[0], p.Record(poses.Layout), o)
			must.Do(t, err)
			if forms[poses.Form]++; !reflect.DeepEqual(again.Layout, poses.Layout) {
				t.Errorf("seed %#x, %+v: the layout of the record is another", s, o)
			}
		}
	}
	if len(forms) < 2 {
		t.Errorf("forms %v", forms)
	}
}
