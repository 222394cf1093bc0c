//go:build cgo && linux

package main

import (
	"fmt"
	"image"
	"os"
	"strings"
	"testing"
)

// driveEdit opens a copy of strider and inserts a key. The question opens in a part of the window.
func driveEdit(t *testing.T) (d *driven, file string, edited *image.RGBA, question image.Rectangle) {
	t.Helper()
	const width, height = 1280, 720
	file = copied(t)
	d = drive(t, file, "--size", fmt.Sprintf("%dx%d", width, height), "--panel-scale", "1", "--clip", "walk")
	d.until("the walk is shown", func() bool { return strings.HasSuffix(d.title(), ": walk") })
	d.key(' ', keyHome, keyRight, 'e', 'j')
	d.click(40, 164) // in the tree
	d.until("a joint is chosen", func() bool { return accent(d.grab(), image.Rect(0, 154, 188, 174)) > 1000 })
	before := d.still()
	d.key(keyEnter)
	d.changes("a key", before, image.Rect(130, height-200, width-10, height-56))
	return d, file, d.still(), image.Rect(width/2-200, height/2-53, width/2+200, height/2+53)
}

// checkEnd checks how the viewer ended and what it saved.
func checkEnd(t *testing.T, d *driven, code int, file string, saved bool) (stderr string) {
	t.Helper()
	got, _, stderr := d.wait()
	if got != code {
		t.Errorf("exit code %d, want %d: %s", got, code, stderr)
	}
	data, err := os.ReadFile(file + ".edits.json")
	if saved != (err == nil && strings.Contains(string(data), "insertKey")) {
		t.Errorf("the list is %q: %v", data, err)
	}
	return stderr
}

// TestViewDrivenAsks: the button that closes a window asks where an edit is not saved; the answer
// saves the list, and the window closes.
func TestViewDrivenAsks(t *testing.T) {
	d, file, edited, question := driveEdit(t)
	d.close()
	d.changes("the question", edited, question)
	d.keepShot("asks")
	d.key(keyEscape)
	d.until("the question goes", func() bool { return same(edited, d.grab(), question) })
	d.close()
	d.changes("the question", edited, question)
	d.click(question.Min.X+70, question.Min.Y+72)
	checkEnd(t, d, exitOK, file, true)
}

// TestViewDrivenInterrupted: Ctrl-C in the terminal asks, too, and says so there, each time anew; a
// second one that follows discards the edits.
func TestViewDrivenInterrupted(t *testing.T) {
	d, file, edited, question := driveEdit(t)
	d.interrupt()
	d.changes("the question", edited, question)
	d.key(keyEscape)
	d.until("the question goes", func() bool { return same(edited, d.grab(), question) })
	d.interrupt()
	d.changes("the question", edited, question)
	d.interrupt()
	stderr := checkEnd(t, d, exitFailed, file, false)
	if strings.Count(stderr, "edits of clips are not saved") != 2 || !strings.HasSuffix(stderr, "sinew: interrupted\n") {
		t.Errorf("it says %q", stderr)
	}
}
