package truth

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
)

// ErrFormat is wrapped by the error for a file that no reader knows or that
// contradicts itself.
var ErrFormat = errors.New("not a known truth file")

// Load reads a truth file of any of the known programs.
func Load(path string) (*File, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// readers by the first word of a file's "tool".
func reader(tool string) func([]byte) (*File, error) {
	switch {
	case strings.HasPrefix(tool, "three.js"):
		return readThree
	case strings.HasPrefix(tool, "ufbx"):
		return readUFBX
	case strings.HasPrefix(tool, "dae_eval"):
		return readCollada
	case strings.HasPrefix(tool, "md5_eval"):
		return readMD5
	case strings.HasPrefix(tool, "FBX SDK"):
		return readOzz
	case strings.HasPrefix(tool, "Blender"):
		return readBlender
	}
	return nil
}

func decode(data []byte) (*File, error) {
	var head struct{ Name, Tool, Source string }
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	read := reader(head.Tool)
	if read == nil {
		return nil, fmt.Errorf("%w: made by %q", ErrFormat, head.Tool)
	}
	f, err := read(data)
	if err != nil {
		return nil, err
	}
	f.Name, f.Tool, f.Source = head.Name, head.Tool, head.Source
	return f, f.check()
}

// check finds what would make a comparison pass by comparing nothing.
func (f *File) check() error {
	if len(f.Clips) == 0 {
		return fmt.Errorf("%w: no clips", ErrFormat)
	}
	for i := range f.Clips {
		c := &f.Clips[i]
		if len(c.Samples) == 0 {
			return fmt.Errorf("%w: clip %q has no samples", ErrFormat, c.Name)
		}
		for _, s := range c.Samples {
			if len(s.Joints) == 0 {
				return fmt.Errorf("%w: clip %q has no joints at %v s", ErrFormat, c.Name, s.Time)
			}
			for _, m := range s.Meshes {
				if len(m.Rest) == 0 || len(m.Rest) != len(m.Position) {
					return fmt.Errorf("%w: clip %q has %d vertices of mesh %q at %v s, but %d at rest",
						ErrFormat, c.Name, len(m.Position), m.Name, s.Time, len(m.Rest))
				}
			}
		}
	}
	return nil
}

// placed is a node's record in most formats; its orientation is not read.
type placed struct {
	Pos Vec3 `json:"pos"`
}

// meshHead is a mesh's record outside the samples.
type meshHead struct {
	Rest      []Vec3   `json:"sample_rest_local"`
	RestModel []Vec3   `json:"sample_rest_world"`
	Morphs    []string `json:"morphs"`
}

// meshSample is a mesh's record within a sample.
type meshSample struct {
	Verts   []Vec3    `json:"verts"`
	Weights []float64 `json:"weights"`
}

// sampleHead is what every format's samples begin with.
type sampleHead struct {
	T     float64  `json:"t"`
	OnKey *float64 `json:"on_key_fraction"`
}

func (h sampleHead) sample() Sample {
	s := Sample{Time: h.T, OnKey: math.NaN(), Joints: make(map[string]Vec3)}
	if h.OnKey != nil {
		s.OnKey = *h.OnKey
	}
	return s
}
