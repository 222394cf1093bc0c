package importer_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	seeds "github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// ogrePlace is a place of a bone, or of a key relative to it.
type ogrePlace struct {
	t     oracle.Vec3
	angle float64
	axis  oracle.Vec3 // of length 1
	s     oracle.Vec3
}

func (p ogrePlace) quat() oracle.Quat {
	sin, cos := math.Sincos(p.angle / 2)
	return oracle.Quat{p.axis[0] * sin, p.axis[1] * sin, p.axis[2] * sin, cos}
}

// ogreRig is a chain of bones, and keys of each in one animation.
type ogreRig struct {
	bones  []ogrePlace
	times  []float64
	keys   [][]ogrePlace // by bone; none of a bone without a track
	length float64
}

func drawOgre(r *rand.Rand) *ogreRig {
	place := func(scaled bool) ogrePlace {
		axis := oracle.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		if r.IntN(2) == 0 { // of length 1 to the last bit
			axis = oracle.Vec3{}
			axis[r.IntN(3)] = 1
		}
		p := ogrePlace{t: oracle.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}, angle: 3 * r.NormFloat64(), s: oracle.Vec3{1, 1, 1}}
		for i := range 3 {
			p.axis[i] = axis[i] / axis.Length()
			if scaled {
				p.s[i] = 0.5 + r.Float64()
			}
		}
		return p
	}
	g := &ogreRig{length: []float64{0, 0.5, 0.75, 5}[r.IntN(4)]}
	begin := 0.
	if g.length > 0 && r.IntN(2) == 0 {
		begin = 0.25
	}
	for k := range 2 + r.IntN(4) {
		g.times = append(g.times, begin+0.5*float64(k))
	}
	for b := range 2 + r.IntN(4) {
		g.bones = append(g.bones, place(false))
		g.keys = append(g.keys, nil)
		for range g.times {
			if b != 1 {
				g.keys[b] = append(g.keys[b], place(r.IntN(2) == 0))
			}
		}
	}
	return g
}

// wrapped returns the key of a bone behind its last one as OgreAnimationTrack.cpp's getKeyFramesAtTime
// does: the next key is the first one, after the animation's end.
func (g *ogreRig) wrapped(b int, time float64) (t oracle.Vec3, q oracle.Quat, s oracle.Vec3) {
	n := len(g.times)
	t1, t2 := g.times[n-1], g.length+g.times[0]
	f := (time - t1) / (t2 - t1)
	from, to := g.keys[b][n-1], g.keys[b][0]
	for i := range 3 {
		t[i] = from.t[i] + f*(to.t[i]-from.t[i])
		s[i] = from.s[i] + f*(to.s[i]-from.s[i])
	}
	p, r := from.quat(), to.quat()
	dot := p[0]*r[0] + p[1]*r[1] + p[2]*r[2] + p[3]*r[3]
	angle := math.Acos(math.Min(math.Abs(dot), 1))
	a, c := math.Sin((1-f)*angle)/math.Sin(angle), math.Copysign(math.Sin(f*angle)/math.Sin(angle), dot)
	for i := range q {
		q[i] = a*p[i] + c*r[i]
	}
	return t, q, s
}

// world returns the places of bones at key k, or at a time behind the last one, as OgreBone.cpp and
// OgreAnimationTrack.cpp compute them: a key's translation is added to the bone's, its rotation and scale
// are multiplied.
func (g *ogreRig) world(k int, time float64) (at []oracle.Vec3) {
	m := oracle.Identity()
	for b, bone := range g.bones {
		t, q, s := bone.t, bone.quat().Matrix(), bone.s
		if g.keys[b] != nil {
			var move, grow oracle.Vec3
			var turn oracle.Quat
			if k < len(g.times) {
				key := g.keys[b][k]
				move, turn, grow = key.t, key.quat(), key.s
			} else {
				move, turn, grow = g.wrapped(b, time)
			}
			for i := range 3 {
				t[i] += move[i]
				s[i] *= grow[i]
			}
			q = q.Mul(turn.Matrix())
		}
		m = m.Mul(oracle.Translate(t)).Mul(q).Mul(oracle.Scaling(s))
		at = append(at, m.Translation())
	}
	return at
}

