package edit_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// The feet of the made-up walk stand for half of each period of 1.2 s: the left one from 0, the right
// one half a period later. At other speeds and after a cut they land at other times.
func TestFootfalls(t *testing.T) {
	m, walk := walker(0)
	o := edit.FootfallOptions{Contact: retarget.ContactOptions{Speed: 1}}
	cut := func(c *edit.Clip, from, to float64) *edit.Clip {
		c, err := edit.Trim(c, from, to)
		must.Do(t, err)
		return c
	}
	slow, err := edit.Speed(walk, 0.8)
	must.Do(t, err)
	round := *cut(walk, 0.3, 1.5) // the left foot stands over the seam
	round.Loop = true
	still := *walk
	still.Tracks = slices.Clone(walk.Tracks)
	for i := range still.Tracks {
		still.Tracks[i].Keys = still.Tracks[i].Keys[:1]
	}
	for name, test := range map[string]struct {
		clip *edit.Clip
		want []edit.Event
	}{
		"round":  {&round, []edit.Event{{Time: 0.3, Name: "right foot"}, {Time: 0.9, Name: "left foot"}}},
		"still":  {&still, nil},
		"walk":   {walk, []edit.Event{{Time: 0.6, Name: "right foot"}, {Time: 1.2, Name: "left foot"}, {Time: 1.8, Name: "right foot"}}},
		"part":   {cut(walk, 0.4, 1.5), []edit.Event{{Time: 0.2, Name: "right foot"}, {Time: 0.8, Name: "left foot"}}},
		"slower": {slow, []edit.Event{{Time: 0.75, Name: "right foot"}, {Time: 1.5, Name: "left foot"}, {Time: 2.25, Name: "right foot"}}},
	} {
		got, events, err := edit.Footfalls(t.Context(), m, test.clip, o)
		must.Do(t, err)
		if len(events) != len(test.want) {
			t.Errorf("%s: %+v, want %+v", name, events, test.want)
			continue
		}
		for i, want := range test.want {
			if e := events[i]; e.Name != want.Name || math.Abs(e.Time-want.Time) > 0.08 || e.Length != 0 {
				t.Errorf("%s: %+v, want %+v", name, e, want)
			}
		}
		again, _, err := edit.Footfalls(t.Context(), m, got, o)
		must.Do(t, err)
		if len(again.Events) != len(events) {
			t.Errorf("%s: the second time there are %d events", name, len(again.Events))
		}
		must.Do(t, buildable(m, got))
	}
	o.Left, o.Right, o.Stances = "L", "R", true
	_, events, err := edit.Footfalls(t.Context(), m, walk, o)
	must.Do(t, err)
	for _, e := range events {
		if e.Name != "L" && e.Name != "R" || !(e.Length > 0.3) || e.Time+e.Length > walk.Seconds {
			t.Errorf("a stance %+v", e)
		}
	}
}

func buildable(m *soa.Model, c *edit.Clip) error {
	built, err := c.Build()
	if err == nil {
		err = m.ValidateClip(built)
	}
	return err
}

func TestFootfallsRefuse(t *testing.T) {
	m, c := walker(0)
	if _, _, err := edit.Footfalls(t.Context(), m, c, edit.FootfallOptions{Contact: retarget.ContactOptions{Speed: -1}}); !errors.Is(err, soa.ErrOption) {
		t.Error(err)
	}
	difference := *c
	difference.Additive = true
	if _, _, err := edit.Footfalls(t.Context(), m, &difference, edit.FootfallOptions{}); !errors.Is(err, retarget.ErrAdditive) {
		t.Error(err)
	}
	names := *m.Skeleton
	names.Name = []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}
	names.Parent = []int16{-1, 0, 1, 2, 3, 4, 5, 6, 7}
	names.ComputeDepth()
	if _, _, err := edit.Footfalls(t.Context(), &soa.Model{Skeleton: &names}, c, edit.FootfallOptions{}); !errors.Is(err, retarget.ErrLegs) {
		t.Error(err)
	}
}
