package painting_test

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/painting"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

func strider(t testing.TB) *soa.Model {
	t.Helper()
	m, err := importer.Load(context.Background(), "../../../../../testdata/strider/strider.glb", importer.Options{NoTextures: true})
	must.Do(t, err)
	return m
}

// poses plays a clip and returns the joints at a time.
func poses(t testing.TB, m *soa.Model) func(at float64) []soa.Affine {
	crowd, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true}})
	must.Do(t, err)
	must.Do(t, crowd.Instance(0).Play(0, play.Options{}))
	all := make([]int, m.Skeleton.Len())
	for j := range all {
		all[j] = j
	}
	return func(at float64) []soa.Affine {
		must.Do(t, crowd.Instance(0).Seek(at))
		must.Do(t, crowd.Update(0))
		joints := make([]soa.Affine, len(all))
		must.Do(t, crowd.Joints(joints, []int{0}, all))
		return joints
	}
}

// aimed is a ray from somewhere to a random vertex of the posed model.
func aimed(r *rand.Rand, m *soa.Model) painting.Ray {
	position := m.Meshes[r.IntN(2)].Position
	at := position[3*r.IntN(len(position)/3):]
	direction := exact.Vec{r.Float64() - 0.5, r.Float64() - 0.5, r.Float64() - 0.5}
	return painting.Ray{From: exact.Vec{float64(at[0]), float64(at[1]), float64(at[2])}.Sub(direction.Scale(50)), Direction: direction}
}

// posed is the preview's model with every vertex where the pose takes it.
func posed(t testing.TB, b *painting.Brush, morphs []float32) *soa.Model {
	t.Helper()
	out := *b.Shown
	out.Meshes = nil
	for _, mesh := range b.Shown.Meshes {
		moved := *mesh
		if mesh.Skin != soa.None {
			moved.Position = make([]float32, len(mesh.Position))
			must.Do(t, pose.SkinVertices(mesh, out.Skins[mesh.Skin], b.Palettes()[mesh.Skin], morphs, new(pose.SkinScratch), moved.Position, nil))
		}
		out.Meshes = append(out.Meshes, &moved)
	}
	return &out
}

// What is painted by random strokes in random poses has, bit for bit, the weights of the list that is
// written, and undoing all brings the model back.
func TestBrushIsTheList(t *testing.T) {
	m := strider(t)
	pose := poses(t, m)
	for sd := range seed.Cases(t, 3) {
		r := rand.New(rand.NewPCG(sd, 1))
		s, err := painting.Open(m, nil)
		must.Do(t, err)
		b, err := s.Brush()
		must.Do(t, err)
		for range 12 {
			b.Joint = b.Joints()[r.IntN(len(b.Joints()))]
			b.Operation, b.Falloff = painting.Operation(r.IntN(len(painting.OperationNames))), paint.Falloff(r.IntN(5))
			b.Radius, b.Strength, b.Value = (0.01+0.2*r.Float64())*b.Size(), r.Float64(), 2*r.Float64()
			b.Mirrored, b.Through, b.Normalize, b.Dual = r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(8) > 0, r.IntN(2) == 0
			b.Locked[b.Joints()[r.IntN(len(b.Joints()))]] = r.IntN(2) == 0
			_, err := b.Pose(pose(r.Float64()), nil, b.Joint)
			must.Do(t, err)
			at := posed(t, b, nil)
			_, err = b.Press(aimed(r, at))
			must.Do(t, err)
			for range r.IntN(6) {
				must.Do(t, b.Drag(aimed(r, at)))
			}
			b.Release()
			if r.IntN(4) == 0 {
				b.Undo()
			}
		}
		if n, _ := b.Steps(); n == 0 {
			t.Fatal("nothing was painted")
		}
		if !s.Changed() {
			t.Error("it counts as saved")
		}
		var data []byte
		_, err = s.Write("a.json", func(_ string, text []byte) error { data = text; return nil })
		must.Do(t, err)
		if s.Changed() {
			t.Error("it does not count as saved")
		}
		d, err := paint.Parse(data)
		must.Do(t, err)
		want, err := s.Painted()
		must.Do(t, err)
		got, _, err := d.Apply(t.Context(), m)
		must.Do(t, err)
		must.Do(t, got.Validate())
		if !reflect.DeepEqual(got.Meshes, want.Meshes) {
			t.Fatalf("the list gives other weights:\n%s", data)
		}
		for n, _ := b.Steps(); n > 0; n-- {
			b.Undo()
		}
		if back, err := s.Painted(); err != nil || back != m {
			t.Errorf("with all undone the model is another: %v", err)
		}
	}
}

