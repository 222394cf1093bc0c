package codec_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/soa"
)

// Joints with key times of their own take the square of their number in work: too many are
// an error that names the option, before they are posed.
func TestTooMuchWork(t *testing.T) {
	for _, shape := range []manyjoints.Shape{manyjoints.Chain, manyjoints.Star} {
		m := manyjoints.Model(shape, 32000, 10)
		_, err := codec.Clip(t.Context(), m, m.Clips[0], codec.Options{})
		refuses(t, shape.String(), err, "MaxWork")
	}
	m := manyjoints.Model(manyjoints.Star, 100, 10)
	_, err := codec.Clip(t.Context(), m, m.Clips[0], codec.Options{MaxWork: 500_000})
	refuses(t, "500,000 joints", err, "MaxWork")
	if _, err := codec.Clip(t.Context(), m, m.Clips[0], codec.Options{MaxWork: 1 << 40}); err != nil {
		t.Error(err)
	}
}

// Four keys, one of them weeks after the others, ask for a grid of millions of keys: more than
// MaxBytes for a few hundred joints is an error that names it.
func TestTooManyBytes(t *testing.T) {
	m := manyjoints.Model(manyjoints.Star, 300, 200)
	c := m.Clips[0]
	for k := range c.Time {
		c.Time[k] = float32(k % 200)
	}
	c.Duration = 199
	_, err := codec.Clip(t.Context(), m, c, codec.Options{MaxBytes: 1 << 20})
	refuses(t, "1 MiB", err, "MaxBytes")
	if _, err := codec.Clip(t.Context(), m, c, codec.Options{MaxBytes: -1}); !errors.Is(err, soa.ErrOption) {
		t.Errorf("-1 bytes: %v", err)
	}
}

func refuses(t *testing.T, what string, err error, option string) {
	t.Helper()
	if !errors.Is(err, soa.ErrTooLarge) || !strings.Contains(err.Error(), option) {
		t.Errorf("%s: %v", what, err)
	}
}
