package benchmarks

import (
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// BenchmarkSkin measures skinning of one character's vertices on the CPU.
func BenchmarkSkin(b *testing.B) {
	model := figure.Character(figure.Motion{Name: "sway", Seconds: 1.3})
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{Play: &play.Options{Offset: 0.4}})
	if err != nil {
		b.Fatal(err)
	}
	drawn, err := crowd.Layout().BindModel(model)
	if err != nil {
		b.Fatal(err)
	}
	four := drawn.Meshes[0]
	eight, rows, rigid := *four, *four, *four
	eight.Influences, eight.BoneIndex, eight.BoneWeight = 8, nil, nil
	rows.Exact = &soa.Influences{Start: []uint32{0}}
	for v := range four.Vertices() {
		bone, weight := four.BoneIndex[4*v:4*v+4], four.BoneWeight[4*v:4*v+4]
		eight.BoneIndex = append(append(eight.BoneIndex, bone...), 0, 0, 0, 0)
		eight.BoneWeight = append(append(eight.BoneWeight, weight...), 0, 0, 0, 0)
		rows.Exact.Bone, rows.Exact.Weight = append(rows.Exact.Bone, bone...), append(rows.Exact.Weight, weight...)
		rows.Exact.Start = append(rows.Exact.Start, uint32(len(rows.Exact.Bone)))
	}
	rigid.Skin = soa.None
	position, normal := make([]float32, len(four.Position)), make([]float32, len(four.Normal))
	var scratch pose.SkinScratch
	for _, kind := range []struct {
		name string
		mesh *soa.Mesh
	}{{"influences=4", four}, {"influences=8", &eight}, {"influences=rows", &rows}, {"influences=none", &rigid}} {
		b.Run(kind.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := pose.SkinVertices(kind.mesh, drawn.Skins[0], crowd.Instance(0).Palette(), nil, &scratch, position, normal); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(kind.mesh.Vertices()), "ns/vertex")
		})
	}
}
