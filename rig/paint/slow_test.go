package paint_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/soa"
)

// slow paints dense matrices of weights by the definitions, vertex by vertex.
type slow struct {
	m      *soa.Model
	at     []exact.Vec
	first  []int // per vertex: the first one at its place
	near   [][]int
	weight [][5]float64
}

func newSlow(m *soa.Model) *slow {
	s := &slow{m: m}
	mesh := m.Meshes[0]
	for v := range mesh.Vertices() {
		s.at = append(s.at, exact.Vec{float64(mesh.Position[3*v]), float64(mesh.Position[3*v+1]), float64(mesh.Position[3*v+2])})
		s.first = append(s.first, slices.Index(s.at, s.at[v]))
		var w [5]float64
		for i := range 4 {
			w[mesh.BoneIndex[4*v+i]] += float64(mesh.BoneWeight[4*v+i])
		}
		s.weight = append(s.weight, w)
	}
	s.near = make([][]int, len(s.at))
	for i, v := range mesh.Index {
		for _, k := range []int{i - i%3, i - i%3 + 1, i - i%3 + 2} {
			a, b := s.first[v], s.first[mesh.Index[k]]
			if a != b && !slices.Contains(s.near[a], b) {
				s.near[a] = append(s.near[a], b)
			}
		}
	}
	return s
}

func other(joint string) string {
	if n := len(joint) - 1; joint[n] == 'L' {
		return joint[:n] + "R"
	} else if joint[n] == 'R' {
		return joint[:n] + "L"
	}
	return joint
}

func flip(p exact.Vec) exact.Vec { return exact.Vec{-p[0], p[1], p[2]} }

// fall is the formula of a falloff at a distance.
func fall(f paint.Falloff, d, radius float64) float64 {
	t := d / radius
	if t > 1 {
		return 0
	}
	return []float64{(1 - t) * (1 - t) * (1 + 2*t), 1 - t, (1 - t) * (1 - t), math.Sqrt(1 - t*t), 1}[f]
}

// stroke returns the value of a stroke at each vertex.
func (s *slow) stroke(m *paint.Stroke, points [][3]float64) []float64 {
	out := make([]float64, len(s.at))
	for k := range points {
		a, b := exact.Vec(points[max(k-1, 0)]), exact.Vec(points[k])
		distance := make([]float64, len(s.at))
		for v, p := range s.at {
			t := 0.
			if d := b.Sub(a); d.Dot(d) > 0 {
				t = min(max(p.Sub(a).Dot(d)/d.Dot(d), 0), 1)
			}
			distance[v] = p.Sub(a.Lerp(b, t)).Length()
		}
		reached := make([]bool, len(s.at))
		var visit func(v int)
		visit = func(v int) {
			if distance[v] <= m.Radius && !reached[v] {
				reached[v] = true
				for _, n := range s.near[v] {
					visit(n)
				}
			}
		}
		for _, end := range []exact.Vec{a, b} {
			nearest := -1
			for v := range s.at {
				if distance[v] <= m.Radius && s.first[v] == v && (nearest < 0 || s.at[v].Sub(end).Length() < s.at[nearest].Sub(end).Length()) {
					nearest = v
				}
			}
			if nearest >= 0 {
				visit(nearest)
			}
		}
		for v := range out {
			if m.Through || reached[s.first[v]] {
				out[v] = max(out[v], fall(m.Falloff, distance[v], m.Radius))
			}
		}
	}
	return out
}

// do paints one stroke with a list of points.
func (s *slow) do(step *paint.Step, points [][3]float64) {
	before := slices.Clone(s.weight)
	stroke := step.Masks[0].Shape.(*paint.Stroke)
	type side struct {
		joint  string
		amount []float64
	}
	_, joint, _ := describe(step.Operation)
	sides := []side{{joint, s.stroke(stroke, points)}}
	if step.Mirrored {
		back := make([][3]float64, len(points))
		for k, p := range points {
			back[k] = flip(p)
		}
		sides = append(sides, side{other(joint), s.stroke(stroke, back)})
	}
	if len(sides) == 2 && sides[0].joint == sides[1].joint {
		for v := range s.at {
			sides[0].amount[v] = max(sides[0].amount[v], sides[1].amount[v])
		}
		sides = sides[:1]
	}
	for v := range s.at {
		for _, sd := range sides {
			if amount := sd.amount[v] * step.Strength; amount > 0 {
				bone := slices.Index(joints, sd.joint)
				s.put(v, bone, s.value(step.Operation, before, v, bone, s.weight[v][bone], amount), step)
			}
		}
	}
	for v := range s.weight {
		for b, w := range s.weight[v] {
			s.weight[v][b] = float64(float32(w))
		}
	}
}