// The preview is where the weights and the pose take the vertices, and is coloured by the joint's
// weights; vertices without any are marked.
func TestPreview(t *testing.T) {
	m := strider(t)
	for k := range 4 { // the first vertex
		m.Meshes[0].BoneWeight[k] = 0
	}
	m.Meshes[0].Exact = nil
	s, err := painting.Open(m, nil)
	must.Do(t, err)
	b, err := s.Brush()
	must.Do(t, err)
	joints := poses(t, m)(0.3)
	joint := b.Joints()[2]
	changed, err := b.Pose(joints, nil, joint)
	must.Do(t, err)
	if again, _ := b.Pose(joints, nil, joint); again || !changed {
		t.Error("the same pose changes the preview")
	}
	must.Do(t, b.Shown.Validate())
	mesh, at := m.Meshes[0], posed(t, b, nil)
	of := m.Skins[mesh.Skin]
	for v := 1; v < mesh.Vertices(); v++ {
		var want [3]float64
		weight := float32(0)
		for i := 4 * v; i < 4*v+4; i++ {
			bone := mesh.BoneIndex[i]
			p := joints[of.Joint[bone]].Mul(&of.InverseBind[bone])
			alone := p.Apply([3]float32(mesh.Position[3*v:]))
			for k := range want {
				want[k] += float64(mesh.BoneWeight[i]) * float64(alone[k])
			}
			if int(of.Joint[bone]) == joint {
				weight += mesh.BoneWeight[i]
			}
		}
		must.AllNear(t, "a vertex", at.Meshes[0].Position[3*v:3*v+3], want[:], 1e-5)
		color := weights.HeatColor(weight)
		must.AllNear(t, "its colour", b.Shown.Meshes[0].Color[4*v:4*v+3], color[:], 1e-4)
	}
	if b.Bare() != 1 || [3]float32(b.Shown.Meshes[0].Color) != weights.UnweightedColor() {
		t.Errorf("%d vertices are marked, the first has the colour %v", b.Bare(), b.Shown.Meshes[0].Color[:3])
	}
	b.Dual = true
	if changed, err := b.Pose(joints, nil, joint); err != nil || !changed || reflect.DeepEqual(at.Meshes[0].Position, posed(t, b, nil).Meshes[0].Position) {
		t.Errorf("dual quaternions change nothing: %v", err)
	}
}

// While strokes are painted in a pose that stays, the preview is that of a brush that opens the list anew.
func TestPreviewFollows(t *testing.T) {
	m := strider(t)
	r := rand.New(rand.NewPCG(seed.First(t), 2))
	s, err := painting.Open(m, nil)
	must.Do(t, err)
	b, err := s.Brush()
	must.Do(t, err)
	b.Joint, b.Value, b.Dual = m.Skeleton.Joint("chest"), 0.5, r.IntN(2) == 0
	joints := poses(t, m)(0.4)
	_, err = b.Pose(joints, nil, b.Joint)
	must.Do(t, err)
	for range 6 {
		_, err := b.Press(aimed(r, posed(t, b, nil)))
		must.Do(t, err)
		for range 3 {
			must.Do(t, b.Drag(aimed(r, posed(t, b, nil))))
			_, err = b.Pose(joints, nil, b.Joint)
			must.Do(t, err)
		}
		b.Release()
	}
	b.Undo()
	_, err = b.Pose(joints, nil, b.Joint)
	must.Do(t, err)
	other, err := painting.Open(m, s.Document())
	must.Do(t, err)
	again, err := other.Brush()
	must.Do(t, err)
	again.Dual = b.Dual
	_, err = again.Pose(joints, nil, b.Joint)
	must.Do(t, err)
	for i := range m.Meshes {
		if !reflect.DeepEqual(b.Shown.Meshes[i], again.Shown.Meshes[i]) {
			t.Errorf("mesh %d has other weights or colours", i)
		}
	}
}

// uploads notes what a preview uploads, of the weights and colours that it has.
type uploads struct {
	from *soa.Model
	to   []soa.Mesh
}

func (u *uploads) Refresh() error {
	u.to = nil
	for _, m := range u.from.Meshes {
		u.to = append(u.to, soa.Mesh{BoneIndex: slices.Clone(m.BoneIndex), BoneWeight: slices.Clone(m.BoneWeight), Color: slices.Clone(m.Color)})
	}
	return nil
}

func (u *uploads) RefreshVertices(mesh int, vertices []int) error {
	from, to := u.from.Meshes[mesh], &u.to[mesh]
	for _, v := range vertices {
		copy(to.BoneIndex[8*v:8*v+8], from.BoneIndex[8*v:])
		copy(to.BoneWeight[8*v:8*v+8], from.BoneWeight[8*v:])
		copy(to.Color[4*v:4*v+4], from.Color[4*v:])
	}
	return nil
}

