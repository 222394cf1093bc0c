package collada

import (
	"slices"
	"strings"

	library "github.com/sinew-anim/sinew/importer/internal/assimp"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/native/assimp"
)

// standIn is the prefix of names that libassimp invents for unnamed nodes. They change at every
// request and cannot identify a node.
const standIn = "$ColladaAutoName$_"

// distinguish imports a Collada file again by ids if node names are missing or not unique:
// libassimp binds the channels and bones of all such nodes to the first one. The names then come
// from the file.
func (c *Format) distinguish() error {
	in, t := c.Input, c.Tree
	if !ambiguous(t) || in.Scene.Animations == 0 && !in.Scene.HasBones() {
		return nil
	}
	c.read()
	if err := c.err; err != nil {
		in.Report.Add(report.Loss, report.SharedName, "", "nodes of the same name (%s) cannot be distinguished: %v", report.FirstNames(sharedNames(t)), err)
		return nil
	}
	names := c.doc.Names()
	options := library.Options(in.Settings)
	for i := range options.Properties {
		if options.Properties[i].Name() == assimp.ColladaUseNames {
			options.Properties[i] = assimp.Int(assimp.ColladaUseNames, 0)
		}
	}
	if err := c.Reopen(options); err != nil {
		return err
	}
	c.Reread()
	t = c.Tree
	for i := range t.Nodes {
		if name := names[t.Nodes[i].Key]; name != "" {
			t.Nodes[i].Name = name
		}
	}
	return nil
}

// sharedNames lists names that several nodes have.
func sharedNames(t *scene.Tree) (list []string) {
	for i := range t.Nodes {
		if name := t.Nodes[i].Key; t.ByName[name] != i && !slices.Contains(list, name) && len(list) < 100 {
			list = append(list, name)
		}
	}
	return list
}

// ambiguous reports whether several nodes share a name, or have none.
func ambiguous(t *scene.Tree) bool {
	if len(t.ByName) < len(t.Nodes) {
		return true
	}
	for name := range t.ByName {
		if strings.HasPrefix(name, standIn) {
			return true
		}
	}
	return false
}
