package paint_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// painted is a bar with random strokes.
func painted(t *testing.T, r *rand.Rand, rings, sides int) *soa.Model {
	t.Helper()
	p, err := paint.Open(t.Context(), bar(rings, sides), nil)
	must.Do(t, err)
	paintWith(t, r, p, 5)
	m, _, err := p.Model()
	must.Do(t, err)
	return m
}

// equalWeights checks that two models have the same weights, bit for bit.
func equalWeights(t *testing.T, what string, got, want *soa.Model) {
	t.Helper()
	for i, a := range got.Meshes {
		b := want.Meshes[i]
		for v := range a.Vertices() {
			if x, y := rowOf(a, v), rowOf(b, v); !slices.Equal(x, y) {
				t.Fatalf("%s: mesh %d, vertex %d: %v, want %v", what, i, v, x, y)
			}
		}
	}
}

// rowOf returns the weights of a vertex that are not 0.
func rowOf(m *soa.Mesh, v int) (row weights.Row) {
	for i := v * m.Influences; i < (v+1)*m.Influences; i++ {
		if m.BoneWeight[i] != 0 {
			row = append(row, weights.Weight{Bone: m.BoneIndex[i], Value: float64(m.BoneWeight[i])})
		}
	}
	return row
}

// What a step does to all weights is what rig/weights does, without locks bit for bit; a saved list does
// it again.
func TestWholeOperations(t *testing.T) {
	for sd := range seed.Cases(t, 6) {
		r := rand.New(rand.NewPCG(sd, 21))
		m := painted(t, r, 6+r.IntN(20), 3+r.IntN(9))
		other := painted(t, r, 6+r.IntN(20), 3+r.IntN(9))
		below, steps, above := r.Float64()/4, 1+r.IntN(300), 0.01+r.Float64()/4
		models := func(file string) (*soa.Model, error) {
			if file != "other.glb" {
				return nil, fmt.Errorf("no file %q", file)
			}
			return other, nil
		}
		for name, c := range map[string]struct {
			step paint.Operation
			same weights.Operation
		}{
			"prune":    {&paint.Prune{Below: below}, weights.Prune{Below: below}},
			"quantize": {&paint.Quantize{Steps: steps}, weights.Quantize{Steps: steps}},
			"hammer":   {&paint.Hammer{Above: above}, weights.Hammer{Above: above}},
			"limit":    {&paint.Limit{Influences: 2}, weights.Limit{Influences: 2}},
			"smooth":   {&paint.Smooth{Rounds: 2}, weights.Smooth{Rounds: 2}},
			"mirror":   {&paint.Mirror{From: paint.PositiveX, Reach: 0.05}, weights.Mirror{From: weights.Left, Within: 0.05}},
			"transfer": {&paint.Transfer{File: "other.glb", Within: 0.2, Angle: 1}, weights.Transfer{From: other, Within: 0.2, Angle: 180 / math.Pi}},
			"itself":   {&paint.Transfer{Meshes: []string{"bar"}, Angle: 1}, weights.Transfer{From: m, Meshes: []string{"bar"}, Angle: 180 / math.Pi}},
		} {
			for _, locked := range [][]string{nil, {"arm.L", "hand.R"}} {
				d := &paint.Document{Models: models, Steps: []paint.Step{{Operation: c.step, Strength: 1, Locked: locked}}}
				got, _, err := d.Apply(t.Context(), m)
				must.Do(t, err)
				want, _, err := weights.Apply(t.Context(), m, weights.Options{Locked: locked, Times: -1}, c.same)
				must.Do(t, err)
				if locked == nil {
					equalWeights(t, name, got, want)
				}
				for b := range joints { // a model is settled twice beside locks: by points and by vertices
					must.AllNear(t, fmt.Sprintf("%s, locked %v", name, locked), dense(t, got, uint16(b)), dense(t, want, uint16(b)), 1e-6)
				}
				checkWeights(t, got)
				text, err := d.JSON()
				must.Do(t, err)
				again, err := paint.Parse(text)
				must.Do(t, err)
				again.Models = models
				replayed, _, err := again.Apply(t.Context(), m)
				must.Do(t, err)
				equalWeights(t, name+" of the saved list", replayed, got)
			}
		}
	}
}

