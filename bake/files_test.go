//go:build cgo

package bake_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/banks"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// The promise holds on every animated file in every form that fits it, and is no
// empty one: files use up most of it, so that a tenth of the bound would not hold.
func TestBankHoldsBoundOfFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many clips")
	}
	checked, tight := 0, 0
	rows := map[soa.Form]int{}
	files.Animated(t, func(path string, m *soa.Model) {
		for _, form := range []pose.FormChoice{pose.FormRig, pose.FormGeneral} {
			b, err := bake.Bank(context.Background(), m, nil, inForm(form))
			if form != pose.FormGeneral && errors.Is(err, pose.ErrForm) {
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", path, err)
				return
			}
			if err := b.Validate(); err != nil {
				t.Errorf("%s: %v", path, err)
			}
			checked++
			if banks.Hold(t, m, b, path+" as "+b.Form.String(), 12) > 0.1 {
				tight++
			}
			rows[b.Form] += b.RowCount()
		}
	})
	t.Logf("%d banks, %d of which need more than a tenth of the bound; rows %v", checked, tight, rows)
	if checked < 1 || tight < checked/4 {
		t.Errorf("%d banks, %d of which need more than a tenth of the bound", checked, tight)
	}
}

// With the bound ten times tighter than what a bank was compiled for, the check
// fails: it measures what it claims to.
func TestTighterBoundFails(t *testing.T) {
	m, err := importer.Load(context.Background(), truth.Testdata(t, "strider", "strider.glb"), importer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := compiled(t, m, nil, bake.BankOptions{})
	for i := range b.Clips {
		b.Clips[i].Bound /= 10
	}
	if used := banks.Hold(&failures{}, m, b, "strider", 40); used <= 1 {
		t.Errorf("a tenth of the bound holds: %v of it was used", used)
	}
	// Compiled for it, it holds.
	b = compiled(t, m, nil, bake.BankOptions{ErrorBound: 1e-5})
	banks.Hold(t, m, b, "strider", 40)
}

// failures takes reports of failure without failing.
type failures struct{}

func (*failures) Helper()               {}
func (*failures) Fatal(...any)          {}
func (*failures) Fatalf(string, ...any) {}
