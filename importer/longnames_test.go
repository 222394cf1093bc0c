package importer_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
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
	var r report.Report
	m := files.LoadWith(t, file, importer.Options{Report: &r})
	want := manyjoints.Model(manyjoints.Chain, 12, 10)
	if len(m.Clips) != 1 || len(m.Clips[0].Tracks) != 12 || len(m.Clips[0].Time) != len(want.Clips[0].Time) {
		t.Fatalf("clips: %d, report %v", len(m.Clips), r.Findings)
	}
	for j, name := range m.Skeleton.Name {
		if len(name) > soa.MaxName || !strings.HasPrefix(long, name) {
			t.Errorf("joint %d has a name of %d bytes", j, len(name))
		}
	}
	if !slices.ContainsFunc(r.Findings, func(f report.Finding) bool { return f.Kind == report.LongName }) {
		t.Error("it is not reported")
	}
	for _, f := range r.Findings {
		if n := len(f.String()); n > 8000 {
			t.Errorf("a finding has %d bytes", n)
		}
	}
	added, err := importer.AddClips(t.Context(), m, file, importer.Options{})
	if err != nil || len(added) != 1 {
		t.Errorf("added: %d clips, %v", len(added), err)
	}
}

// Joints that all have one name are told apart by their ancestors as far as that takes few
// comparisons, and refused beyond.
func TestJointsOfOneName(t *testing.T) {
	for joints, want := range map[int]error{300: nil, 1500: soa.ErrTooLarge} {
		file := filepath.Join(t.TempDir(), "one.glb")
		data := manyjoints.NamedGLB(manyjoints.Chain, joints, 2, func(int) string { return "joint" })
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		m := manyjoints.Model(manyjoints.Chain, joints, 2)
		for j := range m.Skeleton.Name {
			m.Skeleton.Name[j] = "joint"
		}
		added, err := importer.AddClips(t.Context(), m, file, importer.Options{})
		if !errors.Is(err, want) || want == nil && len(added) != 1 {
			t.Errorf("%d joints: %d clips, %v", joints, len(added), err)
		}
	}
}

// A large file passes through the program in parts: an import takes what the child answers
// and at most 64 MB besides.
func TestLargeFileIsStreamed(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 128 MiB")
	}
	const size, most = 128 << 20, 64 << 20
	file := filepath.Join(t.TempDir(), "large.glb")
	long := strings.Repeat("name", size/64/4)
	data := manyjoints.NamedGLB(manyjoints.Chain, 64, 10, func(int) string { return long })
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	data, long = nil, ""
	debug.FreeOSMemory()
	grown := watchHeap(t)
	_, err := importer.Load(t.Context(), file, importer.Options{Isolation: &importer.Limits{}})
	n := grown()
	t.Logf("%d MB of memory for a file of %d MB", n>>20, size>>20)
	if err != nil || n > most {
		t.Errorf("%d bytes of memory: %v", n, err)
	}
}
