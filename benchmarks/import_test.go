//go:build cgo

package benchmarks

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/native/assimp"
)

// importFiles are representative files: a skinned character, a long capture, Collada, and MD5
// with its clip.
var importFiles = []string{
	"models/pab/arnaud.fbx", "models/pab/locomotions.fbx", "models/pab/walk.fbx", "models/pab/run.fbx", "models/pab/hand.fbx", "models/fbx/robot.fbx",
	"models/collada/astro_maya.dae", "models/md5-bob/Bob.md5mesh", "models/strider/strider_all.fbx", "models/strider/strider.glb", "models/gltf/cesium_man.gltf",
}

// plainOptions makes libassimp alone yield comparable data.
var plainOptions = assimp.Options{
	Flags: assimp.Triangulate | assimp.JoinIdenticalVertices | assimp.GenSmoothNormals | assimp.SortByPType,
	Properties: []assimp.Property{
		assimp.Int("IMPORT_FBX_PRESERVE_PIVOTS", 1), assimp.Int("IMPORT_COLLADA_USE_COLLADA_NAMES", 1), assimp.Int("IMPORT_NO_SKELETON_MESHES", 1),
	},
}

// BenchmarkImport compares an import with libassimp's own of the same file, including animation
// and textures: load-ms and assimp-ms are the shortest times, x-assimp their ratio.
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
			plain, whole := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
			for b.Loop() {
				begun := time.Now()
				scene, err := assimp.ImportFS(os.DirFS(filepath.Dir(path)), filepath.Base(path), plainOptions)
				if err != nil {
					b.Fatal(err)
				}
				scene.Close()
				plain = min(plain, time.Since(begun))
				begun = time.Now()
				if _, err := importer.Load(context.Background(), path, importer.Options{}); err != nil {
					b.Fatal(err)
				}
				whole = min(whole, time.Since(begun))
			}
			b.ReportMetric(float64(whole)/float64(plain), "x-assimp")
			b.ReportMetric(float64(plain.Microseconds())/1000, "assimp-ms")
			b.ReportMetric(float64(whole.Microseconds())/1000, "load-ms")
		})
	}
}
