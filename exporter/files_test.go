//go:build cgo

package exporter_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// keep is the environment variable of a folder in which the survey leaves what it writes.
const keep = "SINEW_EXPORTED"

// few are the files of a short test.
var few = []string{"strider_walk.fbx", "robot.fbx", "Bob.md5mesh", "strider.glb", "interpolation_test.gltf", "strider_sparse.gltf", "s_two_skins.glb"}

// What is exported and read again moves as it did: joints and vertices are within a millionth of
// the model's size and its distance from the origin, at keys and between them.
func TestFilesComeBack(t *testing.T) {
	for _, path := range modelFiles(t) {
		if !surveyed(path) {
			continue
		}
		m, err := importer.Load(t.Context(), path, importer.Options{})
		if err != nil {
			continue // what is refused is tested where it is
		}
		t.Run(filepath.Base(path), func(t *testing.T) { comesBack(t, path, m) })
	}
}

// surveyed reports whether a test goes through a file: with -short only through a few.
func surveyed(path string) bool { return !testing.Short() || slices.Contains(few, filepath.Base(path)) }

func modelFiles(t *testing.T) (list []string) {
	for _, pattern := range []string{"models/*/*", "models/gltf/*/*", "truth/gltf/files/*"} {
		found, err := filepath.Glob(filepath.Join(truth.SharedRoot(t), pattern))
		must.Do(t, err)
		for _, path := range found {
			if slices.Contains([]string{".glb", ".gltf", ".fbx", ".dae", ".md5mesh", ".vrm"}, filepath.Ext(path)) {
				list = append(list, path)
			}
		}
	}
	return list
}

func comesBack(t *testing.T, path string, m *soa.Model) {
	var one, two bytes.Buffer
	var found exporter.Report
	must.Do(t, exporter.GLB(t.Context(), &one, m, exporter.Options{Report: &found}))
	must.Do(t, exporter.GLB(t.Context(), &two, m, exporter.Options{}))
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("two exports differ")
	}
	if folder := os.Getenv(keep); folder != "" {
		name := strings.ReplaceAll(filepath.Base(path), ".", "_") + ".glb"
		must.Do(t, os.WriteFile(filepath.Join(folder, name), one.Bytes(), 0o666))
	}
	for _, f := range found.Findings {
		t.Log(f)
	}
	back, err := importer.LoadReader(context.Background(), &one, "back.glb", importer.Options{})
	must.Do(t, err)
	d, err := inspect.Compare(t.Context(), m, back, inspect.CompareOptions{ExactCurves: true})
	if errors.Is(err, inspect.ErrNothing) {
		t.Skip(err)
	}
	must.Do(t, err)
	bound := 1e-6 * reach(m) // height and distance
	worst := 0.
	for _, c := range d.Clips {
		worst = max(worst, c.Joint.Max, c.Vertex.Max)
		if !(max(c.Joint.Max, c.Vertex.Max) <= bound) {
			t.Errorf("clip %q: joint %s %.3g mm at %v s, vertex of %s %.3g mm at %v s, more than %.3g mm", c.Name, c.Joint.Part, 1000*c.Joint.Max, c.Joint.Time, c.Vertex.Part, 1000*c.Vertex.Max, c.Vertex.Time, 1000*bound)
		}
		if math.Abs(c.SecondsA-c.SecondsB) > 1e-6*c.SecondsA {
			t.Errorf("clip %q lasts %v s, and %v s when it is read again", c.Name, c.SecondsA, c.SecondsB)
		}
	}
	t.Logf("%.3g mm of %.3g", 1000*worst, 1000*bound)
	if len(d.Clips) != max(1, len(m.Clips)) || len(d.OnlyA.Joints)+len(d.OnlyA.Meshes)+len(d.OnlyA.Floats) > 0 {
		t.Errorf("%d clips of %d; missing %+v, %+v", len(d.Clips), len(m.Clips), d.OnlyA, d.OnlyB)
	}
}

// reach is how far from the origin a model comes: its joints in all clips, and its vertices at rest.
func reach(m *soa.Model) (most float64) {
	k := exact.NewSkeleton(m, nil)
	pose := k.NewPose()
	rest := slices.Clone(pose.Global)
	for _, c := range m.Clips {
		clip := k.NewClip(c)
		for i := range 17 {
			clip.At(c.Duration*float64(i)/16, false, &pose)
			for j := range pose.Global {
				most = max(most, pose.Global[j].Translation().Length())
			}
		}
	}
	for _, mesh := range m.Meshes {
		at := exact.FromFloat32(mesh.Offset)
		if mesh.Skin != soa.None {
			at = rest[m.Skins[mesh.Skin].Joint[0]].Mul(exact.FromFloat32(m.Skins[mesh.Skin].InverseBind[0]))
		} else if mesh.Joint != soa.NoJoint {
			at = rest[mesh.Joint].Mul(at)
		}
		for v := 0; v+3 <= len(mesh.Position); v += 3 {
			most = max(most, at.Point(exact.WidenVec([3]float32(mesh.Position[v:]))).Length())
		}
	}
	return most
}
