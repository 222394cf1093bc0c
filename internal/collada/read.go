package collada

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// File is the content of a Collada file.
type File struct {
	Nodes []Node // of all scenes and libraries; parents come first
	Root  int    // the scene's node, or −1
	Takes []Take

	version     string
	animations  []animation
	channels    []channel
	sources     map[string]*source // all that have an id
	clips       []clip
	controllers map[string]*controller
	weights     map[string]*controller // by the ids of a morph's weights
	byID        map[string]int         // nodes
	bySID       map[place]int          // nodes by parent and scoped id
	element     map[place]int          // elements by node and scoped id
	geometries  map[string]*Geometry   // those that morphs have
}

// place is a scoped id within a node.
type place struct {
	node int
	sid  string
}

// Node is a node of the file, or a scene, whose children are its nodes.
type Node struct {
	ID, SID, Name string
	Parent        int
	Children      []int
	Instances     []string // ids of instanced nodes, which are further children
	Elements      []Element
	controllers   []string // ids of those that its meshes have
}

// animation is an <animation>. The channels of nested ones belong to it, too.
type animation struct {
	id, name string
	parent   int
	sources  map[string]*source
	samplers map[string]*Sampler
	only     *Sampler // its last sampler
	count    int
}

// channel is a <channel>.
type channel struct {
	animation       int
	sampler, target string
}

// clip is an <animation_clip>.
type clip struct {
	id, name   string
	start, end float64 // NaN where not stated
	animations []string
}

// controller is a morph or a skin.
type controller struct {
	id     string
	source string // the mesh, or the controller, that it changes
	morph  bool

	// Of a morph:
	targets  []string // geometries
	weights  []float64
	relative bool
	built    *Morph
}

// Names returns the name of every node that has one, by its id, or by its scoped id
// without an id.
func (f *File) Names() map[string]string {
	names := make(map[string]string)
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if id := cmp.Or(n.ID, n.SID); id != "" && n.Name != "" {
			names[id] = n.Name
		}
	}
	return names
}

// ByID returns the index of the first node with an id.
func (f *File) ByID(id string) (node int, ok bool) {
	node, ok = f.byID[id]
	return node, ok && id != ""
}

// Moves reports whether a file has channels.
func Moves(data []byte) bool { return bytes.Contains(utf8Text(data), []byte("<channel")) }

// Read reads a file, in memory and time bounded by the file's size.
func Read(data []byte) (*File, error) {
	all := utf8Text(data)
	data = removeElements(all, "library_geometries", "library_images", "library_effects", "library_materials")
	if !bytes.Contains(data, []byte("<morph")) {
		data = removeElements(data, "library_controllers")
	}
	f := &File{
		Root: -1, sources: make(map[string]*source), controllers: make(map[string]*controller), weights: make(map[string]*controller),
		byID: make(map[string]int), bySID: make(map[place]int), element: make(map[place]int),
	}
	p := parser{newReader(data), f, "", make(map[string]int)}
	root, err := p.open()
	if err != nil {
		return nil, err
	}
	f.version = attribute(root, "version")
	if err := p.forEachChild(p.library); err != nil {
		return nil, err
	}
	p.chooseScene()
	if len(f.clips) > 0 {
		f.takeClips()
	} else {
		f.takeAnimations()
	}
	return f, f.readGeometries(all)
}

// open reads the start of the file's outermost element.
func (r *reader) open() (e xml.StartElement, err error) {
	for {
		token, err := r.d.RawToken()
		if err == io.EOF {
			return e, malformed("there is no COLLADA element")
		}
		if err != nil {
			return e, malformed("%w", err)
		}
		if e, ok := token.(xml.StartElement); ok {
			if e.Name.Local != "COLLADA" {
				return e, malformed("it is %q, not COLLADA", e.Name.Local)
			}
			return e, nil
		}
	}
}

// parser is the state of Read.
type parser struct {
	*reader
	f      *File
	scene  string         // the id of the scene that the file instances
	scenes map[string]int // by id
}

func (p *parser) library(e xml.StartElement) error {
	switch e.Name.Local {
	case "library_animations":
		return p.forEachChild(func(e xml.StartElement) error { return p.animation(e, -1) })
	case "library_animation_clips":
		return p.forEachChild(p.clip)
	case "library_visual_scenes", "library_nodes":
		return p.forEachChild(func(e xml.StartElement) error { return p.node(e, -1) })
	case "library_controllers":
		return p.forEachChild(p.controller)
	case "scene":
		return p.forEachChild(func(e xml.StartElement) error {
			if e.Name.Local == "instance_visual_scene" {
				p.scene = fragment(attribute(e, "url"))
			}
			return p.skip()
		})
	}
	return p.skip()
}

// chooseScene sets the root: the scene that the file instances, or its first.
func (p *parser) chooseScene() {
	if i, ok := p.scenes[p.scene]; ok {
		p.f.Root = i
	} else if i, ok := p.scenes[""]; ok {
		p.f.Root = i
	}
}

