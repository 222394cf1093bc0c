package inspect

import (
	"fmt"
	"math"
	"strings"
	"unicode"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// names lists the first few joints.
func (s *subject) names(list []int) string {
	const most = 5
	var names []string
	for _, j := range list[:min(most, len(list))] {
		names = append(names, fmt.Sprintf("%q", s.joint(j)))
	}
	if more := len(list) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// deadJoints finds joints that do nothing: no vertex, mesh or number follows them or their parent
// or what is below them, and no clip moves them. The last joint of a chain, which gives its bone a
// length or holds an object, is not one.
func deadJoints(s *subject, limit float64, report func(Finding)) {
	k := s.model.Skeleton
	alive := make([]bool, k.Len())
	nodes := make(map[string]bool) // of skinned meshes, which joints move
	s.skinnedMeshes(func(mesh *soa.Mesh, _ *soa.Skin) { nodes[mesh.Node] = true })
	for j := range alive {
		alive[j] = s.skins[j] || s.carries[j] || nodes[s.joint(j)]
	}
	for _, f := range s.model.Floats {
		if f.Joint >= 0 {
			alive[f.Joint] = true
		}
	}
	for _, c := range s.model.Clips {
		for t := range c.Tracks {
			if track := exact.NewTrack(c, t); track.Property <= soa.Scale && track.Changes() {
				alive[track.Target] = true
			}
		}
	}
	below := append([]bool(nil), alive...) // it or a joint below it is alive
	for j := len(below) - 1; j >= 0; j-- {
		if p := k.Parent[j]; p >= 0 && below[j] {
			below[p] = true
		}
	}
	var dead []int
	for j, p := range k.Parent {
		if !below[j] && (p < 0 || !alive[p]) {
			dead = append(dead, j)
		}
	}
	if len(dead) > int(limit) {
		report(Finding{Joint: s.joint(dead[0]), Count: len(dead),
			Message: fmt.Sprintf("joints that move nothing and are not moved: %d, %s", len(dead), s.names(dead))})
	}
}

// shortBones finds joints that move vertices and lie where their parent, which does too, lies.
func shortBones(s *subject, limit float64, report func(Finding)) {
	var w worst
	for j, p := range s.model.Skeleton.Parent {
		if p < 0 || !s.skins[j] || !s.skins[p] {
			continue
		}
		if length := s.rest[j].Translation().Sub(s.rest[p].Translation()).Length(); length < float64(limit*s.size) {
			w.add(-1000*length, j, 0)
		}
	}
	if w.count > 0 {
		report(Finding{Joint: s.joint(w.of), Size: -w.size, Unit: "mm", Count: w.count,
			Message: fmt.Sprintf("bones shorter than %.3g of the model's size: %d; this one has %.3g mm", limit, w.count, -w.size)})
	}
}

// sameNames finds joints and clips of one name.
func sameNames(s *subject, limit float64, report func(Finding)) {
	count := func(names []string, f func(name string, n int) Finding) {
		seen := make(map[string]int)
		for _, name := range names {
			seen[name]++
		}
		for _, name := range names {
			if n := seen[name]; n > int(limit) && name != "" {
				report(f(name, n))
			}
			delete(seen, name)
		}
	}
	count(s.model.Skeleton.Name, func(name string, n int) Finding {
		return Finding{Joint: name, Count: n, Message: fmt.Sprintf("%d joints have the name %q", n, name)}
	})
	var clips []string
	for _, c := range s.model.Clips {
		clips = append(clips, c.Name)
	}
	count(clips, func(name string, n int) Finding {
		return Finding{Clip: name, Count: n, Message: fmt.Sprintf("%d clips have the name %q", n, name)}
	})
}

// noNames finds joints and clips without a name.
func noNames(s *subject, limit float64, report func(Finding)) {
	n := 0
	for _, name := range s.model.Skeleton.Name {
		if strings.TrimSpace(name) == "" {
			n++
		}
	}
	if n > int(limit) {
		report(Finding{Count: n, Message: fmt.Sprintf("joints without a name: %d; clips and retargeting find joints by name", n)})
	}
	n = 0
	for _, c := range s.model.Clips {
		if strings.TrimSpace(c.Name) == "" {
			n++
		}
	}
	if n > int(limit) {
		report(Finding{Count: n, Message: fmt.Sprintf("clips without a name: %d", n)})
	}
}

// likeNames finds names that programs confuse which drop punctuation or compare without case.
func likeNames(s *subject, limit float64, report func(Finding)) {
	first, n := make(map[string]string), 0
	for _, name := range s.model.Skeleton.Name {
		bare := strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return unicode.ToLower(r)
			}
			return -1
		}, name)
		other, ok := first[bare]
		if !ok {
			first[bare] = name
			continue
		}
		if n++; bare != "" && other != name && n > int(limit) {
			report(Finding{Joint: name, Message: fmt.Sprintf("%q and %q are one name to programs that drop punctuation or case", other, name)})
		}
	}
}

