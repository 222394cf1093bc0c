package fbx

import (
	"fmt"
	"strings"

	library "github.com/sinew-anim/sinew/importer/internal/assimp"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
)

// Format reads an FBX file with libassimp's help.
type Format struct {
	library.Format
	file     *fbx.File
	original map[string]string // replaced names, by replacement
	err      error             // why the file cannot be read
	scene    *models           // nil until read
	ahead    *ahead            // nil on error
	shapes   *nodeShapes       // nil until read
	skins    map[int]*deformer // by node of the mesh
	rest     []exact.Matrix    // global rest matrices of models, once needed
	numbers  int               // points and weights left of the limit
	searched int               // number of morph targets searched
	end      func()            // stops the background computation
}

// New returns the reader of an input.
func New(in *scene.Input) *Format { return &Format{Format: library.Format{Input: in}, end: func() {}} }

// Open parses the file, imports it with libassimp, patched to avoid misreading, and computes
// tracks meanwhile.
func (o *Format) Open() error {
	if data, err := o.Head(); err == nil { // libassimp will report the error
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
		return o.Import(whole, options) // the error names the file
	}
	return nil
}

// Close implements scene.Format.
func (o *Format) Close() {
	o.end()
	o.Format.Close()
}

// ReadNodes restores names that the patch replaced to make them unique, and makes names for nodes
// that the patch cannot distinguish.
func (o *Format) ReadNodes() error {
	err := o.Format.ReadNodes()
	if t := o.Tree; len(t.Nodes) > 0 {
		o.rename(t)
		t.Nodes[0].Local = exact.Identity() // some versions of libassimp rotate it
	}
	return err
}

// MeshName implements scene.Format.
func (o *Format) MeshName(mesh string) string {
	if original := o.original[mesh]; original != "" {
		return original
	}
	return mesh
}

// BindClips makes a clip of each animation stack, from the file's curves and layers.
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
			// A key that all nodes of the chain share.
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
