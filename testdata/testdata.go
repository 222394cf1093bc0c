// Package testdata embeds the models of the demo, for programs that run outside the
// repository.
package testdata

import "embed"

// Models has strider as FBX, Collada and glTF and warden as MD5, each in its folder.
//
//go:embed strider/strider_walk.fbx strider/strider_wave.dae strider/strider.glb
//go:embed warden/warden.md5mesh warden/*.md5anim warden/*.png
var Models embed.FS

// Demo is strider as an archive, with compressed clips and a bank.
//
//go:embed strider/strider_demo.sinew
var Demo []byte
