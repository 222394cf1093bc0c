//go:build cgo

package main

import (
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
)

// Curves with a key on every frame hold the bound on frames and, between, against the
// curve through them; the archive states it, diff measures so and tells the bends apart,
// and info tells them of the model. With --exact-curves the bound is about the curves.
func TestBakeCurves(t *testing.T) {
	file := filepath.Join("..", "..", "testdata", "strider", "strider_walk.fbx")
	bakeAs := func(more ...string) (string, models.PackedInfo) {
		out := filepath.Join(t.TempDir(), "walk.sinew")
		succeed(t, append([]string{"bake", "--bank", file, "-o", out}, more...)...)
		a := infoOf(t, out).Archive
		if len(a.Packed) != 1 || len(a.Banks) != 1 || a.Banks[0].Clips[0].OnFrames != a.Packed[0].OnFrames {
			t.Fatalf("%q: %+v", more, a)
		}
		return out, a.Packed[0]
	}
	frames, onFrames := bakeAs()
	curves, exactly := bakeAs("--exact-curves")
	if !onFrames.OnFrames || exactly.OnFrames || onFrames.Bytes >= exactly.Bytes {
		t.Errorf("%+v and %+v", onFrames, exactly)
	}
	for _, out := range []string{frames, curves} {
		d := answer[reports.Diff](t, "diff", file, out)
		c := &d.Clips[0]
		if c.Joint.Max > 1e-4 || c.OnFrames != (out == frames) || (c.Bend.Max > 1e-4) != (out == frames) {
			t.Errorf("%s: %+v", out, c)
		}
	}
	if b := infoOf(t, file).Clips[0].Bend; b == nil || !(b.Largest > 1e-4) {
		t.Errorf("info says %+v", b)
	}
}
