package inspect

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// plants has a defect for each rule, with a strength just within its limit and one just beyond.
// A defect that has no strength is planted only beyond.
var plants = map[string]struct {
	within, beyond float64
	plant          func(m *soa.Model, by float64)
}{
	"weight-sum":   {0.8e-4, 1.2e-4, func(m *soa.Model, by float64) { m.Meshes[0].BoneWeight[0] += float32(by) }},
	"weight-range": {0, 1e-3, func(m *soa.Model, by float64) { m.Meshes[0].BoneWeight[3] = -float32(by) }},
	"unweighted": {1, 0, func(m *soa.Model, by float64) {
		follow(m.Meshes[0], 7, 0)
		m.Meshes[0].BoneWeight[7*m.Meshes[0].Influences] = float32(by)
	}},
	"influences":    {8, 9, func(m *soa.Model, by float64) { m.Meshes[0].Exact = manyFor(m.Meshes[0], int(by)) }},
	"small-weights": {1.2e-4, 0.8e-4, func(m *soa.Model, by float64) { m.Meshes[0].BoneWeight[3] = float32(by) }},
	"idle-skin-joints": {0, 1, func(m *soa.Model, by float64) {
		if bone := addBone(m, addJoint(m, "tip", m.Skeleton.Joint("head"))); by == 0 {
			follow(m.Meshes[0], 0, bone)
		}
	}},
	"split-skin": {0, 1, func(m *soa.Model, by float64) {
		follow(m.Meshes[0], 0, addBone(m, addJoint(m, "other", rootIf(m, by))))
	}},
	"several-roots": {0, 1, func(m *soa.Model, by float64) {
		follow(m.Meshes[0], 0, addBone(m, addJoint(m, "other", rootIf(m, by))))
	}},
	"shells": {0, 1, func(m *soa.Model, by float64) {
		bone := uint16(0)
		if by > 0 {
			bone = addBone(m, addJoint(m, "still", soa.NoJoint))
		}
		addTriangle(m.Meshes[0], bone, [3][3]float32{{9, 0, 0}, {9, 1, 0}, {9, 0, 1}})
	}},
	"torn-seams": {0.0012, 0.003, tear},
	"thin-triangles": {2e-6, 0.5e-6, func(m *soa.Model, by float64) {
		addTriangle(m.Meshes[0], 0, [3][3]float32{{0, 0, 0}, {1, 0, 0}, {0.5, float32(by), 0}})
	}},
	"flipped-normals": {0.01, 0.06, flipNormals},
	"dead-joints":     {0, 1, func(m *soa.Model, by float64) { addJoint(m, "old control", parentOf(m, 1-by, "head")) }},
	"short-bones": {1.2e-4, 0.8e-4, func(m *soa.Model, by float64) {
		j := addJoint(m, "twist", m.Skeleton.Joint("head"))
		m.Skeleton.Rest.TY[j] = float32(by * newSubject(m).size)
		follow(m.Meshes[0], 0, addBone(m, j))
	}},
	"same-names":  {0, 1, func(m *soa.Model, by float64) { rename(m, by, "hand.L", "hand.R") }},
	"no-names":    {0, 1, func(m *soa.Model, by float64) { rename(m, by, "hand.L", " ") }},
	"like-names":  {0, 1, func(m *soa.Model, by float64) { rename(m, by, "hand.L", "handR") }},
	"deep-joints": {64, 65, chain},
	"unit": {4.5, 5.5, func(m *soa.Model, by float64) {
		j := addJoint(m, "far", m.Skeleton.Joint("hips"))
		follow(m.Meshes[0], 0, addBone(m, j))
		grow(m, by)
	}},
	"scale-zero": {2e-6, 0.5e-6, func(m *soa.Model, by float64) { m.Skeleton.Rest.SX[m.Skeleton.Joint("head")] = float32(by) }},
	"scale-negative": {0, 1, func(m *soa.Model, by float64) {
		m.Skeleton.Rest.SX[m.Skeleton.Joint("head")] = 1 - 2*float32(by)
	}},
	"shear": {0.01, 0.08, func(m *soa.Model, by float64) {
		m.Skeleton.Rest.SX[m.Skeleton.Joint("hips")] += float32(by)
		rest := &m.Skeleton.Rest
		j := m.Skeleton.Joint("spine")
		rest.RX[j], rest.RY[j], rest.RZ[j], rest.RW[j] = 0, 0, math.Sqrt2/2*0.5412, 0.92388
		q := exact.Quat{0, 0, float64(rest.RZ[j]), float64(rest.RW[j])}.Unit().Float32()
		rest.RZ[j], rest.RW[j] = q[2], q[3]
	}},
	"shear-in-clip": {0.1, 1.5, func(m *soa.Model, by float64) {
		c := clipOf(m, "wave")
		_, first, end := keysOf(m, c, "upperarm.R", soa.Scale)
		for k := first; k < end; k++ {
			c.Y[k] += float32(by)
		}
	}},
	"mirrored-bind": {0, 1, func(m *soa.Model, by float64) {
		b := &m.Skins[0].InverseBind[m.Meshes[0].BoneIndex[0]]
		for i := range 4 {
			b[i] *= 1 - 2*float32(by)
		}
	}},
	"bind-pose": {0.9e-3, 2e-3, func(m *soa.Model, by float64) {
		m.Skeleton.Rest.TY[m.Skeleton.Joint("fingers.L")] += float32(by)
	}},
	"foot-below-ground": {0.018, 0.04, func(m *soa.Model, by float64) { sink(m, by) }},
}

