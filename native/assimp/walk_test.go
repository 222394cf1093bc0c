//go:build cgo

package assimp

import "testing"

// sumKeys touches every key of a scene, as an importer does.
func sumKeys(s *Scene) (sum float64, keys int) {
	for i := range s.Animations() {
		a := s.Animation(i)
		for j := range a.Channels() {
			c := a.Channel(j)
			for _, k := range c.Positions() {
				sum += k.Time + float64(k.Value[0])
			}
			rotations := c.Rotations()
			for k := range rotations.Len() {
				x, y, z, w := rotations.Value(k)
				sum += rotations.Time(k) + float64(x+y+z+w)
			}
			for _, k := range c.Scalings() {
				sum += k.Time + float64(k.Value[0])
			}
			keys += len(c.Positions()) + rotations.Len() + len(c.Scalings())
		}
	}
	return sum, keys
}

// TestWalkDoesNotAllocate walks keys, nodes and vertices.
func TestWalkDoesNotAllocate(t *testing.T) {
	s := mustImport(t, sharedFile(t, "md5-bob/Bob.md5mesh"), Options{})
	if _, keys := sumKeys(s); keys < 33*100 {
		t.Fatalf("only %d keys", keys)
	}
	var total float64
	allocs := testing.AllocsPerRun(20, func() {
		sum, _ := sumKeys(s)
		total += sum
		for i := range s.Meshes() {
			m := s.Mesh(i)
			for _, v := range m.Vertices() {
				total += float64(v[0])
			}
			for j := range m.Faces() {
				total += float64(m.Face(j)[0])
			}
			for j := range m.Bones() {
				for _, w := range m.Bone(j).Weights() {
					total += float64(w.Weight)
				}
			}
		}
		for n := s.Root(); !n.IsNil(); n = n.Child(0) {
			total += float64(n.Transform()[0])
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func BenchmarkWalkKeys(b *testing.B) {
	s, err := ImportFile(modelFile(b, "BVH/01_01.bvh"), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	_, keys := sumKeys(s)
	var total float64
	for b.Loop() {
		sum, _ := sumKeys(s)
		total += sum
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(keys), "ns/key")
}

// BenchmarkImport times the import of a file of 14 ms or so, from the disk.
func BenchmarkImport(b *testing.B) {
	path := sharedFile(b, "pab/arnaud.fbx")
	for b.Loop() {
		s, err := ImportFile(path, Options{})
		if err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}
