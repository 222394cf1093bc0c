package headless_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
)

func Example() {
	ctx, err := headless.New(320, 180)
	if err != nil {
		log.Fatal(err) // names the packages to install if EGL is missing
	}
	defer ctx.Close()
	r, err := gpu.NewRenderer(ctx, gpu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	if err := r.Draw(&gpu.Scene{}); err != nil {
		log.Fatal(err)
	}
	img, err := r.Capture(nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(img.Rect)
	// Output:
	// (0,0)-(320,180)
}
