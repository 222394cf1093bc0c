//go:build cgo

package drawing

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/film"
)

// spriteRate is the default number of frames per second of sprites.
const spriteRate = 12

// spritePitch is the default pitch of the camera for sprites, in degrees.
const spritePitch = 20

// maxDirections is the largest number of directions of a sprite sheet.
const maxDirections = 64

// view is one picture: its time and its camera.
type view struct {
	time   float64
	camera gpu.Orbit
}

// views lists the pictures, those of sprites direction by direction.
func (opt *Options) views(s *stage.Stage, orbit gpu.Orbit, times []float64) (list []view) {
	for d := range max(1, opt.Sprites) {
		camera := orbit
		angle := 2 * math.Pi * float64(d) / float64(max(1, opt.Sprites))
		sin, cos := math.Sincos(angle)
		x, z := orbit.Target[0]-s.Home[0], orbit.Target[2]-s.Home[2]
		camera.Target[0], camera.Target[2] = s.Home[0]+cos*x+sin*z, s.Home[2]+cos*z-sin*x
		camera.Yaw += angle
		if opt.Sprites < 2 {
			camera = orbit
		}
		for _, t := range times {
			list = append(list, view{t, camera})
		}
	}
	return list
}

// sprites lists the sprites of a part.
func (opt *Options) sprites(s *stage.Stage, p Plan, views []view) (list []film.Sprite) {
	frames := len(p.Times)
	name := s.Name()
	if name == "" {
		name = strings.TrimSuffix(filepath.Base(opt.Out), filepath.Ext(opt.Out))
	}
	for i, v := range views {
		animation := fmt.Sprintf("%s-%02d", name, i/frames)
		camera := v.camera.Camera()
		m := camera.ViewProjection(float64(opt.Width) / float64(opt.Height))
		var at [4]float64 // the ground below the body, in the picture
		for k := range at {
			at[k] = float64(m[k])*s.Home[0] + float64(m[8+k])*s.Home[2] + float64(m[12+k])
		}
		list = append(list, film.Sprite{
			Name: fmt.Sprintf("%s-%03d", animation, i%frames), Animation: animation,
			Pivot:   [2]float64{round4(0.5 + 0.5*at[0]/at[3]), round4(0.5 - 0.5*at[1]/at[3])},
			Seconds: 1 / p.FPS,
		})
	}
	return list
}

// writeAtlas writes the atlas of sprites beside their sheet.
func (opt *Options) writeAtlas(sprites []film.Sprite) error {
	a := film.Atlas{Image: filepath.Base(opt.Out), Grid: opt.Cells(len(sprites)), Sprites: sprites}
	return a.Write(AtlasPath(opt.Out))
}

// AtlasPath returns the file of a sheet's atlas.
func AtlasPath(sheet string) string { return strings.TrimSuffix(sheet, filepath.Ext(sheet)) + ".json" }

func round4(x float64) float64 { return math.Round(1e4*x) / 1e4 }
