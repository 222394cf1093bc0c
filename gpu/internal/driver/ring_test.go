package driver

import (
	"errors"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/headless"
)

// TestRingWithoutMapping: what a driver does not map is written all the same.
func TestRingWithoutMapping(t *testing.T) {
	ctx, err := headless.New(16, 16)
	if errors.Is(err, headless.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer ctx.Close()
	if _, err := Load(ctx); err != nil {
		t.Fatal(err)
	}
	r := Ring{Target: gl.COPY_WRITE_BUFFER}
	defer r.Close()
	for n := range 2 * RingLength {
		round := float32(n)
		room, _ := r.Begin(8)
		if n >= RingLength {
			gl.UnmapBuffer(r.Target)
			r.spare = make([]float32, 2)
			room = r.spare
		}
		room[0], room[1] = round, -round
		r.End()
		var got [2]float32
		gl.BindBuffer(r.Target, r.Buffer())
		gl.GetBufferSubData(r.Target, 0, 8, gl.Ptr(&got[0]))
		if got != [2]float32{round, -round} {
			t.Errorf("round %v: %v", round, got)
		}
	}
}
