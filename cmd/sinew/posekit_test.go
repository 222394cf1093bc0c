package main

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/graphs"
	"github.com/sinew-anim/sinew/internal/exact"
)

// posed is what pose --json prints, as its readers know it.
type posed struct {
	File, Clip     string
	Start, End     float64
	TicksPerSecond float64 `json:"ticks_per_second"`
	Unit           string
	Samples        []sample
}

type sample struct {
	Time   float64
	Place  *struct{ X, Y, Z, Yaw float64 } // with root motion
	Joints []posedJoint
	Meshes []struct {
		Name, Node      string
		Rest, Positions [][3]float32
	}
	Morphs []struct {
		Mesh, Target string
		Weight       float32
	}
	Floats []struct {
		Name  string
		Joint int
		Value float32
	}
	Layers []struct {
		Layer              int
		Clip, Kind         string
		Weight, Time, Mask float64
	}
	States []graphs.Playing
}

type posedJoint struct {
	Name         string
	Parent, Skin int
	Matrix       [12]float32
}

func (j *posedJoint) place() [3]float64 {
	return [3]float64{float64(j.Matrix[3]), float64(j.Matrix[7]), float64(j.Matrix[11])}
}

// posing is what pose prints of a file.
func posing(t *testing.T, file string, args ...string) *posed {
	t.Helper()
	return new(answer[posed](t, append([]string{"pose", file}, args...)...))
}

func poseLayers(t *testing.T, args ...string) *posed {
	t.Helper()
	return posing(t, strider(t, "strider.sinew"), args...)
}

// joint returns a joint's place in a sample.
func (p *posed) joint(t *testing.T, sample int, name string) [3]float64 {
	t.Helper()
	for _, j := range p.Samples[sample].Joints {
		if j.Name == name {
			return j.place()
		}
	}
	t.Fatalf("no joint %q", name)
	return [3]float64{}
}

func apart(a, b [3]float64) float64 { return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2]) }

func difference32(a, b [12]float32) (d float64) {
	for i := range a {
		d = max(d, math.Abs(float64(a[i])-float64(b[i])))
	}
	return d
}

// checkJoints fails where a joint of a sample is farther from that of another than a bound.
func checkJoints(t *testing.T, what string, got, want *sample, bound float64) {
	t.Helper()
	for j := range want.Joints {
		if d := difference32(got.Joints[j].Matrix, want.Joints[j].Matrix); d > bound {
			t.Fatalf("%s: at %v s %s is %v off", what, want.Time, want.Joints[j].Name, d)
		}
	}
}

// upward are the matrices in model space of joints in local space.
func upward(s *sample) []exact.Matrix {
	up := make([]exact.Matrix, len(s.Joints))
	for k, j := range s.Joints {
		if up[k] = wide(j.Matrix); j.Parent >= 0 {
			up[k] = up[j.Parent].Mul(up[k])
		}
	}
	return up
}

func wide(m [12]float32) (a exact.Matrix) {
	for i, v := range m {
		a[i] = float64(v)
	}
	return a
}

// masked reports whether a joint is the chest or below it.
func masked(joints []posedJoint, j int) bool {
	for ; j >= 0; j = joints[j].Parent {
		if joints[j].Name == "chest" {
			return true
		}
	}
	return false
}

// oneLine is text without its line breaks.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
