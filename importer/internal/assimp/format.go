package assimp

import (
	"fmt"
	"regexp"

	"github.com/sinew-anim/sinew/importer/internal/lws"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// Format reads everything from libassimp's scene. Formats with their own reader embed it.
type Format struct {
	*scene.Input
	Library *assimp.Scene
	opener  Opener
	// frameRate is the text of the rate that an MD5 animation states, or "".
	frameRate string
	// dropped counts the positions that a recording of CharacterStudio lacks.
	dropped int
	// light is what moves in a LightWave scene, items the nodes of its items.
	light *lws.Scene
	items []int
}

// Match reports nodes that share a name.
func (a *Format) Match() error {
	a.Tree.ReportSharedNames(a.Report)
	return nil
}

// Keys counts the keys of libassimp's animations.
func (a *Format) Keys() (n int) {
	for c := range a.Library.Animations() {
		anim := a.Library.Animation(c)
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

// ReadSkins implements scene.Format.
func (a *Format) ReadSkins() error { return nil }

// Skin implements scene.Format.
func (a *Format) Skin(int) *scene.Skin { return nil }

// ReadShapes implements scene.Format.
func (a *Format) ReadShapes() {}

// Kept implements scene.Format.
func (a *Format) Kept() []int { return nil }

// Limbs implements scene.Format.
func (a *Format) Limbs() []int { return nil }

// Own implements scene.Format.
func (a *Format) Own(int) *scene.OwnFrame { return nil }

// Rest implements scene.Format.
func (a *Format) Rest(int, bool) []scene.Rest { return nil }

// MeshName implements scene.Format.
func (a *Format) MeshName(mesh string) string { return mesh }

// Influences implements scene.Format.
func (a *Format) Influences(int, *scene.Mesh, string) *scene.Influences { return nil }

// SetSkinning implements scene.Format.
func (a *Format) SetSkinning(*soa.Mesh, *scene.Mesh, int, bool) {}

// SparseShapes implements scene.Format.
func (a *Format) SparseShapes(*soa.Mesh, *scene.Mesh, int, *scene.WeightSet) *scene.SparseShapes {
	return nil
}

// Finish reports parts of the file that libassimp does not read.
func (a *Format) Finish() { a.reportUnread() }

// KeepsNormals implements scene.Format.
func (a *Format) KeepsNormals() bool { return false }

// Expressions implements scene.Format.
func (a *Format) Expressions(*track.Floats) []soa.Expression { return nil }

// Avatar implements scene.Format.
func (a *Format) Avatar(func(int) int) *soa.Avatar { return nil }

// WholeShapes returns libassimp's morph targets. Meshes of one node share its weights.
func (a *Format) WholeShapes(m *soa.Mesh, src *scene.Mesh, node int, w *scene.WeightSet) (list []scene.WholeShape, err error) {
	if len(src.Shapes) == 0 {
		return nil, nil
	}
	base, known := w.First[node]
	if !known {
		base = len(w.Weights)
		w.First[node] = base
	}
	for k := range src.Shapes {
		shape := &src.Shapes[k]
		if base+k == len(w.Weights) {
			w.Weights = append(w.Weights, soa.MorphWeight{
				Mesh: m.Node, Target: shape.Name, Rest: scene.RestWeight(shape.Rest),
			})
		}
		if base+k >= len(w.Weights) || len(shape.Positions) != len(src.Positions) {
			a.Report.Add(report.Loss, report.InvalidMorph, m.Name, "the morph target %q does not fit the mesh; dropped", shape.Name)
			continue
		}
		list = append(list, scene.WholeShape{Name: shape.Name, Weight: base + k, Positions: shape.Positions, Normals: shape.Normals})
	}
	return list, nil
}

// readOGRE is the only version of binary OGRE meshes that libassimp can read.
const readOGRE = "1.8"

var ogreVersion = regexp.MustCompile(`(?s)^..\[MeshSerializer_v([0-9.]+)\]`)

func oldOGRE(data []byte) error {
	m := ogreVersion.FindSubmatch(data)
	if m == nil || string(m[1]) == readOGRE {
		return nil
	}
	return fmt.Errorf("%w: it is an OGRE mesh of version %s; only %s can be read: convert it with \"OgreMeshUpgrader -V %s\", or save it as .mesh.xml", source.ErrUnread, m[1], readOGRE, readOGRE)
}
