package pose_test

import (
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
)

// BenchmarkOverModel measures the blend in model space of 16 instances and of one.
func BenchmarkOverModel(b *testing.B) {
	const joints = 67
	r := rand.New(rand.NewPCG(1, 1))
	rest := randomTRS(r, joints)
	l := layoutOf(b, rest, []trs{rest})
	for s := range joints {
		l.Parent[s] = int16(s) - 1
	}
	upper, lower := rowFrom(l.Layout, randomTRS(r, joints)), rowFrom(l.Layout, randomTRS(r, joints))
	blocks, scratch := [2][]float32{blockOf(l, upper), blockOf(l, lower)}, l.NewModelScratch()
	per := func(instances int, run func() error) func(*testing.B) {
		return func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				must.Do(b, run())
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*instances*joints), "ns/joint")
		}
	}
	b.Run("block", per(simd.Lanes, func() error { return l.OverModel(blocks[0], blocks[1], weights(0.5), nil, scratch) }))
	b.Run("row", per(1, func() error { return l.OverModelRow(upper, lower, 0.5, nil, scratch) }))
}
