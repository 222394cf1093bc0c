package runtime_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// TestFrames: instances hand over one place in the bank's rows or two, whose weights are
// those of the fade, and refuse what rows cannot say. Package gpu compares the palettes
// that follow.
func TestFrames(t *testing.T) {
	model := figure.Character(figure.Motion{Name: "sway", Seconds: 1.3}, figure.Motion{Name: "wave", Seconds: 0.9})
	bank, err := bake.Bank(context.Background(), model, nil, bake.BankOptions{ErrorBound: 1e-3})
	must.Do(t, err)
	mask := make(pose.Mask, model.Skeleton.Len())
	mask[3] = 1
	crowd, err := runtime.NewCrowd(runtime.Baked(bank), 6, runtime.CrowdOptions{Masks: []pose.Mask{mask}})
	must.Do(t, err)
	for i, o := range []*play.Options{
		nil, {}, {Fade: 1, Curve: play.Straight}, {Layer: 1, Mask: 1}, {Layer: 1, Kind: play.Additive}, {Fade: 1, Transition: play.Inertialize},
	} {
		must.Do(t, crowd.Instance(i).Play(0, play.Options{}))
		must.Do(t, crowd.Update(0))
		if o != nil {
			must.Do(t, crowd.Instance(i).Play(1, *o))
		}
	}
	must.Do(t, crowd.Advance(0.25))
	frames := make([]soa.Frame, 3*soa.InstanceFrames)
	must.Do(t, crowd.Frames(frames, 0, 3))
	for k, want := range []struct {
		clip   int
		weight float32
	}{{0, 1}, {-1, 0}, {1, 1}, {-1, 0}, {0, 0.75}, {1, 0.25}} {
		f := frames[k]
		if f.Weight != want.weight {
			t.Errorf("frame %d has the weight %v, want %v", k, f.Weight, want.weight)
		}
		if want.clip >= 0 {
			if row, alpha := bank.RowAt(want.clip, 0.25); f.Row != uint32(row) || f.Alpha < alpha-1e-5 || f.Alpha > alpha+1e-5 {
				t.Errorf("frame %d is at %v of row %d, want %v of %d", k, f.Alpha, f.Row, alpha, row)
			}
		}
	}
	for i := 3; i < 6; i++ {
		if err := crowd.Frames(frames, i, 1); !errors.Is(err, runtime.ErrFrames) {
			t.Errorf("instance %d: %v", i, err)
		}
	}
	keys, err := runtime.NewCrowd(runtime.Keyframes(model), 3, runtime.CrowdOptions{})
	must.Do(t, err)
	for name, c := range map[string]struct{ err, want error }{
		"keys":    {keys.Frames(frames, 0, 1), runtime.ErrFrames},
		"before":  {crowd.Frames(frames, -1, 1), runtime.ErrRange},
		"beyond":  {crowd.Frames(frames, 5, 2), runtime.ErrRange},
		"nothing": {crowd.Frames(frames, 0, -1), runtime.ErrRange},
		"short":   {crowd.Frames(frames[1:], 0, 3), simd.ErrLength},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v", name, c.err)
		}
	}
}

// TestFramesOfOverlappingFades: three clips are one too many by default, and the two that
// count most where the level of detail has no more layers.
func TestFramesOfOverlappingFades(t *testing.T) {
	bank, err := bake.Bank(context.Background(), figure.Character(figure.Motion{Name: "sway", Seconds: 1.3}, figure.Motion{Name: "wave", Seconds: 0.9}), nil, bake.BankOptions{ErrorBound: 1e-3})
	must.Do(t, err)
	for _, layers := range []int{0, 2} {
		crowd, err := runtime.NewCrowd(runtime.Baked(bank), 1, runtime.CrowdOptions{Play: &play.Options{}, LODs: []play.LOD{{Layers: layers}}})
		must.Do(t, err)
		for clip := range 2 {
			must.Do(t, crowd.Instance(0).Play(1-clip, play.Options{Fade: 1}))
			must.Do(t, crowd.Advance(0.4))
		}
		var frames [soa.InstanceFrames]soa.Frame
		err = crowd.Frames(frames[:], 0, 1)
		if layers == 0 {
			if !errors.Is(err, runtime.ErrFrames) {
				t.Errorf("three clips: %v, %v", frames, err)
			}
			continue
		}
		must.Do(t, err)
		if sum := frames[0].Weight + frames[1].Weight; frames[1].Weight == 0 || sum < 0.9999 || sum > 1.0001 {
			t.Errorf("two of three clips: %v", frames)
		}
	}
}
