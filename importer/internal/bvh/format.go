package bvh

import (
	"context"
	"fmt"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/internal/bvh"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Format is a BVH file.
type Format struct {
	*scene.Input
	ctx   context.Context
	doc   *bvh.Document
	first int // node of the first joint
}

// New returns the reader of a file.
func New(ctx context.Context, in *scene.Input) *Format { return &Format{Input: in, ctx: ctx} }

// Open parses the file.
func (f *Format) Open() error {
	began := time.Now()
	defer func() { f.Report.Parse = time.Since(began) }()
	if err := f.Keep(); err != nil {
		return err
	}
	b := &f.Settings.Bounds
	var err error
	if f.doc, err = bvh.Parse(f.ctx, f.Data, bvh.Limits{Joints: b.Joints, Keys: b.Keys, Name: b.Name}); err != nil {
		return err
	}
	if len(f.doc.Joints) == 0 {
		return fmt.Errorf("%w: it has no joint", source.ErrEmpty)
	}
	f.Scene = &scene.Scene{Bytes: int64(len(f.Data)) + 8*int64(cap(f.doc.Rows))}
	if f.doc.Frames > 0 {
		f.Scene.Animations = 1
	}
	return nil
}

// Close implements scene.Format.
func (f *Format) Close() {}

// rootName is the name of the root above several of a file.
const rootName = "ROOT"

// ReadNodes makes a node of each joint and end site.
func (f *Format) ReadNodes() error {
	children, roots := make([]int, len(f.doc.Joints)), 0
	for i := range f.doc.Joints {
		if p := f.doc.Joints[i].Parent; p >= 0 {
			children[p]++
		} else {
			roots++
		}
	}
	f.Tree = scene.NewTree()
	if f.Tree.OwnRoot = roots == 1; !f.Tree.OwnRoot {
		f.Tree.Add(scene.Node{Name: rootName, Key: rootName, Parent: -1, Children: roots, Local: exact.Identity()}, f.Report)
		f.first = 1
	}
	for i := range f.doc.Joints {
		j := &f.doc.Joints[i]
		local := exact.Identity()
		local[3], local[7], local[11] = j.Offset[0], j.Offset[1], j.Offset[2]
		f.Tree.Add(scene.Node{Name: j.Name, Key: j.Name, Parent: j.Parent + f.first, Children: children[i], Local: local}, f.Report)
	}
	return nil
}

// Space scales the unit of length to metres. Y is up.
func (f *Format) Space() exact.Matrix {
	f.Report.MetresPerUnit = Unit(f.Input)
	if f.Settings.FileUnits {
		return exact.Identity()
	}
	return exact.Scaling(f.Report.MetresPerUnit)
}

// Match reports what the file says otherwise than it should.
func (f *Format) Match() error {
	f.reportNotes()
	return nil
}

// Keys counts the keys of all frames.
func (f *Format) Keys() int { return f.doc.Keys() }

// ReadSkins implements scene.Format.
func (f *Format) ReadSkins() error { return nil }

// Skin implements scene.Format.
func (f *Format) Skin(int) *scene.Skin { return nil }

// ReadShapes implements scene.Format.
func (f *Format) ReadShapes() {}

// Kept implements scene.Format.
func (f *Format) Kept() []int { return nil }

// Limbs lists all joints: a file without frames is a skeleton.
func (f *Format) Limbs() (list []int) {
	for i := range f.doc.Joints {
		list = append(list, f.first+i)
	}
	return list
}

// Own implements scene.Format.
func (f *Format) Own(int) *scene.OwnFrame { return nil }

// Rest implements scene.Format.
func (f *Format) Rest(int, bool) []scene.Rest { return nil }

// MeshName implements scene.Format.
func (f *Format) MeshName(mesh string) string { return mesh }

// KeepsNormals implements scene.Format.
func (f *Format) KeepsNormals() bool { return false }

// Influences implements scene.Format.
func (f *Format) Influences(int, *scene.Mesh, string) *scene.Influences { return nil }

// SetSkinning implements scene.Format.
func (f *Format) SetSkinning(*soa.Mesh, *scene.Mesh, int, bool) {}

// WholeShapes implements scene.Format.
func (f *Format) WholeShapes(*soa.Mesh, *scene.Mesh, int, *scene.WeightSet) ([]scene.WholeShape, error) {
	return nil, nil
}

// SparseShapes implements scene.Format.
func (f *Format) SparseShapes(*soa.Mesh, *scene.Mesh, int, *scene.WeightSet) *scene.SparseShapes {
	return nil
}

// Finish implements scene.Format.
func (f *Format) Finish() {}

// Expressions implements scene.Format.
func (f *Format) Expressions(*track.Floats) []soa.Expression { return nil }

// Avatar implements scene.Format.
func (f *Format) Avatar(func(int) int) *soa.Avatar { return nil }

var _ scene.Format = (*Format)(nil)
