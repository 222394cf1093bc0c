package truth

import (
	"encoding/json"
	"fmt"
)

// ufbxFile is ufbx's evaluation in the axes and units of the FBX file.
type ufbxFile struct {
	Unit   float64 `json:"unit_meters"`
	Right  int     `json:"right_axis"`
	Up     int     `json:"up_axis"`
	Front  int     `json:"front_axis"`
	Meshes map[string]meshHead
	Clips  []struct {
		Clip    string
		Samples []struct {
			sampleHead
			Nodes  map[string]placed
			Meshes map[string]meshSample
		}
	}
}

func readUFBX(data []byte) (*File, error) {
	var in ufbxFile
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	f := frame{scale: in.Unit}
	for i, axis := range []int{in.Right, in.Up, in.Front} {
		if axis < 0 || axis > 5 {
			return nil, fmt.Errorf("%w: axis %d", ErrFormat, axis)
		}
		// 0 to 5 are +x, −x, +y, −y, +z, −z.
		f.axes[i][axis/2] = 1 - 2*float64(axis%2)
	}
	out := &File{Metres: true}
	for _, c := range in.Clips {
		clip := Clip{Name: c.Clip}
		for _, s := range c.Samples {
			sample := s.sample()
			for name, p := range s.Nodes {
				sample.Joints[name] = f.point(p.Pos)
			}
			for _, name := range sortedKeys(s.Meshes) {
				sample.Meshes = append(sample.Meshes, Mesh{
					Name: name, Rest: in.Meshes[name].Rest, Position: f.points(s.Meshes[name].Verts),
				})
			}
			clip.Samples = append(clip.Samples, sample)
		}
		out.Clips = append(out.Clips, clip)
	}
	return out, nil
}

// readOzz reads the Autodesk SDK's poses: global 4x4 matrices, row-major, Y up,
// in metres.
func readOzz(data []byte) (*File, error) {
	var in struct {
		Name    string
		Names   []string
		Samples []struct {
			sampleHead
			Globals [][16]float64
		}
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	clip := Clip{Name: in.Name}
	for _, s := range in.Samples {
		sample := s.sample()
		sample.OnKey = 1
		if len(s.Globals) != len(in.Names) {
			return nil, fmt.Errorf("%w: %d matrices of %d joints", ErrFormat, len(s.Globals), len(in.Names))
		}
		for i, m := range s.Globals {
			sample.Joints[in.Names[i]] = Vec3{m[3], m[7], m[11]}
		}
		clip.Samples = append(clip.Samples, sample)
	}
	return &File{Metres: true, Clips: []Clip{clip}}, nil
}
