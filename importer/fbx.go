package importer

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/native/assimp"
)

// fbxFile is an FBX file parsed beside libassimp.
type fbxFile struct {
	file     *fbx.File
	original map[string]string // names that stand in for others, and those
	err      error             // why the file could not be read this way
	scene    *fbxScene         // nil until it is read
	ahead    *fbxAhead         // nil where there is an err
	shapes   *fbxShapes        // nil until they are read
	skins    map[int]*fbxSkin  // by the nodes that carry their meshes
	rest     []exact.Matrix    // models to the scene, at rest, once asked for
	numbers  int               // of points and weights that may still be read
}

// prepareFBX parses an FBX file before libassimp does. It returns a function that
// imports the file, patched where libassimp would misread it.
func prepareFBX(s *source.File) (*fbxFile, func(assimp.Options) (*assimp.Scene, error)) {
	data, err := s.Read()
	if err != nil {
		return &fbxFile{err: err}, s.Open
	}
	file, err := fbx.Read(data)
	if err != nil {
		return &fbxFile{err: err}, s.Open
	}
	patched, original := file.Patch(data)
	if patched == nil {
		patched = data
	}
	out := &fbxFile{file: file, original: original}
	return out, func(o assimp.Options) (*assimp.Scene, error) {
		scene, err := source.ImportBytes(patched, "fbx", o)
		if err != nil {
			return s.Open(o) // its error names the file
		}
		return scene, nil
	}
}

// rename restores the names that the patch replaced to make them unique, and
// makes names for nodes that no patch tells apart.
func (o *fbxFile) rename(t *tree) {
	for i := range t.nodes {
		n := &t.nodes[i]
		own := n.name
		if n.part != "" {
			own = n.owner
		}
		original, ok := o.original[own]
		if !ok {
			continue
		}
		if original == "" {
			// A name to tell it by, the same for all nodes of its chain.
			original = fmt.Sprintf("nodes[%d]", i)
			o.original[own] = original
		}
		n.name = original
		if n.part != "" {
			n.name = original + strings.TrimPrefix(n.key, own)
			n.owner = original
		}
	}
}
