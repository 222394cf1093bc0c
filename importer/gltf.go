package importer

import (
	"bytes"
	"fmt"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// gltfFile is a glTF file parsed beside libassimp, its nodes matched with the
// tree.
type gltfFile struct {
	doc    *gltf.Document
	nodes  map[int]int // tree node by the file's
	stated map[int]*statedNode
}

// statedNode is the part of a node that libassimp does not import.
type statedNode struct {
	trs   *statedTRS
	bones []int // of its skinned meshes, per bone: the node
	binds []exact.Matrix
}

// statedTRS is the transform of a node as the file states it: the decomposition
// of a matrix that mirrors does not yield the mirrored axis.
type statedTRS struct {
	t exact.Vec
	r exact.Quat
	s exact.Vec
}

// node returns what the file states of node i of the tree.
func (g *gltfFile) node(i int) *statedNode {
	if g != nil && g.stated[i] != nil {
		return g.stated[i]
	}
	return &statedNode{}
}

// readGLTF parses a glTF file: libassimp 5 makes STEP linear and drops the
// tangents of CUBICSPLINE, 6 stores them as triplets of keys, and both identify
// bones by name, which may be missing or not unique. The result is nil for other
// formats, for files without clips and bones, and for files that cannot be
// parsed. That is an error where libassimp has not seen the animations.
func readGLTF(in *input, t *tree) (*gltfFile, error) {
	if !isGLTF(in.format) || in.scene.Animations() == 0 && !in.Hides && !hasBones(in.scene) && !in.mentionsVRM() {
		return nil, nil
	}
	g, err := parseGLTF(in, t)
	if err != nil {
		if in.Hides {
			return nil, fmt.Errorf("%w: its animations have too many channels for libassimp: %w", ErrTooLarge, err)
		}
		if in.scene.Animations() > 0 {
			in.report.Add(report.Loss, report.LostInterpolation, "", "interpolation modes other than linear are lost: %v", err)
		}
		return nil, nil
	}
	for n, i := range g.nodes {
		g.stated[i] = g.state(&g.doc.Nodes[n])
	}
	return g, nil
}

// mentionsVRM reports whether a file may be an avatar.
func (in *input) mentionsVRM() bool {
	data, err := in.Read()
	return err == nil && bytes.Contains(data, []byte(`"VRM`))
}

// state collects what the file states of a node.
func (g *gltfFile) state(n *gltf.Node) *statedNode {
	out := &statedNode{}
	if mirrors := n.Scale[0] < 0 || n.Scale[1] < 0 || n.Scale[2] < 0; mirrors && !n.HasMatrix {
		out.trs = &statedTRS{n.Translation, exact.Quat(n.Rotation).Unit(), n.Scale}
	}
	if n.Skin < 0 || n.Skin >= len(g.doc.Skins) {
		return out
	}
	s := &g.doc.Skins[n.Skin]
	var bones []int
	for _, j := range s.Joints {
		bone, ok := g.nodes[j]
		if !ok {
			return out // a joint outside the scene: libassimp's bones serve
		}
		bones = append(bones, bone)
	}
	out.bones = bones
	for k := range bones {
		bind := exact.Identity()
		if s.InverseBind != nil {
			for e := range 12 {
				bind[e] = float64(s.InverseBind[16*k+4*(e%4)+e/4])
			}
		}
		out.binds = append(out.binds, bind)
	}
	return out
}

// gltfRate is the ticks per second that libassimp gives the animations of a glTF file.
const gltfRate = 1000

// bindGLTF binds the channels of a glTF file.
func (b *binder) bindGLTF() {
	doc := b.gltf.doc
	for c := range b.clips {
		src := &b.clips[c]
		for k := range doc.Animations[c].Channels {
			ch := &doc.Animations[c].Channels[k]
			if ch.Pointer != nil {
				b.bindPointer(src, ch)
			} else if i, ok := b.gltf.nodes[ch.Node]; ok {
				b.bindGLTFChannel(src, i, ch)
			} else {
				b.report.Add(report.Loss, report.UnknownNode, src.name, "it drives node %d %q, which is not in the scene", ch.Node, doc.Nodes[ch.Node].Name)
			}
		}
		for _, err := range doc.Animations[c].Wrong {
			b.report.Add(report.Loss, report.InvalidCurve, src.name, "left out: %v", err)
		}
	}
}

// parseGLTF parses the file and matches its nodes with the tree.
func parseGLTF(in *input, t *tree) (*gltfFile, error) {
	data, err := in.Read()
	if err != nil {
		return nil, err
	}
	doc, err := gltf.Parse(data, in.OpenBeside)
	if err != nil {
		return nil, err
	}
	if !in.Hides && len(doc.Animations) != in.scene.Animations() {
		return nil, fmt.Errorf("libassimp has %d animations, the file %d", in.scene.Animations(), len(doc.Animations))
	}
	long := 0
	for i := range doc.Nodes {
		if len(doc.Nodes[i].Name) > assimp.MaxName {
			long++
		}
	}
	if long > 0 {
		in.report.Add(report.Repair, report.LongName, "", "%d names of nodes have more than %d bytes; cut", long, assimp.MaxName)
	}
	nodes, err := matchGLTF(doc, t)
	return &gltfFile{doc, nodes, make(map[int]*statedNode)}, err
}

// matchGLTF walks the hierarchies of the file and of libassimp together:
// libassimp keeps the order of nodes and adds a root above several.
func matchGLTF(doc *gltf.Document, t *tree) (map[int]int, error) {
	children := make([][]int, len(t.nodes))
	for i := range t.nodes {
		if p := t.nodes[i].parent; p >= 0 {
			children[p] = append(children[p], i)
		}
	}
	roots := []int{0}
	if len(doc.Roots) != 1 {
		roots = children[0]
	}
	type pair struct{ Name, tree []int }
	matched := make(map[int]int)
	stack := []pair{{doc.Roots, roots}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if len(p.Name) != len(p.tree) {
			return nil, fmt.Errorf("libassimp's hierarchy is not the file's")
		}
		for k, n := range p.Name {
			if n < 0 || n >= len(doc.Nodes) {
				return nil, fmt.Errorf("node %d of %d", n, len(doc.Nodes))
			}
			if _, again := matched[n]; again {
				return nil, fmt.Errorf("node %d is in the hierarchy twice", n)
			}
			i := p.tree[k]
			if name := doc.Nodes[n].Name; name != "" && t.nodes[i].name != name[:min(len(name), assimp.MaxName)] {
				return nil, fmt.Errorf("libassimp names node %d %q, the file %q", n, t.nodes[i].name, name[:min(len(name), assimp.MaxName)])
			}
			matched[n] = i
			stack = append(stack, pair{doc.Nodes[n].Children, children[i]})
		}
	}
	return matched, nil
}

func (b *binder) bindGLTFChannel(src *clipSource, i int, ch *gltf.Channel) {
	n := &b.tree.nodes[i]
	if ch.Path == "weights" {
		src.weights = append(src.weights, gltfWeights(ch, i, n.name, src.rate))
		return
	}
	if src.byNode[i] == nil {
		src.byNode[i] = &channel{}
	}
	t := gltfTrack(ch, 0, ch.Width, src.rate)
	to := map[string]**track{
		"translation": &src.byNode[i].t, "rotation": &src.byNode[i].r, "scale": &src.byNode[i].s,
	}[ch.Path]
	if *to != nil {
		b.report.Add(report.Loss, report.DoubledChannel, src.name, "it drives the %s of %q twice; the first channel counts", ch.Path, n.name)
		return
	}
	*to = t
}

// gltfWeights returns the tracks of all weights of a channel, or of the one it
// drives.
func gltfWeights(ch *gltf.Channel, node int, name string, rate float64) weightChannel {
	w := weightChannel{node: node, bound: true, name: name}
	if ch.Only >= maxMorphTargets {
		return w
	}
	w.tracks = make([]*track, max(ch.Only, 0), max(ch.Only, 0)+ch.Width)
	for k := range ch.Width {
		w.tracks = append(w.tracks, gltfTrack(ch, k, 1, rate))
	}
	return w
}

// gltfTrack returns width components of a channel, from first on, as a track.
func gltfTrack(ch *gltf.Channel, first, width int, rate float64) *track {
	row := func(r int, factor float64) (v [4]float64) {
		for c := range width {
			v[c] = float64(ch.Values[r*ch.Width+first+c]) * factor
		}
		return v
	}
	t := &track{keys: make([]key, len(ch.Times))}
	switch ch.Interpolation {
	case gltf.Step:
		t.mode = soa.Step
	case gltf.Cubic:
		t.mode = soa.Cubic
		t.in, t.out = make([][4]float64, len(ch.Times)), make([][4]float64, len(ch.Times))
	}
	for i, s := range ch.Times {
		t.keys[i].time = float64(s) * rate
		if t.mode == soa.Cubic {
			t.in[i], t.keys[i].value, t.out[i] = row(3*i, 1/rate), row(3*i+1, 1), row(3*i+2, 1/rate)
		} else {
			t.keys[i].value = row(i, 1)
		}
	}
	return t
}
