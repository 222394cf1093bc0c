package inspect

import (
	"flag"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

var pictures = flag.Bool("pictures", false, "draw the pictures of the guide anew")

// Commands that draw a defect: of the body, of its joints, on the ground, and of a curve.
const (
	body   = "render --size 150x180 --samples 8 --background white"
	bones  = body + " --skeleton"
	ground = body + " --grid --camera front"
	curve  = "plot --width 380 --height 170 --clip wave --joint "
)

// shown are defects that are larger than those of the tests, so that they are seen.
var shown = map[string]struct {
	command string
	plant   func(m *soa.Model)
}{
	"weight-sum": {body + " --clip wave --time 1", func(m *soa.Model) {
		eachVertexOf(m, "upperarm.R", func(mesh *soa.Mesh, at int) { scaleWeights(mesh, at, 0.6) })
		eachVertexOf(m, "forearm.R", func(mesh *soa.Mesh, at int) { scaleWeights(mesh, at, 0.6) })
	}},
	"weight-range": {body + " --clip wave --time 1", func(m *soa.Model) {
		chest := place(m, "head")
		eachVertexOf(m, "forearm.R", func(mesh *soa.Mesh, at int) {
			mesh.BoneWeight[at] += 0.5
			mesh.BoneIndex[at+3], mesh.BoneWeight[at+3] = chest, -0.5
		})
	}},
	"unweighted": {body + " --clip wave --time 1", func(m *soa.Model) {
		eachVertexOf(m, "hand.R", func(mesh *soa.Mesh, at int) { scaleWeights(mesh, at, 0) })
	}},
	"split-skin": {body + " --clip jump --time 0.8", func(m *soa.Model) { stay(m, "upperarm.L") }},
	"shells":     {body + " --clip jump --time 0.8", addHat},
	"torn-seams": {body + " --clip wave --time 1", tearSleeve},
	"dead-joints": {bones + " --clip wave --time 1", func(m *soa.Model) {
		j := addJoint(m, "control", soa.NoJoint)
		m.Skeleton.Rest.TX[j], m.Skeleton.Rest.TY[j] = 0.5, 0.6
		k := addJoint(m, "control end", j)
		m.Skeleton.Rest.TY[k] = 0.5
	}},
	"several-roots": {bones + " --clip wave --time 1", func(m *soa.Model) { stay(m, "hand.L") }},
	"deep-joints": {bones + " --clip wave --time 1", func(m *soa.Model) {
		chain(m, 65)
		for j, name := range m.Skeleton.Name {
			if name == "link" {
				m.Skeleton.Rest.TY[j], m.Skeleton.Rest.TZ[j] = 0.02, float32(0.02*math.Sin(float64(j)/3))
			}
		}
	}},
	"scale-zero": {body + " --clip wave --time 1", func(m *soa.Model) {
		setScale(m, "head", 1e-7, 1, 1)
	}},
	"scale-negative": {body + " --clip wave --time 1", func(m *soa.Model) { setScale(m, "chest", -1, 1, 1) }},
	"shear":          {body + " --clip wave --time 1", func(m *soa.Model) { setScale(m, "chest", 1, 2, 1) }},
	"shear-in-clip":  {body + " --clip wave --time 0.8", func(m *soa.Model) { setScale(m, "upperarm.R", 1, 2.5, 1) }},
	"mirrored-bind": {body + " --clip wave --time 1", func(m *soa.Model) {
		for _, joint := range [...]string{"forearm.L", "hand.L", "fingers.L"} {
			b := &m.Skins[0].InverseBind[place(m, joint)]
			for i := 4; i < 8; i++ {
				b[i] = -b[i]
			}
		}
	}},
	"bind-pose": {body, func(m *soa.Model) {
		m.Clips = nil
		rest := m.Skeleton.Rest
		for _, joint := range [...]string{"upperarm.L", "thigh.R"} {
			j := m.Skeleton.Joint(joint)
			rest.TY[j] += 0.15
		}
	}},
	"unit":              {ground, giant},
	"foot-below-ground": {ground, func(m *soa.Model) { sink(m, 0.35); m.Clips = nil }},
	"flipped-normals":   {body + " --clip wave --time 1", func(m *soa.Model) { flipNormals(m, 0.3) }},
	"hover": {ground + " --clip wave --time 1", func(m *soa.Model) {
		move(m, "wave", [3]float64{0, 0.3, 0}, func(float64) float64 { return 1 })
	}},
	"floor": {curve + "toe.L --show position --component y", func(m *soa.Model) {
		move(m, "wave", [3]float64{0, -0.4, 0}, func(part float64) float64 { return math.Max(0, 1-5*math.Abs(part-0.5)) })
	}},
	"constant-tracks": {curve + "chest --show rotation", func(m *soa.Model) {
		clipPlants["constant-tracks"].plant(m, clipPlants["constant-tracks"].beyond)
	}},
	"scale-noise": {curve + "head --show scale", func(m *soa.Model) {
		c := clipOf(m, "wave")
		_, first, end := keysOf(m, c, "head", soa.Scale)
		for k := first; k < end; k++ {
			c.X[k] += float32(5e-4 * math.Sin(float64(k*k)))
		}
	}},
	"off-grid": {curve + "upperarm.R --show rotation --component x", func(m *soa.Model) {
		c := clipOf(m, "wave")
		_, first, _ := keysOf(m, c, "upperarm.R", soa.Rotation)
		for _, k := range [...]int{12, 30, 44} {
			c.Time[first+k] += float32(0.5 * c.TicksPerSecond / 30)
		}
	}},
	"jumps": {curve + "upperarm.R --show rotation --component x", func(m *soa.Model) { clipPlants["jumps"].plant(m, 150) }},
	"flipped-keys": {curve + "upperarm.R --show rotation --component x", func(m *soa.Model) {
		clipPlants["flipped-keys"].plant(m, 1)
	}},
	"pops": {curve + "upperarm.R --show rotation --component x", func(m *soa.Model) { clipPlants["pops"].plant(m, 12) }},
	"bends": {curve + "upperarm.R --show rotation --component x", func(m *soa.Model) {
		c := clipOf(m, "wave")
		spline(m, c, "upperarm.R")
		for i := range c.Out {
			c.Out[i][0] += float32(2 * 30 / c.TicksPerSecond)
		}
	}},
	"loop-gap": {curve + "upperarm.R --show rotation --component x", func(m *soa.Model) { clipPlants["loop-gap"].plant(m, 3) }},
	"root-drift": {curve + "hips --show position --component x", func(m *soa.Model) {
		clipPlants["root-drift"].plant(m, clipPlants["root-drift"].beyond)
	}},
	"foot-slide": {curve + "toe.L --show position --component x", func(m *soa.Model) {
		clipPlants["foot-slide"].plant(m, clipPlants["foot-slide"].beyond)
	}},
}

// giant makes the character ten times as large, beside a figure of a person's size.
func giant(m *soa.Model) {
	s := newSubject(m)
	for _, mesh := range m.Meshes {
		at := s.placer(mesh, s.rest)
		person := *mesh
		person.Name, person.Skin, person.Joint, person.Exact = mesh.Name+" of a person", soa.None, soa.NoJoint, nil
		person.Offset, person.Morphs = exact.Identity().Float32(), nil
		person.Influences, person.BoneIndex, person.BoneWeight = 0, nil, nil
		person.Position = nil
		for v := range mesh.Vertices() {
			p := at(v)
			person.Position = append(person.Position, float32(p[0])-4, float32(p[1]), float32(p[2])+4)
		}
		m.Meshes = append(m.Meshes, &person)
	}
	m.Clips = nil
	setScale(m, "CharRig", 10, 10, 10)
}

// place is a joint's place in the palette of strider's skin.
func place(m *soa.Model, joint string) uint16 {
	j := m.Skeleton.Joint(joint)
	for i, k := range m.Skins[0].Joint {
		if int(k) == j {
			return uint16(i)
		}
	}
	panic("the skin lacks " + joint)
}

// eachVertexOf visits the first influence of the vertices that mostly follow a joint.
func eachVertexOf(m *soa.Model, joint string, visit func(mesh *soa.Mesh, at int)) {
	bone := place(m, joint)
	for _, mesh := range m.Meshes {
		for at := 0; at < len(mesh.BoneIndex); at += mesh.Influences {
			if mesh.BoneIndex[at] == bone && mesh.BoneWeight[at] > 0.5 {
				visit(mesh, at)
			}
		}
	}
}

// tearSleeve binds copies of every second triangle of the forearm to the chest.
func tearSleeve(m *soa.Model) {
	mesh, chest := m.Meshes[0], place(m, "chest")
	ofArm := make(map[uint32]bool)
	eachVertexOf(m, "forearm.R", func(of *soa.Mesh, at int) {
		if of == mesh {
			ofArm[uint32(at/mesh.Influences)] = true
		}
	})
	corner := func(v uint32) [3]float32 { return [3]float32(mesh.Position[3*v : 3*v+3]) }
	for i, n := 0, len(mesh.Index); i < n; i += 6 {
		if a, b, c := mesh.Index[i], mesh.Index[i+1], mesh.Index[i+2]; ofArm[a] && ofArm[b] && ofArm[c] {
			addTriangle(mesh, chest, [3][3]float32{corner(a), corner(b), corner(c)})
		}
	}
}

// addHat puts a pyramid on the head that follows a joint which no clip moves.
func addHat(m *soa.Model) {
	mesh, bone := m.Meshes[0], addBone(m, addJoint(m, "still", soa.NoJoint))
	var top [3]float32
	eachVertexOf(m, "head", func(of *soa.Mesh, at int) {
		if v := at / of.Influences; of.Position[3*v+1] > top[1] {
			top = [3]float32(of.Position[3*v : 3*v+3])
		}
	})
	const r = 0.2
	at := func(x, y, z float32) [3]float32 { return [3]float32{top[0] + x, top[1] + y, top[2] + z} }
	peak, base := at(0, 0.35, 0), [][3]float32{at(-r, 0, -r), at(-r, 0, r), at(r, 0, r), at(r, 0, -r)}
	for i := range base {
		addTriangle(mesh, bone, [3][3]float32{base[i], base[(i+1)%4], peak})
	}
}

func scaleWeights(mesh *soa.Mesh, at int, by float32) {
	for i := range mesh.Influences {
		mesh.BoneWeight[at+i] *= by
	}
}

// stay binds the vertices of a joint to a joint that no clip moves.
func stay(m *soa.Model, joint string) {
	bone := addBone(m, addJoint(m, "still", soa.NoJoint))
	eachVertexOf(m, joint, func(mesh *soa.Mesh, at int) { follow(mesh, at/mesh.Influences, bone) })
}

// setScale scales a joint at rest and in every clip.
func setScale(m *soa.Model, joint string, x, y, z float32) {
	j := m.Skeleton.Joint(joint)
	m.Skeleton.Rest.SX[j], m.Skeleton.Rest.SY[j], m.Skeleton.Rest.SZ[j] = x, y, z
	for _, c := range m.Clips {
		for t := range c.Tracks {
			if c.Tracks[t].Property == soa.Scale && int(c.Tracks[t].Target) == j {
				first, end := c.Keys(t)
				for k := first; k < end; k++ {
					c.X[k], c.Y[k], c.Z[k] = x, y, z
				}
			}
		}
	}
}

// The pictures of the guide show defects that their rules find; -pictures draws them.
func TestPictures(t *testing.T) {
	dir := t.TempDir()
	for rule, s := range shown {
		m := strider(t)
		s.plant(m)
		list, err := Lint(t.Context(), m, nil, only(rule))
		must.Do(t, err)
		if len(list) == 0 {
			t.Errorf("%s does not find what its picture shows", rule)
		}
		if *pictures {
			drawDefect(t, dir, rule, m, s.command)
		}
	}
}

// drawDefect draws a model into the guide's folder by a command of sinew.
func drawDefect(t *testing.T, dir, rule string, m *soa.Model, command string) {
	t.Helper()
	baked, err := bake.Bake(t.Context(), m, bake.Options{Clips: bake.Exact})
	must.Do(t, err)
	data, err := archive.Encode(&baked.Content)
	must.Do(t, err)
	file := filepath.Join(dir, rule+".sinew")
	must.Do(t, os.WriteFile(file, data, 0o666))
	args := append(strings.Fields(command), file, "-o", pictureOf(t, rule))
	run := exec.Command(filepath.Join(truth.Root(t), "bin", "sinew"), args...)
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v: %v\n%s", args, err, out)
	}
}
