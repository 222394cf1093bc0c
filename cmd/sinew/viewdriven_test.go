//go:build cgo && linux

package main

import (
	"bytes"
	"image"
	"os"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
)

// driven is a viewer in a process of its own, in a virtual display.
type driven struct {
	*display
	wait      func() (code int, stdout, stderr string)
	interrupt func() // as Ctrl-C does
}

// drive opens sinew view.
func drive(t *testing.T, args ...string) *driven {
	t.Helper()
	return driveWith(t, nil, args...)
}

// driveWith does it with additions to the environment.
func driveWith(t *testing.T, env []string, args ...string) *driven {
	t.Helper()
	if testing.Short() {
		t.Skip("drives a window: make window")
	}
	d := newDisplay(t, "2560x1440x24")
	cmd, stdout, stderr := process(t, append(env, "DISPLAY="+d.name, "WAYLAND_DISPLAY="), nil, append([]string{"view"}, args...)...)
	cmd.Dir = t.TempDir()
	must.Do(t, cmd.Start())
	d.find()
	wait := func() (int, string, string) {
		code := exitCode(t, cmd.Wait())
		return code, stdout.String(), stderr.String()
	}
	interrupt := func() {
		must.Do(t, cmd.Process.Signal(os.Interrupt))
	}
	return &driven{d, wait, interrupt}
}

// keepShot stores what the window shows where SINEW_PICTURES says.
func (d *driven) keepShot(name string) *image.RGBA {
	d.t.Helper()
	d.frames(afterInput)
	img := d.grab()
	pictures.Keep(d.t, name, img)
	return img
}

// accent counts pixels of the colour that marks what is chosen.
func accent(img *image.RGBA, r image.Rectangle) int {
	return countColors(img, r, func(r, g, b int) bool { return r > 240 && g > 140 && g < 170 && b < 60 })
}

// afterInput is how many frames a viewer in which nothing plays draws after input.
const afterInput = 4

// still is the picture in which the window has come to rest.
func (d *driven) still() *image.RGBA {
	d.t.Helper()
	d.frames(afterInput)
	img := d.grab()
	d.until("nothing moves", func() bool {
		before := img
		d.frames(1)
		img = d.grab()
		return before != nil && img != nil && bytes.Equal(before.Pix, img.Pix)
	})
	return img
}

// changes waits until a part of the window is another than in a picture.
func (d *driven) changes(what string, before *image.RGBA, r image.Rectangle) {
	d.t.Helper()
	d.until(what+" changes what is shown", func() bool { return !same(before, d.grab(), r) })
}

// TestViewDriven drives the window with keys, mouse, a resize and a drop, at 960×540 and
// at twice that with panels twice as large, and looks at what the server shows.
func TestViewDriven(t *testing.T) {
	for name, scale := range map[string]int{"one": 1, "two": 2} {
		t.Run(name, func(t *testing.T) { driveAll(t, scale) })
	}
}

