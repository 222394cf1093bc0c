// Crowd draws a hundred characters of one model, each at its own time, on a
// machine that needs no display:
//
//	go run ./examples/crowd testdata/warden/warden.md5mesh crowd.gif
//
// A .png becomes one picture, a .gif or .apng one round of the first clip.
package main

import (
	"context"
	"fmt"
	"image"
	"log"
	"os"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/capture"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

const (
	side          = 10 // of the square that they stand in
	fps           = 25
	width, height = 960, 540
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: crowd MODEL PICTURE")
	}
	model, err := importer.Load(context.Background(), os.Args[1])
	if err == nil {
		err = crowd(model, os.Args[2])
	}
	if err != nil {
		log.Fatal(err)
	}
}

func crowd(model *soa.Model, picture string) error {
	if len(model.Clips) == 0 {
		return fmt.Errorf("%s has no clips", model.Name)
	}
	players, err := runtime.NewPlayers(model, side*side)
	if err != nil {
		return err
	}
	for i := range players.Len() {
		if err := players.Play(i, runtime.PlayOptions{Offset: 0.37 * float64(i)}, model.Clips[0]); err != nil {
			return err
		}
	}
	out, err := capture.Create(picture, capture.Options{FPS: fps})
	if err != nil {
		return err
	}
	defer out.Abort() // leaves nothing where something below fails
	screen, err := headless.New(width, height)
	if err != nil {
		return err
	}
	defer screen.Close()
	renderer, err := gpu.NewRenderer(screen, gpu.Options{})
	if err != nil {
		return err
	}
	defer renderer.Close()
	scene, err := stage(renderer, players)
	if err != nil {
		return err
	}
	frames := 1
	if capture.Animated(picture) {
		frames = max(1, int(model.Clips[0].Seconds()*fps))
	}
	var img *image.RGBA
	for range frames {
		players.Update(1. / fps)
		pose(&scene.Items[0], players)
		if err := renderer.Draw(scene); err != nil {
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

// stage uploads the model, places its instances and aims a camera at them.
func stage(r *gpu.Renderer, players *runtime.Players) (*gpu.Scene, error) {
	model, warnings, err := r.Upload(players.Model())
	if err != nil {
		return nil, err
	}
	for _, w := range warnings {
		log.Print(w) // a texture that is drawn plain
	}
	item := gpu.Item{Model: model, World: []soa.Affine{soa.IdentityAffine()}}
	for skin := range players.Model().Skins {
		item.Palettes = append(item.Palettes, gpu.Matrices{Data: players.Palettes(skin)})
	}
	players.Evaluate()
	pose(&item, players)
	one, err := item.Bounds()
	if err != nil {
		return nil, err
	}
	step := 1.2 * max(one.Max[0]-one.Min[0], one.Max[2]-one.Min[2])
	item.World = nil
	for i := range players.Len() {
		world := soa.IdentityAffine()
		world[3], world[11] = step*float32(i%side), -step*float32(i/side)
		item.World = append(item.World, world)
	}
	all, err := item.Bounds()
	view := gpu.Orbit{Yaw: 0.6, Pitch: 0.4}
	view.Fit(all, float64(width)/height)
	return &gpu.Scene{Camera: view.Camera(), Grid: gpu.GridFor(all), Items: []gpu.Item{item}}, err
}

// pose gathers what the item wants in one piece and the players keep apart.
// Palettes it reads where the players compute them.
func pose(item *gpu.Item, players *runtime.Players) {
	item.Joints.Data, item.Weights = item.Joints.Data[:0], item.Weights[:0]
	for i := range players.Len() {
		item.Joints.Data = append(item.Joints.Data, players.Matrices(i)...)
		item.Weights = append(item.Weights, players.Pose(i).Weight...)
	}
}