// clipPlants are the defects of clips.
var clipPlants = map[string]struct {
	within, beyond float64
	plant          func(m *soa.Model, by float64)
}{
	"constant-tracks": {0, 12, func(m *soa.Model, by float64) {
		c := clipOf(m, "wave")
		for t := range c.Tracks {
			if first, end := c.Keys(t); c.Tracks[t].Property == soa.Rotation && by > 0 {
				by--
				for k := first; k < end; k++ {
					c.X[k], c.Y[k], c.Z[k], c.W[k] = c.X[first], c.Y[first], c.Z[first], c.W[first]
				}
			}
		}
	}},
	"scale-noise": {1.2e-3, 0.8e-3, func(m *soa.Model, by float64) {
		c := clipOf(m, "wave")
		_, first, _ := keysOf(m, c, "head", soa.Scale)
		c.X[first+5] += float32(by)
	}},
	"off-grid": {0.005, 0.02, func(m *soa.Model, by float64) {
		c := clipOf(m, "wave")
		_, first, _ := keysOf(m, c, "upperarm.R", soa.Rotation)
		c.Time[first+5] += float32(by * c.TicksPerSecond / 30)
	}},
	"jumps": {100, 140, func(m *soa.Model, by float64) {
		c := clipOf(m, "wave")
		_, first, end := keysOf(m, c, "upperarm.R", soa.Rotation)
		for k := first + 20; k < end; k++ {
			rotate(c, k, by)
		}
	}},
	"flipped-keys": {0, 1, func(m *soa.Model, by float64) {
		c := clipOf(m, "wave")
		_, first, end := spline(m, c, "upperarm.R")
		for k := first + 20; k < end && by > 0; k++ {
			c.X[k], c.Y[k], c.Z[k], c.W[k] = -c.X[k], -c.Y[k], -c.Z[k], -c.W[k]
		}
	}},
	"pops": {3, 5, func(m *soa.Model, by float64) {
		c := clipOf(m, "wave")
		_, first, _ := keysOf(m, c, "upperarm.R", soa.Rotation)
		rotate(c, first+30, by)
	}},
	"bends": {0.03, 0.12, func(m *soa.Model, by float64) {
		c := clipOf(m, "wave")
		spline(m, c, "upperarm.R")
		c.Out[10][0] += float32(by * 30 / c.TicksPerSecond)
	}},
	"loop-gap": {0.2, 1, func(m *soa.Model, by float64) {
		c := clipOf(m, "wave")
		_, _, end := keysOf(m, c, "upperarm.R", soa.Rotation)
		rotate(c, end-1, by)
	}},
	"root-drift": {0.008, 0.025, func(m *soa.Model, by float64) {
		move(m, "wave", [3]float64{by, 0, 0}, func(part float64) float64 { return part })
	}},
	"foot-slide": {0.03, 0.12, func(m *soa.Model, by float64) {
		move(m, "wave", [3]float64{by, 0, 0}, func(part float64) float64 { return math.Max(0, math.Min(1, 4*part-1.5)) })
	}},
	"floor": {0.05, 0.09, func(m *soa.Model, by float64) {
		move(m, "wave", [3]float64{0, -by, 0}, func(part float64) float64 { return math.Max(0, 1-5*math.Abs(part-0.5)) })
	}},
	"hover": {0.03, 0.06, func(m *soa.Model, by float64) {
		move(m, "wave", [3]float64{0, by * newSubject(m).size / 1.7, 0}, func(float64) float64 { return 1 })
	}},
	"same-clips": {2e-5, 0, func(m *soa.Model, by float64) {
		c := *m.Clips[0]
		c.Name, c.X = "copy", append([]float32(nil), c.X...)
		c.X[0] += float32(by)
		m.Clips = append(m.Clips, &c)
	}},
}

