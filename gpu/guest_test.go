package gpu

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
	"github.com/sinew-anim/sinew/soa"
)

// TestGuestDrawsTheSame: what DrawInto puts over a background is the owner's
// picture, bit for bit.
func TestGuestDrawsTheSame(t *testing.T) {
	for _, samples := range []int{1, 4} {
		r := newRenderer(t, 320, 180, samples)
		s := party(t, r)
		s.Items[0].Skeleton = false
		want := picture(t, r, s)
		gl.BindFramebuffer(gl.FRAMEBUFFER, r.target.Draw)
		r.drawBackground()
		if err := r.DrawInto(canvas{r.target}.view(s), s); err != nil {
			t.Fatal(err)
		}
		if got := (canvas{r.target}).read(); !bytes.Equal(got.Pix, want.Pix) {
			pictures.Keep(t, "", got)
			t.Errorf("%d samples: the guest's picture differs", samples)
		}
	}
}

// TestGuestViewport: a guest keeps to its viewport, and two views share a canvas.
func TestGuestViewport(t *testing.T) {
	r := newHost(t, Options{})
	s := ahead(one(upload(t, r, quad(plain(Color{1, 0, 0}))), at(0, 0, 0)))
	c := newCanvas(t, 90, 40, 1)
	c.clear(0, 0, 1, 1)
	v := c.view(s)
	v.X, v.Y, v.Width, v.Height = 10, 5, 40, 30
	v.ViewProjection = s.Camera.ViewProjection(40.0 / 30)
	if err := r.DrawInto(v, s); err != nil {
		t.Fatal(err)
	}
	img := c.read()
	pictures.Keep(t, "", img)
	blue := color.RGBA{0, 0, 255, 255}
	if got := img.RGBAAt(30, 40-5-15); got != red {
		t.Errorf("the middle of the view is %v", got)
	}
	for x := range 90 {
		for y := range 40 {
			inside := image.Pt(x, 39-y).In(image.Rect(10, 5, 50, 35))
			if got := img.RGBAAt(x, y); !inside && got != blue {
				t.Fatalf("the pixel %d, %d outside is %v", x, y, got)
			}
		}
	}
}

// TestGuestDepth: the host's depths hide what the guest draws and the guest's hide
// what the host draws, with depths either way round.
func TestGuestDepth(t *testing.T) {
	r := newHost(t, Options{})
	red, green := upload(t, r, quad(plain(Color{1, 0, 0}))), upload(t, r, quad(plain(Color{0, 1, 0})))
	c := newCanvas(t, 40, 40, 1)
	for _, reverse := range []bool{false, true} {
		for _, near := range []bool{false, true} {
			front, behind := one(red, at(0, 0, 1)), one(green, at(0, 0, -1))
			c.clear(0, 0, 0, map[bool]float64{false: 1, true: 0}[reverse])
			order := []Item{front, behind}
			if near {
				order = []Item{behind, front}
			}
			for _, it := range order {
				s := ahead(it)
				v := c.view(s)
				if reverse {
					turnDepth(&v.ViewProjection)
				}
				v.ReverseDepth = reverse
				if err := r.DrawInto(v, s); err != nil {
					t.Fatal(err)
				}
			}
			if got := c.read().RGBAAt(20, 20); got.R < 200 || got.G > 50 {
				t.Errorf("reverse %v, the near one last %v: %v", reverse, near, got)
			}
		}
	}
}

// turnDepth makes near depths great.
func turnDepth(m *[16]float32) {
	for k := 2; k < 16; k += 4 {
		m[k] = -m[k]
	}
}

// TestGuestMirrored: a view that mirrors, as a water surface does, shows front
// faces.
func TestGuestMirrored(t *testing.T) {
	r := newHost(t, Options{})
	s := ahead(one(upload(t, r, quad(plain(Color{1, 0, 0}))), at(0, 0, 0)))
	c := newCanvas(t, 40, 40, 1)
	for mirrored := range 4 {
		v := c.view(s)
		for k := 0; k < 16; k += 4 {
			if mirrored&1 != 0 {
				v.ViewProjection[k] *= -1
			}
			if mirrored&2 != 0 {
				v.ViewProjection[k+1] *= -1
			}
		}
		c.clear(0, 0, 0, 1)
		if err := r.DrawInto(v, s); err != nil {
			t.Fatal(err)
		}
		if got := c.read().RGBAAt(20, 20); got != red {
			t.Errorf("mirrored in %02b: %v", mirrored, got)
		}
	}
}

