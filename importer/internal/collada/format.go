package collada

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	library "github.com/sinew-anim/sinew/importer/internal/assimp"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/collada"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Format reads a Collada file with libassimp's help.
type Format struct {
	library.Format
	doc    *collada.File       // nil if the file need not or cannot be read
	of     map[int]int         // tree node to file node
	shown  map[int][]int       // file node to tree nodes, several if it is instanced
	groups map[int]nodeGroups  // by tree node: groups driven by any take
	morphs map[int]*nodeMorphs // by tree node
	err    error               // why the file, or its nodes, cannot be used
}

// New returns the reader of an input.
func New(in *scene.Input) *Format { return &Format{Format: library.Format{Input: in}} }

// Open imports the file, patched to avoid misreading by libassimp.
func (c *Format) Open() error {
	options := library.Options(c.Settings)
	if c.Ext == "zae" {
		open, err := unpack(c.File)
		if err != nil {
			return err
		}
		c.Ext = "dae"
		return c.Import(open, options)
	}
	if err := c.Keep(); err != nil {
		return err
	}
	if patched := collada.Patch(c.Data); patched != nil && c.Import(library.Bytes(patched, "dae"), options) == nil {
		return nil
	}
	return c.Import(library.Files(c.File), options) // the error names the file
}

// read reads the file once.
func (c *Format) read() {
	if c.doc != nil || c.err != nil {
		return
	}
	data, err := c.Read()
	if err == nil {
		c.doc, err = collada.Read(data)
	}
	c.err = err
}

// usable reports whether the file was read and its nodes were found.
func (c *Format) usable() bool { return c.doc != nil && c.err == nil }

// ReadNodes reads the nodes, by id if names are ambiguous.
func (c *Format) ReadNodes() error {
	err := c.Format.ReadNodes()
	if err != nil || len(c.Tree.Nodes) == 0 {
		return err
	}
	if err = c.distinguish(); err == nil {
		c.matchFile(c.Tree)
	}
	return err
}

// Space returns the identity: libassimp converts to metres and Y up.
func (c *Format) Space() exact.Matrix { return exact.Identity() }

// matchFile maps the file's nodes to the tree if the file moves them, or libassimp cannot place
// them.
func (c *Format) matchFile(t *scene.Tree) {
	data, broken := c.Read()
	if c.doc == nil && c.err == nil {
		if broken == nil && !collada.Moves(data) && !bytes.Contains(data, []byte("<skew")) && !bytes.Contains(data, []byte("<morph")) {
			return
		}
		c.read()
	}
	c.match(t)
	if c.err != nil && c.Scene.Animations > 0 {
		c.Report.Add(report.Loss, report.LostInterpolation, "", "the file's curves cannot be read; those of libassimp are linear between keys: %v", c.err)
	}
	if c.err != nil && broken == nil && bytes.Contains(data, []byte("<morph")) {
		c.Report.Add(report.Loss, report.MissingMorph, "", "the file's morphs cannot be read: %v", c.err)
	}
}

// match walks the hierarchies of the file and libassimp in parallel. libassimp keeps the order of
// nodes, but puts instanced nodes last.
func (c *Format) match(t *scene.Tree) {
	if c.err != nil {
		return
	}
	c.of, c.shown = make(map[int]int), make(map[int][]int)
	if c.doc.Root < 0 {
		c.err = fmt.Errorf("%w: it has no scene", soa.ErrFormat)
		return
	}
	children := make([][]int, len(t.Nodes))
	for i := range t.Nodes {
		if p := t.Nodes[i].Parent; p >= 0 {
			children[p] = append(children[p], i)
		}
	}
	c.set(0, c.doc.Root)
	for i := range t.Nodes { // parents come first
		n, ok := c.of[i]
		if !ok {
			continue
		}
		own := c.doc.Nodes[n].Children
		for k, child := range children[i] {
			of := -1
			if k < len(own) {
				of = own[k]
			} else if k -= len(own); k < len(c.doc.Nodes[n].Instances) {
				if found, ok := c.doc.ByID(c.doc.Nodes[n].Instances[k]); ok {
					of = found
				}
			}
			if of < 0 || !c.named(of, t.Nodes[child].Key) {
				c.err = fmt.Errorf("%w: libassimp's hierarchy is not the file's below %q", soa.ErrFormat, t.Nodes[i].Name)
				return
			}
			c.set(child, of)
		}
	}
	for i, n := range c.of { // nodes that libassimp omits
		if slices.ContainsFunc(c.doc.Nodes[n].Elements, func(e collada.Element) bool { return e.Kind == collada.Skew }) {
			t.Nodes[i].Local = c.doc.Nodes[n].Rest()
		}
	}
}

func (c *Format) set(node, of int) {
	c.of[node] = of
	c.shown[of] = append(c.shown[of], node)
}

// named reports whether key is a name that libassimp may give the node.
func (c *Format) named(n int, key string) bool {
	own := &c.doc.Nodes[n]
	return key == own.Name || key == own.ID || key == own.SID || own.Name == "" || own.ID == "" && own.SID == ""
}

// takeNames names the takes. Where libassimp has a take that drives as many of the same nodes,
// its name is used.
func (b *binder) takeNames(driven [][]int) []string {
	names := make([]string, len(driven))
	animations := make([]map[int]bool, b.Scene.Animations)
	for a := range animations {
		animations[a] = make(map[int]bool)
		anim := b.dae.Library.Animation(a)
		for k := range anim.Channels() {
			if i, ok := b.Tree.ByName[anim.Channel(k).NodeName()]; ok {
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
			names[k] = b.ClipName(b.dae.Library.Animation(best).Name(), best)
			animations[best] = nil
		}
	}
	return names
}

// nodeGroups holds the groups of elements of a node that any take drives.
type nodeGroups struct {
	node   int // in the file
	groups []collada.Group
}

// groupsOf divides the elements of each driven node into groups, the same for all takes.
func groupsOf(c *Format, bound []*collada.Bound) map[int]nodeGroups {
	byNode := make(map[int][]*collada.Motion)
	for _, b := range bound {
		for _, m := range b.Motions {
			byNode[m.Node] = append(byNode[m.Node], m)
		}
	}
	out := make(map[int]nodeGroups)
	for _, n := range slices.Sorted(maps.Keys(byNode)) {
		groups := c.doc.Nodes[n].Groups(func(e int) bool {
			return slices.ContainsFunc(byNode[n], func(m *collada.Motion) bool { return m.Drives(e) })
		})
		for _, i := range c.shown[n] {
			out[i] = nodeGroups{n, groups}
		}
	}
	return out
}
