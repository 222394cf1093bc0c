package runtime

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/native/simd"
)

var testLevels = []CrowdLevel{{}, {Every: 2}, {Every: 5, Bank: 1}, {Bank: 2}, {Every: 3, Bank: 2}, {Every: Never}}

// mark spoils what an evaluation of instance i would write.
func mark(c *Crowd, i int) { c.Palette(i)[5] = float32(math.NaN()) }

func marked(c *Crowd, i int) bool { return c.Palette(i)[5] != c.Palette(i)[5] }

// An instance is evaluated at every k-th update, to what it would show without
// levels of detail, with the slots of its level; between them nothing is
// written.
func TestCrowdLevels(t *testing.T) {
	everyLevel(t, func(level simd.Level) {
		for _, n := range []int{1, 5, 16, 33, 131} {
			for _, workers := range []int{1, 3} {
				crowds(t, n, CrowdOptions{Workers: workers, Levels: testLevels}, func(name string, c *Crowd, slow *slowCrowd) {
					what := fmt.Sprintf("%v, %s, n=%d", level, name, n)
					for i := range n {
						at := i % 7 % len(testLevels)
						if i/16 == 1 {
							at = 3 // a block of one kind that is not the first
						}
						if err := c.SetLevel(i, at); err != nil {
							t.Fatal(err)
						}
						if c.Level(i) != at {
							t.Fatalf("%s: instance %d is at level %d, want %d", what, i, c.Level(i), at)
						}
					}
					checkLevels(t, what, c, slow)
				})
			}
		}
	})
}

func checkLevels(t *testing.T, what string, c *Crowd, slow *slowCrowd) {
	t.Helper()
	last := make([]int, c.Len())
	for update := range 12 {
		for i := range c.Len() {
			mark(c, i)
			slow.advance(i, 0.03)
		}
		c.Update(0.03)
		for i := range c.Len() {
			level := testLevels[c.Level(i)]
			every := max(level.Every, 1)
			if marked(c, i) {
				if update-last[i] > every && level.Every != Never {
					t.Fatalf("%s: instance %d was not evaluated for %d updates, want every %d", what, i, update-last[i], every)
				}
				continue
			}
			// Play makes all due at the first update, whatever their turn.
			if level.Every == Never && update > 0 || update > every && last[i] > 0 && update-last[i] != every {
				t.Fatalf("%s: instance %d was evaluated after %d updates, want every %d", what, i, update-last[i], every)
			}
			last[i] = update
			compareInstance(t, what, c, slow, i, level.Bank)
		}
	}
}

// The instances of a slow level are spread evenly over the updates, also where
// they are every second or eighth.
func TestCrowdLevelsAreFlat(t *testing.T) {
	b := randomBank(t, bankForms[0], 1)
	const n = 1600
	for _, every := range []int{2, 3, 4, 7, 16} {
		for _, apart := range []int{1, 2, 3, 4, 8, 13, 16, 21, 32} {
			c, err := NewCrowd(b, n, CrowdOptions{Levels: []CrowdLevel{{Every: Never}, {Every: every}}})
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i < n; i += apart {
				if err := c.SetLevel(i, 1); err != nil {
					t.Fatal(err)
				}
			}
			for range every {
				for i := range n {
					mark(c, i)
				}
				c.Update(0.01)
				due := 0
				for i := range n {
					if !marked(c, i) {
						due++
					}
				}
				if fair := float64(n/apart) / float64(every); math.Abs(float64(due)-fair) > 4+fair/20 {
					t.Errorf("every %d of each %dth: %d are due at once, want %.0f", every, apart, due, fair)
				}
			}
		}
	}
}

// What was told to play or to stand elsewhere shows it at the next update.
func TestCrowdLevelShowsChanges(t *testing.T) {
	crowds(t, 20, CrowdOptions{Levels: []CrowdLevel{{Every: 200}}}, func(name string, c *Crowd, slow *slowCrowd) {
		c.Update(0)
		for i := range c.Len() {
			mark(c, i)
		}
		if err := errors.Join(c.Seek(3, 2.5), c.Play(4, 1, PlayOptions{}), c.Stop(17)); err != nil {
			t.Fatal(err)
		}
		c.Update(0)
		for _, i := range []int{3, 4, 17} {
			if marked(c, i) {
				t.Errorf("%s: instance %d was not evaluated", name, i)
			}
		}
	})
}

func TestCrowdLevelErrors(t *testing.T) {
	b := randomBank(t, bankForms[0], 1)
	for _, level := range []CrowdLevel{{Every: -2}, {Every: 251}, {Bank: -1}, {Bank: 3}} {
		if _, err := NewCrowd(b, 1, CrowdOptions{Levels: []CrowdLevel{level}}); !errors.Is(err, ErrRange) {
			t.Errorf("%+v: %v", level, err)
		}
	}
	if _, err := NewCrowd(b, 1, CrowdOptions{Levels: make([]CrowdLevel, 128)}); !errors.Is(err, ErrRange) {
		t.Errorf("128 levels: %v", err)
	}
	c, err := NewCrowd(b, 1, CrowdOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		if err := c.SetLevel(x[0], x[1]); !errors.Is(err, ErrRange) {
			t.Errorf("instance %d, level %d: %v", x[0], x[1], err)
		}
	}
}
