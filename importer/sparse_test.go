package importer_test

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
)

// sparseOf returns what the report of a file with one clip says of curves that
// were straightened, and checks that it is told for people too.
func sparseOf(t *testing.T, path string) []importer.SparseCurve {
	t.Helper()
	var r importer.Report
	load(t, path, importer.WithReport(&r))
	if len(r.Clips) != 1 {
		t.Fatalf("%d clips", len(r.Clips))
	}
	told := false
	for _, f := range r.Findings {
		told = told || f.Kind == importer.SparseKeys && f.Severity == importer.Loss && strings.Contains(f.Message, "baked")
	}
	if told != (len(r.Clips[0].Sparse) > 0) {
		t.Errorf("%d sparse curves, and findings %v", len(r.Clips[0].Sparse), r.Findings)
	}
	return r.Clips[0].Sparse
}

func TestSparseCollada(t *testing.T) {
	s := madeScenes()["two skeletons"]
	s.frames, s.rate, s.top = madeFrames, 8, exact.Identity()
	s.bindAtRest()
	for _, c := range []struct {
		curve         string
		bent, stepped bool
	}{{"LINEAR", false, false}, {"BEZIER", true, false}, {"STEP", false, true}} {
		got := sparseOf(t, s.collada(t, colladaForm{curve: c.curve}))
		want := 4
		if !c.bent && !c.stepped {
			want = 0
		}
		if len(got) != want {
			t.Errorf("%s: %+v", c.curve, got)
		}
		for _, j := range got {
			if j.Bent != c.bent || j.Stepped != c.stepped || math.Abs(j.Spacing-0.125) > 1e-6 || !strings.Contains("left.hand right.hand", j.Joint) {
				t.Errorf("%s: %+v", c.curve, j)
			}
		}
	}
	s.rate = 30
	if got := sparseOf(t, s.collada(t, colladaForm{curve: "BEZIER"})); len(got) != 0 {
		t.Errorf("keys on every frame: %+v", got)
	}
}

// TestReportMemory: both ends of an import are counted.
func TestReportMemory(t *testing.T) {
	var r importer.Report
	m := load(t, strider+"strider_walk.fbx", importer.WithReport(&r))
	least := int64(4 * len(m.Clips[0].Time) * 5)
	for _, mesh := range m.Meshes {
		least += int64(4 * (len(mesh.Position) + len(mesh.Normal) + len(mesh.Index)))
	}
	if r.ModelBytes < least || r.ModelBytes > 4*least || r.SceneBytes < least/2 {
		t.Errorf("%d bytes before, %d after, of which keys and meshes are %d", r.SceneBytes, r.ModelBytes, least)
	}
}
