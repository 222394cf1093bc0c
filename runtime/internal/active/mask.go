package active

import (
	"slices"

	"github.com/sinew-anim/sinew/runtime/pose"
)

// AddMask adds a mask that layers can have, and returns its greatest weight of a column.
func (c *Table) AddMask(mask pose.Mask) (most float32, err error) {
	least := leastOf(mask)
	columns, err := c.Poses.ColumnWeights(mask, least)
	if err != nil {
		return 0, err
	}
	most = slices.Max(columns)
	c.Masks = append(c.Masks, Mask{columns, least, meanOf(mask), most})
	return most, nil
}

// leastOf is the least weight of a mask.
func leastOf(mask pose.Mask) float32 {
	if len(mask) == 0 {
		return 1
	}
	return slices.Min(mask)
}

// meanOf is the mean weight of a mask.
func meanOf(mask pose.Mask) float32 {
	if len(mask) == 0 {
		return 1
	}
	sum := 0.
	for _, w := range mask {
		sum += float64(w)
	}
	return float32(sum / float64(len(mask)))
}
