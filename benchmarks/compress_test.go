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
var compressFiles = []struct {
	path string
	rate float64 // samples a second
}{{"pab/walk.fbx", 30}, {"pab/run.fbx", 30}, {"/usr/share/assimp/models/BVH/01_01.bvh", 120}}

// resample returns a clip with a key at each of so many samples a second, which
// is what other libraries compress.
func resample(m *soa.Model, c *soa.Clip, rate float64) (*soa.Clip, error) {
	s, err := runtime.NewSampler(m, c)
	if err != nil {
		return nil, err
	}
	cursors, pose := make([]uint32, s.Cursors()), runtime.NewPose(m)
	intervals := int(c.Seconds()*rate + 0.5)
	out := &soa.Clip{Name: c.Name, TicksPerSecond: rate, Start: c.Start, Duration: float64(intervals)}
	poses := make([][][4]float32, intervals+1) // per sample and track
	for k := range poses {
		if err := s.Sample(c.Duration*float64(k)/float64(intervals), cursors, &pose); err != nil {
			return nil, err
		}
		for _, t := range c.Tracks {
			j := t.Target
			var v [4]float32
			switch t.Property {
			case soa.Translation:
				v = [4]float32{pose.TX[j], pose.TY[j], pose.TZ[j]}
			case soa.Rotation:
				v = [4]float32{pose.RX[j], pose.RY[j], pose.RZ[j], pose.RW[j]}
			case soa.Scale:
				v = [4]float32{pose.SX[j], pose.SY[j], pose.SZ[j]}
			case soa.Weight:
				v[0] = pose.Weight[j]
			default:
				v[0] = pose.Float[j]
			}
			poses[k] = append(poses[k], v)
		}
	}
	for t, track := range c.Tracks {
		out.Tracks = append(out.Tracks, soa.Track{Target: track.Target, Property: track.Property, First: uint32(len(out.Time))})
		for k := range poses {
			v := poses[k][t]
			out.Time = append(out.Time, float32(k))
			out.X, out.Y, out.Z, out.W = append(out.X, v[0]), append(out.Y, v[1]), append(out.Z, v[2]), append(out.W, v[3])
		}
	}
	return out, nil
}

// eachCompressed calls work for each of the files' first clips at 0.1 and 1 mm.
func eachCompressed(b *testing.B, work func(b *testing.B, m *soa.Model, c *soa.Clip, o compress.Options)) {
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
				m, err := importer.Load(context.Background(), path, importer.WithoutTextures())
				if err != nil {
					b.Fatal(err)
				}
				clip, err := resample(m, m.Clips[0], rate)
				if err != nil {
					b.Fatal(err)
				}
				work(b, m, clip, compress.Options{Bound: mm / 1000})
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
