package importer

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/truth"
	"github.com/sinew-anim/sinew/native/assimp"
)

func TestComputesOffsets(t *testing.T) {
	for _, c := range []struct {
		major, minor int
		want         bool
	}{{5, 2, false}, {5, 3, false}, {5, 4, true}, {6, 0, true}} {
		if computesOffsets(c.major, c.minor) != c.want {
			t.Errorf("%d.%d: want %v", c.major, c.minor, c.want)
		}
	}
}

// TestOffsets reads the inverse bind matrices of FBX files beside libassimp: up
// to 5.3 its own are those of the file, and where they are spoilt, as 5.4 spoils
// them, the file's take their place.
func TestOffsets(t *testing.T) {
	root := truth.Root(t)
	files, err := filepath.Glob(filepath.Join(root, "testdata/strider/*.fbx"))
	if err != nil || len(files) == 0 {
		t.Fatal("no FBX files", err)
	}
	for _, name := range []string{"pab/arnaud.fbx", "pab/hand.fbx"} {
		if file := filepath.Join(truth.SharedRoot(t), "models", name); exists(file) {
			files = append(files, file)
		}
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { checkOffsets(t, file) })
	}
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

func checkOffsets(t *testing.T, file string) {
	o := newOptions(nil)
	src, err := fileSource(file, o)
	if err != nil {
		t.Fatal(err)
	}
	defer src.close()
	own, open := src.prepareFBX()
	binds, err := own.readBinds()
	if err != nil {
		t.Fatal(err)
	}
	scene, err := open(assimpOptions(o))
	if err != nil {
		t.Fatal(err)
	}
	defer scene.Close()
	major, minor, _ := assimp.Version()
	wrong := exact.Compose(exact.Vec{3, -2, 1}, exact.Quat{0, 0.6, 0, 0.8}, exact.Vec{1, 1, 1})
	bones := 0
	nodes := newTree(scene.Root(), &Report{}).nodes
	for i := range nodes {
		for _, k := range nodes[i].meshes {
			mesh := scene.Mesh(int(k))
			for b := range mesh.Bones() {
				bone := mesh.Bone(b)
				at, given := meshBone{nodes[i].key, bone.Name()}, exact.FromFloat32(bone.Offset())
				stated, ok := binds[at]
				if !ok {
					t.Fatalf("the file's matrix of bone %q of %q was not found", at.bone, at.mesh)
				}
				bones++
				if got, _ := mended(binds, at, given); !computesOffsets(major, minor) && got != given {
					t.Errorf("bone %q: libassimp has %v, the file %v", at.bone, given, stated)
				}
				if got, other := mended(binds, at, given.Mul(wrong)); got != stated || !other {
					t.Errorf("bone %q: a wrong matrix was kept: %v, want %v", at.bone, got, stated)
				}
			}
		}
	}
	if bones == 0 {
		t.Error("no bones")
	}
}
