package edit_test

import (
	"flag"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/golden"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

var update = flag.Bool("update", false, "write testdata/golden.txt anew")

// TestGolden: what each edit makes of each of strider's clips, and of two that move the first joint, and what
// it reports.
func TestGolden(t *testing.T) {
	m := loadStrider(t)
	table := golden.Open(t, "testdata/golden.txt", *update)
	for i, clip := range m.Clips {
		checkEdits(t, table, m, edit.ClipOf(clip), edit.ClipOf(m.Clips[(i+1)%len(m.Clips)]))
	}
	m, walk := walker(0.03)
	checkEdits(t, table, m, walk, walk)
	m = figure.Character(figure.Motion{Name: "hips first", Seconds: 1, Drive: figure.Captured})
	walk = edit.ClipOf(m.Clips[0])
	checkEdits(t, table, m, walk, walk)
}

func checkEdits(t *testing.T, table *golden.Table, m *soa.Model, c, next *edit.Clip) {
	t.Helper()
	ctx := t.Context()
	var turns []edit.ID
	for i := range c.Tracks {
		if c.Tracks[i].Property == soa.Rotation && len(turns) < 3 {
			turns = append(turns, c.Tracks[i].ID)
		}
	}
	for name, do := range map[string]func() (*edit.Clip, any, error){
		"reduced by 0.1 mm": func() (*edit.Clip, any, error) { return reported(edit.Reduce(ctx, m, c, 1e-4)) },
		"reduced by 10 mm":  func() (*edit.Clip, any, error) { return reported(edit.Reduce(ctx, m, c, 1e-2)) },
		"joined":            func() (*edit.Clip, any, error) { return reported(edit.Join(ctx, m, c, next, 0.2)) },
		"looped":            func() (*edit.Clip, any, error) { return reported(edit.Loop(ctx, m, c, 0.2)) },
		"mirrored":          func() (*edit.Clip, any, error) { return reported(edit.Mirror(ctx, m, c, retarget.MirrorOptions{})) },
		"planted":           func() (*edit.Clip, any, error) { return reported(edit.Plant(ctx, m, c, retarget.PlantOptions{})) },
		"footfalls":         func() (*edit.Clip, any, error) { return reported(edit.Footfalls(ctx, m, c, edit.FootfallOptions{})) },
		"unflipped":         func() (*edit.Clip, any, error) { return reported(edit.Unflip(ctx, c, nil)) },
		"a loop in it": func() (*edit.Clip, any, error) {
			found, err := edit.FindLoop(ctx, m, c, edit.FindLoopOptions{})
			return c, found, err
		},
		"travelling": alone(func() (*edit.Clip, error) { return edit.RootMotion(ctx, m, c, soa.None, edit.MotionOptions{}) }),
		"cubic":      alone(func() (*edit.Clip, error) { return edit.Cubic(ctx, c, turns) }),
		"resampled":  alone(func() (*edit.Clip, error) { return edit.Resample(ctx, c, turns, 17) }),
		"smoothed":   alone(func() (*edit.Clip, error) { return edit.Smooth(ctx, c, turns, edit.Filter{}) }),
		"filtered":   alone(func() (*edit.Clip, error) { return edit.Smooth(ctx, c, turns, edit.Filter{Kind: edit.Butterworth}) }),
		"damped":     alone(func() (*edit.Clip, error) { return edit.Smooth(ctx, c, turns, edit.Filter{Kind: edit.OneEuro}) }),
		"retimed": alone(func() (*edit.Clip, error) {
			return edit.Retime(ctx, c, []edit.TimePoint{{Old: 0, New: 0}, {Old: c.Seconds / 3, New: c.Seconds / 2}, {Old: c.Seconds, New: 1.5 * c.Seconds}}, true)
		}),
		"trimmed":  alone(func() (*edit.Clip, error) { return edit.Trim(c, 0.1*c.Seconds, 0.7*c.Seconds) }),
		"faster":   alone(func() (*edit.Clip, error) { return edit.Speed(c, 1.7) }),
		"reversed": alone(func() (*edit.Clip, error) { return edit.Reverse(c), nil }),
	} {
		out, report, err := do()
		if err != nil {
			t.Log(c.Name, name, err)
			table.Check(t, c.Name+" "+name, err.Error())
			continue
		}
		built, err := out.Build()
		must.Do(t, err)
		table.Check(t, c.Name+" "+name, built, report)
	}
}

func reported[R any](c *edit.Clip, report R, err error) (*edit.Clip, any, error) {
	return c, report, err
}

func alone(do func() (*edit.Clip, error)) func() (*edit.Clip, any, error) {
	return func() (*edit.Clip, any, error) {
		c, err := do()
		return c, nil, err
	}
}
