package gltf

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// Document is the result of Parse.
type Document struct {
	Nodes      []Node
	Roots      []int // of the default scene
	Animations []Animation
	Skins      []Skin
	VRM        *VRM // or nil
}

// Node is one node of the hierarchy.
type Node struct {
	Name     string
	Children []int
	Skin     int // -1: none
	// Translation, rotation (x, y, z, w) and scale as the file states them, or
	// their defaults; HasMatrix nodes state a matrix instead.
	Translation [3]float64
	Rotation    [4]float64
	Scale       [3]float64
	HasMatrix   bool
}

// Animation is one named animation.
type Animation struct {
	Name     string
	Channels []Channel
	Wrong    []error // why channels of KHR_animation_pointer are not among them
}

// Interpolation modes, as the file spells them.
const (
	Linear = "LINEAR"
	Step   = "STEP"
	Cubic  = "CUBICSPLINE"
)

// Channel is one property of one node over time. Values has Width numbers per
// key; with Cubic each key has three rows: in-tangent, value, out-tangent, the
// tangents in units per second.
type Channel struct {
	Node          int    // -1 with a Pointer
	Path          string // translation, rotation, scale, weights or pointer
	Only          int    // of the path weights: the one weight that is driven, -1 for all
	Pointer       *Pointer
	Interpolation string
	Times         []float32 // seconds
	Values        []float32 // shared between channels of one accessor; not to be changed
	Width         int
}

// Parse reads a .gltf or .glb file. Buffers in other files are read with open,
// by their relative name: unescaped, or where there is none as it is written.
func Parse(data []byte, open func(name string) ([]byte, error)) (*Document, error) {
	var blob []byte
	if bytes.HasPrefix(data, []byte("glTF")) {
		var err error
		if data, blob, err = splitBinary(data); err != nil {
			return nil, err
		}
	}
	r := reader{blob: blob, open: open, loaded: make(map[int][]byte), decoded: make(map[int][]float32), text: data}
	if err := json.Unmarshal(data, &r.file); err != nil {
		return nil, fmt.Errorf("%w: %w", soa.ErrFormat, err)
	}
	doc := &Document{Roots: r.roots()}
	for i := range r.file.Nodes {
		doc.Nodes = append(doc.Nodes, r.file.Nodes[i].node())
	}
	for i := range r.file.Animations {
		a, err := r.animation(&r.file.Animations[i])
		if err != nil {
			return nil, fmt.Errorf("animation %d %q: %w", i, r.file.Animations[i].Name, err)
		}
		doc.Animations = append(doc.Animations, a)
	}
	doc.Skins, doc.VRM = r.skins(), r.vrm()
	return doc, nil
}

// splitBinary takes the JSON and the binary chunk out of a .glb.
func splitBinary(data []byte) (text, blob []byte, err error) {
	const header, chunkJSON, chunkBinary = 12, 0x4E4F534A, 0x004E4942
	if len(data) < header || binary.LittleEndian.Uint32(data[4:]) != 2 {
		return nil, nil, fmt.Errorf("%w: no glTF 2 binary header", soa.ErrFormat)
	}
	for rest := data[header:]; len(rest) >= 8; {
		size, kind := binary.LittleEndian.Uint32(rest), binary.LittleEndian.Uint32(rest[4:])
		rest = rest[8:]
		if uint64(size) > uint64(len(rest)) {
			return nil, nil, fmt.Errorf("%w: a chunk of %d bytes where %d are left", soa.ErrFormat, size, len(rest))
		}
		switch {
		case kind == chunkJSON && text == nil:
			text = rest[:size]
		case kind == chunkBinary && blob == nil:
			blob = rest[:size]
		}
		rest = rest[size:]
	}
	if text == nil {
		return nil, nil, fmt.Errorf("%w: no JSON chunk", soa.ErrFormat)
	}
	return text, blob, nil
}

// file is the part of the JSON that matters here.
type file struct {
	Scene  *int `json:"scene"`
	Scenes []struct {
		Nodes []int `json:"nodes"`
	} `json:"scenes"`
	Nodes   []node `json:"nodes"`
	Skins   []skin `json:"skins"`
	Buffers []struct {
		URI        string `json:"uri"`
		ByteLength int    `json:"byteLength"`
	} `json:"buffers"`
	BufferViews []struct {
		Buffer     int `json:"buffer"`
		ByteOffset int `json:"byteOffset"`
		ByteLength int `json:"byteLength"`
		ByteStride int `json:"byteStride"`
	} `json:"bufferViews"`
	Accessors  []accessor  `json:"accessors"`
	Animations []animation `json:"animations"`
	Extensions struct {
		VRM1    json.RawMessage `json:"VRMC_vrm"`
		VRM0    json.RawMessage `json:"VRM"`
		Springs json.RawMessage `json:"VRMC_springBone"`
	} `json:"extensions"`
}

type animation struct {
	Name     string `json:"name"`
	Channels []struct {
		Sampler int    `json:"sampler"`
		Target  target `json:"target"`
	} `json:"channels"`
	Samplers []struct {
		Input         int    `json:"input"`
		Output        int    `json:"output"`
		Interpolation string `json:"interpolation"`
	} `json:"samplers"`
}

type reader struct {
	file    file
	blob    []byte
	open    func(string) ([]byte, error)
	loaded  map[int][]byte    // by buffer
	decoded map[int][]float32 // by accessor
	text    []byte            // the JSON
	all     any               // and what it says, where that is asked for
}

