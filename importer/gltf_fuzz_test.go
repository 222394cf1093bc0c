package importer_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// FuzzGLTF holds that no glTF file panics, and that what is read is a valid model: glTF is read
// in this process.
func FuzzGLTF(f *testing.F) {
	for _, name := range []string{"strider_sparse.gltf", "strider.glb"} {
		data, err := os.ReadFile(filepath.Join(truth.Testdata(f, "strider"), name))
		must.Do(f, err)
		f.Add(data)
	}
	nodes, one := avatarOne()
	f.Add(avatarGLB(f, nodes, one))
	f.Add(avatarGLB(f, nil, avatarZero()))
	f.Add(avatarGLB(f, nil, facesOne()))
	f.Add(cheer(f))
	f.Add(glance(f))
	f.Add(materialFile(f, func(object, object) {}))
	if folder := os.Getenv("SINEW_GLTF_TRUTH"); folder != "" {
		names, err := filepath.Glob(filepath.Join(folder, "files", "*.gl*"))
		must.Do(f, err)
		for _, name := range names {
			data, err := os.ReadFile(name)
			must.Do(f, err)
			if len(data) < 20_000 {
				f.Add(data)
			}
		}
	}
	bounds := importer.Bounds{Joints: 500, Keys: 50_000, Vertices: 50_000, Triangles: 50_000}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := importer.LoadReader(context.Background(), bytes.NewReader(data), "fuzzed.glb", importer.Options{Bounds: bounds})
		if err != nil {
			return
		}
		must.Do(t, m.Validate())
	})
}