// severalRoots finds roots beside the first below which joints move or move something.
func severalRoots(s *subject, limit float64, report func(Finding)) {
	used := make([]bool, s.model.Skeleton.Len())
	for j := range used {
		if s.skins[j] {
			used[s.root[j]] = true
		}
	}
	var roots []int
	for j, p := range s.model.Skeleton.Parent {
		if p < 0 && used[j] {
			roots = append(roots, j)
		}
	}
	if len(roots) > int(limit) {
		report(Finding{Joint: s.joint(roots[1]), Count: len(roots),
			Message: fmt.Sprintf("joints below %d roots move vertices: %s", len(roots), s.names(roots))})
	}
}

// deepJoints finds chains of more joints than engines expect.
func deepJoints(s *subject, limit float64, report func(Finding)) {
	var w worst
	for j, d := range s.model.Skeleton.Depth {
		if float64(d) > limit {
			w.add(float64(d), j, 0)
		}
	}
	if w.count > 0 {
		report(Finding{Joint: s.joint(w.of), Size: w.size, Count: w.count,
			Message: fmt.Sprintf("it is %d joints below its root", int(w.size))})
	}
}

// unitOff finds characters of a size that tells of a wrong unit of length: larger than the limit,
// or smaller than 1/25 of it.
func unitOff(s *subject, limit float64, report func(Finding)) {
	if !s.skinned || s.size == 0 || s.size <= limit && s.size >= limit/25 {
		return
	}
	report(Finding{Size: s.size, Unit: "m",
		Message: fmt.Sprintf("it is %.3g m large; its unit of length may be off by a factor of 10, 39.37 or 100", s.size)})
}

// scaleZero finds joints that a rest pose or a key flattens.
func scaleZero(s *subject, limit float64, report func(Finding)) {
	s.scales(report, func(v exact.Vec) bool { return min(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])) < limit },
		"flattens it")
}

// scaleNegative finds joints that a rest pose or a key mirrors.
func scaleNegative(s *subject, limit float64, report func(Finding)) {
	s.scales(report, func(v exact.Vec) bool { return min(v[0], v[1], v[2]) < -limit }, "mirrors it")
}

// scales reports the scales, at rest and of keys, that are bad, of joints that move something.
func (s *subject) scales(report func(Finding), bad func(exact.Vec) bool, does string) {
	used := s.used()
	count, first := 0, soa.NoJoint
	for j, v := range s.skeleton.Rest.S {
		if s.skeleton.Static[j] == nil && used[j] && bad(v) {
			if count++; count == 1 {
				first = j
			}
		}
	}
	if count > 0 {
		v := s.skeleton.Rest.S[first]
		report(Finding{Joint: s.joint(first), Count: count,
			Message: fmt.Sprintf("its scale at rest, %.3g %.3g %.3g, %s", v[0], v[1], v[2], does)})
	}
	for _, c := range s.model.Clips {
		for t := range c.Tracks {
			if c.Tracks[t].Property != soa.Scale || !used[c.Tracks[t].Target] {
				continue
			}
			if k, v := badKey(c, t, bad); k >= 0 {
				at := c.Start + float64(c.Time[k])/c.TicksPerSecond
				report(Finding{Clip: c.Name, Joint: s.joint(int(c.Tracks[t].Target)), Time: &at,
					Message: fmt.Sprintf("its scale, %.3g %.3g %.3g, %s", v[0], v[1], v[2], does)})
				break
			}
		}
	}
}

// badKey returns the first bad key of a scale track and its value, or -1.
func badKey(c *soa.Clip, t int, bad func(exact.Vec) bool) (int, exact.Vec) {
	first, end := c.Keys(t)
	for k := first; k < end; k++ {
		if v := exact.Key(c, k); bad(exact.Vec(v[:3])) {
			return k, exact.Vec(v[:3])
		}
	}
	return -1, exact.Vec{}
}

// used marks the joints that move vertices or meshes, and those above them.
func (s *subject) used() []bool {
	used := make([]bool, s.model.Skeleton.Len())
	for j := len(used) - 1; j >= 0; j-- {
		used[j] = used[j] || s.skins[j] || s.carries[j]
		if p := s.model.Skeleton.Parent[j]; p >= 0 && used[j] {
			used[p] = true
		}
	}
	return used
}
