package gpu_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// Two instances of a red triangle that a joint carries, drawn without a display with
// the palettes of a crowd as they are.
func Example() {
	model := triangle()
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 2, runtime.CrowdOptions{})
	if err != nil {
		log.Fatal(err)
	}
	drawn, err := crowd.Layout().BindModel(model)
	if err != nil {
		log.Fatal(err)
	}

	ctx, err := headless.New(320, 180) // or window.New
	if err != nil {
		log.Fatal(err)
	}
	defer ctx.Close()
	r, err := gpu.NewRenderer(ctx, gpu.Options{Samples: 4})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	uploaded, warnings, err := r.Upload(drawn)
	if err != nil || len(warnings) > 0 {
		log.Fatal(err, warnings)
	}

	left, right := soa.IdentityAffine(), soa.IdentityAffine()
	left[3], right[3] = -1, 1
	item := gpu.Item{
		Model:    uploaded,
		World:    []soa.Affine{left, right},
		Palettes: []gpu.Palette{{Data: crowd.Palettes(), Stride: crowd.Stride()}},
	}
	bounds, err := item.Bounds()
	if err != nil {
		log.Fatal(err)
	}
	var view gpu.Orbit
	view.Fit(bounds, 320.0/180)
	scene := gpu.Scene{Camera: view.Camera(), Items: []gpu.Item{item}}
	if err := r.Draw(&scene); err != nil {
		log.Fatal(err)
	}
	img, err := r.Capture(nil) // for film.Write
	if err != nil {
		log.Fatal(err)
	}
	red := 0
	for x := range 320 {
		if c := img.RGBAAt(x, 90); int(c.R) > 2*int(c.G) {
			red++
		}
	}
	fmt.Println("bounds", bounds.Min, bounds.Max)
	fmt.Println("red in the middle row:", red > 50)
	// Output:
	// bounds [-1.5 0 0] [1.5 1 0]
	// red in the middle row: true
}

func triangle() *soa.Model {
	return &soa.Model{
		Skeleton: &soa.Skeleton{
			Name: []string{"sign"}, Parent: []int16{soa.NoJoint}, Depth: []uint16{0}, Unit: []float32{1}, Rest: soa.MakeTransforms(1),
		},
		Meshes: []*soa.Mesh{{
			Position: []float32{-0.5, 0, 0, 0.5, 0, 0, 0, 1, 0},
			Normal:   []float32{0, 0, 1, 0, 0, 1, 0, 0, 1},
			Index:    []uint32{0, 1, 2},
			Skin:     soa.None, Joint: 0, Offset: soa.IdentityAffine(),
		}},
		Materials: []soa.Material{{BaseColor: [4]float32{1, 0, 0, 1}, Roughness: 1}},
	}
}

// A camera that circles a box of 2 m.
func ExampleOrbit() {
	box := gpu.EmptyBounds()
	box.Add([3]float32{-1, 0, -1})
	box.Add([3]float32{1, 2, 1})
	var view gpu.Orbit
	view.Fit(box, 16.0/9)
	view.Rotate(0.5, 0.2)
	view.Zoom(1.1)
	camera := view.Camera()
	fmt.Printf("looks at %.0f from %.1f m\n", camera.Target, view.Distance)
	// Output:
	// looks at [0 1 0] from 4.0 m
}
