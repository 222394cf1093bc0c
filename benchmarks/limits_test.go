//go:build unix

package benchmarks

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/bake"
	"github.com/sinew-anim/sinew/runtime/compress"
	"github.com/sinew-anim/sinew/runtime/retarget"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// BenchmarkLimits is how long functions take with models of many joints, each of which has
// ten keys: at times of its own, or at those that all have. What ends with an error, which
// it logs, is reported as error.
func BenchmarkLimits(b *testing.B) {
	for _, op := range limited {
		for _, joints := range []int{1000, 4000, 32000} {
			for _, shape := range []manyjoints.Shape{manyjoints.Chain, manyjoints.Star} {
				for _, times := range []string{"own", "shared"} {
					b.Run(fmt.Sprintf("op=%s/joints=%d/shape=%v/times=%s", op.name, joints, shape, times), func(b *testing.B) {
						m := manyjoints.Model(shape, joints, 10)
						if times == "shared" {
							manyjoints.Share(m)
						}
						measureLimit(b, op.prepare(b, m, shape))
					})
				}
			}
		}
	}
}

func measureLimit(b *testing.B, do func() error) {
	failed, begun := 0.0, cpuSeconds()
	for b.Loop() {
		if err := do(); err != nil {
			failed = 1
			b.Log(err)
		}
	}
	b.ReportMetric((cpuSeconds()-begun)/float64(b.N), "cpu-s/op")
	b.ReportMetric(failed, "error")
}

// cpuSeconds is the processor time that the process has taken: other work on the machine
// makes that longer by less than the time.
func cpuSeconds() float64 {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e9
}

// limited are the functions that BenchmarkLimits measures.
var limited = []struct {
	name    string
	prepare func(b *testing.B, m *soa.Model, shape manyjoints.Shape) func() error
}{
	{"NewLayout", func(b *testing.B, m *soa.Model, _ manyjoints.Shape) func() error {
		return func() error {
			_, err := runtime.NewLayout(context.Background(), m, nil, runtime.LayoutOptions{})
			return err
		}
	}},
	{"NewCrowd", func(b *testing.B, m *soa.Model, _ manyjoints.Shape) func() error {
		return func() error {
			c, err := runtime.NewCrowd(runtime.Keys(m), 1, runtime.CrowdOptions{Play: &runtime.PlayOptions{}})
			if err != nil {
				return err
			}
			return c.Update(0.1)
		}
	}},
	{"compress", func(b *testing.B, m *soa.Model, _ manyjoints.Shape) func() error {
		return func() error {
			_, err := compress.Clips(context.Background(), m, nil, compress.Options{})
			return err
		}
	}},
	{"bake", func(b *testing.B, m *soa.Model, _ manyjoints.Shape) func() error {
		return func() error {
			baked, err := bake.Bake(context.Background(), m, bake.Options{})
			if err != nil {
				return err
			}
			_, err = archive.Encode(&baked.Content)
			return err
		}
	}},
	{"Retarget", func(b *testing.B, m *soa.Model, _ manyjoints.Shape) func() error {
		return func() error {
			_, _, err := retarget.Retarget(context.Background(), m, m.Clips[0], m, retarget.Options{Scale: 1})
			return err
		}
	}},
	{"AddClips", func(b *testing.B, m *soa.Model, shape manyjoints.Shape) func() error {
		if shape == manyjoints.Chain && m.Skeleton.Len() > 4000 {
			b.Skip("libassimp's stack does not hold so deep a tree of nodes: in a child that is importer.ErrCrashed")
		}
		file := glb(b, shape, m.Skeleton.Len())
		return func() error {
			_, err := importer.AddClips(context.Background(), m, file)
			return err
		}
	}},
}

// glb writes the model as a file.
func glb(b *testing.B, shape manyjoints.Shape, joints int) string {
	file := filepath.Join(b.TempDir(), "many.glb")
	if err := os.WriteFile(file, manyjoints.GLB(shape, joints, 10), 0o600); err != nil {
		b.Fatal(err)
	}
	return file
}
