package truth

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// readMD5 reads an MD5 evaluator's poses, Z up, in Doom's units. A vertex
// rests in the bind pose, where libassimp stores it; one list of vertices runs
// over all meshes.
func readMD5(data []byte) (*File, error) {
	var in struct {
		Name   string
		Meshes []struct{ Shader string }
		Sample []struct{ Mesh int } `json:"sample_vertices"`
		Bind   struct{ Verts []Vec3 }
		Frames []struct {
			sampleHead
			Frame         float64
			Interpolation string
			Joints        map[string]placed
			Verts         []Vec3
		} `json:"samples"`
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if len(in.Sample) != len(in.Bind.Verts) {
		return nil, fmt.Errorf("%w: %d sample vertices, %d at rest", ErrFormat, len(in.Sample), len(in.Bind.Verts))
	}
	f := frame{axes: zUp, scale: 1}
	clip := Clip{Name: in.Name}
	for _, s := range in.Frames {
		sample := s.sample()
		if s.Frame == math.Floor(s.Frame) {
			sample.OnKey = 1
		} else {
			sample.OnKey = 0
			sample.Interpolation, _, _ = strings.Cut(s.Interpolation, " ")
		}
		for name, p := range s.Joints {
			sample.Joints[name] = f.point(p.Pos)
		}
		if len(s.Verts) != len(in.Sample) {
			return nil, fmt.Errorf("%w: %d vertices of %d at %v s", ErrFormat, len(s.Verts), len(in.Sample), s.T)
		}
		meshes := make([]Mesh, len(in.Meshes))
		for i, v := range in.Sample {
			if v.Mesh < 0 || v.Mesh >= len(meshes) {
				return nil, fmt.Errorf("%w: mesh %d of %d", ErrFormat, v.Mesh, len(meshes))
			}
			m := &meshes[v.Mesh]
			m.Name = in.Meshes[v.Mesh].Shader
			m.Rest = append(m.Rest, in.Bind.Verts[i])
			m.Position = append(m.Position, f.point(s.Verts[i]))
		}
		for _, m := range meshes {
			if len(m.Rest) > 0 {
				sample.Meshes = append(sample.Meshes, m)
			}
		}
		clip.Samples = append(clip.Samples, sample)
	}
	return &File{Clips: []Clip{clip}}, nil
}
