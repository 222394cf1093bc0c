package importer_test

import (
	"os"
	"path/filepath"
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
		clips, err := importer.AddClips(t.Context(), manyjoints.Model(shape, joints, keys), file, importer.Options{Report: &found})
		if err != nil {
			t.Fatal(err)
		}
		if len(clips) != 1 || clips[0].Name != "many" || len(clips[0].Tracks) != joints || len(clips[0].Time) != joints*keys {
			t.Fatalf("%d clips, the first is %q with %d tracks, %d keys", len(clips), clips[0].Name, len(clips[0].Tracks), len(clips[0].Time))
		}
		t.Logf("%v: %d nodes, libassimp took %v of %v", shape, found.Nodes, found.Parse, found.Duration)
	}
}
