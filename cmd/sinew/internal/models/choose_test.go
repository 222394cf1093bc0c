package models

import (
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/soa"
)

func TestFindClip(t *testing.T) {
	var clips []*soa.Clip
	for _, name := range []string{"walk", "Walk_tail", "run", "RunBack", "7", "idle", "idle"} {
		clips = append(clips, &soa.Clip{Name: name})
	}
	for _, c := range []struct {
		name string
		want int
		err  string
	}{
		{"walk", 0, ""},       // exact before part
		{"WALK", 0, ""},       // but for case
		{"tail", 1, ""},       // part
		{"back", 3, ""},       // part but for case
		{"2", 2, ""},          // index
		{"7", 4, ""},          // no index of seven clips: a name
		{"6", 6, ""},          // index of one whose name is not unique
		{"ru", 2, ""},         // the case as given is unique
		{"k", 0, "ambiguous"}, // in three names
		{"idle", 0, `ambiguous: "idle" (5), "idle" (6)`},
		{"", 0, "no clip"},
		{"-1", 0, "no clip"},
		{"wlak", 0, `no clip "wlak"; near are "walk" (0)`},
	} {
		got, err := FindClip(clips, c.name)
		switch {
		case c.err == "" && (err != nil || got != c.want):
			t.Errorf("%q: %d, %v, want %d", c.name, got, err, c.want)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%q: %d, %v, want an error with %q", c.name, got, err, c.err)
		}
	}
}

func TestPrintable(t *testing.T) {
	if got := console.Printable("a\x1b[31mb\nc\xff\u202ed"); got != "a\ufffd[31mb\ufffdc\ufffd\ufffdd" {
		t.Errorf("%q", got)
	}
	if got := console.Printable("Ärmel.L"); got != "Ärmel.L" {
		t.Errorf("%q", got)
	}
}
