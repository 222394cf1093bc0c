//go:build cgo

package main

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/capture"
)

// spriteRate is the number of frames per second of sprites where none is asked for.
const spriteRate = 12

// spritePitch is from how high sprites are seen where no camera is asked for, in degrees.
const spritePitch = 20

// maxDirections bounds the directions of a sprite sheet.
const maxDirections = 64

// spritesHelp is what the help of render says of sprites.
const spritesHelp = `With --sprites N the picture is a sheet of sprites: a row for each of N directions, 12
frames per second or --frames or --fps, cells of one --size without a background, and
beside it OUT.json, an atlas in TexturePacker's form for PixiJS, Phaser and others.
Direction 0 is seen from the front, the next from 360/N degrees further to the
character's left. The pivot is the point of the ground below the character.`

// view is one picture that is drawn: a time, and from where.
type view struct {
	time   float64
	camera gpu.Orbit
}

// views lists the pictures, direction by direction where these are sprites.
func (opt *renderOptions) views(s *stage.Stage, orbit gpu.Orbit, times []float64) (list []view) {
	for d := range max(1, opt.sprites) {
		camera := orbit
		angle := 2 * math.Pi * float64(d) / float64(max(1, opt.sprites))
		sin, cos := math.Sincos(angle)
		x, z := orbit.Target[0]-s.Home[0], orbit.Target[2]-s.Home[2]
		camera.Target[0], camera.Target[2] = s.Home[0]+cos*x+sin*z, s.Home[2]+cos*z-sin*x
		camera.Yaw += angle
		if opt.sprites < 2 {
			camera = orbit
		}
		for _, t := range times {
			list = append(list, view{t, camera})
		}
	}
	return list
}

// writeAtlas writes the atlas of sprites beside their sheet.
func (opt *renderOptions) writeAtlas(s *stage.Stage, p plan, views []view) error {
	frames := len(p.times)
	a := capture.Atlas{Image: filepath.Base(opt.out), Grid: opt.cells(len(views))}
	name := s.Name()
	if name == "" {
		name = strings.TrimSuffix(a.Image, filepath.Ext(a.Image))
	}
	for i, v := range views {
		animation := fmt.Sprintf("%s-%02d", name, i/frames)
		camera := v.camera.Camera()
		m := camera.ViewProjection(float64(opt.Width) / float64(opt.Height))
		var at [4]float64 // the ground below the body, in the picture
		for k := range at {
			at[k] = float64(m[k])*s.Home[0] + float64(m[8+k])*s.Home[2] + float64(m[12+k])
		}
		a.Sprites = append(a.Sprites, capture.Sprite{
			Name: fmt.Sprintf("%s-%03d", animation, i%frames), Animation: animation,
			Pivot:   [2]float64{round4(0.5 + 0.5*at[0]/at[3]), round4(0.5 - 0.5*at[1]/at[3])},
			Seconds: 1 / p.fps,
		})
	}
	return a.Write(atlasPath(opt.out))
}

// atlasPath is the file of the atlas of a sheet.
func atlasPath(sheet string) string { return strings.TrimSuffix(sheet, filepath.Ext(sheet)) + ".json" }

func round4(x float64) float64 { return math.Round(1e4*x) / 1e4 }
