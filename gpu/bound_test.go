package gpu_test

import (
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// TestMirroredJoint draws single-sided meshes that two joints carry, one of which
// mirrors, in both forms: both show from the front.
func TestMirroredJoint(t *testing.T) {
	ctx, err := headless.New(90, 30)
	if errors.Is(err, headless.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer ctx.Close()
	r, err := gpu.NewRenderer(ctx, gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	model := triangle()
	model.Skeleton = &soa.Skeleton{
		Name: []string{"plain", "mirrored"}, Parent: []int16{soa.NoJoint, soa.NoJoint}, Depth: make([]uint16, 2),
		Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2),
	}
	rest := &model.Skeleton.Rest
	rest.TX[0], rest.TX[1], rest.SX[1] = -1, 1, -1
	other := *model.Meshes[0]
	other.Joint = 1
	model.Meshes = append(model.Meshes, &other)
	nod := &soa.Clip{TicksPerSecond: 1, Duration: 1, Time: []float32{0, 1, 0, 1}, X: make([]float32, 4), Y: []float32{0, 0.1, 0, 0.1}, Z: make([]float32, 4), W: make([]float32, 4)}
	for j, x := range rest.TX[:2] {
		nod.Tracks = append(nod.Tracks, soa.Track{Target: int16(j), First: uint32(2 * j), Property: soa.Translation, Interpolation: soa.Linear})
		nod.X[2*j], nod.X[2*j+1] = x, x
	}
	model.Clips = []*soa.Clip{nod}
	for _, form := range []pose.FormChoice{pose.FormRig, pose.FormGeneral} {
		crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{Layout: pose.LayoutOptions{Form: form}})
		if err != nil {
			t.Fatal(err)
		}
		item := itemOf(t, r, model, crowd)
		scene := &gpu.Scene{Camera: gpu.Camera{Eye: [3]float64{0, 0.3, 4}, Target: [3]float64{0, 0.3, 0}, FovY: 0.4}, Items: []gpu.Item{item}}
		if err := r.Draw(scene); err != nil {
			t.Fatal(err)
		}
		img, err := r.Capture(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range []int{26, 64} {
			if c := img.RGBAAt(x, 15); int(c.R) < 2*int(c.G) {
				t.Errorf("%v: at %d the picture is %v", crowd.Layout().Form, x, c)
			}
		}
	}
}
