package gltf

import "encoding/json"

// OwnKey is the member of extras in which Sinew's exporter writes what glTF has no words for.
const OwnKey = "sinew"

// BlendAttribute is the name of the exporter's attribute with the values of soa.Mesh.Blend.
const BlendAttribute = "_SKINNING_BLEND"

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
		if n := of.float(-1); n >= 0 && n < float64(nodes) && n == float64(int(n)) {
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
	Start    float64 `json:"start"` // seconds on the time line of the file that it comes from
	Loop     *bool   `json:"loop"`
	Additive bool    `json:"additive"`
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

// Own returns what the extras of the animation say to Sinew, and whether they say anything that
// can be read.
func (a *Animation) Own() (own AnimationOwn, ok bool) {
	return own, decodeOwn(a.place.own(), &own)
}

func decodeOwn(v value, to any) bool {
	return v.is(jsonObject) && json.Unmarshal(v.raw(), to) == nil
}

// Of returns the overrides of an expression and what it moves.
func (e *OwnExpression) Of(v *VRM) Expression { return v.expression1(e.Name, e.Preset, &e.expression1) }

// Meta returns what a file of VRM 1.0 says of its author and licence, in JSON, or nil. The number of
// a picture is left out, which other files have elsewhere.
func (d *Document) Meta() []byte {
	meta, ok := d.text.root().extension("VRMC_vrm").at("meta").plain().(map[string]any)
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
