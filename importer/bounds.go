package importer

import (
	"github.com/sinew-anim/sinew/internal/picture"
	"github.com/sinew-anim/sinew/soa"
)

// Bounds limits the size of an imported model: a file of a few kilobytes can
// place one mesh a million times. A zero field means its default. A model beyond
// a bound is an error that wraps ErrTooLarge; names beyond their bound are cut,
// and pictures beyond theirs left out, and both are reported.
type Bounds struct {
	Joints          int   // 32,764, which is also the most there can be
	Keys            int   // of all clips; 2^25
	Vertices        int   // of all meshes, once equal ones are joined, and of their morph targets; 2^25
	Triangles       int   // of all meshes; 2^25
	Name            int   // bytes of any name; soa.MaxName, which is also the most there can be
	TextureBytes    int64 // of one picture; 256 MiB
	AllTextureBytes int64 // of all pictures; 1 GiB
	Texels          int64 // of one picture when it is decoded, with 16 bits a channel twice as many; 2^26
	AllTexels       int64 // of all pictures; 2^27
}

func (b Bounds) withDefaults() Bounds {
	or := func(v *int, otherwise int) {
		if *v <= 0 {
			*v = otherwise
		}
	}
	or(&b.Joints, soa.MaxJoints)
	b.Joints = min(b.Joints, soa.MaxJoints)
	or(&b.Keys, 1<<25)
	or(&b.Vertices, 1<<25)
	or(&b.Triangles, 1<<25)
	or(&b.Name, soa.MaxName)
	b.Name = min(b.Name, soa.MaxName)
	for _, bound := range []struct {
		v         *int64
		otherwise int64
	}{
		{&b.TextureBytes, 256 << 20}, {&b.AllTextureBytes, 1 << 30}, {&b.Texels, picture.MaxTexels}, {&b.AllTexels, picture.MaxAllTexels},
	} {
		if *bound.v <= 0 {
			*bound.v = bound.otherwise
		}
	}
	return b
}
