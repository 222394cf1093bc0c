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
	"github.com/sinew-anim/sinew/runtime/pose"
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

// play shows the model's last clip until the window is closed or, unless frames is 0,
// that number of frames has been shown.
func play(model *soa.Model, frames int) error {
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true}})
	if err != nil {
		return err
	}
	if n := crowd.Clips(); n > 0 {
		if err := crowd.Instance(0).Play(n-1, runtime.PlayOptions{}); err != nil {
			return err
		}
	}
	drawn, err := crowd.Layout().BindModel(model) // one skin: the crowd's palette
	if err != nil {
		return err
	}
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
	uploaded, warnings, err := renderer.Upload(drawn)
	if err != nil {
		return err
	}
	for _, warning := range warnings {
		log.Print(warning) // a texture that is drawn plain
	}

	// The item reads the crowd's memory: the values of the last Update are drawn.
	item := gpu.Item{
		Model: uploaded, World: []soa.Affine{soa.IdentityAffine()}, Weights: crowd.AllWeights(),
		Palettes: []gpu.Palette{{Data: crowd.Palettes(), Stride: crowd.Stride()}},
		Joints:   make([]soa.Affine, model.Skeleton.Len()),
		Skeleton: len(model.Meshes) == 0,
	}
	joints := make([]int, model.Skeleton.Len())
	for j := range joints {
		joints[j] = j
	}
	if err := update(crowd, 0, item.Joints, joints); err != nil {
		return err
	}

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
		if err := update(crowd, now.Sub(last).Seconds(), item.Joints, joints); err != nil {
			return err
		}
		last = now
		scene.Camera = camera.Camera()
		if err := renderer.Draw(scene); err != nil {
			return err
		}
		w.Swap()
	}
	return nil
}

// update advances the crowd and reads the joints of its one instance, for a model
// that shows its skeleton.
func update(crowd *runtime.Crowd, seconds float64, to []soa.Affine, joints []int) error {
	if err := crowd.Update(seconds); err != nil {
		return err
	}
	return crowd.Joints(to, []int{0}, joints)
}
