package lws

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Kind is the kind of an item, which begins its number.
type Kind uint32

// The kinds that have nodes, and bones.
const (
	Object Kind = iota + 1
	Light
	Camera
	Bone
)

// Item is an object, light, camera or bone with its envelopes.
type Item struct {
	Kind     Kind
	Number   uint32 // with the kind in its upper 4 bits
	Channels [9]Envelope
	Unsorted int // keys before their predecessor; sorted
	Invalid  int // keys that are no numbers; dropped
	Unknown  int // keys of an unknown shape; linear
}

// Scene is what moves in a file.
type Scene struct {
	Items       []Item
	First, Last float64 // seconds
	Rate        float64 // frames per second, or 0
	Keys        int
}

// parser reads the lines of a file.
type parser struct {
	rest    []byte
	scene   *Scene
	version int
	counts  [5]uint32 // items per kind
	depth   int
	channel int // that the next envelope is of, or −1
}

// Parse reads a file. It returns nil for one that is no scene or motion.
func Parse(text []byte) *Scene {
	p := parser{rest: bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), scene: &Scene{}, channel: -1}
	magic := p.words()
	if len(magic) == 0 || magic[0] != "LWSC" && magic[0] != "LWMO" {
		return nil
	}
	motion := magic[0] == "LWMO"
	if version := p.words(); len(version) > 0 {
		p.version = int(number(version, 0))
	}
	if motion {
		p.add(Object, nil)
	}
	first, last := 0., 0.
	for p.more() {
		w := p.words()
		if len(w) == 0 || p.skips(w) {
			continue
		}
		switch w[0] {
		case "FirstFrame":
			first = number(w, 1)
		case "LastFrame":
			last = number(w, 1)
		case "FramesPerSecond":
			p.scene.Rate = number(w, 1)
		default:
			p.statement(w)
		}
	}
	if rate := p.scene.Rate; !(rate > 0 && rate < 1e9) {
		p.scene.Rate = 0
	} else {
		p.scene.First, p.scene.Last = first/rate, last/rate
	}
	for i := range p.scene.Items {
		if p.version < 2 {
			p.scene.Items[i].seconds(cmp.Or(p.scene.Rate, oldRate))
		}
		p.scene.Items[i].sort()
	}
	return p.scene
}

func (p *parser) more() bool { return len(p.rest) > 0 }

// words returns the words of the next line that has any.
func (p *parser) words() []string {
	for p.more() {
		line := p.rest
		if end := bytes.IndexAny(p.rest, "\r\n"); end >= 0 {
			line, p.rest = p.rest[:end], p.rest[end+1:]
		} else {
			p.rest = nil
		}
		if len(line) > 1<<12 {
			line = line[:1<<12]
		}
		if w := strings.Fields(string(line)); len(w) > 0 {
			return w
		}
	}
	return nil
}

// number returns word i as a number, or NaN.
func number(w []string, i int) float64 {
	if i < len(w) {
		if v, err := strconv.ParseFloat(w[i], 64); err == nil && !math.IsInf(v, 0) {
			return v
		}
	}
	return math.NaN()
}

// skips skips blocks and plugins. It reads an envelope of a channel.
func (p *parser) skips(w []string) bool {
	channel := p.channel
	p.channel = -1
	switch {
	case w[0] == "Plugin":
		for p.more() {
			if w := p.words(); len(w) > 0 && w[0] == "EndPlugin" {
				break
			}
		}
		return true
	case w[0] == "}":
		p.depth = max(p.depth-1, 0)
		return true
	case strings.HasPrefix(w[0], "{"):
		if p.depth == 0 && channel >= 0 && (w[0] == "{Envelope" || len(w) > 1 && w[1] == "Envelope") {
			p.envelope(&p.last().Channels[channel])
			return true
		}
		p.depth++
		return true
	}
	return p.depth > 0
}

func (p *parser) last() *Item { return &p.scene.Items[len(p.scene.Items)-1] }

// statement reads a line outside of blocks.
func (p *parser) statement(w []string) {
	switch w[0] {
	case "LoadObjectLayer":
		p.add(Object, w[min(2, len(w)):])
	case "LoadObject", "AddNullObject":
		p.add(Object, w[1:])
	case "AddLight":
		p.add(Light, w[1:])
	case "AddCamera", "ShowCamera":
		// Scenes of versions before 3 have one camera, which they do not add; libassimp gives it no node.
		if w[0] == "AddCamera" {
			p.add(Camera, w[1:])
		}
	case "AddBone":
		p.add(Bone, w[1:])
	}
	if len(p.scene.Items) == 0 {
		return
	}
	switch w[0] {
	case "Channel":
		if c := number(w, 1); c >= 0 && c < 9 {
			p.channel = int(c)
		}
	case "ObjectMotion", "LightMotion", "BoneMotion":
		if p.version < 3 {
			p.old()
		}
	case "CameraMotion":
		if p.version < 3 {
			if p.last().Kind != Camera {
				p.scene.Items = append(p.scene.Items, Item{Kind: Bone}) // without a node
			}
			p.old()
		}
	case "Pre/PostBehavior":
		for c := range p.last().Channels {
			e := &p.last().Channels[c]
			e.Pre, e.Post = behavior(w, 2*c+1), behavior(w, 2*c+2)
		}
	case "EndBehavior":
		for c := range p.last().Channels {
			p.last().Channels[c].Post = behavior(w, 1)
		}
	}
}

