package runtime_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// endsAfter is a context that ends when it has been asked a number of times.
type endsAfter struct {
	context.Context
	left int
}

func (c *endsAfter) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A context that has ended ends bake.Layout and Source.Prepare, wherever they are, and the
// source is as it was.
func TestPrepareEnds(t *testing.T) {
	m := manyjoints.Model(manyjoints.Chain, 40, 10)
	packed, err := bake.PackClips(t.Context(), m, nil, bake.PackOptions{})
	must.Do(t, err)
	for _, source := range []runtime.Source{runtime.Keyframes(m), runtime.Compressed(m, packed)} {
		ended := 0
		for asked := 0; ; asked = 2*asked + 1 {
			err := source.Prepare(&endsAfter{t.Context(), asked}, runtime.CrowdOptions{})
			if err == nil {
				break
			}
			if ended++; !errors.Is(err, context.Canceled) {
				t.Fatalf("ended when it was asked %d times: %v", asked, err)
			}
		}
		if ended < 5 {
			t.Errorf("the context was asked no more than 2^%d times", ended)
		}
		c, err := runtime.NewCrowd(source, 1, runtime.CrowdOptions{Play: &play.Options{}})
		must.Do(t, err)
		must.Do(t, c.Update(0.1))
	}
	if _, err := bake.Layout(&endsAfter{t.Context(), 9}, m, nil, pose.LayoutOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("compile.Layout: %v", err)
	}
}

// Prepare refuses what NewCrowd refuses.
func TestPrepareRefuses(t *testing.T) {
	if err := (runtime.Source{}).Prepare(t.Context(), runtime.CrowdOptions{}); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("no source: %v", err)
	}
	if err := runtime.Keyframes(nil).Prepare(t.Context(), runtime.CrowdOptions{}); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("no model: %v", err)
	}
}
