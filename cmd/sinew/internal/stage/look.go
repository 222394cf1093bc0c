//go:build cgo

package stage

import (
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// Look is how things are drawn.
type Look struct {
	sizeText, cameraText, backgroundText string

	Width, Height  int
	Camera         CameraPlace
	Background     gpu.Background
	Transparent    bool // the background is none
	Skeleton, Grid bool
	Instances      int
	Samples        int
}

func (l *Look) AddFlags(cmd *cobra.Command, size string) {
	f := cmd.Flags()
	f.StringVar(&l.sizeText, "size", size, "size of a frame, `WxH` pixels")
	f.StringVar(&l.cameraText, "camera", "auto", "`place` of the camera, see sinew help drawing")
	f.StringVar(&l.backgroundText, "background", "light", "`colour` or top,bottom, see sinew help drawing")
	f.BoolVar(&l.Skeleton, "skeleton", false, "draw the skeleton over the picture")
	f.BoolVar(&l.Grid, "grid", false, "draw a grid on the ground")
	f.IntVar(&l.Instances, "instances", 1, "draw `N` instances, each at a time of its own")
	f.IntVar(&l.Samples, "samples", 0, "samples per pixel, 1 to 64, see sinew help drawing")
}

// Parse reads the flags.
func (l *Look) Parse() (err error) {
	if l.Width, l.Height, err = parseSize("--size", l.sizeText); err != nil {
		return err
	}
	if l.Camera, err = parseCamera(l.cameraText); err != nil {
		return err
	}
	if l.Transparent = l.backgroundText == "transparent"; l.Transparent {
		l.Background = BlackBackground
	} else if l.Background, err = parseBackground(l.backgroundText); err != nil {
		return err
	}
	if l.Samples < 0 || l.Samples > 64 {
		return console.Usagef("--samples: %d is outside 0 to 64", l.Samples)
	}
	return console.CheckCount("--instances", l.Instances)
}

// manyTriangles is the number of triangles above which a software driver spends most of its
// time on samples of triangles smaller than a pixel.
const manyTriangles = 100_000

// Renderer returns the options of a renderer: how edges are smoothed.
func (l *Look) Renderer(model *soa.Model) gpu.Options {
	triangles := 0
	for _, m := range model.Meshes {
		triangles += len(m.Index) / 3 * l.Instances
	}
	if l.Skeleton || triangles == 0 {
		triangles += gpu.BoneTriangles * model.Skeleton.Len() * l.Instances
	}
	return gpu.Options{Samples: l.Samples, Smooth: l.Samples == 0 && triangles > manyTriangles}
}

// Dress applies the flags that do not depend on what plays.
func (l *Look) Dress(s *Stage) {
	s.Item().Skeleton = s.Item().Skeleton || l.Skeleton
	s.Scene.Background = l.Background
}

// Arrange places the instances and returns a camera that sees all their movement, and a grid
// of suitable size.
func (l *Look) Arrange(s *Stage) (gpu.Orbit, gpu.Grid, error) {
	return l.ArrangeIn(s, float64(l.Width)/float64(l.Height))
}

// ArrangeIn is Arrange for a picture whose width is aspect times its height.
func (l *Look) ArrangeIn(s *Stage, aspect float64) (gpu.Orbit, gpu.Grid, error) {
	front, err := s.survey()
	if err != nil {
		return gpu.Orbit{}, gpu.Grid{}, err
	}
	s.Scene.Light = lightFor(front)
	yaw, pitch := l.Camera.angles(l.Instances > 1, front)
	one := newExtent(newFraming(yaw, pitch, aspect))
	if err := s.measure(one); err != nil {
		return gpu.Orbit{}, gpu.Grid{}, err
	}
	all, err := s.spread(one)
	if err != nil {
		return gpu.Orbit{}, gpu.Grid{}, err
	}
	orbit := all.framing.orbit(yaw, pitch)
	if l.Camera.distance > 0 {
		orbit.Distance = l.Camera.distance
	}
	return orbit, gpu.GridFor(all.box), nil
}

// lightFor returns the default light, rotated for a body that faces a yaw in radians.
func lightFor(front float64) gpu.Light {
	light := gpu.DefaultLight()
	sin, cos := math.Sincos(front)
	x, z := float64(light.Toward[0]), float64(light.Toward[2])
	light.Toward[0], light.Toward[2] = float32(cos*x+sin*z), float32(cos*z-sin*x)
	return light
}
