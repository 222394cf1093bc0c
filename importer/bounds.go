package importer

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/picture"
	"github.com/sinew-anim/sinew/native/assimp"
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

// Bounded replaces the default bounds on the size of a model.
func Bounded(b Bounds) Option { return func(o *options) { o.limits = b } }

// maxCorners is how many vertices of a file may on average become one: as many as triangles
// meet at a vertex, of a closed surface six.
const maxCorners = 8

// checkSize compares the size of the future model with the bounds, before it is
// built. meshBuilder counts the vertices that are left when equal ones are joined.
func checkSize(in *input, t *tree, gltf *gltfFile) error {
	b := &in.opt.Bounds
	vertices, triangles := 0, 0
	for i := range t.nodes {
		for _, k := range t.nodes[i].meshes {
			m := in.scene.Mesh(int(k))
			vertices += len(m.Vertices()) * (1 + m.AnimMeshes())
			triangles += m.Faces()
			if vertices > maxCorners*b.Vertices {
				return fmt.Errorf("%w: more than %d vertices before equal ones are joined", ErrTooLarge, maxCorners*b.Vertices)
			}
			if triangles > b.Triangles {
				return fmt.Errorf("%w: more than %d triangles", ErrTooLarge, b.Triangles)
			}
		}
	}
	if keys := countKeys(in.scene, gltf); keys > b.Keys {
		return fmt.Errorf("%w: %d keys, %d are allowed", ErrTooLarge, keys, b.Keys)
	}
	return nil
}

// countKeys counts the keys of all animations.
func countKeys(scene *assimp.Scene, gltf *gltfFile) (n int) {
	if gltf != nil {
		for _, a := range gltf.doc.Animations {
			for _, ch := range a.Channels {
				targets := 1
				if ch.Path == "weights" || ch.Pointer != nil {
					targets = ch.Width
				}
				n += len(ch.Times) * targets
			}
		}
		return n
	}
	for c := range scene.Animations() {
		a := scene.Animation(c)
		for k := range a.Channels() {
			ch := a.Channel(k)
			n += len(ch.Positions()) + ch.Rotations().Len() + len(ch.Scalings())
		}
		for k := range a.MorphChannels() {
			n += a.MorphChannel(k).Keys()
		}
	}
	return n
}

// boundNames cuts long names in the model.
func boundNames(r *report.Report, b *bounds, m *soa.Model) {
	most, n := b.Name, 0
	var long []string
	cut := func(name *string) {
		if len(*name) > most {
			if len(long) < 5 {
				long = append(long, cutName(*name, min(most, 40))+"…")
			}
			*name = cutName(*name, most)
			n++
		}
	}
	for name := range names(m) {
		cut(name)
	}
	if n > 0 {
		r.Add(report.Repair, report.LongName, "", "%d names (%s) have more than %d bytes; cut", n, report.FirstNames(long), most)
	}
}

// cutName shortens a name to at most that many bytes, between characters.
func cutName(name string, most int) string {
	for most > 0 && !utf8.RuneStart(name[most]) {
		most--
	}
	return strings.Clone(name[:most])
}

// names are all names in a model.
func names(m *soa.Model) iter.Seq[*string] {
	return func(yield func(*string) bool) {
		list := []*string{&m.Name}
		if m.Skeleton != nil {
			for i := range m.Skeleton.Name {
				list = append(list, &m.Skeleton.Name[i])
			}
		}
		for _, c := range m.Clips {
			list = append(list, &c.Name)
			for i := range c.Events {
				list = append(list, &c.Events[i].Name)
			}
		}
		for _, mesh := range m.Meshes {
			list = append(list, &mesh.Name, &mesh.Node)
			for i := range mesh.Morphs {
				list = append(list, &mesh.Morphs[i].Name)
			}
		}
		for i := range m.Weights {
			list = append(list, &m.Weights[i].Mesh, &m.Weights[i].Target)
		}
		for i := range m.Floats {
			list = append(list, &m.Floats[i].Name)
		}
		for i := range m.Materials {
			list = append(list, &m.Materials[i].Name)
		}
		for i := range m.Textures {
			list = append(list, &m.Textures[i].Name)
		}
		for _, name := range list {
			if !yield(name) {
				return
			}
		}
	}
}

// check compares a model that a child answered with the bounds, which a child that a file
// has taken over does not keep. Repairs add a few keys to those that the file has.
func (b bounds) check(m *soa.Model) error {
	var keys, vertices, triangles, bytes, texels int64
	for _, c := range m.Clips {
		keys += int64(len(c.Time))
	}
	for _, mesh := range m.Meshes {
		vertices += int64(len(mesh.Position) / 3)
		triangles += int64(len(mesh.Index) / 3)
	}
	for i := range m.Textures {
		n := int64(len(m.Textures[i].Data))
		if n > b.TextureBytes {
			return fmt.Errorf("%w: texture %d has %d bytes, %d are allowed", ErrTooLarge, i, n, b.TextureBytes)
		}
		bytes += n
		if n, err := picture.Texels(m.Textures[i].Data); err == nil && m.Textures[i].Width == 0 {
			texels += n
		}
	}
	joints := int64(0)
	if m.Skeleton != nil {
		joints = int64(m.Skeleton.Len())
	}
	for _, has := range []struct {
		n, most int64
		what    string
	}{
		{joints, int64(b.Joints), "joints"}, {keys, 2 * int64(b.Keys), "keys"}, {vertices, int64(b.Vertices), "vertices"},
		{triangles, int64(b.Triangles), "triangles"}, {bytes, b.AllTextureBytes, "bytes of textures"}, {texels, b.AllTexels, "texels"},
	} {
		if has.n > has.most {
			return fmt.Errorf("%w: %d %s, %d are allowed", ErrTooLarge, has.n, has.what, has.most)
		}
	}
	for name := range names(m) {
		if len(*name) > b.Name {
			return fmt.Errorf("%w: a name of %d bytes, %d are allowed", ErrTooLarge, len(*name), b.Name)
		}
	}
	return nil
}
