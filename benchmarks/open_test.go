//go:build cgo

package benchmarks

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// openUses are purposes of opening an archive.
var openUses = []struct {
	name string
	do   func(*archive.Archive) error
}{
	{"names", func(*archive.Archive) error { return nil }},
	{"one", func(a *archive.Archive) error { // the character in its mesh, and a clip to play
		m, err := a.Still()
		if err != nil {
			return err
		}
		_, err = bake.Clip(a, m, 0)
		return err
	}},
	{"parts", func(a *archive.Archive) error { // everything, checked, in stored form
		if _, err := a.Still(); err != nil {
			return err
		}
		for i := range a.Clips() {
			if _, err := a.Packed(i); err != nil {
				return err
			}
		}
		return nil
	}},
}

// BenchmarkOpen opens archives of single files, and of a character with the 20 clips of other
// files. It reports memory relative to the archive's size, and the import's time relative to
// opening.
func BenchmarkOpen(b *testing.B) {
	root := os.Getenv("SINEW_SHARED")
	if root == "" {
		root = "../../shared"
	}
	sets := [][]string{{"arnaud.fbx"}}
	for i := range 20 {
		sets[0] = append(sets[0], []string{"walk.fbx", "run.fbx"}[i%2])
	}
	for i := range sets[0] {
		sets[0][i] = "models/pab/" + sets[0][i]
	}
	for _, file := range importFiles {
		sets = append(sets, []string{file})
	}
	for _, files := range sets {
		name := filepath.Base(files[0])
		if len(files) > 1 {
			name = "character"
		}
		b.Run(name, func(b *testing.B) {
			paths := make([]string, len(files))
			for i, file := range files {
				paths[i] = filepath.Join(root, file)
				if _, err := os.Stat(paths[i]); err != nil {
					b.Skipf("no shared models (SINEW_SHARED): %v", err)
				}
			}
			path, size, imported := bakedFiles(b, paths)
			for _, use := range openUses {
				b.Run(use.name, func(b *testing.B) { benchmarkOpen(b, path, size, imported, use.do) })
			}
		})
	}
}

// bakedFiles writes the archive of a model with the clips of other files, and returns the
// shortest of three import times.
func bakedFiles(b *testing.B, paths []string) (path string, size int64, imported time.Duration) {
	b.Helper()
	var model *soa.Model
	imported = time.Hour
	for range 3 {
		begun := time.Now()
		m, err := loadFiles(context.Background(), paths)
		if err != nil {
			b.Fatal(err)
		}
		model, imported = m, min(imported, time.Since(begun))
	}
	if len(model.Clips) == 0 {
		b.Skip("the file has no clips")
	}
	baked, err := bake.Bake(context.Background(), model, bake.Options{})
	if err != nil {
		b.Fatal(err)
	}
	data, err := archive.Encode(&baked.Content)
	if err != nil {
		b.Fatal(err)
	}
	path = filepath.Join(b.TempDir(), "a.sinew")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		b.Fatal(err)
	}
	return path, int64(len(data)), imported
}

func benchmarkOpen(b *testing.B, path string, size int64, imported time.Duration, do func(*archive.Archive) error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	least := time.Hour
	for b.Loop() {
		begun := time.Now()
		a, err := archive.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		if err := do(a); err != nil {
			b.Fatal(err)
		}
		least = min(least, time.Since(begun))
		if err := a.Close(); err != nil {
			b.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	heap := float64(after.TotalAlloc-before.TotalAlloc) / float64(b.N)
	b.ReportMetric(float64(least.Nanoseconds())/1000, "least-µs")
	b.ReportMetric(heap, "heap-B")
	b.ReportMetric(float64(size), "file-B")
	b.ReportMetric(100*heap/float64(size), "%file")
	b.ReportMetric(imported.Seconds()/least.Seconds(), "import/open")
}
