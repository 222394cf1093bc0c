//go:build cgo

package inspect

import (
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// The clean set: models of which no rule says anything. Strider and warden are as they are in the
// repository, but for strider's tail, a second skeleton that shears on purpose, and warden's unit.
// Five files of others are mended by hand; arnaud needs nothing.
func TestCleanSet(t *testing.T) {
	clean(t, "strider", strider(t), nil)

	var found report.Report
	load := func(file string, options importer.Options) *soa.Model {
		t.Helper()
		found = report.Report{}
		options.Report = &found
		m, err := importer.Load(t.Context(), file, options)
		must.Do(t, err)
		return m
	}
	const inch = 0.0254
	clean(t, "warden", load(truth.Testdata(t, "warden", "warden.md5mesh"), importer.Options{Scale: inch}), &found)
	clean(t, "arnaud", load(truth.Shared(t, "models", "pab", "arnaud.fbx"), importer.Options{}), &found)

	// Cameras and a sky that are no part of the character, and curves that bend between frames.
	run := load(truth.Shared(t, "models", "pab", "run.fbx"), importer.Options{})
	drop(run, "Camera01", "Camera01.Target", "Sky01", "Camera02", "Camera02.Target", "Camera03", "Camera03.Target", "Camera04")
	for i, c := range run.Clips {
		run.Clips[i] = exact.OnFrames(c)
	}
	clean(t, "run", run, &found)

	// Empty nodes that an edit left.
	robot := load(truth.Shared(t, "models", "fbx", "robot.fbx"), importer.Options{})
	drop(robot, "index2", "arm_r1", "arm_r2")
	clean(t, "robot", robot, &found)

	// The weights of 210 vertices do not sum to 1 in the file; here they do.
	clean(t, "cesium man", load(truth.Shared(t, "models", "gltf", "cesium_man.gltf"), importer.Options{}), nil)

	// It is 9 m large.
	clean(t, "rigged simple", load(truth.Shared(t, "models", "gltf", "rigged_simple.gltf"), importer.Options{Scale: 0.2}), &found)

	// It is in inches, and its loop lacks the frame that repeats the first.
	bob := load(truth.Shared(t, "models", "md5-bob", "Bob.md5mesh"), importer.Options{Scale: inch * 0.8})
	for _, c := range bob.Clips {
		closeLoop(c)
	}
	clean(t, "bob", bob, &found)
}

// clean fails where a rule has a finding.
func clean(t *testing.T, name string, m *soa.Model, found *report.Report) {
	t.Helper()
	list, err := Lint(t.Context(), m, found, Config{})
	must.Do(t, err)
	for _, f := range list {
		t.Errorf("%s: %v", name, f)
	}
}

// drop takes joints out of a model, those that it has.
func drop(m *soa.Model, names ...string) {
	for _, name := range names {
		if j := m.Skeleton.Joint(name); j >= 0 {
			without(m, j)
		}
	}
}

// closeLoop gives the last key of each track the value of the first.
func closeLoop(c *soa.Clip) {
	for t := range c.Tracks {
		first, end := c.Keys(t)
		for _, a := range [...][]float32{c.X, c.Y, c.Z, c.W} {
			a[end-1] = a[first]
		}
	}
}

// Files of other programs have the findings that a person sees when looking at them.
func TestFindingsOfFiles(t *testing.T) {
	for file, want := range map[string][]string{
		"gltf/cesium_man.gltf":    {"weight-sum"},
		"gltf/box_animated.gltf":  {"jumps"},
		"gltf/rigged_simple.gltf": {"unit"},
		"pab/run.fbx":             {"dead-joints"},
		"md5-bob/Bob.md5mesh":     {"loop-gap", "unit"},
	} {
		var found report.Report
		m, err := importer.Load(t.Context(), truth.Shared(t, "models", file), importer.Options{Report: &found})
		must.Do(t, err)
		list, err := Lint(t.Context(), m, &found, Config{})
		must.Do(t, err)
		var got []string
		for _, f := range list {
			got = append(got, f.Rule)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has the findings %v, want %v", file, list, want)
		}
	}
}