// A transfer whose source cannot be had is an error with its place.
func TestTransferErrors(t *testing.T) {
	m, missing := bar(9, 8), errors.New("missing")
	for _, c := range []struct {
		text, says string
		models     func(file string) (*soa.Model, error)
		is         error
	}{
		{`{}`, "/paint/steps/0/transfer: ", nil, paint.ErrList},
		{`{"angle": 0, "file": "a.glb"}`, "/paint/steps/0/transfer/angle: ", nil, paint.ErrList},
		{`{"file": "a.glb"}`, `/paint/steps/0: invalid list of strokes: transfer: nothing reads the file "a.glb"`, nil, paint.ErrList},
		{`{"file": "a.glb"}`, "/paint/steps/0: ", func(string) (*soa.Model, error) { return nil, missing }, missing},
		{`{"file": "a.glb"}`, "/paint/steps/0: ", func(string) (*soa.Model, error) { return &soa.Model{Skeleton: m.Skeleton}, nil }, weights.ErrUnskinned},
		{`{"meshes": ["rod"]}`, `no mesh "rod"`, nil, soa.ErrRange},
	} {
		d, err := paint.Parse([]byte(`{"paint": {"version": 1, "steps": [{"transfer": ` + c.text + `}]}}`))
		if err == nil {
			d.Models = c.models
			_, _, err = d.Apply(context.Background(), m)
		}
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %v with %q", c.text, err, c.is, c.says)
		}
	}
}

// moved is a bar at another place, whose mirror is there too.
func moved(m *soa.Model, by float32) *soa.Model {
	out, mesh, skin := *m, *m.Meshes[0], *m.Skins[0]
	k := *m.Skeleton
	k.Rest.TX = slices.Clone(k.Rest.TX)
	k.Rest.TX[0] += by
	mesh.Position, skin.InverseBind = slices.Clone(mesh.Position), slices.Clone(skin.InverseBind)
	for i := 0; i < len(mesh.Position); i += 3 {
		mesh.Position[i] += by
	}
	for i := range skin.InverseBind {
		skin.InverseBind[i][3] -= by
	}
	out.Skeleton, out.Meshes, out.Skins = &k, []*soa.Mesh{&mesh}, []*soa.Skin{&skin}
	return &out
}

// A model beside the origin is mirrored between its own sides: strokes, sides and weights.
func TestMirrorBesideTheOrigin(t *testing.T) {
	for sd := range seed.Cases(t, 4) {
		r := rand.New(rand.NewPCG(sd, 22))
		m, by := bar(21, 8), float64(2+r.IntN(9))/2
		stroke := func(x float64) paint.Step {
			return paint.Step{
				Operation: &paint.Add{Joint: "arm.L", Value: 0.5}, Strength: 1, Mirrored: true,
				Masks: []paint.Mask{
					{Shape: &paint.Stroke{Points: [][3]float64{{0.6 + x, 0.1, 0}}, Radius: 0.3}},
					{Shape: &paint.Side{Axis: paint.PositiveX, At: 0.5 + x, Width: 0.2}},
				},
			}
		}
		list := func(x float64) *paint.Document {
			return &paint.Document{Steps: []paint.Step{
				{Operation: &paint.Replace{Joint: "hand.L", Value: 1}, Strength: 0.4, Masks: []paint.Mask{{Shape: &paint.Sphere{Center: [3]float64{0.3 + x, 0, 0}, Radius: 0.5}}}},
				stroke(x), {Operation: &paint.Mirror{From: paint.PositiveX, Reach: 0.01}, Strength: 1},
			}}
		}
		want, _, err := list(0).Apply(t.Context(), m)
		must.Do(t, err)
		got, r2, err := list(by).Apply(t.Context(), moved(m, float32(by)))
		must.Do(t, err)
		if r2.Steps[1].Points == 0 {
			t.Fatal("the strokes change nothing")
		}
		for b := range joints {
			x, y := dense(t, got, uint16(b)), dense(t, want, uint16(b))
			must.AllNear(t, "weights beside the origin", x, y, 1e-4)
		}
	}
}

// dense returns the weights of a palette entry at the vertices of the first mesh.
func dense(t *testing.T, m *soa.Model, bone uint16) []float64 {
	t.Helper()
	g, err := weights.GroupsOf(m, 0)
	must.Do(t, err)
	var list []float64
	for v := range g.Vertices() {
		list = append(list, g.Row(v, nil).At(bone))
	}
	return list
}
