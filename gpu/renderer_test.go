package gpu

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/soa"
	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
)

// party is a scene with everything in it: skinned, rigid, morphed, transparent
// and mirrored instances, skeletons and a grid.
func party(t testing.TB, r *Renderer) *Scene {
	t.Helper()
	data := tube(6, 8, 12, 12)
	tubes := Item{Model: upload(t, r, data), Skeleton: true, Palettes: make([]Palette, 1)}
	for i := range 9 {
		joints, palette := bend(data, 0.04*float64(i-4))
		tubes.Joints = append(tubes.Joints, joints...)
		tubes.Palettes[0].Data = append(tubes.Palettes[0].Data, palette...)
		w := at(float32(i-4), 0, -1.5*float32(i%2)) // apart: where two cross, either may win
		if i%3 == 0 {
			w[0] = -1
		}
		tubes.World = append(tubes.World, w)
	}
	glass := plain(Color{0.3, 0.6, 1})
	glass.Alpha, glass.BaseColor[3], glass.DoubleSided = soa.Blend, 0.4, true
	morphing := quad(glass)
	morphing.Weights = []soa.MorphWeight{{Rest: 0.5}, {}}
	morphing.Meshes[0].Morphs = []soa.MorphTarget{{Weight: 1, Vertex: []uint32{1, 2}, Position: []float32{0, 0, 1, 0, 0, 1}}}
	panes := one(upload(t, r, morphing), at(0, 1, 1), at(2, 1, 2), at(-2, 1, 1.5))
	panes.Weights = []float32{0, 0.5, 0, 1, 1, 0}
	view := Orbit{Yaw: 0.4, Pitch: 0.3, Distance: 10, Target: [3]float64{0, 0.8, 0}}
	return &Scene{Camera: view.Camera(), Grid: Grid{Spacing: 1}, Items: []Item{tubes, panes}}
}

