package graph_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
)

// The palettes and events of a crowd that a graph drives have these bits on every
// processor and instruction set, for any number of workers.
func TestGraphCrowdGivesTheseBits(t *testing.T) {
	model := character()
	bank, err := bake.Bank(context.Background(), model, nil, bake.BankOptions{})
	must.Do(t, err)
	p, err := graph.Compile(wholeBody(), graph.ClipsOfBank(model.Skeleton, bank))
	must.Do(t, err)
	const n = 19
	for name, source := range map[string]struct {
		of   runtime.Source
		want uint64
	}{
		"keys": {runtime.Keyframes(model), 0x3a7edc9ecb60199d}, "rows": {runtime.Baked(bank), 0xa7ab120bdcecd0e7},
	} {
		for _, isa := range simd.ISAs() {
			restore, err := simd.Use(isa)
			must.Do(t, err)
			for _, workers := range []int{1, 3} {
				crowd, err := runtime.NewCrowd(source.of, n, runtime.CrowdOptions{Layers: play.MaxLayers, Workers: workers, RootMotion: play.RootApplied})
				must.Do(t, err)
				s := &stage{TB: t, crowd: crowd, g: p.Start(n)}
				must.Do(t, crowd.SetGraph(s.g))
				for _, x := range p.Parameters() {
					s.names = append(s.names, x.Name)
				}
				h := fnv.New64a()
				for step := range 40 {
					for i := range n {
						s.script(i, step)
					}
					must.Do(t, crowd.Update(1./30))
					for i := range n {
						_ = binary.Write(h, binary.LittleEndian, crowd.Instance(i).Palette())
					}
					fmt.Fprint(h, crowd.Events())
				}
				crowd.Close()
				if got := h.Sum64(); got != source.want {
					t.Errorf("%s, %v, %d workers: %#x, want %#x", name, isa, workers, got, source.want)
				}
			}
			restore()
		}
	}
}
