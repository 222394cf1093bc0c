package runtime_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// farKeys is a model whose last key lies eleven days after the others.
func farKeys() *soa.Model {
	m := manyjoints.Model(manyjoints.Star, 400, 5)
	c := m.Clips[0]
	for k := range c.Time {
		c.Time[k] = [...]float32{0, 1, 2, 3, 1e6}[k%5]
	}
	c.Duration = 1e6
	return m
}

// Rows that take more than MaxBytes, of one clip or of all, are an error that names it.
func TestCompileMaxBytes(t *testing.T) {
	refused := func(what string, m *soa.Model, o runtime.CompileOptions) {
		t.Helper()
		_, err := runtime.Compile(t.Context(), m, nil, o)
		if !errors.Is(err, soa.ErrTooLarge) || !strings.Contains(err.Error(), "MaxBytes") {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("keys eleven days apart", farKeys(), runtime.CompileOptions{})

	m := manyjoints.Model(manyjoints.Star, 10, 10)
	bank, err := runtime.Compile(t.Context(), m, nil, runtime.CompileOptions{})
	must(t, err)
	row := int64(12 * bank.Stride())
	one := row * int64(bank.Clips[0].Rows)
	refused("fewer bytes than rows", m, runtime.CompileOptions{MaxBytes: one / 2})
	enough := runtime.CompileOptions{MaxBytes: 2 * one}
	if _, err := runtime.Compile(t.Context(), m, nil, enough); err != nil {
		t.Error(err)
	}
	for range 4 {
		m.Clips = append(m.Clips, m.Clips[0])
	}
	refused("five clips of a half", m, enough)
	if _, err := runtime.Compile(t.Context(), m, nil, runtime.CompileOptions{MaxBytes: -1}); !errors.Is(err, runtime.ErrOption) {
		t.Errorf("-1 bytes: %v", err)
	}
}
