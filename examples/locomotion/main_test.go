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
	"github.com/sinew-anim/sinew/runtime/graph"
)

func strider(t *testing.T) *walker {
	t.Helper()
	w, err := load(t.Context(), []string{truth.Testdata(t, "strider", "strider.glb")}, striderGraph)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestLocomotion draws the program's picture: the walker is in every frame, and no two
// are the same.
func TestLocomotion(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "locomotion.png")
	err := draw(strider(t), striderInput, picture)
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
		if len(colors) < 80 {
			t.Errorf("frame %d has %d colours in its middle", k, len(colors))
		}
	}
}

// The walker goes as fast as it is told where a gait does, and between two nearly so: all
// in a straight line, and a foot comes down twice a round.
func TestSpeeds(t *testing.T) {
	files := []string{truth.Shared(t, "models", "pab", "arnaud.fbx"), truth.Shared(t, "models", "pab", "locomotions.fbx")}
	w, err := load(t.Context(), files, read("arnaud.json", nil))
	if err != nil {
		t.Fatal(err)
	}
	before := 0.
	for _, c := range []struct{ speed, within float64 }{{0.5, 0.01}, {1.07, 0.01}, {2, 0.13}, {3.12, 0.01}, {4, 0.13}, {5, 0.01}, {9, 0.01}} {
		if err := errors.Join(w.setSpeed(c.speed), w.crowd.Update(2)); err != nil { // the parameter is smoothed
			t.Fatal(err)
		}
		from, steps, cycle := w.crowd.Instance(0).Transform(), 0, w.crowd.Instance(0).ActiveClips(nil)[1]
		const frames = 1200
		for range frames {
			if err := w.crowd.Update(1. / 60); err != nil {
				t.Fatal(err)
			}
			steps += len(w.crowd.Events())
		}
		to := w.crowd.Instance(0).Transform()
		got := math.Hypot(to.X-from.X, to.Z-from.Z) / (frames / 60.)
		if want := min(c.speed, 5); math.Abs(got-want) > c.within*want+0.005 || got < before {
			t.Errorf("at %v m/s it goes %v", c.speed, got)
		}
		if math.Abs(to.X-from.X) > 0.05 { // it sways
			t.Errorf("at %v m/s it goes %v m to the side", c.speed, to.X-from.X)
		}
		after := w.crowd.Instance(0).ActiveClips(nil)[1]
		if rounds := float64(after.Cycle - cycle.Cycle); math.Abs(float64(steps)-2*rounds) > 3 {
			t.Errorf("at %v m/s %d steps in %v rounds", c.speed, steps, rounds)
		}
		before = got
	}
}

// Waving moves the upper body alone, once.
func TestWave(t *testing.T) {
	w, still := strider(t), strider(t)
	if err := errors.Join(w.trigger("wave"), w.setSpeed(1), still.setSpeed(1), w.trigger("dance")); err != nil {
		t.Fatal(err)
	}
	skeleton := w.model.Skeleton
	apart := func(name string) (most float64) {
		a, err := w.crowd.Instance(0).Joint(skeleton.Joint(name))
		b, err2 := still.crowd.Instance(0).Joint(skeleton.Joint(name))
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		for k := range a {
			most = max(most, math.Abs(float64(a[k]-b[k])))
		}
		return most
	}
	run := func(frames int) {
		for range frames {
			if err := errors.Join(w.crowd.Update(0.1), still.crowd.Update(0.1)); err != nil {
				t.Fatal(err)
			}
		}
	}
	run(10)
	if got := w.state(); got != "shot + ground" && got != "ground + shot" {
		t.Errorf("it plays %q", got)
	}
	for name, moves := range map[string]bool{"foot.L": false, "hips": false, "hand.L": true, "upperarm.L": true} {
		if d := apart(name); moves != (d > 0.01) {
			t.Errorf("%s is %v off", name, d)
		}
	}
	run(20)
	if d := apart("hand.L"); d > 1e-6 || w.state() != "ground" {
		t.Errorf("it waves on: %q, %v off", w.state(), d)
	}
}

// A jump can be asked for at any time, also while one waves.
func TestJump(t *testing.T) {
	w := strider(t)
	if err := errors.Join(w.setSpeed(2), w.update(1), w.trigger("wave"), w.update(0.5), w.trigger("jump"), w.update(0.1)); err != nil {
		t.Fatal(err)
	}
	if got := w.state(); got != "jump + shot" && got != "shot + jump" {
		t.Errorf("it plays %q", got)
	}
	if err := errors.Join(w.update(1), w.update(1)); err != nil || w.state() != "ground" {
		t.Errorf("%q, %v", w.state(), err)
	}
}

// The graphs fit their models, and the input uses all of them.
func TestGraphs(t *testing.T) {
	w := strider(t)
	input, err := graph.ParseScript(striderInput)
	if err != nil {
		t.Fatal(err)
	}
	bound, err := input.Bind(w.graph.Program())
	if err != nil {
		t.Fatal(err)
	}
	w.graph.Cover(true)
	if err := bound.Run(w.crowd, w.graph, 0, func(int) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if got := w.graph.Coverage().String(); got != "4 of 4 states, 4 of 4 transitions, 3 of 3 samples" {
		t.Error(got)
	}
	g, err := graph.Parse(striderGraph)
	if err != nil || len(g.Findings()) > 0 {
		t.Errorf("%v, %v", g.Findings(), err)
	}
	if picture := read("strider.svg", nil); string(picture) != string(graph.SVG(g, graph.DiagramOptions{})) {
		t.Error("strider.svg is another picture: sinew graph strider.json -o strider.svg")
	}
	if input, err = graph.ParseScript(read("arnaud.input.json", nil)); err != nil || input.Steps != 200 {
		t.Errorf("%v, %v", input, err)
	}
}

func TestLocomotionRefuses(t *testing.T) {
	if _, err := load(t.Context(), []string{"nothing.glb"}, striderGraph); err == nil {
		t.Error("a file that is not there loads")
	}
	if _, err := load(t.Context(), []string{truth.Testdata(t, "strider", "strider.glb"), "nothing.glb"}, striderGraph); err == nil {
		t.Error("clips that are not there load")
	}
	if _, err := newWalker(figure.Character(figure.Motion{Name: "dance", Seconds: 1}), striderGraph); err == nil {
		t.Error("a dance is a gait")
	}
	if _, err := newWalker(figure.Character(figure.Motion{Name: "dance", Seconds: 1}), []byte("{}")); err == nil {
		t.Error("nothing is a graph")
	}
	if err := draw(strider(t), striderInput, filepath.Join(t.TempDir(), "a.jpg")); !errors.Is(err, film.ErrUnsupported) {
		t.Errorf("a .jpg: %v", err)
	}
	if err := draw(strider(t), []byte(`{"rate": 25, "count": 1, "steps": [{"at": 0, "trigger": ["dance"]}]}`), filepath.Join(t.TempDir(), "a.png")); !errors.Is(err, graph.ErrParameter) {
		t.Errorf("an unknown trigger: %v", err)
	}
}

// TestWindow shows some frames, in a virtual display where there is none.
func TestWindow(t *testing.T) {
	err := playFrames(strider(t), 5)
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
