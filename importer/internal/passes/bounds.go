package passes

import (
	"cmp"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/picture"
	"github.com/sinew-anim/sinew/soa"
)

// maxCorners is the maximum average number of file vertices that join into one. Each triangle at
// a vertex may contribute one; on a closed surface six meet on average.
const maxCorners = 8

// checkCounts compares what a file has with the bounds.
func checkCounts(in *scene.Input) error {
	b, s := &in.Settings.Bounds, in.Scene
	targets := 0
	for _, m := range s.Meshes {
		targets += len(m.Shapes)
	}
	return cmp.Or(
		scene.Most("meshes", len(s.Meshes), "Meshes", b.Meshes, ""),
		scene.Most("materials", len(s.Materials), "Materials", b.Materials, ""),
		scene.Most("pictures", len(s.Pictures), "Materials", b.Materials, ""),
		scene.Most("animations", s.Animations, "Clips", b.Clips, ""),
		scene.Most("morph targets", targets, "Targets", b.Targets, ""),
	)
}

// checkSize compares the size of the future model with the bounds before it is built. Package
// mesh counts the vertices that remain after joining equal ones.
func checkSize(in *scene.Input, f scene.Format) error {
	t := in.Tree
	b := &in.Settings.Bounds
	vertices, triangles, meshes := 0, 0, 0
	for i := range t.Nodes {
		meshes += len(t.Nodes[i].Meshes)
		if err := scene.Most("meshes of nodes", meshes, "Meshes", b.Meshes, t.Nodes[i].Name); err != nil {
			return err
		}
		if err := in.Meter.Step(10 + 10*len(t.Nodes[i].Meshes)); err != nil {
			return err
		}
		for _, k := range t.Nodes[i].Meshes {
			m := in.Scene.Meshes[k]
			vertices += len(m.Positions) * (1 + len(m.Shapes))
			triangles += m.Faces
			if vertices > maxCorners*b.Vertices {
				return fmt.Errorf("%w: %q: more than %d vertices before equal ones are joined, %d for each of Bounds.Vertices", soa.ErrTooLarge, t.Nodes[i].Name, maxCorners*b.Vertices, maxCorners)
			}
			if triangles > b.Triangles {
				return fmt.Errorf("%w: %q: more than %d triangles (Bounds.Triangles)", soa.ErrTooLarge, t.Nodes[i].Name, b.Triangles)
			}
		}
	}
	if keys := f.Keys(); keys > b.Keys {
		return fmt.Errorf("%w: %d keys exceed the limit of %d (Bounds.Keys)", soa.ErrTooLarge, keys, b.Keys)
	}
	return nil
}

// BoundNames truncates long names in the model.
func BoundNames(r *report.Report, b *scene.Bounds, m *soa.Model) {
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
		r.Add(report.Repair, report.LongName, "", "%d names (%s) have more than %d bytes; truncated", n, report.FirstNames(long), most)
	}
}

// cutName truncates a name to at most most bytes, between characters.
func cutName(name string, most int) string {
	for most > 0 && !utf8.RuneStart(name[most]) {
		most--
	}
	return strings.Clone(name[:most])
}

// names returns pointers to all names in a model.
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
		for i := range m.Expressions {
			list = append(list, &m.Expressions[i].Name)
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

// CheckBounds checks a model from a child against the bounds, since a compromised child might not
// have. Repairs may have added a few keys to those of the file.
func CheckBounds(b *scene.Bounds, m *soa.Model) error {
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
			return fmt.Errorf("%w: texture %d has %d bytes; the limit is %d", soa.ErrTooLarge, i, n, b.TextureBytes)
		}
		bytes += n
		if n, err := picture.Texels(m.Textures[i].Data); err == nil && m.Textures[i].Width == 0 {
			texels += n
		}
	}
	targets := int64(0)
	for _, mesh := range m.Meshes {
		targets += int64(len(mesh.Morphs))
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
		{int64(len(m.Meshes)), int64(b.Meshes), "meshes"}, {int64(len(m.Materials)), int64(b.Materials), "materials"},
		{int64(len(m.Textures)), 2 * int64(b.Materials), "textures"}, {int64(len(m.Clips)), int64(b.Clips), "clips"},
		{targets, max(int64(b.Targets), soa.MaxJoints), "morph targets"},
	} {
		if has.n > has.most {
			return fmt.Errorf("%w: %d %s exceed the limit of %d", soa.ErrTooLarge, has.n, has.what, has.most)
		}
	}
	for name := range names(m) {
		if len(*name) > b.Name {
			return fmt.Errorf("%w: a name of %d bytes exceeds the limit of %d", soa.ErrTooLarge, len(*name), b.Name)
		}
	}
	return nil
}
