package control_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/documents"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/soa"
)

// A document with all that there is fits a skeleton of other names, and says the same when these are
// given back.
func TestFollowJoints(t *testing.T) {
	c, err := control.Parse(documents.Everything(t))
	must.Do(t, err)
	want, err := c.JSON()
	must.Do(t, err)
	from := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured}).Skeleton
	to := *from
	to.Name = nil
	index := make([]int, from.Len())
	for j, name := range from.Name {
		to.Name, index[j] = append(to.Name, "new "+name), j
	}
	there, err := c.FollowJoints(from, &to, index)
	must.Do(t, err)
	text, err := there.JSON()
	must.Do(t, err)
	if !strings.Contains(string(text), `"new `) {
		t.Errorf("no joint has a new name:\n%s", text)
	}
	back, err := there.FollowJoints(&to, from, index)
	must.Do(t, err)
	got, err := back.JSON()
	must.Do(t, err)
	paths := func(text []byte) string { return strings.ReplaceAll(string(text), "left arm/hand", "hand") }
	if paths(got) != paths(want) {
		t.Errorf("there and back it is\n%s\nof\n%s", got, want)
	}
	for j := range index {
		index[j] = soa.NoJoint
	}
	if _, err := c.FollowJoints(from, &to, index); !errors.Is(err, control.ErrDocument) || !strings.Contains(err.Error(), "is no more") {
		t.Errorf("without joints: %v", err)
	}
}