func driveAll(t *testing.T, scale int) {
	size, panels := "960x540", "1"
	if scale == 2 {
		size, panels = "1920x1080", "2"
	}
	d := drive(t, strider(t, "strider.glb"), "--size", size, "--panel-scale", panels, "--clip", "walk")
	at := func(x, y int) (int, int) { return x * scale, y * scale }
	rect := func(x0, y0, x1, y1 int) image.Rectangle { return image.Rect(x0*scale, y0*scale, x1*scale, y1*scale) }
	middle, left, right, foot := rect(190, 24, 752, 488), rect(0, 24, 188, 488), rect(756, 24, 960, 488), rect(0, 492, 960, 540)
	d.until("the walk is shown", func() bool { return strings.HasSuffix(d.title(), "strider: walk") })
	d.keepShot("begin")

	d.key(' ')
	rest := d.still()
	if n := count(rest, middle, blue); n < 500*scale*scale {
		t.Errorf("%d pixels of cloth in the middle", n)
	}
	for _, covered := range []image.Rectangle{left, foot} {
		if n := count(rest, covered, blue); n > 0 {
			t.Errorf("%d pixels of cloth below a panel", n)
		}
	}
	if feet := bare(rest, rect(192, 300, 750, 486)); feet == 0 {
		t.Error("the feet do not show")
	}

	d.key(keyRight)
	d.changes("a step", rest, middle)
	d.key('3')
	d.until("the third clip is chosen", func() bool { return strings.HasSuffix(d.title(), "strider: wave") })
	x, y := at(60, 112)
	d.click(x, y) // the second in the list
	d.until("a click in the list chooses a clip", func() bool { return strings.HasSuffix(d.title(), "strider: walk") })

	rest = d.still()
	x, y = at(480, 524)
	d.click(x, y)
	d.changes("the time line", rest, middle)
	rest = d.still()
	if marked := countColors(rest, rect(470, 520, 490, 534), func(r, g, b int) bool { return r > 250 && g > 250 && b > 250 }); marked == 0 {
		t.Error("the time line does not stand where it was clicked")
	}

	d.key('j', 's', 'g', 'n')
	d.changes("joints", rest, left)
	rest = d.keepShot("joints")
	d.key('n')
	x, y = at(40, 164) // hips, in the tree
	d.click(x, y)
	d.until("a joint is chosen in the tree", func() bool { return accent(d.grab(), left) > 1000*scale*scale })
	x, y = at(856, 38) // the part about the joint
	d.click(x, y)
	d.changes("the joint's panel", rest, right)
	d.keepShot("curves")
	d.key('t', 't', 't')
	d.keepShot("weights")
	d.key('t', keyEscape)
	d.until("no joint is picked", func() bool { return accent(d.grab(), left) < 1000*scale*scale })
	rest = d.still()
	d.drag(250*scale, 100*scale, 330*scale, 110*scale)
	d.changes("the camera", rest, middle)
	turned := d.still()
	d.wheel(false)
	d.changes("the wheel", turned, middle)
	d.key('r')
	d.until("the camera comes back", func() bool { return same(rest, d.grab(), middle) })

	d.key('a')
	d.changes("ghosts", rest, middle)
	d.keepShot("ghosts")
	d.key('a')
	d.key(keyF1)
	d.changes("help", rest, middle)
	d.keepShot("help")
	d.key('h')
	d.until("help goes", func() bool { return same(rest, d.grab(), middle) })

	d.key('c', '/')
	d.frames(1)
	d.key('w', 'a', 'v')
	x, y = at(60, 97)
	d.keepShot("search")
	d.click(x, y) // the only one that is left
	d.until("the clip that was found plays", func() bool { return strings.HasSuffix(d.title(), "strider: wave") })

	d.key(keyTab)
	d.until("the panels go", func() bool { return accent(d.grab(), left) == 0 })
	d.key('p')
	d.key(keyTab)
	d.until("the panels come back", func() bool { return accent(d.grab(), left) > 100 })

	d.resize(1000*scale, 420*scale)
	d.until("the window has its new size", func() bool {
		img := d.grab()
		return img != nil && img.Rect.Dx() == 1000*scale && accent(img, image.Rect(800*scale, 24*scale, 1000*scale, 400*scale)) > 100
	})
	d.keepShot("resized")
	d.drop(strider(t, "strider_walk.fbx"), 400, 200)
	d.until("the dropped file is shown", func() bool {
		return strings.Contains(d.title(), "strider_walk") || !strings.HasSuffix(d.title(), "wave")
	})
	d.keepShot("dropped")
	d.key('q')
	code, stdout, stderr := d.wait()
	if code != exitOK || stdout == "" {
		t.Errorf("exit code %d, printed %q, %s", code, stdout, stderr)
	}
}

// countColors counts pixels of a part by their colour.
func countColors(img *image.RGBA, r image.Rectangle, is func(r, g, b int) bool) int {
	if img == nil {
		return -1
	}
	return count(img, r.Intersect(img.Rect), func(img image.Image, x, y int) bool {
		red, green, blue := rgb(img, x, y)
		return is(red, green, blue)
	})
}

// bare counts pixels of the strider's skin.
func bare(img *image.RGBA, r image.Rectangle) int {
	return countColors(img, r, func(r, g, b int) bool { return r > 120 && r > g+20 && g > b+10 && b > 60 })
}
