package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Decimals in the files. Quaternions have more, since w is computed from them.
const (
	places     = 6
	turnPlaces = 8
)

// header begins both kinds of file; readers require the command line but ignore its text.
func header(kind string) string {
	return "MD5Version 10\ncommandline \"sinew testdata/warden/gen " + kind + "\"\n\n"
}

// md5mesh writes the bind pose and the meshes.
func md5mesh(s skeleton, meshes []mesh) string {
	var b strings.Builder
	b.WriteString(header("mesh"))
	fmt.Fprintf(&b, "numJoints %d\nnumMeshes %d\n\njoints {\n", len(s), len(meshes))
	for _, j := range s {
		fmt.Fprintf(&b, "\t%q %d %s %s\t\t// %s\n", j.name, j.parent, point(j.at), turn(j.turn), s.parentName(j))
	}
	b.WriteString("}\n")
	for _, m := range meshes {
		writeMesh(&b, s, m)
	}
	return b.String()
}

func (s skeleton) parentName(j joint) string {
	if j.parent < 0 {
		return ""
	}
	return s[j.parent].name
}

// writeMesh writes one mesh. A weight holds the vertex's position in its joint's space: the weighted sum of these positions,
// transformed by their joints, is the vertex.
func writeMesh(b *strings.Builder, s skeleton, m mesh) {
	fmt.Fprintf(b, "\nmesh {\n\tshader %q\n\n\tnumverts %d\n", m.shader, len(m.vertices))
	first := 0
	for i, v := range m.vertices {
		fmt.Fprintf(b, "\tvert %d ( %s %s ) %d %d\n", i, number(v.u, places), number(v.v, places), first, len(v.influences))
		first += len(v.influences)
	}
	fmt.Fprintf(b, "\n\tnumtris %d\n", len(m.triangles))
	for i, t := range m.triangles {
		fmt.Fprintf(b, "\ttri %d %d %d %d\n", i, t[0], t[1], t[2])
	}
	fmt.Fprintf(b, "\n\tnumweights %d\n", first)
	i := 0
	for _, v := range m.vertices {
		for _, f := range v.influences {
			j := s[f.joint]
			local := j.turn.inverse().rotate(v.at.sub(j.at))
			fmt.Fprintf(b, "\tweight %d %d %s %s\n", i, f.joint, number(f.weight, places), point(local))
			i++
		}
	}
	b.WriteString("}\n")
}

// local is a joint in its parent's space: translation x, y, z and the quaternion's x, y, z (w is −√(1−x²−y²−z²)), the six
// components that an .md5anim animates separately.
type local [6]float64

// md5anim writes a clip: constant components in the base frame, the others in every frame.
func md5anim(s skeleton, meshes []mesh, frames [][]local) string {
	flags, components := changing(frames)
	var b strings.Builder
	b.WriteString(header("anim"))
	fmt.Fprintf(&b, "numFrames %d\nnumJoints %d\nframeRate %d\nnumAnimatedComponents %d\n\nhierarchy {\n",
		len(frames), len(s), framesPerSecond, components)
	first := 0
	for i, j := range s {
		start := first
		if flags[i] == 0 {
			start = 0 // unused, but it has to be a valid index
		}
		fmt.Fprintf(&b, "\t%q %d %d %d\t// %s\n", j.name, j.parent, flags[i], start, s.parentName(j))
		first += count(flags[i])
	}
	b.WriteString("}\n\nbounds {\n")
	for _, frame := range frames {
		low, high := bounds(s, meshes, frame)
		fmt.Fprintf(&b, "\t%s %s\n", point(low), point(high))
	}
	b.WriteString("}\n\nbaseframe {\n")
	for _, l := range frames[0] {
		fmt.Fprintf(&b, "\t%s %s\n", point(vec{l[0], l[1], l[2]}), turn(quat{x: l[3], y: l[4], z: l[5]}))
	}
	b.WriteString("}\n")
	for n, frame := range frames {
		fmt.Fprintf(&b, "\nframe %d {\n", n)
		writeFrame(&b, frame, flags)
		b.WriteString("}\n")
	}
	return b.String()
}

func writeFrame(b *strings.Builder, frame []local, flags []int) {
	for i, l := range frame {
		var words []string
		for c, x := range l {
			if flags[i]&(1<<c) != 0 {
				words = append(words, number(x, decimals(c)))
			}
		}
		if words != nil {
			b.WriteString("\t" + strings.Join(words, " ") + "\n")
		}
	}
}

// decimals of a component.
func decimals(c int) int {
	if c < 3 {
		return places
	}
	return turnPlaces
}

// changing returns, for each joint, the bits of the components that change, and their total number.
func changing(frames [][]local) (flags []int, components int) {
	flags = make([]int, len(frames[0]))
	for i, base := range frames[0] {
		for c := range base {
			for _, frame := range frames[1:] {
				if frame[i][c] != base[c] {
					flags[i] |= 1 << c
					components++
					break
				}
			}
		}
	}
	return flags, components
}

func count(flags int) int {
	n := 0
	for ; flags != 0; flags &= flags - 1 {
		n++
	}
	return n
}

// bounds is the box around all vertices in a frame.
func bounds(s skeleton, meshes []mesh, frame []local) (low, high vec) {
	posed := compose(s, frame)
	low, high = vec{math.Inf(1), math.Inf(1), math.Inf(1)}, vec{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for _, m := range meshes {
		for _, v := range m.vertices {
			at := v.skinned(s, posed)
			low = vec{math.Min(low.x, at.x), math.Min(low.y, at.y), math.Min(low.z, at.z)}
			high = vec{math.Max(high.x, at.x), math.Max(high.y, at.y), math.Max(high.z, at.z)}
		}
	}
	return low, high
}

// compose returns a frame's joints in model space.
func compose(s skeleton, frame []local) skeleton {
	posed := append(skeleton(nil), s...)
	for i, l := range frame {
		at := vec{l[0], l[1], l[2]}
		turn := quat{l[3], l[4], l[5], -math.Sqrt(math.Max(0, 1-l[3]*l[3]-l[4]*l[4]-l[5]*l[5]))}
		if p := s[i].parent; p >= 0 {
			at = posed[p].at.add(posed[p].turn.rotate(at))
			turn = posed[p].turn.mul(turn)
		}
		posed[i].at, posed[i].turn = at, turn
	}
	return posed
}

// skinned moves a vertex from the bind pose to another.
func (v vertex) skinned(bind, posed skeleton) vec {
	var at vec
	for _, f := range v.influences {
		from, to := bind[f.joint], posed[f.joint]
		inJoint := from.turn.inverse().rotate(v.at.sub(from.at))
		at = at.add(to.at.add(to.turn.rotate(inJoint)).scale(f.weight))
	}
	return at
}

func point(v vec) string {
	return "( " + number(v.x, places) + " " + number(v.y, places) + " " + number(v.z, places) + " )"
}

func turn(q quat) string {
	return "( " + number(q.x, turnPlaces) + " " + number(q.y, turnPlaces) + " " + number(q.z, turnPlaces) + " )"
}

// number formats x, rounded and without trailing zeros.
func number(x float64, decimals int) string {
	return strconv.FormatFloat(roundTo(x, decimals), 'f', -1, 64)
}
