package main

import (
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/examples/internal/stage"
	"github.com/sinew-anim/sinew/gpu/film"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/runtime/control/solve"
)

func warden(t *testing.T) *walker {
	t.Helper()
	w, err := load(t.Context(), []string{truth.Testdata(t, "warden", "warden.md5mesh")})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// run lets a walker go on for some seconds.
func run(t *testing.T, w *walker, seconds, rate float64) {
	t.Helper()
	for range int(seconds * rate) {
		if err := w.update(1 / rate); err != nil {
			t.Fatal(err)
		}
	}
}

// Over stairs and slopes, round after round, feet that stand do not slide and do not sink
// in, whatever the frame rate is.
func TestFeetStand(t *testing.T) {
	for _, rate := range []float64{30, 60, 144} {
		w := warden(t)
		run(t, w, 60, rate)
		if t.Logf("warden, %v a second: %v", rate, &w.measures); w.slide > 1e-4 || w.sunk > 0.01 || w.above > 0.02 || w.swung > 0.05 {
			t.Errorf("warden, %v a second: %v", rate, &w.measures)
		}
		if w.rounds < 2 {
			t.Errorf("it gets round %d times", w.rounds)
		}
	}
}

// So do those of a captured walk, which straightens its legs.
func TestCapturedWalk(t *testing.T) {
	w, err := load(t.Context(), []string{truth.Shared(t, "models", "pab", "arnaud.fbx"), truth.Shared(t, "models", "pab", "walk.fbx")})
	if err != nil {
		t.Fatal(err)
	}
	run(t, w, 60, 60)
	if t.Log(&w.measures); w.slide > 1e-4 || w.sunk > 0.01 || w.swung > 0.08 {
		t.Error(&w.measures)
	}
}

// The head finds the ball, cape and plume swing, and without weight the feet are on the
// clip's ground.
func TestWalker(t *testing.T) {
	w := warden(t)
	if len(w.swings) != 2 || w.look < 0 {
		t.Fatalf("%d chains, look %d", len(w.swings), w.look)
	}
	stiff := warden(t)
	for _, n := range stiff.swings {
		if err := stiff.control.SetWeight(0, n, 0); err != nil {
			t.Fatal(err)
		}
	}
	apart, found := 0., 0
	for range 300 {
		run(t, w, 1./30, 30)
		run(t, stiff, 1./30, 30)
		a, err := w.at(w.model.Skeleton.Joint("cape.3"))
		b, err2 := stiff.at(w.model.Skeleton.Joint("cape.3"))
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		apart = max(apart, math.Hypot(a[0]-b[0], a[2]-b[2]))
		if w.control.Result(0, w.look).Reason == solve.Reached {
			found++
		}
	}
	if t.Logf("the cape swings by %.0f mm, the ball is seen in %d frames of 300", 1000*apart, found); apart < 0.01 || found < 150 {
		t.Error("the cape does not swing, or the head does not follow")
	}
	w.toggle()
	run(t, w, 1, 30)
	foot, err := w.at(w.legs[0].Tip())
	if err != nil {
		t.Fatal(err)
	}
	if high := foot[1] - float64(w.world[7]); w.weight != 0 || high < 0.02 || high > 0.3 {
		t.Errorf("with the weight %v a foot is %v m above the floor", w.weight, high)
	}
	w.toggle()
	if run(t, w, 1, 30); w.weight != 1 {
		t.Errorf("the weight is %v", w.weight)
	}
}

// TestFeet draws the program's picture: the walker is in every frame.
func TestFeet(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "feet.png")
	err := draw(warden(t), picture, 4, true)
	if errors.Is(err, headless.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	pictures.KeepFile(t, picture)
	img := pictures.Read(t, picture)
	const columns = 4 // nearest to a square
	for k := range stage.Sheet {
		colors := map[any]bool{}
		for y := range height / 2 {
			x := 4 + (k%columns)*(width+4) + width/2
			colors[img.At(x, 4+(k/columns)*(height+4)+height/4+y)] = true
		}
		if len(colors) < 60 {
			t.Errorf("frame %d has %d colours in its middle", k, len(colors))
		}
	}
}

func TestRefuses(t *testing.T) {
	if _, err := load(t.Context(), []string{"nothing.glb"}); err == nil {
		t.Error("a file that is not there loads")
	}
	if _, err := load(t.Context(), []string{truth.Testdata(t, "warden", "warden.md5mesh"), "nothing.glb"}); err == nil {
		t.Error("clips that are not there load")
	}
	if _, err := newWalker(figure.Character()); err == nil {
		t.Error("a model without clips walks")
	}
	if err := draw(warden(t), filepath.Join(t.TempDir(), "a.jpg"), 1, false); !errors.Is(err, film.ErrUnsupported) {
		t.Errorf("a .jpg: %v", err)
	}
}

// TestWindow shows some frames, in a virtual display where there is none.
func TestWindow(t *testing.T) {
	err := playFrames(warden(t), 5)
	if !errors.Is(err, window.ErrNoDisplay) {
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	xvfb, e := exec.LookPath("xvfb-run")
	if e != nil {
		t.Skipf("%v, and no xvfb-run to make one", err)
	}
	out, e := exec.Command(xvfb, "-a", os.Args[0], "-test.run=^TestWindow$").CombinedOutput()
	if e != nil {
		t.Fatalf("in a virtual display: %v\n%s", e, out)
	}
}
