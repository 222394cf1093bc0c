package humanoid_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// part is a joint of the body that the tests build: its name, its parent, its place in a T-pose, in
// metres, and its role. % is the side.
type part struct {
	name, parent, role string
	at                 exact.Vec
}

// parts are those of the left half and the middle.
var parts = func() []part {
	list := []part{
		{"Hips", "", "hips", exact.Vec{0, 0.95, 0}},
		{"Spine", "Hips", "spine", exact.Vec{0, 1.05, 0}},
		{"Spine1", "Spine", "spine", exact.Vec{0, 1.2, -0.01}},
		{"Spine2", "Spine1", "spine", exact.Vec{0, 1.33, -0.02}},
		{"Neck", "Spine2", "neck", exact.Vec{0, 1.5, -0.02}},
		{"Head", "Neck", "head", exact.Vec{0, 1.6, 0.01}},
		{"%Shoulder", "Spine2", "Shoulder", exact.Vec{0.06, 1.45, -0.01}},
		{"%Arm", "%Shoulder", "UpperArm", exact.Vec{0.18, 1.45, -0.02}},
		{"%ForeArm", "%Arm", "LowerArm", exact.Vec{0.46, 1.45, -0.02}},
		{"%Hand", "%ForeArm", "Hand", exact.Vec{0.72, 1.45, -0.01}},
		{"%UpLeg", "Hips", "UpperLeg", exact.Vec{0.09, 0.9, 0}},
		{"%Leg", "%UpLeg", "LowerLeg", exact.Vec{0.09, 0.5, 0.01}},
		{"%Foot", "%Leg", "Foot", exact.Vec{0.09, 0.09, -0.02}},
		{"%ToeBase", "%Foot", "Toes", exact.Vec{0.09, 0.02, 0.1}},
	}
	for n, finger := range []string{"Thumb", "Index", "Middle", "Ring", "Pinky"} {
		at, step := exact.Vec{0.81, 1.45, 0.05 - 0.025*float64(n)}, exact.Vec{0.03, 0, 0}
		if n == 0 {
			at, step = exact.Vec{0.75, 1.44, 0.03}, exact.Vec{0.025, -0.005, 0.02}
		}
		parent := "%Hand"
		for i := range 3 {
			name := fmt.Sprintf("%%Hand%s%d", finger, i+1)
			list = append(list, part{name, parent, strings.Replace(finger, "Pinky", "Little", 1), at})
			parent, at = name, at.Add(step)
		}
	}
	return list
}()

// figure returns the body with names changed, and its roles. A joint whose name becomes "" is left out.
func figure(rename func(p part, side string) string, noise ...part) (*soa.Skeleton, humanoid.Body) {
	body := humanoid.Body{}
	k := &soa.Skeleton{}
	index := map[string]int{"": soa.NoJoint}
	var place []exact.Vec
	add := func(name, path, parent, role string, at exact.Vec) {
		j, up := len(k.Name), index[parent]
		index[path] = j
		k.Name, k.Parent, k.Unit, place = append(k.Name, name), append(k.Parent, int16(up)), append(k.Unit, 1), append(place, at)
		if up >= 0 {
			at = at.Sub(place[up])
		}
		r := &k.Rest
		r.TX, r.TY, r.TZ = append(r.TX, float32(at[0])), append(r.TY, float32(at[1])), append(r.TZ, float32(at[2]))
		r.RX, r.RY, r.RZ, r.RW = append(r.RX, 0), append(r.RY, 0), append(r.RZ, 0), append(r.RW, 1)
		r.SX, r.SY, r.SZ = append(r.SX, 1), append(r.SY, 1), append(r.SZ, 1)
		if role != "" {
			body[role] = append(body[role], j)
		}
	}
	for _, side := range []string{"", "Left", "Right"} {
		for _, p := range parts {
			if strings.Contains(p.name, "%") != (side != "") {
				continue
			}
			in := func(s string) string { return strings.ReplaceAll(s, "%", side) }
			at := p.at
			if side == "Right" {
				at[0] = -at[0]
			}
			add(rename(p, side), in(p.name), in(p.parent), strings.ToLower(side)+p.role, at)
		}
	}
	for _, p := range noise {
		add(p.name, p.name, p.parent, "", place[index[p.parent]].Add(p.at))
	}
	k.ComputeDepth()
	return k, body
}

