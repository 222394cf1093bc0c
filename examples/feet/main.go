// Feet lets a character walk over stairs and slopes: its feet stand on the ground and do not
// slide, its head follows a ball, and what hangs on it swings.
//
//	go run ./examples/feet                   # a window, with the model in testdata
//	go run ./examples/feet -o feet.gif       # a picture (.gif, .apng, .png: a contact sheet)
//	go run ./examples/feet arnaud.fbx walk.fbx
//
// Space blends the feet out and in, Escape closes. The ground answers the rays of the feet;
// in a game its physics do.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"log"
	goruntime "runtime"
	"time"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/capture"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/soa"
)

const (
	width, height = 480, 360
	rate          = 30
	sheet         = 20 // frames of a contact sheet
)

// Window systems want the main thread.
func init() { goruntime.LockOSThread() }

func main() {
	picture := flag.String("o", "", "draw into a `file`, without a display")
	seconds := flag.Float64("seconds", 20, "how long the picture is, in `seconds`")
	side := flag.Bool("side", false, "look from the side")
	flag.Parse()
	files := flag.Args()
	if len(files) == 0 {
		files = []string{"testdata/warden/warden.md5mesh"}
	}
	walker, err := load(context.Background(), files)
	switch {
	case err != nil:
	case *picture != "":
		if err = draw(walker, *picture, *seconds, *side); err == nil {
			fmt.Println(&walker.measures)
		}
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

// load imports a model, and a walk from another file that fits its joints.
func load(ctx context.Context, files []string) (*walker, error) {
	model, err := importer.Load(ctx, files[0])
	if err != nil {
		return nil, err
	}
	for _, other := range files[1:] {
		if _, err := importer.AddClips(ctx, model, other); err != nil {
			return nil, err
		}
	}
	return newWalker(model)
}

// stage is a scene with the walker, and a camera that follows it.
type stage struct {
	*walker
	scene  gpu.Scene
	camera gpu.Orbit
}

func newStage(r *gpu.Renderer, w *walker, side bool) (*stage, error) {
	drawn, err := w.crowd.Layout().BindModel(w.model) // one skin: the crowd's palette
	if err != nil {
		return nil, err
	}
	s := &stage{walker: w, camera: gpu.Orbit{Yaw: 2.2, Pitch: 0.25, Distance: 4}}
	if side {
		s.camera = gpu.Orbit{Yaw: 1.57, Pitch: 0.05, Distance: 2}
	}
	for _, m := range []*soa.Model{drawn, w.ground.mesh(), ball(0.06)} {
		uploaded, warnings, err := r.Upload(m)
		if err != nil {
			return nil, err
		}
		for _, warning := range warnings {
			log.Print(warning) // a texture that is drawn plain
		}
		s.scene.Items = append(s.scene.Items, gpu.Item{Model: uploaded, World: []soa.Affine{soa.IdentityAffine()}})
	}
	// The item reads the crowd's memory: the values of the last update are drawn.
	body := &s.scene.Items[0]
	body.Weights = w.crowd.AllWeights()
	body.Palettes = []gpu.Palette{{Data: w.crowd.Palettes(), Stride: w.crowd.Stride()}}
	s.follow()
	return s, nil
}

// step lets the walker go on by dt seconds, and the camera with it.
func (s *stage) step(dt float64) error {
	err := s.update(dt)
	s.follow()
	return err
}

func (s *stage) follow() {
	s.scene.Items[0].World[0] = s.world
	for k := range 3 {
		s.camera.Target[k] = float64(s.world[4*k+3])
		s.scene.Items[2].World[0][4*k+3] = float32(s.target[k])
	}
	s.camera.Target[1] += 0.4 * s.camera.Distance / 2
	s.scene.Camera = s.camera.Camera()
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
	s, err := newStage(renderer, walker, false)
	if err != nil {
		return err
	}
	w.Handle(window.Handlers{Orbit: &s.camera, Key: func(k window.Key, _ window.Mods) {
		switch k {
		case window.KeyEscape:
			w.RequestClose()
		case window.KeySpace:
			s.toggle()
		}
	}})
	last := time.Now()
	for n := 0; !w.Closing() && (frames == 0 || n < frames); n++ {
		w.Poll()
		now := time.Now()
		if err := s.step(now.Sub(last).Seconds()); err != nil {
			return err
		}
		last = now
		if err := renderer.Draw(&s.scene); err != nil {
			return err
		}
		w.Swap()
	}
	return nil
}

// draw writes a picture of some seconds.
func draw(walker *walker, picture string, seconds float64, side bool) error {
	out, err := capture.Create(picture, capture.Options{FPS: rate})
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
	s, err := newStage(renderer, walker, side)
	if err != nil {
		return err
	}
	steps, every := int(seconds*rate), 1
	if !capture.Animated(picture) {
		every = max(1, steps/sheet)
	}
	var img *image.RGBA
	for n := range steps {
		if err := s.step(1. / rate); err != nil {
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
