//go:build cgo

package exporter_test

import (
	"io"
	"testing"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// BenchmarkWalk compares the time of writing a walk with that of importing it.
func BenchmarkWalk(b *testing.B) {
	path := truth.Testdata(b, "strider", "strider_walk.fbx")
	m, err := importer.Load(b.Context(), path, importer.Options{})
	must.Do(b, err)
	b.Run("Import", func(b *testing.B) {
		for b.Loop() {
			_, err := importer.Load(b.Context(), path, importer.Options{})
			must.Do(b, err)
		}
	})
	b.Run("GLB", func(b *testing.B) {
		for b.Loop() {
			must.Do(b, exporter.GLB(b.Context(), io.Discard, m, exporter.Options{}))
		}
	})
}

// counter counts bytes.
type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

// BenchmarkStream writes 100 MB: a mesh of skinned vertices, which are rearranged, and its triangles.
func BenchmarkStream(b *testing.B) {
	const n = 1 << 20
	mesh := &soa.Mesh{
		Name: "large", Skin: 0, Joint: soa.NoJoint, Offset: soa.IdentityAffine(), Influences: 4, Material: soa.None,
		Position: make([]float32, 3*n), Normal: make([]float32, 3*n), UV: make([]float32, 2*n), Color: make([]float32, 4*n),
		BoneIndex: make([]uint16, 4*n), BoneWeight: make([]float32, 4*n), Index: make([]uint32, 3*n),
	}
	for v := range n {
		mesh.Position[3*v], mesh.Normal[3*v+1], mesh.BoneWeight[4*v] = float32(v%100), 1, 1
		for c := range 3 {
			mesh.Index[3*v+c] = uint32((v + c) % n)
		}
	}
	m := platform()
	m.Skins, m.Meshes = []*soa.Skin{{Joint: []uint16{0}, InverseBind: []soa.Affine{soa.IdentityAffine()}}}, []*soa.Mesh{mesh}
	var size counter
	must.Do(b, exporter.GLB(b.Context(), &size, m, exporter.Options{}))
	b.SetBytes(size.n)
	b.ReportAllocs()
	for b.Loop() {
		must.Do(b, exporter.GLB(b.Context(), io.Discard, m, exporter.Options{}))
	}
}
