package gltf

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/sinew-anim/sinew/internal/meter"
	"github.com/sinew-anim/sinew/soa"
)

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
	if o.Meter == nil {
		o.Meter = meter.New(context.Background(), MaxMemory)
		o.Meter.Allow(BytesPerByte * int64(len(data)+len(blob)))
	}
	parsed, err := parseText(data, o.Meter)
	if err != nil {
		return nil, err
	}
	d := &Document{options: o, text: parsed, blob: blob, meter: o.Meter}
	root := parsed.root()
	if !root.is(jsonObject) {
		return nil, fmt.Errorf("%w: the JSON is no object", soa.ErrFormat)
	}
	if err := d.check(root); err != nil {
		return nil, err
	}
	for _, read := range []func(value) error{d.readBuffers, d.readAccessors, d.readMaterials, d.readMeshes, d.readNodes, d.readScenes} {
		if err := read(root); err != nil {
			return nil, err
		}
	}
	if parsed.err != nil {
		return nil, parsed.err
	}
	if err := d.readSkins(root); err != nil {
		return nil, err
	}
	if err := d.readAnimations(root); err != nil {
		return nil, err
	}
	if d.VRM = d.vrm(root); parsed.err != nil {
		return nil, parsed.err
	}
	if err := d.meter.Err(); err != nil {
		return nil, err
	}
	return d, nil
}

// room returns a slice for the elements of an array, at most a number of them.
func room[T any](d *Document, list value, most int) ([]T, error) {
	n := list.len()
	if err := d.limit(list, n, most); err != nil {
		return nil, err
	}
	return make([]T, n), d.take(list, n, unsafe.Sizeof(*new(T)))
}

// limit refuses more things than are allowed.
func (d *Document) limit(list value, n, most int) error {
	if most > 0 && n > most {
		return fmt.Errorf("%w: %s: %d of them, with at most %d allowed", soa.ErrTooLarge, list.pointer(), n, most)
	}
	return nil
}

// take counts the memory of n things that are made of a part of the file.
func (d *Document) take(place value, n int, size uintptr) error {
	if err := d.meter.Take("values", n, size); err != nil {
		return fmt.Errorf("%s: %w", place.pointer(), err)
	}
	return nil
}

// Mended lists the first numbers that are not finite and that defaults replace, and counts the others.
func (d *Document) Mended() (list []Mended, more int) {
	for _, v := range d.text.mended {
		list = append(list, Mended{v.pointer(), string(v.literal())})
	}
	return list, d.text.more
}

// readScenes reads the scenes and chooses one.
func (d *Document) readScenes(root value) (err error) {
	list := root.list("scenes")
	if d.Scenes, err = room[Scene](d, list, d.options.Limits.Nodes); err != nil {
		return err
	}
	for i := range d.Scenes {
		v := list.child(i)
		s := &d.Scenes[i]
		s.Name = v.at("name").text()
		nodes := v.list("nodes")
		if s.Nodes, err = room[int](d, nodes, 0); err != nil {
			return err
		}
		for k := range s.Nodes {
			s.Nodes[k] = nodes.entry(k, len(d.Nodes), "nodes")
		}
		if err := d.meter.Step(100 + 20*len(s.Nodes)); err != nil {
			return err
		}
	}
	if d.Shown = root.at("scene").index(len(d.Scenes), "scenes"); d.Shown < 0 && len(d.Scenes) > 0 {
		d.Shown = 0
	}
	if d.options.Scene != "" {
		if d.Shown = d.sceneOf(d.options.Scene); d.Shown < 0 {
			root.wrong("no scene %q; it has %s", d.options.Scene, d.sceneNames())
			return nil
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
		return d.meter.Step(200 * len(d.Roots))
	}
	for i := range d.Nodes {
		if d.Nodes[i].Parent < 0 {
			d.Roots = append(d.Roots, i)
		}
	}
	return d.meter.Step(10 * len(d.Nodes))
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
