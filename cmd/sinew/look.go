//go:build cgo

package main

import (
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// look is how things are drawn.
type look struct {
	sizeText, cameraText, backgroundText string

	width, height  int
	camera         cameraPlace
	background     gpu.Background
	transparent    bool // the background is none
	skeleton, grid bool
	instances      int
	samples        int
}

func (l *look) addFlags(cmd *cobra.Command, size string) {
	f := cmd.Flags()
	f.StringVar(&l.sizeText, "size", size, "size of a frame, `WxH` pixels")
	f.StringVar(&l.cameraText, "camera", "auto", "camera `place`: auto, front, side, back, three-quarter, top (of the\ncharacter), or yaw,pitch or yaw,pitch,distance in degrees and metres\n(yaw from the scene's Z axis)")
	f.StringVar(&l.backgroundText, "background", "light", "background: light, dark, transparent, a `colour` as #rrggbb, or two as\ntop,bottom")
	f.BoolVar(&l.skeleton, "skeleton", false, "draw the skeleton over the picture")
	f.BoolVar(&l.grid, "grid", false, "draw a grid on the ground")
	f.IntVar(&l.instances, "instances", 1, "draw `N` instances, each at a time of its own")
	f.IntVar(&l.samples, "samples", 0, "multisample anti-aliasing, 1 to 64 samples per pixel (default 4;\nabove 100,000 triangles edges are smoothed afterwards instead)")
}

func (l *look) parse() (err error) {
	if l.width, l.height, err = parseSize("--size", l.sizeText); err != nil {
		return err
	}
	if l.camera, err = parseCamera(l.cameraText); err != nil {
		return err
	}
	if l.transparent = l.backgroundText == "transparent"; l.transparent {
		l.background = blackBackground
	} else if l.background, err = parseBackground(l.backgroundText); err != nil {
		return err
	}
	if l.samples < 0 || l.samples > 64 {
		return console.Usagef("--samples: %d is outside 0 to 64", l.samples)
	}
	return console.CheckCount("--instances", l.instances)
}

// manyTriangles is the number in a picture from which a software driver spends
// more time on the samples of triangles smaller than a pixel than on all else.
const manyTriangles = 100_000

// renderer chooses what to do against jagged edges.
func (l *look) renderer(model *soa.Model) gpu.Options {
	triangles := 0
	for _, m := range model.Meshes {
		triangles += len(m.Index) / 3 * l.instances
	}
	if l.skeleton || triangles == 0 {
		triangles += gpu.BoneTriangles * model.Skeleton.Len() * l.instances
	}
	return gpu.Options{Samples: l.samples, Smooth: l.samples == 0 && triangles > manyTriangles}
}

// dress gives the scene what does not depend on what plays.
func (l *look) dress(s *stage) {
	s.item().Skeleton = s.item().Skeleton || l.skeleton
	s.scene.Background = l.background
}

// arrange places the instances, and returns a camera that sees all they do and
// the grid that suits them.
func (l *look) arrange(s *stage) (gpu.Orbit, gpu.Grid, error) {
	return l.arrangeIn(s, float64(l.width)/float64(l.height))
}

// arrangeIn is arrange for a picture whose width is aspect times its height.
func (l *look) arrangeIn(s *stage, aspect float64) (gpu.Orbit, gpu.Grid, error) {
	front, err := s.survey()
	if err != nil {
		return gpu.Orbit{}, gpu.Grid{}, err
	}
	s.scene.Light = lightFor(front)
	yaw, pitch := l.camera.angles(l.instances > 1, front)
	one := newExtent(newFraming(yaw, pitch, aspect))
	if err := s.measure(one); err != nil {
		return gpu.Orbit{}, gpu.Grid{}, err
	}
	all, err := s.spread(one)
	if err != nil {
		return gpu.Orbit{}, gpu.Grid{}, err
	}
	orbit := all.framing.orbit(yaw, pitch)
	if l.camera.distance > 0 {
		orbit.Distance = l.camera.distance
	}
	return orbit, gpu.GridFor(all.box), nil
}

// lightFor is the usual light, as it falls on what faces in a direction by a yaw.
func lightFor(front float64) gpu.Light {
	light := gpu.DefaultLight()
	sin, cos := math.Sincos(front)
	x, z := float64(light.Toward[0]), float64(light.Toward[2])
	light.Toward[0], light.Toward[2] = float32(cos*x+sin*z), float32(cos*z-sin*x)
	return light
}