// xml writes the skeleton as XML, keys in any order.
func (g *ogreRig) xml(r *rand.Rand) []byte {
	var b strings.Builder
	part := func(v oracle.Vec3) string { return fmt.Sprintf(`x="%.9g" y="%.9g" z="%.9g"`, v[0], v[1], v[2]) }
	b.WriteString("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<skeleton><bones>\n")
	for i, bone := range g.bones {
		fmt.Fprintf(&b, "<bone id=\"%d\" name=\"b%d\"><position %s/><rotation angle=\"%.9g\"><axis %s/></rotation></bone>\n", i, i, part(bone.t), bone.angle, part(bone.axis))
	}
	b.WriteString("</bones><bonehierarchy>")
	for i := range g.bones[1:] {
		fmt.Fprintf(&b, `<boneparent bone="b%d" parent="b%d"/>`, i+1, i)
	}
	fmt.Fprintf(&b, "</bonehierarchy><animations><animation name=\"Move\" length=\"%g\"><tracks>\n", g.length)
	for i, keys := range g.keys {
		if keys == nil {
			continue
		}
		fmt.Fprintf(&b, `<track bone="b%d"><keyframes>`, i)
		for _, k := range r.Perm(len(keys)) {
			fmt.Fprintf(&b, "<keyframe time=\"%g\"><translate %s/><rotate angle=\"%.9g\"><axis %s/></rotate><scale %s/></keyframe>\n",
				g.times[k], part(keys[k].t), keys[k].angle, part(keys[k].axis), part(keys[k].s))
		}
		b.WriteString("</keyframes></track>")
	}
	b.WriteString("</tracks></animation></animations></skeleton>")
	return []byte(b.String())
}

// ogreChunk writes a chunk of a binary file.
func ogreChunk(kind uint16, parts ...any) []byte {
	var b bytes.Buffer
	for _, part := range parts {
		switch p := part.(type) {
		case string:
			b.WriteString(p + "\n")
		case float64:
			_ = binary.Write(&b, binary.LittleEndian, float32(p))
		case oracle.Vec3:
			_ = binary.Write(&b, binary.LittleEndian, []float32{float32(p[0]), float32(p[1]), float32(p[2])})
		case oracle.Quat:
			_ = binary.Write(&b, binary.LittleEndian, []float32{float32(p[0]), float32(p[1]), float32(p[2]), float32(p[3])})
		default:
			_ = binary.Write(&b, binary.LittleEndian, p)
		}
	}
	n := 6 + b.Len()
	if name, ok := parts[0].(string); ok && kind == 0x2000 {
		n -= len(name) + 1 // Ogre forgets it
	}
	head := binary.LittleEndian.AppendUint16(nil, kind)
	return append(binary.LittleEndian.AppendUint32(head, uint32(n)), b.Bytes()...)
}

// binary writes the skeleton as version 1.8 does.
func (g *ogreRig) binary() []byte {
	out := append(binary.LittleEndian.AppendUint16(nil, 0x1000), "[Serializer_v1.80]\n"...)
	out = append(out, ogreChunk(0x1010, uint16(0))...)
	for i, bone := range g.bones {
		out = append(out, ogreChunk(0x2000, fmt.Sprint("b", i), uint16(i), bone.t, bone.quat())...)
	}
	for i := range g.bones[1:] {
		out = append(out, ogreChunk(0x3000, uint16(i+1), uint16(i))...)
	}
	var tracks []byte
	for i, keys := range g.keys {
		if keys == nil {
			continue
		}
		var list []byte
		for k, key := range keys {
			list = append(list, ogreChunk(0x4110, g.times[k], key.quat(), key.t, key.s)...)
		}
		tracks = append(tracks, ogreChunk(0x4100, uint16(i), list)...)
	}
	return append(out, ogreChunk(0x4000, "Move", g.length, tracks)...)
}

