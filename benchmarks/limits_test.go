//go:build unix && cgo

package benchmarks

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// BenchmarkLimits measures functions on models of many joints with ten keys each, at times of
// their own or at shared times. A function that returns an error logs it and reports the metric
// error. ms/ask is the longest processor time of the process between two checks of the context.
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

func measureLimit(b *testing.B, do func(context.Context) error) {
	failed, begun := 0.0, cpuSeconds()
	ctx := &askedContext{Context: b.Context()}
	for b.Loop() {
		ctx.last = cpuSeconds()
		err := do(ctx)
		if ctx.asked {
			_ = ctx.Err()
		}
		if err != nil {
			failed = 1
			b.Log(err)
		}
	}
	b.ReportMetric((cpuSeconds()-begun)/float64(b.N), "cpu-s/op")
	b.ReportMetric(failed, "error")
	if ctx.asked {
		b.ReportMetric(1000*ctx.most, "ms/ask")
	}
}

// askedContext records the longest processor time between two checks.
type askedContext struct {
	context.Context
	mutex      sync.Mutex
	asked      bool
	last, most float64
}

// Err implements context.Context.
func (a *askedContext) Err() error {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	now := cpuSeconds()
	a.asked, a.last, a.most = true, now, max(a.most, now-a.last)
	return a.Context.Err()
}

// cpuSeconds returns the processor time of the process, which other work on the machine affects
// less than wall-clock time.
func cpuSeconds() float64 {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e9
}

// limited are the functions measured by BenchmarkLimits.
var limited = []struct {
	name    string
	prepare func(b *testing.B, m *soa.Model, shape manyjoints.Shape) func(context.Context) error
}{
	{"NewLayout", func(b *testing.B, m *soa.Model, _ manyjoints.Shape) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := bake.Layout(ctx, m, nil, pose.LayoutOptions{})
			return err
		}
	}},
	{"NewCrowd", func(b *testing.B, m *soa.Model, _ manyjoints.Shape) func(context.Context) error {
		return func(context.Context) error {
			c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Play: &play.Options{}})
			if err != nil {
				return err
			}
			return c.Update(0.1)
		}
	}},
	{"compress", func(b *testing.B, m *soa.Model, _ manyjoints.Shape) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := bake.PackClips(ctx, m, nil, bake.PackOptions{})
			return err
		}
	}},
	{"bake", func(b *testing.B, m *soa.Model, _ manyjoints.Shape) func(context.Context) error {
		return func(ctx context.Context) error {
			baked, err := bake.Bake(ctx, m, bake.Options{})
			if err != nil {
				return err
			}
			_, err = archive.Encode(&baked.Content)
			return err
		}
	}},
	{"Compile", func(b *testing.B, m *soa.Model, _ manyjoints.Shape) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := bake.Bank(ctx, m, nil, bake.BankOptions{})
			return err
		}
	}},
	{"Retarget", func(b *testing.B, m *soa.Model, _ manyjoints.Shape) func(context.Context) error {
		return func(ctx context.Context) error {
			_, _, err := retarget.Retarget(ctx, m, m.Clips[0], m, retarget.Options{Scale: 1})
			return err
		}
	}},
	{"AddClips", func(b *testing.B, m *soa.Model, shape manyjoints.Shape) func(context.Context) error {
		file := glb(b, shape, m.Skeleton.Len())
		return func(ctx context.Context) error {
			_, err := importer.AddClips(ctx, m, file, importer.Options{})
			return err
		}
	}},
	{"render", func(b *testing.B, m *soa.Model, _ manyjoints.Shape) func(context.Context) error {
		return func(context.Context) error { return drawOne(m) }
	}},
}

// drawOne draws the skeleton of a model that plays its clip, as sinew render does for models with
// many bones.
func drawOne(m *soa.Model) error {
	const width, height = 480, 480
	c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Play: &play.Options{}, Layout: pose.LayoutOptions{AllJoints: true}})
	if err != nil {
		return err
	}
	if err := c.Update(0.5); err != nil {
		return err
	}
	gl, err := headless.New(width, height)
	if err != nil {
		return err
	}
	defer gl.Close()
	r, err := gpu.NewRenderer(gl, gpu.Options{Smooth: true})
	if err != nil {
		return err
	}
	defer r.Close()
	drawn, err := c.Layout().BindModel(m)
	if err != nil {
		return err
	}
	model, _, err := r.Upload(drawn)
	if err != nil {
		return err
	}
	item := gpu.Item{Model: model, World: []soa.Affine{soa.IdentityAffine()}, Joints: make([]soa.Affine, m.Skeleton.Len()), Skeleton: true}
	item.Palettes = []gpu.Palette{{Data: c.Palettes(), Stride: c.Stride()}}
	joints := make([]int, m.Skeleton.Len())
	for j := range joints {
		joints[j] = j
	}
	if err := c.Joints(item.Joints, []int{0}, joints); err != nil {
		return err
	}
	view := gpu.Orbit{Distance: 4}
	scene := gpu.Scene{Camera: view.Camera(), Items: []gpu.Item{item}}
	if err := r.Draw(&scene); err != nil {
		return err
	}
	_, err = r.Capture(nil)
	return err
}

// glb encodes the model as glTF.
func glb(b *testing.B, shape manyjoints.Shape, joints int) string {
	file := filepath.Join(b.TempDir(), "many.glb")
	if err := os.WriteFile(file, manyjoints.GLB(shape, joints, 10), 0o600); err != nil {
		b.Fatal(err)
	}
	return file
}
