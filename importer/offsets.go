package importer

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/native/assimp"
)

// computesOffsets reports whether a version of libassimp computes the inverse
// bind matrices of FBX bones instead of reading them from the file. 5.4 computes
// them with a wrong place of the mesh; later versions with its place at rest,
// which may differ from that at bind time.
func computesOffsets(major, minor int) bool { return major > 5 || major == 5 && minor >= 4 }

// statedBinds returns the inverse bind matrices that an FBX file states, where
// those of libassimp may differ.
func statedBinds(in *input) map[meshBone]exact.Matrix {
	major, minor, _ := assimp.Version()
	if in.fbx == nil || !hasBones(in.scene) || !computesOffsets(major, minor) {
		return nil
	}
	binds, err := in.fbx.readBinds()
	if err != nil {
		in.report.add(Loss, WrongOffsets, "", "libassimp %d.%d computes wrong bind poses for some FBX files, and those of this file cannot be read: %v", major, minor, err)
	}
	return binds
}

// meshBone identifies a bone of a mesh by libassimp's names of both nodes.
type meshBone struct{ mesh, bone string }

func (o *fbxFile) readBinds() (map[meshBone]exact.Matrix, error) {
	data, err := o.data()
	if err != nil {
		return nil, err
	}
	list, err := fbx.Binds(data)
	if err != nil {
		return nil, err
	}
	binds := make(map[meshBone]exact.Matrix)
	for _, b := range list {
		binds[meshBone{b.Mesh, b.Bone}] = b.Transform
	}
	return binds, nil
}

// mended returns the inverse bind matrix of a bone: that of the file where it
// differs from libassimp's.
func mended(binds map[meshBone]exact.Matrix, bone meshBone, given exact.Matrix) (m exact.Matrix, other bool) {
	stated, ok := binds[bone]
	if !ok || !stated.Finite() || nearMatrix(given, stated) {
		return given, false
	}
	return stated, true
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
