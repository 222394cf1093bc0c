package archive_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/soa/archive"
)

// character is an archive, on disk, of a humanoid of 67 joints with 20 clips of
// one to five seconds, every joint keyed in every frame.
func character(b *testing.B) (path string, size int64) {
	b.Helper()
	var motions []figure.Motion
	for i := range 20 {
		motions = append(motions, figure.Motion{Name: fmt.Sprint("clip ", i), Seconds: 1 + 0.2*float64(i)})
	}
	data := encode(b, &archive.Content{Model: figure.Character(motions...)})
	path = filepath.Join(b.TempDir(), "character.sinew")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		b.Fatal(err)
	}
	return path, int64(len(data))
}

// BenchmarkOpen opens an archive of 20 exact clips, to name them; to show one
// in its mesh; to have all of it checked.
func BenchmarkOpen(b *testing.B) {
	path, size := character(b)
	for _, to := range []struct {
		name string
		do   func(*archive.Archive) error
	}{
		{"names", func(*archive.Archive) error { return nil }},
		{"one", func(a *archive.Archive) error {
			if _, err := a.Still(); err != nil {
				return err
			}
			_, err := a.Clip(7)
			return err
		}},
		{"all", (*archive.Archive).Verify},
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
			b.ReportMetric(float64(size), "file-bytes")
		})
	}
}
