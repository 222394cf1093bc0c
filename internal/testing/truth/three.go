package truth

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// threeFile is three.js's loaders and AnimationMixer: positions as each loader
// leaves them, which is Y up; the FBX loader leaves the file's unit, the BVH
// loader knows none, glTF and Collada are metres.
type threeFile struct {
	Tool       string
	UnitFactor *float64    `json:"unitScaleFactor"`
	Nodes      []threeNode `json:"nodes"`
	Meshes     map[string]meshHead
	Clips      []struct {
		Clip    string
		Samples []struct {
			sampleHead
			Nodes  map[string]placed
			Meshes map[string]meshSample
		}
	}
}

type threeNode struct {
	Name   string
	Parent *string
	GLTF   *int `json:"gltf_node"`
}

func readThree(data []byte) (*File, error) {
	var in threeFile
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	out := &File{Metres: !strings.Contains(in.Tool, "(bvh")}
	f := frame{axes: yUp, scale: 1}
	if strings.Contains(in.Tool, "(fbx") {
		if in.UnitFactor == nil {
			return nil, fmt.Errorf("%w: an FBX file without unitScaleFactor", ErrFormat)
		}
		f.scale = 0.01 * *in.UnitFactor // centimetres a unit
	}
	names := in.names()
	for _, c := range in.Clips {
		clip := Clip{Name: c.Clip}
		for _, s := range c.Samples {
			sample := s.sample()
			for name, p := range s.Nodes {
				if to := names[name]; to != "" {
					sample.Joints[to] = f.point(p.Pos)
				}
			}
			for _, name := range sortedKeys(s.Meshes) {
				m, head := s.Meshes[name], in.Meshes[name]
				sample.Meshes = append(sample.Meshes, Mesh{Name: name, Rest: head.Rest, Position: f.points(m.Verts)})
				sample.Weights = append(sample.Weights, weights(name, head.Morphs, m.Weights)...)
			}
			clip.Samples = append(clip.Samples, sample)
		}
		out.Clips = append(out.Clips, clip)
	}
	return out, nil
}

func weights(mesh string, targets []string, values []float64) []Weight {
	var w []Weight
	for i, v := range values {
		target := ""
		if i < len(targets) {
			target = targets[i]
		}
		w = append(w, Weight{Mesh: mesh, Target: target, Index: i, Value: v})
	}
	return w
}

// names maps the names of three.js to those libassimp gives: a glTF node
// without a name is nodes[i], the end site of a BVH joint is named after it,
// and the copies "name#1" that the FBX loader makes of bones shared by several
// meshes are left out.
func (f *threeFile) names() map[string]string {
	names := make(map[string]string)
	for _, n := range f.Nodes {
		name := n.Name
		base, _, copied := strings.Cut(name, "#")
		switch {
		case n.GLTF != nil && name == fmt.Sprintf("Node_%d", *n.GLTF):
			name = fmt.Sprintf("nodes[%d]", *n.GLTF)
		case base == "ENDSITE" && n.Parent != nil:
			name = "EndSite_" + *n.Parent
		case copied:
			name = ""
		}
		names[n.Name] = name
	}
	return names
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