// manyFor returns all influences of a mesh, those of vertex 0 replaced by n of equal weight.
func manyFor(mesh *soa.Mesh, n int) *soa.Influences {
	all := &soa.Influences{Start: []uint32{0}}
	for v := range mesh.Vertices() {
		add := func(bone int, w float64) {
			all.Bone, all.Weight = append(all.Bone, uint16(bone)), append(all.Weight, float32(w))
		}
		if v == 0 {
			for i := range n {
				add(i, 1/float64(n))
			}
		} else {
			influences(mesh, v, add)
		}
		all.Start = append(all.Start, uint32(len(all.Bone)))
	}
	return all
}

// parentOf returns a joint, or none where by is 0.
func parentOf(m *soa.Model, by float64, name string) int {
	if by > 0 {
		return m.Skeleton.Joint(name)
	}
	return soa.NoJoint
}

// rootIf returns no joint where by is above 0, and the head otherwise.
func rootIf(m *soa.Model, by float64) int { return parentOf(m, 1-by, "head") }

func rename(m *soa.Model, by float64, from, to string) {
	if by > 0 {
		m.Skeleton.Name[m.Skeleton.Joint(from)] = to
	}
}

// chain adds joints below the head until one is as many below its root.
func chain(m *soa.Model, depth float64) {
	j := m.Skeleton.Joint("head")
	for float64(m.Skeleton.Depth[j]) < depth {
		j = addJoint(m, "link", j)
	}
}

// grow moves the added joint, which vertex 0 follows, away until the model is of a size in metres.
func grow(m *soa.Model, size float64) {
	s := newSubject(m)
	place := s.placer(m.Meshes[0], s.rest)
	far := place(0)
	j := m.Skeleton.Len() - 1
	m.Skeleton.Rest.TY[j] = 1
	up := newSubject(m).placer(m.Meshes[0], newSubject(m).rest)(0).Sub(far)
	for range 3 {
		now := newSubject(m).size
		m.Skeleton.Rest.TY[j] += float32((size - now) / up.Length())
	}
}

// sink puts the character a distance below the ground, for a person's size.
func sink(m *soa.Model, by float64) {
	s := newSubject(m)
	low := math.Inf(1)
	for _, f := range s.soles() {
		low = math.Min(low, f.lowest(s.rest))
	}
	m.Skeleton.Rest.TY[m.Skeleton.Joint("CharRig")] -= float32(low + by*s.size/1.7)
}

// tear gives a copy of a vertex of the hand other weights by a part.
func tear(m *soa.Model, part float64) {
	mesh, skin := m.Meshes[0], m.Skins[0]
	hand := uint16(m.Skeleton.Joint("forearm.R"))
	v := 0
	for ; v < mesh.Vertices(); v++ {
		if at := v * mesh.Influences; skin.Joint[mesh.BoneIndex[at]] == hand && mesh.BoneWeight[at] == 1 {
			break
		}
	}
	other := uint16(0) // the first joint of the palette, far away
	p := [3]float32(mesh.Position[3*v : 3*v+3])
	first := mesh.Vertices()
	addTriangle(mesh, mesh.BoneIndex[v*mesh.Influences], [3][3]float32{p, {p[0] + 0.01, p[1], p[2]}, {p[0], p[1] + 0.01, p[2]}})
	at := first * mesh.Influences
	mesh.BoneWeight[at], mesh.BoneIndex[at+1], mesh.BoneWeight[at+1] = float32(1-part), other, float32(part)
}

