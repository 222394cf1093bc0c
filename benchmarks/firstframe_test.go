//go:build cgo

package benchmarks

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	goruntime "runtime"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// heroFiles are characters of files, with their clips: below testdata, or of the folder SINEW_SHARED.
var heroFiles = []struct {
	name   string
	shared bool
	files  []string
}{
	{"strider", false, []string{"strider/strider_all.fbx"}},
	{"warden", false, []string{"warden/warden.md5mesh"}},
	{"arnaud", true, []string{"models/pab/arnaud.fbx", "models/pab/walk.fbx", "models/pab/run.fbx"}},
	{"bob", true, []string{"models/md5-bob/Bob.md5mesh"}},
}

// heroes returns five characters by name, without those whose files are not there.
func heroes(b *testing.B) (names []string, models []*soa.Model) {
	b.Helper()
	shared := os.Getenv("SINEW_SHARED")
	if shared == "" {
		shared = "../../shared"
	}
	for _, h := range heroFiles {
		root := "../testdata"
		if h.shared {
			root = shared
		}
		paths := make([]string, len(h.files))
		for i, file := range h.files {
			paths[i] = filepath.Join(root, file)
		}
		if _, err := os.Stat(paths[0]); err != nil {
			b.Logf("without %s (SINEW_SHARED): %v", h.name, err)
			continue
		}
		m, err := loadFiles(context.Background(), paths)
		if err != nil {
			b.Fatal(err)
		}
		names, models = append(names, h.name), append(models, m)
	}
	made := figure.Character(figure.Motion{Name: "walk", Seconds: 1.3, Drive: figure.Captured}, figure.Motion{Name: "run", Seconds: 0.7, Drive: figure.Captured})
	return append(names, "figure"), append(models, made)
}

// BenchmarkFirstFrame opens archives in memory, makes a crowd of one instance of each that plays its
// first clip, and updates it.
func BenchmarkFirstFrame(b *testing.B) {
	names, models := heroes(b)
	for form, as := range []string{bake.Packed: "packed", bake.Exact: "exact", bake.Small: "small"} {
		files := make([][]byte, len(models))
		for i, m := range models {
			baked, err := bake.Bake(b.Context(), m, bake.Options{Clips: bake.ClipForm(form)})
			if err != nil {
				b.Fatal(err)
			}
			if files[i], err = archive.Encode(&baked.Content); err != nil {
				b.Fatal(err)
			}
		}
		run := func(hero string, files [][]byte) {
			b.Run(fmt.Sprintf("clips=%s/hero=%s", as, hero), func(b *testing.B) { benchmarkFirstFrame(b, files) })
		}
		if len(files) == len(heroFiles)+1 {
			run("all", files)
		}
		for i, name := range names {
			run(name, files[i:i+1])
		}
	}
}

// firstFrameParts are what a first frame consists of.
var firstFrameParts = [...]string{"open", "prepare", "crowd", "update"}

// firstFrame is the time that each part took.
type firstFrame [len(firstFrameParts)]time.Duration

func (f *firstFrame) of(data []byte) error {
	begun := time.Now()
	lap := func(part int) {
		now := time.Now()
		f[part] += now.Sub(begun)
		begun = now
	}
	a, err := archive.Decode(data)
	if err != nil {
		return err
	}
	lap(0)
	source, err := runtime.Prepare(runtime.Archived(a), pose.LayoutOptions{})
	if err != nil {
		return err
	}
	if err := source.PrepareClips(a.ClipName(0)); err != nil {
		return err
	}
	lap(1)
	crowd, err := runtime.NewCrowd(source, 1, runtime.CrowdOptions{Play: &play.Options{}})
	if err != nil {
		return err
	}
	lap(2)
	err = crowd.Update(1. / 60)
	lap(3)
	return err
}

func benchmarkFirstFrame(b *testing.B, files [][]byte) {
	var least firstFrame
	all := time.Duration(math.MaxInt64)
	var before, after goruntime.MemStats
	goruntime.ReadMemStats(&before)
	for b.Loop() {
		var f firstFrame
		begun := time.Now()
		for _, data := range files {
			if err := f.of(data); err != nil {
				b.Fatal(err)
			}
		}
		all = min(all, time.Since(begun))
		for k := range least {
			if least[k] == 0 || f[k] < least[k] {
				least[k] = f[k]
			}
		}
	}
	goruntime.ReadMemStats(&after)
	b.ReportMetric(float64(all.Microseconds())/1000, "least-ms")
	for k, part := range firstFrameParts {
		b.ReportMetric(float64(least[k].Nanoseconds())/1000, part+"-µs")
	}
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(b.N), "heap-B")
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(b.N), "allocs")
}
