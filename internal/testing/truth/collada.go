package truth

import (
	"encoding/json"
	"fmt"
)

// readCollada reads a Collada evaluator's poses in the axes and units of the
// file.
func readCollada(data []byte) (*File, error) {
	var in struct {
		Up    string
		Unit  float64
		Clips []struct {
			Clip    string
			Samples []struct {
				sampleHead
				Nodes map[string]placed
			}
		}
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	f := frame{scale: in.Unit}
	switch in.Up {
	case "Y_UP":
		f.axes = yUp
	case "Z_UP":
		f.axes = zUp
	default:
		return nil, fmt.Errorf("%w: up axis %q", ErrFormat, in.Up)
	}
	out := &File{Metres: true}
	for _, c := range in.Clips {
		clip := Clip{Name: c.Clip}
		for _, s := range c.Samples {
			sample := s.sample()
			for name, p := range s.Nodes {
				sample.Joints[name] = f.point(p.Pos)
			}
			clip.Samples = append(clip.Samples, sample)
		}
		out.Clips = append(out.Clips, clip)
	}
	return out, nil
}
