package importer

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/collada"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// colladaFile is a Collada file read beside libassimp.
type colladaFile struct {
	*collada.File
	node   map[int]int            // by node of the tree: the file's
	tree   map[int][]int          // by node of the file: those of the tree, several where it is instanced
	groups map[int]colladaGroups  // by node of the tree: those that some take drives
	morphs map[int]*colladaMorphs // by node of the tree
	err    error                  // why the file cannot be read this way, or its nodes not be found
}

// readCollada reads what libassimp drops of a Collada file, where there is any: nil
// otherwise.
func readCollada(in *input) *colladaFile {
	data, err := in.Read()
	if err != nil {
		return &colladaFile{err: err}
	}
	file, err := collada.Read(data)
	return &colladaFile{File: file, err: err}
}

// patchCollada returns a function that imports a Collada file, patched where libassimp
// would misread it.
func patchCollada(s *source.File) func(assimp.Options) (*assimp.Scene, error) {
	data, err := s.Read()
	if err != nil {
		return s.Open
	}
	patched := collada.Patch(data)
	if patched == nil {
		return s.Open
	}
	return func(o assimp.Options) (*assimp.Scene, error) {
		scene, err := source.ImportBytes(patched, "dae", o)
		if err != nil {
			return s.Open(o) // its error names the file
		}
		return scene, nil
	}
}

// matchCollada finds the file's nodes in the tree, where the file moves them or libassimp
// cannot place them.
func (in *input) matchCollada(t *tree) {
	if in.dae == nil {
		data, err := in.Read()
		if err == nil && !collada.Moves(data) && !bytes.Contains(data, []byte("<skew")) && !bytes.Contains(data, []byte("<morph")) {
			return
		}
		in.dae = readCollada(in)
	}
	in.dae.match(t)
	err := in.dae.err
	if err != nil && in.scene.Animations() > 0 {
		in.report.Add(report.Loss, report.LostInterpolation, "", "the file's own curves cannot be read; those of libassimp are straight between keys: %v", err)
	}
	if data, broken := in.Read(); err != nil && broken == nil && bytes.Contains(data, []byte("<morph")) {
		in.report.Add(report.Loss, report.MissingMorph, "", "the file's morphs cannot be read: %v", err)
	}
}

// match walks the hierarchies of the file and of libassimp together: libassimp keeps the
// order of nodes, and puts those that are instanced behind the others.
func (c *colladaFile) match(t *tree) {
	if c.err != nil {
		return
	}
	c.node, c.tree = make(map[int]int), make(map[int][]int)
	if c.Root < 0 {
		c.err = fmt.Errorf("%w: it has no scene", soa.ErrFormat)
		return
	}
	byID := make(map[string]int)
	for i := range c.Nodes {
		if id := c.Nodes[i].ID; id != "" {
			if _, ok := byID[id]; !ok {
				byID[id] = i
			}
		}
	}
	children := make([][]int, len(t.nodes))
	for i := range t.nodes {
		if p := t.nodes[i].parent; p >= 0 {
			children[p] = append(children[p], i)
		}
	}
	c.set(0, c.Root)
	for i := range t.nodes { // parents come first
		n, ok := c.node[i]
		if !ok {
			continue
		}
		own := c.Nodes[n].Children
		for k, child := range children[i] {
			of := -1
			if k < len(own) {
				of = own[k]
			} else if k -= len(own); k < len(c.Nodes[n].Instances) {
				if found, ok := byID[c.Nodes[n].Instances[k]]; ok {
					of = found
				}
			}
			if of < 0 || !c.named(of, t.nodes[child].key) {
				c.err = fmt.Errorf("%w: libassimp's hierarchy is not the file's below %q", soa.ErrFormat, t.nodes[i].name)
				return
			}
			c.set(child, of)
		}
	}
	for i, n := range c.node { // what libassimp leaves out
		if slices.ContainsFunc(c.Nodes[n].Elements, func(e collada.Element) bool { return e.Kind == collada.Skew }) {
			t.nodes[i].local = c.Nodes[n].Rest()
		}
	}
}

func (c *colladaFile) set(node, of int) {
	c.node[node] = of
	c.tree[of] = append(c.tree[of], node)
}

// named reports whether libassimp may call a node so.
func (c *colladaFile) named(n int, key string) bool {
	own := &c.Nodes[n]
	return key == own.Name || key == own.ID || key == own.SID || own.Name == "" || own.ID == "" && own.SID == ""
}

// takeNames names the takes: as libassimp does, where it has one that drives as many of the
// same nodes.
func (b *binder) takeNames(driven [][]int) []string {
	names := make([]string, len(driven))
	animations := make([]map[int]bool, b.scene.Animations())
	for a := range animations {
		animations[a] = make(map[int]bool)
		anim := b.scene.Animation(a)
		for k := range anim.Channels() {
			if i, ok := b.tree.byName[anim.Channel(k).NodeName()]; ok {
				animations[a][i] = true
			}
		}
	}
	for k, nodes := range driven {
		best, most := -1, 0
		for a, of := range animations {
			shared := 0
			for _, n := range nodes {
				if of[n] {
					shared++
				}
			}
			if shared > most {
				best, most = a, shared
			}
		}
		if best >= 0 {
			names[k] = b.clipName(b.scene.Animation(best).Name(), best)
			animations[best] = nil
		}
	}
	return names
}

// colladaGroups are the groups of elements of a node that some take drives.
type colladaGroups struct {
	node   int // of the file
	groups []collada.Group
}

// groupsOf divides the elements of each driven node, for all takes together.
func groupsOf(c *colladaFile, bound []*collada.Bound) map[int]colladaGroups {
	byNode := make(map[int][]*collada.Motion)
	for _, b := range bound {
		for _, m := range b.Motions {
			byNode[m.Node] = append(byNode[m.Node], m)
		}
	}
	out := make(map[int]colladaGroups)
	for _, n := range slices.Sorted(maps.Keys(byNode)) {
		groups := c.Nodes[n].Groups(func(e int) bool {
			return slices.ContainsFunc(byNode[n], func(m *collada.Motion) bool { return m.Drives(e) })
		})
		for _, i := range c.tree[n] {
			out[i] = colladaGroups{n, groups}
		}
	}
	return out
}
