package importer_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestGLTFInwardNormals checks that normals of glTF that point to the back of their triangles are
// kept, as those of inner surfaces, and that libassimp's reading of the same file negates them.
func TestGLTFInwardNormals(t *testing.T) {
	w := &gltfWriter{Name: object{"asset": object{"version": "2.0"}, "scenes": []any{object{"nodes": []int{0}}}, "scene": 0, "nodes": []any{object{"name": "wall", "mesh": 0}}}}
	want := []float32{0, 0, -1, 0, 0, -1, 0, 0, -1}
	w.Name["meshes"] = []any{object{"primitives": []any{object{
		"attributes": object{
			"POSITION": w.accessor("VEC3", gltfFloat, 3, []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, object{"min": []int{0, 0, 0}, "max": []int{1, 1, 0}}),
			"NORMAL":   w.accessor("VEC3", gltfFloat, 3, want, nil),
		},
		"indices": w.accessor("SCALAR", gltfUint16, 3, []uint16{0, 1, 2}, nil),
	}}}}
	w.Name["accessors"], w.Name["bufferViews"] = w.accessors, w.views
	w.Name["buffers"] = []any{object{"byteLength": w.buffer.Len(), "uri": "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(w.buffer.Bytes())}}
	data, err := json.Marshal(w.Name)
	must.Do(t, err)

	read := func(opts importer.Options) ([]float32, []report.Finding) {
		var r report.Report
		opts.Report = &r
		model, err := importer.LoadReader(context.Background(), bytes.NewReader(data), "wall.gltf", opts)
		must.Do(t, err)
		return model.Meshes[0].Normal, r.Findings
	}
	if got, findings := read(importer.Options{}); !slices.Equal(got, want) || len(findings) != 0 {
		t.Errorf("normals %v, want %v; findings %v", got, want, findings)
	}
	if got, _ := read(importer.Options{Assimp: true}); slices.Equal(got, want) {
		t.Errorf("libassimp's reading keeps %v", got)
	}
}
