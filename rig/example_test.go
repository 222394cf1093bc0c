package rig_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/testing/solid"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
)

// A tube along two bones, which had no weights yet.
func Example() {
	tube := solid.Tube(2, 0.2, 8, 12)
	model := chain(tube, 0, 1)
	bound, report, err := rig.Bind(context.Background(), model, rig.Options{Method: rig.Distance, MaxInfluences: 2, Dropoff: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Vertices, "vertices,", len(report.Segments), "bones")
	mesh := bound.Meshes[0]
	for _, ring := range []int{1, 4, 7} {
		v := ring * 12
		fmt.Printf("at x = %.2f: %.2f\n", mesh.Position[3*v], mesh.BoneWeight[4*v:4*v+2])
	}
	// Output:
	// 110 vertices, 2 bones
	// at x = 0.25: [0.94 0.06]
	// at x = 1.00: [0.50 0.50]
	// at x = 1.75: [0.94 0.06]
}

// chain returns a model of one mesh without weights, and of joints at places on the x axis, each the
// parent of the next.
func chain(mesh solid.Mesh, at ...float32) *soa.Model {
	m := &soa.Model{Name: "chain", Skeleton: &soa.Skeleton{}}
	s, last := m.Skeleton, float32(0)
	for j, x := range at {
		s.Name = append(s.Name, fmt.Sprint("joint ", j))
		s.Parent = append(s.Parent, int16(j-1))
		s.Unit = append(s.Unit, 1)
		r := &s.Rest
		r.TX, r.TY, r.TZ = append(r.TX, x-last), append(r.TY, 0), append(r.TZ, 0)
		r.RX, r.RY, r.RZ, r.RW = append(r.RX, 0), append(r.RY, 0), append(r.RZ, 0), append(r.RW, 1)
		r.SX, r.SY, r.SZ = append(r.SX, 1), append(r.SY, 1), append(r.SZ, 1)
		last = x
	}
	s.ComputeDepth()
	m.Meshes = []*soa.Mesh{meshOf(mesh)}
	return m
}

// meshOf returns a mesh that no joint moves.
func meshOf(m solid.Mesh) *soa.Mesh {
	normal := make([]float32, len(m.Position))
	for i := 0; i < len(normal); i += 3 {
		normal[i] = 1
	}
	return &soa.Mesh{
		Name: "mesh", Position: m.Position, Normal: normal, Index: m.Index,
		Skin: soa.None, Joint: soa.NoJoint, Offset: soa.IdentityAffine(), Material: soa.None,
	}
}
