package importer_test

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
)

const madeFrames = 7

// waving returns turns for the frames, different for every seed.
func waving(seed float64) (turns []exact.Vec) {
	for f := range madeFrames {
		u := float64(f)
		turns = append(turns, exact.Vec{7*u + seed, -11*u + 2*seed, 5*u - 3*seed})
	}
	return turns
}

func wandering(seed float64) (moves []exact.Vec) {
	for f := range madeFrames {
		u := float64(f)
		moves = append(moves, exact.Vec{seed + u, 2 - 0.5*u, 0.25 * u * seed})
	}
	return moves
}

// stretching returns scales that are not uniform.
func stretching() (sizes []exact.Vec) {
	for f := range madeFrames {
		u := float64(f)
		sizes = append(sizes, exact.Vec{1 + 0.25*u, 1 - 0.0625*u, 1 + 0.125*u})
	}
	return sizes
}

// madeScenes are the cases that every format with nodes can hold.
func madeScenes() map[string]*made {
	sheared := exact.Compose(exact.Vec{1, 2, 3}, fbxfile.Euler(exact.Vec{10, 20, 30}, 0), exact.Vec{1, 1, 1}).Mul(exact.Matrix{0: 1, 1: 0.5, 5: 1, 6: -0.25, 10: 1})
	two := func(second string) *made {
		return &made{
			nodes: []madeNode{
				{name: "left", parent: -1, t: exact.Vec{1, 0, 0}, turn: waving(1), move: wandering(1)},
				{name: "left.hand", parent: 0, t: exact.Vec{0, 2, 0}, turn: waving(2)},
				{name: second, parent: -1, t: exact.Vec{-4, 0, 0}, turn: waving(3)},
				{name: second + ".hand", parent: 2, t: exact.Vec{0, 3, 0}, r: exact.Vec{0, 40, 0}, turn: waving(4)},
				{name: "body", parent: -1, mesh: 1, skin: 1},
				{name: "cloak", parent: -1, mesh: 2, skin: 2},
			},
			meshes: []madeMesh{
				triangle(0).weighted([]float64{1, 0}, []float64{0.5, 0.5}, []float64{0.25, 0.75}),
				triangle(-4).weighted([]float64{0, 1}, []float64{0.5, 0.5}, []float64{0.75, 0.25}),
			},
			skins: []madeSkin{{bones: []int{0, 1}}, {bones: []int{2, 3}}},
		}
	}
	return map[string]*made{
		"two skeletons": two("right"),
		"mirrored": {nodes: []madeNode{
			{name: "root", parent: -1, s: &exact.Vec{-1, 1, 1}, r: exact.Vec{0, 30, 0}},
			{name: "arm", parent: 0, t: exact.Vec{1, 2, 3}, turn: waving(1), mesh: 1},
			{name: "hand", parent: 1, t: exact.Vec{1, 0, 0}, s: &exact.Vec{1, 1, -2}, turn: waving(2), mesh: 1},
		}, meshes: []madeMesh{triangle(0)}},
		"not uniform": {nodes: []madeNode{
			{name: "root", parent: -1, s: &exact.Vec{1, 2, 3}, r: exact.Vec{0, 30, 0}},
			{name: "arm", parent: 0, t: exact.Vec{1, 2, 3}, s: &exact.Vec{0.5, 1, 2}, turn: waving(1), mesh: 1},
			{name: "hand", parent: 1, t: exact.Vec{1, 0, 0}, turn: waving(2), mesh: 1},
		}, meshes: []madeMesh{triangle(0)}},
		"sheared": {nodes: []madeNode{
			{name: "root", parent: -1, matrix: &sheared},
			{name: "arm", parent: 0, t: exact.Vec{1, 2, 3}, turn: waving(1), mesh: 1},
			{name: "lean", parent: 1, matrix: &sheared, mesh: 1},
			{name: "hand", parent: 2, t: exact.Vec{1, 0, 0}, turn: waving(2), mesh: 1},
		}, meshes: []madeMesh{triangle(0)}},
		"stretching above turning": {nodes: []madeNode{
			{name: "root", parent: -1, size: stretching(), r: exact.Vec{10, 0, 0}},
			{name: "arm", parent: 0, t: exact.Vec{1, 2, 3}, turn: waving(1), size: stretching(), mesh: 1},
			{name: "hand", parent: 1, t: exact.Vec{1, 0, 0}, turn: waving(2), mesh: 1},
			{name: "body", parent: -1, mesh: 2, skin: 1},
		}, meshes: []madeMesh{triangle(0), triangle(1).weighted([]float64{1, 0, 0}, []float64{0.5, 0.25, 0.25}, []float64{0, 0.5, 0.5})},
			skins: []madeSkin{{bones: []int{0, 1, 2}}}},
		"instanced meshes": {nodes: []madeNode{
			{name: "root", parent: -1, turn: waving(1)},
			{name: "a", parent: 0, t: exact.Vec{3, 0, 0}, mesh: 1},
			{name: "b", parent: 0, t: exact.Vec{-3, 0, 0}, turn: waving(2), mesh: 1},
			{name: "c", parent: 2, t: exact.Vec{0, 5, 0}, s: &exact.Vec{2, 2, 2}, mesh: 1},
		}, meshes: []madeMesh{triangle(0)}},
		"bones that carry meshes": {nodes: []madeNode{
			{name: "root", parent: -1, turn: waving(1), mesh: 1},
			{name: "arm", parent: 0, t: exact.Vec{0, 2, 0}, turn: waving(2), mesh: 2, skin: 1},
			{name: "hand", parent: 1, t: exact.Vec{0, 2, 0}, turn: waving(3), mesh: 1},
		}, meshes: []madeMesh{triangle(0), triangle(2).weighted([]float64{1, 0, 0}, []float64{0, 0.5, 0.5}, []float64{0, 0.25, 0.75})},
			skins: []madeSkin{{bones: []int{0, 1, 2}}}},
		"animated nodes without bones": {nodes: []madeNode{
			{name: "root", parent: -1, move: wandering(1)},
			{name: "empty", parent: 0, t: exact.Vec{1, 0, 0}, turn: waving(1)},
			{name: "box", parent: 1, t: exact.Vec{0, 1, 0}, mesh: 1},
			{name: "eye", parent: -1, camera: true, keyless: true},
		}, meshes: []madeMesh{triangle(0)}},
		"duplicate names": {nodes: []madeNode{
			{name: "left", parent: -1, t: exact.Vec{1, 0, 0}, turn: waving(1)},
			{name: "bone", parent: 0, t: exact.Vec{0, 2, 0}, turn: waving(2)},
			{name: "bone", parent: 1, t: exact.Vec{0, 1, 0}, turn: waving(3)},
			{name: "right", parent: -1, t: exact.Vec{-1, 0, 0}, turn: waving(4)},
			{name: "bone", parent: 3, t: exact.Vec{0, 3, 0}, turn: waving(5)},
			{name: "body", parent: -1, mesh: 1, skin: 1},
		}, meshes: []madeMesh{triangle(0).weighted([]float64{1, 0, 0}, []float64{0.5, 0.25, 0.25}, []float64{0, 0.5, 0.5})},
			skins: []madeSkin{{bones: []int{1, 2, 4}}}},
		"empty names": {nodes: []madeNode{
			{name: "root", parent: -1, turn: waving(1)},
			{name: "", parent: 0, t: exact.Vec{0, 2, 0}, turn: waving(2)},
			{name: "", parent: 1, t: exact.Vec{0, 1, 0}, turn: waving(3)},
			{name: "body", parent: -1, mesh: 1, skin: 1},
		}, meshes: []madeMesh{triangle(0).weighted([]float64{1, 0, 0}, []float64{0.5, 0.25, 0.25}, []float64{0, 0.5, 0.5})},
			skins: []madeSkin{{bones: []int{0, 1, 2}}}},
	}
}

