//go:build cgo

package benchmarks

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/importer"
)

// importFiles are real files of the sizes that matter: a skinned character, a
// long capture, Collada, MD5 with its clip.
var importFiles = []string{
	"models/pab/arnaud.fbx", "models/pab/locomotions.fbx", "models/pab/hand.fbx",
	"models/collada/astro_maya.dae", "models/md5-bob/Bob.md5mesh", "models/strider/strider_all.fbx", "models/strider/strider.glb",
}

// BenchmarkImport tells what flattening adds to libassimp's own time: the ratio
// of everything else to the parse, textures read included.
func BenchmarkImport(b *testing.B) {
	root := os.Getenv("SINEW_SHARED")
	if root == "" {
		root = "../../shared"
	}
	for _, file := range importFiles {
		b.Run(filepath.Base(file), func(b *testing.B) {
			path := filepath.Join(root, file)
			if _, err := os.Stat(path); err != nil {
				b.Skipf("no shared models (SINEW_SHARED): %v", err)
			}
			var parse, rest time.Duration
			for b.Loop() {
				var r importer.Report
				if _, err := importer.Load(context.Background(), path, importer.WithReport(&r)); err != nil {
					b.Fatal(err)
				}
				parse += r.Parse
				rest += r.Duration - r.Parse
			}
			b.ReportMetric(100*float64(rest)/float64(parse), "%added")
			b.ReportMetric(float64(parse.Microseconds())/float64(b.N)/1000, "parse-ms")
		})
	}
}
