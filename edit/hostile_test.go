package edit_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// Chains and stars of thousands of joints are reduced and mirrored within a work that grows with their
// number, until the context ends. A walk from each joint to its root would take minutes.
func TestManyJoints(t *testing.T) {
	joints, cuts := 16_000, 10
	if testing.Short() {
		joints, cuts = 4000, 2
	}
	for _, shape := range []manyjoints.Shape{manyjoints.Chain, manyjoints.Star} {
		m := manyjoints.Model(shape, joints, 2)
		c := edit.ClipOf(m.Clips[0])
		for name, do := range map[string]func(ctx context.Context) error{
			"reduce": func(ctx context.Context) error { _, _, err := edit.Reduce(ctx, m, c, 1e-4); return err },
			"mirror": func(ctx context.Context) error {
				_, _, err := edit.Mirror(ctx, m, c, retarget.MirrorOptions{})
				return err
			},
		} {
			whole := &counter{t.Context(), 0, 1 << 30}
			must.Do(t, do(whole))
			for k := range cuts {
				ctx := &counter{t.Context(), 0, whole.asked * k / cuts}
				if err := do(ctx); !errors.Is(err, context.Canceled) || ctx.asked > ctx.most+8 {
					t.Errorf("%s, %v: cancelled after %d of %d questions, it asks %d times: %v", name, shape, ctx.most, whole.asked, ctx.asked, err)
				}
			}
		}
	}
}

// A walk of seventy years is planted by its keys, and not by its seconds.
func TestPlantLongClip(t *testing.T) {
	m, c := walker(0.02)
	clip, err := c.Build()
	must.Do(t, err)
	clip.TicksPerSecond *= 1e-9
	whole := &counter{t.Context(), 0, 1 << 30}
	_, report, err := retarget.Plant(whole, m, clip, retarget.PlantOptions{})
	must.Do(t, err)
	if len(report.Contacts) == 0 || whole.asked > 10_000_000 {
		t.Errorf("%d contacts, asked %d times", len(report.Contacts), whole.asked)
	}
	t.Logf("%d contacts, slide %v m, pelvis %v m, asked %d times", len(report.Contacts), report.Slide, report.Pelvis, whole.asked)
	for _, most := range []int{0, whole.asked / 3, whole.asked - 1} {
		ctx := &counter{t.Context(), 0, most}
		if _, _, err := retarget.Plant(ctx, m, clip, retarget.PlantOptions{}); !errors.Is(err, context.Canceled) || ctx.asked > most+40 {
			t.Errorf("cancelled after %d questions, it asks %d times: %v", most, ctx.asked, err)
		}
		if testing.Short() {
			break
		}
	}
}
