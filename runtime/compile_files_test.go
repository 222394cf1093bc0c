//go:build cgo

package runtime_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/truth"
	"github.com/sinew-anim/sinew/runtime/compile"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// survey is the environment variable that makes the tests go through all files
// that are there instead of a few.
const survey = "SINEW_SURVEY"

// few are the files tested without a survey: rigs and not, one with fractional
// keys, one with steps and splines.
var few = []string{"strider.glb", "Bob.md5mesh", "cesium_man.gltf", "run.fbx", "interpolation_test.gltf", "astro_maya.dae", "simple_skin.gltf", "RotatingCube.3DS"}

// animatedFiles imports the files with clips below the folders of test models
// that are there, but those that bring libassimp down.
func animatedFiles(t *testing.T, visit func(path string, m *soa.Model)) {
	t.Helper()
	all := os.Getenv(survey) != ""
	folders := []string{filepath.Join(truth.Root(t), "testdata"), filepath.Join(truth.SharedRoot(t), "models"), truth.InstalledRoot}
	seen := map[string]bool{}
	for _, folder := range folders {
		if _, err := os.Stat(folder); err != nil {
			t.Logf("test data is missing: %v", err)
			continue
		}
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() && entry.Name() == "invalid" {
				return fs.SkipDir
			}
			name := entry.Name()
			if !entry.Type().IsRegular() || seen[name] || name == "cube_gears_prod_req.3mf" || strings.HasPrefix(name, "malformed_skinweights") {
				return nil
			}
			if !all && !slices.Contains(few, name) {
				return nil
			}
			m, err := importer.Load(context.Background(), path, importer.WithoutTextures(), importer.Formats(filepath.Ext(path)))
			if err == nil && len(m.Clips) > 0 {
				seen[name] = true
				visit(path, m)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// The promise holds on every animated file in every form that fits it, and is no
// empty one: files use up most of it, so that a tenth of the bound would not hold.
func TestBankHoldsBoundOfFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many clips")
	}
	banks, tight := 0, 0
	rows := map[soa.Form]int{}
	animatedFiles(t, func(path string, m *soa.Model) {
		for _, form := range []pose.FormChoice{pose.FormRig, pose.FormGeneral} {
			b, err := compile.Bank(context.Background(), m, nil, inForm(form))
			if form != pose.FormGeneral && errors.Is(err, pose.ErrForm) {
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", path, err)
				return
			}
			if err := b.Validate(); err != nil {
				t.Errorf("%s: %v", path, err)
			}
			banks++
			if holdBank(t, m, b, path+" as "+b.Form.String(), 12) > 0.1 {
				tight++
			}
			rows[b.Form] += b.RowCount()
		}
	})
	t.Logf("%d banks, %d of which need more than a tenth of the bound; rows %v", banks, tight, rows)
	if banks < 1 || tight < banks/4 {
		t.Errorf("%d banks, %d of which need more than a tenth of the bound", banks, tight)
	}
}

// With the bound ten times tighter than what a bank was compiled for, the check
// fails: it measures what it claims to.
func TestTighterBoundFails(t *testing.T) {
	m, err := importer.Load(context.Background(), truth.Testdata(t, "strider", "strider.glb"))
	if err != nil {
		t.Fatal(err)
	}
	b := compiled(t, m, nil, compile.Options{})
	for i := range b.Clips {
		b.Clips[i].Bound /= 10
	}
	if used := holdBank(&failures{}, m, b, "strider", 40); used <= 1 {
		t.Errorf("a tenth of the bound holds: %v of it was used", used)
	}
	// Compiled for it, it holds.
	b = compiled(t, m, nil, compile.Options{ErrorBound: 1e-5})
	holdBank(t, m, b, "strider", 40)
}

// failures takes reports of failure without failing.
type failures struct{}

func (*failures) Helper()               {}
func (*failures) Fatal(...any)          {}
func (*failures) Fatalf(string, ...any) {}
