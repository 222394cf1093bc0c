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
	assimpFormat
	doc   *gltf.Document // nil where it is not read, or cannot be
	nodes map[int]int    // tree node by the file's
	skins map[int]*skin  // per node of the tree
	rests map[int][]rest // the same: transforms that mirror
	hides bool           // libassimp gets the file without its animations
}

func newGLTF(in *input) *gltfFile {
	if in.ext == "vrm" {
		in.ext = "glb"
	}
	return &gltfFile{assimpFormat: assimpFormat{in}, skins: make(map[int]*skin), rests: make(map[int][]rest)}
}

// Prepare checks the file before libassimp reads it.
func (g *gltfFile) Prepare() (func(assimp.Options) (*assimp.Scene, error), error) {
	open, hides, err := prepareGLTF(g.File, g.report, g.opt.Lookups)
	g.hides = hides
	return open, err
}

// Space is the identity: glTF has Y up and metres.
func (g *gltfFile) Space() exact.Matrix { return exact.Identity() }

// Match parses the file: libassimp 5 makes STEP linear and drops the
// tangents of CUBICSPLINE, 6 stores them as triplets of keys, and both identify
// bones by name, which may be missing or not unique. Files without clips and bones are not
// read; one that cannot be parsed is an error where libassimp has not seen the animations.
func (g *gltfFile) Match() error {
	err := g.parse()
	if err != nil {
		g.doc = nil
		if g.hides {
			return fmt.Errorf("%w: its animations have too many channels for libassimp: %w", soa.ErrTooLarge, err)
		}
		if g.scene.Animations() > 0 {
			g.report.Add(report.Loss, report.LostInterpolation, "", "interpolation modes other than linear are lost: %v", err)
		}
	}
	if g.doc == nil {
		return g.assimpFormat.Match()
	}
	for n, i := range g.nodes {
		g.state(&g.doc.Nodes[n], i)
	}
	return nil
}

// mentionsVRM reports whether a file may be an avatar.
func (g *gltfFile) mentionsVRM() bool {
	data, err := g.Read()
	return err == nil && bytes.Contains(data, []byte(`"VRM`))
}

// Keys counts the keys of the file's channels.
func (g *gltfFile) Keys() (n int) {
	if g.doc == nil {
		return g.assimpFormat.Keys()
	}
	for _, a := range g.doc.Animations {
		for _, ch := range a.Channels {
			targets := 1
			if ch.Path == "weights" || ch.Pointer != nil {
				targets = ch.Width
			}
			n += len(ch.Times) * targets
		}
	}
	return n
}

// Skin implements format.
func (g *gltfFile) Skin(node int) *skin { return g.skins[node] }

// Rest returns the transform of a driven node that mirrors: the decomposition of its matrix does
// not yield the mirrored axis.
func (g *gltfFile) Rest(node int, driven bool) []rest {
	if !driven {
		return nil
	}
	return g.rests[node]
}

// state keeps what the file states of node i of the tree.
func (g *gltfFile) state(n *gltf.Node, i int) {
	if mirrors := n.Scale[0] < 0 || n.Scale[1] < 0 || n.Scale[2] < 0; mirrors && !n.HasMatrix {
		g.rests[i] = []rest{{t: n.Translation, r: exact.Quat(n.Rotation).Unit(), s: n.Scale}}
	}
	if n.Skin < 0 || n.Skin >= len(g.doc.Skins) {
		return
	}
	s := &g.doc.Skins[n.Skin]
	out := &skin{listed: true}
	for k, j := range s.Joints {
		node, ok := g.nodes[j]
		if !ok {
			return // a joint outside the scene: libassimp's bones serve
		}
		bind := exact.Identity()
		if s.InverseBind != nil {
			for e := range 12 {
				bind[e] = float64(s.InverseBind[16*k+4*(e%4)+e/4])
			}
		}
		out.bones = append(out.bones, bone{node, bind})
	}
	g.skins[i] = out
}

// gltfRate is the ticks per second that libassimp gives the animations of a glTF file.
const gltfRate = 1000

// gltfBinder binds the channels of a glTF file.
type gltfBinder struct {
	*binder
	gltf *gltfFile
}

// BindClips makes the clips of the file's animations.
func (g *gltfFile) BindClips(b *binder) error {
	switch {
	case g.doc == nil:
		return g.assimpFormat.BindClips(b)
	case g.hides:
		b.clips = make([]clipSource, len(g.doc.Animations))
		for c := range b.clips {
			b.clips[c] = b.newClip(g.doc.Animations[c].Name, c, b.rate, gltfRate)
		}
	default:
		g.NewClips(b, b.rate)
	}
	(&gltfBinder{b, g}).bind()
	return nil
}

func (b *gltfBinder) bind() {
	doc := b.gltf.doc
	for c := range b.clips {
		src := &b.clips[c]
		for k := range doc.Animations[c].Channels {
			ch := &doc.Animations[c].Channels[k]
			if ch.Pointer != nil {
				b.bindPointer(src, ch)
			} else if i, ok := b.gltf.nodes[ch.Node]; ok {
				b.bindChannel(src, i, ch)
			} else {
				b.report.Add(report.Loss, report.UnknownNode, src.name, "it drives node %d %q, which is not in the scene", ch.Node, doc.Nodes[ch.Node].Name)
			}
		}
		for _, err := range doc.Animations[c].Wrong {
			b.report.Add(report.Loss, report.InvalidCurve, src.name, "left out: %v", err)
		}
	}
}

// parse parses the file and matches its nodes with the tree. There is no document without
// clips and bones.
func (g *gltfFile) parse() error {
	if g.scene.Animations() == 0 && !g.hides && !hasBones(g.scene) && !g.mentionsVRM() {
		return nil
	}
	data, err := g.Read()
	if err != nil {
		return err
	}
	if g.doc, err = gltf.Parse(data, g.OpenBeside); err != nil {
		return err
	}
	if !g.hides && len(g.doc.Animations) != g.scene.Animations() {
		return fmt.Errorf("libassimp has %d animations, the file %d", g.scene.Animations(), len(g.doc.Animations))
	}
	long := 0
	for i := range g.doc.Nodes {
		if len(g.doc.Nodes[i].Name) > assimp.MaxName {
			long++
		}
	}
	if long > 0 {
		g.report.Add(report.Repair, report.LongName, "", "%d names of nodes have more than %d bytes; cut", long, assimp.MaxName)
	}
	g.nodes, err = matchGLTF(g.doc, g.tree)
	return err
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

func (b *gltfBinder) bindChannel(src *clipSource, i int, ch *gltf.Channel) {
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
