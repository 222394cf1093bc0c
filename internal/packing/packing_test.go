package packing_test

import (
	"testing"

	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
)

// Each code is that of its width.
func TestWidths(t *testing.T) {
	for code := range packing.Codes {
		if got := packing.Code(packing.Width(code)); got != code {
			t.Errorf("code %d of %d bits has code %d", code, packing.Width(code), got)
		}
	}
	if most := packing.Width(packing.Codes - 1); most != packing.MaxWidth {
		t.Errorf("the widest code has %d bits", most)
	}
}

// The numbers of properties and curves are those of package soa.
func TestNumbers(t *testing.T) {
	for run, of := range [packing.Runs]struct {
		property soa.Property
		omitted  int
	}{{soa.Rotation, 3}, {soa.Rotation, packing.AllFour}, {soa.Translation, 0}, {soa.Scale, 0}, {soa.Weight, 0}, {soa.Float, 0}} {
		if got := packing.RunOf(of.property, of.omitted); got != run {
			t.Errorf("%v without component %d is in run %d, want %d", of.property, of.omitted, got, run)
		}
	}
	for curve := range soa.PackedCatmullRom + 1 {
		if got := packing.Curved([]soa.PackedGrid{{Curve: uint32(curve)}}); got != (curve == soa.PackedCatmullRom) {
			t.Errorf("curve %d is curved: %v", curve, got)
		}
	}
}
