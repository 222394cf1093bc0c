package codec_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/soa"
)

// growing is a chain of joints, each of which grows to a factor below the one before.
func growing(joints int, factor float32) *soa.Model {
	m := tree(joints, 0, 0)
	c := &soa.Clip{Name: "grow", TicksPerSecond: 30, Duration: 30}
	for j := range joints {
		m.Skeleton.Parent[j] = int16(j - 1)
		addTrack(c, soa.Scale, j, 31, func(key int) [4]float32 {
			v := 1 + (factor-1)*float32(key*key)/900
			return [4]float32{v, v, v}
		})
	}
	m.Skeleton.ComputeDepth()
	m.Clips = []*soa.Clip{c}
	return m
}

// TestScaledChains: steps that are longer than those that the clip was packed with make
// the scales of all joints too large together, although each is small.
func TestScaledChains(t *testing.T) {
	for name, o := range codings {
		m := growing(8, 1.5)
		p := pack(t, m, m.Clips[0], o)
		if len(p.Step) != 8 {
			t.Fatalf("%s: %d of 8 tracks are packed", name, len(p.Step))
		}
		for _, c := range []struct {
			doublings uint8
			valid     bool
		}{{0, true}, {4, true}, {5, false}, {10, false}} { // 1.5⁸ is 2^4.7
			longer := *p
			longer.Step = nil
			for _, s := range p.Step {
				longer.Step = append(longer.Step, s-8*c.doublings)
			}
			if err := longer.Validate(8, 0, 0); err != nil {
				t.Fatal(err)
			}
			_, err := codec.Unpack(m, &longer)
			if c.valid && err != nil || !c.valid && (!errors.Is(err, soa.ErrInvalid) || !strings.Contains(err.Error(), "scaled")) {
				t.Errorf("%s, 2^%d times larger: %v", name, c.doublings, err)
			}
		}
	}
	large := growing(8, 40)
	if _, err := codec.Clip(context.Background(), large, large.Clips[0], codec.Options{}); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("a clip that scales by 40⁸ is packed: %v", err)
	}
	m := growing(8, 1.5)
	p := pack(t, m, m.Clips[0], codec.Options{})
	m.Skeleton.Static, m.Clips = []soa.StaticLocal{{Joint: 5}}, nil
	if _, err := codec.Unpack(m, p); !errors.Is(err, soa.ErrInvalid) || !strings.Contains(err.Error(), "static") {
		t.Errorf("a clip that drives a joint with a static matrix: %v", err)
	}
}
