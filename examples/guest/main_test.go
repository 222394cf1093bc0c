package main

import (
	"errors"
	"image"
	"image/color"
	"os"
	"runtime"
	"testing"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// TestFrames draws the game without a display. The walls hide the characters' legs,
// the characters hide the wall behind, and both pictures have all three.
func TestFrames(t *testing.T) {
	ctx, err := headless.New(1, 1)
	if errors.Is(err, headless.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer ctx.Close()
	if err := gl.InitWithProcAddrFunc(ctx.ProcAddress); err != nil {
		t.Fatal(err)
	}
	const width, height = 480, 270
	var framebuffer uint32
	var buffers [2]uint32
	gl.GenFramebuffers(1, &framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.GenRenderbuffers(2, &buffers[0])
	for i, format := range []uint32{gl.RGBA8, gl.DEPTH_COMPONENT24} {
		gl.BindRenderbuffer(gl.RENDERBUFFER, buffers[i])
		gl.RenderbufferStorage(gl.RENDERBUFFER, format, width, height)
		gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, []uint32{gl.COLOR_ATTACHMENT0, gl.DEPTH_ATTACHMENT}[i], gl.RENDERBUFFER, buffers[i])
	}
	g, err := newGame(files.Load(t, truth.Testdata(t, "warden", "warden.md5mesh")), ctx.ProcAddress)
	if err != nil {
		t.Fatal(err)
	}
	defer g.close()
	shot := func(items int) *image.RGBA {
		all := g.scene.Items
		defer func() { g.scene.Items = all }()
		g.scene.Items = all[:items]
		if err := g.frame(framebuffer, width, height, 0); err != nil {
			t.Fatal(err)
		}
		img := image.NewRGBA(image.Rect(0, 0, width, height))
		gl.BindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer)
		gl.ReadPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&img.Pix[0]))
		return img // upside down
	}
	alone, both := shot(0), shot(1)
	pictures.Keep(t, "", upright(both))
	if err := gl.GetError(); err != gl.NO_ERROR {
		t.Errorf("OpenGL reports 0x%04X", err)
	}
	sky := color.RGBA{140, 166, 191, 255}
	overSky, overWalls, walls := 0, 0, 0
	for y := range height {
		for x := range width {
			a, b := alone.RGBAAt(x, y), both.RGBAAt(x, y)
			switch {
			case a == sky && b != sky:
				overSky++
			case a != sky && a != b:
				overWalls++
			case a != sky:
				walls++
			}
		}
	}
	if overSky < 500 || overWalls < 2000 || walls < 20000 {
		t.Errorf("characters cover %d pixels of sky and %d of the game's world, which keeps %d", overSky, overWalls, walls)
	}
}

// TestWindow runs the program for a few frames.
func TestWindow(t *testing.T) {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		t.Skip("there is no display: run under xvfb-run")
	}
	runtime.LockOSThread() // as OpenGL's contexts belong to threads
	defer runtime.UnlockOSThread()
	if err := playFrames(files.Load(t, truth.Testdata(t, "warden", "warden.md5mesh")), 3); err != nil {
		t.Fatal(err)
	}
}

// upright is a picture of OpenGL, whose first row is the lowest, with its top row first.
func upright(img *image.RGBA) *image.RGBA {
	size := img.Rect.Size()
	up := image.NewRGBA(img.Rect)
	for y := range size.Y {
		copy(up.Pix[y*up.Stride:(y+1)*up.Stride], img.Pix[(size.Y-1-y)*img.Stride:])
	}
	return up
}
