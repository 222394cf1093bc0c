package control_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// part is modifiers of a test: what declares them, and what moves instance i before an
// update.
type part struct {
	declare func(s *control.Stack) error
	drive   func(g *control.Instances, i, frame int) error
}

// everywhere makes sure that modifiers give the same bits for an instance alone or in a
// block, with any number of workers and instruction set and in both forms, which are those
// of a hash; that palettes are finite; and that updates allocate nothing.
func everywhere(t *testing.T, want string, p part) {
	t.Helper()
	hash := sha256.New()
	for _, form := range []pose.FormChoice{pose.FormRig, pose.FormGeneral} {
		first := p.run(t, form, 35, 1, simd.Generic)
		for i := range first {
			for _, v := range first[i] {
				if v-v != 0 {
					t.Fatalf("form %v: instance %d has %v in its palette", form, i, v)
				}
			}
			if err := binary.Write(hash, binary.LittleEndian, first[i]); err != nil {
				t.Fatal(err)
			}
		}
		for _, isa := range simd.ISAs() {
			for _, n := range []int{1, 4, 21, 35} {
				got := p.run(t, form, n, 1+2*(n%3), isa)
				for i := range n {
					for k, v := range got[i] {
						if math.Float32bits(v) != math.Float32bits(first[i][k]) {
							t.Fatalf("form %v, %v: instance %d of %d: value %d is %v, want %v", form, isa, i, n, k, v, first[i][k])
						}
					}
				}
			}
		}
	}
	if got := hex.EncodeToString(hash.Sum(nil))[:16]; got != want {
		t.Errorf("the hash of the palettes is %s, want %s", got, want)
	}
}

func (p part) run(t *testing.T, form pose.FormChoice, n, workers int, isa simd.ISA) [][]float32 {
	t.Helper()
	restore, err := simd.Use(isa)
	must.Do(t, err)
	defer restore()
	model := twisted(figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured}))
	stack := control.New(model.Skeleton)
	must.Do(t, p.declare(stack))
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), n, runtime.CrowdOptions{
		Workers: workers, Play: &play.Options{Seed: 7}, Layout: pose.LayoutOptions{Form: form, Reserve: stack.Reserve()},
	})
	must.Do(t, err)
	defer crowd.Close()
	g, err := stack.Start(crowd.Layout(), n)
	must.Do(t, err)
	must.Do(t, crowd.SetControl(g))
	for i := range n {
		for k := range stack.Len() {
			must.Do(t, g.SetWeight(i, k, float64((i+k)%5)/4))
		}
	}
	for frame := range 7 {
		for i := range n {
			must.Do(t, p.drive(g, i, frame))
		}
		must.Do(t, crowd.Update([]float64{0.016, 0.07, 0, 0.3, -0.05, 10, 0.016}[frame]))
	}
	out := make([][]float32, n)
	for i := range n {
		out[i] = append(out[i], crowd.Instance(i).Palette()...)
	}
	if workers == 1 {
		if allocs := testing.AllocsPerRun(20, func() { must.Do(t, crowd.Update(0.01)) }); allocs > 0 {
			t.Errorf("%v allocations per update", allocs)
		}
	}
	return out
}

func isError(err, want error) bool { return errors.Is(err, want) }
