package fbx

import (
	"os"
	"testing"
)

// FuzzRead reads all that the package reads of a file.
func FuzzRead(f *testing.F) {
	f.Add([]byte(text))
	for _, name := range []string{"strider_walk.fbx", "strider_wave.fbx"} {
		if data, err := os.ReadFile("../../testdata/strider/" + name); err == nil {
			f.Add(data[:min(len(data), 16<<10)])
		}
	}
	f.Add([]byte(binaryMagic + "\x1a\x00\x84\x1c\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data)
		if err != nil {
			return
		}
		if _, err := file.Floats(1 << 10); err != nil {
			t.Log(err)
		}
		if _, err := file.Scene(1 << 10); err != nil {
			t.Log(err)
		}
		if patched, _ := file.Patch(data); len(patched) != 0 && len(patched) != len(data) {
			t.Errorf("%d bytes become %d", len(data), len(patched))
		}
	})
}
