// Feet lets a character walk over stairs and slopes: its feet stay on the ground without
// sliding, its head follows a ball, and its cape and plume swing.
//
//	go run ./examples/feet                   # a window, with the model in testdata
//	go run ./examples/feet -o feet.gif       # a picture (.gif, .apng, .png: a contact sheet)
//	go run ./examples/feet arnaud.fbx walk.fbx
//
// Space blends foot placement out and in, Escape closes. The example intersects the rays of
// the feet with its ground, as a game does by its physics.
package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/sinew-anim/sinew/examples/internal/show"
	"github.com/sinew-anim/sinew/examples/internal/stage"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/soa"
)

const (
	width, height = 480, 360
	rate          = 30
)

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
		err = playFrames(walker, 0)
	}
	show.Exit(err, "-o FILE draws into a file")
}

// load imports a model, and a walk from another file that fits its joints.
func load(ctx context.Context, files []string) (*walker, error) {
	model, err := stage.Load(ctx, files[0], files[1:]...)
	if err != nil {
		return nil, err
	}
	return newWalker(model)
}

// set is a scene with the walker, and a camera that follows it.
type set struct {
	*walker
	scene  gpu.Scene
	camera gpu.Orbit
}

func newSet(r *gpu.Renderer, w *walker, side bool) (*set, error) {
	body, err := stage.Item(r, w.model, w.crowd)
	if err != nil {
		return nil, err
	}
	s := &set{walker: w, scene: gpu.Scene{Items: []gpu.Item{body}}, camera: gpu.Orbit{Yaw: 2.2, Pitch: 0.25, Distance: 4}}
	if side {
		s.camera = gpu.Orbit{Yaw: 1.57, Pitch: 0.05, Distance: 2}
	}
	for _, m := range []*soa.Model{w.ground.mesh(), ball(0.06)} {
		uploaded, err := stage.Upload(r, m)
		if err != nil {
			return nil, err
		}
		s.scene.Items = append(s.scene.Items, gpu.Item{Model: uploaded, World: []soa.Affine{soa.IdentityAffine()}})
	}
	s.follow()
	return s, nil
}

// step advances the walker by dt seconds, and moves the camera with it.
func (s *set) step(dt float64) error {
	err := s.update(dt)
	s.follow()
	return err
}

func (s *set) follow() {
	s.scene.Items[0].World[0] = s.world
	for k := range 3 {
		s.camera.Target[k] = float64(s.world[4*k+3])
		s.scene.Items[2].World[0][4*k+3] = float32(s.target[k])
	}
	s.camera.Target[1] += 0.4 * s.camera.Distance / 2
	s.scene.Camera = s.camera.Camera()
}

// playFrames shows the walker in a window until it is closed or, unless frames is 0, that number
// of frames has been shown.
func playFrames(walker *walker, frames int) error {
	return show.Run(walker.model.Name, frames, func(r *gpu.Renderer) (*show.Stage, error) {
		s, err := newSet(r, walker, false)
		if err != nil {
			return nil, err
		}
		return &show.Stage{Scene: &s.scene, Camera: &s.camera, Step: s.step, Key: func(k window.Key) error {
			if k == window.KeySpace {
				s.toggle()
			}
			return nil
		}}, nil
	})
}

// draw writes a picture or an animation of some seconds.
func draw(walker *walker, picture string, seconds float64, side bool) error {
	film, err := stage.NewFilm(picture, rate, width, height)
	if err != nil {
		return err
	}
	defer film.Release()
	s, err := newSet(film.Renderer, walker, side)
	if err != nil {
		return err
	}
	return film.Record(int(seconds*rate), &s.scene, func(int) error { return s.step(1. / rate) })
}
