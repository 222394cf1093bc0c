// Ebitengine plays a character in an Ebitengine game, which has no vertex shaders: vertices
// are skinned on the CPU and passed to DrawTriangles.
//
//	cd examples/ebitengine && go run .
//
//	Crowd.Update ─► Palettes ─► pose.SkinVertices ─► project ─► []ebiten.Vertex ┐
//	                                       Mesh.Index, far triangles first ─┴─► DrawTriangles
//
// It is a separate module, so that Sinew does not depend on Ebitengine. On Debian it needs
// only the packages that scripts/setup.sh installs: Ebitengine's audio package, which needs
// libasound2-dev, is not used.
package main

import (
	"cmp"
	"fmt"
	"image/color"
	"log"
	"math"
	"slices"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
	"github.com/sinew-anim/sinew/testdata"
)

const (
	width, height = 640, 480
	tick          = 1. / ebiten.DefaultTPS // seconds
)

func main() {
	g, err := newGame()
	if err != nil {
		log.Fatal(err)
	}
	ebiten.SetWindowSize(width, height)
	ebiten.SetWindowTitle("Sinew in Ebitengine")
	if err := ebiten.RunGame(g); err != nil {
		log.Fatal(err)
	}
}

// game is a character that walks on the spot while the camera circles it.
type game struct {
	crowd  *runtime.Crowd
	meshes []*soa.Mesh
	skins  []*soa.Skin  // of meshes, nil for one without
	colors [][4]float32 // of meshes

	scratch          pose.SkinScratch
	position, normal []float32 // of one mesh
	vertices         []ebiten.Vertex
	depths           []float32 // of vertices
	triangles        []triangle
	indices          []uint16
	white            *ebiten.Image
	yaw              float64
	left             int // frames until the end, below 0: no end
	after            func(screen *ebiten.Image)
}

// triangle is a triangle that faces the camera.
type triangle struct {
	corner [3]uint16
	depth  float32
}

// newGame plays the walk of the archive that package testdata embeds.
func newGame() (*game, error) {
	a, err := archive.Decode(testdata.Demo)
	if err != nil {
		return nil, err
	}
	model, err := bake.Model(a)
	if err != nil {
		return nil, err
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{})
	if err != nil {
		return nil, err
	}
	if err := crowd.Instance(0).Play(crowd.ClipIndex("walk"), play.Options{}); err != nil {
		return nil, err
	}
	bound, err := crowd.Layout().BindModel(model) // every mesh follows the crowd's palettes
	if err != nil {
		return nil, err
	}
	g := &game{crowd: crowd, meshes: bound.Meshes, left: -1, white: ebiten.NewImage(3, 3)}
	g.white.Fill(color.White)
	vertices := 0
	for _, m := range bound.Meshes {
		c := [4]float32{1, 1, 1, 1}
		if m.Material != soa.None {
			c = bound.Materials[m.Material].BaseColor
		}
		var of *soa.Skin
		if m.Skin != soa.None {
			of = bound.Skins[m.Skin]
		}
		g.colors, g.skins = append(g.colors, c), append(g.skins, of)
		vertices += m.Vertices()
	}
	if vertices > ebiten.MaxVertexCount { // DrawTriangles would have to be called several times
		return nil, fmt.Errorf("%d vertices are too many for one call", vertices)
	}
	return g, nil
}

// Update advances the clips by one tick.
func (g *game) Update() error {
	if g.left == 0 {
		return ebiten.Termination
	}
	g.left--
	g.yaw += 0.5 * tick
	return g.crowd.Update(tick)
}

// Layout returns the size of the screen in pixels.
func (g *game) Layout(int, int) (int, int) { return width, height }

// Draw draws the character. Ebitengine has no depth buffer: triangles are sorted.
func (g *game) Draw(screen *ebiten.Image) {
	screen.Fill(color.RGBA{0xa9, 0xb6, 0xc4, 0xff})
	g.vertices, g.depths, g.triangles = g.vertices[:0], g.depths[:0], g.triangles[:0]
	for i, m := range g.meshes {
		if err := g.addMesh(m, g.skins[i], g.colors[i]); err != nil {
			log.Fatal(err)
		}
	}
	slices.SortFunc(g.triangles, func(a, b triangle) int { return cmp.Compare(b.depth, a.depth) })
	g.indices = g.indices[:0]
	for _, t := range g.triangles {
		g.indices = append(g.indices, t.corner[:]...)
	}
	screen.DrawTriangles(g.vertices, g.indices, g.white, &ebiten.DrawTrianglesOptions{})
	if g.after != nil {
		g.after(screen)
	}
}

// addMesh skins a mesh and adds its vertices in screen space, and the triangles that face
// the camera.
func (g *game) addMesh(m *soa.Mesh, of *soa.Skin, c [4]float32) error {
	g.position = slices.Grow(g.position[:0], len(m.Position))[:len(m.Position)]
	g.normal = slices.Grow(g.normal[:0], len(m.Normal))[:len(m.Normal)]
	matrices := g.crowd.Palettes() // of instance 0; that of i begins at i·Stride()
	if of == nil {
		matrices = m.Offset[:] // of a static mesh
	}
	if err := pose.SkinVertices(m, of, matrices, g.crowd.Instance(0).Weights(), &g.scratch, g.position, g.normal); err != nil {
		return err
	}
	first := len(g.vertices)
	sin, cos := math.Sincos(g.yaw)
	for v := range m.Vertices() {
		x, y, depth := project(g.position[3*v:], float32(sin), float32(cos))
		n := g.normal[3*v : 3*v+3]
		light := 0.55 + 0.45*max(-1, min(1, -0.4*n[0]+0.8*n[1]+0.4*n[2]))
		g.vertices = append(g.vertices, ebiten.Vertex{
			DstX: x, DstY: y, SrcX: 1.5, SrcY: 1.5,
			ColorR: encode(c[0] * light), ColorG: encode(c[1] * light), ColorB: encode(c[2] * light), ColorA: 1,
		})
		g.depths = append(g.depths, depth)
	}
	for i := 0; i < len(m.Index); i += 3 {
		var t triangle
		for k := range t.corner {
			t.corner[k] = uint16(first + int(m.Index[i+k]))
			t.depth += g.depths[t.corner[k]]
		}
		a, b, c := &g.vertices[t.corner[0]], &g.vertices[t.corner[1]], &g.vertices[t.corner[2]]
		if (b.DstX-a.DstX)*(c.DstY-a.DstY) < (b.DstY-a.DstY)*(c.DstX-a.DstX) { // y points down
			g.triangles = append(g.triangles, t)
		}
	}
	return nil
}

// The height of the point that the camera looks at, and its distance, in metres.
const (
	aim      = 0.8
	distance = 4
	zoom     = 1.2 * height // pixels per metre at a distance of one metre
)

// project returns a point's screen position and its distance along the view.
func project(p []float32, sin, cos float32) (x, y, depth float32) {
	depth = distance - (cos*p[2] + sin*p[0])
	return width/2 + zoom*(cos*p[0]-sin*p[2])/depth, height/2 - zoom*(p[1]-aim)/depth, depth
}

// encode converts linear light to a screen colour.
func encode(v float32) float32 { return float32(math.Pow(float64(min(1, v)), 1/2.2)) }