// After each frame what was uploaded is what the preview has, and that is, bit for bit, what the painted model has. A
// ray hits what it hits of all triangles, in poses by matrices and dual quaternions and with morph targets.
func TestPreviewIsThePaintedModel(t *testing.T) {
	m := strider(t)
	pose := poses(t, m)
	body := m.Meshes[0]
	m.Weights = append(m.Weights, soa.MorphWeight{Mesh: body.Node, Target: "big"})
	big := soa.MorphTarget{Name: "big", Weight: len(m.Weights) - 1}
	for v := range body.Vertices() {
		big.Vertex = append(big.Vertex, uint32(v))
		big.Position = append(big.Position, body.Normal[3*v]/5, body.Normal[3*v+1]/5, body.Normal[3*v+2]/5)
	}
	body.Morphs = append(body.Morphs, big)
	must.Do(t, m.Validate())
	for sd := range seed.Cases(t, 2) {
		r := rand.New(rand.NewPCG(sd, 3))
		s, err := painting.Open(m, nil)
		must.Do(t, err)
		b, err := s.Brush()
		must.Do(t, err)
		p, err := paint.Open(t.Context(), m, nil)
		must.Do(t, err)
		up, morphs := &uploads{from: b.Shown}, make([]float32, len(m.Weights))
		must.Do(t, up.Refresh())
		for range 12 {
			b.Joint, b.Radius, b.Value = b.Joints()[r.IntN(len(b.Joints()))], 0.1*b.Size(), 1
			b.Dual, b.Normalize = r.IntN(3) == 0, r.IntN(4) > 0
			morphs[big.Weight] = float32(r.IntN(2)) * r.Float32()
			_, err := b.Pose(pose(r.Float64()), morphs, b.Joint)
			must.Do(t, err)
			at := posed(t, b, morphs)
			var places [][]float32
			for _, mesh := range at.Meshes {
				places = append(places, mesh.Position)
			}
			for range 30 {
				ray := aimed(r, at)
				ray.From = ray.From.Add(exact.Vec{r.Float64(), r.Float64(), r.Float64()}.Scale(0.02)) // beside the vertex
				want, hits := p.Pick(places, ray.From, ray.Direction)
				if got, ok := b.Pick(ray); ok != hits || got != want {
					t.Fatalf("a ray hits %+v (%v), want %+v (%v)", got, ok, want, hits)
				}
			}
			_, err = b.Press(aimed(r, at))
			must.Do(t, err)
			must.Do(t, b.Drag(aimed(r, at)))
			b.Release()
			if r.IntN(3) == 0 {
				b.Undo()
			}
			_, err = b.Pose(pose(r.Float64()), morphs, b.Joint)
			must.Do(t, err)
			must.Do(t, b.Refresh(up))
			for i, mesh := range b.Shown.Meshes {
				if to := up.to[i]; !slices.Equal(to.BoneIndex, mesh.BoneIndex) || !slices.Equal(to.BoneWeight, mesh.BoneWeight) || !slices.Equal(to.Color, mesh.Color) {
					t.Fatalf("mesh %d is uploaded in part", i)
				}
			}
		}
		painted, err := s.Painted()
		must.Do(t, err)
		for i, mesh := range b.Shown.Meshes {
			for v := range mesh.Vertices() {
				if got, want := row(mesh, v), row(painted.Meshes[i], v); mesh.Skin != soa.None && !slices.Equal(got, want) {
					t.Fatalf("mesh %d, vertex %d: the preview has %v, the painted model %v", i, v, got, want)
				}
			}
		}
	}
}

// row returns the weights of a vertex that are not 0.
func row(m *soa.Mesh, v int) (row weights.Row) {
	for i := v * m.Influences; i < (v+1)*m.Influences; i++ {
		if m.BoneWeight[i] != 0 {
			row = append(row, weights.Weight{Bone: m.BoneIndex[i], Value: float64(m.BoneWeight[i])})
		}
	}
	return row
}

// A stroke that leaves the surface ends there; another begins where it comes back.
func TestBrushLeaves(t *testing.T) {
	m := strider(t)
	s, err := painting.Open(m, nil)
	must.Do(t, err)
	b, err := s.Brush()
	must.Do(t, err)
	_, err = b.Pose(poses(t, m)(0), nil, 0)
	must.Do(t, err)
	on := painting.Ray{From: exact.Vec{-0.5, 1.1, 9}, Direction: exact.Vec{0, 0, -1}}
	off := painting.Ray{From: exact.Vec{5, 1.2, 9}, Direction: exact.Vec{0, 0, -1}}
	hit, found := b.Pick(on)
	if ok, _ := b.Press(on); ok || !found {
		t.Error("a stroke begins without a joint")
	}
	b.Joint = b.Joints()[1]
	if ok, _ := b.Press(off); ok {
		t.Error("a stroke begins beside the body")
	}
	ok, err := b.Press(on)
	must.Do(t, err)
	for _, r := range []painting.Ray{on, off, off, on, on} {
		must.Do(t, b.Drag(r))
	}
	b.Release()
	steps := s.Document().Steps
	if !ok || len(steps) != 2 {
		t.Fatalf("%d steps", len(steps))
	}
	first := steps[0].Masks[0].Shape.(*paint.Stroke).Points
	if len(first) != 2 || math.Abs(first[0][1]-hit.Rest[1]) > 0 {
		t.Errorf("the first stroke goes through %v, not through %v", first, hit.Rest)
	}
}
