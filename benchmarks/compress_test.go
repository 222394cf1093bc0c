//go:build cgo

package benchmarks

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/compress"
	"github.com/sinew-anim/sinew/soa"
)

// compressFiles are a walk and a run cycle at 30 keys a second and a long motion
// capture at 120.
var compressFiles = []string{"pab/walk.fbx", "pab/run.fbx", "/usr/share/assimp/models/BVH/01_01.bvh"}

// eachCompressed calls work for each of the files' first clips at 0.1 and 1 mm.
func eachCompressed(b *testing.B, work func(b *testing.B, m *soa.Model, c *soa.Clip, o compress.Options)) {
	root := os.Getenv("SINEW_SHARED")
	if root == "" {
		root = "../../shared"
	}
	for _, path := range compressFiles {
		if !filepath.IsAbs(path) {
			path = filepath.Join(root, "models", path)
		}
		for _, mm := range []float64{0.1, 1} {
			b.Run(fmt.Sprintf("%s/%gmm", filepath.Base(path), mm), func(b *testing.B) {
				if _, err := os.Stat(path); err != nil {
					b.Skipf("the file is missing: %v", err)
				}
				m, err := importer.Load(context.Background(), path, importer.WithoutTextures())
				if err != nil {
					b.Fatal(err)
				}
				work(b, m, m.Clips[0], compress.Options{Bound: mm / 1000})
			})
		}
	}
}

// BenchmarkCompress is the encoder, with the size and the error it comes to.
func BenchmarkCompress(b *testing.B) {
	eachCompressed(b, func(b *testing.B, m *soa.Model, c *soa.Clip, o compress.Options) {
		var p *soa.Packed
		for b.Loop() {
			var err error
			if p, err = compress.Clip(m, c, o); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(p.Size()), "bytes")
		b.ReportMetric(1000*p.Error, "mm-error")
	})
}

// BenchmarkUnpack is a whole clip, per joint and key of its finest grid.
func BenchmarkUnpack(b *testing.B) {
	eachCompressed(b, func(b *testing.B, m *soa.Model, c *soa.Clip, o compress.Options) {
		p, err := compress.Clip(m, c, o)
		if err != nil {
			b.Fatal(err)
		}
		keys := uint32(0)
		for i := range p.Grids {
			keys = max(keys, p.Grids[i].Intervals+1)
		}
		for b.Loop() {
			if _, err := compress.Unpack(m, p); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(keys)/float64(m.Skeleton.Len()), "ns/joint-key")
	})
}

// BenchmarkDecode is poses straight from packed clips: n characters that share a
// cache, played on by a sixtieth of a second or anywhere. least-ns/joint is what a
// joint took in the best of short stretches, percentiles are of the stretches.
func BenchmarkDecode(b *testing.B) {
	eachCompressed(b, func(b *testing.B, m *soa.Model, c *soa.Clip, o compress.Options) {
		p, err := compress.Clip(m, c, o)
		if err != nil {
			b.Fatal(err)
		}
		d, err := compress.NewDecoder(m, p)
		if err != nil {
			b.Fatal(err)
		}
		for _, n := range []int{1, 16, 1000} {
			for _, times := range []string{"forward", "random"} {
				b.Run(fmt.Sprintf("n=%d/times=%s", n, times), func(b *testing.B) { benchmarkDecode(b, m, d, n, times == "random") })
			}
		}
	})
}

func benchmarkDecode(b *testing.B, m *soa.Model, d *compress.Decoder, n int, random bool) {
	r := rand.New(rand.NewPCG(1, 1))
	duration := d.Clip().Duration
	step := d.Clip().TicksPerSecond / 60
	ticks := make([]float64, max(n, 1024))
	for i := range ticks {
		ticks[i] = r.Float64() * duration
	}
	cache, pose := d.NewCache(n), runtime.NewPose(m)
	if err := d.Begin(&pose); err != nil {
		b.Fatal(err)
	}
	const stretch = 256
	var took []float64
	at := 0
	for b.Loop() {
		start := time.Now()
		for range stretch {
			if err := d.Sample(ticks[at], cache, &pose); err != nil {
				b.Fatal(err)
			}
			if !random {
				if ticks[at] += step; ticks[at] >= duration {
					ticks[at] -= duration
				}
			}
			if at++; at == n && !random || at == len(ticks) {
				at = 0
			}
		}
		took = append(took, float64(time.Since(start).Nanoseconds())/stretch/float64(m.Skeleton.Len()))
	}
	slices.Sort(took)
	b.ReportMetric(took[0], "least-ns/joint")
	for _, percent := range []int{50, 99} {
		b.ReportMetric(took[len(took)*percent/100], fmt.Sprintf("p%d-ns/joint", percent))
	}
}
