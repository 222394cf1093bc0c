package gltf

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// readNames gives each node a name, which it need not have, of at most as many bytes as are
// allowed.
func (g *Format) readNames() {
	long := 0
	if g.Meter.Take("nodes", len(g.Doc.Nodes), bytesOfNode) != nil {
		return
	}
	g.names = make([]string, 0, len(g.Doc.Nodes))
	for i := range g.Doc.Nodes {
		if g.Meter.Step(300) != nil {
			return
		}
		name := g.Doc.Nodes[i].Name
		if name == "" {
			name = fmt.Sprintf("nodes[%d]", i)
		}
		if most := g.Settings.Bounds.Name; len(name) > most {
			for most > 0 && !utf8.RuneStart(name[most]) {
				most--
			}
			name = strings.Clone(name[:most])
			long++
		}
		g.names = append(g.names, name)
	}
	if long > 0 {
		g.Report.Add(report.Repair, report.LongName, "", "%d names of nodes have more than %d bytes; cut", long, g.Settings.Bounds.Name)
	}
}

// bytesOfNode is about the memory of a node in the tree, in maps, and while its joint is placed.
const bytesOfNode = 1200

// rootName is the name of the root above several of a file.
const rootName = "ROOT"

// ReadNodes makes the tree of the scene that is shown, and of joints outside it: these have
// their place, and no meshes.
func (g *Format) ReadNodes() error {
	g.Tree = scene.NewTree()
	if g.readNames(); g.Meter.Err() != nil {
		return g.Meter.Err()
	}
	if len(g.Doc.Roots) == 0 {
		if len(g.Doc.Nodes) == 0 && !g.Doc.Versioned {
			return fmt.Errorf("%w: it has no node, and no version of glTF", source.ErrEmpty)
		}
		g.reportNothingShown()
	}
	inside := make([]bool, len(g.Doc.Nodes))
	g.visitSubtrees(g.Doc.Roots, func(n int) bool {
		inside[n] = true
		return true
	})
	outside := g.jointsOutside(inside)
	roots := append(g.Doc.Roots[:len(g.Doc.Roots):len(g.Doc.Roots)], outside...)
	if g.Tree.OwnRoot = len(roots) == 1; !g.Tree.OwnRoot {
		g.add(scene.Node{Name: rootName, Key: rootName, Parent: -1, Children: len(roots), Local: exact.Identity()}, -1)
	}
	hidden := g.hidden()
	left := 0
	g.visitSubtrees(roots, func(n int) bool {
		if g.Meter.Step(2000) != nil {
			return false
		}
		if _, again := g.nodes[n]; again {
			return false // a root of the scene, below a node outside
		}
		from := &g.Doc.Nodes[n]
		shows := from.Mesh >= 0 && inside[n] && !hidden[n]
		if g.standsFor(n, shows) {
			return true
		}
		above, local, aside := g.treeParent(n, shows)
		node := scene.Node{Name: g.names[n], Key: g.names[n], Parent: above, Children: len(from.Children), Local: local, Aside: aside}
		if g.isPart(n) {
			g.parts[n] = part{node.Parent, node.Local}
			return true
		}
		if shows && !from.Instanced {
			node.Meshes = g.meshesOf(from.Mesh)
		}
		if from.Mesh >= 0 && inside[n] && hidden[n] {
			left++
		}
		i := g.add(node, n)
		g.nodes[n] = i
		return true
	})
	if err := g.Meter.Err(); err != nil {
		return err
	}
	if left > 0 {
		g.Report.Add(report.Info, report.LeftOut, "", "the meshes of %d hidden node(s) left out", left)
	}
	if len(outside) > 0 {
		g.Report.Add(report.Repair, report.BoneWithoutNode, g.names[outside[0]], "%d node(s) with joints are outside the scene; they are joints, and their meshes are not shown", len(outside))
	}
	if err := g.addInstances(inside, hidden); err != nil {
		return err
	}
	g.reportMended()
	return g.readMeshes()
}

// add adds a node of the tree, which is a node of the file or −1.
func (g *Format) add(n scene.Node, of int) int {
	g.of, g.shows = append(g.of, of), append(g.shows, of)
	return g.Tree.Add(n, g.Report)
}

// visitSubtrees visits some nodes and all below them, parents first. If visit returns false, the nodes
// below are left out.
func (g *Format) visitSubtrees(roots []int, visit func(n int) bool) {
	var stack []int
	push := func(list []int) {
		for k := len(list) - 1; k >= 0; k-- {
			stack = append(stack, list[k])
		}
	}
	for push(roots); len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if visit(n) {
			push(g.Doc.Nodes[n].Children)
		}
	}
}