// node reads a <node> or a <visual_scene>.
func (p *parser) node(e xml.StartElement, parent int) error {
	if e.Name.Local != "node" && e.Name.Local != "visual_scene" {
		return p.skip()
	}
	i := len(p.f.Nodes)
	if i == maxNodes {
		return fmt.Errorf("%w: more than %d nodes", soa.ErrTooLarge, maxNodes)
	}
	n := Node{ID: attribute(e, "id"), SID: attribute(e, "sid"), Name: attribute(e, "name"), Parent: parent}
	if e.Name.Local == "visual_scene" {
		p.scenes[n.ID] = i
		if len(p.scenes) == 1 {
			p.scenes[""] = i
		}
	} else {
		first(p.f.byID, n.ID, i)
		if n.SID != "" {
			first(p.f.bySID, place{parent, n.SID}, i)
		}
	}
	if parent >= 0 {
		p.f.Nodes[parent].Children = append(p.f.Nodes[parent].Children, i)
	}
	p.f.Nodes = append(p.f.Nodes, n)
	return p.forEachChild(func(e xml.StartElement) error { return p.nodePart(e, i) })
}

// first sets a missing entry.
func first[K comparable, V any](m map[K]V, key K, v V) {
	if _, ok := m[key]; !ok {
		m[key] = v
	}
}

func (p *parser) nodePart(e xml.StartElement, i int) error {
	switch name := e.Name.Local; name {
	case "node":
		return p.node(e, i)
	case "translate", "rotate", "scale", "matrix", "lookat", "skew":
		text, err := p.text()
		if err != nil {
			return err
		}
		n := &p.f.Nodes[i]
		if len(n.Elements) == maxElements {
			return fmt.Errorf("%w: more than %d elements in the transform of %q", soa.ErrTooLarge, maxElements, n.ID)
		}
		if sid := attribute(e, "sid"); sid != "" {
			first(p.f.element, place{i, sid}, len(n.Elements))
		}
		element, err := newElement(name, text)
		n.Elements = append(n.Elements, element)
		return err
	case "instance_node":
		n := &p.f.Nodes[i]
		n.Instances = append(n.Instances, fragment(attribute(e, "url")))
	case "instance_controller":
		n := &p.f.Nodes[i]
		n.controllers = append(n.controllers, fragment(attribute(e, "url")))
	}
	return p.skip()
}

// animation reads an <animation>.
func (p *parser) animation(e xml.StartElement, parent int) error {
	if e.Name.Local != "animation" {
		return p.skip()
	}
	f, i := p.f, len(p.f.animations)
	if i == maxChannels {
		return fmt.Errorf("%w: more than %d animations", soa.ErrTooLarge, maxChannels)
	}
	f.animations = append(f.animations, animation{id: attribute(e, "id"), name: attribute(e, "name"), parent: parent})
	return p.forEachChild(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "animation":
			return p.animation(e, i)
		case "source":
			s, err := p.source()
			a := &f.animations[i]
			if a.sources == nil {
				a.sources = make(map[string]*source)
			}
			s.register(attribute(e, "id"), a.sources, f.sources)
			return err
		case "sampler":
			s, err := p.sampler(e)
			a := &f.animations[i]
			if a.samplers == nil {
				a.samplers = make(map[string]*Sampler)
			}
			s.animation, a.only = i, s
			a.count++
			if id := attribute(e, "id"); id != "" {
				a.samplers[id] = s
			}
			return err
		case "channel":
			if len(f.channels) == maxChannels {
				return fmt.Errorf("%w: more than %d channels", soa.ErrTooLarge, maxChannels)
			}
			f.channels = append(f.channels, channel{i, fragment(attribute(e, "source")), attribute(e, "target")})
		}
		return p.skip()
	})
}

// clip reads an <animation_clip>.
func (p *parser) clip(e xml.StartElement) error {
	if e.Name.Local != "animation_clip" {
		return p.skip()
	}
	number := func(name string) float64 {
		v, err := strconv.ParseFloat(strings.TrimSpace(attribute(e, name)), 64)
		if err != nil || v-v != 0 {
			return math.NaN()
		}
		return v
	}
	c := clip{id: attribute(e, "id"), name: attribute(e, "name"), start: number("start"), end: number("end")}
	err := p.forEachChild(func(e xml.StartElement) error {
		if e.Name.Local == "instance_animation" {
			c.animations = append(c.animations, fragment(attribute(e, "url")))
		}
		return p.skip()
	})
	p.f.clips = append(p.f.clips, c)
	return err
}

// controller reads a <controller> of a morph or a skin.
func (p *parser) controller(e xml.StartElement) error {
	c := &controller{id: attribute(e, "id")}
	if c.id == "" {
		c.id = fmt.Sprintf("#%d", len(p.f.controllers)) // which no reference names
	}
	p.f.controllers[c.id] = c
	return p.forEachChild(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "skin":
			c.source = fragment(attribute(e, "source"))
		case "morph":
			c.source, c.morph, c.relative = fragment(attribute(e, "source")), true, attribute(e, "method") == "RELATIVE"
			return p.morph(c)
		}
		return p.skip()
	})
}

func (p *parser) morph(c *controller) error {
	sources := make(map[string]*source)
	return p.forEachChild(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "source":
			s, err := p.source()
			s.register(attribute(e, "id"), sources)
			return err
		case "targets":
			return p.forEachChild(func(e xml.StartElement) error {
				id := fragment(attribute(e, "source"))
				s := sources[id]
				switch semantic := attribute(e, "semantic"); {
				case s == nil:
				case semantic == "MORPH_TARGET":
					c.targets = s.names
				case semantic == "MORPH_WEIGHT":
					c.weights = s.numbers
					p.f.weights[id] = c
					if s.arrayID != "" {
						p.f.weights[s.arrayID] = c
					}
				}
				return p.skip()
			})
		}
		return p.skip()
	})
}
