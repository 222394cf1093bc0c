package fbx

import (
	"fmt"
	"strings"

	library "github.com/sinew-anim/sinew/importer/internal/assimp"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
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

// Open parses the file before libassimp imports it, patched where libassimp would misread it,
// and meanwhile follows its curves.
func (o *Format) Open() error {
	if data, err := o.Head(); err == nil { // an error libassimp finds too
		if err := oldFBX(data); err != nil {
			return err
		}
	}
	whole, options := library.Files(o.File), library.Options(o.Settings)
	data, err := o.Read()
	if err == nil {
		o.file, err = fbx.Read(data)
	}
	if err != nil {
		o.err = err
		return o.Import(whole, options)
	}
	patched, original := o.file.Patch(data)
	if patched == nil {
		patched = data
	}
	o.original = original
	o.end = o.followAhead(o.Settings)
	if o.Import(library.Bytes(patched, "fbx"), options) != nil {
		return o.Import(whole, options) // its error names the file
	}
	return nil
}

// Close implements scene.Format.
func (o *Format) Close() {
	o.end()
	o.Format.Close()
}

// ReadNodes restores the names that the patch replaced to make them unique, and
// makes names for nodes that no patch tells apart.
func (o *Format) ReadNodes() error {
	err := o.Format.ReadNodes()
	if t := o.Tree; len(t.Nodes) > 0 {
		o.rename(t)
		t.Nodes[0].Local = exact.Identity() // some versions of libassimp turn it
	}
	return err
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
