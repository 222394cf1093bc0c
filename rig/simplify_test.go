package rig_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
)

// ball is a sphere of radius 1 with a seam of texture coordinates along a meridian.
func ball(rings, around int) *soa.Model {
	m := &soa.Mesh{Skin: soa.None, Joint: soa.NoJoint, Offset: soa.IdentityAffine(), Material: soa.None}
	for r := range rings + 1 {
		for a := range around + 1 {
			lat, lon := math.Pi*float64(r)/float64(rings), 2*math.Pi*float64(a%around)/float64(around)
			p := []float32{float32(math.Sin(lat) * math.Cos(lon)), float32(math.Cos(lat)), float32(math.Sin(lat) * math.Sin(lon))}
			if r == 0 || r == rings {
				p[0], p[2] = 0, 0
			}
			m.Position, m.Normal = append(m.Position, p...), append(m.Normal, p...)
			m.UV = append(m.UV, float32(a)/float32(around), float32(r)/float32(rings))
		}
	}
	for r := range rings {
		for a := range around {
			i := uint32(r*(around+1) + a)
			j := i + uint32(around) + 1
			m.Index = append(m.Index, i, i+1, j+1, i, j+1, j)
		}
	}
	return &soa.Model{
		Skeleton: &soa.Skeleton{Name: []string{"ball"}, Parent: []int16{soa.NoJoint}, Depth: []uint16{0}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)},
		Meshes:   []*soa.Mesh{m},
	}
}

// simplifyCounter is a context that ends when it has been asked a number of times.
type simplifyCounter struct {
	context.Context
	asked, most int
}

func (c *simplifyCounter) Err() error {
	if c.asked++; c.asked > c.most {
		return context.Canceled
	}
	return nil
}

// A model is simplified until its context ends, which is asked every few dozen merges.
func TestContextIsAsked(t *testing.T) {
	model := ball(16, 32)
	whole := &simplifyCounter{t.Context(), 0, 1 << 30}
	must.Do(t, func() error { _, err := rig.Simplify(whole, model, 0.1); return err }())
	if triangles := len(model.Meshes[0].Index) / 3; whole.asked < triangles/32 {
		t.Errorf("of %d triangles it asks %d times", triangles, whole.asked)
	}
	for most := 0; most < whole.asked; most += 1 + whole.asked/10 {
		ctx := &simplifyCounter{t.Context(), 0, most}
		if _, err := rig.Simplify(ctx, model, 0.1); !errors.Is(err, context.Canceled) || ctx.asked > most+3 {
			t.Errorf("ended when asked %d times, it asks %d times more: %v", most, ctx.asked-most, err)
		}
	}
}

