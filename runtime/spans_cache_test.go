package runtime_test

import (
	goruntime "runtime"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// A crowd of a few instances takes the memory of what they show of a compressed clip, however long it
// is. Its cache grows as they play on, without a difference to one that is large at once, until the
// clip is in it.
func TestCacheOfFewGrows(t *testing.T) {
	took := func(seconds float64) (bytes int, hero runtime.Source) {
		m := figure.Character(figure.Motion{Name: "clip", Seconds: seconds, Drive: figure.Captured})
		packed, err := bake.PackClips(t.Context(), m, nil, bake.PackOptions{Bound: 1e-2})
		must.Do(t, err)
		hero, err = runtime.Prepare(runtime.Compressed(m, packed), pose.LayoutOptions{})
		must.Do(t, err)
		var before, after goruntime.MemStats
		goruntime.ReadMemStats(&before)
		_, err = runtime.NewCrowd(hero, 1, runtime.CrowdOptions{Play: &play.Options{}})
		must.Do(t, err)
		goruntime.ReadMemStats(&after)
		return int(after.TotalAlloc - before.TotalAlloc), hero
	}
	short, _ := took(0.5)
	long, hero := took(12)
	if long > short+32<<10 {
		t.Errorf("a crowd of one takes %d bytes for 12 s, for half a second %d", long, short)
	}
	few, err := runtime.NewCrowd(hero, 3, runtime.CrowdOptions{})
	must.Do(t, err)
	many, err := runtime.NewCrowd(hero, 20, runtime.CrowdOptions{})
	must.Do(t, err)
	for i := range few.Len() {
		o := play.Options{Offset: 3.7 * float64(i), Speed: 1 + 0.1*float64(i)}
		must.Do(t, few.Instance(i).Play(0, o))
		must.Do(t, many.Instance(i).Play(0, o))
	}
	for frame := range 400 {
		must.Do(t, few.Update(1./31))
		must.Do(t, many.Update(1./31))
		for i := range few.Len() {
			if !slices.Equal(bitsOfAll(few.Instance(i).Palette()), bitsOfAll(many.Instance(i).Palette())) {
				t.Fatalf("frame %d: instance %d differs", frame, i)
			}
		}
	}
	if n := testing.AllocsPerRun(400, func() { must.Do(t, few.Update(1./31)) }); n != 0 {
		t.Errorf("%v allocations in a frame of a clip that has been played", n)
	}
}
