// Play opens a window and plays the first clip of a model file in it:
//
//	go run ./examples/play testdata/warden/warden.md5mesh
//
// Drag to rotate the camera, use the wheel to zoom, Escape to close. Further files add
// clips for the model's joints; the last clip plays.
package main

import (
	"context"
	"log"
	"os"

	"github.com/sinew-anim/sinew/examples/internal/show"
	"github.com/sinew-anim/sinew/examples/internal/stage"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: play MODEL [CLIPS]…")
	}
	model, err := stage.Load(context.Background(), os.Args[1], os.Args[2:]...)
	if err == nil {
		err = playFrames(model, 0)
	}
	show.Exit(err, "try go run ./examples/crowd, which draws into a file")
}

// playFrames shows the model's last clip until the window is closed or, unless frames is 0,
// that number of frames has been shown.
func playFrames(model *soa.Model, frames int) error {
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true}})
	if err != nil {
		return err
	}
	if n := crowd.Clips(); n > 0 {
		if err := crowd.Instance(0).Play(n-1, play.Options{}); err != nil {
			return err
		}
	}
	return show.Run(model.Name, frames, func(r *gpu.Renderer) (*show.Stage, error) { return prepare(r, model, crowd) })
}

// prepare uploads the model and aims a camera at it.
func prepare(r *gpu.Renderer, model *soa.Model, crowd *runtime.Crowd) (*show.Stage, error) {
	item, err := stage.Item(r, model, crowd)
	if err != nil {
		return nil, err
	}
	item.Joints = make([]soa.Affine, model.Skeleton.Len())
	item.Skeleton = len(model.Meshes) == 0
	joints := make([]int, model.Skeleton.Len())
	for j := range joints {
		joints[j] = j
	}
	step := func(dt float64) error {
		if err := crowd.Update(dt); err != nil {
			return err
		}
		return crowd.Joints(item.Joints, []int{0}, joints) // for a skeleton
	}
	if err := step(0); err != nil {
		return nil, err
	}
	bounds, err := item.Bounds()
	camera := &gpu.Orbit{Yaw: 0.6, Pitch: 0.2}
	camera.Fit(bounds, 16./9)
	scene := &gpu.Scene{Grid: gpu.GridFor(bounds), Items: []gpu.Item{item}}
	return &show.Stage{Scene: scene, Camera: camera, Step: step}, err
}
