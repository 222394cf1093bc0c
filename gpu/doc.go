// Package gpu draws skinned models with OpenGL 3.3: a soa.Model and arrays of float32
// become pictures on a screen or in memory. Poses come from another package, such as
// runtime.
//
//	soa.Model ── Renderer.Upload ──► Model (meshes, morph targets, textures)
//
//	Item  Palettes[s]  [instance][palette index][12]  or 8 values, see palette.md
//	      World        [instance][12]
//	      Weights      [instance][morph weight]
//	        └─► one buffer of rows ── ROW(i) in the vertex shader ──► Renderer.Draw
//	                                                                  Renderer.Capture ──► image
//
// Package gpu/vertex packs vertices. Packages gpu/headless and gpu/window make the context, gpu/overlay draws panels over
// pictures, and gpu/film writes pictures, films and contact sheets.
//
// # How it works
//
// Vertices have the smallest formats whose error is within Options.VertexError: see package
// vertex, and Model.Meshes for the formats of a model.
//
// All palettes of a picture go to the GPU unchanged, as vec4 rows: palette.md has their layout, and shaders of 15
// lines for other renderers. A Carrier brings the rows to the vertex shader, which reads them through ROW(i) only: a
// storage buffer, a buffer texture, or one of three that are slower or smaller. A carrier's size limits the instances
// of one draw, and divides meshes with more joints. Skinning (rigid, or 4 or 8 influences, by matrices, dual
// quaternions or both), morph targets and the instance's matrix are one GLSL file, deform.glsl, which transform
// feedback compiles too: Skin reads the vertices of a picture back; the tests compare them with a float64
// computation.
//
// With OpenGL 4.3 an Evaluator computes palettes on the GPU, from the instances' positions
// in a soa.Bank, as runtime.Crowd.Frames gives them.
//
// Colours are linear: the driver decodes sRGB textures before it filters, shaders
// light and then encode. The world is right-handed, Y up, in metres.
//
// # Materials
//
// Materials are those of soa.Material: light.glsl has the formulas. A hemisphere and one
// directional light shade wholly rough surfaces, metal or not, without a lobe. Less rough
// surfaces add a GGX lobe of the directional light and the hemisphere in the mirror's
// direction, by the share 1 − roughness²; there is no environment map. The occlusion map
// darkens the hemisphere alone. Emitted light is added and does not light other surfaces.
//
// A normal map needs tangents. Those of the vertices are morphed, skinned and mirrored with the
// normals. Otherwise the fragment shader derives them from the derivatives of position and
// texture coordinates: the rule of MikkTSpace for each triangle alone. This takes no bytes per
// vertex, splits no vertices and fits any deformation, but facets of a coarse mesh may show
// where MikkTSpace would average over neighbours. A texture is uploaded once for each sampler
// and colour space of the maps that read it.
//
// Programs use at most 8 texture units (rows, morph deltas, shadow map, five maps), of the 16
// per stage that OpenGL 3.3 and ES 3.0 grant, and all 16 vertex attributes.
//
// Scene.Shadow adds a shadow map of the key light by an orthographic projection, filtered
// by four comparisons of four texels each. Meshes and the ground plane receive it.
//
// Opaque instances are drawn from near to far, then the grid, then transparent meshes from
// far to near by instance, not by triangle: surfaces of one mesh that cross may blend in
// the wrong order. Blending works on display colours.
//
// # Crowds
//
// With bounding spheres (Item.Reach), instances outside the picture are neither uploaded
// nor drawn, and the picture is the same bit for bit. Item.Levels are coarser models for
// small instances. The sizes in a view return to the source of the poses, so that
// distant instances move less often:
//
//	bake.BoundingSphere ─► Item.Reach  ┐          ┌─► instances seen, by level: one draw per mesh and level
//	rig.Simplify ─────────► Item.Levels ┴─ Draw ───┤
//	                                                 └─► Item.Pixels ─► Instance.SetLOD
//
// On a software driver 1,000 characters of 3,768 triangles at 960×540 then take a third of
// the time; see examples/crowd.
//
// # Guests
//
// A program with OpenGL code passes its context as a Host. The renderer is then a guest:
// DrawInto draws into a framebuffer of the program, with the program's camera and depths,
// and restores OpenGL's state, which takes about 30 µs; see View and examples/guest. Other
// renderers read palettes by the shaders in palette.md, and examples/ebitengine skins on
// the CPU.
//
//	game draws ─► DrawInto(View{framebuffer, viewport, view-projection}, Scene) ─► game draws on
//
// # Errors
//
//	ErrOpenGL        the context has no OpenGL 3.3
//	ErrItem          the arrays of an Item do not fit its model
//	soa.ErrInvalid   the model does not pass Validate
//	soa.ErrOption    the driver has no such picture size, Carrier or compute shaders, or
//	                 too small buffers; a View has no pixels; a guest calls Draw or Capture
//	soa.ErrTooLarge  a model exceeds Options.Memory, or a picture Options.Pixels
//	soa.ErrRange     Skin for a mesh that the model does not have, or a Frame outside the
//	                 bank
//	soa.ErrClosed    the renderer or its context is closed
//
// Warnings of Upload wrap ErrTexture, ErrDownscaled or ErrMorph.
//
// # Libraries
//
// The OpenGL functions come from github.com/go-gl/gl, which links the system's libGL
// (Debian: libgl1, to build libgl-dev): a program that imports this package needs it to
// start. Package headless opens libEGL at run time, and only package window links GLFW.
//
// # Threads
//
// OpenGL belongs to threads: a Renderer is used on the thread of its Context.
// Contexts on different threads are independent.
package gpu
