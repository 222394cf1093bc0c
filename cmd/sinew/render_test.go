//go:build cgo

package main

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
	"github.com/sinew-anim/sinew/soa"
)

// needGPU skips a test where no headless context can be made.
func needGPU(t testing.TB) {
	t.Helper()
	c, err := headless.New(8, 8)
	if errors.Is(err, headless.ErrUnavailable) {
		t.Skip(err)
	}
	must.Do(t, err)
	must.Do(t, c.Close())
}

// render runs the command and returns the picture's path.
func render(t *testing.T, name string, args ...string) string {
	t.Helper()
	needGPU(t)
	out := filepath.Join(t.TempDir(), name)
	if said := answer[rendered](t, append([]string{"render", "-o", out}, args...)...); said.Output != out || said.Bytes != int64(len(read(t, out))) || said.Driver == "" || said.Frames == 0 {
		t.Errorf("it says %+v", said)
	}
	onlyFile(t, out)
	pictures.KeepFile(t, out)
	return out
}

// drawn is a picture that the command renders.
func drawn(t *testing.T, args ...string) image.Image {
	t.Helper()
	return pictures.Read(t, render(t, "picture.png", args...))
}

// differing counts the pixels in which two pictures of one size differ.
func differing(a, b image.Image) (n int) {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				n++
			}
		}
	}
	return n
}

// rgb is a pixel's colour, 0 to 255.
func rgb(img image.Image, x, y int) (r, g, b int) {
	c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
	return int(c.R), int(c.G), int(c.B)
}

// blue is the strider's cloth, whatever light it is in.
func blue(img image.Image, x, y int) bool {
	r, g, b := rgb(img, x, y)
	return b > 30 && 2*b > 3*r && 4*b > 5*g
}

// orange is a bone.
func orange(img image.Image, x, y int) bool {
	r, g, b := rgb(img, x, y)
	return r > g+25 && g > b+25
}

func count(img image.Image, area image.Rectangle, is func(image.Image, int, int) bool) int {
	n := 0
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if is(img, x, y) {
				n++
			}
		}
	}
	return n
}

func TestRenderStill(t *testing.T) {
	img := drawn(t, strider(t, "strider_walk.fbx"), "--time", "0.4", "--size", "320x240")
	if img.Bounds() != image.Rect(0, 0, 320, 240) {
		t.Fatalf("it measures %v", img.Bounds())
	}
	if n := count(img, img.Bounds(), blue); n < 500 {
		t.Errorf("%d pixels of cloth", n)
	}
	// What is drawn fills the picture but for a margin.
	for _, edge := range []image.Rectangle{image.Rect(0, 0, 320, 3), image.Rect(0, 237, 320, 240)} {
		if n := count(img, edge, blue); n > 0 {
			t.Errorf("%d pixels of cloth at the edge %v", n, edge)
		}
	}
}

// TestRenderLikeTheModeller takes the pictures that the modelling program took
// of its own scene, from the same place, and compares where the cloth is.
func TestRenderLikeTheModeller(t *testing.T) {
	needGPU(t)
	taken := decode[struct {
		Camera struct{ Pos, Rot []float64 } `json:"camera_world"`
		FovX   float64                      `json:"fov_x_rad"`
		Frames map[string]int               `json:"frames"`
	}](t, read(t, strider(t, "strider_render.json")))
	// The camera looks along its −z; the modeller's z is up.
	turned := func(x, y, z float64) [3]float64 { return [3]float64{x, z, -y} }
	pos, rot := taken.Camera.Pos, taken.Camera.Rot
	camera := gpu.Camera{
		Eye:  turned(pos[0], pos[1], pos[2]),
		Up:   turned(rot[1], rot[4], rot[7]),
		FovY: taken.FovX, // the pictures are square
	}
	back := turned(rot[2], rot[5], rot[8])
	for k := range camera.Eye {
		camera.Target[k] = camera.Eye[k] - 5*back[k]
	}
	for clip, frame := range taken.Frames {
		want := pictures.Read(t, strider(t, "strider_"+clip+"_f"+strconv.FormatFloat(float64(frame), 'f', -1, 64)+".png"))
		for _, file := range []string{"strider_" + clip + ".fbx", "strider_" + clip + ".dae", "strider.glb"} {
			got := photograph(t, strider(t, file), clip, float64(frame)/30, camera, want.Bounds().Size())
			both, either := 0, 0
			for y := range want.Bounds().Dy() {
				// The tail, at the right, has no material and in the Collada
				// files takes the first there is, which is cloth.
				for x := range want.Bounds().Dx() / 2 {
					a, b := blue(want, x, y), blue(got, x, y)
					if a && b {
						both++
					}
					if a || b {
						either++
					}
				}
			}
			if share := float64(both) / float64(either); share < 0.93 || both < 2000 {
				t.Errorf("%s: the cloth is at %.1f %% where the modeller has it (%d pixels)", file, 100*share, both)
			}
		}
	}
}

