package painting_test

import (
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/painting"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// divided is a mesh of 4 influences whose triangles are split into four.
func divided(m *soa.Mesh) *soa.Mesh {
	out := *m
	out.Exact, out.Morphs, out.UV, out.UV2, out.Tangent, out.Color = nil, nil, nil, nil, nil, nil
	half := make(map[[2]uint32]uint32)
	middle := func(a, b uint32) uint32 {
		k := [2]uint32{min(a, b), max(a, b)}
		if v, ok := half[k]; ok {
			return v
		}
		v := uint32(len(out.Position) / 3)
		half[k] = v
		for c := range uint32(3) {
			out.Position = append(out.Position, (out.Position[3*a+c]+out.Position[3*b+c])/2)
			out.Normal = append(out.Normal, out.Normal[3*a+c])
		}
		out.BoneIndex = append(out.BoneIndex, out.BoneIndex[4*a:4*a+4]...)
		out.BoneWeight = append(out.BoneWeight, out.BoneWeight[4*a:4*a+4]...)
		return v
	}
	out.Index = nil
	for t := 0; t < len(m.Index); t += 3 {
		a, b, c := m.Index[t], m.Index[t+1], m.Index[t+2]
		ab, bc, ca := middle(a, b), middle(b, c), middle(c, a)
		out.Index = append(out.Index, a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca)
	}
	return &out
}

// BenchmarkFrame is a frame of the weights mode on strider's body of 100,000 vertices: the mouse moves
// on, what is below it is painted, and the preview follows, in a pose that changes or not.
func BenchmarkFrame(b *testing.B) {
	m := strider(b)
	vertices := 0
	for i, mesh := range m.Meshes {
		if mesh.Skin != soa.None && mesh.Influences == 4 {
			for range 3 {
				m.Meshes[i] = divided(m.Meshes[i])
			}
		}
		vertices += m.Meshes[i].Vertices()
	}
	must.Do(b, m.Validate())
	pose := poses(b, m)
	for _, moving := range []bool{false, true} {
		b.Run(map[bool]string{false: "still", true: "moving"}[moving], func(b *testing.B) {
			s, err := painting.Open(m, nil)
			must.Do(b, err)
			brush, err := s.Brush()
			must.Do(b, err)
			brush.Joint = m.Skeleton.Joint("chest")
			joints := [2][]soa.Affine{pose(0.3), pose(0.3)}
			if moving {
				joints[1] = pose(0.33)
			}
			_, err = brush.Pose(joints[0], nil, brush.Joint)
			must.Do(b, err)
			at := [2]*soa.Model{}
			for k := range at {
				_, err = brush.Pose(joints[k], nil, brush.Joint)
				must.Do(b, err)
				at[k] = posed(b, brush, nil)
			}
			r := rand.New(rand.NewPCG(1, 1))
			for ok := false; !ok; {
				ok, err = brush.Press(aimed(r, at[1]))
				must.Do(b, err)
			}
			k, up := 0, &uploads{from: brush.Shown}
			must.Do(b, up.Refresh())
			for b.Loop() {
				must.Do(b, brush.Drag(aimed(r, at[(k+1)%2])))
				_, err := brush.Pose(joints[k%2], nil, brush.Joint)
				must.Do(b, err)
				must.Do(b, brush.Refresh(up))
				k++
			}
			b.ReportMetric(float64(vertices), "vertices")
		})
	}
}