// renamed gives parts whose names contain one of the words a name by a pattern: %s is the side, %c its
// first letter, %d a number.
func renamed(pattern string, words ...string) func(p part, side string) string {
	n := 0
	return func(p part, side string) string {
		name := strings.ReplaceAll(p.name, "%", side)
		for _, w := range words {
			if !strings.HasPrefix(strings.TrimPrefix(p.name, "%"), w) || w == "Hand" && p.role != "Hand" || w == "Leg" && p.role != "LowerLeg" {
				continue
			}
			n++
			name = strings.ReplaceAll(pattern, "%s", side)
			if side != "" {
				name = strings.ReplaceAll(name, "%c", side[:1])
			}
			return strings.ReplaceAll(strings.ReplaceAll(name, "%c", ""), "%d", fmt.Sprint(n))
		}
		return name
	}
}

// TestHalfKnownNames: limbs of which names say a part, or nothing, are found by the tree and the places.
func TestHalfKnownNames(t *testing.T) {
	arm := []string{"Shoulder", "Arm", "ForeArm", "Hand"}
	hand := []string{"HandThumb", "HandIndex", "HandMiddle", "HandRing", "HandPinky"}
	leg := []string{"UpLeg", "Leg", "Foot", "ToeBase"}
	for what, rename := range map[string]func(p part, side string) string{
		"upper and lower arms":         renamed("%cXQ%d", "Arm", "ForeArm"),
		"lower arms":                   renamed("%cXQ%d", "ForeArm"),
		"hands":                        renamed("%s_xq%d", "Hand"),
		"shoulders":                    renamed("xq%d", "Shoulder"),
		"arms without a side":          renamed("xq%d", arm...),
		"arms with a side":             renamed("%sXq", arm...),
		"arms and fingers":             renamed("%s_xq_%d", append(arm, hand...)...),
		"arms and fingers by number":   renamed("xq%d", append(arm, hand...)...),
		"thighs and shins":             renamed("%cXQ%d", "UpLeg", "Leg"),
		"thighs":                       renamed("xq_%d", "UpLeg"),
		"shins":                        renamed("xq_%d", "Leg"),
		"feet and toes":                renamed("%cXQ%d", "Foot", "ToeBase"),
		"legs without a side":          renamed("xq%d", leg...),
		"legs with a side":             renamed("%c_xq_%d", leg...),
		"the spine":                    renamed("xq%d", "Spine"),
		"the upper spine":              renamed("xq%d", "Spine2"),
		"the middle of the spine":      renamed("xq%d", "Spine1"),
		"the neck":                     renamed("xq%d", "Neck"),
		"the head":                     renamed("xq%d", "Head"),
		"neck and head":                renamed("xq%d", "Neck", "Head"),
		"spine, neck and head":         renamed("xq%d", "Spine", "Neck", "Head"),
		"hips":                         renamed("xq%d", "Hips"),
		"hips and spine":               renamed("xq%d", "Hips", "Spine"),
		"hips and legs":                renamed("xq%d", append(leg, "Hips")...),
		"fingers":                      renamed("xq%d", hand...),
		"fingers with a side":          renamed("%s_xq_%d", hand...),
		"middle and ring":              renamed("xq%d", "HandMiddle", "HandRing"),
		"thumbs":                       renamed("xq%d", "HandThumb"),
		"all but hips, feet and hands": renamed("xq%d", append(append(hand, "Spine", "Neck", "Head", "UpLeg", "Leg", "ToeBase"), arm[:3]...)...),
	} {
		k, want := figure(rename)
		got, how := humanoid.Find(k)
		if how != humanoid.ByBody {
			t.Errorf("%s: found by %q", what, how)
		}
		compare(t, what, k, got, want)
	}
}

// TestFillIsSound: whatever names are missing, and whatever else the skeleton has, a joint gets no role that
// it does not have.
func TestFillIsSound(t *testing.T) {
	whole, draws := 0, 2000
	for seed := range uint64(draws) {
		random := rand.New(rand.NewPCG(seed, 5))
		missing := make(map[string]bool) // by part, so that both sides lack it, and one side alone
		few := random.Float64() * 0.5
		for _, p := range parts {
			for _, side := range []string{"", "Left", "Right"} {
				missing[side+p.name] = random.Float64() < few
			}
			if random.IntN(4) > 0 {
				missing["Right"+p.name] = missing["Left"+p.name]
			}
		}
		var noise []part
		if seed%2 == 1 {
			noise = drawNoise(random)
		}
		k, want := figure(func(p part, side string) string {
			if name := strings.ReplaceAll(p.name, "%", side); !missing[side+p.name] {
				return name
			}
			return fmt.Sprintf("xq%d", random.IntN(1e6))
		}, noise...)
		got, how := humanoid.Find(k)
		if how != humanoid.ByBody {
			continue
		}
		for role, chain := range got {
			for _, j := range chain {
				if !slices.Contains(want[role], j) {
					t.Errorf("seed %d: %s is %q of %v", seed, role, k.Name[j], k.Path(j))
				}
			}
		}
		if len(named(k, got)) == len(want) {
			whole++
		}
	}
	t.Logf("%d of %d bodies are whole", whole, draws)
	if whole < draws/3 {
		t.Errorf("%d of %d bodies are whole", whole, draws)
	}
}

