//go:build cgo

package files

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// survey is the environment variable that makes the tests go through all files
// that are there instead of a few.
const survey = "SINEW_SURVEY"

// few are the files tested without a survey: rigs and not, one with fractional
// keys, one with steps and splines.
var few = []string{"strider.glb", "Bob.md5mesh", "cesium_man.gltf", "run.fbx", "interpolation_test.gltf", "astro_maya.dae", "simple_skin.gltf", "RotatingCube.3DS"}

// Load imports a file, of whatever format.
func Load(t testing.TB, path string) *soa.Model {
	t.Helper()
	return LoadWith(t, path, importer.Options{})
}

// LoadWith imports a file with options, of whatever format unless they list formats.
func LoadWith(t testing.TB, path string, options importer.Options) *soa.Model {
	t.Helper()
	if options.Formats == nil {
		options.Formats = []string{filepath.Ext(path)}
	}
	m, err := importer.Load(context.Background(), path, options)
	must.Do(t, err)
	return m
}

// Animated imports the files with clips below the folders of test models that are there,
// but those that bring libassimp down. Without a survey it visits a few and those named in
// also.
func Animated(t *testing.T, visit func(path string, m *soa.Model), also ...string) {
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
			if !all && !slices.Contains(few, name) && !slices.Contains(also, name) {
				return nil
			}
			m, err := importer.Load(context.Background(), path, importer.Options{NoTextures: true, Formats: []string{filepath.Ext(path)}})
			if err == nil && len(m.Clips) > 0 {
				seen[name] = true
				visit(path, m)
			}
			return nil
		})
		must.Do(t, err)
	}
}
