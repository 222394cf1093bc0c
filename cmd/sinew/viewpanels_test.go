//go:build cgo

package main

import (
	"bytes"
	"image"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// click presses and lifts a button of the mouse, as a window tells of it.
func (p *pane) click(t *testing.T, x, y float64, mods window.Mods) {
	t.Helper()
	p.Mouse(window.Mouse{X: x, Y: y})
	p.Mouse(window.Mouse{X: x, Y: y, Button: window.Left, Down: true, Mods: mods})
	p.Drag(window.Drag{Start: true, Mods: mods})
	p.Mouse(window.Mouse{X: x, Y: y, Button: window.Left, Up: true, Mods: mods})
	p.frame(t, 0)
}

// same reports whether two pictures agree in a part.
func same(a, b *image.RGBA, r image.Rectangle) bool {
	if a == nil || b == nil || a.Rect != b.Rect {
		return false
	}
	r = r.Intersect(a.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		i, j := a.PixOffset(r.Min.X, y), a.PixOffset(r.Max.X, y)
		if !bytes.Equal(a.Pix[i:j], b.Pix[i:j]) {
			return false
		}
	}
	return true
}

// middle is the part of a picture of 960×540 that no panel covers.
var middle = image.Rect(192, 24, 752, 488)

// TestViewerFrames: the camera frames the character in what panels leave, in windows of
// any form, and panels that have no room go.
func TestViewerFrames(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float64
		free          image.Rectangle
	}{
		{960, 540, 1, middle},
		{1200, 400, 1, image.Rect(192, 24, 992, 348)},
		{960, 540, 2, image.Rect(382, 46, 960, 438)}, // one panel
		{400, 700, 1, image.Rect(0, 24, 400, 648)},   // none
	} {
		p := newPane(t, c.width, c.height, c.scale, walking(strider(t, "strider.glb")))
		p.frame(t, 0)
		for range 4 {
			p.frame(t, 0.26)
			img := p.shot(t)
			all, in := count(img, img.Rect, blue), count(img, c.free, blue)
			if all == 0 || all != in {
				t.Errorf("%d×%d at %v: %d of %d pixels of cloth are in the free part", c.width, c.height, c.scale, in, all)
			}
		}
	}
}

// TestViewerPicks: a click picks the joint below it, a drag none, and its curves are drawn.
func TestViewerPicks(t *testing.T) {
	p := newPane(t, 960, 540, 1, walking(strider(t, "strider.glb")))
	p.press(t, window.KeyHome)
	joint := p.Show.Model.Skeleton.Joint("shin.L")
	px, py := p.pixel(p.joint(t, "shin.L"))
	p.click(t, px+3, py-3, 0)
	if p.Picked() != joint {
		t.Errorf("a click on joint %d picks %d", joint, p.Picked())
	}
	p.click(t, 856, 38, 0) // the part about the joint
	before := p.shot(t)
	p.press(t, window.KeyEnd)
	if same(before, p.shot(t), image.Rect(756, 120, 958, 480)) {
		t.Error("the curves do not tell the time")
	}
	p.Mouse(window.Mouse{X: 300, Y: 100, Button: window.Left, Down: true})
	p.Drag(window.Drag{Start: true})
	p.Mouse(window.Mouse{X: 340, Y: 100})
	p.Mouse(window.Mouse{X: 340, Y: 100, Button: window.Left, Up: true})
	if p.Picked() != joint {
		t.Error("turning the camera picks another joint")
	}
	p.click(t, 200, 40, 0)
	if p.Picked() >= 0 {
		t.Error("a click beside the character leaves the joint picked")
	}
}

