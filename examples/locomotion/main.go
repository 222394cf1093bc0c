// Locomotion plays an animation graph: a blend space of gaits by speed, a jump from
// anywhere, and a wave of the upper body over both. It prints the steps of the feet.
//
//	go run ./examples/locomotion                   # a window, with the model in testdata
//	go run ./examples/locomotion -o walk.gif       # a picture (.gif, .apng, .png: a contact sheet)
//	cd examples/locomotion && go run . -graph arnaud.json -play arnaud.input.json -o run.gif arnaud.fbx locomotions.fbx
//
// Up and down change the speed, Space jumps, W waves, Escape closes. strider.json is the
// graph, strider.input.json the input of a picture; other models need a graph of their
// clips.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"

	"github.com/sinew-anim/sinew/examples/internal/show"
	"github.com/sinew-anim/sinew/examples/internal/stage"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/soa"
)

const width, height = 480, 360 // of a picture

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
		err = playFrames(walker, 0)
	}
	show.Exit(err, "-o FILE draws into a file")
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
	model, err := stage.Load(ctx, files[0], files[1:]...)
	if err != nil {
		return nil, err
	}
	return newWalker(model, graph)
}

// set is a scene with the walker, and a camera that follows it.
type set struct {
	*walker
	scene  gpu.Scene
	camera gpu.Orbit
}

func newSet(r *gpu.Renderer, w *walker) (*set, error) {
	item, err := stage.Item(r, w.model, w.crowd)
	if err != nil {
		return nil, err
	}
	bounds, err := item.Bounds()
	s := &set{walker: w, camera: gpu.Orbit{Yaw: 1.1, Pitch: 0.2}}
	s.scene.Items, s.scene.Grid = []gpu.Item{item}, gpu.GridFor(bounds)
	s.camera.Fit(bounds, float64(width)/height)
	return s, err
}

// step advances the walker by dt seconds, and moves camera and grid with it.
func (s *set) step(dt float64) error {
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

// key handles the keys of a window.
func (s *set) key(k window.Key) error {
	switch k {
	case window.KeyUp:
		return s.setSpeed(s.wish + 0.1)
	case window.KeyDown:
		return s.setSpeed(s.wish - 0.1)
	case window.KeySpace:
		return s.trigger("jump")
	case 'W':
		return s.trigger("wave")
	}
	return nil
}

// playFrames shows the walker in a window until it is closed or, unless frames is 0, that number
// of frames has been shown.
func playFrames(walker *walker, frames int) error {
	return show.Run(walker.model.Name, frames, func(r *gpu.Renderer) (*show.Stage, error) {
		s, err := newSet(r, walker)
		if err != nil {
			return nil, err
		}
		title := func() string { return fmt.Sprintf("%s: %.1f m/s, %s", s.model.Name, s.wish, s.state()) }
		return &show.Stage{Scene: &s.scene, Camera: &s.camera, Step: s.step, Key: s.key, Title: title}, nil
	})
}

// draw writes a picture or an animation of an input script.
func draw(walker *walker, data []byte, picture string) error {
	input, err := graph.ParseScript(data)
	if err != nil {
		return err
	}
	bound, err := input.Bind(walker.graph.Program())
	if err != nil {
		return err
	}
	film, err := stage.NewFilm(picture, 1/input.Seconds, width, height)
	if err != nil {
		return err
	}
	defer film.Release()
	s, err := newSet(film.Renderer, walker)
	if err != nil {
		return err
	}
	return film.Record(input.Steps, &s.scene, func(n int) error {
		return errors.Join(bound.Apply(s.graph, 0, n), s.step(input.Seconds))
	})
}
