package surface

import (
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// Surfaces holds a file's materials and textures.
type Surfaces struct {
	Materials []soa.Material
	Textures  []soa.Texture
	// Sets lists, for each material, the sets of the file's texture coordinates that its meshes
	// have as UV and UV2: one or two.
	Sets [][]int
}

// Read reads the pictures of every material.
func Read(in *scene.Input) Surfaces {
	from := in.Scene.Materials
	b := pictures{Input: in, byName: make(map[string]int)}
	s := Surfaces{Materials: make([]soa.Material, len(from)), Sets: make([][]int, len(from))}
	for i := range from {
		if in.Meter.Step(1000) != nil {
			break
		}
		s.Materials[i], s.Sets[i] = b.material(&from[i])
	}
	s.Textures = b.list
	return s
}

// material returns a material with the maps whose pictures there are, and the sets of texture
// coordinates that all its maps lie by.
func (p *pictures) material(from *scene.Material) (m soa.Material, sets []int) {
	m = from.Material
	m.Maps = nil
	for k, of := range from.Sources {
		set := slices.Index(sets, of.Set)
		if set < 0 {
			if len(sets) == soa.MaxUVSets {
				p.Report.Add(report.Loss, report.LostCoordinates, m.Name, "its %v map lies by set %d of texture coordinates, and its other maps by two others; the map is left out", from.Maps[k].Role, of.Set)
				continue
			}
			set, sets = len(sets), append(sets, of.Set)
		}
		if of.Picture == "" {
			continue
		}
		if texture := p.texture(of.Picture); texture != soa.None {
			to := from.Maps[k]
			to.Texture, to.UVSet = texture, uint8(set)
			m.Maps = append(m.Maps, to)
		}
	}
	if len(sets) == 0 {
		sets = []int{0}
	}
	if !p.NamesAreURIs() {
		whiten(&m)
	}
	if n := clamp(&m); n > 0 {
		p.Report.Add(report.Repair, report.InvalidMaterial, m.Name, "%d of its numbers are out of their range; replaced by the nearest in it", n)
	}
	return m, sets
}

// whiten mends colours that exporters leave black where a picture replaces them.
func whiten(m *soa.Material) {
	if m.Map(soa.BaseColorMap) != nil && m.BaseColor == [4]float32{0, 0, 0, 1} {
		m.BaseColor = [4]float32{1, 1, 1, 1}
	}
	if m.Map(soa.EmissiveMap) != nil && m.Emissive == [3]float32{} {
		m.Emissive = [3]float32{1, 1, 1}
	}
}

// clamp moves the numbers of a material into the ranges that Validate demands, and returns how
// many it changed. What is not a number becomes the least.
func clamp(m *soa.Material) (changed int) {
	most := float32(soa.MaxMagnitude / 2)
	within := func(v *float32, low, high float32) {
		switch {
		case *v > high:
			*v = high
		case *v < low || *v != *v:
			*v = low
		default:
			return
		}
		changed++
	}
	for c := range m.BaseColor {
		within(&m.BaseColor[c], 0, most)
	}
	for c := range m.Emissive {
		within(&m.Emissive[c], 0, most)
	}
	within(&m.Metallic, 0, 1)
	within(&m.Roughness, 0, 1)
	within(&m.AlphaCutoff, 0, most)
	for i := range m.Maps {
		t := &m.Maps[i]
		low, high := -most, most
		if t.Role == soa.OcclusionMap {
			low, high = 0, 1
		}
		within(&t.Strength, low, high)
		if by := t.Transform; by != nil {
			for _, v := range []*float32{&by.Offset[0], &by.Offset[1], &by.Rotation, &by.Scale[0], &by.Scale[1]} {
				within(v, -most, most)
			}
		}
	}
	return changed
}
