//go:build cgo && linux

package main

import (
	"fmt"
	"image"
	"os"
	"strings"
	"testing"
)

// TestViewDrivenAsks: the button that closes a window asks where an edit is not saved; the answer
// saves the list, and the window closes.
func TestViewDrivenAsks(t *testing.T) {
	const width, height = 1280, 720
	file := copied(t)
	d := drive(t, file, "--size", fmt.Sprintf("%dx%d", width, height), "--scale", "1", "--clip", "walk")
	box := image.Rect(width/2-200, height/2-53, width/2+200, height/2+53)
	d.until("the walk is shown", func() bool { return strings.HasSuffix(d.title(), ": walk") })
	d.key(' ', keyHome, keyRight, 'e', 'j')
	d.click(40, 164) // in the tree
	d.until("a joint is chosen", func() bool { return accent(d.grab(), image.Rect(0, 154, 188, 174)) > 1000 })
	before := d.still()
	d.key(keyEnter)
	d.changes("a key", before, image.Rect(130, height-200, width-10, height-56))
	edited := d.still()
	d.close()
	d.changes("the question", edited, box)
	d.keepShot("asks")
	d.key(keyEscape)
	d.until("the question goes", func() bool { return same(edited, d.grab(), box) })
	d.close()
	d.changes("the question", edited, box)
	d.click(width/2-130, height/2+19)
	if code, _, stderr := d.wait(); code != exitOK {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if data, err := os.ReadFile(file + ".edits.json"); err != nil || !strings.Contains(string(data), "insertKey") {
		t.Errorf("the list is %q: %v", data, err)
	}
}
