package gltf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// maxBudget bounds the bytes that a document makes of none: zeros, and what is decompressed.
const maxBudget = 1 << 30

// Parse reads a .gltf or .glb file. Accessors are read when they are asked for, but for those
// of animations and skins.
func Parse(data []byte, o Options) (*Document, error) {
	var blob []byte
	if isBinary(data) {
		var err error
		if data, blob, err = splitBinary(data); err != nil {
			return nil, err
		}
	}
	parsed, err := parseText(data)
	if err != nil {
		return nil, err
	}
	d := &Document{options: o, text: parsed, blob: blob, budget: maxBudget}
	root := parsed.root()
	if !root.is(jsonObject) {
		return nil, fmt.Errorf("%w: the JSON is no object", soa.ErrFormat)
	}
	if err := d.check(root); err != nil {
		return nil, err
	}
	d.readBuffers(root)
	d.readAccessors(root)
	d.readMaterials(root)
	d.readMeshes(root)
	d.readNodes(root)
	d.readScenes(root)
	if parsed.err != nil {
		return nil, parsed.err
	}
	if err := d.readSkins(root); err != nil {
		return nil, err
	}
	if err := d.readAnimations(root); err != nil {
		return nil, err
	}
	d.VRM = d.vrm(root)
	return d, parsed.err
}

// Mended lists the first numbers that are not finite and that defaults replace, and counts the others.
func (d *Document) Mended() (list []Mended, more int) {
	for _, v := range d.text.mended {
		list = append(list, Mended{v.pointer(), string(v.literal())})
	}
	return list, d.text.more
}

// readScenes reads the scenes and chooses one.
func (d *Document) readScenes(root value) {
	list := root.list("scenes")
	for i := range list.len() {
		v := list.child(i)
		s := Scene{Name: v.at("name").text()}
		nodes := v.list("nodes")
		for k := range nodes.len() {
			s.Nodes = append(s.Nodes, nodes.entry(k, len(d.Nodes), "nodes"))
		}
		d.Scenes = append(d.Scenes, s)
	}
	if d.Shown = root.at("scene").index(len(d.Scenes), "scenes"); d.Shown < 0 && len(d.Scenes) > 0 {
		d.Shown = 0
	}
	if d.options.Scene != "" {
		if d.Shown = d.sceneOf(d.options.Scene); d.Shown < 0 {
			root.wrong("no scene %q; it has %s", d.options.Scene, d.sceneNames())
			return
		}
	}
	if d.Shown >= 0 {
		d.Roots = d.Scenes[d.Shown].Nodes
		seen := make(map[int]bool)
		for k, n := range d.Roots {
			if seen[n] {
				list.child(d.Shown).at("nodes").child(k).wrong("node %d is listed twice", n)
			}
			seen[n] = true
		}
		d.Roots = d.outermost(d.Roots)
		return
	}
	for i := range d.Nodes {
		if d.Nodes[i].Parent < 0 {
			d.Roots = append(d.Roots, i)
		}
	}
}

// outermost returns the roots that are not below others, as some programs list all nodes of a
// scene.
func (d *Document) outermost(roots []int) (list []int) {
	if d.text.err != nil {
		return nil
	}
	listed, below := make([]bool, len(d.Nodes)), make([]bool, len(d.Nodes))
	for _, n := range roots {
		listed[n] = true
	}
	var stack []int
	for n := range d.Nodes {
		if d.Nodes[n].Parent < 0 {
			stack = append(stack, n)
		}
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = append(stack[:len(stack)-1], d.Nodes[n].Children...)
		for _, c := range d.Nodes[n].Children {
			below[c] = listed[n] || below[n]
		}
	}
	for _, n := range roots {
		if !below[n] {
			list = append(list, n)
		}
	}
	return list
}

// sceneOf returns the scene of a name or number, or −1.
func (d *Document) sceneOf(name string) int {
	if i := slices.IndexFunc(d.Scenes, func(s Scene) bool { return s.Name == name }); i >= 0 {
		return i
	}
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(d.Scenes) {
		return i
	}
	return -1
}

func (d *Document) sceneNames() string {
	var names []string
	for i := range d.Scenes {
		names = append(names, strconv.Quote(d.Scenes[i].Name))
	}
	return fmt.Sprintf("%d scenes: %s", len(names), strings.Join(names[:min(len(names), 20)], ", "))
}
