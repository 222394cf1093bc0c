package importer_test

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// objectFile is a mesh that a program stored at a frame beside an FBX file.
type objectFile struct {
	path  string
	frame float64 // −1 where the name states none
}

// readObject returns the vertices of an OBJ file.
func readObject(t *testing.T, path string) (list [][3]float64) {
	t.Helper()
	data, err := os.ReadFile(path)
	must.Do(t, err)
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) >= 4 && f[0] == "v" {
			var v [3]float64
			for c := range v {
				v[c], err = strconv.ParseFloat(f[1+c], 64)
				must.Do(t, err)
			}
			list = append(list, v)
		}
	}
	return list
}

var fbxVersion = regexp.MustCompile(`_7[0-9]00_(ascii|binary)\.fbx$`)

// TestFBXShapeFiles: the meshes with shapes of ufbx's files are those that Maya, Blender
// and ZBrush stored beside them, and between keys those of the slow evaluation.
func TestFBXShapeFiles(t *testing.T) {
	folder := os.Getenv("SINEW_UFBX")
	if folder == "" {
		t.Skip("SINEW_UFBX names no folder with the data of ufbx")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.fbx"))
	must.Do(t, err)
	frames := 0
	for _, file := range files {
		base := fbxVersion.ReplaceAllString(file, "")
		if base == file {
			continue
		}
		data, err := os.ReadFile(file)
		must.Do(t, err)
		// Before 7.2 meshes contain their shapes.
		if !strings.Contains(string(data), "BlendShapeChannel") && !strings.Contains(base, "blend_shape") {
			continue
		}
		var r report.Report
		m, err := importer.Load(t.Context(), file, importer.Options{Report: &r, NoTextures: true, FileAxes: true, FileUnits: true})
		if err != nil || len(m.Weights) == 0 {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			var objects []objectFile
			if _, err := os.Stat(base + ".obj"); err == nil {
				objects = append(objects, objectFile{base + ".obj", -1})
			}
			more, err := filepath.Glob(base + "_*.obj")
			must.Do(t, err)
			for _, path := range more {
				if frame, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(path, base+"_"), ".obj")); err == nil {
					objects = append(objects, objectFile{path, float64(frame)})
				}
			}
			for _, o := range objects {
				frames++
				seconds := math.Inf(-1)
				rate := 24.
				if o.frame >= 0 {
					seconds = o.frame / rate
				}
				worst, size := objectError(t, m, o.path, seconds)
				t.Logf("%s: %.3g of %.3g", filepath.Base(o.path), worst, size)
				if !(worst <= 1e-5*size) {
					t.Errorf("%s: %.3g of %.3g off: %v", filepath.Base(o.path), worst, size, r.Findings)
				}
			}
			for _, f := range r.Findings {
				if f.Severity == report.Loss && f.Kind != report.PointCacheFile {
					t.Errorf("%v", f)
				}
			}
			if len(m.Clips) > 0 {
				// Lengths are the file's own here.
				own := r
				own.MetresPerUnit = 1
				compareShapes(t, file, m, &own, 2e-5/math.Min(1, r.MetresPerUnit), 61)
			}
		})
	}
	if frames < 15 {
		t.Errorf("%d frames compared", frames)
	}
}

// objectError is how far the vertices of meshes with shapes are from those of a file, and
// the size of these.
func objectError(t *testing.T, m *soa.Model, path string, seconds float64) (worst, size float64) {
	t.Helper()
	want := readObject(t, path)
	for _, v := range want {
		for _, c := range v {
			size = math.Max(size, 2*math.Abs(c))
		}
	}
	met := make(map[int]bool)
	morphed := 0
	for i := range m.Meshes {
		if len(m.Meshes[i].Morphs) == 0 {
			continue
		}
		got := deformed(t, m, i, seconds)
		places := make(map[[3]float32]bool)
		for v := 0; v < len(got); v += 3 {
			places[[3]float32(m.Meshes[i].Position[v:])] = true
			best, at := math.Inf(1), 0
			for k, w := range want {
				if d := math.Hypot(math.Hypot(float64(got[v])-w[0], float64(got[v+1])-w[1]), float64(got[v+2])-w[2]); d < best {
					best, at = d, k
				}
			}
			met[at] = true
			worst = math.Max(worst, best)
		}
		morphed += len(places)
	}
	if len(met) != morphed {
		t.Errorf("%s: %d places are at %d vertices", path, morphed, len(met))
	}
	return worst, size
}
