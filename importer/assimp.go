package importer

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// assimpFormat is a file of which libassimp's scene says everything. The formats that have
// readers of their own embed it.
type assimpFormat struct{ *input }

// Prepare refuses versions that libassimp does not read.
func (a *assimpFormat) Prepare() (func(assimp.Options) (*assimp.Scene, error), error) {
	if a.ext == "mesh" {
		if data, err := a.Head(); err == nil { // an error libassimp finds too
			if err := oldOGRE(data); err != nil {
				return nil, err
			}
		}
	}
	return a.Open, nil
}

func (a *assimpFormat) Close() {}

// ReadNodes drops the meshes of an MD5 animation, where libassimp puts a dummy skeleton's.
func (a *assimpFormat) ReadNodes(t *tree) (*tree, error) {
	if a.ext == "md5anim" {
		t.dropMeshes()
	}
	return t, nil
}

// Match reports nodes that names do not tell apart.
func (a *assimpFormat) Match() error {
	a.tree.reportSharedNames(a.report)
	return nil
}

// Keys counts the keys of libassimp's animations.
func (a *assimpFormat) Keys() (n int) {
	for c := range a.scene.Animations() {
		anim := a.scene.Animation(c)
		for k := range anim.Channels() {
			ch := anim.Channel(k)
			n += len(ch.Positions()) + ch.Rotations().Len() + len(ch.Scalings())
		}
		for k := range anim.MorphChannels() {
			n += anim.MorphChannel(k).Keys()
		}
	}
	return n
}

func (a *assimpFormat) ReadSkins() error { return nil }

func (a *assimpFormat) Skin(int) *skin { return nil }

func (a *assimpFormat) ReadShapes() {}

func (a *assimpFormat) Kept() []int { return nil }

func (a *assimpFormat) Limbs() []int { return nil }

func (a *assimpFormat) Own(int) *ownFrame { return nil }

func (a *assimpFormat) Rest(int, bool) []rest { return nil }

func (a *assimpFormat) MeshName(mesh string) string { return mesh }

func (a *assimpFormat) Influences(int, assimp.Mesh, string) (bones [][]assimp.VertexWeight, own []assimp.VertexWeight) {
	return nil, nil
}

func (a *assimpFormat) SetSkinning(*soa.Mesh, assimp.Mesh, int, bool) {}

func (a *assimpFormat) SparseShapes(*soa.Mesh, assimp.Mesh, int, *weightSet) *sparseShapes {
	return nil
}

func (a *assimpFormat) Finish() {}

// WholeShapes returns libassimp's morph targets. The meshes of one node share its weights.
func (a *assimpFormat) WholeShapes(m *soa.Mesh, src assimp.Mesh, node int, w *weightSet) (list []wholeShape, err error) {
	if src.AnimMeshes() == 0 {
		return nil, nil
	}
	base, known := w.first[node]
	if !known {
		base = len(w.weights)
		w.first[node] = base
	}
	for k := range src.AnimMeshes() {
		shape := src.AnimMesh(k)
		if base+k == len(w.weights) {
			w.weights = append(w.weights, soa.MorphWeight{
				Mesh: m.Node, Target: shape.Name(), Rest: restWeight(shape.Weight()),
			})
		}
		if base+k >= len(w.weights) || len(shape.Vertices()) != len(src.Vertices()) {
			a.report.Add(report.Loss, report.InvalidMorph, m.Name, "the morph target %q does not fit the mesh; dropped", shape.Name())
			continue
		}
		list = append(list, wholeShape{shape.Name(), base + k, shape.Vertices(), shape.Normals()})
	}
	return list, nil
}

// readOGRE is the only version of binary OGRE meshes that libassimp reads.
const readOGRE = "1.8"

var ogreVersion = regexp.MustCompile(`(?s)^..\[MeshSerializer_v([0-9.]+)\]`)

func oldOGRE(data []byte) error {
	m := ogreVersion.FindSubmatch(data)
	if m == nil || string(m[1]) == readOGRE {
		return nil
	}
	return fmt.Errorf("%w: it is an OGRE mesh of version %s, and %s is the only one that is read; convert it by \"OgreMeshUpgrader -V %s\", or save it as .mesh.xml", source.ErrUnread, m[1], readOGRE, readOGRE)
}

// vertexFrames returns how many frames of vertices a file of one of the formats has that
// move these without bones, and 0 for other formats.
func vertexFrames(s *source.File, ext string) int {
	of, ok := map[string]struct {
		magic string
		at    int
	}{"md2": {"IDP2", 40}, "md3": {"IDP3", 76}, "mdc": {"IDPC", 76}, "mdl": {"IDPO", 68}}[ext]
	if !ok {
		return 0
	}
	data, err := s.Head()
	if err != nil || !bytes.HasPrefix(data, []byte(of.magic)) || len(data) < of.at+4 {
		return 0
	}
	return int(int32(binary.LittleEndian.Uint32(data[of.at:])))
}