// TestNoAllocations: a frame of a steady scene allocates nothing, and neither
// does reading it back.
func TestNoAllocations(t *testing.T) {
	r := newRenderer(t, 320, 180, 4)
	s := party(t, r)
	img := picture(t, r, s)
	if n := testing.AllocsPerRun(20, func() {
		s.Items[0].World[0][3] += 0.01
		if err := r.Draw(s); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("Draw makes %v allocations", n)
	}
	if n := testing.AllocsPerRun(20, func() {
		if _, err := r.Capture(img); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("Capture makes %v allocations", n)
	}
	if n := testing.AllocsPerRun(20, func() {
		if _, err := s.Items[0].Bounds(); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("Bounds makes %v allocations", n)
	}
}

// TestChunks: a picture is the same whatever the pages' size.
func TestChunks(t *testing.T) {
	r := newRenderer(t, 320, 180, 4)
	s := party(t, r)
	want := picture(t, r, s)
	full := r.dev.Carrier
	defer func() { r.dev.Carrier = full }()
	for _, rows := range []int{18, 19, 40, 100} {
		r.dev.Carrier = limited{full, rows}
		if got := picture(t, r, s); !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("pages of %d rows change the picture", rows)
		}
		if rows == 18 && len(r.batch.pages) < 9 {
			t.Errorf("pages of %d rows: %d of them", rows, len(r.batch.pages))
		}
	}
	r.dev.Carrier = limited{full, 17}
	if err := r.Draw(s); !errors.Is(err, ErrItem) {
		t.Errorf("pages too small for an instance: %v", err)
	}
}

// TestOpenGL33: a driver with nothing beyond OpenGL 3.3 draws the same.
func TestOpenGL33(t *testing.T) {
	r := newRenderer(t, 320, 180, 4)
	want := picture(t, r, party(t, r))
	t.Setenv("MESA_GL_VERSION_OVERRIDE", "3.3")
	t.Setenv("MESA_GLSL_VERSION_OVERRIDE", "330")
	r = newRenderer(t, 320, 180, 4)
	t.Log(r.Driver())
	if got := picture(t, r, party(t, r)); !bytes.Equal(got.Pix, want.Pix) {
		t.Error("the picture differs")
	}
}

// TestParallelContexts draws on several threads at once, contexts coming and
// going.
func TestParallelContexts(t *testing.T) {
	r := newRenderer(t, 160, 90, 4)
	want := picture(t, r, party(t, r))
	shots := make([]*image.RGBA, 12)
	var wait sync.WaitGroup
	for i := range shots {
		wait.Go(func() {
			ctx, err := headless.New(160, 90)
			if err != nil {
				t.Error(err)
				return
			}
			defer ctx.Close()
			r, err := NewRenderer(ctx, Options{Samples: 4})
			if err != nil {
				t.Error(err)
				return
			}
			defer r.Close()
			s := party(t, r)
			for range 3 {
				if err := r.Draw(s); err != nil {
					t.Error(err)
				}
			}
			if shots[i], err = r.Capture(nil); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	for i, s := range shots {
		if s != nil && !bytes.Equal(s.Pix, want.Pix) {
			t.Errorf("context %d drew another picture", i)
		}
	}
}

// TestTwoRenderers share a thread, each with its own context.
func TestTwoRenderers(t *testing.T) {
	a, b := newRenderer(t, 160, 90, 4), newRenderer(t, 160, 90, 4)
	sa, sb := party(t, a), party(t, b)
	for range 2 {
		if x, y := picture(t, a, sa), picture(t, b, sb); !bytes.Equal(x.Pix, y.Pix) {
			t.Error("they draw different pictures")
		}
	}
}

// TestResize follows the context's size; Capture writes into part of a picture.
func TestResize(t *testing.T) {
	ctx, err := headless.New(50, 40)
	if errors.Is(err, headless.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer ctx.Close()
	r, err := NewRenderer(ctx, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s := ahead(one(upload(t, r, quad(plain(Color{1, 0, 0}))), at(0, 0, 0)))
	for _, size := range []image.Point{{50, 40}, {81, 33}, {1, 1}, {640, 480}} {
		if err := ctx.Resize(size.X, size.Y); err != nil {
			t.Fatal(err)
		}
		img := picture(t, r, s)
		if img.Rect.Size() != size {
			t.Fatalf("a picture of %v for %v", img.Rect.Size(), size)
		}
		if size.X > 1 {
			expect(t, img, 0, 0, red, "the middle")
		}
	}
	sheet := image.NewRGBA(image.Rect(0, 0, 700, 500))
	part := sheet.SubImage(image.Rect(10, 15, 650, 495)).(*image.RGBA)
	if got, err := r.Capture(part); err != nil || got != part {
		t.Fatalf("capture into a part: %v", err)
	}
	if c := sheet.RGBAAt(330, 255); c != red {
		t.Errorf("the middle is %v", c)
	}
	for _, p := range []image.Point{{9, 15}, {650, 494}, {10, 14}, {649, 495}} {
		if c := sheet.RGBAAt(p.X, p.Y); c != (color.RGBA{}) {
			t.Errorf("the pixel %v outside is %v", p, c)
		}
	}
	if err := ctx.Resize(1<<20, 10); err != nil {
		t.Fatal(err)
	}
	if err := r.Draw(s); !errors.Is(err, soa.ErrOption) {
		t.Errorf("a million pixels wide: %v", err)
	}
}

// TestTextureFormats: every format gives its colour; what cannot be read is
// reported by name and drawn plain.
func TestTextureFormats(t *testing.T) {
	r := newRenderer(t, 40, 40, 1)
	img := image.NewNRGBA(image.Rect(0, 0, 16, 16))
	for i := range 256 {
		img.SetNRGBA(i%16, i/16, color.NRGBA{200, 120, 40, 255})
	}
	var j, b, tif bytes.Buffer
	if err := errors.Join(jpeg.Encode(&j, img, nil), bmp.Encode(&b, img), tiff.Encode(&tif, img, nil)); err != nil {
		t.Fatal(err)
	}
	gray := image.NewGray16(image.Rect(0, 0, 2, 2))
	for i := range 4 {
		gray.SetGray16(i%2, i/2, color.Gray16{0x8080})
	}
	amber := color.RGBA{200, 120, 40, 255}
	tga := append([]byte{0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 16, 0, 24, 0}, 255, 40, 120, 200, 255, 40, 120, 200) // two runs of 128
	for _, c := range []struct {
		name string
		data []byte
		want color.RGBA
		bad  bool
	}{
		{"a.png", pngFile(img), amber, false}, {"a.jpg", j.Bytes(), amber, false}, {"a.bmp", b.Bytes(), amber, false},
		{"a.tif", tif.Bytes(), amber, false}, {"a.tga", tga, amber, false}, {"deep.png", pngFile(gray), color.RGBA{128, 128, 128, 255}, false},
		{"missing.png", nil, red, true}, {"empty", []byte{}, red, true}, {"cut.png", pngFile(img)[:60], red, true},
		{"noise", bytes.Repeat([]byte{7, 77}, 100), red, true}, {"cut.tga", tga[:25], red, true},
	} {
		mat := picturing()
		if c.bad {
			mat.BaseColor = [4]float32{1, 0, 0, 1}
		}
		m, warnings, err := r.Upload(quad(mat, soa.Texture{Name: c.name, Data: c.data}))
		if err != nil {
			t.Fatal(err)
		}
		if c.bad != (len(warnings) == 1 && errors.Is(warnings[0], ErrTexture) && bytes.Contains([]byte(warnings[0].Error()), []byte(c.name))) {
			t.Errorf("%s: warnings %v", c.name, warnings)
		}
		expect(t, picture(t, r, ahead(one(m, at(0, 0, 0)))), 0, 0, c.want, c.name)
	}
}

// TestTexelBudget: small files that are large pictures are drawn plain before they are
// decoded, alone or together, and a model that is closed gives its room back.
func TestTexelBudget(t *testing.T) {
	r := newRendererWith(t, 32, 32, Options{Samples: 1, Texels: 100})
	mat := picturing()
	small := soa.Texture{Name: "small.png", Data: pngFile(image.NewNRGBA(image.Rect(0, 0, 8, 8)))}
	huge := small
	huge.Data = bytes.Clone(small.Data)
	binary.BigEndian.PutUint32(huge.Data[16:], 11580)
	binary.BigEndian.PutUint32(huge.Data[20:], 11580)
	binary.BigEndian.PutUint32(huge.Data[29:], crc32.ChecksumIEEE(huge.Data[12:29]))
	warned := func(tex soa.Texture) (*Model, bool) {
		m, warnings, err := r.Upload(quad(mat, tex))
		if err != nil {
			t.Fatal(err)
		}
		return m, len(warnings) == 1 && errors.Is(warnings[0], ErrTexture) && strings.Contains(warnings[0].Error(), "texels")
	}
	if _, bad := warned(huge); !bad {
		t.Error("134 million texels are decoded")
	}
	first, bad := warned(small)
	if bad {
		t.Error("64 texels of 100 are refused")
	}
	if _, bad := warned(small); !bad {
		t.Error("128 texels of 100 are there")
	}
	first.Close()
	if _, bad := warned(small); bad {
		t.Error("the room of a closed model is not free")
	}
}

// TestMemoryBudget: meshes beyond the memory that models may take are refused, textures
// drawn plain, and a model that is closed gives its memory back.
func TestMemoryBudget(t *testing.T) {
	r := newRendererWith(t, 32, 32, Options{Samples: 1, Memory: 1000})
	upload := func(mat soa.Material, textures ...soa.Texture) (*Model, []error, error) {
		return r.Upload(quad(mat, textures...))
	}
	first, _, err := upload(plain(Color{1, 1, 1}))
	if err != nil {
		t.Fatal(err)
	}
	size := r.dev.Memory.Used
	if size < 4*(4*3+4)+2*6 || size > 500 {
		t.Fatalf("a quad takes %d bytes", size)
	}
	var all []*Model
	for err == nil {
		var m *Model
		if m, _, err = upload(plain(Color{1, 1, 1})); err == nil {
			all = append(all, m)
		}
	}
	if want := int(1000/size) - 1; !errors.Is(err, soa.ErrTooLarge) || !strings.Contains(err.Error(), "Options.Memory") || len(all) != want {
		t.Errorf("after %d more quads, want %d: %v", len(all), want, err)
	}
	for _, m := range append(all, first) {
		m.Close()
	}
	if r.dev.Memory.Used != 0 {
		t.Errorf("%d bytes remain", r.dev.Memory.Used)
	}
	mat := picturing()
	picture := soa.Texture{Name: "large.png", Data: pngFile(image.NewNRGBA(image.Rect(0, 0, 32, 32)))}
	if _, warnings, err := upload(mat, picture); err != nil || len(warnings) != 1 || !errors.Is(warnings[0], soa.ErrTooLarge) {
		t.Errorf("a texture of 5,461 bytes: %v, %v", warnings, err)
	}
}

// TestPixelBudget: a picture of more pixels than allowed is an error that says so.
func TestPixelBudget(t *testing.T) {
	ctx := newContext(t, 100, 100)
	if _, err := NewRenderer(ctx, Options{Samples: 1, Pixels: 9999}); !errors.Is(err, soa.ErrTooLarge) || !strings.Contains(err.Error(), "Options.Pixels") {
		t.Error(err)
	}
	r, err := NewRenderer(ctx, Options{Samples: 1, Pixels: 10000})
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
}

// TestBadItems: arrays that do not fit are errors that say what is wrong.
func TestBadItems(t *testing.T) {
	r, other := newRenderer(t, 40, 40, 1), newRenderer(t, 40, 40, 1)
	data := tube(4, 4, 6, 6)
	m, foreign := upload(t, r, data), upload(t, other, tube(4, 4, 6, 6))
	pal := func(n, stride int) []Palette { return []Palette{{Data: make([]float32, n), Stride: stride}} }
	two := []soa.Affine{at(0, 0, 0), at(1, 0, 0)}
	morph := upload(t, r, func() *soa.Model {
		d := quad(plain(Color{1, 1, 1}))
		d.Weights = make([]soa.MorphWeight, 3)
		return d
	}())
	for name, it := range map[string]Item{
		"no model":        {World: two},
		"foreign model":   {Model: foreign, World: two, Palettes: pal(96, 0)},
		"no palettes":     {Model: m, World: two},
		"short palettes":  {Model: m, World: two, Palettes: pal(95, 0)},
		"small stride":    {Model: m, World: two, Palettes: pal(960, 44)},
		"odd stride":      {Model: m, World: two, Palettes: pal(960, 50)},
		"negative stride": {Model: m, World: two, Palettes: pal(960, -48)},
		"no joints":       {Model: m, World: two, Palettes: pal(96, 0), Skeleton: true},
		"few node joints": {Model: morph, World: two, Joints: make([]soa.Affine, 1)},
		"few weights":     {Model: morph, World: two, Joints: make([]soa.Affine, 2), Weights: make([]float32, 5)},
	} {
		if err := r.Draw(&Scene{Items: []Item{it}}); !errors.Is(err, ErrItem) {
			t.Errorf("%s: %v", name, err)
		} else {
			t.Log(err)
		}
	}
	if _, err := r.Skin(nil, &Item{Model: m, World: two, Palettes: pal(96, 0)}, 1); !errors.Is(err, soa.ErrRange) {
		t.Errorf("a mesh that does not exist: %v", err)
	}
	if _, err := r.Skin(nil, &Item{}, 0); !errors.Is(err, ErrItem) {
		t.Errorf("no model: %v", err)
	}
	if err := r.Draw(&Scene{Items: []Item{{Model: m}}}); err != nil {
		t.Errorf("no instances: %v", err)
	}
	data.Meshes[0].Index[0] = 1 << 30
	if _, _, err := r.Upload(data); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("an invalid model: %v", err)
	}
	if _, _, err := r.Upload(nil); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("no model: %v", err)
	}
}

// TestNotFinite: values that are not finite draw nothing worse than nothing.
func TestNotFinite(t *testing.T) {
	r := newRenderer(t, 160, 90, 4)
	s := party(t, r)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	s.Items[0].World[2][5] = nan
	s.Items[0].World[3] = soa.Affine{inf, inf, inf, inf}
	s.Items[0].Palettes[0].Data[7] = inf
	s.Items[0].Joints[0][3] = nan
	s.Items[1].Weights[1] = nan
	picture(t, r, s)
	s.Camera = Camera{Eye: [3]float64{math.NaN(), math.Inf(1), 0}, FovY: math.NaN(), Near: math.NaN()}
	s.Light.Toward = [3]float32{nan, nan, nan}
	picture(t, r, s)
}

// TestClose: everything can be closed twice, a closed context draws no more,
// and a renderer may be closed after its context.
func TestClose(t *testing.T) {
	ctx, err := headless.New(20, 20)
	if errors.Is(err, headless.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewRenderer(ctx, Options{})
	if err != nil {
		t.Fatal(err)
	}
	data := quad(plain(Color{}))
	data.Meshes[0].Joint = soa.NoJoint
	left, m := upload(t, r, tube(2, 4, 6, 6)), upload(t, r, data)
	closed := Item{Model: m, World: []soa.Affine{at(0, 0, 0)}}
	if err := r.Draw(&Scene{Items: []Item{closed}}); err != nil {
		t.Errorf("drawing: %v", err)
	}
	m.Close()
	m.Close()
	if err := r.Draw(&Scene{Items: []Item{closed}}); !errors.Is(err, ErrItem) {
		t.Errorf("drawing a closed model: %v", err)
	}
	if _, err := r.Skin(nil, &closed, 0); !errors.Is(err, ErrItem) {
		t.Errorf("skinning a closed model: %v", err)
	}
	if err := errors.Join(ctx.Close(), ctx.Close()); err != nil {
		t.Error(err)
	}
	if err := r.Draw(&Scene{}); !errors.Is(err, soa.ErrClosed) {
		t.Errorf("drawing on a closed context: %v", err)
	}
	left.Close()
	r.Close()
	r.Close()
	if err := r.Draw(&Scene{}); !errors.Is(err, soa.ErrClosed) {
		t.Errorf("drawing on a closed renderer: %v", err)
	}
	if _, err := NewRenderer(ctx, Options{}); !errors.Is(err, soa.ErrClosed) {
		t.Errorf("a renderer on a closed context: %v", err)
	}
}

// figures is a scene of n figures of 1,525 vertices and 24 bones over a grid.
func figures(t testing.TB, r *Renderer, n int) *Scene {
	t.Helper()
	data := tube(24, 4, 24, 60)
	it := Item{Model: upload(t, r, data), Palettes: make([]Palette, 1)}
	for i := range n {
		_, palette := bend(data, 0.02*float64(i%9-4))
		it.Palettes[0].Data = append(it.Palettes[0].Data, palette...)
		it.World = append(it.World, at(1.1*float32(i%8-4), 0, 1.1*float32(i/8-4)))
	}
	bounds, err := it.Bounds()
	if err != nil {
		t.Fatal(err)
	}
	view := Orbit{Yaw: 0.5, Pitch: 0.3}
	view.Fit(bounds, 960.0/540)
	return &Scene{Camera: view.Camera(), Grid: GridFor(bounds), Items: []Item{it}}
}

// BenchmarkDraw draws 64 figures at 960×540 with four samples, and waits for the
// picture.
func BenchmarkDraw(b *testing.B) {
	r := newRenderer(b, 960, 540, 4)
	s := figures(b, r, 64)
	img := picture(b, r, s)
	b.ReportAllocs()
	for b.Loop() {
		if err := r.Draw(s); err != nil {
			b.Fatal(err)
		}
		if _, err := r.Capture(img); err != nil {
			b.Fatal(err)
		}
	}
}
