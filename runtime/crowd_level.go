package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/internal/mix"
)

// SetLOD gives the character a level of detail, an index in CrowdOptions.LODs. The error
// wraps ErrStale or ErrRange.
func (x Instance) SetLOD(level int) error {
	if err := x.check("set LOD"); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	if level < 0 || level >= len(c.set.mix.LODs.List) {
		return fmt.Errorf("set LOD: %w: level of detail %d of %d", ErrRange, level, len(c.set.mix.LODs.List))
	}
	if x.LOD() != level {
		c.set.mix.LODs.Set(i, level)
	}
	return nil
}

// LOD returns the level of detail of the character.
func (x Instance) LOD() int {
	if !x.has() {
		return 0
	}
	return int(x.crowd.set.mix.LODs.Level[x.index] &^ mix.LevelFresh)
}
