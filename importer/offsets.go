package importer

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/native/assimp"
)

// computesOffsets reports whether a version of libassimp works the inverse bind
// matrices of FBX bones out instead of handing over those that the file states.
// 5.4 takes the wrong place of the mesh for it; later versions take the place at
// rest, which need not be that at bind time.
func computesOffsets(major, minor int) bool { return major > 5 || major == 5 && minor >= 4 }

// readBinds reads an FBX file's own inverse bind matrices, where libassimp's
// are not they.
func (f *flattener) readBinds() {
	major, minor, _ := assimp.Version()
	if f.fbx == nil || !f.hasBones() || !computesOffsets(major, minor) {
		return
	}
	if err := f.fbx.readBinds(); err != nil {
		f.report.add(Loss, WrongOffsets, "", "libassimp %d.%d gives wrong bind poses for some FBX files, and those of this one cannot be read: %v", major, minor, err)
	}
}

// meshBone names a bone of a mesh, as libassimp calls both nodes.
type meshBone struct{ mesh, bone string }

func (o *fbxFile) readBinds() error {
	data, err := o.data()
	if err != nil {
		return err
	}
	list, err := fbx.Binds(data)
	if err != nil {
		return err
	}
	o.binds = make(map[meshBone]exact.Matrix)
	for _, b := range list {
		o.binds[meshBone{b.Mesh, b.Bone}] = b.Transform
	}
	return nil
}

// offset returns the inverse bind matrix that counts for a bone: libassimp's,
// or where the file states another, that one.
func (f *flattener) offset(meshNode int, bone string, given exact.Matrix) exact.Matrix {
	if f.fbx == nil {
		return given
	}
	stated, ok := f.fbx.binds[meshBone{f.tree.nodes[meshNode].key, bone}]
	if !ok || !stated.Finite() || nearMatrix(given, stated) {
		return given
	}
	f.mended++
	return stated
}

// reportOffsets tells how many bones needed the file's own matrix.
func (f *flattener) reportOffsets() {
	if f.mended > 0 {
		f.report.add(Repair, WrongOffsets, "", "%d inverse bind matrices of libassimp are not those of the file; the file's serve", f.mended)
	}
}

// nearMatrix reports whether two matrices are equal up to float32 rounding of
// what they were multiplied from.
func nearMatrix(a, b exact.Matrix) bool {
	size := 1.0
	for i := range b {
		size = math.Max(size, math.Abs(b[i]))
	}
	for i := range a {
		if !(math.Abs(a[i]-b[i]) <= 1e-4*size) {
			return false
		}
	}
	return true
}
