//go:build cgo

package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
)

// Curves with a key on every frame hold the bound on frames and, between, against the
// curve through them; the archive states it, diff measures so and tells the bends apart,
// and info tells them of the model. With --exact-curves the bound is about the curves.
func TestBakeCurves(t *testing.T) {
	file := filepath.Join("..", "..", "testdata", "strider", "strider_walk.fbx")
	bakeAs := func(more ...string) (string, models.PackedInfo) {
		out := filepath.Join(t.TempDir(), "walk.sinew")
		succeed(t, append([]string{"bake", "--bank", file, "-o", out}, more...)...)
		var in struct {
			Archive struct {
				Packed []models.PackedInfo `json:"packed_clips"`
				Banks  []models.BankInfo   `json:"banks"`
			} `json:"archive"`
		}
		if err := json.Unmarshal([]byte(succeed(t, "info", "--json", out)), &in); err != nil || len(in.Archive.Packed) != 1 || len(in.Archive.Banks) != 1 {
			t.Fatal(err, in)
		}
		of := in.Archive.Packed[0].OnFrames
		if in.Archive.Banks[0].Clips[0].OnFrames != of {
			t.Errorf("%q: the bank does not hold the bound as its clip does", more)
		}
		if page := succeed(t, "info", out); strings.Count(page, ", "+summary.Rule(of)+"\n") != 2 || strings.Contains(page, ", "+summary.Rule(!of)+"\n") {
			t.Errorf("%q: info does not name the rule of each clip: %s", more, page)
		}
		return out, in.Archive.Packed[0]
	}
	frames, onFrames := bakeAs()
	curves, exactly := bakeAs("--exact-curves")
	if !onFrames.OnFrames || exactly.OnFrames || onFrames.Bytes >= exactly.Bytes {
		t.Errorf("%+v and %+v", onFrames, exactly)
	}
	for _, out := range []string{frames, curves} {
		var d reports.Diff
		if err := json.Unmarshal([]byte(succeed(t, "diff", "--json", file, out)), &d); err != nil {
			t.Fatal(err)
		}
		c := &d.Clips[0]
		if c.Joint.Max > 1e-4 || c.OnFrames != (out == frames) || (c.Bend.Max > 1e-4) != (out == frames) {
			t.Errorf("%s: %+v", out, c)
		}
	}
	if page := succeed(t, "diff", file, frames); !strings.Contains(page, "bends ") {
		t.Error(page)
	}
	if page := succeed(t, "info", file); !strings.Contains(page, "bends between frames by up to") {
		t.Error(page)
	}
}
