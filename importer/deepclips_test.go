package importer_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
)

// A channel for each of many nodes: libassimp would look for each among all of them, for a
// chain 20 seconds long, which no context ends.
func TestAddClipsOfManyJoints(t *testing.T) {
	const joints, keys = 32000, 10
	for _, shape := range []manyjoints.Shape{manyjoints.Chain, manyjoints.Star} {
		file := filepath.Join(t.TempDir(), "many.glb")
		if err := os.WriteFile(file, manyjoints.GLB(shape, joints, keys), 0o600); err != nil {
			t.Fatal(err)
		}
		var found report.Report
		clips, err := importer.AddClips(t.Context(), manyjoints.Model(shape, joints, keys), file, importer.WithReport(&found))
		if err != nil {
			t.Fatal(err)
		}
		if len(clips) != 1 || clips[0].Name != "move" || len(clips[0].Tracks) != joints || len(clips[0].Time) != joints*keys {
			t.Fatalf("%d clips, the first is %q with %d tracks, %d keys", len(clips), clips[0].Name, len(clips[0].Tracks), len(clips[0].Time))
		}
		t.Logf("%v: %d nodes, libassimp took %v of %v", shape, found.Nodes, found.Parse, found.Duration)
	}
}

// What libassimp sees of a glTF file without its animations makes the same model.
func TestHiddenAnimations(t *testing.T) {
	var files []string
	for _, folder := range []string{"models/gltf", "truth/gltf"} {
		for _, pattern := range []string{"*.gl*", "*/*.gl*", "*/*/*.gl*"} {
			found, err := filepath.Glob(filepath.Join(shared(t, folder), pattern))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, found...)
		}
	}
	animated := 0
	for _, file := range files {
		var seen, hidden report.Report
		a, err := importer.Load(t.Context(), file, importer.WithReport(&seen))
		b, hiddenErr := importer.Load(t.Context(), file, importer.WithReport(&hidden), importer.HideAnimations())
		if err != nil {
			continue
		}
		if lost := slices.ContainsFunc(seen.Findings, func(f report.Finding) bool { return f.Kind == report.LostInterpolation }); lost {
			if !errors.Is(hiddenErr, importer.ErrTooLarge) { // nothing else has the animations
				t.Errorf("%s, whose animations libassimp alone reads: %v", file, hiddenErr)
			}
			continue
		}
		if hiddenErr != nil {
			t.Errorf("%s: %v", file, hiddenErr)
			continue
		}
		if len(a.Clips) > 0 {
			animated++
		}
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: the model is another one", file)
		}
		if !reflect.DeepEqual(seen.Findings, hidden.Findings) {
			t.Errorf("%s: findings\n%v\nwith animations hidden\n%v", file, seen.Findings, hidden.Findings)
		}
	}
	if animated < 5 {
		t.Errorf("%d of %d files are animated", animated, len(files))
	}
}