// add adds an item. From version 4 on its number is the first word.
func (p *parser) add(kind Kind, w []string) {
	n := p.counts[kind]
	p.counts[kind]++
	if p.version >= 4 && len(w) > 0 {
		if id, err := strconv.ParseUint(w[0], 16, 32); err == nil {
			n = uint32(id)
		}
	}
	item := Item{Kind: kind, Number: n&0x0fffffff | uint32(kind)<<28}
	for c := range item.Channels {
		item.Channels[c].Pre, item.Channels[c].Post = Constant, Constant
	}
	p.scene.Items = append(p.scene.Items, item)
}

func behavior(w []string, i int) Behavior {
	if v := number(w, i); v >= 0 && v <= float64(Extend) {
		return Behavior(v)
	}
	return Constant
}

// envelope reads the rest of a block.
func (p *parser) envelope(e *Envelope) {
	e.Keys = e.Keys[:0]
	for depth := 1; depth > 0 && p.more(); {
		w := p.words()
		switch {
		case len(w) == 0:
		case w[0] == "}":
			depth--
		case w[0][0] == '{':
			depth++
		case depth > 1:
		case w[0] == "Key":
			p.key(e, w[1:])
		case w[0] == "Behaviors":
			e.Pre, e.Post = behavior(w, 1), behavior(w, 2)
		}
	}
}

// key reads a key: its value, time, shape and up to six parameters.
func (p *parser) key(e *Envelope, w []string) {
	k := Key{Value: number(w, 0), Time: number(w, 1), Shape: Linear}
	if s := number(w, 2); s >= 0 && s <= float64(Bezier2) {
		k.Shape = Shape(s)
	} else {
		p.last().Unknown++
	}
	for i := range k.Param {
		if v := number(w, 3+i); v == v {
			k.Param[i] = v
		}
	}
	p.put(e, k)
}

func (p *parser) put(e *Envelope, k Key) {
	if !(math.Abs(k.Value) < 1e30 && math.Abs(k.Time) < 1e9) {
		p.last().Invalid++
		return
	}
	e.Keys = append(e.Keys, k)
	p.scene.Keys++
}

// old reads the motion of a version before 3: in the first, rows of all channels, each followed by
// its frame, whether it is linear, tension, continuity and bias; in the second, channels of keys.
func (p *parser) old() {
	channels := number(p.words(), 0)
	if !(channels >= 0 && channels <= 64) {
		return
	}
	if p.version >= 2 {
		for c := range int(channels) {
			n := number(p.words(), 0)
			for i := 0.; i < n && p.more(); i++ {
				if w := p.words(); c < 9 {
					p.key(&p.last().Channels[c], w)
				}
			}
		}
		return
	}
	n := number(p.words(), 0)
	for i := 0.; i < n && p.more(); i++ {
		values, row := p.words(), p.words()
		k := Key{Time: number(row, 0)}
		if number(row, 1) == 1 {
			k.Shape = Linear
		}
		for j := range 3 {
			if v := number(row, 2+j); v == v {
				k.Param[j] = v
			}
		}
		for c := range min(int(channels), 9) {
			k.Value = number(values, c)
			if c >= 3 && c < 6 {
				k.Value *= math.Pi / 180
			}
			p.put(&p.last().Channels[c], k)
		}
	}
}

// oldRate is the rate of scenes that state none.
const oldRate = 30

// seconds converts times in frames.
func (it *Item) seconds(rate float64) {
	for c := range it.Channels {
		for i := range it.Channels[c].Keys {
			it.Channels[c].Keys[i].Time /= rate
		}
	}
}

// sort brings keys into the order of time.
func (it *Item) sort() {
	for c := range it.Channels {
		keys := it.Channels[c].Keys
		for i := 1; i < len(keys); i++ {
			if keys[i].Time < keys[i-1].Time {
				it.Unsorted++
			}
		}
		slices.SortStableFunc(keys, func(a, b Key) int { return cmp.Compare(a.Time, b.Time) })
	}
}
