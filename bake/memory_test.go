package bake_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/soa/archive"
)

// TestMemory: to open the archive of a character with 20 clips takes less than a
// fiftieth of its size in memory, and so does having all of it checked; a
// compressed clip that is asked for takes about its struct.
func TestMemory(t *testing.T) {
	data := manyClips(t, 20)
	opened := allocated(t, data, func(*archive.Archive) error { return nil })
	verified := allocated(t, data, (*archive.Archive).Verify)
	parts := allocated(t, data, func(a *archive.Archive) error {
		for i := range a.Clips() {
			if _, err := a.Packed(i); err != nil {
				return err
			}
		}
		return nil
	})
	size := float64(len(data))
	t.Logf("%d bytes: opened %.0f (%.2f %%), verified %.0f (%.2f %%), %.0f a clip", len(data), opened, 100*opened/size, verified, 100*verified/size, (parts-opened)/20)
	if !(opened < 0.02*size) || !(verified < 0.02*size) {
		t.Errorf("of %d bytes, opening allocates %v and checking %v", len(data), opened, verified)
	}
	if a := (parts - opened) / 20; a > 736 {
		t.Errorf("a compressed clip takes %v bytes", a)
	}
}

// manyClips returns an archive of a humanoid with a mesh and many clips, half of
// them of a second, half of half of one.
func manyClips(t *testing.T, n int) []byte {
	t.Helper()
	b, _ := baked(t, figure.Character(figure.Motion{Name: "walk", Seconds: 1}, figure.Motion{Name: "run", Seconds: 0.5}), bake.Options{})
	content := archive.Content{Model: b.Content.Model}
	clips := content.Model.Clips
	content.Model.Clips = nil
	for i := range n {
		p := *b.Content.Packed[i%len(clips)]
		p.Exact.Name = fmt.Sprint("clip ", i)
		content.Packed = append(content.Packed, &p)
		content.Model.Clips = append(content.Model.Clips, clips[i%len(clips)])
	}
	data, err := archive.Encode(&content)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// allocated is how many bytes it takes to open an archive that is in memory and
// to do something with it.
func allocated(t *testing.T, data []byte, do func(*archive.Archive) error) float64 {
	t.Helper()
	const times = 50
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range times {
		a, err := archive.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if err := do(a); err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc-before.TotalAlloc) / times
}
