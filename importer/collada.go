package importer

import (
	"strings"

	"github.com/sinew-anim/sinew/internal/collada"
	"github.com/sinew-anim/sinew/native/assimp"
)

// colladaStandIn begins the names that libassimp makes up for nodes without
// one: another each time it is asked, so that nothing finds them again.
const colladaStandIn = "$ColladaAutoName$_"

// tellColladaNodesApart imports a Collada file again, by ids, where names do
// not tell its nodes apart: libassimp then drives and binds the first node of a
// name for all of them. The names come from the file itself.
func (f *flattener) tellColladaNodesApart(reopen func(assimp.Options) (*assimp.Scene, error)) error {
	if f.format != "dae" || !f.tree.ambiguous() || f.scene.Animations() == 0 && !f.hasBones() {
		return nil
	}
	data, err := f.read()
	var names map[string]string
	if err == nil {
		names, err = collada.Names(data)
	}
	if err != nil {
		f.report.add(Loss, SharedName, "", "nodes of one name cannot be told apart: %v", err)
		return nil
	}
	options := assimpOptions(f.opt)
	for i := range options.Properties {
		if options.Properties[i].Name() == assimp.ColladaUseNames {
			options.Properties[i] = assimp.Int(assimp.ColladaUseNames, 0)
		}
	}
	scene, err := reopen(options)
	if err != nil {
		return err
	}
	f.scene.Close()
	f.scene = scene
	f.tree = newTree(scene.Root(), &Report{}) // what it has to tell has been told
	for i := range f.tree.nodes {
		f.tree.nodes[i].label = names[f.tree.nodes[i].name]
	}
	return nil
}

// ambiguous reports whether several nodes share a name or have none.
func (t *tree) ambiguous() bool {
	if len(t.byName) < len(t.nodes) {
		return true
	}
	for name := range t.byName {
		if strings.HasPrefix(name, colladaStandIn) {
			return true
		}
	}
	return false
}

// useLabels gives nodes the names that their file gives them, once everything
// is bound by the names that libassimp gave them.
func (f *flattener) useLabels() {
	for i := range f.tree.nodes {
		if n := &f.tree.nodes[i]; n.label != "" {
			n.name = n.label
		}
	}
}
