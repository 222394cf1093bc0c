package gltf

import "encoding/json"

// Skin lists the joints of a skinned mesh in the order of its JOINTS_0.
type Skin struct {
	Joints []int // nodes
	// InverseBind has 16 numbers per joint, column by column; nil where the file
	// has none, which means identities.
	InverseBind []float32
}

type node struct {
	Name        string       `json:"name"`
	Children    []int        `json:"children"`
	Skin        *int         `json:"skin"`
	Mesh        *int         `json:"mesh"`
	Translation *[3]float64  `json:"translation"`
	Rotation    *[4]float64  `json:"rotation"`
	Scale       *[3]float64  `json:"scale"`
	Matrix      *[16]float64 `json:"matrix"`
	Extensions  struct {
		Constraint json.RawMessage `json:"VRMC_node_constraint"`
	} `json:"extensions"`
}

type skin struct {
	Joints              []int `json:"joints"`
	InverseBindMatrices *int  `json:"inverseBindMatrices"`
}

func (n *node) node() Node {
	out := Node{
		Name: n.Name, Children: n.Children, Skin: -1, HasMatrix: n.Matrix != nil,
		Rotation: [4]float64{3: 1}, Scale: [3]float64{1, 1, 1},
	}
	if n.Skin != nil {
		out.Skin = *n.Skin
	}
	if n.Translation != nil {
		out.Translation = *n.Translation
	}
	if n.Rotation != nil {
		out.Rotation = *n.Rotation
	}
	if n.Scale != nil {
		out.Scale = *n.Scale
	}
	return out
}

// skins reads the file's skins; one that names nodes or matrices that are not
// there has no joints.
func (r *reader) skins() []Skin {
	out := make([]Skin, len(r.file.Skins))
	for i, s := range r.file.Skins {
		sound := true
		for _, j := range s.Joints {
			sound = sound && j >= 0 && j < len(r.file.Nodes)
		}
		var matrices []float32
		if s.InverseBindMatrices != nil {
			var err error
			matrices, err = r.floats(*s.InverseBindMatrices)
			sound = sound && err == nil && len(matrices) >= 16*len(s.Joints)
		}
		if sound {
			out[i] = Skin{s.Joints, matrices}
		}
	}
	return out
}
