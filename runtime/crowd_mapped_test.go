//go:build linux

package runtime_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	goruntime "runtime"
	"testing"

	"github.com/sinew-anim/sinew/internal/rig"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/compress"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// archives are files of a character: with a bank, and with compressed clips.
func archives(t *testing.T) map[string]string {
	t.Helper()
	m := rig.Character(rig.Motion{Name: "walk", Seconds: 1.2}, rig.Motion{Name: "run", Seconds: 4})
	bank, err := runtime.Compile(context.Background(), m, nil, runtime.CompileOptions{ErrorBound: 1e-4})
	must(t, err)
	packed, err := compress.Clips(context.Background(), m, m.Clips, compress.Options{Bound: 1e-4})
	must(t, err)
	files := make(map[string]string)
	for name, content := range map[string]*archive.Content{"bank": {Model: m, Banks: []*soa.Bank{bank}}, "packed": {Model: m, Packed: packed}} {
		data, err := archive.Encode(content)
		must(t, err)
		files[name] = filepath.Join(t.TempDir(), name+".sinew")
		must(t, os.WriteFile(files[name], data, 0o644))
	}
	return files
}

// TestCrowdKeepsArchive: a crowd plays on when its archive is closed, until it is garbage.
func TestCrowdKeepsArchive(t *testing.T) {
	for name, file := range archives(t) {
		a, err := archive.OpenWith(file, archive.OpenOptions{Map: true})
		must(t, err)
		c, err := runtime.NewCrowd(runtime.Archived(a), 40, runtime.CrowdOptions{Workers: 2, CacheBytes: 1})
		must(t, err)
		must(t, a.Close())
		must(t, c.PlayAll(0, runtime.PlayOptions{Seed: 1}))
		for range 20 {
			must(t, c.Update(0.1))
		}
		if _, err := runtime.NewCrowd(runtime.Archived(a), 1, runtime.CrowdOptions{}); !errors.Is(err, soa.ErrClosed) {
			t.Errorf("%s: a crowd of a closed archive: %v", name, err)
		}
		c.Close()
		goruntime.KeepAlive(c)
	}
}

// TestCrowdOfTruncatedFile: a file that becomes shorter under its map is an error of
// whatever reads it, on every goroutine, and not the end of the program.
func TestCrowdOfTruncatedFile(t *testing.T) {
	for name, file := range archives(t) {
		a, err := archive.OpenWith(file, archive.OpenOptions{Map: true})
		must(t, err)
		c, err := runtime.NewCrowd(runtime.Archived(a), 4000, runtime.CrowdOptions{Workers: 4, CacheBytes: 1})
		must(t, err)
		defer c.Close()
		must(t, c.PlayAll(0, runtime.PlayOptions{Seed: 1}))
		must(t, c.Update(0.1))
		must(t, os.Truncate(file, 4096))
		must(t, c.PlayAll(1, runtime.PlayOptions{Seed: 1})) // the other one is decoded already
		for range 3 {                                       // and again: nothing is stuck
			if err := c.Update(0.4); !errors.Is(err, archive.ErrTruncated) {
				t.Errorf("%s: update: %v", name, err)
			}
		}
		// What some workers have decoded can be played still.
		if err := c.UpdateSome([]int{1, 17, 300}, 0.3); !errors.Is(err, archive.ErrTruncated) && (name == "bank" || err != nil) {
			t.Errorf("%s: update some: %v", name, err)
		}
		if err := c.RunBlocks(c.NewScratch(), 0, c.Blocks(), 0.3); !errors.Is(err, archive.ErrTruncated) {
			t.Errorf("%s: run blocks: %v", name, err)
		}
		if err := c.Advance(0.1); err != nil && !errors.Is(err, archive.ErrTruncated) {
			t.Errorf("%s: advance: %v", name, err)
		}
		if _, err := runtime.NewCrowd(runtime.Archived(a), 100, runtime.CrowdOptions{Play: &runtime.PlayOptions{}}); !errors.Is(err, archive.ErrTruncated) {
			t.Errorf("%s: another crowd: %v", name, err)
		}
		must(t, a.Close())
	}
}
