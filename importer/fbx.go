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
	assimpFormat
	file     *fbx.File
	original map[string]string // names that stand in for others, and those
	err      error             // why the file could not be read this way
	scene    *fbxScene         // nil until it is read
	ahead    *fbxAhead         // nil where there is an err
	shapes   *fbxShapes        // nil until they are read
	skins    map[int]*fbxSkin  // by the nodes that carry their meshes
	rest     []exact.Matrix    // models to the scene, at rest, once asked for
	numbers  int               // of points and weights that may still be read
	searched int               // morph targets of meshes
	end      func()            // of what goes on while libassimp parses
}

func newFBX(in *input) *fbxFile { return &fbxFile{assimpFormat: assimpFormat{in}, end: func() {}} }

// Prepare parses the file before libassimp does, and begins to follow its curves. What it
// returns imports the file, patched where libassimp would misread it.
func (o *fbxFile) Prepare() (func(assimp.Options) (*assimp.Scene, error), error) {
	if data, err := o.Head(); err == nil { // an error libassimp finds too
		if err := oldFBX(data); err != nil {
			return nil, err
		}
	}
	data, err := o.Read()
	if err == nil {
		o.file, err = fbx.Read(data)
	}
	if err != nil {
		o.err = err
		return o.Open, nil
	}
	patched, original := o.file.Patch(data)
	if patched == nil {
		patched = data
	}
	o.original = original
	o.end = o.followAhead(o.opt)
	return func(options assimp.Options) (*assimp.Scene, error) {
		scene, err := source.ImportBytes(patched, "fbx", options)
		if err != nil {
			return o.Open(options) // its error names the file
		}
		return scene, nil
	}, nil
}

// Close implements format.
func (o *fbxFile) Close() { o.end() }

// ReadNodes restores the names that the patch replaced to make them unique, and
// makes names for nodes that no patch tells apart.
func (o *fbxFile) ReadNodes(t *tree) (*tree, error) {
	o.rename(t)
	t.nodes[0].local = exact.Identity() // some versions of libassimp turn it
	return t, nil
}

// MeshName implements format.
func (o *fbxFile) MeshName(mesh string) string {
	if original := o.original[mesh]; original != "" {
		return original
	}
	return mesh
}

// BindClips makes a clip of each animation stack, from the file's own curves and layers.
func (o *fbxFile) BindClips(b *binder) error {
	b.dropEmpty = true
	return (&fbxBinder{b, o}).bind()
}

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
