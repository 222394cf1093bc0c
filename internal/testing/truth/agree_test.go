package truth

import (
	"math"
	"path/filepath"
	"strings"
	"testing"
)

// The programs evaluated some models independently of each other. That their
// poses agree once read shows that the readers know each one's axes and units.
// They are held against each other on whole frames, where the files have keys.
func TestReadersAgree(t *testing.T) {
	for _, c := range []struct {
		a, b   string
		rate   float64 // frames per second of the model file
		joints int     // that both files have
	}{
		{"three_pab_walk.json", "ozz_pab_walk_onframe.json", 30, 54},
		{"three_pab_walk.json", "dae_eval_dae_pab_walk.json", 30, 67},
		{"three_huesitos.json", "ufbx_huesitos.json", 25, 15},
		{"three_robot.json", "ufbx_robot.json", 30, 30},
		{"three_box_nested_animation.json", "dae_eval_box_nested_animation.json", 24, 3},
	} {
		t.Run(c.a+" "+c.b, func(t *testing.T) {
			a, err := Load(Shared(t, "truth", c.a))
			if err != nil {
				t.Fatal(err)
			}
			b, err := Load(Shared(t, "truth", c.b))
			if err != nil {
				t.Fatal(err)
			}
			samples := 0
			var worst Deviation
			for _, s := range a.Clips[0].Samples {
				if frame := s.Time * c.rate; math.Abs(frame-math.Round(frame)) > 1e-3 {
					continue
				}
				forgetCameras(&s)
				for _, u := range b.Clips[0].Samples {
					if math.Abs(s.Time-u.Time) > 1e-6 {
						continue
					}
					samples++
					d := s.Compare(u.pose(), Match{})
					if d.Joints < c.joints {
						t.Fatalf("only %d joints are in both, want %d; missing: %q", d.Joints, c.joints, d.MissingJoints)
					}
					worst.Merge(d)
				}
			}
			if samples < 2 {
				t.Fatalf("only %d samples are of one time", samples)
			}
			if worst.JointError > 2e-5 || worst.VertexError > 2e-5 {
				t.Errorf("the two differ by more than the last digit of the files: %v", worst)
			}
		})
	}
}

// forgetCameras drops the cameras and lights of pab_walk, whose targets the
// Collada and the FBX export place differently.
func forgetCameras(s *Sample) {
	for name := range s.Joints {
		if strings.HasPrefix(name, "Camera0") || strings.HasPrefix(name, "Sky0") {
			delete(s.Joints, name)
		}
	}
}

// pose makes a sample the evaluated side of a comparison.
func (s *Sample) pose() *Pose {
	p := &Pose{Weights: s.Weights}
	for name, position := range s.Joints {
		p.Joints = append(p.Joints, Joint{name, position})
	}
	for _, m := range s.Meshes {
		p.Meshes = append(p.Meshes, PosedMesh{Name: m.Name, Rest: m.Rest, Position: m.Position})
	}
	return p
}

// Every shared truth file is read, by some reader, into samples with joints.
func TestLoadAll(t *testing.T) {
	files := append(truthFiles(t),
		Testdata(t, "strider", "strider_sparse_three.json"), Testdata(t, "strider", "strider_truth.json"))
	if len(files) < 20 {
		t.Fatalf("only %d truth files", len(files))
	}
	for _, path := range files {
		f, err := Load(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if size := f.Size(); !(size > 0.01) {
			t.Errorf("%s has a size of %v", path, size)
		}
	}
}

func truthFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(Shared(t, "truth"), "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}
