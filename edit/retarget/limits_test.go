package retarget_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/soa"
)

// Keys of more than MaxBytes are an error that names the option, before any of them is made.
func TestKeysBeyondMaxBytes(t *testing.T) {
	for _, shape := range []manyjoints.Shape{manyjoints.Chain, manyjoints.Star} {
		m := manyjoints.Model(shape, 32000, 10)
		_, _, err := retarget.Retarget(t.Context(), m, m.Clips[0], m, table(m))
		if !errors.Is(err, soa.ErrTooLarge) || !strings.Contains(err.Error(), "MaxBytes") {
			t.Errorf("%v: %v", shape, err)
		}
	}
	m := manyjoints.Model(manyjoints.Chain, 10, 10)
	o := table(m)
	if o.MaxBytes = 10 * 100 * 100; !works(t, m, o) {
		t.Error("a clip of few joints is refused")
	}
	o.MaxBytes = 1000
	if _, _, err := retarget.Retarget(t.Context(), m, m.Clips[0], m, o); !errors.Is(err, soa.ErrTooLarge) {
		t.Errorf("1,000 bytes: %v", err)
	}
	o.MaxBytes = -1
	if _, _, err := retarget.Retarget(t.Context(), m, m.Clips[0], m, o); !errors.Is(err, soa.ErrOption) {
		t.Errorf("-1 bytes: %v", err)
	}
}

func works(t *testing.T, m *soa.Model, o retarget.Options) bool {
	t.Helper()
	_, _, err := retarget.Retarget(t.Context(), m, m.Clips[0], m, o)
	if err != nil {
		t.Log(err)
	}
	return err == nil
}

// table maps the joints of a model without a body.
func table(m *soa.Model) retarget.Options {
	return retarget.Options{Scale: 1, Bodies: [2]map[string]string{{"hips": m.Skeleton.Name[0]}, {"hips": m.Skeleton.Name[0]}}}
}
