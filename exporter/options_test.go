package exporter_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// written writes a model and reads it again.
func written(t *testing.T, m *soa.Model, o exporter.Options) (back *soa.Model, bytesWritten int) {
	t.Helper()
	var file bytes.Buffer
	must.Do(t, exporter.GLB(t.Context(), &file, m, o))
	n := file.Len()
	return readBack(t, file.Bytes()), n
}

// worst returns the greatest distance of joints and of vertices over all clips.
func worst(t *testing.T, a, b *soa.Model) (joint, vertex float64) {
	t.Helper()
	d, err := inspect.Compare(t.Context(), a, b, inspect.CompareOptions{ExactCurves: true, Times: 50})
	must.Do(t, err)
	for _, c := range d.Clips {
		joint, vertex = max(joint, c.Joint.Max), max(vertex, c.Vertex.Max)
	}
	return joint, vertex
}

// Options make files smaller and keep within what they promise.
func TestOptions(t *testing.T) {
	m, err := importer.Load(t.Context(), truth.Testdata(t, "strider", "strider.glb"), importer.Options{})
	must.Do(t, err)
	_, plain := written(t, m, exporter.Options{})
	for _, c := range []struct {
		name          string
		options       exporter.Options
		joint, vertex float64
	}{
		{"quantize", exporter.Options{Quantize: true}, 2e-6, 1e-4},
		{"meshopt", exporter.Options{Meshopt: true}, 2e-6, 2e-6},
		{"both", exporter.Options{Meshopt: true, Quantize: true}, 2e-6, 1e-4},
		{"reduce", exporter.Options{Reduce: 1e-3}, 1e-3, 1e-2},
		{"rate", exporter.Options{Rate: 30}, 1e-2, 2e-2},
	} {
		back, n := written(t, m, c.options)
		joint, vertex := worst(t, m, back)
		if !(joint <= c.joint && vertex <= c.vertex) || c.name != "rate" && n >= plain {
			t.Errorf("%s: %v m, %v m, %d bytes of %d", c.name, joint, vertex, n, plain)
		}
	}
	for _, o := range []exporter.Options{{Rate: -1}, {Reduce: -1}, {Reduce: 1e9}} {
		if err := exporter.GLB(t.Context(), new(bytes.Buffer), m, o); !errors.Is(err, soa.ErrOption) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// Whole numbers keep what is made of them: morph targets, five influences, a second root.
func TestQuantizeEverything(t *testing.T) {
	m := made(t)
	back, _ := written(t, m, exporter.Options{Quantize: true})
	if joint, vertex := worst(t, m, back); !(joint < 2e-6) || len(back.Meshes) != 1 || back.Meshes[0].Influences != 8 || !(vertex < 1) {
		t.Error(joint, vertex)
	}
}
