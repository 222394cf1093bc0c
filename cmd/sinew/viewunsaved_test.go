//go:build cgo

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/gpu/window"
)

// edited opens a viewer and inserts a key.
func edited(t *testing.T, opt viewOptions) *pane {
	t.Helper()
	p := newPane(t, 960, 540, 1, opt)
	p.press(t, window.KeySpace, 'E', 'J')
	p.click(t, 40, 164, 0) // in the tree
	p.Hold(p.Start + 0.51)
	p.frame(t, 0)
	p.press(t, window.KeyEnter)
	if !p.Show.Edits.Changed() {
		t.Fatal("nothing is edited")
	}
	return p
}

// closes reports whether the window would close now.
func (p *pane) closes() bool { return p.Handlers().Close() }

// TestViewerAsks: what is not saved stays until the user has answered, and while he has not,
// neither keys nor mouse do anything else.
func TestViewerAsks(t *testing.T) {
	opt := walking(copied(t))
	list := opt.File + ".edits.json"
	p := edited(t, opt)
	before, clip, joint := p.Show, p.Show.Clip, p.Picked()
	p.Drop([]string{strider(t, "strider_walk.fbx")})
	p.frame(t, 0)
	p.press(t, ']', 'J', window.KeySpace, 'Z')
	p.click(t, 60, 128, 0) // in the tree
	p.click(t, 480, 525, 0)
	if n, _ := p.Show.Edits.Steps(clip); p.Show != before || p.Show.Clip != clip || p.Playing || p.Picked() != joint || n != 1 {
		t.Error("with the question open something else happens")
	}
	p.press(t, window.KeyEscape)
	p.frame(t, 0)
	if p.Show != before {
		t.Fatal("another file is shown though the user went back")
	}
	if p.closes() {
		t.Fatal("the window closes with edits that are not saved")
	}
	p.frame(t, 0)
	p.press(t, window.KeyEscape, 'Z')
	if !p.closes() {
		t.Error("the window stays though all was taken back")
	}

	p = edited(t, opt)
	p.Drop([]string{strider(t, "strider_walk.fbx")})
	p.press(t, 'D')
	if p.frame(t, 0); p.Show.Model.Name != "strider_walk" {
		t.Errorf("with the edits discarded %q is shown", p.Show.Model.Name)
	}
	if _, err := os.Stat(list); !errors.Is(err, fs.ErrNotExist) {
		t.Error("what was discarded is saved")
	}

	p = edited(t, opt)
	p.press(t, 'Q')
	p.click(t, 340, 289, 0) // save
	if p.Show.Edits.Changed() || !p.closes() {
		t.Error("a click on save neither saves nor closes")
	}
	if _, err := os.Stat(list); err != nil {
		t.Error(err)
	}
}

// TestViewerInterrupted: Ctrl-C ends a window at once where nothing is to lose, and else asks; the
// next one ends it unless the question was answered.
func TestViewerInterrupted(t *testing.T) {
	opt := walking(copied(t))
	if p := newPane(t, 960, 540, 1, opt); !p.Interrupt() {
		t.Error("a window without edits stays")
	}
	p := edited(t, opt)
	for range 2 {
		if p.Interrupt() {
			t.Fatal("a window with edits ends")
		}
		p.press(t, window.KeyEscape)
	}
	p.closes()
	if p.Interrupt() {
		t.Error("an interrupt answers the question of the window's button")
	}
	if !p.Interrupt() {
		t.Error("a second interrupt does not end the window")
	}
	p = edited(t, opt)
	before := p.Show
	p.Drop([]string{strider(t, "strider_walk.fbx")})
	p.frame(t, 0)
	if p.Interrupt() {
		t.Error("an interrupt answers the question of a dropped file")
	}
	p.press(t, 'S')
	if p.Show != before || p.Show.Edits.Changed() || !p.closes() {
		t.Error("the answer does not save and close")
	}
}

// TestViewerNoEdits: --no-edits shows the clip that was read, and does not save over the list beside
// the model; a file that is read again keeps what was edited since.
func TestViewerNoEdits(t *testing.T) {
	opt := walking(copied(t))
	list := opt.File + ".edits.json"
	p := edited(t, opt)
	p.Key('S', window.Control)
	p.frame(t, 0)
	saved := read(t, list)
	opt.noEdits = true
	p = edited(t, opt)
	clip := p.Show.Clip
	if n, _ := p.Show.Edits.Steps(clip); n != 1 {
		t.Errorf("%d steps, one of which was made", n)
	}
	p.closes()
	if p.press(t, 'S'); p.closes() {
		t.Error("the window closes though there is no file for the edits")
	}
	if now, err := os.ReadFile(list); err != nil || string(now) != string(saved) {
		t.Errorf("the list beside the model is another one: %v", err)
	}
	opt.edits = filepath.Join(t.TempDir(), "list.json")
	p = edited(t, opt)
	p.Key('S', window.Control)
	p.frame(t, 0)
	p.press(t, window.KeyF5)
	if n, _ := p.Show.Edits.Steps(clip); n != 1 {
		t.Errorf("read again there are %d steps", n)
	}
	if _, err := os.Stat(opt.edits); err != nil {
		t.Error(err)
	}
}
