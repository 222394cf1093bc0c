package importer_test

import (
	"context"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/importer"
)

// BenchmarkIsolation times an import in this process and one in a child, turn by
// turn, and reports the least of each and their difference.
func BenchmarkIsolation(b *testing.B) {
	for _, name := range []string{"models/md5-bob/Bob.md5mesh", "models/pab/arnaud.fbx"} {
		b.Run(name, func(b *testing.B) {
			file := shared(b, name)
			least := [2]time.Duration{time.Hour, time.Hour}
			ways := [2]importer.Options{{}, {Isolation: &importer.Limits{}}}
			for b.Loop() {
				for i, opts := range ways {
					begun := time.Now()
					if _, err := importer.Load(context.Background(), file, opts); err != nil {
						b.Fatal(err)
					}
					least[i] = min(least[i], time.Since(begun))
				}
			}
			for i, what := range []string{"plain-ms", "isolated-ms"} {
				b.ReportMetric(float64(least[i].Microseconds())/1000, what)
			}
			b.ReportMetric(float64((least[1]-least[0]).Microseconds())/1000, "overhead-ms")
		})
	}
}
