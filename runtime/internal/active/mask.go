package active

import (
	"slices"

	"github.com/sinew-anim/sinew/runtime/pose"
)

// AddMask adds a mask that layers can have, and returns its greatest weight of a column.
func (c *Table) AddMask(mask pose.Mask) (most float32, err error) {
	least, mean := float32(1), float32(1) // of no weights
	if len(mask) > 0 {
		sum := 0.
		for _, w := range mask {
			sum += float64(w)
		}
		least, mean = slices.Min(mask), float32(sum/float64(len(mask)))
	}
	columns, err := c.Poses.ColumnWeights(mask, least)
	if err != nil {
		return 0, err
	}
	most = slices.Max(columns)
	c.Masks = append(c.Masks, Mask{columns, least, mean, most})
	return most, nil
}