// mesh is a mesh whose vertices follow the bones.
func (g *ogreRig) mesh(more string) []byte {
	var b strings.Builder
	n := len(g.bones)
	fmt.Fprintf(&b, `<mesh><submeshes><submesh material="M" usesharedvertices="false" use32bitindexes="false" operationtype="triangle_list"><faces count="%d">`, n)
	for i := range n {
		fmt.Fprintf(&b, `<face v1="%d" v2="%d" v3="%d"/>`, 3*i, 3*i+1, 3*i+2)
	}
	fmt.Fprintf(&b, `</faces><geometry vertexcount="%d"><vertexbuffer positions="true" normals="true">`, 3*n)
	for i := range 3 * n {
		fmt.Fprintf(&b, `<vertex><position x="%d" y="%d" z="%d"/><normal x="0" y="0" z="1"/></vertex>`, i%3, i, i*i%5)
	}
	b.WriteString(`</vertexbuffer></geometry><boneassignments>`)
	for i := range 3 * n {
		fmt.Fprintf(&b, `<vertexboneassignment vertexindex="%d" boneindex="%d" weight="1"/>`, i, i/3)
	}
	b.WriteString(`</boneassignments></submesh></submeshes><skeletonlink name="m.skeleton"/>` + more + `</mesh>`)
	return []byte(b.String())
}

// TestOgreKeys: bones are where Ogre places them, from skeletons of both forms, and clips are as
// long as the file says.
func TestOgreKeys(t *testing.T) {
	for s := range seeds.Cases(t, 10) {
		r := rand.New(rand.NewPCG(s, 5))
		g := drawOgre(r)
		for name, data := range map[string][]byte{"m.skeleton.xml": g.xml(r), "m.skeleton": g.binary()} {
			folder := t.TempDir()
			must.Do(t, os.WriteFile(filepath.Join(folder, "m.mesh.xml"), g.mesh(""), 0o666))
			must.Do(t, os.WriteFile(filepath.Join(folder, name), data, 0o666))
			m := files.LoadWith(t, filepath.Join(folder, "m.mesh.xml"), importer.Options{Unit: 1})
			g.check(t, name, m)
		}
	}
}

func (g *ogreRig) check(t *testing.T, name string, m *soa.Model) {
	t.Helper()
	clip := m.Clip("Move")
	if clip == nil {
		t.Fatalf("%s: no clip", name)
	}
	want := g.length
	if want == 0 {
		want = g.times[len(g.times)-1]
	}
	if got := clip.Seconds(); math.Abs(got-want) > 1e-5 {
		t.Errorf("%s: the clip lasts %v s, want %v", name, got, want)
	}
	times := slices.Clone(g.times)
	if last := times[len(times)-1]; last < want {
		times = append(times, last+0.3*(want-last), last+0.6*(want-last), want)
	}
	for k, time := range times {
		if time > want {
			break
		}
		pose := oracle.Evaluate(m, []*soa.Clip{clip}, time)
		for b, at := range g.world(k, time) {
			joint := m.Skeleton.Joint(fmt.Sprint("b", b))
			if off := pose.Model[joint].Translation().Sub(at).Length(); !(off < 1e-4*(1+at.Length())) {
				t.Errorf("%s: bone %d at %v s is off by %v", name, b, time, off)
			}
		}
	}
}

// TestOgrePoses: poses and animations of vertices, which are not read, are losses with their sizes.
func TestOgrePoses(t *testing.T) {
	const pose = `<pose target="submesh" index="0" name="smile"><poseoffset index="1" x="0" y="0" z="1"/><poseoffset index="2" x="0" y="0" z="1"/></pose>`
	const talk = `<animation name="talk" length="2"><tracks><track target="submesh" index="0" type="pose"><keyframes><keyframe time="0"><poseref poseindex="0" influence="0"/></keyframe></keyframes></track></tracks></animation>`
	g := drawOgre(rand.New(rand.NewPCG(1, 2)))
	for more, want := range map[string]string{
		"":                            "",
		"<poses>" + pose + "</poses>": "1 pose(s), which are morph targets and move 2 vertices, and 0 animation(s)",
		"<poses>" + pose + pose + "</poses><animations>" + talk + "</animations>": "2 pose(s), which are morph targets and move 4 vertices, and 1 animation(s)",
		"<animations>" + talk + talk + "</animations>":                            "0 pose(s), which are morph targets and move 0 vertices, and 2 animation(s)",
	} {
		folder := t.TempDir()
		must.Do(t, os.WriteFile(filepath.Join(folder, "m.mesh.xml"), g.mesh(more), 0o666))
		must.Do(t, os.WriteFile(filepath.Join(folder, "m.skeleton"), g.binary(), 0o666))
		var found report.Report
		files.LoadWith(t, filepath.Join(folder, "m.mesh.xml"), importer.Options{Report: &found})
		var all []string
		if want != "" {
			all = append(all, want)
		}
		losses(t, &found, all)
	}
}
