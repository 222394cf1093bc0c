package keys

import (
	"maps"
	"slices"
	"testing"
	"unsafe"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// bindRandom binds the clips of a random model.
func bindRandom(t *testing.T, s uint64) []*boundClip {
	t.Helper()
	p, err := New(t.Context(), figure.Random(s, 12), nil, pose.LayoutOptions{AllJoints: true})
	if err != nil {
		t.Fatal(err)
	}
	_, list, err := p.bindAll(p.Clips)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// sourceBytes is the memory of a track's keys in a clip.
func sourceBytes(t exactTrack) int {
	first, end := t.clip.Keys(t.track)
	each := 5 * unsafe.Sizeof(t.clip.Time[0])
	if t.clip.Tracks[t.track].Interpolation == soa.Cubic {
		each += 2 * unsafe.Sizeof(soa.Tangent{})
	}
	return int(each) * (end - first)
}

// A group knows the memory of its tracks' own keys, whatever these are, and has each track once.
func TestGroupsCountTheirSource(t *testing.T) {
	cubic := 0
	for s := range seed.Cases(t, 4) {
		for _, b := range bindRandom(t, s) {
			had := map[int]bool{}
			for _, g := range b.groups {
				want := 0
				for i, track := range g.tracks {
					if want += sourceBytes(track); had[track.track] || track.column != g.column[i] {
						t.Errorf("track %d is in two groups, or in the column %d and not %d", track.track, g.column[i], track.column)
					}
					had[track.track] = true
					if track.clip.Tracks[track.track].Interpolation == soa.Cubic {
						cubic++
					}
				}
				if g.source != want || g.ratio() != float64(g.bytes())/float64(want) {
					t.Errorf("a group of %d tracks stands for %d bytes, want %d; its ratio is %v", len(g.tracks), g.source, want, g.ratio())
				}
			}
		}
	}
	if cubic == 0 {
		t.Error("no group has splines")
	}
}

// The groups that are left out are those which take most for what they stand for, and no more than
// are asked for; their tracks are played exactly.
func TestLightenTakesTheHeaviest(t *testing.T) {
	for s := range seed.Cases(t, 4) {
		whole := 0
		for _, b := range bindRandom(t, s) {
			for _, g := range b.groups {
				whole += g.bytes()
			}
		}
		asked := []int{1, whole / 3, whole - 1, whole + 1}
		for k := 0; k < len(asked); k++ {
			bytes, list := asked[k], bindRandom(t, s)
			had, of := map[*keyGroup]int{}, map[int]int{}
			for k, b := range list {
				of[k] = len(b.exact)
				for _, g := range b.groups {
					had[g] = k
				}
			}
			if !lighten(list, bytes) {
				t.Fatal("nothing to take")
			}
			heaviest := 0.
			for _, b := range list {
				for _, g := range b.groups {
					heaviest = max(heaviest, g.ratio())
					delete(had, g)
				}
			}
			taken, last, lightest := 0, 0, slices.Collect(maps.Keys(had))
			for g, k := range had {
				taken += g.bytes()
				of[k] += len(g.tracks)
				if g.ratio() < heaviest {
					t.Errorf("a group of ratio %v is taken, one of %v is not", g.ratio(), heaviest)
				}
			}
			if k == 0 {
				asked = append(asked, taken) // is enough
			}
			slices.SortFunc(lightest, func(a, b *keyGroup) int { return int(1e9 * (a.ratio() - b.ratio())) })
			for _, g := range lightest {
				if g.ratio() == lightest[0].ratio() {
					last = max(last, g.bytes())
				}
			}
			if bytes <= whole && (taken < bytes || taken-last >= bytes) || bytes > whole && taken != whole {
				t.Errorf("%d of %d bytes are taken for %d, the last %d", taken, whole, bytes, last)
			}
			for k, b := range list {
				if len(b.exact) != of[k] {
					t.Errorf("clip %d plays %d tracks exactly, want %d", k, len(b.exact), of[k])
				}
			}
		}
	}
}

// A group's bytes are about those that kernels take for it.
func TestGroupBytes(t *testing.T) {
	kinds := map[bool]int{}
	for s := range seed.Cases(t, 4) {
		p, err := New(t.Context(), figure.Random(s, 12), nil, pose.LayoutOptions{AllJoints: true})
		must.Do(t, err)
		for _, b := range bindRandom(t, s) {
			for _, g := range b.groups {
				one := &boundClip{groups: []*keyGroup{g}}
				straight, bent := one.kernels()
				k, err := kernel.NewKeyClip(p.columns, straight, bent, nil)
				must.Do(t, err)
				kinds[len(bent) > 0]++
				less := 1 << 10
				if bent == nil {
					less += 80 * len(g.keys.Time) // rotations are padded apart, uneven keys have twice the cells
				} else {
					less += 16 * len(g.bends.Time)
				}
				if is, said := k.Bytes(), g.bytes(); said < is-less || said > is+is/4+1<<10 {
					t.Errorf("a group of %d tracks, bent %v: %d bytes, said are %d", len(g.tracks), len(bent) > 0, is, said)
				}
			}
		}
	}
	if len(kinds) < 2 {
		t.Errorf("%v", kinds)
	}
}

// Kernels' keys take at most twice the memory of splines and eight times that of other tracks, and 64 kB.
func TestKeyBudget(t *testing.T) {
	for s := range seed.Cases(t, 4) {
		m := figure.Random(s, 12)
		want, have := 64<<10, 0
		for _, c := range m.Clips {
			for k := range c.Tracks {
				share := 8
				if c.Tracks[k].Interpolation == soa.Cubic {
					share = 2
				}
				want += share * sourceBytes(exactTrack{clip: c, track: k})
			}
		}
		for _, b := range bindRandom(t, s) {
			for _, g := range b.groups {
				have += g.bytes()
			}
		}
		if got := keyBudget(m.Clips); got != want || have > want {
			t.Errorf("%d bytes may be taken, want %d; %d are", got, want, have)
		}
	}
}
