package codec_test

import (
	"reflect"
	"testing"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/testing/figure"
)

// Far from the origin rounding takes a part of the bound, which holds
// nevertheless, and farther still the tracks stay as they are.
func TestFar(t *testing.T) {
	for _, metres := range []float32{0, 60, 98, 1000} {
		m := figure.Character(figure.Motion{Name: "sway", Seconds: 0.5})
		c := m.Clips[0]
		for i, tr := range c.Tracks {
			if first, end := c.Keys(i); tr.Target == 0 && tr.Property == 0 {
				for k := first; k < end; k++ {
					c.X[k] += metres
				}
			}
		}
		p := pack(t, m, c, codec.Options{})
		used := hold(t, m, c, p, unpack(t, m, p), 200)
		holdPlayed(t, m, c, p)
		t.Logf("%v m away: %d bytes, %.3f of %v m used, %v promised", metres, p.Size(), used, p.Bound, p.Error)
		if far := metres == 1000; far != (p.Bound == 0) || far != (p.Error == 0) || far && !reflect.DeepEqual(clean(unpack(t, m, p)), clean(c)) {
			t.Errorf("%v m away: the bound is %v, the error %v", metres, p.Bound, p.Error)
		}
		if p.Error > p.Bound {
			t.Errorf("%v m away: the error %v is promised, the bound is %v", metres, p.Error, p.Bound)
		}
	}
}
