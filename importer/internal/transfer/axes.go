package transfer

import (
	"math"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// compareAxes reports a joint if all joints above it keep the model's rest pose and lean otherwise
// there than in the file: its tracks, which are relative to them, lean as much.
func (t *transfer) compareAxes() {
	const much = 20                           // degrees
	moved := make([]bool, len(t.from.Joints)) // per joint: a clip has a channel for it or one above it
	for i := range t.from.Joints {
		from, j := t.from.Joints[i].Parent, t.target[i]
		above := from >= 0 && moved[from]
		moved[i] = above || drivenByClip(t.from, i)
		if j == soa.NoJoint || from < 0 || above || !moved[i] {
			continue
		}
		to := int(t.model.Skeleton.Parent[j])
		if to < 0 || t.target[from] != to {
			continue // the lead transform has the difference
		}
		inverse, ok := t.from.RestModel(from).Inverse()
		if !ok {
			continue
		}
		up := t.rest.Rest.Global[to].Direction(inverse.Direction(exact.Vec{0, 1, 0})).Unit()
		if lean := math.Acos(min(1, max(-1, up[1]))) * 180 / math.Pi; lean > much {
			t.from.Report.Add(report.Info, report.OtherAxes, t.from.Joints[i].Name, "the joints above it keep the model's rest pose, which leans by %.0f° from the file's: the clip plays leaning. sinew retarget carries motion from one to the other", lean)
			return
		}
	}
}
