package film_test

import (
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"log"
	"os"
	"path/filepath"

	"github.com/sinew-anim/sinew/gpu/film"
)

// A square that moves through a picture, as an animated GIF.
func Example() {
	folder, err := os.MkdirTemp("", "capture")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "square.gif")
	if err := write(path); err != nil {
		log.Fatal(err)
	}

	file, err := os.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	animation, err := gif.DecodeAll(file)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(animation.Image), "frames of", animation.Config.Width, "pixels")
	// Output:
	// 8 frames of 64 pixels
}

func write(path string) error {
	w, err := film.Create(path, film.Options{FPS: 24})
	if err != nil {
		return err // before anything is rendered: unknown format, unwritable folder
	}
	defer w.Abort() // does nothing after Close
	for i := range 8 {
		img := image.NewRGBA(image.Rect(0, 0, 64, 64)) // or that of gpu.Renderer.Capture
		for p := range img.Pix {
			img.Pix[p] = 255
		}
		for x := range 8 {
			for y := range 8 {
				img.Set(8*i+x, 28+y, color.Black)
			}
		}
		if err := w.Add(img); err != nil {
			return err
		}
	}
	return w.Close() // the file exists from now on
}
