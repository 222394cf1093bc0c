//go:build cgo

package exporter_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// sourceFile is a glTF file, its model and its source.
type sourceFile struct {
	path   string
	data   []byte
	model  *soa.Model
	source *exporter.Source
}

// beside reads files beside another.
func beside(path string) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) { return os.ReadFile(filepath.Join(filepath.Dir(path), name)) }
}

// avatars is the environment variable of a folder of more files, such as avatars of others.
const avatars = "SINEW_AVATARS"

// sourcePaths lists the glTF files at hand, of which a short test takes a few.
func sourcePaths(t *testing.T) []string {
	paths := []string{truth.Testdata(t, "strider", "strider.glb")}
	for _, pattern := range []string{"models/*/*", "models/gltf/*/*", "truth/gltf/files/*"} {
		found, err := filepath.Glob(filepath.Join(truth.SharedRoot(t), pattern))
		must.Do(t, err)
		for _, path := range found {
			if isGLTF(path) && surveyed(path) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

func isGLTF(path string) bool {
	return slices.Contains([]string{".glb", ".gltf", ".vrm", ".vrma"}, filepath.Ext(path))
}

// sourceFiles imports the glTF files at hand, and those of a folder that the environment names.
func sourceFiles(t *testing.T) (list []sourceFile) {
	paths := sourcePaths(t)
	if folder := os.Getenv(avatars); folder != "" {
		more, err := filepath.Glob(filepath.Join(folder, "*.vrm*"))
		must.Do(t, err)
		paths = append(paths, more...)
	}
	for _, path := range paths {
		var r report.Report
		m, err := importer.Load(t.Context(), path, importer.Options{Report: &r, Origin: true})
		if err != nil {
			continue // what is refused is tested where it is
		}
		data, err := os.ReadFile(path)
		must.Do(t, err)
		source, err := exporter.NewSource(t.Context(), data, beside(path), r.Origin)
		must.Do(t, err)
		list = append(list, sourceFile{path, data, m, source})
	}
	return list
}

// describePart is what one thing of a file says, with the bytes that it names in place of numbers.
func describePart(t *testing.T, doc *gltf.Document, accessors, views []any, key string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any)
		for k, x := range v {
			switch {
			case k == "extras" || key == "extras":
				out[k] = x
			case slices.Contains([]string{"indices", "inverseBindMatrices", "input", "output"}, k) && isNumber(x), key == "attributes", key == "targets":
				i := int(x.(float64))
				out[k] = []any{describePart(t, doc, accessors, views, "accessor", accessors[i])}
			case k == "bufferView":
				data, err := doc.ViewData(int(x.(float64)))
				must.Do(t, err)
				out[k] = string(data)
			default:
				out[k] = describePart(t, doc, accessors, views, k, x)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = describePart(t, doc, accessors, views, key, v[i])
		}
		return out
	}
	return v
}

func isNumber(v any) bool { _, ok := v.(float64); return ok }

// described returns the parts of a file by their lists, with the bytes that they name.
func described(t *testing.T, data []byte, open func(string) ([]byte, error)) map[string]any {
	t.Helper()
	text, _, err := gltf.Split(data)
	must.Do(t, err)
	doc, err := gltf.Parse(data, gltf.Options{Open: open})
	must.Do(t, err)
	var top map[string]any
	must.Do(t, json.Unmarshal(bytes.TrimPrefix(text, []byte("\ufeff")), &top))
	accessors, _ := top["accessors"].([]any)
	views, _ := top["bufferViews"].([]any)
	images, _ := top["images"].([]any)
	for _, v := range images { // of other files: their bytes
		im := v.(map[string]any)
		if uri, ok := im["uri"].(string); ok && !strings.HasPrefix(uri, "data:") {
			if data, err := doc.Resource(uri); err == nil {
				im["uri"] = string(data)
			}
		} else if view, ok := im["bufferView"].(float64); ok {
			data, err := doc.ViewData(int(view))
			must.Do(t, err)
			im["uri"] = string(data)
		}
		delete(im, "bufferView")
		delete(im, "mimeType")
	}
	for _, key := range []string{"accessors", "bufferViews", "buffers"} {
		delete(top, key)
	}
	return describePart(t, doc, accessors, views, "", top).(map[string]any)
}

// sameParts compares what two files say, but for some lists.
func sameParts(t *testing.T, f *sourceFile, file []byte, but ...string) {
	t.Helper()
	a, b := described(t, f.data, beside(f.path)), described(t, file, nil)
	for key := range a {
		if !slices.Contains(but, key) && !reflect.DeepEqual(a[key], b[key]) {
			t.Errorf("/%s is changed", key)
		}
	}
	for key := range b {
		if _, ok := a[key]; !ok && !slices.Contains(but, key) {
			t.Errorf("/%s is new", key)
		}
	}
}

// write writes a model within its source, and reports whether it went into it.
func (f *sourceFile) write(t *testing.T, m *soa.Model) (file []byte, within bool) {
	t.Helper()
	var out, again bytes.Buffer
	var found exporter.Report
	write := func(w io.Writer, o exporter.Options) error {
		switch filepath.Ext(f.path) {
		case ".vrm":
			return exporter.VRM(t.Context(), w, m, nil, o)
		case ".vrma":
			return exporter.VRMA(t.Context(), w, m, o)
		}
		return exporter.GLB(t.Context(), w, m, o)
	}
	must.Do(t, write(&out, exporter.Options{Source: f.source, Report: &found}))
	must.Do(t, write(&again, exporter.Options{Source: f.source}))
	if !bytes.Equal(out.Bytes(), again.Bytes()) {
		t.Error("two exports differ")
	}
	for _, finding := range found.Findings {
		if strings.Contains(finding.Message, "written anew") {
			t.Log(finding)
			return out.Bytes(), false
		}
	}
	return out.Bytes(), true
}

// near compares what is read again with a model.
func (f *sourceFile) near(t *testing.T, m *soa.Model, file []byte) {
	t.Helper()
	back, err := importer.LoadReader(t.Context(), bytes.NewReader(file), strings.TrimSuffix(filepath.Base(f.path), ".gltf")+map[bool]string{true: ".glb"}[filepath.Ext(f.path) == ".gltf"], importer.Options{})
	if err != nil {
		t.Error(err)
		return
	}
	d, err := inspect.Compare(t.Context(), m, back, inspect.CompareOptions{ExactCurves: true, Times: 50})
	if errors.Is(err, inspect.ErrNothing) {
		return
	}
	must.Do(t, err)
	bound := 2e-6 * reach(m)
	for _, c := range d.Clips {
		if !(max(c.Joint.Max, c.Vertex.Max) <= bound) {
			t.Errorf("clip %q: joint %s %.3g mm at %v s, vertex of %s %.3g mm at %v s, more than %.3g mm", c.Name, c.Joint.Part, 1000*c.Joint.Max, c.Joint.Time, c.Vertex.Part, 1000*c.Vertex.Max, c.Vertex.Time, 1000*bound)
		}
	}
	if len(d.Clips) != max(1, len(m.Clips)) || len(d.OnlyA.Joints)+len(d.OnlyA.Meshes)+len(d.OnlyA.Floats) > 0 {
		t.Errorf("%d clips of %d; missing %+v, %+v", len(d.Clips), len(m.Clips), d.OnlyA, d.OnlyB)
	}
}

// A model that was not edited is its file again, byte for byte where that is one .glb.
func TestSourceStays(t *testing.T) {
	for _, f := range sourceFiles(t) {
		t.Run(filepath.Base(f.path), func(t *testing.T) {
			file, within := f.write(t, f.model)
			if !within {
				t.Fatal("it was written anew")
			}
			sameParts(t, &f, file)
		})
	}
}

// What is edited is written, and all else stays: clips; influences, which are written for the file's
// own vertices; the place of a joint, and a new one. Few edits do not go into a file.
func TestSourceEdits(t *testing.T) {
	edits := []struct {
		name string
		edit func(*soa.Model) *soa.Model
		but  []string
	}{
		{"clips", otherClips, []string{"animations", "extensionsUsed", "nodes"}},
		{"influences", otherInfluences, []string{"meshes", "skins", "nodes"}},
		{"skeleton", otherSkeleton, []string{"nodes", "scenes", "animations"}},
	}
	for _, f := range sourceFiles(t) {
		for _, e := range edits {
			m := e.edit(f.model)
			if m == nil {
				continue
			}
			t.Run(filepath.Base(f.path)+" "+e.name, func(t *testing.T) {
				file, within := f.write(t, m)
				if within {
					sameParts(t, &f, file, e.but...)
				} else if !strings.Contains(f.path, "instanc") {
					t.Error("it was written anew")
				}
				f.near(t, m, file)
			})
		}
	}
}