// eachMade runs a test of every scene.
func eachMade(t *testing.T, f func(t *testing.T, s *made)) {
	for name, s := range madeScenes() {
		s.frames, s.rate, s.top = madeFrames, 8, exact.Identity()
		s.bindAtRest()
		t.Run(name, func(t *testing.T) { f(t, s) })
	}
}

func TestMadeGLTF(t *testing.T) {
	eachMade(t, func(t *testing.T, s *made) { s.check(t, s.gltf(t)) })
}

func TestMadeColladaMatrices(t *testing.T) {
	eachMade(t, func(t *testing.T, s *made) { s.check(t, s.collada(t, colladaForm{})) })
}

func TestMadeColladaParts(t *testing.T) {
	eachMade(t, func(t *testing.T, s *made) { s.check(t, s.collada(t, colladaForm{parts: true})) })
}

// TestMadeGLTFSharedSkinnedMesh: one mesh on two nodes with a skin each moves
// with the bones of both.
func TestMadeGLTFSharedSkinnedMesh(t *testing.T) {
	s := madeScenes()["two skeletons"]
	s.nodes[5].mesh = 1
	s.frames, s.rate, s.top = madeFrames, 8, exact.Identity()
	s.bindAtRest()
	if m, _ := s.check(t, s.gltf(t)); len(m.Meshes) != 2 {
		t.Errorf("%d meshes", len(m.Meshes))
	}
}

