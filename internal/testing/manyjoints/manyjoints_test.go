package manyjoints_test

import (
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
)

// The models pass Validate.
func TestModelsAreValid(t *testing.T) {
	for _, shape := range []manyjoints.Shape{manyjoints.Chain, manyjoints.Star} {
		for _, joints := range []int{1, 2, 100} {
			if err := manyjoints.Model(shape, joints, 10).Validate(); err != nil {
				t.Errorf("%v of %d joints: %v", shape, joints, err)
			}
		}
	}
}
