//go:build cgo

package runtime_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// TestPlayUnknownClip: Play of a name that no clip has is refused with the name and the nearest.
func TestPlayUnknownClip(t *testing.T) {
	m := files.Load(t, "../testdata/strider/strider.glb") // jump, walk, wave
	c, err := runtime.NewCrowd(runtime.Keyframes(m), 2, runtime.CrowdOptions{})
	must.Do(t, err)
	defer c.Close()
	for name, near := range map[string]string{"wlak": `did you mean "walk"`, "Jmp": `did you mean "jump"`, "somersault": `there are "`, "": `there are "`} {
		for what, err := range map[string]error{"play": c.Instance(1).Play(c.ClipIndex(name), play.Options{}), "play all": c.PlayAll(c.ClipIndex(name), play.Options{})} {
			if !errors.Is(err, runtime.ErrRange) || !strings.Contains(err.Error(), `"`+name+`"`) || !strings.Contains(err.Error(), near) {
				t.Errorf("%s %q: %v", what, name, err)
			}
		}
	}
	if err := c.Instance(0).Play(7, play.Options{}); !errors.Is(err, runtime.ErrRange) || strings.Contains(err.Error(), "wlak") {
		t.Errorf("play clip 7: %v", err)
	}
	if n := testing.AllocsPerRun(10, func() {
		if c.ClipIndex("wave") == soa.None {
			t.Error("no wave")
		}
	}); n > 0 {
		t.Errorf("finding a clip allocates %v times", n)
	}
	s := runtime.Keyframes(m)
	if err := s.PrepareClips("wlak"); !errors.Is(err, runtime.ErrRange) || !strings.Contains(err.Error(), `did you mean "walk"`) {
		t.Errorf("prepare: %v", err)
	}
}
