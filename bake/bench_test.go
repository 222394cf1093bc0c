package bake_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/soa/archive"
)

// BenchmarkOpen opens an archive of a humanoid of 67 joints with a mesh and 20
// compressed clips: to name them, to have the model and one clip unpacked, and
// to check all there is.
func BenchmarkOpen(b *testing.B) {
	var motions []figure.Motion
	for i := range 20 {
		motions = append(motions, figure.Motion{Name: fmt.Sprint("clip ", i), Seconds: 0.5 + 0.1*float64(i)})
	}
	content, err := bake.Bake(b.Context(), figure.Character(motions...), bake.Options{})
	if err != nil {
		b.Fatal(err)
	}
	data, err := archive.Encode(&content.Content)
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "a.sinew")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		b.Fatal(err)
	}
	for _, to := range []struct {
		name string
		do   func(*archive.Archive) error
	}{
		{"names", func(*archive.Archive) error { return nil }},
		{"one", func(a *archive.Archive) error {
			m, err := a.Still()
			if err != nil {
				return err
			}
			_, err = bake.Clip(a, m, 7)
			return err
		}},
		{"verify", (*archive.Archive).Verify},
	} {
		b.Run(to.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				a, err := archive.Open(path)
				if err != nil {
					b.Fatal(err)
				}
				if err := to.do(a); err != nil {
					b.Fatal(err)
				}
				if err := a.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(data)), "file-bytes")
		})
	}
}
