package graph_test

import (
	"reflect"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/soa"
)

// TestCastsOfSources: a graph is compiled against the same clips, whatever source plays them.
func TestCastsOfSources(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 0.4}, figure.Motion{Name: "run", Seconds: 0.25})
	for _, clip := range m.Clips {
		clip.Events = append(clip.Events, soa.NewEvent("step", 1, 1.5))
	}
	want := graph.ClipsOfModel(m)
	if len(want.Clips) != 2 || want.Clips[1].Name != "run" || len(want.Clips[1].Events) == 0 || want.Skeleton != m.Skeleton {
		t.Fatalf("the cast of the model is %+v", want)
	}
	packed, err := bake.PackClips(t.Context(), m, nil, bake.PackOptions{})
	must.Do(t, err)
	if got := graph.ClipsOfPacked(m, packed); !reflect.DeepEqual(got, want) {
		t.Errorf("the cast of compressed clips is %+v, of the model %+v", got.Clips, want.Clips)
	}
	bank, err := bake.Bank(t.Context(), m, nil, bake.BankOptions{ErrorBound: 1e-3})
	must.Do(t, err)
	if got := graph.ClipsOfBank(m.Skeleton, bank); !reflect.DeepEqual(got, want) {
		t.Errorf("the cast of a bank is %+v, of the model %+v", got.Clips, want.Clips)
	}
}
