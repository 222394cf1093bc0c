//go:build ozz

package benchmarks

import (
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/ozz"
	"github.com/sinew-anim/sinew/soa"
)

// crowdPeer measures ozz-animation doing the same, whole characters and job
// after job, from clips that its optimizer has been over.
func crowdPeer(b *testing.B, s *subject, n int, random bool, name func(path string) string) {
	bind := make([]soa.Affine, s.model.Skeleton.Len())
	for j := range bind {
		bind[j] = soa.IdentityAffine()
	}
	o, err := ozz.New(s.model, []*soa.Clip{s.clip}, bind, true)
	if err != nil {
		b.Fatal(err)
	}
	defer o.Close()
	clip, seconds := make([]int32, n), make([]float32, n)
	frames := s.times(n, random)
	for path, staged := range map[string]bool{"ozz": false, "ozz-staged": true} {
		b.Run(name(path), func(b *testing.B) {
			frame := 0
			for b.Loop() {
				for i, t := range frames[frame] {
					t -= s.clip.Start
					for t > s.clip.Seconds() {
						t -= s.clip.Seconds()
					}
					seconds[i] = float32(t)
				}
				frame = (frame + 1) % len(frames)
				if err := o.Run(clip, seconds, staged); err != nil {
					b.Fatal(err)
				}
			}
			perJoint(b, s.joints(n))
		})
	}
}
