package main

import (
	"errors"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/gpu/capture"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/internal/rig"
	"github.com/sinew-anim/sinew/internal/truth"
	"github.com/sinew-anim/sinew/soa"
)

func strider(t *testing.T) *walker {
	t.Helper()
	w, err := load(t.Context(), []string{truth.Testdata(t, "strider", "strider.glb")})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestLocomotion draws the program's picture: the walker is in every frame, and no two
// are the same.
func TestLocomotion(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "locomotion.png")
	err := draw(strider(t), picture)
	if errors.Is(err, headless.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("SINEW_PICTURES"); dir != "" {
		data, err := os.ReadFile(picture)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "locomotion.png"), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(picture)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	const columns = 4 // nearest to a square
	for k := range sheet {
		colors := map[any]bool{}
		for y := range height / 2 {
			x := 4 + (k%columns)*(width+4) + width/2
			colors[img.At(x, 4+(k/columns)*(height+4)+height/4+y)] = true
		}
		if len(colors) < 80 {
			t.Errorf("frame %d has %d colours in its middle", k, len(colors))
		}
	}
}

// The walker goes at the speed that is asked for, in step and in a straight line, and a
// foot comes down twice a loop.
func TestSpeeds(t *testing.T) {
	files := []string{truth.Shared(t, "models", "pab", "arnaud.fbx"), truth.Shared(t, "models", "pab", "locomotions.fbx")}
	w, err := load(t.Context(), files)
	if err != nil {
		t.Fatal(err)
	}
	if len(w.gaits) != 3 {
		t.Fatalf("%d gaits", len(w.gaits))
	}
	for k := range w.gaits[1:] {
		if w.gaits[k].speed() >= w.gaits[k+1].speed() {
			t.Errorf("gait %d goes at %v m/s, the next at %v", k, w.gaits[k].speed(), w.gaits[k+1].speed())
		}
	}
	for _, speed := range []float64{0.7, w.gaits[0].speed(), 2, w.gaits[1].speed(), 4, w.gaits[2].speed(), 6} {
		if err := w.setSpeed(speed); err != nil {
			t.Fatal(err)
		}
		from, steps := w.crowd.Transform(0), 0
		const frames = 1200
		for range frames {
			if err := w.crowd.Update(1. / 60); err != nil {
				t.Fatal(err)
			}
			steps += len(w.crowd.Events())
		}
		to := w.crowd.Transform(0)
		got := math.Hypot(to.X-from.X, to.Z-from.Z) / (frames / 60.)
		if math.Abs(got-speed) > 0.03*speed {
			t.Errorf("at %v m/s it goes %v", speed, got)
		}
		var distance float64
		for k, l := range w.crowd.Layers(nil, 0) {
			distance += l.Weight * w.gaits[k].distance
			if first := w.crowd.Layers(nil, 0)[0]; math.Abs(l.Phase/w.gaits[k].seconds-first.Phase/w.gaits[0].seconds) > 1e-6 {
				t.Errorf("at %v m/s gait %d is out of step", speed, k)
			}
		}
		if want := 2 * got * (frames / 60.) / distance; math.Abs(float64(steps)-want) > 3 {
			t.Errorf("at %v m/s %d steps, want %.1f", speed, steps, want)
		}
	}
}

// Waving moves the upper body alone.
func TestWave(t *testing.T) {
	w, still := strider(t), strider(t)
	if err := errors.Join(w.wave(true), w.wave(true)); err != nil || len(w.crowd.Layers(nil, 0)) != 2 {
		t.Fatalf("%d layers, %v", len(w.crowd.Layers(nil, 0)), err)
	}
	skeleton := w.model.Skeleton
	for range 10 {
		if err := errors.Join(w.crowd.Update(0.1), still.crowd.Update(0.1)); err != nil {
			t.Fatal(err)
		}
	}
	for name, moves := range map[string]bool{"foot.L": false, "hips": false, "hand.L": true, "upperarm.L": true} {
		var a, b soa.Affine
		if err := errors.Join(w.crowd.Joint(0, skeleton.Joint(name), &a), still.crowd.Joint(0, skeleton.Joint(name), &b)); err != nil {
			t.Fatal(err)
		}
		apart := 0.
		for k := range a {
			apart = max(apart, math.Abs(float64(a[k]-b[k])))
		}
		if moves != (apart > 0.01) {
			t.Errorf("%s is %v off", name, apart)
		}
	}
	if err := errors.Join(w.wave(false), w.crowd.Update(1)); err != nil || len(w.crowd.Layers(nil, 0)) > 2 || w.waving {
		t.Errorf("it waves on: %v, %v", w.crowd.Layers(nil, 0), err)
	}
}

func TestLocomotionRefuses(t *testing.T) {
	if _, err := load(t.Context(), []string{"nothing.glb"}); err == nil {
		t.Error("a file that is not there loads")
	}
	if _, err := load(t.Context(), []string{truth.Testdata(t, "strider", "strider.glb"), "nothing.glb"}); err == nil {
		t.Error("clips that are not there load")
	}
	if _, err := newWalker(rig.Character(rig.Motion{Name: "dance", Seconds: 1})); err == nil {
		t.Error("a dance is a gait")
	}
	if err := draw(strider(t), filepath.Join(t.TempDir(), "a.jpg")); !errors.Is(err, capture.ErrUnsupported) {
		t.Errorf("a .jpg: %v", err)
	}
}

// TestWindow shows some frames, in a virtual display where there is none.
func TestWindow(t *testing.T) {
	err := show(strider(t), 5)
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
