package truth

import "math"

// Vec3 is x, y, z.
type Vec3 = [3]float64

// File is what one program found in one model file.
type File struct {
	Name   string // what the truth calls the model
	Tool   string // the program, in its own words
	Source string // the model file's name
	Metres bool   // positions are metres; otherwise the model file has no unit
	Clips  []Clip
}

// Clip is a number of samples of one animation.
type Clip struct {
	Name    string
	Samples []Sample
}

// Sample is the pose at one time.
type Sample struct {
	Time float64 // seconds on the model file's time line
	// OnKey is the fraction of animated curves that have a key at this time:
	// only at 1 do linear and cubic readers agree. NaN where not recorded.
	OnKey float64
	// Interpolation is how rotations between keys were found, where the
	// program tried several ways: "nlerp" or "slerp". Empty on keys.
	Interpolation string
	Joints        map[string]Vec3
	Meshes        []Mesh
	Weights       []Weight
}

// Mesh is some vertices of a mesh. Entry i of each list is one vertex.
type Mesh struct {
	Name      string
	Rest      []Vec3 // in the mesh's own space
	RestModel []Vec3 // in model space, where the truth has it
	Position  []Vec3 // posed, in model space
	Unmorphed []Vec3 // posed without morph targets, where the truth has it
}

// Weight is that of one morph target.
type Weight struct {
	Mesh, Target string
	Index        int // among the mesh's targets
	Value        float64
}

// Clip returns the clip of that name, or nil.
func (f *File) Clip(name string) *Clip {
	for i := range f.Clips {
		if f.Clips[i].Name == name {
			return &f.Clips[i]
		}
	}
	return nil
}

// Moving returns the joints that some sample of the clip has elsewhere than
// the first, by more than a distance.
func (c *Clip) Moving(distance float64) map[string]bool {
	moving := make(map[string]bool)
	for i := range c.Samples {
		for name, p := range c.Samples[i].Joints {
			if Distance(p, c.Samples[0].Joints[name]) > distance {
				moving[name] = true
			}
		}
	}
	return moving
}

// Size returns the diagonal of the box around every position of the file.
func (f *File) Size() float64 {
	low := Vec3{math.Inf(1), math.Inf(1), math.Inf(1)}
	high := Vec3{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	grow := func(p Vec3) {
		for k, v := range p {
			low[k], high[k] = min(low[k], v), max(high[k], v)
		}
	}
	for _, c := range f.Clips {
		for i := range c.Samples {
			for _, p := range c.Samples[i].Joints {
				grow(p)
			}
			for _, m := range c.Samples[i].Meshes {
				for _, p := range m.Position {
					grow(p)
				}
			}
		}
	}
	if low[0] > high[0] {
		return 0
	}
	return Distance(low, high)
}

// Distance returns the Euclidean distance of two points.
func Distance(a, b Vec3) float64 {
	x, y, z := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return math.Sqrt(x*x + y*y + z*z)
}

// frame takes a point of a truth file to model space.
type frame struct {
	axes  [3]Vec3 // rows
	scale float64
}

// zUp turns Z up to Y up: (x, y, z) becomes (x, z, −y).
var zUp = [3]Vec3{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}

// yUp leaves axes alone.
var yUp = [3]Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

func (f frame) point(p Vec3) Vec3 {
	var r Vec3
	for i, row := range f.axes {
		r[i] = f.scale * (row[0]*p[0] + row[1]*p[1] + row[2]*p[2])
	}
	return r
}

func (f frame) points(p []Vec3) []Vec3 {
	r := make([]Vec3, len(p))
	for i := range p {
		r[i] = f.point(p[i])
	}
	return r
}
