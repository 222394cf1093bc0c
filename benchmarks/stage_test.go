package benchmarks

import (
	"fmt"
	"testing"

	"github.com/sinew-anim/sinew/internal/measure"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// BenchmarkStage measures each stage separately, over all instances.
func BenchmarkStage(b *testing.B) {
	for _, n := range []int{1, 112, 4000} {
		clockStage(b, n)
		rowStages(b, n)
		peerStages(b, n)
	}
}

// stage is one stage to measure: run processes all instances n times.
func stage(b *testing.B, name, source, form string, n, joints int, run func(frames int)) {
	work, batch := &measure.Work{Run: run}, 0
	b.Run(fmt.Sprintf("stage=%s/n=%d/source=%s/form=%s", name, n, source, form), func(b *testing.B) {
		if batch == 0 {
			batch = work.Batch()
		}
		b.ReportAllocs()
		b.ResetTimer()
		report(b, work.Least(b.N, batch), n*joints)
	})
}

// repeat returns a run function that repeats a job.
func repeat(b *testing.B, job func() error) func(frames int) {
	return func(frames int) {
		for range frames {
			if err := job(); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// clockStage measures the clocks of a crowd, without palettes.
func clockStage(b *testing.B, n int) {
	character, err := subjects()[0].load()
	if err != nil {
		b.Fatal(err)
	}
	bank, err := character.Bank(1, pose.FormRig)
	if err != nil {
		b.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Baked(bank), n, runtime.CrowdOptions{Play: &play.Options{Seed: 1}})
	if err != nil {
		b.Fatal(err)
	}
	defer crowd.Close()
	stage(b, "clocks", "rows", "rig", n, character.Joints(), repeat(b, func() error { return crowd.Advance(measure.Step) }))
}
