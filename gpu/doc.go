// Package gpu draws skinned models with OpenGL 3.3: it takes a soa.Model and
// arrays of float32, and leaves pictures on a screen or in memory. It does not
// know how poses come about.
//
//	package main
//
//	import (
//		"image/png"
//		"log"
//		"os"
//
//		"github.com/sinew-anim/sinew/gpu"
//		"github.com/sinew-anim/sinew/gpu/headless"
//		"github.com/sinew-anim/sinew/soa"
//	)
//
//	// draw writes one picture of a model, given its palettes and joints.
//	func draw(model *soa.Model, palettes [][]float32, joints []float32) error {
//		ctx, err := headless.New(960, 540) // or window.New
//		if err != nil {
//			return err
//		}
//		defer ctx.Close()
//		r, err := gpu.NewRenderer(ctx, gpu.Options{Samples: 4})
//		if err != nil {
//			return err
//		}
//		defer r.Close()
//		m, warnings, err := r.Upload(model)
//		if err != nil {
//			return err
//		}
//		for _, w := range warnings {
//			log.Print(w) // a texture that is missing, …
//		}
//		item := gpu.Item{
//			Model:  m,
//			World:  []soa.Affine{soa.IdentityAffine()}, // one per instance
//			Joints: gpu.Matrices{Data: joints},
//		}
//		for _, p := range palettes { // one per skin
//			item.Palettes = append(item.Palettes, gpu.Matrices{Data: p})
//		}
//		bounds, err := item.Bounds()
//		if err != nil {
//			return err
//		}
//		view := gpu.Orbit{Yaw: 0.6, Pitch: 0.2}
//		view.Fit(bounds, 960.0/540)
//		scene := &gpu.Scene{Camera: view.Camera(), Grid: gpu.GridFor(bounds), Items: []gpu.Item{item}}
//		if err := r.Draw(scene); err != nil {
//			return err
//		}
//		img, err := r.Capture(nil)
//		if err != nil {
//			return err
//		}
//		f, err := os.Create("picture.png")
//		if err != nil {
//			return err
//		}
//		defer f.Close()
//		return png.Encode(f, img)
//	}
//
// Package gpu/capture writes animations and contact sheets, each whole or not
// at all.
//
// # How it works
//
// All palettes of a picture go to the GPU in one buffer of vec4 rows, three a
// matrix, as they come: row-major 3x4, instance after instance. A carrier
// brings that buffer to the vertex shader, which reads it by ROW(i) alone; the
// carrier today is a buffer texture, of which OpenGL 3.3 promises little, so
// instances are drawn in as many chunks as its limit asks for. Linear blending
// of 4 or 8 influences, morph targets and the instance's matrix are one piece
// of GLSL (glsl/deform.glsl), which transform feedback compiles too: Skin reads
// back what the pictures show, and the tests compare that with a float64
// computation.
//
// Colours are linear: the driver decodes sRGB textures before it filters, shaders
// light and then encode. The world is right-handed, Y up, in metres.
//
// # Libraries
//
// The OpenGL functions come from github.com/go-gl/gl, which links the system's
// libGL (Debian: libgl1, to build libgl-dev); a program that imports this
// package starts only where libGL is installed. libEGL is opened at run time by
// package headless, and only package window links GLFW and X11.
//
// # Threads
//
// OpenGL belongs to threads: a Renderer is used on the thread of its Context.
// Contexts on different threads are independent.
package gpu
