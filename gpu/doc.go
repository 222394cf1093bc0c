// Package gpu draws skinned models with OpenGL 3.3: it takes a soa.Model and
// arrays of float32, and leaves pictures on a screen or in memory. Poses come from
// elsewhere, such as package runtime.
//
//	soa.Model ── Renderer.Upload ──► Model (meshes, morph targets, textures)
//
//	Item  Palettes[s]  [instance][palette index][12]  or dual quaternions, see palette.md
//	      World        [instance][12]
//	      Weights      [instance][morph weight]
//	        └─► one buffer of rows ── ROW(i) in the vertex shader ──► Renderer.Draw
//	                                                                  Renderer.Capture ──► image
//
// The example draws a picture without a display; packages gpu/headless and
// gpu/window make the context, gpu/overlay draws panels over pictures, and
// gpu/capture writes pictures, films and contact sheets.
//
// # How it works
//
// All palettes of a picture go to the GPU unchanged, as vec4 rows: palette.md has
// their layout, and shaders of 15 lines for renderers other than this one. A Carrier
// brings the rows to the vertex shader, which reads them through ROW(i) alone: a
// storage buffer, a buffer texture, or one of three that are slower or hold less.
// Instances are drawn in as many chunks as its size requires. Skinning, rigid or of 4
// or 8 influences, by matrices, dual quaternions or both as the mesh asks, morph targets
// and the instance's matrix are one piece of GLSL (deform.glsl), which transform
// feedback compiles too: Skin reads back what the pictures show, and the tests
// compare that with a float64 computation.
//
// Palettes need not come from the CPU: where there is OpenGL 4.3, an Evaluator computes
// them from the places of instances in a soa.Bank, which a runtime.Crowd hands over.
//
// Colours are linear: the driver decodes sRGB textures before it filters, shaders
// light and then encode. The world is right-handed, Y up, in metres.
//
// Scene.Shadow adds a map of the key light, drawn from the same instances: by an
// orthographic projection along the light, read at four points by comparing four texels
// each. Meshes and the ground plane receive it.
//
// Opaque instances are drawn from near to far, then the grid, then transparent
// meshes from far to near by instance, not by triangle: surfaces of one mesh that
// cross behind each other may mix in the wrong order. Blending works on display
// colours.
//
// # Crowds
//
// With spheres that no vertex leaves (Item.Reach), instances out of the picture are
// neither uploaded nor drawn, and the picture is the same bit for bit. Item.Levels are
// coarser models for instances that are small. What a view has seen goes back to what
// makes the poses, so that the far move less often:
//
//	compile.BoundingSphere ─────► Item.Reach   ┐            ┌─► instances seen, by level: one draw per mesh and level
//	simplify.Model ────► Item.Levels  ├─ Draw ─────┤
//	                                  ┘            └─► Item.Pixels ─► Instance.SetLOD
//
// 1,000 characters of 3,768 triangles at 960×540 take a third of the time so on a
// software driver; examples/crowd is a program.
//
// # Guests
//
// A program that draws by itself passes its context as a Host. The renderer is then a
// guest: DrawInto draws over a framebuffer of the program's, with its camera and hidden
// by its depths, and leaves OpenGL's state as it was, which takes some 30 µs. A View has
// all that it needs to know; examples/guest is a whole program. Renderers in other
// languages read palettes by the shaders in palette.md, and examples/ebitengine skins on
// the CPU.
//
//	game draws ─► DrawInto(View{framebuffer, viewport, view-projection}, Scene) ─► game draws on
//
// # Errors
//
//	ErrOpenGL        the context has no OpenGL 3.3
//	ErrItem          the arrays of an Item do not fit its model
//	soa.ErrInvalid   the model does not pass Validate
//	soa.ErrOption    the driver cannot draw a picture of this size, or lacks the Carrier;
//	                 a View has no pixels; a guest is told to Draw or Capture; the
//	                 driver or its buffers are too small for an Evaluator
//	soa.ErrTooLarge  a model exceeds Options.Memory, or a picture Options.Pixels
//	soa.ErrRange     Skin is called for a mesh that the model does not have, or a Frame
//	                 lies outside the bank
//	soa.ErrClosed    the renderer or its context is closed
//
// Warnings of Upload wrap ErrTexture, ErrDownscaled or ErrMorph.
//
// # Libraries
//
// The OpenGL functions come from github.com/go-gl/gl, which links the system's
// libGL (Debian: libgl1, to build libgl-dev); a program that imports this package
// starts only if libGL is installed, whether it draws or not. libEGL is opened at
// run time by package headless, and only package window links GLFW.
//
// # Threads
//
// OpenGL belongs to threads: a Renderer is used on the thread of its Context.
// Contexts on different threads are independent.
package gpu
