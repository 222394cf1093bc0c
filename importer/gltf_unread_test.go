package importer_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// editedGLTF writes the scene of two skeletons as glTF after a change of its JSON.
func editedGLTF(t *testing.T, edit func(file object)) string {
	t.Helper()
	s := madeScenes()["two skeletons"]
	s.frames, s.rate, s.top = madeFrames, 8, exact.Identity()
	s.bindAtRest()
	path := s.gltf(t)
	data, err := os.ReadFile(path)
	must.Do(t, err)
	var file object
	must.Do(t, json.Unmarshal(data, &file))
	edit(file)
	data, err = json.Marshal(file)
	must.Do(t, err)
	must.Do(t, os.WriteFile(path, data, 0o644))
	return path
}

// in follows keys and indices of decoded JSON.
func in(v any, steps ...any) object {
	for _, s := range steps {
		if i, ok := s.(int); ok {
			v = v.([]any)[i]
		} else {
			v = v.(object)[s.(string)]
		}
	}
	return v.(object)
}

// TestGLTFUnread: what libassimp takes for something else, or crashes of, is an error that
// names the file, the place and what is there, in this process and in a child.
func TestGLTFUnread(t *testing.T) {
	required := func(names ...any) func(object) {
		return func(file object) { file["extensionsRequired"] = names }
	}
	attribute := func(name string, kind int) func(object) {
		return func(file object) {
			a := in(file, "meshes", 1, "primitives", 0, "attributes")
			accessor := in(file, "accessors", int(a[name].(float64)))
			accessor["componentType"], accessor["normalized"] = kind, true
		}
	}
	for name, c := range map[string]struct {
		edit func(file object)
		want []string
	}{
		"unknown extension": {required("KHR_texture_transform", "VENDOR_must"), []string{"/extensionsRequired/1", `"VENDOR_must"`, "not known"}},
		"meshopt":           {required("EXT_meshopt_compression"), []string{"/extensionsRequired/0", `"EXT_meshopt_compression"`, "compressed"}},
		"newer meshopt":     {required("KHR_meshopt_compression"), []string{"/extensionsRequired/0", `"KHR_meshopt_compression"`, "compressed"}},
		"quantization":      {required("KHR_mesh_quantization"), []string{"/extensionsRequired/0", `"KHR_mesh_quantization"`, "integers"}},
		"weights of bytes":  {attribute("WEIGHTS_0", 5121), []string{"/meshes/1/primitives/0/attributes/WEIGHTS_0", "unsigned bytes"}},
		"weights of shorts": {attribute("WEIGHTS_0", 5123), []string{"/meshes/1/primitives/0/attributes/WEIGHTS_0", "unsigned shorts"}},
		"positions":         {attribute("POSITION", 5122), []string{"/meshes/1/primitives/0/attributes/POSITION", "shorts"}},
		"targets": {func(file object) {
			in(file, "meshes", 0, "primitives", 0)["targets"] = []any{object{"POSITION": in(file, "meshes", 0, "primitives", 0)["indices"]}}
		}, []string{"/meshes/0/primitives/0/targets/0/POSITION", "unsigned shorts"}},
		"weights without joints": {func(file object) {
			delete(in(file, "meshes", 0, "primitives", 0, "attributes"), "JOINTS_0")
		}, []string{"/meshes/0/primitives/0/attributes", "1 sets of weights and 0 of joints"}},
		"no inverse bind matrices": {func(file object) {
			delete(in(file, "skins", 1), "inverseBindMatrices")
		}, []string{"/skins/1", "2 joints without inverseBindMatrices"}},
		"one joint": {func(file object) {
			skin := in(file, "skins", 0)
			delete(skin, "inverseBindMatrices")
			skin["joints"] = []any{0}
		}, []string{"/skins/0", "1 joints without inverseBindMatrices"}},
		"too few matrices": {func(file object) {
			in(file, "accessors", int(in(file, "skins", 0)["inverseBindMatrices"].(float64)))["count"] = 1
		}, []string{"/skins/0/inverseBindMatrices", "1 matrices", "2 joints"}},
	} {
		t.Run(name, func(t *testing.T) {
			path := editedGLTF(t, c.edit)
			for _, opts := range [][]importer.Option{nil, {importer.Isolated(importer.Limits{})}, {importer.WithoutMeshes()}} {
				m, err := importer.Load(context.Background(), path, opts...)
				if m != nil || !errors.Is(err, importer.ErrUnread) {
					t.Fatalf("model %v, error %v", m != nil, err)
				}
				for _, want := range append(c.want, path) {
					if !strings.Contains(err.Error(), want) {
						t.Errorf("%v: does not say %s", err, want)
					}
				}
			}
		})
	}
	t.Run("what is read", func(t *testing.T) {
		path := editedGLTF(t, required("KHR_texture_transform", "KHR_materials_unlit", "VENDOR_materials_of_its_own"))
		if m := files.Load(t, path); len(m.Meshes) != 2 {
			t.Errorf("%d meshes", len(m.Meshes))
		}
	})
	t.Run("texture coordinates of shorts", func(t *testing.T) {
		path := editedGLTF(t, func(file object) {
			a := in(file, "meshes", 1, "primitives", 0, "attributes")
			accessors := file["accessors"].([]any)
			file["accessors"] = append(accessors, object{"bufferView": 0, "componentType": 5123, "normalized": true, "count": 3, "type": "VEC2"})
			a["TEXCOORD_0"] = len(accessors)
		})
		var r report.Report
		files.Load(t, path, importer.WithReport(&r))
		if !hasFinding(&r, report.Loss, report.LostCoordinates, "/meshes/1/primitives/0/attributes/TEXCOORD_0 is accessor") || !report.LostCoordinates.Looks() {
			t.Errorf("%v", r.Findings)
		}
	})
	t.Run("a skin of one joint with its matrix", func(t *testing.T) {
		path := editedGLTF(t, func(file object) {
			in(file, "skins", 0)["joints"] = []any{0}
			in(file, "accessors", int(in(file, "skins", 0)["inverseBindMatrices"].(float64)))["count"] = 1
		})
		if m := files.Load(t, path); len(m.Meshes) != 2 {
			t.Errorf("%d meshes", len(m.Meshes))
		}
	})
}

