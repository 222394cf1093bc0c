package progress_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/internal/progress"
)

func TestTogether(t *testing.T) {
	var told []float64
	all := progress.Together(3, func(done float64) { told = append(told, done) })
	var group sync.WaitGroup
	for i := range 3 {
		group.Go(func() {
			for step := range 100 {
				all(i, float64(step+1)/100)
			}
		})
	}
	group.Wait()
	if len(told) != 300 || !slices.IsSorted(told) || told[0] <= 0 || told[299] != 1 {
		t.Errorf("%d calls, from %v to %v", len(told), told[0], told[len(told)-1])
	}
	progress.Together(2, nil)(1, 1)
}
