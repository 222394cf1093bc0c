package importer

import (
	"github.com/sinew-anim/sinew/internal/picture"
	"github.com/sinew-anim/sinew/soa"
)

// Bounds limits the size of an imported model: a file of a few kilobytes can
// place one mesh a million times. A zero field means its default. A model beyond
// a bound is an error that wraps ErrTooLarge, except that longer names are cut and
// larger pictures left out, both with a finding.
type Bounds struct {
	Joints          int   // 32,764, which is also the maximum
	Keys            int   // of all clips; 2^25
	Vertices        int   // of all meshes, after merging equal ones, and of their morph targets; 2^25
	Triangles       int   // of all meshes; 2^25
	Name            int   // bytes of any name; soa.MaxName, which is also the maximum
	TextureBytes    int64 // of one picture; 256 MiB
	AllTextureBytes int64 // of all pictures; 1 GiB
	Texels          int64 // of one decoded picture, counted twice with 16 bits a channel; 2^26
	AllTexels       int64 // of all pictures; 2^27
	Nodes           int   // of the file, joints or not; 2^18
	Meshes          int   // of the file and of the model, where a mesh has one material; 2^17
	Materials       int   // of materials, textures, samplers, pictures and variants, each; 2^16
	Clips           int   // 2^16
	Targets         int   // morph targets of all meshes; 2^20
	// Memory is the number of bytes that an import allocates in all, kept or not: 1 GiB. Each byte of
	// the file, and of the files that a glTF file names, allows 32 more. The scene of libassimp is not
	// counted: see Options.Isolation.
	Memory int64
}

func (b Bounds) withDefaults() Bounds {
	b.Joints = min(positive(b.Joints, soa.MaxJoints), soa.MaxJoints)
	b.Keys, b.Vertices, b.Triangles = positive(b.Keys, 1<<25), positive(b.Vertices, 1<<25), positive(b.Triangles, 1<<25)
	b.Name = min(positive(b.Name, soa.MaxName), soa.MaxName)
	b.TextureBytes, b.AllTextureBytes = positive(b.TextureBytes, 256<<20), positive(b.AllTextureBytes, 1<<30)
	b.Texels, b.AllTexels = positive(b.Texels, picture.MaxTexels), positive(b.AllTexels, picture.MaxAllTexels)
	b.Nodes, b.Meshes, b.Materials = positive(b.Nodes, 1<<18), positive(b.Meshes, 1<<17), positive(b.Materials, 1<<16)
	b.Clips, b.Targets, b.Memory = positive(b.Clips, 1<<16), positive(b.Targets, 1<<20), positive(b.Memory, 1<<30)
	return b
}

// positive returns v, or the default for one that is not positive.
func positive[T ~int | ~int64](v, otherwise T) T {
	if v > 0 {
		return v
	}
	return otherwise
}