// TestGuestSkeleton: a skeleton lies over everything, its bones hide each other, and
// it looks as in the owner's picture.
func TestGuestSkeleton(t *testing.T) {
	r := newRenderer(t, 320, 180, 4)
	s := party(t, r)
	want := picture(t, r, s)
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.target.Draw)
	r.drawBackground()
	if err := r.DrawInto(canvas{r.target}.view(s), s); err != nil {
		t.Fatal(err)
	}
	got := canvas{r.target}.read()
	pictures.Keep(t, "", got)
	differ := 0
	for i := range want.Pix {
		if d := int(want.Pix[i]) - int(got.Pix[i]); d*d > 9 {
			differ++
		}
	}
	if differ > len(want.Pix)/1000 { // depths are coarser
		t.Errorf("%d values of %d differ", differ, len(want.Pix))
	}
}

// TestGuestLinear: encoded by hand, linear colours are the encoded ones.
func TestGuestLinear(t *testing.T) {
	encoded := newHost(t, Options{})
	linear, err := NewRenderer(encoded.context, Options{Linear: true})
	if err != nil {
		t.Fatal(err)
	}
	defer linear.Close()
	c := newCanvas(t, 40, 40, 1)
	var got [2]color.RGBA
	for i, r := range []*Renderer{encoded, linear} {
		s := ahead(one(upload(t, r, quad(plain(Color{0.5, 0.25, 0.1}))), at(0, 0, 0)))
		c.clear(0, 0, 0, 1)
		if err := r.DrawInto(c.view(s), s); err != nil {
			t.Fatal(err)
		}
		got[i] = c.read().RGBAAt(20, 20)
		if err := r.Draw(s); !errors.Is(err, soa.ErrOption) {
			t.Errorf("Draw: %v", err)
		}
	}
	want := [3]uint8{got[0].R, got[0].G, got[0].B}
	for k, v := range [3]uint8{got[1].R, got[1].G, got[1].B} {
		if d := 255*display(float32(v)/255) - float32(want[k]); d > 4 || d < -4 {
			t.Errorf("channel %d is %d, encoded %d", k, v, want[k])
		}
	}
}

