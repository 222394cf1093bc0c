//go:build cgo

package main

import (
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/panel"
	"github.com/spf13/cobra"
)

// nativeCommands need libraries in C: OpenGL.
func nativeCommands() []*cobra.Command {
	keys := &cobra.Command{Use: "keys", Short: "What keys and the mouse do in sinew view", Long: panel.Keys() + "\n\n" + panel.GraphKeys}
	drawing := &cobra.Command{Use: "drawing", Short: "Camera, background, edges, sprites and pages of many files", Long: drawingHelp + "\n\n" + spritesHelp + "\n\n" + manyHelp}
	return []*cobra.Command{newRender(), newView(), newDemo(), keys, drawing}
}

// drawingHelp is about the flags that say how things are drawn.
const drawingHelp = `The camera shows all that is seen of a clip, from the front of a character whose
joints have a left and a right. From picture to picture of a contact sheet it goes
along with a character that travels; with --root-motion it stands still in sinew render
and sees all of the way. --camera is auto, front, side, back, three-quarter or top (of
the character), or yaw,pitch or yaw,pitch,distance in degrees and metres (yaw from the
scene's Z axis).

Of a rig that no mesh shows the skeleton is drawn; a model without clips is drawn at
rest. --background is light, dark, transparent, a colour as #rrggbb, or two as
top,bottom. --samples is multisample anti-aliasing, 1 to 64 samples per pixel (default
4; above 100,000 triangles edges are smoothed afterwards instead).`

// spritesHelp is what the help of render says of sprites.
const spritesHelp = `With --sprites N the picture is a sheet of sprites: a row for each of N directions, 12
frames per second or --frames or --fps, cells of one --size without a background, and
beside it OUT.json, an atlas in TexturePacker's form for PixiJS, Phaser and others.
Direction 0 is seen from the front, the next from 360/N degrees further to the
character's left. The pivot is the point of the ground below the character.`

// manyHelp is what the help of render says of several files.
const manyHelp = `Several files become one page, a .png with a picture of each at the start of its first
clip, or at --time, above its name. A file that cannot be read is told of and leaves its
place blank.`
