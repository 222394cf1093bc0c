package gltf

import (
	"encoding/json"
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// OwnKey is the member of extras in which Sinew's exporter writes what glTF has no words for.
const OwnKey = "sinew"

// BlendAttribute is the name of the exporter's attribute with the values of soa.Mesh.Blend.
const BlendAttribute = "_SKINNING_BLEND"

// TicksPerSecond is the rate of clips that are read, where extras name no other: it is no part of
// glTF, whose times are seconds.
const TicksPerSecond = 1000

// Clock converts the times of an animation's keys.
type Clock struct {
	Rate  float64 // ticks per second
	Whole bool    // the extras name the rate: ticks are rather whole ones
}

// Tick returns a time in ticks. Where ticks are rather whole, one that differs from a whole tick by no
// more than the rounding of seconds is that tick.
func (c Clock) Tick(seconds float32) float64 {
	tick := float64(float64(seconds) * c.Rate)
	if near := math.Round(tick); c.Whole && math.Abs(tick-near) <= math.Abs(near)*0x1.01p-24 {
		return near
	}
	return tick
}

// Second returns the time that becomes a tick when it is read, if there is one, or else the nearest,
// and whether there is.
func (c Clock) Second(tick float32) (seconds float32, exact bool) {
	s := float32(float64(tick) / c.Rate)
	for _, near := range [...]float32{s, math.Nextafter32(s, 0), math.Nextafter32(s, math.MaxFloat32)} {
		if float32(c.Tick(near)) == tick {
			return near, true
		}
	}
	return s, false
}

// NodeOwn is what the extras of a node say to Sinew.
type NodeOwn struct {
	// Part: the node is no joint; its transform is the first part of its children's.
	Part bool
	// Of is the node of the joint that this node stands for, since glTF asks for another one, or −1.
	Of int
	// Joint: the node is a joint, also where nothing moves it.
	Joint bool
}

// PrimitiveOwn is what the extras of a primitive say to Sinew.
type PrimitiveOwn struct {
	Name     string // of the mesh that the primitive is
	Skinning string // other than linear
}

// own returns what the extras of an object say to Sinew. Extras may be of any type.
func (v value) own() value { return v.at("extras").at(OwnKey) }

// plainText returns a string, or "" for anything else.
func (v value) plainText() string {
	if v.is(jsonString) {
		return v.text()
	}
	return ""
}

func (v value) nodeOwn(nodes int) NodeOwn {
	own := NodeOwn{Part: v.at("part").is(jsonTrue), Of: -1, Joint: v.at("joint").is(jsonTrue)}
	if of := v.at("of"); of.is(jsonNumber) {
		if n := of.number(-1); n >= 0 && n < float64(nodes) && n == float64(int(n)) {
			own.Of = int(n)
		}
	}
	return own
}

func (v value) primitiveOwn() PrimitiveOwn {
	return PrimitiveOwn{v.at("name").plainText(), v.at("skinning").plainText()}
}

// Own is what the extras of the file say to Sinew.
type Own struct {
	Joints      bool            `json:"joints"` // every node is a joint
	Floats      []OwnFloat      `json:"floats"`
	Expressions []OwnExpression `json:"expressions"`
}

// OwnFloat is a custom property that no clip need drive.
type OwnFloat struct {
	Name string  `json:"name"`
	Node *int    `json:"node"` // or nil
	Rest float32 `json:"rest"`
}

// OwnExpression is an expression of a model that is no avatar.
type OwnExpression struct {
	Name   string `json:"name"`
	Float  string `json:"float"` // the custom property that is its value
	Preset bool   `json:"preset"`
	expression1
}

// AnimationOwn is what the extras of an animation say to Sinew.
type AnimationOwn struct {
	Start float64 `json:"start"` // seconds on the time line of the file that it comes from
	Loop  *bool   `json:"loop"`
	// TicksPerSecond is the rate of the clip that was written, see Clock; 0: TicksPerSecond.
	TicksPerSecond float64 `json:"ticksPerSecond"`
	// Ticks is the duration, where that of the keys differs from it by rounding; 0: that of the keys.
	Ticks float64 `json:"ticks"`

	Additive bool `json:"additive"`
	Events   []struct {
		Name   string  `json:"name"`
		Time   float64 `json:"time"`
		Length float64 `json:"length"`
	} `json:"events"`
	Motion *OwnMotion `json:"rootMotion"`
}

// OwnMotion is the movement that was taken out of an animation.
type OwnMotion struct {
	Node int       `json:"node"`
	Time []float64 `json:"time"`
	X    []float32 `json:"x"`
	Y    []float32 `json:"y"`
	Z    []float32 `json:"z"`
	Yaw  []float32 `json:"yaw"`
}

// Own returns what the extras of the file say to Sinew, and whether they say anything that can be
// read.
func (d *Document) Own() (own Own, ok bool) {
	return own, decodeOwn(d.text.root().own(), &own)
}

// mostTicks is less than the ticks of any key that an import takes.
const mostTicks = 1e11

// Clock returns the rate that the extras of the animation name, if a clip can have it and its keys at
// it, or else TicksPerSecond.
func (a *Animation) Clock() Clock {
	own, ok := a.Own()
	rate := own.TicksPerSecond
	if !ok || !(rate > 1.0/soa.MaxMagnitude && rate < soa.MaxMagnitude) {
		return Clock{Rate: TicksPerSecond}
	}
	for k := range a.Channels {
		times := a.Channels[k].Times
		if len(times) == 0 {
			continue
		}
		if last := times[len(times)-1]; last-last == 0 && !(float64(last)*rate < mostTicks) {
			return Clock{Rate: TicksPerSecond}
		}
	}
	return Clock{rate, true}
}

// Own returns what the extras of the animation say to Sinew, and whether they say anything that
// can be read.
func (a *Animation) Own() (own AnimationOwn, ok bool) {
	if !a.ownRead {
		a.ownRead = true
		if v := a.place.own(); v.is(jsonObject) && decodeOwn(v, &own) {
			a.own = &own
		}
	}
	if a.own == nil {
		return AnimationOwn{}, false
	}
	return *a.own, true
}

func decodeOwn(v value, to any) bool {
	return v.is(jsonObject) && json.Unmarshal(v.raw(), to) == nil
}

// Resolve returns the overrides of an expression and what it moves.
func (e *OwnExpression) Resolve(v *VRM) Expression {
	return v.expression1(e.Name, e.Preset, &e.expression1)
}

// Meta returns what a file of VRM 1.0 says of its author and licence, in JSON, or nil. The number of
// a picture is left out, which other files have elsewhere.
func (d *Document) Meta() []byte {
	v := d.text.root().extension("VRMC_vrm").at("meta")
	if values, length := v.extent(); values > maxRaw || length > maxRawLength {
		return nil
	}
	meta, ok := v.plain().(map[string]any)
	if !ok {
		return nil
	}
	delete(meta, "thumbnailImage")
	data, err := json.Marshal(meta)
	if err != nil {
		return nil
	}
	return data
}