// beast returns a four-legged animal with a tail; names are those of its trunk and its hind legs.
func beast(names ...string) *soa.Skeleton {
	k := &soa.Skeleton{}
	var place []exact.Vec
	add := func(name string, parent int, at exact.Vec) int {
		j := len(k.Name)
		k.Name, k.Parent, k.Unit, place = append(k.Name, name), append(k.Parent, int16(parent)), append(k.Unit, 1), append(place, at)
		if parent >= 0 {
			at = at.Sub(place[parent])
		}
		r := &k.Rest
		r.TX, r.TY, r.TZ = append(r.TX, float32(at[0])), append(r.TY, float32(at[1])), append(r.TZ, float32(at[2]))
		r.RX, r.RY, r.RZ, r.RW = append(r.RX, 0), append(r.RY, 0), append(r.RZ, 0), append(r.RW, 1)
		r.SX, r.SY, r.SZ = append(r.SX, 1), append(r.SY, 1), append(r.SZ, 1)
		return j
	}
	names = append(names, "", "", "", "", "", "", "", "")
	hips := add(names[0], -1, exact.Vec{0, 0.9, -0.5})
	chest := add(names[2], add(names[1], hips, exact.Vec{0, 0.95, 0}), exact.Vec{0, 0.95, 0.4})
	add(names[4], add(names[3], chest, exact.Vec{0, 1.15, 0.6}), exact.Vec{0, 1.35, 0.8})
	for leg, parent := range []int{hips, hips, chest, chest} {
		x := 0.12 * float64(1-2*(leg%2))
		z, j := place[parent][2], parent
		for i, y := range []float64{0.8, 0.45, 0.1, 0.03} {
			name := ""
			if leg < 2 && names[5+min(i, 2)] != "" {
				name = names[5+min(i, 2)] + []string{".L", ".R"}[leg]
				if i == 3 {
					name = "hoof" + []string{".L", ".R"}[leg]
				}
			}
			j = add(name, j, exact.Vec{x, y, z + 0.03*float64(i)})
		}
	}
	tail := hips
	for i := range 4 {
		tail = add("", tail, exact.Vec{0, 0.9 - 0.1*float64(i), -0.6 - 0.1*float64(i)})
	}
	for j := range k.Name {
		if k.Name[j] == "" {
			k.Name[j] = fmt.Sprintf("xq%d", j)
		}
	}
	k.ComputeDepth()
	return k
}

// TestBeastsHaveNoArms: an animal without names is no human body, and one with some names gets no arms
// from its forelegs or its tail.
func TestBeastsHaveNoArms(t *testing.T) {
	if b, how := humanoid.Find(beast()); how != "" || len(b) > 0 {
		t.Errorf("found by %q: %v", how, b)
	}
	k := beast("Hips", "Spine", "Chest", "Neck", "Head")
	b, _ := humanoid.Find(k)
	for role := range b {
		if strings.Contains(role, "Arm") || strings.Contains(role, "Hand") || strings.Contains(role, "Leg") {
			t.Errorf("%s is%s", role, named(k, b)[role])
		}
	}
	k = beast("Hips", "Spine", "Chest", "Neck", "Head", "thigh", "shin", "foot")
	b, _ = humanoid.Find(k)
	for _, role := range []string{"leftShoulder", "leftUpperArm", "leftLowerArm", "leftHand", "rightUpperArm"} {
		if len(b[role]) > 0 {
			t.Errorf("%s is%s", role, named(k, b)[role])
		}
	}
}

// drawNoise returns chains of joints that hang from a body: props, hair, a tail.
func drawNoise(random *rand.Rand) (list []part) {
	for n := range 1 + random.IntN(6) {
		p := parts[random.IntN(14)]
		parent := strings.ReplaceAll(p.name, "%", []string{"Left", "Right"}[random.IntN(2)])
		step := exact.Vec{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}.Unit().Scale(0.02 + 0.15*random.Float64())
		for i := range 1 + random.IntN(4) {
			name := fmt.Sprintf("zz%d_%d", n, i)
			list = append(list, part{name: name, parent: parent, at: step})
			parent = name
		}
	}
	return list
}
