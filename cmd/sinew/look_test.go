//go:build cgo

package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
)

// Edges are smoothed afterwards also where it is the bones of a skeleton that are many.
func TestManyBonesAreSmoothed(t *testing.T) {
	for joints, smooth := range map[int]bool{100: false, 32000: true} {
		m := manyjoints.Model(manyjoints.Star, joints, 2)
		if o := (&stage.Look{Instances: 1}).Renderer(m); o.Smooth != smooth {
			t.Errorf("%d joints: smooth is %v", joints, o.Smooth)
		}
		if o := (&stage.Look{Instances: 1, Samples: 4}).Renderer(m); o.Smooth || o.Samples != 4 {
			t.Errorf("%d joints and four samples: %+v", joints, o)
		}
	}
}

// Names of a megabyte, shared by many joints, are cut before info prints them.
func TestInfoLongNames(t *testing.T) {
	long := strings.Repeat("name", 1<<18)
	file := filepath.Join(t.TempDir(), "long.glb")
	put(t, file, manyjoints.NamedGLB(manyjoints.Chain, 30, 2, func(int) string { return long }))
	out := succeed(t, "info", "--json", file)
	var in summary.Model
	if err := json.Unmarshal([]byte(out), &in); err != nil || len(in.Joints) != 30 || len(out) > 200_000 {
		t.Errorf("%d joints, %d bytes: %v", len(in.Joints), len(out), err)
	}
}
