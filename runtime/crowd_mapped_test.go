//go:build linux

package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// archives are files of a character: with a bank, and with compressed clips.
func archives(t *testing.T) map[string]string {
	t.Helper()
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 1.2}, figure.Motion{Name: "run", Seconds: 4})
	bank, err := bake.Bank(context.Background(), m, nil, bake.BankOptions{ErrorBound: 1e-4})
	must.Do(t, err)
	packed, err := bake.PackClips(context.Background(), m, m.Clips, bake.PackOptions{Bound: 1e-4})
	must.Do(t, err)
	files := make(map[string]string)
	for name, content := range map[string]*archive.Content{"bank": {Model: m, Banks: []*soa.Bank{bank}}, "packed": {Model: m, Packed: packed}} {
		data, err := archive.Encode(content)
		must.Do(t, err)
		files[name] = filepath.Join(t.TempDir(), name+".sinew")
		must.Do(t, os.WriteFile(files[name], data, 0o644))
	}
	return files
}

// TestCrowdKeepsArchive: a crowd plays on when its archive is closed, until it is garbage.
func TestCrowdKeepsArchive(t *testing.T) {
	for name, file := range archives(t) {
		a, err := archive.OpenWith(file, archive.OpenOptions{Map: true})
		must.Do(t, err)
		c, err := runtime.NewCrowd(runtime.Archived(a), 40, runtime.CrowdOptions{Workers: 2, CacheBytes: 1})
		must.Do(t, err)
		must.Do(t, a.Close())
		must.Do(t, c.PlayAll(0, play.Options{Seed: 1}))
		for range 20 {
			must.Do(t, c.Update(0.1))
		}
		if _, err := runtime.NewCrowd(runtime.Archived(a), 1, runtime.CrowdOptions{}); !errors.Is(err, soa.ErrClosed) {
			t.Errorf("%s: a crowd of a closed archive: %v", name, err)
		}
		c.Close()
		goruntime.KeepAlive(c)
	}
}

// TestCrowdOfTruncatedFile: a file that becomes shorter under its map is an error of
// whatever reads it, on every goroutine, and not the end of the program. What the crowd
// shows then is the rest pose, and it goes on where the file is what it was.
func TestCrowdOfTruncatedFile(t *testing.T) {
	for name, file := range archives(t) {
		for _, size := range []int64{0, 4096, 9000, -4096, -1} {
			t.Run(fmt.Sprint(name, " ", size), func(t *testing.T) { truncate(t, file, size) })
		}
	}
}

func truncate(t *testing.T, file string, size int64) {
	whole, err := os.ReadFile(file)
	must.Do(t, err)
	if size < 0 {
		size += int64(len(whole))
	}
	a, err := archive.OpenWith(file, archive.OpenOptions{Map: true})
	must.Do(t, err)
	mask := make(pose.Mask, a.Skeleton().Len())
	mask[3] = 1
	c, err := runtime.NewCrowd(runtime.Archived(a), 400, runtime.CrowdOptions{Workers: 4, CacheBytes: 1, Masks: []pose.Mask{mask}})
	must.Do(t, err)
	defer c.Close()
	rest := slices.Clone(c.Palettes())
	must.Do(t, c.PlayAll(0, play.Options{Seed: 1}))
	must.Do(t, c.Update(0.1))
	must.Do(t, c.PlayAll(1, play.Options{Seed: 1, Layer: 1, Mask: 1, Fade: 5, Weight: 0.5}))
	must.Do(t, c.PlaySome([]int{5, 18}, 1, play.Options{Fade: 5, Transition: play.Inertialize}))
	must.Do(t, c.Update(0.1))
	must.Do(t, os.Truncate(file, size))
	s := c.NewScratch()
	for range 2 { // and again: nothing is stuck
		for what, call := range map[string]func() error{
			"update":      func() error { return c.Update(0.4) },
			"update some": func() error { return c.UpdateSome([]int{1, 17, 300}, 0.3) },
			"run blocks":  func() error { return c.RunBlocks(s, 0, s.Blocks(), 0.3) },
			"advance":     func() error { return c.Advance(0.1) },
			"play": func() error {
				return c.Instance(3).Play(1, play.Options{Fade: 1, Transition: play.DeadBlend})
			},
			"new crowd": func() error {
				_, err := runtime.NewCrowd(runtime.Archived(a), 100, runtime.CrowdOptions{Play: &play.Options{}})
				return err
			},
		} {
			if err := call(); !errors.Is(err, archive.ErrTruncated) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if !slices.Equal(c.Palettes(), rest) {
			t.Error("it shows another pose than the rest pose")
		}
	}
	must.Do(t, os.WriteFile(file, whole, 0o644))
	goesOn(t, c)
	must.Do(t, c.Update(0.1))
	if same := slices.Equal(c.Palettes(), rest); same || slices.ContainsFunc(c.Palettes(), func(v float32) bool { return v-v != 0 }) {
		t.Errorf("it goes on in the rest pose (%v) or with what is no number", same)
	}
	must.Do(t, a.Close())
}