// photograph draws one moment of all clips of a file, or of the one of a name.
func photograph(t *testing.T, file, clip string, at float64, camera gpu.Camera, size image.Point) *image.RGBA {
	t.Helper()
	src := models.Source{File: file}
	o, err := src.Open(t.Context())
	must.Do(t, err)
	all := o.Model.Clip(clip)
	if all == nil {
		if all, err = o.Model.JoinClips("all", o.Model.Clips...); err != nil {
			t.Fatal(err)
		}
	}
	ctx, err := headless.New(size.X, size.Y)
	must.Do(t, err)
	defer ctx.Close()
	r, err := gpu.NewRenderer(ctx, gpu.Options{})
	must.Do(t, err)
	defer r.Close()
	s, warnings, err := stage.NewStage(r, o, performance.Performance{}, []*soa.Clip{all}, 1, 0)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	must.Do(t, errors.Join(s.Play(0), s.At(at)))
	s.Scene.Camera = camera
	must.Do(t, r.Draw(&s.Scene))
	img, err := r.Capture(nil)
	must.Do(t, err)
	return img
}

func TestRenderSheet(t *testing.T) {
	img := drawn(t, strider(t, "strider_walk.fbx"), "--sheet", "3x2", "--size", "100x80")
	if img.Bounds().Dx() < 300 || img.Bounds().Dx() > 340 || img.Bounds().Dy() < 160 || img.Bounds().Dy() > 200 {
		t.Errorf("it measures %v", img.Bounds())
	}
	img = drawn(t, strider(t, "strider_walk.fbx"), "--time", "0,0.5", "--time", "1", "--size", "90x90")
	if n := img.Bounds().Dx() * img.Bounds().Dy(); n < 3*90*90 {
		t.Errorf("it measures %v", img.Bounds())
	}
}

// TestRenderGIF: one loop lasts as long as the clip, and its frames differ.
func TestRenderGIF(t *testing.T) {
	out := render(t, "walk.gif", strider(t, "strider_walk.fbx"), "--size", "120x120", "--grid")
	g, err := gif.DecodeAll(strings.NewReader(read(t, out)))
	must.Do(t, err)
	total := 0
	for _, d := range g.Delay {
		total += d
	}
	const seconds = 32. / 30 // of the clip
	if want := int(math.Round(seconds * 25)); len(g.Image) != want || math.Abs(float64(total)-100*seconds) > 1 || g.LoopCount != 0 {
		t.Errorf("%d frames, %d hundredths of a second, loops %d; want %d frames of %.0f", len(g.Image), total, g.LoopCount, want, 100*seconds)
	}
}

func TestRenderFrames(t *testing.T) {
	out := render(t, "walk.apng", strider(t, "strider_walk.fbx"), "--size", "64x64", "--frames", "5")
	img := pictures.Read(t, out)
	if n := strings.Count(read(t, out), "fcTL"); n != 5 || img.Bounds() != image.Rect(0, 0, 64, 64) {
		t.Errorf("%d frames of %v", n, img.Bounds())
	}
}

// TestRenderSkeleton: a model without meshes shows its skeleton by itself.
func TestRenderSkeleton(t *testing.T) {
	img := drawn(t, write(t, "line.bvh", smallBVH), "--size", "120x120", "--camera", "front")
	if n := count(img, img.Bounds(), orange); n < 100 {
		t.Errorf("%d pixels of bone", n)
	}
	plain := drawn(t, strider(t, "strider_walk.fbx"), "--background", "white")
	bones := drawn(t, strider(t, "strider_walk.fbx"), "--background", "white", "--skeleton")
	if a, b := count(plain, plain.Bounds(), orange), count(bones, bones.Bounds(), orange); b < a+500 {
		t.Errorf("%d orange pixels without the skeleton, %d with it", a, b)
	}
}

