package fbx

import (
	"fmt"
	"strings"

	library "github.com/sinew-anim/sinew/importer/internal/assimp"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/native/assimp"
)

// Format is an FBX file parsed beside libassimp.
type Format struct {
	library.Format
	file     *fbx.File
	original map[string]string // names that stand in for others, and those
	err      error             // why the file could not be read this way
	scene    *models           // nil until it is read
	ahead    *ahead            // nil where there is an err
	shapes   *nodeShapes       // nil until they are read
	skins    map[int]*deformer // by the nodes that carry their meshes
	rest     []exact.Matrix    // models to the scene, at rest, once asked for
	numbers  int               // of points and weights that may still be read
	searched int               // morph targets of meshes
	end      func()            // of what goes on while libassimp parses
}

// New returns the reader of a file.
func New(in *scene.Input) *Format { return &Format{Format: library.Format{Input: in}, end: func() {}} }

// Prepare parses the file before libassimp does, and begins to follow its curves. What it
// returns imports the file, patched where libassimp would misread it.
func (o *Format) Prepare() (func(assimp.Options) (*assimp.Scene, error), error) {
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
	o.end = o.followAhead(o.Settings)
	return func(options assimp.Options) (*assimp.Scene, error) {
		scene, err := source.ImportBytes(patched, "fbx", options)
		if err != nil {
			return o.Open(options) // its error names the file
		}
		return scene, nil
	}, nil
}

// Close implements format.
func (o *Format) Close() { o.end() }

// ReadNodes restores the names that the patch replaced to make them unique, and
// makes names for nodes that no patch tells apart.
func (o *Format) ReadNodes(t *scene.Tree) (*scene.Tree, error) {
	o.rename(t)
	t.Nodes[0].Local = exact.Identity() // some versions of libassimp turn it
	return t, nil
}

// MeshName implements format.
func (o *Format) MeshName(mesh string) string {
	if original := o.original[mesh]; original != "" {
		return original
	}
	return mesh
}

// BindClips makes a clip of each animation stack, from the file's own curves and layers.
func (o *Format) BindClips(b *scene.Binder) error {
	b.DropEmpty = true
	return (&binder{b, o}).bind()
}

func (o *Format) rename(t *scene.Tree) {
	for i := range t.Nodes {
		n := &t.Nodes[i]
		own := n.Name
		if n.Part != "" {
			own = n.Owner
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
		n.Name = original
		if n.Part != "" {
			n.Name = original + strings.TrimPrefix(n.Key, own)
			n.Owner = original
		}
	}
}
