package voxel

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig/internal/segment"
)

// body is strider's, with 23 bones and the weights that Blender's heat gives.
func body(t testing.TB) (points []exact.Vec, triangles [][3]int32, bones []segment.Segment, heat [][]float64) {
	shared := os.Getenv("SINEW_SHARED")
	if shared == "" {
		t.Skip("SINEW_SHARED is not set")
	}
	data, err := os.ReadFile(filepath.Join(shared, "truth/motion/weights_strider_body.json"))
	if err != nil {
		t.Skip(err)
	}
	var f struct {
		Vertices  []float64
		Triangles []int32
		Bones     []struct {
			Name       string
			Head, Tail exact.Vec
			Deform     bool
		}
		Heat [][]float64
	}
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(f.Vertices); i += 3 {
		points = append(points, exact.Vec(f.Vertices[i:i+3]))
	}
	for i := 0; i < len(f.Triangles); i += 3 {
		triangles = append(triangles, [3]int32(f.Triangles[i:i+3]))
	}
	number := map[int]int{} // of the bones that take part
	for i, b := range f.Bones {
		if b.Deform {
			number[i] = len(bones)
			bones = append(bones, segment.Segment{Head: b.Head, Tail: b.Tail})
		}
	}
	for _, list := range f.Heat {
		row := make([]float64, len(bones))
		for i := 0; i < len(list); i += 2 {
			row[number[int(list[i])]] = list[i+1]
		}
		heat = append(heat, row)
	}
	return points, triangles, bones, heat
}

// Where heat, that Blender computed, makes one bone the strongest, so does the way through the
// volume for nearly all points.
func TestBodyHasTheBonesOfHeat(t *testing.T) {
	points, triangles, bones, heat := body(t)
	v, err := New(context.Background(), points, triangles, 128)
	if err != nil {
		t.Fatal(err)
	}
	d, err := v.Distances(context.Background(), bones)
	if err != nil {
		t.Fatal(err)
	}
	same := 0
	for p := range points {
		best := Weight{}
		for _, w := range d.Weights(nil, p, 0.5) {
			if w.Weight > best.Weight {
				best = w
			}
		}
		if heat[p][best.Bone] == slices.Max(heat[p]) {
			same++
		}
	}
	t.Logf("%d of %d points, %d bones outside", same, len(points), len(d.Outside))
	if 10*same < 9*len(points) {
		t.Errorf("the strongest bone is that of heat for %d of %d points", same, len(points))
	}
}

func BenchmarkBody(b *testing.B) {
	points, triangles, bones, _ := body(b)
	for _, resolution := range []int{64, 128, 256} {
		b.Run("volume", func(b *testing.B) {
			for b.Loop() {
				v, err := New(context.Background(), points, triangles, resolution)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(v.count), "voxels")
				b.ReportMetric(float64(len(v.links)), "slots")
			}
		})
		b.Run("distances", func(b *testing.B) {
			v, _ := New(context.Background(), points, triangles, resolution)
			for b.Loop() {
				d, _ := v.Distances(context.Background(), bones)
				b.ReportMetric(float64(len(d.Outside)), "outside")
			}
		})
	}
}
