package figure

import "testing"

func TestModelsAreValid(t *testing.T) {
	c := Character(Motion{Name: "short", Seconds: 1.3}, Motion{Name: "long", Seconds: 15},
		Motion{Name: "captured", Seconds: 1.3, Drive: Captured}, Motion{Name: "everything", Seconds: 1.3, Drive: Everything})
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	if n := c.Skeleton.Len(); n != 67 {
		t.Fatalf("a character of %d joints, want 67", n)
	}
	if n := len(c.Clips[1].Time); n != 2*67*451 {
		t.Fatalf("15 s have %d keys", n)
	}
	for i, tracks := range []int{2 * 67, 2 * 67, 2 + 67, 3 * 67} {
		if n := len(c.Clips[i].Tracks); n != tracks {
			t.Errorf("clip %q has %d tracks, want %d", c.Clips[i].Name, n, tracks)
		}
	}
	for _, joints := range []int{0, 1, 15, 16, 17, 67, 1000} {
		for seed := range uint64(5) {
			if err := Random(seed, joints).Validate(); err != nil {
				t.Fatalf("seed %d, %d joints: %v", seed, joints, err)
			}
		}
	}
}
