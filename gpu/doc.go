// Package gpu draws skinned models with OpenGL 3.3: it takes a soa.Model and
// arrays of float32, and leaves pictures on a screen or in memory. It does not
// know how poses come about.
//
//	package main
//
//	import (
//		"context"
//		"log"
//
//		"github.com/sinew-anim/sinew/gpu"
//		"github.com/sinew-anim/sinew/gpu/capture"
//		"github.com/sinew-anim/sinew/gpu/headless"
//		"github.com/sinew-anim/sinew/importer"
//		"github.com/sinew-anim/sinew/runtime"
//		"github.com/sinew-anim/sinew/soa"
//	)
//
//	// main draws the first clip of a file half a second in.
//	func main() {
//		model, err := importer.Load(context.Background(), "strider_walk.fbx")
//		check(err)
//		players, err := runtime.NewPlayers(model, 1)
//		check(err)
//		check(players.Play(0, runtime.PlayOptions{Offset: 0.5}, model.Clips[0]))
//		players.Evaluate()
//
//		ctx, err := headless.New(960, 540) // or window.New
//		check(err)
//		defer ctx.Close()
//		r, err := gpu.NewRenderer(ctx, gpu.Options{Samples: 4})
//		check(err)
//		defer r.Close()
//		uploaded, warnings, err := r.Upload(model)
//		check(err)
//		for _, w := range warnings {
//			log.Print(w) // a texture that is missing, …
//		}
//
//		item := gpu.Item{
//			Model:   uploaded,
//			World:   []soa.Affine{soa.IdentityAffine()}, // one per instance
//			Joints:  gpu.Matrices{Data: players.Matrices(0)},
//			Weights: players.Pose(0).Weight,
//		}
//		for s := range model.Skins {
//			item.Palettes = append(item.Palettes, gpu.Matrices{Data: players.Palettes(s)})
//		}
//		bounds, err := item.Bounds()
//		check(err)
//		view := gpu.Orbit{Yaw: 0.6, Pitch: 0.2}
//		view.Fit(bounds, 960.0/540)
//		check(r.Draw(&gpu.Scene{Camera: view.Camera(), Grid: gpu.GridFor(bounds), Items: []gpu.Item{item}}))
//		img, err := r.Capture(nil)
//		check(err)
//		check(capture.Write("walk.png", img))
//	}
//
//	func check(err error) {
//		if err != nil {
//			log.Fatal(err)
//		}
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
// Opaque instances are drawn from near to far, then the grid, then transparent
// meshes from far to near by instance, not by triangle: surfaces of one mesh that
// cross behind each other may mix in the wrong order. Blending works on display
// colours.
//
// # Libraries
//
// The OpenGL functions come from github.com/go-gl/gl, which links the system's
// libGL (Debian: libgl1, to build libgl-dev); a program that imports this
// package starts only where libGL is installed, whether it draws or not. libEGL
// is opened at run time by package headless, and only package window links GLFW.
//
// # Threads
//
// OpenGL belongs to threads: a Renderer is used on the thread of its Context.
// Contexts on different threads are independent.
package gpu