// TestBall: a tenth of a ball's triangles are still closed, near its surface and turned
// outwards, and texture coordinates do not run backwards over the seam.
func TestBall(t *testing.T) {
	model := ball(24, 48)
	out, err := rig.Simplify(t.Context(), model, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Validate(); err != nil {
		t.Fatal(err)
	}
	m := out.Meshes[0]
	if n, was := len(m.Index)/3, len(model.Meshes[0].Index)/3; n > was*12/100 || n < was*8/100 {
		t.Errorf("%d of %d triangles are left", n, was)
	}
	edges := map[[2][3]float32]int{}
	volume := 0.0
	for i := 0; i < len(m.Index); i += 3 {
		var p [3][3]float32
		lowest, highest := float32(1), float32(0)
		for k := range p {
			v := m.Index[i+k]
			p[k] = [3]float32(m.Position[3*v:])
			if p[k][0] != 0 || p[k][2] != 0 { // not a pole
				lowest, highest = min(lowest, m.UV[2*v]), max(highest, m.UV[2*v])
			}
		}
		if highest-lowest > 0.5 {
			t.Errorf("triangle %d is as wide as the texture: from %v to %v", i/3, lowest, highest)
		}
		for k := range p {
			edges[[2][3]float32{p[k], p[(k+1)%3]}]++
			edges[[2][3]float32{p[(k+1)%3], p[k]}]--
		}
		a, b, c := p[0], p[1], p[2]
		volume += float64(a[0]*(b[1]*c[2]-b[2]*c[1])+a[1]*(b[2]*c[0]-b[0]*c[2])+a[2]*(b[0]*c[1]-b[1]*c[0])) / 6
	}
	for e, n := range edges {
		if n != 0 {
			t.Fatalf("the edge %v has one side", e)
		}
	}
	if whole := 4 * math.Pi / 3; math.Abs(volume) < 0.9*whole || math.Abs(volume) > whole {
		t.Errorf("the volume is %v of %v", volume, whole)
	}
}

// TestRandomModels: models with all that vertices can have stay valid, at any ratio, and
// the same each time.
func TestRandomModels(t *testing.T) {
	for seed := range uint64(20) {
		model := figure.Random(seed, 9)
		for _, keep := range []float64{0, 0.3, 1} {
			out, err := rig.Simplify(t.Context(), model, keep)
			if err != nil {
				t.Fatal(err)
			}
			if err := out.Validate(); err != nil {
				t.Errorf("seed %d, %v: %v", seed, keep, err)
			}
			again, err := rig.Simplify(t.Context(), model, keep)
			if err != nil {
				t.Fatal(err)
			}
			for i := range out.Meshes {
				if fmt.Sprint(out.Meshes[i].Index) != fmt.Sprint(again.Meshes[i].Index) {
					t.Errorf("seed %d, %v: mesh %d differs the second time", seed, keep, i)
				}
			}
		}
	}
}

// TestSecondCoordinates: what is kept of a vertex has its second coordinates and its tangent, at
// rest and in morph targets.
func TestSecondCoordinates(t *testing.T) {
	model := ball(12, 24)
	from := model.Meshes[0]
	model.Weights = []soa.MorphWeight{{Target: "bulge"}}
	target := soa.MorphTarget{}
	for v := range from.Vertices() {
		tag := float32(v)
		from.UV2, from.Tangent = append(from.UV2, tag, -tag), append(from.Tangent, tag, 0, 0, 1)
		if v%3 == 0 {
			target.Vertex, target.Position, target.Tangent = append(target.Vertex, uint32(v)), append(target.Position, 1, 0, 0), append(target.Tangent, 0, tag, 0)
		}
	}
	from.Morphs = []soa.MorphTarget{target}
	out, err := rig.Simplify(t.Context(), model, 0.3)
	if err != nil {
		t.Fatal(err)
	}
	m, moved := out.Meshes[0], map[uint32]float32{}
	for e, v := range m.Morphs[0].Vertex {
		moved[v] = m.Morphs[0].Tangent[3*e+1]
	}
	if n := m.Vertices(); n == 0 || n >= from.Vertices() || out.Validate() != nil {
		t.Fatalf("%d vertices: %v", n, out.Validate())
	}
	for v := range m.Vertices() {
		was := int(m.UV2[2*v])
		if tag := float32(was); m.UV2[2*v+1] != -tag || m.Tangent[4*v] != tag || [3]float32(m.Position[3*v:]) != [3]float32(from.Position[3*was:]) {
			t.Errorf("vertex %d has coordinates %v, tangent %v", v, m.UV2[2*v:2*v+2], m.Tangent[4*v:4*v+4])
		}
		if by, ok := moved[uint32(v)]; ok != (was%3 == 0) || by != float32(was)*float32(1-min(was%3, 1)) {
			t.Errorf("vertex %d was %d: its tangent moves by %v, %v", v, was, by, ok)
		}
	}
}

func TestRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		model *soa.Model
		keep  float64
		want  error
	}{
		"no model":      {nil, 1, soa.ErrInvalid},
		"a broken one":  {&soa.Model{}, 1, soa.ErrInvalid},
		"too much":      {ball(4, 4), 1.1, soa.ErrOption},
		"not a number":  {ball(4, 4), math.NaN(), soa.ErrOption},
		"less than all": {ball(4, 4), -0.1, soa.ErrOption},
	} {
		if _, err := rig.Simplify(t.Context(), c.model, c.keep); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A model with a quarter of the triangles, for where it is small.
func Example_simplify() {
	model := ball(16, 32)
	coarse, err := rig.Simplify(context.Background(), model, 0.25)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(model.Meshes[0].Index)/3, "triangles become", len(coarse.Meshes[0].Index)/3)
	// Output:
	// 1024 triangles become 256
}