// TestRenderInstances: many show more cloth, spread over the picture.
func TestRenderInstances(t *testing.T) {
	img := drawn(t, strider(t, "strider_wave.fbx"), "--instances", "30", "--size", "400x300", "--time", "0.3")
	for i := range 4 {
		column := image.Rect(100*i, 0, 100*(i+1), 300)
		if n := count(img, column, blue); n < 100 {
			t.Errorf("%d pixels of cloth in %v", n, column)
		}
	}
}

// texturedOBJ is a square that faces +z and shows a whole picture.
const texturedOBJ = `mtllib square.mtl
v -1 -1 0
v 1 -1 0
v 1 1 0
v -1 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
vn 0 0 1
usemtl painted
f 1/1/1 2/2/1 3/3/1
f 1/1/1 3/3/1 4/4/1
`

// TestRenderTexture: a picture that is red on top, blue below, and green at
// the left comes out that way.
func TestRenderTexture(t *testing.T) {
	needGPU(t)
	dir := t.TempDir()
	paint := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			c := color.NRGBA{200, 0, 0, 255}
			if y >= 32 {
				c = color.NRGBA{0, 0, 200, 255}
			}
			if x < 16 {
				c = color.NRGBA{0, 200, 0, 255}
			}
			paint.SetNRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	must.Do(t, png.Encode(&b, paint))
	model := filepath.Join(dir, "square.obj")
	put(t, model, texturedOBJ)
	put(t, filepath.Join(dir, "square.mtl"), "newmtl painted\nKd 1 1 1\nmap_Kd paint.png\n")

	// Without its picture the square is plain, and that is said once.
	out := filepath.Join(t.TempDir(), "plain.png")
	code, _, stderr := sinew(t, "render", model, "-o", out, "--camera", "front", "--size", "100x100")
	if code != exitOK {
		t.Errorf("without its texture: exit code %d", code)
	}
	checkComplaint(t, stderr, "warning", "paint.png")
	if r, g, b := rgb(pictures.Read(t, out), 50, 30); max(r, g, b)-min(r, g, b) > 30 {
		t.Errorf("without its texture it is %d %d %d", r, g, b)
	}

	put(t, filepath.Join(dir, "paint.png"), b.Bytes())
	img := drawn(t, model, "--camera", "front", "--size", "100x100")
	for _, c := range []struct {
		x, y, channel int
	}{{65, 30, 0}, {65, 70, 2}, {12, 30, 1}, {12, 70, 1}} {
		r, g, b := rgb(img, c.x, c.y)
		p := []int{r, g, b}
		for k := range p {
			if k != c.channel && p[k] > p[c.channel]-60 {
				t.Errorf("at %d, %d it is %v", c.x, c.y, p)
			}
		}
	}
}

func BenchmarkRender64(b *testing.B) {
	src := models.Source{File: filepath.Join("..", "..", "testdata", "strider", "strider_walk.fbx")}
	o, err := src.Open(b.Context())
	must.Do(b, err)
	ctx, err := headless.New(960, 540)
	if errors.Is(err, headless.ErrUnavailable) {
		b.Skip(err)
	}
	must.Do(b, err)
	defer ctx.Close()
	r, err := gpu.NewRenderer(ctx, gpu.Options{})
	must.Do(b, err)
	defer r.Close()
	s, _, err := stage.NewStage(r, o, performance.Performance{}, o.Model.Clips[:1], 64, 0)
	must.Do(b, err)
	l := stage.Look{Width: 960, Height: 540, Instances: 64, Camera: stage.CameraPlace{Yaw: 35, Auto: true}}
	orbit, _, err := l.Arrange(s)
	must.Do(b, err)
	s.Scene.Camera = orbit.Camera()
	var img *image.RGBA
	for i := 0; b.Loop(); i++ {
		must.Do(b, s.At(float64(i)/30))
		must.Do(b, r.Draw(&s.Scene))
		if img, err = r.Capture(img); err != nil {
			b.Fatal(err)
		}
	}
}

// TestRenderShadow: the ground beside a character is darker with shadows.
func TestRenderShadow(t *testing.T) {
	args := []string{strider(t, "strider.glb"), "--background", "white", "--size", "120x120"}
	grey := func(img image.Image, x, y int) bool {
		r, g, b := rgb(img, x, y)
		return r == g && g == b && r > 100 && r < 220
	}
	plain := drawn(t, args...)
	shaded := drawn(t, append(args, "--shadow")...)
	if a, b := count(plain, plain.Bounds(), grey), count(shaded, shaded.Bounds(), grey); b < a+60 {
		t.Errorf("%d grey pixels, %d with shadows", a, b)
	}
}