// TestGLTFNames: buffers and pictures are found by what their URIs stand for, and by names
// that are written as they are.
func TestGLTFNames(t *testing.T) {
	picture, err := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
	must.Do(t, err)
	for uri, name := range map[string]string{
		"a%20b+c": "a b+c", "%C3%A9t%C3%A9": "été", "100%25": "100%", "sub%2fdeep": "sub/deep",
		"as written %20": "as written %20", "5%": "5%",
	} {
		t.Run(uri, func(t *testing.T) {
			path := editedGLTF(t, func(file object) {
				file["images"] = []any{object{"uri": uri + ".png"}}
				file["textures"] = []any{object{"source": 0}}
				file["materials"] = []any{object{"pbrMetallicRoughness": object{"baseColorTexture": object{"index": 0}}}}
				for m := range 2 {
					in(file, "meshes", m, "primitives", 0)["material"] = 0
				}
			})
			folder := filepath.Dir(path)
			data, err := os.ReadFile(path)
			must.Do(t, err)
			var file object
			must.Do(t, json.Unmarshal(data, &file))
			buffer := in(file, "buffers", 0)
			_, encoded, _ := strings.Cut(buffer["uri"].(string), ",")
			bytes, err := base64.StdEncoding.DecodeString(encoded)
			must.Do(t, err)
			must.Do(t, os.MkdirAll(filepath.Join(folder, "sub"), 0o755))
			must.Do(t, os.WriteFile(filepath.Join(folder, name+".bin"), bytes, 0o644))
			must.Do(t, os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644))
			buffer["uri"] = uri + ".bin"
			data, err = json.Marshal(file)
			must.Do(t, err)
			must.Do(t, os.WriteFile(path, data, 0o644))
			for _, opts := range [][]importer.Option{nil, {importer.Isolated(importer.Limits{})}} {
				var r report.Report
				m := files.Load(t, path, append(opts, importer.WithReport(&r))...)
				if len(m.Meshes) != 2 || len(m.Clips) != 1 || len(m.Textures) != 1 || r.Count(report.Loss) > 0 {
					t.Errorf("%d meshes, %d clips, %d pictures: %v", len(m.Meshes), len(m.Clips), len(m.Textures), r.Findings)
				}
			}
			must.Do(t, os.Remove(filepath.Join(folder, name+".bin")))
			if _, err := importer.Load(context.Background(), path); err == nil || !errors.Is(err, fs.ErrNotExist) && !strings.Contains(err.Error(), uri) {
				t.Errorf("without its buffer: %v", err)
			}
		})
	}
}
