package gpu_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

const strider = "../testdata/strider"

// striderView is strider_render.json: Blender's camera and the frames it drew.
type striderView struct {
	Camera struct {
		Pos [3]float64 `json:"pos"`
		Rot [9]float64 `json:"rot"`
	} `json:"camera_world"`
	Fov        float64        `json:"fov_x_rad"`
	Resolution [2]int         `json:"resolution"`
	Frames     map[string]int `json:"frames"`
}

// striderFPS is the scene's frame rate.
const striderFPS = 30

// camera turns Blender's camera, which looks along its −Z in a world of Z up.
func (v *striderView) camera() gpu.Camera {
	up := func(x, y, z float64) [3]float64 { return [3]float64{x, z, -y} }
	r := v.Camera.Rot
	c := gpu.Camera{Eye: up(v.Camera.Pos[0], v.Camera.Pos[1], v.Camera.Pos[2]), Up: up(r[1], r[4], r[7]), FovY: v.Fov}
	ahead := up(-r[2], -r[5], -r[8])
	for k := range 3 {
		c.Target[k] = c.Eye[k] + ahead[k]
	}
	return c
}

// TestStriderSilhouette draws the strider from each format at the frames that
// Blender rendered, through Blender's camera, and compares where the coloured
// parts of the figure are. Limbs out of place, a wrong unit, axis, time or
// mirror image all show.
func TestStriderSilhouette(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(strider, "strider_render.json"))
	if err != nil {
		t.Fatal(err)
	}
	var view striderView
	if err := json.Unmarshal(data, &view); err != nil {
		t.Fatal(err)
	}
	ctx, err := headless.New(view.Resolution[0], view.Resolution[1])
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
	for clip, frame := range view.Frames {
		want := pictures.Read(t, filepath.Join(strider, fmt.Sprintf("strider_%s_f%d.png", clip, frame)))
		for _, file := range []string{"strider_" + clip + ".fbx", "strider_" + clip + ".dae", "strider.glb"} {
			got := drawStrider(t, r, view.camera(), file, clip, float64(frame)/striderFPS)
			same := overlap(colored(got), colored(want))
			t.Logf("%s, clip %s: the figures overlap by %.3f", file, clip, same)
			least := 0.9
			if filepath.Ext(file) == ".dae" {
				least = 0.8 // Blender's Collada leaves the head's morph targets out
			}
			if same < least {
				t.Errorf("%s, clip %s: the figures overlap by %.3f only", file, clip, same)
			}
		}
	}
}

// drawStrider poses and draws one file. A Collada file has one clip for each
// armature, which play together.
func drawStrider(t *testing.T, r *gpu.Renderer, camera gpu.Camera, file, clip string, at float64) image.Image {
	t.Helper()
	model, err := importer.Load(context.Background(), filepath.Join(strider, file), importer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	clips := model.Clips
	if one := model.Clip(clip); one != nil {
		clips = []*soa.Clip{one}
	}
	all, err := model.JoinClips(clip, clips...)
	if err != nil {
		t.Fatal(err)
	}
	model.Clips = []*soa.Clip{all}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{Play: &play.Options{Mode: play.Clamp}})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(crowd.Instance(0).Seek(at), crowd.Update(0)); err != nil {
		t.Fatal(err)
	}
	item := itemOf(t, r, model, crowd)
	defer item.Model.Close()
	white, grey := gpu.Color{1, 1, 1}, gpu.SRGB(200, 200, 200)
	scene := &gpu.Scene{
		Camera: camera, Items: []gpu.Item{item},
		Light: gpu.Light{Sky: white, Ground: white}, Background: gpu.Background{Top: grey, Bottom: grey},
	}
	if err := r.Draw(scene); err != nil {
		t.Fatal(err)
	}
	img, err := r.Capture(nil)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// itemOf uploads a model and shows a crowd's palettes as they are.
func itemOf(tb testing.TB, r *gpu.Renderer, model *soa.Model, crowd *runtime.Crowd) gpu.Item {
	tb.Helper()
	drawn, err := crowd.Layout().BindModel(model)
	if err != nil {
		tb.Fatal(err)
	}
	m, warnings, err := r.Upload(drawn)
	if err != nil || len(warnings) > 0 {
		tb.Fatal(err, warnings)
	}
	item := gpu.Item{Model: m, Weights: crowd.AllWeights(), Palettes: []gpu.Palette{{Data: crowd.Palettes(), Stride: crowd.Stride()}}}
	for range crowd.Len() {
		item.World = append(item.World, soa.IdentityAffine())
	}
	return item
}

// colored marks the pixels that are not grey: skin and clothes. The tail beside
// the figure is grey in Blender; Collada knows no material for it.
func colored(img image.Image) []bool {
	box := img.Bounds()
	var mask []bool
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			r, g, b, _ := img.At(x, y).RGBA()
			tail := x > 260 && y > 220
			mask = append(mask, !tail && max(r, g, b)-min(r, g, b) > 45<<8)
		}
	}
	return mask
}

// overlap is the size of the intersection by that of the union.
func overlap(a, b []bool) float64 {
	both, either := 0, 0
	for i := range a {
		if a[i] && b[i] {
			both++
		}
		if a[i] || b[i] {
			either++
		}
	}
	return float64(both) / float64(max(either, 1))
}

// BenchmarkStrider64 draws 64 striders at 960×540, as the command does, over a grid
// and reads the picture back, each at another moment of its walk.
func BenchmarkStrider64(b *testing.B) {
	ctx, err := headless.New(960, 540)
	if errors.Is(err, headless.ErrUnavailable) {
		b.Skip(err)
	}
	if err != nil {
		b.Fatal(err)
	}
	defer ctx.Close()
	r, err := gpu.NewRenderer(ctx, gpu.Options{Smooth: true})
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	scene := crowd(b, r, 64)
	img := image.NewRGBA(image.Rect(0, 0, 960, 540))
	if err := r.Draw(scene); err != nil { // compiles, fills buffers
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := r.Draw(scene); err != nil {
			b.Fatal(err)
		}
		if _, err := r.Capture(img); err != nil {
			b.Fatal(err)
		}
	}
}

// crowd is a square of n walking striders that fills the picture.
func crowd(b *testing.B, r *gpu.Renderer, n int) *gpu.Scene {
	b.Helper()
	model, err := importer.Load(context.Background(), filepath.Join(strider, "strider_walk.fbx"), importer.Options{})
	if err != nil {
		b.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), n, runtime.CrowdOptions{Play: &play.Options{Seed: 1}})
	if err != nil {
		b.Fatal(err)
	}
	if err := crowd.Update(0); err != nil {
		b.Fatal(err)
	}
	item := itemOf(b, r, model, crowd)
	side := int(math.Ceil(math.Sqrt(float64(n))))
	for i := range item.World {
		item.World[i][3], item.World[i][11] = 1.4*float32(i%side), 1.4*float32(i/side)
	}
	bounds, err := item.Bounds()
	if err != nil {
		b.Fatal(err)
	}
	view := gpu.Orbit{Yaw: 0.5, Pitch: 0.25}
	view.Fit(bounds, 960.0/540)
	return &gpu.Scene{Camera: view.Camera(), Grid: gpu.GridFor(bounds), Items: []gpu.Item{item}}
}
