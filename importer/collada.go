package importer

import (
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/native/assimp"
)

// colladaStandIn is the prefix of names that libassimp invents for nodes without
// one. They differ at every request, so that they cannot be used to find a node.
const colladaStandIn = "$ColladaAutoName$_"

// distinguish imports a Collada file again, by ids, where node names are missing
// or not unique: libassimp binds the channels and bones of all such nodes to the
// first one. The names then come from the file itself.
func (c *colladaFile) distinguish(t *tree) (*tree, error) {
	in := c.input
	if !ambiguous(t) || in.scene.Animations() == 0 && !hasBones(in.scene) {
		return t, nil
	}
	c.read()
	if err := c.err; err != nil {
		in.report.Add(report.Loss, report.SharedName, "", "nodes of the same name (%s) cannot be distinguished: %v", report.FirstNames(sharedNames(t)), err)
		return t, nil
	}
	names := c.doc.Names()
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
	t = newTree(scene.Root(), &report.Report{}) // what it has to tell has been told
	for i := range t.nodes {
		if name := names[t.nodes[i].key]; name != "" {
			t.nodes[i].name = name
		}
	}
	return t, nil
}

// sharedNames lists the names that several nodes have.
func sharedNames(t *tree) (list []string) {
	for i := range t.nodes {
		if name := t.nodes[i].key; t.byName[name] != i && !slices.Contains(list, name) && len(list) < 100 {
			list = append(list, name)
		}
	}
	return list
}

// ambiguous reports whether several nodes share a name or have none.
func ambiguous(t *tree) bool {
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
