package weights

import (
	"github.com/sinew-anim/sinew/soa"
)

// heat is the colours of HeatColor at equal distances, as sRGB.
var heat = [...][3]float32{{0, 0.05, 0.75}, {0, 0.65, 0.85}, {0.1, 0.75, 0.1}, {0.95, 0.9, 0.05}, {1, 0.5, 0}, {0.9, 0.02, 0.02}}

// HeatColor returns the colour of a weight from cold to hot: blue for 0, then green, yellow and orange, red for
// 1. Components are linear, as those of Mesh.Color.
func HeatColor(weight float32) (color [3]float32) {
	at := float32(min(max(weight, 0), 1) * float32(len(heat)-1))
	k := min(int(at), len(heat)-2)
	part := at - float32(k)
	for c := range color {
		v := heat[k][c] + float32((heat[k+1][c]-heat[k][c])*part)
		color[c] = float32(v * v) // near enough to the curve of sRGB
	}
	return color
}

// UnweightedColor returns the colour of vertices without weights: magenta, which HeatColor does not have.
func UnweightedColor() [3]float32 { return [3]float32{0.8, 0, 0.8} }

// JointColor returns a colour for a joint by its number: neighbours in the order differ most.
func JointColor(joint int) (color [3]float32) {
	const golden = 0.6180339887 // of the circle of hues, by which none comes again soon
	turn := float64(float64(joint) * golden)
	turn -= float64(int(turn))
	value := float32(1)
	if joint%3 == 1 {
		value = 0.6
	}
	for c := range color {
		at := float32(turn*6) - float32(2*c) // red at 0, green at 2, blue at 4 of 6
		if at < -3 {
			at += 6
		} else if at > 3 {
			at -= 6
		}
		v := min(max(2-max(at, -at), 0), 1)
		color[c] = float32((0.08 + float32(0.92*v)) * value)
	}
	return color
}

// ShowWeights returns the model for a picture of its weights: skinned meshes have the colours of the weights
// of a joint (HeatColor) or, for soa.NoJoint, of all joints (the mean of their JointColor, whatever the weights sum
// to), and no material. Others are grey.
func ShowWeights(m *soa.Model, joint int) *soa.Model {
	out := *m
	plain := soa.DefaultMaterial()
	plain.Name, plain.Metallic, plain.DoubleSided = "weights", 0, true
	out.Materials, out.Textures = []soa.Material{plain}, nil
	out.Meshes = make([]*soa.Mesh, len(m.Meshes))
	for i, from := range m.Meshes {
		mesh := *from
		mesh.Material, mesh.UV, mesh.UV2, mesh.Tangent = 0, nil, nil, nil
		mesh.Color = make([]float32, 0, 4*mesh.Vertices())
		g, err := GroupsOf(m, i)
		var row Row
		for v := range mesh.Vertices() {
			color := [3]float32{0.3, 0.3, 0.3}
			if err == nil {
				row = g.Row(v, row[:0])
				color = shade(row, m.Skins[mesh.Skin].Joint, joint)
			}
			mesh.Color = append(mesh.Color, color[0], color[1], color[2], 1)
		}
		mesh.Morphs = withoutTangents(mesh.Morphs)
		out.Meshes[i] = &mesh
	}
	return &out
}

// shade returns the colour of a row.
func shade(r Row, entries []uint16, joint int) (color [3]float32) {
	if len(r) == 0 {
		return UnweightedColor()
	}
	weight, sum := 0., r.Sum()
	for _, w := range r {
		j := int(entries[w.Bone])
		if j == joint {
			weight += w.Value
		}
		hue := JointColor(j)
		for c := range color {
			color[c] += float32(hue[c] * float32(w.Value/sum))
		}
	}
	if joint == soa.NoJoint {
		return color
	}
	return HeatColor(float32(weight))
}

// withoutTangents returns morph targets for a mesh without tangents.
func withoutTangents(list []soa.MorphTarget) (out []soa.MorphTarget) {
	for _, t := range list {
		t.Tangent = nil
		out = append(out, t)
	}
	return out
}