// describe returns the name of an operation of a random stroke, its joint and its number.
func describe(e paint.Operation) (kind, joint string, by float64) {
	switch e := e.(type) {
	case *paint.Replace:
		return "replace", e.Joint, e.Value
	case *paint.Add:
		return "add", e.Joint, e.Value
	case *paint.Subtract:
		return "add", e.Joint, -e.Value
	case *paint.Scale:
		return "scale", e.Joint, e.Factor
	case *paint.Smooth:
		return "smooth", e.Joint, float64(e.Rounds)
	case *paint.Blur:
		return "blur", e.Joint, e.Radius
	}
	return "", "", 0
}

// value returns what an operation makes of a weight.
func (s *slow) value(e paint.Operation, before [][5]float64, v, bone int, w, amount float64) float64 {
	kind, _, by := describe(e)
	to := w
	switch kind {
	case "replace":
		to = by
	case "add":
		return min(max(w+by*amount, 0), 1)
	case "scale":
		to = w * by
	case "smooth":
		field := make([]float64, len(s.at))
		for p := range field {
			field[p] = before[p][bone]
		}
		for range int(by) {
			next := slices.Clone(field)
			for p := range field {
				if s.first[p] != p {
					continue
				}
				sum := 0.
				for _, n := range s.near[p] {
					sum += field[n]
				}
				next[p] = (field[p] + sum/float64(len(s.near[p]))) / 2
			}
			field = next
		}
		to = field[s.first[v]]
	case "blur":
		sum, parts := 0., 0.
		for p := range s.at {
			if d := s.at[p].Sub(s.at[v]).Length() / by; s.first[p] == p && d < 1 {
				part := (1 - d*d) * (1 - d*d)
				sum, parts = sum+part*before[p][bone], parts+part
			}
		}
		to = sum / parts
	}
	return min(max(w+amount*(to-w), 0), 1)
}

// put gives a vertex a weight; the others that are not locked make up for it.
func (s *slow) put(v, bone int, value float64, step *paint.Step) {
	w := &s.weight[v]
	locked := func(b int) bool { return slices.Contains(step.Locked, joints[b]) }
	if locked(bone) || float32(value) == float32(w[bone]) {
		return
	}
	if step.Raw {
		w[bone] = value
		return
	}
	room, others := 1., 0.
	for b := range w {
		switch {
		case locked(b):
			room -= w[b]
		case b != bone:
			others += w[b]
		}
	}
	room = max(room, 0)
	value = min(value, room)
	if others > 0 {
		for b := range w {
			if b != bone && !locked(b) {
				w[b] *= (room - value) / others
			}
		}
		w[bone] = value
		return
	}
	w[bone] = room
	for p := s.m.Skeleton.Parent[bone]; p >= 0; p = s.m.Skeleton.Parent[p] {
		if !locked(int(p)) {
			w[bone], w[p] = value, w[p]+room-value
			return
		}
	}
}

// Random strokes give what the definitions give.
func TestSlow(t *testing.T) {
	for sd := range seed.Cases(t, 10) {
		r := rand.New(rand.NewPCG(sd, 4))
		m := bar(4+r.IntN(24), 3+r.IntN(9))
		s := newSlow(m)
		p, err := paint.Open(t.Context(), m, nil)
		must.Do(t, err)
		for n := 0; n < 4; {
			step, way := randomStroke(r)
			if _, joint, _ := describe(step.Operation); joint == "" {
				continue
			}
			n++
			step.Masks = step.Masks[:1]
			points := append([][3]float64{step.Masks[0].Shape.(*paint.Stroke).Points[0]}, way...)
			must.Do(t, p.Begin(step))
			for _, at := range way {
				p.StrokeTo(at)
			}
			p.End()
			s.do(&step, points)
			f := p.Influences(0)
			for v := range s.at {
				var got [5]float64
				for i := f.Start[v]; i < f.Start[v+1]; i++ {
					got[f.Bone[i]] = float64(f.Weight[i])
				}
				for b := range got {
					if math.Abs(got[b]-s.weight[v][b]) > 2e-6 {
						t.Fatalf("step %d, %T: vertex %d has %v of %s, want %v", n, step.Operation, v, got[b], joints[b], s.weight[v][b])
					}
				}
				s.weight[v] = got // so that roundings do not grow
			}
		}
	}
}
