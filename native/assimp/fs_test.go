//go:build cgo

package assimp

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

// countingFS counts how often each name is opened, and fails or panics where
// told to.
type countingFS struct {
	fs.FS
	lock   sync.Mutex
	opened map[string]int
	read   []string // files found, in order of their first opening
	fail   map[string]error
	panics map[string]any
}

func (c *countingFS) Open(name string) (fs.File, error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.opened[name]++
	if value := c.panics[name]; value != nil {
		panic(value)
	}
	if err := c.fail[name]; err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	file, err := c.FS.Open(name)
	if err == nil && !slices.Contains(c.read, name) {
		c.read = append(c.read, name)
	}
	return file, err
}

// importBytes imports a file without companions.
func importBytes(data []byte, extension string, o Options) (*Scene, error) {
	name := "a." + extension
	return ImportFS(fstest.MapFS{name: {Data: data}}, name, o)
}

// triangle is a glTF file whose vertices are in the file it calls uri.
func triangle(uri string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(`{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
"nodes":[{"name":"only","mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"buffers":[{"uri":"` + uri + `","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}]}`)}
}

// corners is the three vertices (0 0 0) (1 0 0) (0 1 0).
func corners() *fstest.MapFile {
	one := "\x00\x00\x80\x3f"
	zero := "\x00\x00\x00\x00"
	return &fstest.MapFile{Data: []byte(strings.Repeat(zero, 3) + one + zero + zero + zero + one + zero)}
}

func TestImportFSReadsBuffers(t *testing.T) {
	s, err := ImportFS(fstest.MapFS{"t.gltf": triangle("t.bin"), "t.bin": corners()}, "t.gltf", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	want := [][3]float32{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}
	if got := s.Mesh(0).Vertices(); !slices.Equal(got, want) {
		t.Errorf("vertices %v, want %v", got, want)
	}
}

// TestImportFSStaysInside gives models that want files from elsewhere.
func TestImportFSStaysInside(t *testing.T) {
	for _, uri := range []string{"../secret.bin", "/etc/hostname", "a/../../secret.bin", `..\\secret.bin`} {
		tree := &countingFS{FS: fstest.MapFS{"t.gltf": triangle(uri)}, opened: map[string]int{}}
		s, err := ImportFS(tree, "t.gltf", Options{})
		if !errors.Is(err, ErrImport) {
			s.Close()
			t.Errorf("%s: error %v, want ErrImport", uri, err)
		}
		for name := range tree.opened {
			if !fs.ValidPath(name) {
				t.Errorf("%s: asked for %q", uri, name)
			}
		}
	}
}

func TestImportFSErrors(t *testing.T) {
	denied := map[string]error{"t.bin": fs.ErrPermission}
	empty := fstest.MapFS{"t.gltf": triangle("t.bin"), "t.bin": {}}
	tests := map[string]struct {
		tree fs.FS
		name string
		want error
		text string
	}{
		"missing":           {fstest.MapFS{}, "a.fbx", fs.ErrNotExist, "a.fbx"},
		"folder":            {fstest.MapFS{"a.fbx/b": {}}, "a.fbx", fs.ErrInvalid, "directory"},
		"root":              {fstest.MapFS{}, ".", fs.ErrInvalid, "not a file name"},
		"no name":           {fstest.MapFS{}, "", fs.ErrInvalid, "not a file name"},
		"outside":           {fstest.MapFS{}, "../a.fbx", fs.ErrInvalid, "not a file name"},
		"absolute":          {fstest.MapFS{}, "/a.fbx", fs.ErrInvalid, "not a file name"},
		"NUL":               {fstest.MapFS{}, "a\x00.fbx", fs.ErrInvalid, "not a file name"},
		"no tree":           {nil, "a.fbx", fs.ErrInvalid, "no file system"},
		"unknown format":    {fstest.MapFS{"a.zzz": {Data: []byte("zzz")}}, "a.zzz", ErrImport, "a.zzz"},
		"empty":             {fstest.MapFS{"a.gltf": {}}, "a.gltf", ErrImport, "a.gltf"},
		"companion missing": {fstest.MapFS{"t.gltf": triangle("t.bin")}, "t.gltf", ErrImport, "not found: t.bin"},
		"companion empty":   {empty, "t.gltf", ErrImport, "t.gltf"},
		"companion denied": {&countingFS{FS: empty, opened: map[string]int{}, fail: denied},
			"t.gltf", fs.ErrPermission, "permission denied"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s, err := ImportFS(test.tree, test.name, Options{})
			if err == nil {
				s.Close()
				t.Fatal("no error")
			}
			if !errors.Is(err, ErrImport) || !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.text) {
				t.Errorf("error %q, want one that is %q and says %q", err, test.want, test.text)
			}
			var failed *Error
			if !errors.As(err, &failed) || failed.File != test.name {
				t.Errorf("error %#v does not carry the name", err)
			}
		})
	}
}

// TestPanicOfFS lets the file system panic below libassimp: the value must come
// out of ImportFS, and the package must work afterwards.
func TestPanicOfFS(t *testing.T) {
	tree := &countingFS{
		FS:     fstest.MapFS{"t.gltf": triangle("t.bin")},
		opened: map[string]int{},
		panics: map[string]any{"t.bin": "on purpose"},
	}
	func() {
		defer func() {
			if p := recover(); p != "on purpose" {
				t.Errorf("recovered %v", p)
			}
		}()
		_, _ = ImportFS(tree, "t.gltf", Options{})
		t.Error("no panic")
	}()
	s, err := ImportFS(fstest.MapFS{"m.bvh": {Data: []byte(motion)}}, "m.bvh", Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}

func TestCleanName(t *testing.T) {
	tests := map[string]string{ // to "" where the name leads out
		"a": "a", "./a": "a", "a//b": "a/b", `a\b`: "a/b", `.\a`: "a", "a/../b": "b", "./": ".",
		"": "", "..": "", "../a": "", "a/../../b": "", "/a": "", `\a`: "", `..\a`: "", "a\x00": "", "a\xffb": "",
	}
	for name, want := range tests {
		if got, ok := cleanName(name); ok != (want != "") || ok && got != want {
			t.Errorf("cleanName(%q) = %q, %v, want %q", name, got, ok, want)
		}
	}
}
