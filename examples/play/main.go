// Play opens a window and plays the first clip of a model file in it:
//
//	go run ./examples/play testdata/warden/warden.md5mesh
//
// Drag to turn the camera, use the wheel to come nearer, Escape to close. Other
// files after the first one bring clips for its joints; the last clip plays.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	goruntime "runtime"
	"time"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// Window systems want the main thread.
func init() { goruntime.LockOSThread() }

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: play MODEL [CLIPS]…")
	}
	model, err := load(context.Background(), os.Args[1], os.Args[2:])
	if err == nil {
		err = play(model, 0)
	}
	if errors.Is(err, window.ErrNoDisplay) {
		log.Fatalf("%v: try go run ./examples/crowd, which draws into a file", err)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// load imports a model, and clips from other files that fit its joints.
func load(ctx context.Context, file string, clips []string) (*soa.Model, error) {
	model, err := importer.Load(ctx, file)
	if err != nil {
		return nil, err
	}
	for _, other := range clips {
		if _, err := importer.AddClips(ctx, model, other); err != nil {
			return nil, err
		}
	}
	return model, nil
}

// play shows the model's last clip until the window is closed or, where that is
// not 0, so many frames have been shown.
func play(model *soa.Model, frames int) error {
	players, err := runtime.NewPlayers(model, 1)
	if err != nil {
		return err
	}
	if n := len(model.Clips); n > 0 {
		if err := players.Play(0, runtime.PlayOptions{Mode: runtime.Wrap}, model.Clips[n-1]); err != nil {
			return err
		}
	}
	players.Evaluate()
	w, err := window.New(window.Options{Title: model.Name})
	if err != nil {
		return err
	}
	defer w.Close()
	renderer, err := gpu.NewRenderer(w, gpu.Options{})
	if err != nil {
		return err
	}
	defer renderer.Close()
	uploaded, warnings, err := renderer.Upload(model)
	if err != nil {
		return err
	}
	for _, warning := range warnings {
		log.Print(warning) // a texture that is drawn plain
	}

	// The item reads the player's memory: what Update computes is drawn.
	item := gpu.Item{Model: uploaded, World: []soa.Affine{soa.IdentityAffine()}, Skeleton: len(model.Meshes) == 0}
	for skin := range model.Skins {
		item.Palettes = append(item.Palettes, gpu.Matrices{Data: players.Palettes(skin)})
	}
	item.Joints.Data, item.Weights = players.Matrices(0), players.Pose(0).Weight

	bounds, err := item.Bounds()
	if err != nil {
		return err
	}
	camera := gpu.Orbit{Yaw: 0.6, Pitch: 0.2}
	camera.Fit(bounds, 16./9)
	w.Handle(window.Handlers{Orbit: &camera, Key: func(k window.Key, _ window.Mods) {
		if k == window.KeyEscape {
			w.RequestClose()
		}
	}})
	scene := &gpu.Scene{Grid: gpu.GridFor(bounds), Items: []gpu.Item{item}}
	last := time.Now()
	for n := 0; !w.Closing() && (frames == 0 || n < frames); n++ {
		w.Poll()
		now := time.Now()
		players.Update(now.Sub(last).Seconds())
		last = now
		scene.Camera = camera.Camera()
		if err := renderer.Draw(scene); err != nil {
			return err
		}
		w.Swap()
	}
	return nil
}
