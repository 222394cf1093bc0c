package importer

import (
	"fmt"
	"io/fs"
	"path"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// gltfFile is a glTF file read beside libassimp, its nodes matched with the
// tree's.
type gltfFile struct {
	doc   *gltf.Document
	nodes map[int]int // tree node by the file's
}

// openGLTF reads a glTF file itself: libassimp 5 makes STEP linear and drops
// CUBICSPLINE's tangents, 6 packs them into triplets of keys, and both know
// bones by name alone, where names may be missing or not unique.
func (f *flattener) openGLTF() {
	if f.format != "gltf" && f.format != "glb" || f.scene.Animations() == 0 && !f.hasBones() {
		return
	}
	doc, nodes, err := f.readGLTF()
	if err != nil {
		if f.scene.Animations() > 0 {
			f.report.add(Loss, LostInterpolation, "", "interpolation modes other than linear are lost: %v", err)
		}
		return
	}
	f.gltf = &gltfFile{doc, nodes}
	for n, i := range nodes {
		f.stateGLTFNode(&doc.Nodes[n], i)
	}
}

func (f *flattener) hasBones() bool {
	for k := range f.scene.Meshes() {
		if f.scene.Mesh(k).Bones() > 0 {
			return true
		}
	}
	return false
}

// stateGLTFNode gives tree node i what the file says of it.
func (f *flattener) stateGLTFNode(n *gltf.Node, i int) {
	to := &f.tree.nodes[i]
	mirrors := n.Scale[0] < 0 || n.Scale[1] < 0 || n.Scale[2] < 0
	if mirrors && !n.HasMatrix {
		to.trs = &statedTRS{n.Translation, exact.Quat(n.Rotation).Unit(), n.Scale}
	}
	if n.Skin < 0 || n.Skin >= len(f.gltf.doc.Skins) {
		return
	}
	s := &f.gltf.doc.Skins[n.Skin]
	var bones []int
	for _, j := range s.Joints {
		bone, ok := f.gltf.nodes[j]
		if !ok {
			return // a joint outside the scene: libassimp's bones serve
		}
		bones = append(bones, bone)
	}
	to.bones = bones
	for k := range bones {
		bind := exact.Identity()
		if s.InverseBind != nil {
			for e := range 12 {
				bind[e] = float64(s.InverseBind[16*k+4*(e%4)+e/4])
			}
		}
		to.binds = append(to.binds, bind)
	}
}

// bindGLTF binds a glTF file's channels from the file itself. It reports
// false, with nothing bound, where the file is not glTF or cannot be read this
// way; libassimp's channels serve then.
func (f *flattener) bindGLTF() bool {
	if f.gltf == nil {
		return false
	}
	doc, nodes := f.gltf.doc, f.gltf.nodes
	for c := range f.sources {
		src := &f.sources[c]
		for k := range doc.Animations[c].Channels {
			ch := &doc.Animations[c].Channels[k]
			if ch.Pointer != nil {
				f.bindPointer(src, ch)
				continue
			}
			i, ok := nodes[ch.Node]
			if !ok {
				f.report.add(Loss, UnknownNode, src.name, "it drives node %d %q, which is not in the scene", ch.Node, doc.Nodes[ch.Node].Name)
				continue
			}
			f.bindGLTFChannel(src, i, ch)
		}
		for _, err := range doc.Animations[c].Wrong {
			f.report.add(Loss, InvalidCurve, src.name, "left out: %v", err)
		}
	}
	return true
}

// readGLTF parses the file and matches its nodes with the tree's.
func (f *flattener) readGLTF() (*gltf.Document, map[int]int, error) {
	data, err := f.read()
	if err != nil {
		return nil, nil, err
	}
	doc, err := gltf.Parse(data, f.openBeside)
	if err != nil {
		return nil, nil, err
	}
	if len(doc.Animations) != f.scene.Animations() {
		return nil, nil, fmt.Errorf("libassimp has %d animations, the file %d", f.scene.Animations(), len(doc.Animations))
	}
	nodes, err := f.matchGLTF(doc)
	return doc, nodes, err
}

// openBeside reads a file that the model names, from the model's folder or
// below.
func (f *flattener) openBeside(name string) ([]byte, error) {
	full := path.Join(f.folder, slashed(name))
	if f.files == nil || path.IsAbs(slashed(name)) || !fs.ValidPath(full) {
		return nil, fmt.Errorf("%q is not in the model's folder", name)
	}
	return fs.ReadFile(f.files, full)
}

// matchGLTF walks the file's hierarchy and libassimp's side by side: libassimp
// keeps the order of nodes, and puts a root of its own above several.
func (f *flattener) matchGLTF(doc *gltf.Document) (map[int]int, error) {
	children := make([][]int, len(f.tree.nodes))
	for i := range f.tree.nodes {
		if p := f.tree.nodes[i].parent; p >= 0 {
			children[p] = append(children[p], i)
		}
	}
	roots := []int{0}
	if len(doc.Roots) != 1 {
		roots = children[0]
	}
	type pair struct{ file, tree []int }
	matched := make(map[int]int)
	stack := []pair{{doc.Roots, roots}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if len(p.file) != len(p.tree) {
			return nil, fmt.Errorf("libassimp's hierarchy is not the file's")
		}
		for k, n := range p.file {
			if n < 0 || n >= len(doc.Nodes) {
				return nil, fmt.Errorf("node %d of %d", n, len(doc.Nodes))
			}
			if _, again := matched[n]; again {
				return nil, fmt.Errorf("node %d is in the hierarchy twice", n)
			}
			i := p.tree[k]
			if name := doc.Nodes[n].Name; name != "" && f.tree.nodes[i].name != name {
				return nil, fmt.Errorf("libassimp names node %d %q, the file %q", n, f.tree.nodes[i].name, name)
			}
			matched[n] = i
			stack = append(stack, pair{doc.Nodes[n].Children, children[i]})
		}
	}
	return matched, nil
}

func (f *flattener) bindGLTFChannel(src *clipSource, i int, ch *gltf.Channel) {
	n := &f.tree.nodes[i]
	if ch.Path == "weights" {
		src.weights = append(src.weights, gltfWeights(ch, i, n.name, src.rate))
		return
	}
	if src.byNode[i] == nil {
		src.byNode[i] = &channel{}
	}
	n.animated = true
	t := gltfTrack(ch, 0, ch.Width, src.rate)
	to := map[string]**track{
		"translation": &src.byNode[i].t, "rotation": &src.byNode[i].r, "scale": &src.byNode[i].s,
	}[ch.Path]
	if *to != nil {
		f.report.add(Loss, DoubledChannel, src.name, "it drives the %s of %q twice; the first channel counts", ch.Path, n.name)
		return
	}
	*to = t
}

// gltfWeights takes the tracks of all weights, or of the one that is driven, out
// of a channel.
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

// gltfTrack takes width components from first on out of a channel.
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
