package main

import (
	"image"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/pictures"
)

// The committed files are what the program writes: textures to the pixel (encoders differ between Go versions), texts word by word
// (where a number lies between two last digits, processors with and without fused multiplication choose differently).
func TestCommittedFilesAreThoseOfTheProgram(t *testing.T) {
	for name, want := range texts() {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if a, b, same := sameWords(string(got), want); !same {
			t.Errorf("%s has %q where the program writes %q: go run ./testdata/warden/gen", name, a, b)
		}
	}
	for name, want := range textures() {
		if got := pictures.Read(t, filepath.Join("..", name)); !samePixels(got, want) {
			t.Errorf("%s is not what the program paints: go run ./testdata/warden/gen", name)
		}
	}
}

// sameWords returns the first two words that differ by more than a number's last digit.
func sameWords(got, want string) (a, b string, same bool) {
	gots, wants := strings.Fields(got), strings.Fields(want)
	if len(gots) != len(wants) {
		return strconv.Itoa(len(gots)) + " words", strconv.Itoa(len(wants)) + " words", false
	}
	for i, w := range wants {
		if w == gots[i] {
			continue
		}
		x, errX := strconv.ParseFloat(gots[i], 64)
		y, errY := strconv.ParseFloat(w, 64)
		if errX != nil || errY != nil || math.Abs(x-y) > 1.5e-6 {
			return gots[i], w, false
		}
	}
	return "", "", true
}

func samePixels(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			if ar != br || ag != bg || ab != bb {
				return false
			}
		}
	}
	return true
}

func TestVerticesHaveFewInfluencesThatSumToOne(t *testing.T) {
	several := 0
	for _, m := range wardenMeshes(wardenSkeleton().rounded()) {
		for i, v := range m.vertices {
			var sum float64
			for _, f := range v.influences {
				if f.weight <= 0 {
					t.Errorf("%s vertex %d: weight %v", m.shader, i, f.weight)
				}
				sum += f.weight
			}
			if n := len(v.influences); n < 1 || n > mostInfluences || math.Abs(sum-1) > 1e-12 {
				t.Errorf("%s vertex %d: %d influences that sum to %v", m.shader, i, n, sum)
			} else if n > 1 {
				several++
			}
			if v.u < 0 || v.u > 1 || v.v < 0 || v.v > 1 {
				t.Errorf("%s vertex %d: texture coordinates %v, %v are outside the texture", m.shader, i, v.u, v.v)
			}
		}
	}
	if several < 1000 {
		t.Errorf("only %d vertices are shared by joints", several)
	}
}

// Readers that make vertices unique per triangle expect every vertex in one. Each edge is met by its neighbour the other way
// round, so the surface is closed, and as a whole it is clockwise seen from outside.
func TestSurfacesAreClosedAndClockwise(t *testing.T) {
	for _, m := range wardenMeshes(wardenSkeleton().rounded()) {
		used := make([]bool, len(m.vertices))
		place := func(i int) vec {
			at := m.vertices[i].at
			return vec{roundTo(at.x, 4), roundTo(at.y, 4), roundTo(at.z, 4)}
		}
		edges := map[[2]vec]int{}
		for _, tri := range m.triangles {
			for k, a := range tri {
				used[a] = true
				b := tri[(k+1)%3]
				edges[[2]vec{place(a), place(b)}]++
				edges[[2]vec{place(b), place(a)}]--
			}
		}
		for i := range used {
			if !used[i] {
				t.Errorf("%s: vertex %d is in no triangle", m.shader, i)
			}
		}
		for edge, n := range edges {
			if n != 0 {
				t.Errorf("%s: the edge from %v to %v is open", m.shader, edge[0], edge[1])
			}
		}
		if v := volume(m.vertices, m.triangles); v >= 0 {
			t.Errorf("%s: volume %v is not that of clockwise triangles", m.shader, v)
		}
	}
}

func TestClipsLoopSmoothly(t *testing.T) {
	s := wardenSkeleton().rounded()
	for name, frames := range map[string][][]local{"walk": record(s, walk, 32), "idle": record(s, idle, 72)} {
		last := len(frames) - 1
		for i := range s {
			if frames[0][i] != frames[last][i] {
				t.Errorf("%s: %s ends at %v, starts at %v", name, s[i].name, frames[last][i], frames[0][i])
			}
		}
		for n := 1; n <= last; n++ {
			before, now := compose(s, frames[n-1]), compose(s, frames[n])
			for i := range s {
				if step := now[i].at.sub(before[i].at).length(); step > 3 {
					t.Errorf("%s: %s jumps %v units to frame %d", name, s[i].name, step, n)
				}
			}
		}
	}
}

// Without w, a turn near half a circle cannot be read back precisely, nor its sign followed from frame to frame.
func TestTurnsStayAwayFromHalfACircle(t *testing.T) {
	s := wardenSkeleton().rounded()
	for name, frames := range map[string][][]local{"walk": record(s, walk, 32), "idle": record(s, idle, 72)} {
		for n, frame := range frames {
			for i, l := range frame {
				if w := math.Sqrt(1 - l[3]*l[3] - l[4]*l[4] - l[5]*l[5]); !(w > 0.2) {
					t.Errorf("%s frame %d: %s has w = %v", name, n, s[i].name, w)
				}
			}
		}
	}
	for _, j := range s {
		if j.turn.w > -0.2 {
			t.Errorf("bind pose: %s has w = %v", j.name, j.turn.w)
		}
	}
}

// While a sole is flat on the ground it goes back as evenly as the ground would, and nothing sinks in or floats.
func TestWalkStaysOnTheGround(t *testing.T) {
	s := wardenSkeleton().rounded()
	meshes := wardenMeshes(s)
	const frames = 32
	recorded := record(s, walk, frames)
	for n := range frames {
		if low, _ := bounds(s, meshes, recorded[n]); low.z < -0.5 || low.z > 0.1 {
			t.Errorf("frame %d: the lowest vertex is at %v", n, low.z)
		}
		own, next := float64(n)/frames, float64(n+1)/frames
		if own < footPitch[1][0] || next > footPitch[2][0] {
			continue
		}
		foot := s.index("foot.L")
		from, to := compose(s, recorded[n])[foot].at, compose(s, recorded[n+1])[foot].at
		if even := (vec{0, stride / stance / frames, 0}); to.sub(from).sub(even).length() > 1e-3 {
			t.Errorf("frame %d: the left foot moves %v, the ground %v", n, to.sub(from), even)
		}
	}
}