// roots returns the nodes of the scene that is shown, or where no scene says
// so, the nodes that are nobody's child.
func (r *reader) roots() []int {
	scene := 0
	if r.file.Scene != nil {
		scene = *r.file.Scene
	}
	if scene >= 0 && scene < len(r.file.Scenes) {
		return r.file.Scenes[scene].Nodes
	}
	child := make([]bool, len(r.file.Nodes))
	for _, n := range r.file.Nodes {
		for _, c := range n.Children {
			if c >= 0 && c < len(child) {
				child[c] = true
			}
		}
	}
	var roots []int
	for i := range child {
		if !child[i] {
			roots = append(roots, i)
		}
	}
	return roots
}

// buffer returns the bytes of a buffer: the .glb's own chunk, a data URI or
// another file.
func (r *reader) buffer(i int) ([]byte, error) {
	if i < 0 || i >= len(r.file.Buffers) {
		return nil, fmt.Errorf("%w: buffer %d of %d", soa.ErrFormat, i, len(r.file.Buffers))
	}
	if data, ok := r.loaded[i]; ok {
		return data, nil
	}
	b := &r.file.Buffers[i]
	data, err := r.fetch(i, b.URI)
	if err != nil {
		return nil, err
	}
	if b.ByteLength < 0 || b.ByteLength > len(data) {
		return nil, fmt.Errorf("%w: buffer %d states %d bytes and has %d", soa.ErrFormat, i, b.ByteLength, len(data))
	}
	r.loaded[i] = data[:b.ByteLength]
	return r.loaded[i], nil
}

func (r *reader) fetch(i int, uri string) ([]byte, error) {
	if uri == "" {
		if i != 0 || r.blob == nil {
			return nil, fmt.Errorf("%w: buffer %d has no data", soa.ErrFormat, i)
		}
		return r.blob, nil
	}
	if rest, ok := strings.CutPrefix(uri, "data:"); ok {
		_, encoded, ok := strings.Cut(rest, ";base64,")
		if !ok {
			return nil, fmt.Errorf("%w: buffer %d has a data URI that is not base64", soa.ErrFormat, i)
		}
		data, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			return nil, fmt.Errorf("%w: buffer %d: %w", soa.ErrFormat, i, err)
		}
		return data, nil
	}
	if r.open == nil {
		return nil, fmt.Errorf("buffer %d is in another file, %q", i, uri)
	}
	if name, err := url.PathUnescape(uri); err == nil && name != uri {
		if data, err := r.open(name); !errors.Is(err, fs.ErrNotExist) {
			return data, err
		}
	}
	return r.open(uri) // as some programs write names
}

func (r *reader) animation(src *animation) (Animation, error) {
	a := Animation{Name: src.Name}
	for k, ch := range src.Channels {
		if pointer := ch.Target.Extensions.Pointer.Pointer; ch.Target.Path == "pointer" && pointer != "" {
			if err := r.follow(&a, src, ch.Sampler, pointer); err != nil {
				a.Wrong = append(a.Wrong, fmt.Errorf("channel %d, %q: %w", k, pointer, err))
			}
			continue
		}
		if ch.Target.Node == nil {
			continue // another extension's target
		}
		c := Channel{Node: *ch.Target.Node, Path: ch.Target.Path, Only: -1}
		if c.Node < 0 || c.Node >= len(r.file.Nodes) {
			return a, fmt.Errorf("%w: channel %d drives node %d of %d", soa.ErrFormat, k, c.Node, len(r.file.Nodes))
		}
		if err := r.sample(&c, src, ch.Sampler); err != nil {
			return a, fmt.Errorf("channel %d: %w", k, err)
		}
		a.Channels = append(a.Channels, c)
	}
	return a, nil
}

// follow adds the channels of a pointer.
func (r *reader) follow(a *Animation, src *animation, sampler int, pointer string) error {
	list, err := r.channels(pointer)
	if err != nil {
		return err
	}
	for i := range list {
		if err := r.sample(&list[i], src, sampler); err != nil {
			return err
		}
		if list[i].Only >= 0 && list[i].Width != 1 {
			return fmt.Errorf("%w: %d values a key for one weight", soa.ErrFormat, list[i].Width)
		}
	}
	a.Channels = append(a.Channels, list...)
	return nil
}

// sample reads a channel's sampler.
func (r *reader) sample(c *Channel, src *animation, sampler int) error {
	if sampler < 0 || sampler >= len(src.Samplers) {
		return fmt.Errorf("%w: sampler %d of %d", soa.ErrFormat, sampler, len(src.Samplers))
	}
	s := &src.Samplers[sampler]
	c.Interpolation = s.Interpolation
	if c.Interpolation == "" {
		c.Interpolation = Linear
	}
	return r.sampler(c, s.Input, s.Output)
}

// widths are the numbers per key of a path; weights have as many as the mesh
// has morph targets, and pointers what they point to.
var widths = map[string]int{"translation": 3, "rotation": 4, "scale": 3, "weights": 0, "pointer": 0}

// sampler reads a channel's times and values and checks that they fit.
func (r *reader) sampler(c *Channel, input, output int) error {
	width, known := widths[c.Path]
	if !known || !slices.Contains([]string{Linear, Step, Cubic}, c.Interpolation) {
		return fmt.Errorf("%w: path %q with interpolation %q", soa.ErrFormat, c.Path, c.Interpolation)
	}
	var err error
	if c.Times, err = r.floats(input); err != nil {
		return fmt.Errorf("times: %w", err)
	}
	if c.Values, err = r.floats(output); err != nil {
		return fmt.Errorf("values: %w", err)
	}
	rows := len(c.Times)
	if c.Interpolation == Cubic {
		rows *= 3
	}
	if width == 0 && rows > 0 {
		width = len(c.Values) / rows
	}
	c.Width = width
	if rows == 0 || width == 0 || len(c.Values) != rows*width {
		return fmt.Errorf("%w: %d values for %d times", soa.ErrFormat, len(c.Values), len(c.Times))
	}
	return nil
}