// TestMadeColladaSpaces: inches and other ups become metres, Y up.
func TestMadeColladaSpaces(t *testing.T) {
	for name, c := range map[string]struct {
		form colladaForm
		top  exact.Matrix
	}{
		"inches":        {colladaForm{meter: 0.0254}, exact.Identity()},
		"Z up":          {colladaForm{up: "Z_UP"}, exact.Matrix{0: 1, 6: 1, 9: -1}},
		"Z up, inches":  {colladaForm{up: "Z_UP", meter: 0.0254, parts: true}, exact.Matrix{0: 1, 6: 1, 9: -1}},
		"X up":          {colladaForm{up: "X_UP"}, exact.Matrix{1: -1, 4: 1, 10: 1}},
		"centimetres":   {colladaForm{meter: 0.01}, exact.Identity()},
		"unit of metre": {colladaForm{}, exact.Identity()},
	} {
		t.Run(name, func(t *testing.T) {
			for _, scene := range []string{"two skeletons", "instanced meshes", "mirrored"} {
				s := madeScenes()[scene]
				meter := c.form.meter
				if meter == 0 {
					meter = 1
				}
				s.frames, s.rate, s.top = madeFrames, 8, exact.Scaling(meter).Mul(c.top)
				s.bindAtRest()
				s.check(t, s.collada(t, c.form))
			}
		})
	}
}

// TestMadeReportsCameras: what a model has no place for is told.
func TestMadeReportsCameras(t *testing.T) {
	s := madeScenes()["animated nodes without bones"]
	s.nodes = append(s.nodes, madeNode{name: "lamp", parent: -1, light: true, keyless: true})
	s.frames, s.rate, s.top = madeFrames, 8, exact.Identity()
	m, r := s.check(t, s.collada(t, colladaForm{}))
	for _, want := range []string{"1 camera(s)", "1 light(s)"} {
		found := false
		for _, f := range r.Findings {
			found = found || strings.Contains(f.Message, want) && f.Severity == report.Info
		}
		if !found {
			t.Errorf("%q is not reported: %v", want, r.Findings)
		}
	}
	if m.Skeleton.Joint("eye") >= 0 || m.Skeleton.Joint("lamp") >= 0 {
		t.Errorf("joints %q", m.Skeleton.Name)
	}
	if d := m.Clips[0].Seconds() - float64(madeFrames-1)/s.rate; math.Abs(d) > 1e-6 {
		t.Errorf("the clip is %v s too long", d)
	}
}
