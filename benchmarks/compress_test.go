//go:build cgo

package benchmarks

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/benchmarks/clips"
	"github.com/sinew-anim/sinew/importer"
)

// compressFiles are a walk and a run cycle at 30 keys a second and a long motion
// capture at 120.
var compressFiles = []struct {
	path string
	rate float64 // samples a second
}{{"pab/walk.fbx", 30}, {"pab/run.fbx", 30}, {"/usr/share/assimp/models/BVH/01_01.bvh", 120}}

// eachCompressed calls work for the first clip of each file, with bounds of 0.1 and 1 mm.
func eachCompressed(b *testing.B, work func(b *testing.B, s *clips.Sampled, bound float64)) {
	root := os.Getenv("SINEW_SHARED")
	if root == "" {
		root = "../../shared"
	}
	for _, file := range compressFiles {
		path, rate := file.path, file.rate
		if !filepath.IsAbs(path) {
			path = filepath.Join(root, "models", path)
		}
		for _, mm := range []float64{0.1, 1} {
			b.Run(fmt.Sprintf("%s/%gmm", filepath.Base(path), mm), func(b *testing.B) {
				if _, err := os.Stat(path); err != nil {
					b.Skipf("the file is missing: %v", err)
				}
				m, err := importer.Load(context.Background(), path, importer.Options{NoTextures: true})
				if err != nil {
					b.Fatal(err)
				}
				s, err := clips.Sample(m, m.Clips[0], rate)
				if err != nil {
					b.Fatal(err)
				}
				work(b, s, mm/1000)
			})
		}
	}
}

// eachLibrary calls work for each library in this build.
func eachLibrary(b *testing.B, work func(b *testing.B, s *clips.Sampled, bound float64, l clips.Library)) {
	eachCompressed(b, func(b *testing.B, s *clips.Sampled, bound float64) {
		for _, l := range clips.Libraries() {
			b.Run("library="+l.Name, func(b *testing.B) { work(b, s, bound, l) })
		}
	})
}

// BenchmarkCompress measures the encoder, with the resulting size, the errors at the samples and
// at any time, and the error that the library reports.
func BenchmarkCompress(b *testing.B) {
	eachLibrary(b, func(b *testing.B, s *clips.Sampled, bound float64, l clips.Library) {
		var c *clips.Coded
		for b.Loop() {
			if c != nil {
				c.Close()
			}
			c = coded(b, s, bound, l)
		}
		defer c.Close()
		off, err := s.Measure(c)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(c.Bytes), "bytes")
		b.ReportMetric(1000*off.Any, "mm-error")
		b.ReportMetric(1000*off.Samples, "mm-at-samples")
		b.ReportMetric(1000*c.Claimed, "mm-claimed")
	})
}

func coded(b *testing.B, s *clips.Sampled, bound float64, l clips.Library) *clips.Coded {
	c, err := l.Compress(s, bound)
	if err != nil {
		b.Fatal(err)
	}
	return c
}

// BenchmarkUnpack measures unpacking a whole clip, per joint and key of its finest grid.
func BenchmarkUnpack(b *testing.B) {
	eachCompressed(b, func(b *testing.B, s *clips.Sampled, bound float64) {
		m := s.Model
		p, err := bake.Pack(context.Background(), m, s.Clip, bake.PackOptions{Bound: bound})
		if err != nil {
			b.Fatal(err)
		}
		keys := uint32(0)
		for i := range p.Grids {
			keys = max(keys, p.Grids[i].Intervals+1)
		}
		for b.Loop() {
			if _, err := bake.Unpack(m, p); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(keys)/float64(m.Skeleton.Len()), "ns/joint-key")
	})
}

// BenchmarkDecode measures poses decoded directly from compressed clips, for n characters that
// share data where possible and advance by 1/60 s or to random times. Sinew's figures include the
// palettes, ozz's those named palettes. least-ns/joint is the time per joint in the fastest of short stretches; percentiles
// are over the stretches.
func BenchmarkDecode(b *testing.B) {
	eachLibrary(b, func(b *testing.B, s *clips.Sampled, bound float64, l clips.Library) {
		c := coded(b, s, bound, l)
		defer c.Close()
		if c.Play == nil {
			b.Skip("is unpacked before it is played")
		}
		for _, n := range []int{1, 16, 1000} {
			for _, times := range []string{"forward", "random"} {
				w := clips.Way{Characters: n, Random: times == "random"}
				b.Run(fmt.Sprintf("n=%d/times=%s", n, times), func(b *testing.B) { benchmarkDecode(b, s.Joints(), c.Play, w) })
				if c.Palettes != nil {
					b.Run(fmt.Sprintf("n=%d/times=%s/palettes", n, times), func(b *testing.B) { benchmarkDecode(b, s.Joints(), c.Palettes, w) })
				}
			}
		}
	})
}

func benchmarkDecode(b *testing.B, joints int, start func(clips.Way) (func(int) error, error), w clips.Way) {
	play, err := start(w)
	if err != nil {
		b.Fatal(err)
	}
	var stretches []float64
	for b.Loop() {
		ns, err := w.OneStretch(joints, play)
		if err != nil {
			b.Fatal(err)
		}
		stretches = append(stretches, ns)
	}
	took := clips.Summarize(stretches)
	b.ReportMetric(took.Least, "least-ns/joint")
	b.ReportMetric(took.P50, "p50-ns/joint")
	b.ReportMetric(took.P99, "p99-ns/joint")
}
