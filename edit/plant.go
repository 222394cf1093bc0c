package edit

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/soa"
)

// Plant returns the clip with feet that do not slide while they stand, see retarget.Plant. The
// tracks of the legs, and of a lowered pelvis, are computed anew within a tenth of a
// millimetre; all others stay. The error is that of retarget.Plant.
func Plant(ctx context.Context, m *soa.Model, c *Clip, o retarget.PlantOptions) (*Clip, *retarget.PlantReport, error) {
	p, err := newPoser(ctx, m, c)
	if err != nil {
		return nil, nil, fmt.Errorf("plant feet: %w", err)
	}
	built, r, err := retarget.Plant(ctx, m, p.clip, o)
	if err != nil {
		return nil, nil, err
	}
	changed := make(map[ID]bool)
	for _, t := range r.Changed {
		changed[ID{t.Property, int(t.Target)}] = true
	}
	planted := ClipOf(built)
	planted.Tracks = slices.DeleteFunc(planted.Tracks, func(t Track) bool { return !changed[t.ID] })
	return c.withAll(planted.Tracks), r, nil
}
