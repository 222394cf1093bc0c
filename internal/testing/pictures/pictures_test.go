package pictures_test

import (
	"image"
	"image/color"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/pictures"
)

// What is kept is read as it was drawn; without a folder nothing is kept.
func TestKeepAndRead(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("SINEW_PICTURES", dir)
	img := image.NewNRGBA(image.Rect(0, 0, 3, 2))
	img.SetNRGBA(1, 1, color.NRGBA{200, 100, 50, 255})
	t.Run("a", func(t *testing.T) { pictures.Keep(t, "", img) })
	first := filepath.Join(dir, t.Name()+"_a.png")
	pictures.KeepFile(t, first)
	for _, file := range []string{first, filepath.Join(dir, t.Name()+"_"+filepath.Base(first))} {
		if got := pictures.Read(t, file); got.Bounds() != img.Rect || got.At(1, 1) != img.At(1, 1) {
			t.Errorf("%s holds %v, at 1, 1 %v", file, got.Bounds(), got.At(1, 1))
		}
	}
	t.Setenv("SINEW_PICTURES", "")
	pictures.Keep(t, "x", img)
	pictures.KeepFile(t, "no file")
}
