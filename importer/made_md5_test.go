package importer_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
)

// md5 writes the scene as an .md5mesh with its .md5anim beside it. Nodes without
// a mesh are joints; the others only hold the meshes.
func (s *made) md5(t testing.TB) string {
	t.Helper()
	var joints []int
	for i := range s.nodes {
		if s.nodes[i].mesh == 0 {
			joints = append(joints, i)
		}
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{"made.md5mesh": s.md5mesh(joints), "made.md5anim": s.md5anim(joints)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "made.md5mesh")
}

// short is a quaternion as MD5 has it: without w, which is never positive there.
func short(q exact.Quat) string {
	if q[3] > 0 {
		q = q.Negate()
	}
	return fmt.Sprintf("%.9f %.9f %.9f", q[0], q[1], q[2])
}

func (s *made) md5mesh(joints []int) []byte {
	var b bytes.Buffer
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	meshes := 0
	for i := range s.nodes {
		meshes += bit(s.nodes[i].mesh > 0)
	}
	p("MD5Version 10\ncommandline \"\"\n\nnumJoints %d\nnumMeshes %d\n\njoints {", len(joints), meshes)
	for _, i := range joints {
		at, q, _, _ := s.global(i, -1).Decompose()
		p("\t%q %d ( %.9f %.9f %.9f ) ( %s )", s.nodes[i].name, s.nodes[i].parent, at[0], at[1], at[2], short(q))
	}
	p("}")
	for i := range s.nodes {
		if s.nodes[i].mesh == 0 {
			continue
		}
		mesh, skin := &s.meshes[s.nodes[i].mesh-1], &s.skins[s.nodes[i].skin-1]
		p("mesh {\n\tshader \"none\"\n\n\tnumverts %d", len(mesh.position))
		var weights bytes.Buffer
		n := 0
		for v := range mesh.weights {
			first := n
			for _, w := range mesh.listed(v) {
				inverse, _ := skin.bind[w.bone].Inverse()
				at := inverse.Point(mesh.position[v])
				fmt.Fprintf(&weights, "\tweight %d %d %.9f ( %.9f %.9f %.9f )\n", n, skin.bones[w.bone], w.weight, at[0], at[1], at[2])
				n++
			}
			p("\tvert %d ( 0 0 ) %d %d", v, first, n-first)
		}
		p("\n\tnumtris %d", len(mesh.position)/3)
		for k := range len(mesh.position) / 3 {
			p("\ttri %d %d %d %d", k, 3*k, 3*k+1, 3*k+2)
		}
		p("\n\tnumweights %d\n%s}", n, weights.String())
	}
	return b.Bytes()
}

func (s *made) md5anim(joints []int) []byte {
	var b bytes.Buffer
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("MD5Version 10\ncommandline \"\"\n\nnumFrames %d\nnumJoints %d\nframeRate %v\nnumAnimatedComponents %d\n\nhierarchy {", s.frames, len(joints), s.rate, 6*len(joints))
	for k, i := range joints {
		p("\t%q %d 63 %d", s.nodes[i].name, s.nodes[i].parent, 6*k)
	}
	p("}\n\nbounds {")
	for range s.frames {
		p("\t( -9 -9 -9 ) ( 9 9 9 )")
	}
	p("}\n\nbaseframe {")
	for range joints {
		p("\t( 0 0 0 ) ( 0 0 0 )")
	}
	p("}")
	for frame := range s.frames {
		p("\nframe %d {", frame)
		for _, i := range joints {
			at, q, _, _ := s.nodes[i].local(frame).Decompose()
			p("\t%.9f %.9f %.9f %s", at[0], at[1], at[2], short(q))
		}
		p("}")
	}
	return b.Bytes()
}
