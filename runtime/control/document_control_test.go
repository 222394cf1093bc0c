package control_test

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/documents"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/jsontree"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
)

// What is read is written so that it is read again as the same, and fits the skeleton that
// it is made for.
func TestRoundTrip(t *testing.T) {
	c, err := control.Parse(documents.Everything(t))
	must.Do(t, err)
	text, err := c.JSON()
	must.Do(t, err)
	lost, err := jsontree.Lost(documents.Everything(t), text)
	must.Do(t, err)
	if want := []string{"/$schema: <nil>, not schema.json", "/control/modifiers/0/twoBoneIK/rotation: [0 0.70710677 0 0.70710677], not [0 90 0]"}; !slices.Equal(lost, want) {
		t.Errorf("of what is read are written otherwise: %q", lost)
	}
	back, err := control.Parse(text)
	must.Do(t, err)
	if !reflect.DeepEqual(back, c) {
		t.Fatalf("it is read otherwise from\n%s", text)
	}
	again, err := back.JSON()
	must.Do(t, err)
	if !bytes.Equal(again, text) {
		t.Fatalf("%s\nand then\n%s", text, again)
	}
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	must.Do(t, c.Check(model.Skeleton))
}
