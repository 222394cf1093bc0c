package importer_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/soa"
)

// Channels of a glTF file go by the numbers of nodes: names that are equal, and longer than
// anything holds, are cut and reported, and no joint loses its keys.
func TestLongNamesOfGLTF(t *testing.T) {
	long := strings.Repeat("name", 1<<18)
	file := filepath.Join(t.TempDir(), "long.glb")
	data := manyjoints.NamedGLB(manyjoints.Chain, 12, 10, func(int) string { return long })
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	var r importer.Report
	m := load(t, file, importer.WithReport(&r))
	want := manyjoints.Model(manyjoints.Chain, 12, 10)
	if len(m.Clips) != 1 || len(m.Clips[0].Tracks) != 12 || len(m.Clips[0].Time) != len(want.Clips[0].Time) {
		t.Fatalf("clips: %d, report %v", len(m.Clips), r.Findings)
	}
	for j, name := range m.Skeleton.Name {
		if len(name) > soa.MaxName || !strings.HasPrefix(long, name) {
			t.Errorf("joint %d has a name of %d bytes", j, len(name))
		}
	}
	if !slices.ContainsFunc(r.Findings, func(f importer.Finding) bool { return f.Kind == importer.LongName }) {
		t.Error("it is not reported")
	}
	for _, f := range r.Findings {
		if n := len(f.String()); n > 8000 {
			t.Errorf("a finding has %d bytes", n)
		}
	}
	added, err := importer.AddClips(t.Context(), m, file)
	if err != nil || len(added) != 1 {
		t.Errorf("added: %d clips, %v", len(added), err)
	}
}
