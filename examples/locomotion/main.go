// Locomotion plays an animation graph: a blend space of gaits by speed, a jump from
// anywhere, and a wave of the upper body over both. It prints the steps of the feet.
//
//	go run ./examples/locomotion                   # a window, with the model in testdata
//	go run ./examples/locomotion -o walk.gif       # a picture (.gif, .apng, .png: a contact sheet)
//	cd examples/locomotion && go run . -graph arnaud.json -play arnaud.input.json -o run.gif arnaud.fbx locomotions.fbx
//
// Up and down change the speed, Space jumps, W waves, Escape closes. strider.json is the
// graph, strider.input.json what a picture shows; a model and files with clips for it
// need a graph of their own clips.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"log"
	"os"
	goruntime "runtime"
	"time"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/capture"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/runtime/graph/script"
	"github.com/sinew-anim/sinew/soa"
)

const (
	width, height = 480, 360
	sheet         = 20 // frames of a contact sheet
)

// Window systems want the main thread.
func init() { goruntime.LockOSThread() }

func main() {
	picture := flag.String("o", "", "draw into a `file`, without a display")
	graphFile := flag.String("graph", "", "play the animation graph of a `file`")
	inputFile := flag.String("play", "", "draw the input of a `file`")
	flag.Parse()
	files := flag.Args()
	if len(files) == 0 {
		files = []string{"testdata/strider/strider.glb"}
	}
	walker, err := load(context.Background(), files, read(*graphFile, striderGraph))
	switch {
	case err != nil:
	case *picture != "":
		err = draw(walker, read(*inputFile, striderInput), *picture)
	default:
		err = show(walker, 0)
	}
	if errors.Is(err, window.ErrNoDisplay) {
		log.Fatalf("%v: -o FILE draws into a file", err)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// read reads a file, if one is named.
func read(file string, otherwise []byte) []byte {
	if file == "" {
		return otherwise
	}
	data, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	return data
}

// load imports a model, and clips from other files that fit its joints, for a graph.
func load(ctx context.Context, files []string, graph []byte) (*walker, error) {
	model, err := importer.Load(ctx, files[0])
	if err != nil {
		return nil, err
	}
	for _, other := range files[1:] {
		if _, err := importer.AddClips(ctx, model, other); err != nil {
			return nil, err
		}
	}
	return newWalker(model, graph)
}

// stage is a scene with the walker, and a camera that follows it.
type stage struct {
	*walker
	scene  gpu.Scene
	camera gpu.Orbit
}

func newStage(r *gpu.Renderer, w *walker) (*stage, error) {
	drawn, err := w.crowd.Layout().BindModel(w.model) // one skin: the crowd's palette
	if err != nil {
		return nil, err
	}
	uploaded, warnings, err := r.Upload(drawn)
	if err != nil {
		return nil, err
	}
	for _, warning := range warnings {
		log.Print(warning) // a texture that is drawn plain
	}
	// The item reads the crowd's memory: the values of the last Update are drawn.
	item := gpu.Item{
		Model: uploaded, World: []soa.Affine{soa.IdentityAffine()}, Weights: w.crowd.AllWeights(),
		Palettes: []gpu.Palette{{Data: w.crowd.Palettes(), Stride: w.crowd.Stride()}},
	}
	bounds, err := item.Bounds()
	s := &stage{walker: w, scene: gpu.Scene{Items: []gpu.Item{item}, Grid: gpu.GridFor(bounds)}, camera: gpu.Orbit{Yaw: 1.1, Pitch: 0.2}}
	s.camera.Fit(bounds, float64(width)/height)
	return s, err
}

// step lets the walker go on by dt seconds, and camera and grid with it.
func (s *stage) step(dt float64) error {
	from := s.crowd.Instance(0).Transform()
	if err := s.update(dt); err != nil {
		return err
	}
	p := s.crowd.Instance(0).Transform()
	s.camera.Target[0] += p.X - from.X
	s.camera.Target[2] += p.Z - from.Z
	s.scene.Items[0].World[0] = soa.Affine{
		float32(p.C), 0, float32(p.S), float32(p.X),
		0, 1, 0, float32(p.Y),
		-float32(p.S), 0, float32(p.C), float32(p.Z),
	}
	s.scene.Camera, s.scene.Grid.Center[0], s.scene.Grid.Center[2] = s.camera.Camera(), float32(p.X), float32(p.Z)
	return nil
}

// show opens a window until it is closed or, unless frames is 0, that number of frames
// has been shown.
func show(walker *walker, frames int) error {
	w, err := window.New(window.Options{Title: walker.model.Name})
	if err != nil {
		return err
	}
	defer w.Close()
	renderer, err := gpu.NewRenderer(w, gpu.Options{})
	if err != nil {
		return err
	}
	defer renderer.Close()
	s, err := newStage(renderer, walker)
	if err != nil {
		return err
	}
	var failed error // of a key
	w.Handle(window.Handlers{Orbit: &s.camera, Key: func(k window.Key, _ window.Mods) {
		switch k {
		case window.KeyEscape:
			w.RequestClose()
		case window.KeyUp:
			failed = s.setSpeed(s.wish + 0.1)
		case window.KeyDown:
			failed = s.setSpeed(s.wish - 0.1)
		case window.KeySpace:
			failed = s.trigger("jump")
		case 'W':
			failed = s.trigger("wave")
		}
	}})
	last := time.Now()
	for n := 0; !w.Closing() && failed == nil && (frames == 0 || n < frames); n++ {
		w.Poll()
		now := time.Now()
		if err := s.step(now.Sub(last).Seconds()); err != nil {
			return err
		}
		last = now
		w.SetTitle(fmt.Sprintf("%s: %.1f m/s, %s", s.model.Name, s.wish, s.state()))
		if err := renderer.Draw(&s.scene); err != nil {
			return err
		}
		w.Swap()
	}
	return failed
}

// draw writes a picture of what some input does.
func draw(walker *walker, data []byte, picture string) error {
	input, err := script.Parse(data)
	if err != nil {
		return err
	}
	play, err := input.Bind(walker.graph.Program())
	if err != nil {
		return err
	}
	out, err := capture.Create(picture, capture.Options{FPS: 1 / input.Seconds})
	if err != nil {
		return err
	}
	defer out.Abort() // leaves nothing where something below fails
	screen, err := headless.New(width, height)
	if err != nil {
		return err
	}
	defer screen.Close()
	renderer, err := gpu.NewRenderer(screen, gpu.Options{Smooth: true})
	if err != nil {
		return err
	}
	defer renderer.Close()
	s, err := newStage(renderer, walker)
	if err != nil {
		return err
	}
	every := 1
	if !capture.Animated(picture) {
		every = max(1, input.Steps/sheet)
	}
	var img *image.RGBA
	for n := range input.Steps {
		if err := play.Apply(s.graph, 0, n); err != nil {
			return err
		}
		if err := s.step(input.Seconds); err != nil {
			return err
		}
		if n%every != 0 {
			continue
		}
		if err := renderer.Draw(&s.scene); err != nil {
			return err
		}
		if img, err = renderer.Capture(img); err != nil {
			return err
		}
		if err := out.Add(img); err != nil {
			return err
		}
	}
	return out.Close()
}
