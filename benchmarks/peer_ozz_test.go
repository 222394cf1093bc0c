//go:build ozz

package benchmarks

import (
	"testing"

	"github.com/sinew-anim/sinew/internal/measure"
)

// peerStages returns ozz-animation's stages.
func peerStages(b *testing.B, n int) {
	character, err := subjects()[0].load()
	if err != nil {
		b.Fatal(err)
	}
	stages, end, err := measure.PeerStages(character, measure.Crowd{Instances: n, Clips: 1, Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	defer end()
	for _, s := range stages {
		stage(b, s.Name, "ozz", measure.Own, n, character.Joints(), s.Run)
	}
}