// TestViewerFades: with Shift the list fades to another clip, which plays on its own then.
func TestViewerFades(t *testing.T) {
	p := newPane(t, 960, 540, 1, walking(strider(t, "strider.glb")))
	p.frame(t, 0.3)
	hand := func() float32 { return p.joint(t, "hand.R")[1] }
	p.click(t, 60, 128, window.Shift) // wave
	low := hand()
	p.frame(t, 0.15)
	between := hand()
	if n := len(p.Show.Crowd.Instance(0).ActiveClips(nil)); n != 2 || p.Show.Clip != 1 {
		t.Errorf("%d clips play in the fade, the first is %d", n, p.Show.Clip)
	}
	p.frame(t, 0.2)
	p.frame(t, 0)
	if p.Show.Clip != 2 || !strings.HasSuffix(p.Title(), "wave") {
		t.Errorf("after the fade clip %d plays", p.Show.Clip)
	}
	if low == between {
		t.Error("the fade moves nothing")
	}
	weight := float64(0)
	for _, l := range p.Show.Crowd.Instance(0).ActiveClips(nil) {
		if l.Clip == 2 {
			weight += l.Weight
		}
	}
	if math.Abs(weight-1) > 1e-6 {
		t.Errorf("after the fade its weight is %v", weight)
	}
}

// TestViewerStays: in place the character does not leave its place, as it is it does.
func TestViewerStays(t *testing.T) {
	p := newPane(t, 960, 540, 1, walking(strider(t, "strider.glb")))
	wander := func() (far float64) {
		p.press(t, window.KeyHome, window.KeySpace)
		var first [2]float64
		for k := range 10 {
			w := p.Show.Scene.Items[0].World[0].Apply(p.joint(t, "root"))
			at := [2]float64{float64(w[0]), float64(w[2])}
			if k == 0 {
				first = at
			}
			far = max(far, math.Hypot(at[0]-first[0], at[1]-first[1]))
			p.frame(t, 0.1)
		}
		return far
	}
	as := wander()
	p.press(t, 'Y', 'Y')
	if in := wander(); as < 0.3 || in > 1e-3 {
		t.Errorf("as it is the root goes %v m, in place %v m", as, in)
	}
}

// TestViewerReloads: a file that changes is read again where it was, one that is damaged is
// told of, and dropped files are opened.
func TestViewerReloads(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.glb")
	put(t, file, read(t, strider(t, "strider.glb")))
	p := newPane(t, 960, 540, 1, viewOptions{Source: models.Source{File: file}})
	p.press(t, ']', window.KeyEnd)
	first, at := p.Show, p.Time
	again := func() {
		t.Helper()
		later := time.Now().Add(time.Hour)
		must.Do(t, os.Chtimes(file, later, later))
		for range 4 {
			p.frame(t, 0.6)
		}
	}
	again()
	if p.Show == first || p.Show.Clip != 1 || p.Time != at || p.Playing {
		t.Errorf("read again it is another: clip %d at %v", p.Show.Clip, p.Time)
	}
	second := p.Show
	put(t, file, "glTF, but no more")
	for range 4 {
		p.frame(t, 0.6)
	}
	if p.Show != second {
		t.Error("a damaged file takes the place of what was shown")
	}
	p.Drop([]string{strider(t, "strider_walk.fbx")})
	p.frame(t, 0)
	if p.Show == second || p.Show.Model.Name != "strider_walk" {
		t.Errorf("after a drop %q is shown", p.Show.Model.Name)
	}
	p.Drop([]string{filepath.Join(dir, "nowhere.fbx")})
	p.frame(t, 0)
	if p.Show.Model.Name != "strider_walk" {
		t.Error("a file that is not there is shown")
	}
}

// TestViewerTakes: keys take pictures and films, without panels.
func TestViewerTakes(t *testing.T) {
	p := newPane(t, 480, 300, 1, viewOptions{Source: models.Source{File: strider(t, "strider.glb")}})
	p.press(t, 'P')
	p.press(t, 'P')
	p.press(t, 'V')
	for range 5 {
		p.frame(t, 0.04)
	}
	p.press(t, 'V')
	for _, name := range []string{"-001.png", "-002.png", "-001.gif"} {
		img, _, err := image.Decode(strings.NewReader(read(t, p.pictures+name)))
		if err != nil || img.Bounds().Dx() != 480 {
			t.Fatalf("%s: %v", name, err)
		}
		if n := count(img, img.Bounds(), orange); n > img.Bounds().Dx()*img.Bounds().Dy()/50 {
			t.Errorf("%s has %d pixels of the panels' colour", name, n)
		}
	}
}

