//go:build cgo

package assimp

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestImportFileErrors(t *testing.T) {
	folder := t.TempDir()
	write := func(name, data string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	tests := map[string]struct {
		path string
		want error
		text string
	}{
		"missing":    {filepath.Join(folder, "none.fbx"), fs.ErrNotExist, "none.fbx: no such file"},
		"directory":  {folder, fs.ErrInvalid, "directory"},
		"no path":    {"", fs.ErrInvalid, `"": empty path`},
		"NUL":        {"a\x00.fbx", fs.ErrInvalid, `"a\x00.fbx": path contains a NUL`},
		"device":     {"/dev/null", fs.ErrInvalid, "not a regular file"},
		"empty":      {write("empty.fbx", ""), ErrImport, "empty.fbx"},
		"no format":  {write("a.zzz", "zzz"), ErrImport, "No suitable reader"},
		"not an fbx": {write("not.fbx", "not an fbx file at all"), ErrImport, "not.fbx"},
		"no buffer":  {write("t.gltf", string(triangle("t.bin").Data)), ErrImport, "t.bin"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s, err := ImportFile(test.path, Options{})
			if err == nil {
				s.Close()
				t.Fatal("no error")
			}
			if !errors.Is(err, ErrImport) || !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.text) {
				t.Errorf("error %q, want one that is %q and says %q", err, test.want, test.text)
			}
			if strings.ContainsAny(err.Error(), "\n\x00") {
				t.Errorf("error %q is not a clean line", err)
			}
		})
	}
}

func TestWrongFormat(t *testing.T) {
	for extension, data := range map[string][]byte{"fbx": []byte(motion), "glb": bytes.Repeat([]byte{0}, 4096)} {
		s, err := importBytes(data, extension, Options{})
		if !errors.Is(err, ErrImport) {
			s.Close()
			t.Errorf("%d bytes as %s: error %v", len(data), extension, err)
		}
	}
}

// TestTruncated cuts a file off at many places. libassimp may make something of
// what is left, or refuse; an error must say so.
func TestTruncated(t *testing.T) {
	data, err := os.ReadFile(sharedFile(t, "strider/strider.glb"))
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for i := range 20 {
		s, err := importBytes(data[:1+len(data)*i/20], "glb", Options{})
		if err != nil {
			failed++
			if !errors.Is(err, ErrImport) || !strings.HasPrefix(err.Error(), "assimp: a.glb: ") {
				t.Errorf("error %q", err)
			}
			continue
		}
		s.Close()
	}
	if failed == 0 {
		t.Error("no cut made the import fail")
	}
}

// TestAssertion imports a valid file that fails an assertion inside libassimp
// 5.2: without the replaced handler the process would abort here. Later versions
// read it.
func TestAssertion(t *testing.T) {
	s, err := ImportFile(sharedFile(t, "fbx/properties.fbx"), Options{})
	if err == nil {
		s.Close()
		if major, minor, _ := Version(); major == 5 && minor == 2 {
			t.Log("this libassimp is built without assertions")
		}
		return
	}
	if !errors.Is(err, ErrImport) || !strings.Contains(err.Error(), "assertion") {
		t.Errorf("error %q, want a failed assertion", err)
	}
	again := mustImport(t, sharedFile(t, "fbx/robot.fbx"), Options{})
	if again.Animations() == 0 {
		t.Error("an import after the failed assertion has no animation")
	}
}

// TestErrorsAreTheirOwn makes many imports fail at once, among others that do
// not, and looks for the reason of one in the error of another.
func TestErrorsAreTheirOwn(t *testing.T) {
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range 20 {
				format := fmt.Sprintf("none%dx%d", worker, i)
				s, err := importBytes([]byte("?"), format, Options{})
				if err == nil || !strings.Contains(err.Error(), `"a.`+format+`"`) {
					s.Close()
					t.Errorf("error %v does not name %s", err, format)
				}
				s, err = importBytes([]byte(motion), "bvh", Options{})
				if err != nil {
					t.Error(err)
				}
				s.Close()
			}
		})
	}
	all.Wait()
}

func TestPropertyErrors(t *testing.T) {
	for _, p := range []Property{
		{}, Int("", 1), Int("A\x00", 1),
	} {
		s, err := importBytes([]byte(motion), "bvh", Options{Properties: []Property{Int("B", 1), p}})
		if !errors.Is(err, ErrImport) || !strings.Contains(err.Error(), "property") {
			s.Close()
			t.Errorf("property %v: error %v", p, err)
		}
	}
}

func TestErrorText(t *testing.T) {
	beneath := errors.New("disk on fire")
	err := error(&Error{File: "my file.fbx", Message: "broken\n in two", Missing: []string{"a", "b"}, Err: beneath})
	if want := `assimp: "my file.fbx": broken in two (not found: a, b)`; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	if !errors.Is(err, beneath) || !errors.Is(err, ErrImport) || errors.Is(err, ErrABI) {
		t.Error("wrong chain")
	}
}

// TestABI runs the comparison of library and headers, and that by version.
func TestABI(t *testing.T) {
	if err := checkABI(); err != nil {
		t.Fatal(err)
	}
	major, minor, _ := Version()
	if err := checkQuatKeysByVersion(major, minor); err != nil {
		t.Error(err)
	}
	other, otherMinor := 6, 0
	if sizeofQuatKey > 24 {
		other, otherMinor = 5, 2
	}
	if err := checkQuatKeysByVersion(other, otherMinor); !errors.Is(err, ErrABI) {
		t.Errorf("version %d.%d: error %v, want ErrABI", other, otherMinor, err)
	}
}

func TestIsSupported(t *testing.T) {
	for e, want := range map[string]bool{"fbx": true, ".FBX": true, "": false, ".": false, "zzz": false, "fbx\x00": false, "*": false} {
		if IsSupported(e) != want {
			t.Errorf("IsSupported(%q) is not %v", e, want)
		}
	}
}
