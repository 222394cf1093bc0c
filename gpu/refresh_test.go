package gpu

import (
	"errors"
	"image/color"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// What Refresh uploads is drawn: moved vertices in other colours.
func TestRefresh(t *testing.T) {
	r := newRenderer(t, 64, 64, 1)
	m := quad(plain(Color{1, 1, 1}))
	m.Meshes[0].Color = []float32{1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}
	on := upload(t, r, m)
	scene := ahead(one(on, soa.IdentityAffine()))
	expect(t, picture(t, r, scene), -0.5, 0, color.RGBA{255, 0, 0, 255}, "at first")
	mesh := m.Meshes[0]
	for v := range mesh.Vertices() {
		mesh.Position[3*v] = max(mesh.Position[3*v], 0)
		copy(mesh.Color[4*v:], []float32{0, 0, 1, 1})
	}
	if err := on.Refresh(); err != nil {
		t.Fatal(err)
	}
	img := picture(t, r, scene)
	expect(t, img, -0.5, 0, color.RGBA{0, 0, 0, 255}, "where it was")
	expect(t, img, 0.5, 0, color.RGBA{0, 0, 255, 255}, "where it is")
	on.Close()
	if err := on.Refresh(); !errors.Is(err, soa.ErrClosed) {
		t.Errorf("of a closed model: %v", err)
	}
}

// Weights that change in an editable model move vertices as those of one that is uploaded anew, also of joints that
// had none, and of a fifth influence; vertices that are not listed stay.
func TestRefreshVertices(t *testing.T) {
	r := newRenderer(t, 64, 64, 1)
	m := tube(6, 8, 9, 12)
	_, palette := bend(m, 0.4)
	edited, _, err := r.UploadEditable(m)
	if err != nil {
		t.Fatal(err)
	}
	skin := func(on *Model) []float32 {
		t.Helper()
		list, err := r.Skin(nil, &Item{Model: on, World: []soa.Affine{soa.IdentityAffine()}, Palettes: []Palette{{Data: palette}}}, 0)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	before := skin(edited)
	mesh := m.Meshes[0]
	list := []int{40, 3, 4, 5, 119, 40}
	for _, v := range append([]int{77}, list...) { // 77 is not listed
		for k := range 8 {
			mesh.BoneIndex[8*v+k], mesh.BoneWeight[8*v+k] = uint16((v+k)%6), 0.125
		}
	}
	if err := edited.RefreshVertices(0, list); err != nil {
		t.Fatal(err)
	}
	fresh, _, err := r.UploadEditable(m)
	if err != nil {
		t.Fatal(err)
	}
	want, got := skin(fresh), skin(edited)
	copy(want[6*77:6*77+6], before[6*77:])
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("value %d of vertex %d is %v, want %v", i%6, i/6, got[i], want[i])
		}
	}
	if slices.Equal(before[6*40:6*40+6], got[6*40:6*40+6]) {
		t.Error("the vertex stays where it was")
	}
	if err := edited.Refresh(); err != nil {
		t.Fatal(err)
	}
	if all := skin(fresh); !slices.Equal(skin(edited), all) {
		t.Error("Refresh leaves vertices as they were")
	}
	for _, c := range []struct {
		on   *Model
		mesh int
		list []int
		want error
	}{{upload(t, r, m), 0, nil, soa.ErrInvalid}, {edited, 1, nil, soa.ErrRange}, {edited, 0, []int{130}, soa.ErrRange}, {edited, 0, []int{-1}, soa.ErrRange}} {
		if err := c.on.RefreshVertices(c.mesh, c.list); !errors.Is(err, c.want) {
			t.Errorf("mesh %d, vertices %v: %v, want %v", c.mesh, c.list, err, c.want)
		}
	}
	edited.Close()
	if err := edited.RefreshVertices(0, nil); !errors.Is(err, soa.ErrClosed) {
		t.Errorf("of a closed model: %v", err)
	}
}
