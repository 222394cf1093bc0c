package rig

import "testing"

func TestModelsAreValid(t *testing.T) {
	c := Character(Motion{"short", 1.3}, Motion{"long", 15})
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	if n := c.Skeleton.Len(); n != 67 {
		t.Fatalf("a character of %d joints, want 67", n)
	}
	if n := len(c.Clips[1].Time); n != 2*67*451 {
		t.Fatalf("15 s have %d keys", n)
	}
	for _, joints := range []int{0, 1, 15, 16, 17, 67, 1000} {
		for seed := range uint64(5) {
			if err := Random(seed, joints).Validate(); err != nil {
				t.Fatalf("seed %d, %d joints: %v", seed, joints, err)
			}
		}
	}
}
