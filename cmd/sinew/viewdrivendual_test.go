//go:build cgo && linux

package main

import (
	"image"
	"strings"
	"testing"
)

// TestViewDrivenDualQuaternions previews painted weights by dual quaternions instead of matrices: limbs
// that bend keep their thickness. A second click gives the same picture as before.
func TestViewDrivenDualQuaternions(t *testing.T) {
	d := drive(t, copied(t), "--size", "960x540", "--panel-scale", "1", "--clip", "walk")
	d.until("the walk is shown", func() bool { return strings.HasSuffix(d.title(), ": walk") })
	d.key(' ', keyHome, 'd')
	d.until("the panel is drawn", func() bool { return accent(d.grab(), image.Rect(906, 28, 954, 48)) > 300 })
	d.click(40, 436) // the left foot in the tree
	d.until("a joint is chosen", func() bool { return accent(d.grab(), image.Rect(0, 426, 188, 446)) > 1000 })
	middle, toggle := image.Rect(190, 24, 752, 488), image.Rect(855, 254, 872, 267)
	for range 6 { // each is drawn before the next, so that none is left when nothing seems to move
		before := d.grab()
		d.key(keyRight)
		d.changes("a step", before, middle)
	}
	d.move(230, 60)
	linear := d.still()
	d.keepShot("linear")
	d.click(862, 260)
	d.until("the preview is by dual quaternions", func() bool { return accent(d.grab(), toggle) > 20 })
	d.move(230, 60)
	d.changes("the preview by dual quaternions", linear, middle)
	d.keepShot("dual")
	d.click(862, 260)
	d.until("the preview is linear", func() bool { return accent(d.grab(), toggle) == 0 })
	d.move(230, 60)
	d.until("the picture is the same as before", func() bool { return same(linear, d.grab(), middle) })
	d.key('q')
	if code, _, stderr := d.wait(); code != exitOK {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
