package runtime

import (
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// goroutines waits until at most most goroutines are left.
func goroutines(t *testing.T, most int) {
	t.Helper()
	deadline := time.Now().Add(5 * time.Second)
	for runtime.NumGoroutine() > most {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines are left, want %d", runtime.NumGoroutine(), most)
		}
		runtime.GC() // runs cleanups
		time.Sleep(time.Millisecond)
	}
}

// Workers end with Close, which may be called again, and with a crowd that is
// forgotten. A closed crowd can still be updated.
func TestCrowdCloseEndsWorkers(t *testing.T) {
	before := runtime.NumGoroutine()
	source := Keyframes(&soa.Model{Skeleton: &soa.Skeleton{Name: []string{"a"}, Parent: []int16{-1}, Depth: []uint16{0}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)},
		Clips: []*soa.Clip{{Name: "still", TicksPerSecond: 1, Duration: 10}}})
	for range 10 {
		c, err := NewCrowd(source, 200, CrowdOptions{Workers: 4, Play: &play.Options{}})
		if err != nil {
			t.Fatal(err)
		}
		err = c.Update(0.1)
		c.Close()
		c.Close()
		at := c.Instance(7).Time()
		if err := errors.Join(err, c.Update(0.1)); err != nil || c.Instance(7).Time() == at {
			t.Errorf("a closed crowd is at %v s, then at %v: %v", at, c.Instance(7).Time(), err)
		}
	}
	goroutines(t, before)
	for range 3 {
		c, err := NewCrowd(source, 200, CrowdOptions{Workers: 4})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Update(0.1); err != nil {
			t.Fatal(err)
		}
	}
	goroutines(t, before)
}