// TestGuestRefuses what it cannot draw into, and what only owners do.
func TestGuestRefuses(t *testing.T) {
	r := newHost(t, Options{})
	s := ahead(one(upload(t, r, quad(plain(Color{1, 0, 0}))), at(0, 0, 0)))
	var hollow uint32
	gl.GenFramebuffers(1, &hollow)
	gl.BindFramebuffer(gl.FRAMEBUFFER, hollow)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	for name, err := range map[string]error{
		"no pixels":              r.DrawInto(&View{Width: 0, Height: 10}, s),
		"a hollow framebuffer":   r.DrawInto(&View{Framebuffer: hollow, Width: 10, Height: 10}, s),
		"the guest's own frames": r.Draw(s),
	} {
		if !errors.Is(err, soa.ErrOption) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := r.Capture(nil); !errors.Is(err, soa.ErrOption) {
		t.Errorf("capture: %v", err)
	}
	if w, h := r.Size(); w != 0 || h != 0 {
		t.Errorf("the size of no picture is %d×%d", w, h)
	}
	if err := r.DrawInto(&View{Width: 1, Height: 1}, &Scene{Items: []Item{{World: make([]soa.Affine, 1)}}}); !errors.Is(err, ErrItem) {
		t.Errorf("no model: %v", err)
	}
	r.Close()
	if err := r.DrawInto(&View{Width: 1, Height: 1}, s); !errors.Is(err, soa.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

// TestGuestNoAllocations: a guest's frame of a steady scene allocates nothing.
func TestGuestNoAllocations(t *testing.T) {
	r := newHost(t, Options{})
	s := party(t, r)
	c := newCanvas(t, 64, 64, 1)
	c.clear(0, 0, 0, 1)
	v := c.view(s)
	draw := func() {
		if err := r.DrawInto(v, s); err != nil {
			t.Fatal(err)
		}
	}
	draw()
	if n := testing.AllocsPerRun(20, draw); n != 0 {
		t.Errorf("DrawInto makes %v allocations", n)
	}
}

// TestGuestCallsAreKnown: every OpenGL function that the renderer calls is one whose
// effects driver.State restores, or that has none on the context's state. Another
// function is added here together with what undoes it.
func TestGuestCallsAreKnown(t *testing.T) {
	known := strings.Fields(`
		ActiveTexture BindBuffer BindBufferBase BindBufferRange BindFramebuffer BindSampler BindTexture BindVertexArray
		BlendEquation BlendEquationSeparate BlendEquationSeparateiARB BlendFuncSeparate BlendFuncSeparateiARB ColorMaski CullFace DepthFunc
		DepthMask DepthRange Disable Disablei Enable Enablei FrontFace LineWidth PixelStorei PolygonMode PolygonOffset ProvokingVertex UseProgram Viewport

		GetBooleani_v GetBooleanv GetBufferSubData GetDoublev GetError GetFloatv GetInteger64i_v GetIntegeri_v GetIntegerv GetProgramInfoLog
		GetProgramiv GetShaderInfoLog GetShaderiv GetString GetStringi GetUniformBlockIndex GetUniformLocation GoStr
		CheckFramebufferStatus InitWithProcAddrFunc IsEnabled IsEnabledi Str Strs

		AttachShader CompileShader CreateProgram CreateShader DeleteBuffers DeleteFramebuffers DeleteProgram
		DeleteRenderbuffers DeleteShader DeleteTextures DeleteVertexArrays GenBuffers GenFramebuffers
		GenRenderbuffers GenTextures GenVertexArrays GenerateMipmap LinkProgram ShaderSource TransformFeedbackVaryings

		BufferData BufferSubData EnableVertexAttribArray FramebufferTexture2D MapBufferRange TexBuffer TexImage2D
		TexParameteri TexSubImage2D Uniform1f Uniform1i Uniform4f Uniform4fv Uniform4i UniformBlockBinding UnmapBuffer
		VertexAttribDivisor VertexAttribIPointer VertexAttribIPointerWithOffset VertexAttribPointerWithOffset

		BindRenderbuffer FramebufferRenderbuffer RenderbufferStorageMultisample

		BeginTransformFeedback Clear DrawArrays DrawArraysInstanced DrawElementsInstanced EndTransformFeedback Flush
		ClientWaitSync DeleteSync FenceSync ClearBufferfv DrawBuffer ReadBuffer TexParameterfv

		CopyBufferSubData DispatchCompute Finish MemoryBarrier Uniform1ui`)
	known = append(known, "BlitFramebuffer", "ReadPixels", "Scissor") // not of guests
	var files []string
	for _, pattern := range []string{"*.go", "internal/*/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(found), err)
		}
		files = append(files, found...)
	}
	call := regexp.MustCompile(`\bgl\.([A-Z][a-z]\w*)`)
	used := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range call.FindAllStringSubmatch(string(text), -1) {
			used[m[1]] = true
			if !slices.Contains(known, m[1]) {
				t.Errorf("%s calls gl.%s", file, m[1])
			}
		}
	}
	for _, name := range known {
		if !used[name] {
			t.Errorf("gl.%s is called no more", name)
		}
	}
}

// TestGuestLeavesNoTrace sets all state of the context to odd values and compares
// it after everything that a guest does, with every carrier. The pictures are those of a tidy context.
func TestGuestLeavesNoTrace(t *testing.T) {
	for _, c := range Carriers() {
		t.Run(c.String(), func(t *testing.T) { leavesNoTrace(t, newHost(t, Options{Carrier: c})) })
	}
}

func leavesNoTrace(t *testing.T, r *Renderer) {
	s := party(t, r)
	ghost := s.Items[1]
	ghost.World = []soa.Affine{at(1, 1, 0), at(-1, 1, 0), at(0, 1, 0)}
	ghost.Ghost, ghost.Tint = 0.5, Color{1, 0, 0}
	s.Items[1].Edges = WithEdges
	s.Items = append(s.Items, ghost)
	s.Shadow = Shadow{Radius: 6, Texels: 256}
	c := newCanvas(t, 160, 90, 1)
	v := c.view(s)
	c.clear(0.2, 0.3, 0.4, 1)
	gl.DepthRange(0.25, 0.875) // which a guest uses as it is
	if err := r.DrawInto(v, s); err != nil {
		t.Fatal(err)
	}
	want := c.read()
	pictures.Keep(t, "", want)
	for _, odd := range []bool{false, true} {
		c.clear(0.2, 0.3, 0.4, 1)
		restore := func() {}
		if odd {
			restore = setOdd(t)
		}
		before := readState()
		data := textured()
		for _, step := range []struct {
			name string
			do   func() error
		}{
			{"NewRenderer", func() error {
				other, err := NewRenderer(r.context, Options{Carrier: r.Carrier()})
				if err == nil {
					other.Close()
				}
				return err
			}},
			{"DrawInto", func() error { return r.DrawInto(v, s) }},
			{"Upload", func() error {
				m, warnings, err := r.Upload(data)
				if err == nil && len(warnings) == 0 {
					m.Close()
				}
				return errors.Join(append(warnings, err)...)
			}},
			{"Skin", func() error {
				_, err := r.Skin(nil, &s.Items[0], 0)
				return err
			}},
			{"a refusal", func() error {
				if r.DrawInto(&View{Framebuffer: 999, Width: 1, Height: 1}, s) == nil {
					return errors.New("a framebuffer that does not exist is drawn into")
				}
				for gl.GetError() != gl.NO_ERROR {
				}
				return nil
			}},
		} {
			if err := step.do(); err != nil {
				t.Fatalf("odd %v, %s: %v", odd, step.name, err)
			}
			after := readState()
			if err := gl.GetError(); err != gl.NO_ERROR {
				t.Errorf("odd %v, %s leaves error 0x%04X", odd, step.name, err)
			}
			for i := range before {
				if before[i] != after[i] {
					t.Errorf("odd %v, %s changes %s into %s", odd, step.name, before[i], after[i])
				}
			}
		}
		restore()
		if got := c.read(); !bytes.Equal(got.Pix, want.Pix) {
			pictures.Keep(t, "", got)
			t.Errorf("odd %v: the picture differs", odd)
		}
	}
}

// textured is a model whose upload reads pixels.
func textured() *soa.Model {
	mat := picturing()
	return quad(mat, soa.Texture{Name: "t", Width: 2, Height: 2, Data: make([]byte, 16)})
}

// BenchmarkGuest draws the figures of BenchmarkDraw in turn as their owner, with
// Draw, and as a guest in a like framebuffer that the host clears and resolves. The
// ratio is that of the fastest frames.
func BenchmarkGuest(b *testing.B) {
	r := newRenderer(b, 960, 540, 4)
	s := figures(b, r, 64)
	s.Grid = Grid{}
	picture(b, r, s)
	c := newCanvas(b, 960, 540, 4)
	v := c.view(s)
	img := image.NewRGBA(image.Rect(0, 0, 960, 540))
	least := [2]time.Duration{math.MaxInt64, math.MaxInt64}
	for b.Loop() {
		for i := range least {
			begun := time.Now()
			if i == 0 {
				if err := r.Draw(s); err != nil {
					b.Fatal(err)
				}
				if _, err := r.Capture(img); err != nil {
					b.Fatal(err)
				}
			} else {
				gl.BindFramebuffer(gl.FRAMEBUFFER, c.Draw)
				r.setFrame(s, v.ViewProjection, v.Eye)
				r.drawBackground()
				if err := r.DrawInto(v, s); err != nil {
					b.Fatal(err)
				}
				c.Resolve()
				gl.BindFramebuffer(gl.READ_FRAMEBUFFER, c.Resolved)
				gl.ReadPixels(0, 0, 960, 540, gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&img.Pix[0]))
				flip(img)
			}
			least[i] = min(least[i], time.Since(begun))
		}
	}
	b.ReportMetric(float64(least[1])/float64(least[0]), "guest/owner")
}

// BenchmarkGuestState saves the host's state and puts it back: what a guest's frame
// costs over an owner's.
func BenchmarkGuestState(b *testing.B) {
	r := newHost(b, Options{})
	for b.Loop() {
		r.dev.State.Save(false)
		r.dev.State.Restore()
	}
}
