package gpu_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// A crowd of a thousand walks without a palette in memory: it advances its clocks and
// hands over where its instances stand, and the GPU does the rest.
func ExampleEvaluator() {
	const n = 1000
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1.1}, figure.Motion{Name: "run", Seconds: 0.7})
	bank, err := bake.Bank(context.Background(), model, nil, bake.BankOptions{ErrorBound: 1e-3})
	check(err)
	crowd, err := runtime.NewCrowd(runtime.Baked(bank), n, runtime.CrowdOptions{Play: &play.Options{Seed: 1}})
	check(err)
	bound, err := crowd.Layout().BindModel(model)
	check(err)

	ctx, err := headless.New(320, 180)
	check(err)
	defer ctx.Close()
	renderer, err := gpu.NewRenderer(ctx, gpu.Options{})
	check(err)
	defer renderer.Close()
	evaluator, err := renderer.NewEvaluator(bank)
	if errors.Is(err, soa.ErrOption) { // below OpenGL 4.3 the palettes come from the crowd
		log.Fatal(err)
	}
	check(err)
	uploaded, _, err := renderer.Upload(bound)
	check(err)

	scene := gpu.Scene{Camera: gpu.Camera{Eye: [3]float64{0, 8, 40}, FovY: 0.7}, Items: []gpu.Item{{
		Model: uploaded, World: make([]soa.Affine, n), Palettes: []gpu.Palette{evaluator.Palette()},
	}}}
	for i := range n {
		place := soa.IdentityAffine()
		place[3], place[11] = float32(i%40)-20, -float32(i/40)
		scene.Items[0].World[i] = place
	}
	frames := make([]soa.Frame, n*soa.InstanceFrames)
	check(crowd.Instance(7).Play(crowd.ClipIndex("run"), play.Options{Fade: 0.3}))
	for range 3 {
		check(crowd.Advance(1. / 60))
		check(crowd.Frames(frames, 0, n))
		check(evaluator.Evaluate(frames))
		check(renderer.Draw(&scene))
	}
	fmt.Println(len(frames)*12, "bytes in place of", 4*len(crowd.Palettes()))
	// Output:
	// 24000 bytes in place of 3264000
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
