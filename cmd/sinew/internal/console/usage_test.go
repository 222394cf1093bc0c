package console

import "testing"

func TestAbout(t *testing.T) {
	for want, got := range map[string]string{
		"it is cut": Prefix("it is cut"), "a.bvh: it is cut off": Prefix("it is cut off", "a.bvh", ""),
		"a.bvh: hips: it is cut": Prefix("it is cut", "a.bvh", "hips"), "hips: lost": Prefix("lost", "", "hips"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
