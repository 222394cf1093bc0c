package list_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/soa"
)

// One edit after the other gives the clip that the document gives.
func TestEdited(t *testing.T) {
	m := strider(t)
	walk := m.Clips[1]
	edits := []list.Edit{
		&list.Trim{From: 0.1, To: 0.8},
		&list.InsertKey{Track: list.Target{Joint: "head", Property: soa.Rotation}, Time: 0.3},
		&list.Tangents{Track: list.Target{Joint: "head", Property: soa.Rotation}, From: 0.3, To: 0.3, Kind: edit.Flat},
		&list.Reverse{},
	}
	d := &list.Document{Clips: []list.Clip{{Clip: walk.Name, Edits: edits}}}
	want, _, err := d.Apply(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	c := edit.ClipOf(walk)
	for _, e := range edits {
		if c, _, err = list.Edited(t.Context(), m, c, e); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := c.Build(); err != nil || !reflect.DeepEqual(got, want.Clips[1]) {
		t.Errorf("the clip is another one: %v", err)
	}
	if _, _, err := list.Edited(t.Context(), m, c, &list.Join{Clip: walk.Name}); !errors.Is(err, list.ErrDocument) {
		t.Errorf("join: %v", err)
	}
	if _, _, err := list.Edited(t.Context(), nil, c, &list.Reverse{}); err == nil {
		t.Error("no model: no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := list.Edited(ctx, m, c, &list.Reverse{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