// TestViewerControls: sliders change the weight and the target of a modifier.
func TestViewerControls(t *testing.T) {
	opt := walking(strider(t, "strider.glb"))
	opt.Flags.Control = write(t, "reach.json", `{"control": {"version": 1, "modifiers": [
	  {"name": "hand", "twoBoneIK": {"root": "upperarm.R", "mid": "forearm.R", "end": "hand.R", "target": [-0.3, 1.5, 0.4]}}]}}`)
	p := newPane(t, 960, 540, 1, opt)
	p.press(t, window.KeyHome)
	height := func() float32 { return p.joint(t, "hand.R")[1] }
	up := height()
	p.click(t, 860, 119, 0) // y, of −3 to 3 m, to its middle
	p.frame(t, 0)
	down := height()
	if up < 1.3 || down > up-0.2 {
		t.Errorf("the hand goes from %v m to %v m", up, down)
	}
	p.click(t, 761, 77, 0) // the weight, to 0
	p.frame(t, 0)
	if at := height(); at == down || at == up {
		t.Errorf("without weight it stays at %v m", at)
	}
}

// TestViewerTimeline: the time line is dragged, and with Shift a part of it repeats.
func TestViewerTimeline(t *testing.T) {
	p := newPane(t, 960, 540, 1, viewOptions{Source: models.Source{File: strider(t, "strider.glb")}})
	drag := func(from, to float64, mods window.Mods) {
		p.Mouse(window.Mouse{X: from, Y: 525})
		p.Mouse(window.Mouse{X: from, Y: 525, Button: window.Left, Down: true, Mods: mods})
		p.Drag(window.Drag{Start: true, Mods: mods})
		p.frame(t, 0)
		p.Mouse(window.Mouse{X: to, Y: 300}) // away from the panel, and still held
		p.frame(t, 0)
		p.Mouse(window.Mouse{X: to, Y: 300, Button: window.Left, Up: true, Mods: mods})
		p.frame(t, 0)
	}
	length := p.End - p.Start
	near := func(at, part float64) bool { return math.Abs(at-p.Start-part*length) < 0.01*length }
	drag(100, 480, 0)
	if !near(p.Time, 0.5) || p.Playing {
		t.Errorf("dragged to the middle it is %v", p.Time)
	}
	drag(244, 716, window.Shift)
	if !near(p.From, 0.25) || !near(p.To, 0.75) {
		t.Errorf("it repeats from %v to %v", p.From, p.To)
	}
	drag(716, 480, 0) // its end
	if !near(p.To, 0.5) || !near(p.Time, 0.5) {
		t.Errorf("it repeats up to %v", p.To)
	}
	p.press(t, window.KeySpace)
	for range 20 {
		p.frame(t, 0.11)
		if p.Time < p.From || p.Time > p.To {
			t.Fatalf("%v lies outside what repeats", p.Time)
		}
	}
	if p.press(t, 'U'); p.From != p.Start || p.To != p.End {
		t.Error("u leaves a part")
	}
	p.frame(t, 0)
	drag(480, 900, window.Control) // on a panel: the panel's
	if p.Playing {
		t.Error("a drag does not stop it")
	}
}

// TestViewerFollows: a camera that follows keeps the character in one place of the picture,
// one that stays does not.
func TestViewerFollows(t *testing.T) {
	p := newPane(t, 960, 540, 1, walking(strider(t, "strider.glb")))
	p.frame(t, 0)
	wander := func() int {
		low, high := 1<<20, 0
		for k := range 5 {
			p.Hold(p.At(0.2 * float64(k)))
			img := p.shot(t)
			sum, n := 0, 0
			for x := middle.Min.X; x < middle.Max.X; x++ {
				here := count(img, image.Rect(x, middle.Min.Y, x+1, middle.Max.Y), blue)
				sum, n = sum+here*x, n+here
			}
			if n == 0 {
				t.Fatal("no cloth in the picture")
			}
			low, high = min(low, sum/n), max(high, sum/n)
		}
		return high - low
	}
	stays := wander()
	p.press(t, 'F')
	if follows := wander(); stays < 60 || follows > stays/3 {
		t.Errorf("the character wanders %d pixels, and %d when followed", stays, follows)
	}
}
