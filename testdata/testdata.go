// Package testdata holds the models that the demo shows, for a program that
// runs where the repository is not.
package testdata

import "embed"

// Models is strider in FBX, Collada and glTF and warden in MD5, each in the
// folder of its name.
//
//go:embed strider/strider_walk.fbx strider/strider_wave.dae strider/strider.glb
//go:embed warden/warden.md5mesh warden/*.md5anim warden/*.png
var Models embed.FS

// Demo is strider as an archive, with compressed clips and a bank.
//
//go:embed strider/strider_demo.sinew
var Demo []byte
