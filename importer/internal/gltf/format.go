package gltf

import (
	"bytes"
	"fmt"

	library "github.com/sinew-anim/sinew/importer/internal/assimp"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// Format is a glTF file parsed beside libassimp, its nodes matched with the
// tree.
type Format struct {
	library.Format
	Doc   *gltf.Document       // nil where it is not read, or cannot be
	Nodes map[int]int          // tree node by the file's
	skins map[int]*scene.Skin  // per node of the tree
	rests map[int][]scene.Rest // the same: transforms that mirror
	hides bool                 // libassimp gets the file without its animations
}

// New returns the reader of a file.
func New(in *scene.Input) *Format {
	if in.Ext == "vrm" {
		in.Ext = "glb"
	}
	return &Format{Format: library.Format{Input: in}, skins: make(map[int]*scene.Skin), rests: make(map[int][]scene.Rest)}
}

// Open checks the file before libassimp reads it.
func (g *Format) Open() error {
	open, hides, err := prepare(g.File, g.Report, g.Settings.Lookups)
	if g.hides = hides; err != nil {
		return err
	}
	return g.Import(open, library.Options(g.Settings))
}

// ReadNodes implements scene.Format.
func (g *Format) ReadNodes() error {
	err := g.Format.ReadNodes()
	g.Tree.OwnRoot = len(g.Tree.Nodes) > 0 && g.Tree.Nodes[0].Name != "ROOT"
	return err
}

// Space is the identity: glTF has Y up and metres.
func (g *Format) Space() exact.Matrix { return exact.Identity() }

// Match parses the file: libassimp 5 makes STEP linear and drops the
// tangents of CUBICSPLINE, 6 stores them as triplets of keys, and both identify
// bones by name, which may be missing or not unique. Files without clips and bones are not
// read; one that cannot be parsed is an error where libassimp has not seen the animations.
func (g *Format) Match() error {
	err := g.parse()
	if err != nil {
		g.Doc = nil
		if g.hides {
			return fmt.Errorf("%w: its animations have too many channels for libassimp: %w", soa.ErrTooLarge, err)
		}
		if g.Scene.Animations > 0 {
			g.Report.Add(report.Loss, report.LostInterpolation, "", "interpolation modes other than linear are lost: %v", err)
		}
	}
	if g.Doc == nil {
		return g.Format.Match()
	}
	for n, i := range g.Nodes {
		g.state(&g.Doc.Nodes[n], i)
	}
	return nil
}

// mentionsVRM reports whether a file may be an avatar.
func (g *Format) mentionsVRM() bool {
	data, err := g.Read()
	return err == nil && bytes.Contains(data, []byte(`"VRM`))
}

// Keys counts the keys of the file's channels.
func (g *Format) Keys() (n int) {
	if g.Doc == nil {
		return g.Format.Keys()
	}
	for _, a := range g.Doc.Animations {
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
func (g *Format) Skin(node int) *scene.Skin { return g.skins[node] }

// Rest returns the transform of a driven node that mirrors: the decomposition of its matrix does
// not yield the mirrored axis.
func (g *Format) Rest(node int, driven bool) []scene.Rest {
	if !driven {
		return nil
	}
	return g.rests[node]
}

// state keeps what the file states of node i of the tree.
func (g *Format) state(n *gltf.Node, i int) {
	if mirrors := n.Scale[0] < 0 || n.Scale[1] < 0 || n.Scale[2] < 0; mirrors && !n.HasMatrix {
		g.rests[i] = []scene.Rest{{T: n.Translation, R: exact.Quat(n.Rotation).Unit(), S: n.Scale}}
	}
	if n.Skin < 0 || n.Skin >= len(g.Doc.Skins) {
		return
	}
	s := &g.Doc.Skins[n.Skin]
	out := &scene.Skin{Listed: true}
	for k, j := range s.Joints {
		node, ok := g.Nodes[j]
		if !ok {
			return // a joint outside the scene: libassimp's bones serve
		}
		bind := exact.Identity()
		if s.InverseBind != nil {
			for e := range 12 {
				bind[e] = float64(s.InverseBind[16*k+4*(e%4)+e/4])
			}
		}
		out.Bones = append(out.Bones, scene.Bone{Node: node, Offset: bind})
	}
	g.skins[i] = out
}

// ticksPerSecond is the ticks per second that libassimp gives the animations of a glTF file.
const ticksPerSecond = 1000

// binder binds the channels of a glTF file.
type binder struct {
	*scene.Binder
	gltf *Format
}

// BindClips makes the clips of the file's animations.
func (g *Format) BindClips(b *scene.Binder) error {
	switch {
	case g.Doc == nil:
		return g.Format.BindClips(b)
	case g.hides:
		b.Clips = make([]track.Clip, len(g.Doc.Animations))
		for c := range b.Clips {
			b.Clips[c] = b.NewClip(g.Doc.Animations[c].Name, c, b.Rate, ticksPerSecond)
		}
	default:
		g.NewClips(b, b.Rate)
	}
	(&binder{b, g}).bind()
	return nil
}

func (b *binder) bind() {
	doc := b.gltf.Doc
	for c := range b.Clips {
		src := &b.Clips[c]
		for k := range doc.Animations[c].Channels {
			ch := &doc.Animations[c].Channels[k]
			if ch.Pointer != nil {
				b.bindPointer(src, ch)
			} else if i, ok := b.gltf.Nodes[ch.Node]; ok {
				b.bindChannel(src, i, ch)
			} else {
				b.Report.Add(report.Loss, report.UnknownNode, src.Name, "it drives node %d %q, which is not in the scene", ch.Node, doc.Nodes[ch.Node].Name)
			}
		}
		for _, err := range doc.Animations[c].Wrong {
			b.Report.Add(report.Loss, report.InvalidCurve, src.Name, "left out: %v", err)
		}
	}
}

// parse parses the file and matches its nodes with the tree. There is no document without
// clips and bones.
func (g *Format) parse() error {
	if g.Scene.Animations == 0 && !g.hides && !g.Scene.HasBones() && !g.mentionsVRM() {
		return nil
	}
	data, err := g.Read()
	if err != nil {
		return err
	}
	if g.Doc, err = gltf.Parse(data, g.OpenBeside); err != nil {
		return err
	}
	if !g.hides && len(g.Doc.Animations) != g.Scene.Animations {
		return fmt.Errorf("libassimp has %d animations, the file %d", g.Scene.Animations, len(g.Doc.Animations))
	}
	long := 0
	for i := range g.Doc.Nodes {
		if len(g.Doc.Nodes[i].Name) > assimp.MaxName {
			long++
		}
	}
	if long > 0 {
		g.Report.Add(report.Repair, report.LongName, "", "%d names of nodes have more than %d bytes; cut", long, assimp.MaxName)
	}
	g.Nodes, err = matchNodes(g.Doc, g.Tree)
	return err
}

// matchNodes walks the hierarchies of the file and of libassimp together:
// libassimp keeps the order of nodes and adds a root above several.
func matchNodes(doc *gltf.Document, t *scene.Tree) (map[int]int, error) {
	children := make([][]int, len(t.Nodes))
	for i := range t.Nodes {
		if p := t.Nodes[i].Parent; p >= 0 {
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
			if name := doc.Nodes[n].Name; name != "" && t.Nodes[i].Name != name[:min(len(name), assimp.MaxName)] {
				return nil, fmt.Errorf("libassimp names node %d %q, the file %q", n, t.Nodes[i].Name, name[:min(len(name), assimp.MaxName)])
			}
			matched[n] = i
			stack = append(stack, pair{doc.Nodes[n].Children, children[i]})
		}
	}
	return matched, nil
}

func (b *binder) bindChannel(src *track.Clip, i int, ch *gltf.Channel) {
	n := &b.Tree.Nodes[i]
	if ch.Path == "weights" {
		src.Weights = append(src.Weights, weightsOf(ch, i, n.Name, src.Rate))
		return
	}
	if src.ByNode[i] == nil {
		src.ByNode[i] = &track.Channel{}
	}
	t := trackOf(ch, 0, ch.Width, src.Rate)
	to := map[string]**track.Track{
		"translation": &src.ByNode[i].T, "rotation": &src.ByNode[i].R, "scale": &src.ByNode[i].S,
	}[ch.Path]
	if *to != nil {
		b.Report.Add(report.Loss, report.DoubledChannel, src.Name, "it drives the %s of %q twice; the first channel counts", ch.Path, n.Name)
		return
	}
	*to = t
}

// weightsOf returns the tracks of all weights of a channel, or of the one it
// drives.
func weightsOf(ch *gltf.Channel, node int, name string, rate float64) track.Weights {
	w := track.Weights{Node: node, Bound: true, Name: name}
	if ch.Only >= scene.MaxMorphTargets {
		return w
	}
	w.Tracks = make([]*track.Track, max(ch.Only, 0), max(ch.Only, 0)+ch.Width)
	for k := range ch.Width {
		w.Tracks = append(w.Tracks, trackOf(ch, k, 1, rate))
	}
	return w
}

// trackOf returns width components of a channel, from first on, as a track.
func trackOf(ch *gltf.Channel, first, width int, rate float64) *track.Track {
	row := func(r int, factor float64) (v [4]float64) {
		for c := range width {
			v[c] = float64(ch.Values[r*ch.Width+first+c]) * factor
		}
		return v
	}
	t := &track.Track{Keys: make([]track.Key, len(ch.Times))}
	switch ch.Interpolation {
	case gltf.Step:
		t.Mode = soa.Step
	case gltf.Cubic:
		t.Mode = soa.Cubic
		t.In, t.Out = make([][4]float64, len(ch.Times)), make([][4]float64, len(ch.Times))
	}
	for i, s := range ch.Times {
		t.Keys[i].Time = float64(s) * rate
		if t.Mode == soa.Cubic {
			t.In[i], t.Keys[i].Value, t.Out[i] = row(3*i, 1/rate), row(3*i+1, 1), row(3*i+2, 1/rate)
		} else {
			t.Keys[i].Value = row(i, 1)
		}
	}
	return t
}