// jointsOutside returns the roots above joints of shown skins that are not in the scene.
func (g *Format) jointsOutside(inside []bool) (roots []int) {
	known, done := make(map[int]bool), make(map[int]bool) // roots, and skins
	var top []int
	for n := range g.Doc.Nodes {
		s := g.Doc.Nodes[n].Skin
		if !inside[n] || s < 0 || g.Doc.Nodes[n].Mesh < 0 || done[s] || g.Meter.Step(10*len(g.Doc.Skins[s].Joints)) != nil {
			continue
		}
		done[s] = true
		for _, j := range g.Doc.Skins[s].Joints {
			if inside[j] {
				continue
			}
			if top == nil {
				top = g.tops()
			}
			if j = top[j]; !known[j] && !inside[j] {
				known[j] = true
				roots = append(roots, j)
			}
		}
	}
	return roots
}

// tops returns the root above each node of the file.
func (g *Format) tops() []int {
	var roots []int
	for n := range g.Doc.Nodes {
		if g.Doc.Nodes[n].Parent < 0 {
			roots = append(roots, n)
		}
	}
	top := make([]int, len(g.Doc.Nodes))
	g.visitSubtrees(roots, func(n int) bool {
		if top[n] = n; g.Doc.Nodes[n].Parent >= 0 {
			top[n] = top[g.Doc.Nodes[n].Parent]
		}
		return true
	})
	return top
}

// hidden lists the nodes that KHR_node_visibility hides, and no clip shows.
func (g *Format) hidden() []bool {
	driven := make(map[int]bool)
	for _, a := range g.Doc.Animations {
		for k := range a.Channels {
			if p := a.Channels[k].Pointer; p != nil && p.Name == scene.Visible {
				driven[p.Node] = true
			}
		}
	}
	hidden := make([]bool, len(g.Doc.Nodes))
	var tops []int
	for n := range g.Doc.Nodes {
		if g.Doc.Nodes[n].Parent < 0 {
			tops = append(tops, n)
		}
	}
	g.visitSubtrees(tops, func(n int) bool {
		p := g.Doc.Nodes[n].Parent
		hidden[n] = g.Doc.Nodes[n].Hidden && !driven[n] || p >= 0 && hidden[p]
		return true
	})
	return hidden
}

// addInstances adds a node for each copy of the meshes of EXT_mesh_gpu_instancing. They come
// behind all others.
func (g *Format) addInstances(inside, hidden []bool) error {
	all := 0
	for n := range g.Doc.Nodes {
		from := &g.Doc.Nodes[n]
		if !from.Instanced || !inside[n] || hidden[n] || from.Mesh < 0 {
			continue
		}
		if from.Skin >= 0 { // placed by its joints: instances change nothing
			g.Tree.Nodes[g.nodes[n]].Meshes = g.meshesOf(from.Mesh)
			continue
		}
		if all += from.InstanceCount; all > g.Settings.Bounds.Joints {
			return fmt.Errorf("%w: %q is shown %d times, %d with those before it, and each time is a joint, of which %d are allowed",
				soa.ErrTooLarge, g.names[n], from.InstanceCount, all, g.Settings.Bounds.Joints)
		}
		if err := g.instances(n); err != nil {
			return err
		}
	}
	return nil
}

func (g *Format) instances(n int) error {
	from := &g.Doc.Nodes[n]
	rows := [3][]float32{}
	for k, accessor := range []int{from.Translations, from.Rotations, from.InstanceScalings} {
		if accessor < 0 {
			continue
		}
		var err error
		if rows[k], err = g.Doc.Floats(accessor); err != nil {
			return unread(err)
		}
	}
	vector := func(list []float32, k, width int, to []float64) {
		if list != nil {
			for c := range to {
				to[c] = float64(list[width*k+c])
			}
		}
	}
	if err := g.Meter.Take("instances of a node", from.InstanceCount, bytesOfNode+uintptr(len(g.names[n]))); err != nil {
		return fmt.Errorf("%q: %w", g.names[n], err)
	}
	parent := g.nodes[n]
	g.Tree.Nodes[parent].Children += from.InstanceCount
	for k := range from.InstanceCount {
		if err := g.Meter.Step(2000); err != nil {
			return err
		}
		var t exact.Vec
		s, q := exact.Vec{1, 1, 1}, [4]float64{3: 1}
		vector(rows[0], k, 3, t[:])
		vector(rows[1], k, 4, q[:])
		vector(rows[2], k, 3, s[:])
		name := fmt.Sprintf("%s[%d]", g.names[n], k)
		g.add(scene.Node{Name: name, Key: name, Parent: parent, Local: exact.Compose(t, exact.Quat(q).Unit(), s), Meshes: g.meshesOf(from.Mesh)}, -1)
	}
	return nil
}
