package importer_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
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

// TestGLTFRefused: what is not read, or is malformed, is an error that names the file, the
// place and what is there, in this process and in a child.
func TestGLTFRefused(t *testing.T) {
	accessorOf := func(file object, skin int) object {
		return in(file, "accessors", int(in(file, "skins", skin)["inverseBindMatrices"].(float64)))
	}
	for name, c := range map[string]struct {
		edit func(file object)
		is   error
		want []string
	}{
		"unknown extension": {
			func(file object) { file["extensionsRequired"] = []any{"KHR_texture_transform", "VENDOR_must"} },
			importer.ErrUnread, []string{"/extensionsRequired/1", `"VENDOR_must"`, "not known"},
		},
		"version": {
			func(file object) { file["asset"] = object{"version": "3.1"} }, importer.ErrUnread, []string{"/asset/version", `"3.1"`},
		},
		"weights without joints": {
			func(file object) { delete(in(file, "meshes", 0, "primitives", 0, "attributes"), "JOINTS_0") },
			importer.ErrFormat, []string{"/meshes/0/primitives/0", "0 sets of joints and 1 of weights"},
		},
		"one joint": {
			func(file object) { in(file, "skins", 0)["joints"] = []any{0} }, importer.ErrFormat, []string{"/accessors/", "joint 1 of a skin of 1"},
		},
		"too few matrices": {
			func(file object) { accessorOf(file, 0)["count"] = 1 }, importer.ErrFormat, []string{"/skins/0/inverseBindMatrices", "1 elements", "2 matrices"},
		},
		"doubled joint": {
			func(file object) { in(file, "skins", 0)["joints"] = []any{1, 1} }, importer.ErrFormat, []string{"/skins/0/joints/1", "node 1 is joint 0 already"},
		},
		"animation without samplers": {
			func(file object) { delete(in(file, "animations", 0), "samplers") }, importer.ErrFormat, []string{"/animations/0/channels/0/sampler", "0 samplers"},
		},
		"two parents": {
			func(file object) { in(file, "nodes", 0)["children"] = []any{1, 1} }, importer.ErrFormat, []string{"/nodes/0/children/1", "node 1 has two parents"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := editedGLTF(t, c.edit)
			for _, opts := range []importer.Options{{}, {Isolation: &importer.Limits{}}} {
				m, err := importer.Load(context.Background(), path, opts)
				if m != nil || !errors.Is(err, c.is) {
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
		path := editedGLTF(t, func(file object) {
			file["extensionsRequired"] = []any{"KHR_texture_transform", "KHR_materials_unlit", "KHR_materials_volume", "ADOBE_materials_clearcoat_tint"}
		})
		if m := files.Load(t, path); len(m.Meshes) != 2 {
			t.Errorf("%d meshes", len(m.Meshes))
		}
	})
}

// TestGLTFReaders: the report names the reader, and libassimp remains a second opinion.
func TestGLTFReaders(t *testing.T) {
	for _, c := range []struct {
		opts importer.Options
		want string
	}{{importer.Options{}, "sinew"}, {importer.Options{Assimp: true}, "assimp "}, {importer.Options{Assimp: true, Isolation: &importer.Limits{}}, "assimp "}} {
		var r report.Report
		c.opts.Report = &r
		m := files.LoadWith(t, strider+"strider.glb", c.opts)
		if !strings.HasPrefix(r.Importer, c.want) || len(m.Clips) != 3 || len(m.Meshes) != 4 {
			t.Errorf("%q reads %d clips and %d meshes, want %q", r.Importer, len(m.Clips), len(m.Meshes), c.want)
		}
	}
}

// TestGLTFScenes: a scene is chosen by its name or number.
func TestGLTFScenes(t *testing.T) {
	path := editedGLTF(t, func(file object) {
		nodes := file["nodes"].([]any)
		file["nodes"] = append(nodes, object{"name": "alone", "mesh": 0})
		file["scenes"] = append(file["scenes"].([]any), object{"name": "other", "nodes": []any{len(nodes)}})
	})
	whole := files.Load(t, path)
	for _, name := range []string{"other", "1"} {
		if m := files.LoadWith(t, path, importer.Options{Scene: name}); len(m.Meshes) != 1 || m.Meshes[0].Node != "alone" {
			t.Errorf("scene %s: %d meshes", name, len(m.Meshes))
		}
	}
	if m := files.LoadWith(t, path, importer.Options{Scene: "0"}); len(m.Meshes) != len(whole.Meshes) {
		t.Errorf("scene 0: %d meshes, want %d", len(m.Meshes), len(whole.Meshes))
	}
	if _, err := importer.Load(context.Background(), path, importer.Options{Scene: "none"}); !errors.Is(err, importer.ErrFormat) || !strings.Contains(err.Error(), `"other"`) {
		t.Errorf("a scene that is not there: %v", err)
	}
}

// TestGLTFJointsOutside: joints that are not in the scene move its meshes from where they are,
// and what else is there is not shown.
func TestGLTFJointsOutside(t *testing.T) {
	w := &gltfWriter{Name: object{"asset": object{"version": "2.0"}, "scenes": []any{object{"nodes": []int{0, 3}}}}}
	w.Name["nodes"] = []any{
		object{"name": "body", "mesh": 0, "skin": 0}, object{"name": "above", "translation": []float64{0, 5, 0}, "children": []int{2, 3}, "mesh": 0},
		object{"name": "joint", "translation": []float64{1, 0, 0}}, object{"name": "shown"},
	}
	w.Name["skins"] = []any{object{"joints": []int{2, 3}}}
	attributes := object{
		"POSITION": w.accessor("VEC3", gltfFloat, 3, []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, object{"min": []int{0, 0, 0}, "max": []int{1, 1, 0}}),
		"JOINTS_0": w.accessor("VEC4", gltfUint16, 3, make([]uint16, 12), nil), "WEIGHTS_0": w.accessor("VEC4", gltfFloat, 3, []float32{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, nil),
	}
	w.Name["meshes"] = []any{object{"primitives": []any{object{"attributes": attributes}}}}
	w.Name["accessors"], w.Name["bufferViews"] = w.accessors, w.views
	w.Name["buffers"] = []any{object{"byteLength": w.buffer.Len(), "uri": "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(w.buffer.Bytes())}}
	data, err := json.Marshal(w.Name)
	must.Do(t, err)
	var r report.Report
	m := files.LoadWith(t, store(t, "outside.gltf", data), importer.Options{Report: &r})
	if len(m.Meshes) != 1 || m.Meshes[0].Node != "body" || !hasFinding(&r, report.Repair, report.BoneWithoutNode, "outside the scene") {
		t.Fatalf("%d meshes: %v", len(m.Meshes), r.Findings)
	}
	if at := oracle.Evaluate(m, nil, 0).Meshes[0].Position; !slices.Contains(at, oracle.Vec3{2, 5, 0}) {
		t.Errorf("its vertices are at %v", at)
	}
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
			for _, opts := range []importer.Options{{}, {Isolation: &importer.Limits{}}} {
				var r report.Report
				opts.Report = &r
				m := files.LoadWith(t, path, opts)
				if len(m.Meshes) != 2 || len(m.Clips) != 1 || len(m.Textures) != 1 || r.Count(report.Loss) > 0 {
					t.Errorf("%d meshes, %d clips, %d pictures: %v", len(m.Meshes), len(m.Clips), len(m.Textures), r.Findings)
				}
			}
			must.Do(t, os.Remove(filepath.Join(folder, name+".bin")))
			if _, err := importer.Load(context.Background(), path, importer.Options{}); err == nil || !errors.Is(err, fs.ErrNotExist) && !strings.Contains(err.Error(), uri) {
				t.Errorf("without its buffer: %v", err)
			}
		})
	}
}
