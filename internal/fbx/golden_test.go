package fbx_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/internal/testing/golden"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

var update = flag.Bool("update", false, "write testdata/golden.txt anew")

// TestGolden: what every FBX file at hand holds, and how it moves before, in and after its takes.
func TestGolden(t *testing.T) {
	files := truth.Models(t, "fbx")
	table := golden.Open(t, "testdata/golden.txt", *update)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		data, err := os.ReadFile(files[name])
		if err != nil {
			t.Fatal(err)
		}
		check(t, table, name, data)
	}
}

func check(t *testing.T, table *golden.Table, name string, data []byte) {
	t.Helper()
	file, err := fbx.Read(data)
	if err != nil {
		table.Check(t, name+" refused", err.Error())
		return
	}
	patched, original := file.Patch(data)
	table.Check(t, name+" file", file.Stacks, file.Unit, patched, original)
	scene, err := file.Scene(1e6)
	if err != nil {
		table.Check(t, name+" scene refused", err.Error())
		return
	}
	var models []any
	for i, m := range scene.Models {
		models = append(models, m.Name, m.Parent, m.Inherit, m.Limb, m.Geometric, scene.Unscaled(i), poses(scene.Rest(i), []float64{0}))
	}
	table.Check(t, name+" models", models, file.BindPose(scene), file.Splines(scene), file.PointCaches(scene))
	table.Check(t, name+" curves", scene.Broken, scene.Silent, scene.Combined, scene.Keys)
	for s, stack := range scene.Motions {
		var moved []any
		for _, m := range stack {
			if m != nil {
				moved = append(moved, poses(m, moments(file.Stacks[s])), motion(m, file.Stacks[s]))
			}
		}
		table.Check(t, fmt.Sprint(name, " motions ", s), moved)
	}
	if floats, err := file.Floats(1e6); err == nil {
		table.Check(t, name+" floats", floatsOf(floats, file.Stacks))
	}
	if shapes, err := file.Shapes(scene, 1e6, 1e8); err == nil {
		table.Check(t, name+" shapes", shapesOf(shapes, file.Stacks))
	}
	table.Check(t, name+" skins", skinsOf(file, scene))
}

// moments are times before, at the ends of, in and after a stack.
func moments(s fbx.Stack) (list []float64) {
	span := max(s.Last-s.First, fbx.Second)
	for _, at := range []float64{-1.3, -0.25, 0, 1.0 / 24, 0.31, 0.5, 0.77, 1, 1.4, 3.1} {
		list = append(list, s.First+float64(at*span))
	}
	return list
}

func poses(m *fbx.Motion, times []float64) (list []any) {
	for _, time := range times {
		for _, side := range []fit.Side{fit.Before, fit.At, fit.After} {
			list = append(list, m.Translation(time, side), m.Rotation(time, side), m.Scale(time, side))
		}
	}
	return list
}

func motion(m *fbx.Motion, s fbx.Stack) (list []any) {
	for _, part := range []fbx.Part{fbx.TranslationPart, fbx.RotationPart, fbx.ScalePart} {
		list = append(list, m.Keyed(part))
		if slopes := m.Slopes(part); slopes != nil {
			for _, time := range moments(s)[2:6] {
				list = append(list, slopes(time, fit.Before), slopes(time, fit.After))
			}
		}
		for _, d := range m.Drivers(part) {
			list = append(list, driven(d, s))
		}
	}
	return list
}

func driven(d *fbx.Driven, s fbx.Stack) (list []any) {
	if d == nil {
		return nil
	}
	for _, time := range moments(s) {
		list = append(list, d.At(time, fit.At), d.At(time, fit.Before))
	}
	low, high := d.Range(1, s.First, s.Last)
	return append(list, d.Rest, d.Jumps(), d.Keys(), d.Layers(), d.NotFinite(), d.Still(), low, high, d.Knots(nil, s.First, s.Last, 1000))
}

func floatsOf(f *fbx.Floats, stacks []fbx.Stack) (list []any) {
	for _, f := range f.List {
		list = append(list, f.Model, f.Material, f.Name, f.User, f.Rest, f.Stated)
		for _, c := range f.Curves {
			list = append(list, c.Stack, c.Component, c.Err != nil, driven(c.Driven, stacks[c.Stack]))
		}
	}
	return append(list, f.Texts, f.Others)
}

func shapesOf(s *fbx.Shapes, stacks []fbx.Stack) (list []any) {
	for i := range s.Meshes {
		m := &s.Meshes[i]
		list = append(list, m.Name, m.Models, m.Points, m.Corners, m.Material)
		for _, c := range m.Channels {
			list = append(list, c.Name, c.Rest, c.Shapes)
			for k := range c.Shapes {
				list = append(list, c.Bends(k), c.Part(k, 0.3), c.Part(k, 0.8), c.Shapes[k].Reach())
			}
			for stack := range stacks {
				if c.Driven[stack] != nil {
					list = append(list, driven(c.Driven[stack], stacks[stack]), c.Weight(stack, stacks[stack].First, fit.At))
				}
			}
		}
	}
	return append(list, s.Lost, len(s.Broken))
}

func skinsOf(file *fbx.File, scene *fbx.Scene) (list []any) {
	left := 1 << 26
	skins := file.Skins(scene)
	for i := range skins {
		s := &skins[i]
		points, err := file.Points(s, &left)
		list = append(list, s.Models, s.Skinning, s.Mode, s.Boneless, points, err != nil)
		polygons, err := file.Polygons(s, &left)
		if err == nil {
			list = append(list, polygons.Corners, polygons.Material)
		}
		blend, err := file.Blend(s, &left)
		list = append(list, blend, err != nil)
		for k := range s.Clusters {
			c := &s.Clusters[k]
			w, err := file.Weights(c, &left)
			list = append(list, c.Bone, c.Associate, w, err != nil)
			list = append(list, c.Transform, c.Link, c.AssociateLink)
		}
	}
	return list
}
