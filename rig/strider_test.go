package rig_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/solid"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// strider returns the model of that name, without clips.
func strider(t testing.TB) *soa.Model {
	t.Helper()
	a, err := archive.Open(truth.Testdata(t, "strider", "strider.sinew"))
	must.Do(t, err)
	t.Cleanup(func() { a.Close() })
	m, err := a.Still()
	must.Do(t, err)
	return m
}

// body is strider's body alone, each triangle split into four again and again.
func body(t testing.TB, split int) *soa.Model {
	t.Helper()
	m := *strider(t)
	var parts []*soa.Mesh // one per material
	for _, mesh := range m.Meshes {
		if strings.HasPrefix(mesh.Name, "Body") {
			parts = append(parts, finer(mesh, split))
		}
	}
	if m.Meshes = parts; len(parts) == 0 {
		t.Fatal("strider has no body")
	}
	return &m
}

func finer(mesh *soa.Mesh, split int) *soa.Mesh {
	fine := solid.Mesh{Position: mesh.Position, Index: mesh.Index}.Split(split)
	out := *meshOf(fine)
	out.Name, out.Skin, out.Influences = mesh.Name, mesh.Skin, mesh.Influences
	out.BoneIndex = make([]uint16, out.Influences*fine.Vertices())
	out.BoneWeight = make([]float32, out.Influences*fine.Vertices())
	copy(out.BoneIndex, mesh.BoneIndex) // so that the same joints skin something
	copy(out.BoneWeight, mesh.BoneWeight)
	return &out
}

// Every method binds strider, and every vertex gets weights.
func TestStrider(t *testing.T) {
	m := strider(t)
	for _, method := range rig.Methods() {
		out, report, err := rig.Bind(context.Background(), m, rig.Options{Method: method, MaxInfluences: 4})
		must.Do(t, err)
		checkSums(t, out)
		if report.Points != 1951 || report.Vertices != 2367 || report.Pieces != 2 {
			t.Errorf("%d points of %d vertices in %d pieces", report.Points, report.Vertices, report.Pieces)
		}
	}
}

func BenchmarkHeat(b *testing.B) {
	for _, c := range []struct {
		name  string
		split int
	}{{"1501", 0}, {"5998", 1}, {"23986", 2}, {"95938", 3}} {
		b.Run(c.name, func(b *testing.B) {
			m := body(b, c.split)
			b.ReportAllocs()
			for b.Loop() {
				_, _, err := rig.Bind(context.Background(), m, rig.Options{Method: rig.Heat})
				must.Do(b, err)
			}
		})
	}
}
