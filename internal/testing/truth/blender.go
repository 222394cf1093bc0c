package truth

import (
	"encoding/json"
	"fmt"
)

// blenderFile is Blender's evaluated scene: Z up, metres.
type blenderFile struct {
	Meshes map[string]meshHead
	Clips  []struct {
		Clip    string
		Samples []struct {
			sampleHead
			Bones    map[string]map[string]placed // by armature
			Objects  map[string]placed
			Meshes   map[string]meshSample
			Unshaped map[string]meshSample         `json:"meshes_noshape"`
			Weights  map[string]map[string]float64 `json:"morph_weights"`
		}
	}
}

// referenceShape is the name Blender gives the shape that the others differ
// from; it is not a target in any file.
const referenceShape = "Basis"

func readBlender(data []byte) (*File, error) {
	var in blenderFile
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	f := frame{axes: zUp, scale: 1}
	out := &File{Metres: true}
	for _, c := range in.Clips {
		clip := Clip{Name: c.Clip}
		for _, s := range c.Samples {
			sample := s.sample()
			sample.OnKey = 1 // exported with a key on every frame
			for name, p := range s.Objects {
				sample.Joints[name] = f.point(p.Pos)
			}
			for _, bones := range s.Bones {
				for name, p := range bones {
					if _, twice := sample.Joints[name]; twice {
						return nil, fmt.Errorf("%w: two bones or objects named %q", ErrFormat, name)
					}
					sample.Joints[name] = f.point(p.Pos)
				}
			}
			for _, name := range sortedKeys(s.Meshes) {
				head := in.Meshes[name]
				sample.Meshes = append(sample.Meshes, Mesh{
					Name: name, Rest: head.Rest, RestModel: f.points(head.RestModel),
					Position: f.points(s.Meshes[name].Verts), Unmorphed: f.points(s.Unshaped[name].Verts),
				})
			}
			for _, mesh := range sortedKeys(s.Weights) {
				for _, target := range sortedKeys(s.Weights[mesh]) {
					if target != referenceShape {
						sample.Weights = append(sample.Weights, Weight{
							Mesh: mesh, Target: target, Index: -1, Value: s.Weights[mesh][target],
						})
					}
				}
			}
			clip.Samples = append(clip.Samples, sample)
		}
		out.Clips = append(out.Clips, clip)
	}
	return out, nil
}
