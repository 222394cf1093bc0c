package importer

import (
	"strings"

	"github.com/sinew-anim/sinew/internal/collada"
	"github.com/sinew-anim/sinew/native/assimp"
)

// colladaStandIn begins the names that libassimp makes up for nodes without
// one: another each time it is asked, so that nothing finds them again.
const colladaStandIn = "$ColladaAutoName$_"

// colladaTree imports a Collada file again, by ids, where names do not tell its
// nodes apart: libassimp then drives and binds the first node of a name for all of
// them. The names come from the file itself.
func colladaTree(in *input, t *tree) (*tree, error) {
	if !t.ambiguous() || in.scene.Animations() == 0 && !hasBones(in.scene) {
		return t, nil
	}
	data, err := in.read()
	var names map[string]string
	if err == nil {
		names, err = collada.Names(data)
	}
	if err != nil {
		in.report.add(Loss, SharedName, "", "nodes of one name cannot be told apart: %v", err)
		return t, nil
	}
	options := assimpOptions(in.opt)
	for i := range options.Properties {
		if options.Properties[i].Name() == assimp.ColladaUseNames {
			options.Properties[i] = assimp.Int(assimp.ColladaUseNames, 0)
		}
	}
	scene, err := in.reopen(options)
	if err != nil {
		return nil, err
	}
	in.scene.Close()
	in.scene = scene
	t = newTree(scene.Root(), &Report{}) // what it has to tell has been told
	for i := range t.nodes {
		if name := names[t.nodes[i].key]; name != "" {
			t.nodes[i].name = name
		}
	}
	return t, nil
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