// spline makes the rotation of a joint a cubic track, with the slopes between its neighbours.
func spline(m *soa.Model, c *soa.Clip, joint string) (track, first, end int) {
	t, first, end := keysOf(m, c, joint, soa.Rotation)
	c.Tracks[t].Interpolation = soa.Cubic
	c.In, c.Out = make([]soa.Tangent, end-first), make([]soa.Tangent, end-first)
	exact.Tangents(c.Time[first:end], c.X[first:end], c.Y[first:end], c.Z[first:end], c.W[first:end], c.In, c.Out)
	return t, first, end
}

// move adds a way to the root in a clip: by times what the part of the clip gives.
func move(m *soa.Model, clip string, by [3]float64, at func(part float64) float64) {
	c := clipOf(m, clip)
	j := int16(m.Skeleton.Joint("hips"))
	rest := m.Skeleton.Rest
	s := exact.NewSkeleton(m, nil)
	parent, _ := s.Rest.Global[m.Skeleton.Parent[j]].Inverse()
	const n = 61
	out := c.EmptyCopy()
	placed := false
	add := func() {
		placed = true
		own := *c
		exact.AppendLinear(out, soa.Translation, int(j), n, func(i int) (float32, exact.Quat) {
			part := float64(i) / (n - 1)
			v := exact.Vec{float64(rest.TX[j]), float64(rest.TY[j]), float64(rest.TZ[j])}
			for t := range own.Tracks {
				if own.Tracks[t].Property == soa.Translation && own.Tracks[t].Target == j {
					q := exact.Sample(&own, t, part*c.Duration)
					v = exact.Vec(q[:3])
				}
			}
			v = v.Add(parent.Direction(exact.Vec(by).Scale(at(part))))
			return float32(part * c.Duration), exact.Quat{v[0], v[1], v[2]}
		})
	}
	for t := range c.Tracks {
		tr := &c.Tracks[t]
		if !placed && (tr.Property > soa.Translation || tr.Target >= j) {
			add()
		}
		if tr.Property != soa.Translation || tr.Target != j {
			out.AppendTrack(c, t, tr.Target)
		}
	}
	*c = *out
}

// Each rule finds its planted defect beyond its limit, and not within.
func TestPlantedDefects(t *testing.T) {
	for _, r := range rules {
		if r.model == nil && r.clip == nil {
			continue
		}
		p, ok := plants[r.Name]
		if !ok {
			p, ok = clipPlants[r.Name]
		}
		if !ok {
			t.Errorf("rule %s has no planted defect", r.Name)
			continue
		}
		for _, by := range [...]float64{p.within, p.beyond} {
			m := strider(t)
			p.plant(m, by)
			list, err := Lint(t.Context(), m, nil, only(r.Name))
			must.Do(t, err)
			found := false
			for _, f := range list {
				found = true
				t.Logf("%v: %v", by, f)
			}
			if want := by == p.beyond; found != want {
				t.Errorf("%s: a defect of %v is found: %v, want %v", r.Name, by, found, want)
			}
		}
	}
}

// What an import lost, repaired and made of weights has findings; what is right elsewhere has none.
func TestImported(t *testing.T) {
	var found report.Report
	found.AddSized(report.Repair, report.WeightSum, "body", report.Size{Value: 0.2}, "weights")
	found.Add(report.Repair, report.LooseVertices, "body", "loose")
	found.Add(report.Repair, report.Hemisphere, "walk", "negated")
	found.Add(report.Repair, report.DoubledKey, "walk", "doubled")
	found.Add(report.Loss, report.MissingTexture, "skin.png", "no texture")
	found.Add(report.Info, report.LeftOut, "camera", "left out")
	list, err := Lint(t.Context(), strider(t), &found, Config{})
	must.Do(t, err)
	want := []string{
		"error: unweighted: body: loose",
		"warning: import-loss: skin.png: no texture",
		"warning: weight-sum: body: weights",
		"note: import-repair: walk: doubled",
	}
	for i, f := range list {
		if i >= len(want) || f.String() != want[i] {
			t.Errorf("finding %d is %v", i, f)
		}
	}
	if len(list) != len(want) {
		t.Errorf("%d findings, want %d", len(list), len(want))
	}
}
