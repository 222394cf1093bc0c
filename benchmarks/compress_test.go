//go:build cgo

package benchmarks

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

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

// BenchmarkDecode is one character's pose: played on by a sixtieth of a second
// or anywhere, straight from the packed clip, or from the clip unpacked.
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
		clip, err := compress.Unpack(m, p)
		if err != nil {
			b.Fatal(err)
		}
		s, err := runtime.NewSampler(m, clip)
		if err != nil {
			b.Fatal(err)
		}
		cache, cursors, pose := d.NewCache(1), make([]uint32, s.Cursors()), runtime.NewPose(m)
		if err := d.Begin(&pose); err != nil {
			b.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 1))
		random := make([]float64, 1024)
		for i := range random {
			random[i] = r.Float64() * c.Duration
		}
		measure := func(name string, tick func(i int) float64, sample func(tick float64) error) {
			b.Run(name, func(b *testing.B) {
				i := 0
				for b.Loop() {
					if err := sample(tick(i)); err != nil {
						b.Fatal(err)
					}
					i++
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(m.Skeleton.Len()), "ns/joint")
			})
		}
		forward := func(i int) float64 { return runtime.Tick(clip, clip.Start+float64(i)/60, runtime.Wrap) }
		anywhere := func(i int) float64 { return random[i%len(random)] }
		decode := func(tick float64) error { return d.Sample(tick, cache, &pose) }
		sample := func(tick float64) error { return s.Sample(tick, cursors, &pose) }
		measure("packed/forward", forward, decode)
		measure("packed/random", anywhere, decode)
		measure("unpacked/forward", forward, sample)
		measure("unpacked/random", anywhere, sample)
	})
}
