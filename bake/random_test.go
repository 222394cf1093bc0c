package bake_test

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"math"
	"reflect"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/banks"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

func compiled(t must.T, m *soa.Model, clips []*soa.Clip, o bake.BankOptions) *soa.Bank {
	t.Helper()
	b, err := bake.Bank(context.Background(), m, clips, o)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if err := b.Validate(); err != nil {
		t.Fatalf("%v", err)
	}
	return b
}

// inForm are the options that ask for a form.
func inForm(form pose.FormChoice) bake.BankOptions {
	return bake.BankOptions{LayoutOptions: pose.LayoutOptions{Form: form}}
}

// Any model and clips: scales, mirrors, shear, steps, splines, late starts.
func TestBankHoldsBoundOfRandomModels(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many clips")
	}
	rapid.Check(t, func(rt *rapid.T) {
		m := figure.Random(rapid.Uint64().Draw(rt, "model"), rapid.IntRange(1, 4).Draw(rt, "joints"))
		clip := rapid.IntRange(2, 3).Draw(rt, "clip")
		m.Clips = m.Clips[clip : clip+1]
		o := inForm(pose.FormChoice(2 * rapid.IntRange(0, 1).Draw(rt, "form")))
		o.ErrorBound = 2e-3
		banks.Hold(rt, m, compiled(rt, m, nil, o), m.Name, 10)
	})
}

// Rigid models take the form rig, and their second skin shares the slots.
func TestBankHoldsBoundOfRandomRigs(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many clips")
	}
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "model")
		k := rapid.SampledFrom([]float32{1, 1, 0.01, 39.37, -1}).Draw(rt, "k")
		m := banks.Rigid(figure.Random(seed, rapid.IntRange(1, 4).Draw(rt, "joints")), k, seed)
		clip := rapid.IntRange(2, 3).Draw(rt, "clip")
		m.Clips = m.Clips[clip : clip+1]
		b := compiled(rt, m, nil, bake.BankOptions{ErrorBound: 2e-3, LayoutOptions: pose.LayoutOptions{Form: pose.FormRig}})
		if b.Form != soa.Rig || math.Abs(float64(b.K/k-1)) > 1e-5 {
			rt.Fatalf("%v, K %v of a rigid model scaled by %v", b.Form, b.K, k)
		}
		if slots := b.Rotations(); slots > (m.Skeleton.Len()+3)/4*4 {
			rt.Fatalf("%d slots for %d joints", slots, m.Skeleton.Len())
		}
		banks.Hold(rt, m, b, m.Name, 10)
	})
}

// The workers make no difference.
func TestCompileIsDeterministic(t *testing.T) {
	m := figure.Random(7, 5)
	want := compiled(t, m, nil, bake.BankOptions{ErrorBound: 1e-3, Workers: 1})
	for _, workers := range []int{2, 7} {
		if got := compiled(t, m, nil, bake.BankOptions{ErrorBound: 1e-3, Workers: workers}); !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers make another bank than one", workers)
		}
	}
}

// bankHash is a hash of what a bank's evaluation depends on.
func bankHash(b *soa.Bank) uint64 {
	h := fnv.New64a()
	for _, part := range []any{
		b.K, b.Joint, b.Parent, b.Pivot, b.Scale, b.TranslationColumn, b.ScaleColumn, b.InverseBind, b.Bind, b.Static,
		b.Slot, b.WeightColumn, b.WeightRest, b.Rest, b.Reference, b.Rows, b.Cells,
	} {
		if err := binary.Write(h, binary.LittleEndian, part); err != nil {
			panic(err)
		}
	}
	for i := range b.Clips {
		c := &b.Clips[i]
		_ = binary.Write(h, binary.LittleEndian, []float64{c.Seconds, c.Rate, c.Bound, c.Error, c.WeightError})
		_ = binary.Write(h, binary.LittleEndian, []uint32{c.Frames, c.Row, c.Rows, uint32(c.FirstCell)})
	}
	return h.Sum64()
}

// The bits of a bank are the same on every processor: these numbers come from
// amd64 and are checked on every architecture that the tests run on.
func TestCompiledBits(t *testing.T) {
	walk := figure.Character(figure.Motion{Name: "walk", Seconds: 0.5})
	for _, c := range []struct {
		name  string
		model *soa.Model
		o     bake.BankOptions
		want  uint64
	}{
		{"character, rig", walk, inForm(pose.FormRig), 0x71e19dbda606424},
		{"random", figure.Random(3, 4), bake.BankOptions{ErrorBound: 1e-3, ExactCurves: true}, 0xa6a594d1f5a11d7e},
		{"random rig", banks.Rigid(figure.Random(4, 4), 0.01, 4), bake.BankOptions{ErrorBound: 1e-3, LayoutOptions: pose.LayoutOptions{Form: pose.FormRig}}, 0x2591afe0cbb33e4},
	} {
		if got := bankHash(compiled(t, c.model, nil, c.o)); got != c.want {
			t.Errorf("%s: %#x, want %#x", c.name, got, c.want)
		}
	}
}

// Keys without a rate of their own are multiples of the step between the two that
// are nearest to each other, where that is a rounding; it is no frame rate.
func TestCompileOfKeysWithoutRate(t *testing.T) {
	m := figure.Random(0x52fe40c, 3)
	m.Clips = m.Clips[3:4]
	o := bake.BankOptions{ErrorBound: 2e-3}
	banks.Hold(t, m, compiled(t, m, nil, o), m.Name, 10)
}
