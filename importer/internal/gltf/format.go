package gltf

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// Format is a glTF file.
type Format struct {
	*scene.Input
	Doc        *gltf.Document
	names      []string    // of the file's nodes
	nodes      map[int]int // of the tree, by the file's
	of         []int       // of the file, by the tree's; −1 of the root above several, and of instances
	shows      []int       // by node of the tree: the node of the file with its mesh, skin and weights
	parts      map[int]part
	bones      map[int]bool // nodes of the file that are joints of a skin
	first      []int        // by mesh of the file: its first primitive in primitives
	primitives []*primitive
	skins      map[int]*scene.Skin // by node of the tree
	weights    map[int]weightRange // by node of the tree: its morph weights
	showing    map[int][]int       // by mesh of the file: the nodes of the tree that have its weights
	faces      []int               // per expression: its custom property
	own        gltf.Own            // what the extras say
	files      map[string][]byte   // that are read
	number     map[*scene.Mesh]int // of the scene's meshes
	read       map[int]deltas      // by accessor of morph targets
}

// ErrVersion is wrapped by errors about files of glTF 1.0.
var ErrVersion = gltf.ErrVersion

// New returns the reader of a file.
func New(in *scene.Input) *Format {
	return &Format{Input: in, nodes: make(map[int]int), parts: make(map[int]part), skins: make(map[int]*scene.Skin), weights: make(map[int]weightRange)}
}

// Open parses the file.
func (g *Format) Open() error {
	began := time.Now()
	defer func() { g.Report.Parse = time.Since(began) }()
	if err := g.Keep(); err != nil {
		return err
	}
	b := &g.Settings.Bounds
	g.Meter.Allow(scene.MemoryPerByte * int64(len(g.Data)))
	options := gltf.Options{
		Scene: g.Settings.SceneName, Meter: g.Meter,
		Limits: gltf.Limits{Nodes: b.Nodes, Meshes: b.Meshes, Materials: b.Materials, Animations: b.Clips, Targets: b.Targets},
	}
	if g.FS != nil {
		options.Open = g.readCompanion
	}
	var err error
	if g.Doc, err = gltf.Parse(g.Data, options); err != nil {
		return unread(err)
	}
	g.own, _ = g.Doc.Own()
	if err := g.Meter.Err(); err != nil {
		return err
	}
	g.Scene = &scene.Scene{Animations: len(g.Doc.Animations), Cameras: g.Doc.Cameras, Lights: g.Doc.Lights, Bytes: int64(len(g.Data))}
	if err := g.listPrimitives(); err != nil {
		return err
	}
	if !g.Settings.SkipMeshes {
		return g.readMaterials()
	}
	return nil
}

// readCompanion reads a file that the document names, once, whatever the number of buffers that it is. Each
// of its bytes allows some memory.
func (g *Format) readCompanion(name string) ([]byte, error) {
	key := path.Clean(name)
	if data, known := g.files[key]; known {
		return data, nil
	}
	data, err := g.OpenBeside(name)
	if err != nil {
		return nil, err
	}
	if g.files == nil {
		g.files = make(map[string][]byte)
	}
	g.files[key] = data
	g.Meter.Allow(scene.MemoryPerByte * int64(len(data)))
	return data, g.Meter.Err()
}

// unread marks errors about what a file requires and is not read.
func unread(err error) error {
	var u *gltf.Unread
	if errors.As(err, &u) {
		return fmt.Errorf("%w: %w", source.ErrUnread, err)
	}
	return err
}

// Close implements scene.Format.
func (g *Format) Close() {}

// Space is the identity: glTF has Y up and metres.
func (g *Format) Space() exact.Matrix { return exact.Identity() }

// Match reports what the file has and is not read.
func (g *Format) Match() error {
	for _, name := range g.Doc.Unseen() {
		if g.Settings.Textures && gltf.OfTextures(name) && slices.Contains(g.Doc.Required, name) {
			g.Report.Add(report.Loss, report.MissingTexture, "the extension "+name,
				"the file requires it, and it is not read: textures show the pictures that they have besides, or none")
			continue
		}
		g.Report.Add(report.Info, report.LeftOut, "", "the extension %s is not read; what it adds is left out", name)
	}
	return nil
}

// Keys counts the keys of the file's channels.
func (g *Format) Keys() (n int) {
	for _, a := range g.Doc.Animations {
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

// Rest returns the transform that a node states as translation, rotation and scale.
func (g *Format) Rest(node int, _ bool) []scene.Rest {
	if g.of[node] < 0 {
		return nil
	}
	n := &g.Doc.Nodes[g.of[node]]
	if n.HasMatrix || !track.FiniteMatrix(n.Local()) {
		return nil
	}
	if above, ok := g.parts[n.Parent]; ok && above.local != exact.Identity() {
		return nil
	}
	return []scene.Rest{{T: n.Translation, R: exact.Quat(n.Rotation).Unit(), S: n.Scale, Exact: g.own.Joints}}
}

// Limbs lists all nodes: a file without meshes and animations may be a skeleton.
func (g *Format) Limbs() (list []int) {
	for i := range g.of {
		list = append(list, i)
	}
	return list
}

// Own implements scene.Format.
func (g *Format) Own(int) *scene.OwnFrame { return nil }

// MeshName implements scene.Format.
func (g *Format) MeshName(mesh string) string { return mesh }

// KeepsNormals is true: in glTF the order of its vertices defines the front of a triangle, and
// normals may point to its back, as those of inner surfaces do.
func (g *Format) KeepsNormals() bool { return true }

// WholeShapes implements scene.Format: see SparseShapes.
func (g *Format) WholeShapes(*soa.Mesh, *scene.Mesh, int, *scene.WeightSet) ([]scene.WholeShape, error) {
	return nil, nil
}

// Finish reports the extensions of materials that are not kept.
func (g *Format) Finish() {
	if g.Settings.SkipMeshes {
		return
	}
	materials := make(map[string][]string) // by what they have and is not kept
	for i := range g.Doc.Materials {
		m := &g.Doc.Materials[i]
		if g.Meter.Step(100*len(m.Other)) != nil {
			return
		}
		for _, name := range m.Other {
			materials[name] = append(materials[name], m.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(materials)) {
		severity := report.Info
		if slices.Contains(g.Doc.Required, name) {
			severity = report.Loss
		}
		g.Report.Add(severity, report.LostMaterial, "the extension "+name,
			"%d materials (%s) have it; they are drawn by their other values", len(materials[name]), report.FirstNames(materials[name]))
	}
}
