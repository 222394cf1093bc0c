// Package pictures reads the pictures of tests, and keeps those that tests draw where somebody can look at them.
package pictures

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// folder is the environment variable of the folder where pictures are kept.
const folder = "SINEW_PICTURES"

// Read decodes a PNG file, or ends the test.
func Read(t testing.TB, path string) image.Image {
	t.Helper()
	data, err := os.ReadFile(path)
	must.Do(t, err)
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return img
}

// Keep writes a picture as PNG to the folder that SINEW_PICTURES names, under the name of the test followed by a name that may
// be empty. Without that folder it does nothing.
func Keep(t testing.TB, name string, img image.Image) {
	t.Helper()
	if os.Getenv(folder) == "" {
		return
	}
	var data bytes.Buffer
	must.Do(t, png.Encode(&data, img))
	keep(t, name+".png", data.Bytes())
}

// KeepFile copies a picture of any format to the folder that SINEW_PICTURES names, under the name of the test followed by its own.
func KeepFile(t testing.TB, path string) {
	t.Helper()
	if os.Getenv(folder) == "" {
		return
	}
	data, err := os.ReadFile(path)
	must.Do(t, err)
	keep(t, filepath.Base(path), data)
}

func keep(t testing.TB, name string, data []byte) {
	t.Helper()
	if !strings.HasPrefix(name, ".") {
		name = "_" + name
	}
	name = strings.ReplaceAll(t.Name(), "/", "_") + name
	must.Do(t, os.WriteFile(filepath.Join(os.Getenv(folder), name), data, 0o644))
}
