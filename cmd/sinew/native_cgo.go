//go:build cgo

package main

import (
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/panel"
	"github.com/spf13/cobra"
)

// nativeCommands returns the commands and topics that need OpenGL.
func nativeCommands() []*cobra.Command {
	keys := &cobra.Command{Use: "keys", Short: "Keys and mouse of sinew view",
		Long: panel.Keys() + "\n\n" + panel.GraphKeys + "\n\nNext: sinew view FILE opens the window."}
	drawing := &cobra.Command{Use: "drawing",
		Short: "Camera, background, anti-aliasing, sprites, pages: --camera, --samples …",
		Long:  drawingHelp + "\n\n" + spritesHelp + "\n\n" + manyHelp}
	return []*cobra.Command{newRender(), newView(), newDemo(), keys, drawing}
}

// drawingHelp is the help of the flags for how things are drawn.
const drawingHelp = `The camera shows everything that is seen of a clip, from the front of a character whose
joints have a left and a right side. In a contact sheet it follows a character that travels;
with --root-motion it stays, in sinew render, and sees the whole way. --camera is auto,
front, side, back, three-quarter or top, relative to the character, or yaw,pitch or
yaw,pitch,distance in degrees and metres (yaw from the scene's Z axis).

--skeleton draws the skeleton over the picture; a rig that no mesh shows is always drawn so.
A model without clips is drawn at rest. --grid draws the ground. --size is that of a frame in
pixels. --instances draws several characters, each at another time. --background is light,
dark, transparent, a colour as #rrggbb, or two as top,bottom. --samples is multisample
anti-aliasing, 1 to 64 samples per pixel (default 4; above 100,000 triangles edges are
smoothed afterwards instead). --hide leaves out meshes, which sinew info lists, by name or
pattern; the camera frames the others.`

// spritesHelp is the help of --sprites.
const spritesHelp = `With --sprites N the picture is a sheet of sprites: a row for each of N directions, 12 frames
per second or as --frames or --fps say, cells of --size without a background. Beside it,
OUT.json is an atlas in TexturePacker's format for PixiJS, Phaser and others. Direction 0 is
the front; each next one is 360/N degrees further to the character's left. The pivot is the
point on the ground below the character. Several --clip, which play together otherwise, are in one
sheet one after the other, at one scale; the frames of walk from the front are the animation walk-00.`

// manyHelp is the help of render for several files.
const manyHelp = `Several files make one page, a .png with a picture of each above its name: at the start of
its first clip, or at --time. A file that cannot be read is reported; its cell stays blank.

Next: sinew render --sheet 6x2 draws a contact sheet, sinew view shows the same in a window.`
