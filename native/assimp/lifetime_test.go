//go:build cgo

package assimp

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"
	"weak"
)

func TestClose(t *testing.T) {
	s, err := ImportFile(sharedFile(t, "strider/strider.glb"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Root().IsNil() || s.Meshes() == 0 || s.Memory() == 0 {
		t.Error("an open scene looks closed")
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(s.Close)
	}
	all.Wait()
	s.Close()
	checkEmpty(t, s)
	checkEmpty(t, nil)
	(*Scene)(nil).Close()
}

// checkEmpty calls every accessor of a scene that has nothing, and those of the
// views it gives.
func checkEmpty(t *testing.T, s *Scene) {
	t.Helper()
	n := s.Meshes() + s.Animations() + s.Materials() + s.Textures() + s.Cameras() + s.Lights() + int(s.Memory())
	if _, unit := s.Metadata().Float("UnitScaleFactor"); n != 0 || unit {
		t.Error("a closed scene is not empty")
	}
	root := s.Root()
	if !root.IsNil() || !root.Parent().IsNil() || !root.Child(0).IsNil() || root.Name() != "" || root.Meshes() != nil {
		t.Error("a nil node is not empty")
	}
	checkEmptyMesh(t, s.Mesh(0))
	a := s.Animation(0)
	c, k := a.Channel(0), a.MorphChannel(0).Key(0)
	if a.Channels() != 0 || c.Positions() != nil || c.Scalings() != nil || c.Rotations().Len() != 0 ||
		k.Values() != nil || k.Weights() != nil || k.Time() != 0 || c.NodeName() != "" {
		t.Error("an absent animation is not empty")
	}
	_, color := s.Material(0).BaseColor()
	if _, _, path := s.Material(0).Texture(TextureDiffuse, 0); color || path || s.Material(0).Name() != "" || s.Texture(0).Data() != nil {
		t.Error("an absent material or texture is not empty")
	}
}

func checkEmptyMesh(t *testing.T, m Mesh) {
	t.Helper()
	if m.Vertices() != nil || m.UV(0) != nil || m.Colors(0) != nil || m.Face(0) != nil || m.Faces() != 0 ||
		m.Bones() != 0 || m.Bone(0).Weights() != nil || m.AnimMesh(0).Vertices() != nil || m.Name() != "" {
		t.Error("an absent mesh is not empty")
	}
}

// TestOutOfRange asks for elements that do not exist.
func TestOutOfRange(t *testing.T) {
	s := mustImport(t, sharedFile(t, "strider/strider.glb"), Options{})
	m, a := s.Mesh(0), s.Animation(0)
	for _, i := range []int{-1, 1 << 20, -1 << 62, 1 << 62} {
		checkEmptyMesh(t, s.Mesh(i))
		if !s.Root().Child(i).IsNil() || a.Channel(i).NodeName() != "" || m.Bone(i).Name() != "" ||
			m.AnimMesh(i).Name() != "" || m.Face(i) != nil || m.UV(i) != nil || m.Colors(i) != nil || s.Material(i).Name() != "" {
			t.Errorf("element %d is not empty", i)
		}
	}
}

// TestViewsKeepScenes drops a scene but for a view of it.
func TestViewsKeepScenes(t *testing.T) {
	path := sharedFile(t, "strider/strider.glb")
	importOnly := func() (Mesh, weak.Pointer[Scene]) {
		s, err := ImportFile(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s.Mesh(0), weak.Make(s)
	}
	mesh, scene := importOnly()
	for range 3 {
		runtime.GC()
	}
	if scene.Value() == nil {
		t.Error("the scene is gone while a mesh of it is in use")
	}
	runtime.KeepAlive(mesh)
	gone := func() bool { runtime.GC(); return scene.Value() == nil }
	for start := time.Now(); !gone(); {
		if time.Since(start) > 10*time.Second {
			t.Fatal("the scene stays although nothing uses it")
		}
	}
}

// residentBytes is the memory of the process, or 0 where it cannot be told.
func residentBytes() int {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var size, resident int
	if _, err := fmt.Fscan(bytes.NewReader(data), &size, &resident); err != nil {
		return 0
	}
	return resident * os.Getpagesize()
}

// arrayBytes is a lower bound of the memory a scene takes.
func arrayBytes(s *Scene) (size int) {
	for i := range s.Meshes() {
		m := s.Mesh(i)
		size += 12*(len(m.Vertices())+len(m.Normals())+len(m.UV(0))) + 28*m.Faces()
		for j := range m.Bones() {
			size += 1028 + 8*len(m.Bone(j).Weights())
		}
	}
	for i := range s.Animations() {
		for j := range s.Animation(i).Channels() {
			c := s.Animation(i).Channel(j)
			size += 1028 + 24*(len(c.Positions())+c.Rotations().Len()+len(c.Scalings()))
		}
	}
	return size
}

// TestMemoryIsGivenBack imports the same file many times: closed, dropped, and
// with failures. The allocator keeps freed memory, so the process may grow at
// first; it must not grow by as much as the scenes would take.
func TestMemoryIsGivenBack(t *testing.T) {
	if residentBytes() == 0 {
		t.Skip("no /proc/self/statm")
	}
	path := sharedFile(t, "md5-bob/Bob.md5mesh")
	const imports = 300
	limit := imports / 3 * arrayBytes(mustImport(t, path, Options{}))
	bad := []byte("not an fbx file at all")
	ways := map[string]func(){
		"closed": func() { mustScene(t, path).Close() },
		"dropped": func() {
			mustScene(t, path)
			runtime.GC()
		},
		"failed": func() { _, _ = importBytes(bad, "fbx", Options{}) },
		"closed, from an fs.FS": func() {
			s, err := ImportFS(os.DirFS(filepath.Dir(path)), filepath.Base(path), Options{})
			if err != nil {
				t.Fatal(err)
			}
			s.Close()
		},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			before := residentBytes()
			for range imports {
				way()
			}
			if grown := residentBytes() - before; grown > limit {
				t.Errorf("grew by %d KiB in %d imports; the limit is %d KiB", grown>>10, imports, limit>>10)
			} else {
				t.Logf("grew by %d KiB, of %d allowed", grown>>10, limit>>10)
			}
		})
	}
}

func mustScene(t *testing.T, path string) *Scene {
	s, err := ImportFile(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestConcurrentImports reads several files at once, and one scene from many
// goroutines.
func TestConcurrentImports(t *testing.T) {
	files := []string{"strider/strider.glb", "pab/walk.fbx", "md5-bob/Bob.md5mesh", "collada/pab_walk.dae"}
	want := map[string]uint64{}
	for _, name := range files {
		want[name] = sceneDigest(mustImport(t, sharedFile(t, name), Options{}))
	}
	one := mustImport(t, sharedFile(t, files[0]), Options{})
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range 4 {
				name := files[(worker+i)%len(files)]
				s, err := ImportFile(sharedFile(t, name), Options{})
				if err != nil {
					t.Error(err)
					return
				}
				if sceneDigest(s) != want[name] || sceneDigest(one) != want[files[0]] {
					t.Errorf("%s is not what it was", name)
				}
				s.Close()
			}
		})
	}
	all.Wait()
}
