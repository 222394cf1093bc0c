//go:build cgo && linux

package main

import (
	"image"
	"os"
	"strings"
	"testing"
)

// TestViewDrivenHandles drags the target of a control's IK in a window, with auto-key: the arm follows,
// and the list that is saved has keys of its joints.
func TestViewDrivenHandles(t *testing.T) {
	file := copied(t)
	d := drive(t, file, "--size", "1920x1080", "--panel-scale", "1", "--clip", "walk", "--control", write(t, "reach.json", handled))
	middle := image.Rect(190, 24, 1710, 838)
	d.until("the walk is shown", func() bool { return strings.HasSuffix(d.title(), ": walk") })
	d.key(' ', keyHome, 'e')
	d.click(789, 853) // auto-key
	d.until("poses are keyed", func() bool { return accent(d.grab(), image.Rect(760, 860, 822, 864)) > 50 })
	before := d.still()
	target := func(img *image.RGBA) (x, y, n int) { // the handle on the left: its disc alone has the colour
		for y0 := middle.Min.Y; y0 < middle.Max.Y; y0++ {
			for x0 := middle.Min.X; x0 < 960; x0++ {
				if r, g, b := rgb(img, x0, y0); r > 210 && r < 230 && g > 180 && g < 200 && b > 80 && b < 100 && n < 25 {
					x, y, n = x+x0, y+y0, n+1
				}
			}
		}
		return x / max(n, 1), y / max(n, 1), n
	}
	x, y, n := target(before)
	if n < 10 {
		t.Fatalf("the handle has %d pixels", n)
	}
	d.drag(x, y, x+18, y-30)
	d.changes("the handle", before, middle)
	d.keepShot("keyed")
	d.with(keyControl, 's')
	d.until("the list is saved", func() bool {
		data, err := os.ReadFile(file + ".edits.json")
		return err == nil && strings.Contains(string(data), "upperarm.R") && strings.Contains(string(data), "forearm.R")
	})
	d.key('q')
	if code, _, stderr := d.wait(); code != exitOK {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
