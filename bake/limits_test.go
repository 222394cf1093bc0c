package bake_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/internal/testing/must"
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
	refused := func(what string, m *soa.Model, o bake.BankOptions) {
		t.Helper()
		_, err := bake.Bank(t.Context(), m, nil, o)
		if !errors.Is(err, soa.ErrTooLarge) || !strings.Contains(err.Error(), "MaxBytes") {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("keys eleven days apart", farKeys(), bake.BankOptions{})

	m := manyjoints.Model(manyjoints.Star, 10, 10)
	bank, err := bake.Bank(t.Context(), m, nil, bake.BankOptions{})
	must.Do(t, err)
	row := int64(12 * bank.Stride())
	one := row * int64(bank.Clips[0].Rows)
	refused("fewer bytes than rows", m, bake.BankOptions{MaxBytes: one / 2})
	enough := bake.BankOptions{MaxBytes: 2 * one}
	if _, err := bake.Bank(t.Context(), m, nil, enough); err != nil {
		t.Error(err)
	}
	for range 4 {
		m.Clips = append(m.Clips, m.Clips[0])
	}
	refused("five clips of a half", m, enough)
	if _, err := bake.Bank(t.Context(), m, nil, bake.BankOptions{MaxBytes: -1}); !errors.Is(err, soa.ErrOption) {
		t.Errorf("-1 bytes: %v", err)
	}
}

// A clip that needs more joints posed than MaxWork is an error that names it: at once where
// joints have key times of their own. One that has rows by then keeps them.
func TestCompileMaxWork(t *testing.T) {
	compiled := func(shape manyjoints.Shape, joints int, shared bool, o bake.BankOptions) (*soa.Bank, error) {
		m := manyjoints.Model(shape, joints, 10)
		if shared {
			manyjoints.Share(m)
		}
		return bake.Bank(t.Context(), m, nil, o)
	}
	for _, shape := range []manyjoints.Shape{manyjoints.Chain, manyjoints.Star} {
		for name, o := range map[string]bake.BankOptions{"own times": {}, "little work": {MaxWork: 200_000}} {
			_, err := compiled(shape, 4000, o.MaxWork > 0, o)
			if !errors.Is(err, soa.ErrTooLarge) || !strings.Contains(err.Error(), "MaxWork") {
				t.Errorf("%v, %s: %v", shape, name, err)
			}
		}
		all, err := compiled(shape, 200, true, bake.BankOptions{MaxWork: 1 << 40})
		must.Do(t, err)
		part, err := compiled(shape, 200, true, bake.BankOptions{MaxWork: 200_000})
		must.Do(t, err)
		if a, b := all.Clips[0].Rows, part.Clips[0].Rows; b < a {
			t.Errorf("%v: %d rows at first, then more: %d", shape, b, a)
		}
	}
	if _, err := compiled(manyjoints.Star, 2, true, bake.BankOptions{MaxWork: -1}); !errors.Is(err, soa.ErrOption) {
		t.Errorf("work of -1: %v", err)
	}
}

// Where joints are many, the first rows that hold the bound are good enough: each pose asks
// the context.
func TestCompileManyJoints(t *testing.T) {
	const joints = 8000
	m := manyjoints.Model(manyjoints.Star, joints, 10)
	manyjoints.Share(m)
	ctx := &asked{Context: t.Context()}
	ctx.left.Store(1 << 40)
	_, err := bake.Bank(ctx, m, nil, bake.BankOptions{})
	must.Do(t, err)
	if times := 1<<40 - ctx.left.Load(); times > 1500 {
		t.Errorf("%d joints: it asks %d times, at most 1500 are wanted", joints, times)
	}
}
