package compress

import (
	"testing"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/soa"
)

// TestSpanNumbers: what soa.Packed specifies of spans is what the kernels decode.
// Neither package imports the other.
func TestSpanNumbers(t *testing.T) {
	for code, width := range soa.PackedWidths {
		if kernel.SpanWidth(code) != int(width) || kernel.SpanCode(int(width)) != code {
			t.Errorf("code %d stands for %d bits, its kernels take %d", code, width, kernel.SpanWidth(code))
		}
	}
	for name, pair := range map[string][2]int{
		"keys from knot to knot": {soa.PackedSpan, kernel.SpanKeys + 1},
		"tracks of a group":      {soa.PackedLanes, kernel.VectorLanes},
		"bits of a knot":         {soa.MaxPackedWidth, kernel.MaxSpanWidth},
		"bytes of padding":       {soa.PackedSpanPadding, kernel.SpanPadding},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %d specified, %d decoded", name, pair[0], pair[1])
		}
	}
}
