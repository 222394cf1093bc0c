package bake_test

import (
	"errors"
	"fmt"
	"log"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// linear leaves dual quaternions out, of which BoundingSphere promises nothing.
func linear(m *soa.Model) *soa.Model {
	for _, mesh := range m.Meshes {
		mesh.Skinning, mesh.Blend = soa.LinearBlend, nil
	}
	return m
}

// TestBoundingSphere: no vertex of a clip leaves the sphere, with tracks of all kinds, scales,
// shears and morph targets.
func TestBoundingSphere(t *testing.T) {
	for seed := range uint64(30) {
		m := linear(figure.Random(seed, 1+int(seed)%20))
		center, radius, err := bake.BoundingSphere(m, nil)
		if err != nil {
			t.Fatal(err)
		}
		farthest := 0.0
		for i, c := range m.Clips {
			if c.Additive {
				continue
			}
			for k := range 9 {
				p := oracle.Evaluate(m, m.Clips[i:], c.Start+c.Seconds()*float64(k)/8)
				for _, mesh := range p.Meshes {
					for _, v := range mesh.Position {
						farthest = max(farthest, math.Sqrt(sq(v[0]-float64(center[0]))+sq(v[1]-float64(center[1]))+sq(v[2]-float64(center[2]))))
					}
				}
			}
		}
		if !(farthest <= float64(radius)) {
			t.Errorf("seed %d: a vertex is %v from the middle, the sphere has %v", seed, farthest, radius)
		}
	}
}

func sq(x float64) float64 { return x * x }

// TestBoundingSphereOfBlends: instances that fade between clips stay within.
func TestBoundingSphereOfBlends(t *testing.T) {
	for seed := range uint64(8) {
		model := linear(figure.Random(seed, 12))
		center, radius, err := bake.BoundingSphere(model, nil)
		if err != nil {
			t.Fatal(err)
		}
		crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{})
		if err != nil {
			t.Fatal(err)
		}
		bound, err := crowd.Layout().BindModel(model)
		if err != nil {
			t.Fatal(err)
		}
		farthest := 0.0
		for frame := range 90 {
			if frame%7 == 0 {
				if err := crowd.Instance(0).Play(frame/7%crowd.Clips(), play.Options{Fade: 0.4}); err != nil {
					t.Fatal(err)
				}
			}
			if err := crowd.Update(1. / 30); err != nil {
				t.Fatal(err)
			}
			farthest = max(farthest, away(t, crowd, bound, center))
		}
		if !(farthest > 0 && farthest <= float64(radius)) {
			t.Errorf("seed %d: a vertex is %v from the middle, the sphere has %v", seed, farthest, radius)
		}
	}
}

// away is how far the vertices of a crowd's first instance are from a point.
func away(t *testing.T, crowd *runtime.Crowd, bound *soa.Model, from [3]float32) (farthest float64) {
	var scratch pose.SkinScratch
	for _, m := range bound.Meshes {
		position := make([]float32, len(m.Position))
		matrices, of := crowd.Palettes(), (*soa.Skin)(nil)
		if m.Skin == soa.None {
			matrices = m.Offset[:]
		} else {
			of = bound.Skins[m.Skin]
		}
		if err := pose.SkinVertices(m, of, matrices, crowd.Instance(0).Weights(), &scratch, position, nil); err != nil {
			t.Fatal(err)
		}
		for v := 0; v < len(position); v += 3 {
			farthest = max(farthest, math.Sqrt(sq(float64(position[v]-from[0]))+sq(float64(position[v+1]-from[1]))+sq(float64(position[v+2]-from[2]))))
		}
	}
	return farthest
}

func TestBoundingSphereRefuses(t *testing.T) {
	model := figure.Random(2, 6)
	if _, _, err := bake.BoundingSphere(nil, nil); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("no model: %v", err)
	}
	if _, _, err := bake.BoundingSphere(model, []*soa.Clip{nil}); !errors.Is(err, bake.ErrForeignClip) {
		t.Errorf("no clip: %v", err)
	}
	if _, _, err := bake.BoundingSphere(figure.Random(1, 1), model.Clips); !errors.Is(err, bake.ErrForeignClip) {
		t.Errorf("another model's clips: %v", err)
	}
	broken := *model
	broken.Skeleton = nil
	if _, _, err := bake.BoundingSphere(&broken, nil); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("an invalid model: %v", err)
	}
	empty := *model
	empty.Meshes = nil
	if _, radius, err := bake.BoundingSphere(&empty, nil); err != nil || radius != 0 {
		t.Errorf("nothing to see: %v, %v", radius, err)
	}
}

// An arm of two bones, 1 m and 0.5 m, that turns about its shoulder at a height of 1.5 m.
func ExampleBoundingSphere() {
	rest := soa.MakeTransforms(2)
	for j := range 2 {
		rest.RW[j], rest.SX[j], rest.SY[j], rest.SZ[j] = 1, 1, 1, 1
	}
	rest.TY[0], rest.TX[1] = 1.5, 1
	model := &soa.Model{
		Skeleton: &soa.Skeleton{
			Name: []string{"shoulder", "elbow"}, Parent: []int16{soa.NoJoint, 0}, Depth: []uint16{0, 1}, Unit: []float32{1, 1}, Rest: rest,
		},
		Meshes: []*soa.Mesh{{
			Position: []float32{0, 0, 0, 0.5, 0, 0, 0, 0.1, 0}, Normal: []float32{0, 0, 1, 0, 0, 1, 0, 0, 1}, Index: []uint32{0, 1, 2},
			Skin: soa.None, Joint: 1, Offset: soa.IdentityAffine(), Material: soa.None,
		}},
		Clips: []*soa.Clip{{
			Name: "wave", TicksPerSecond: 1, Duration: 1,
			Tracks: []soa.Track{{Target: 0, Property: soa.Rotation}},
			Time:   []float32{0, 1}, X: []float32{0, 0}, Y: []float32{0, 0}, Z: []float32{0, 1}, W: []float32{1, 0},
		}},
	}
	center, radius, err := bake.BoundingSphere(model, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.1f m around %.1f\n", radius, center)
	// Output:
	// 1.5 m around [0.0 1.5 0.0]
}
