package importer_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/sinew-anim/sinew/importer"
)

// A tree of as many levels as a skeleton may have is read, in a child and without one: here
// it holds nothing to import. One that is deeper than libassimp's stack ends the child alone.
func TestDeepTree(t *testing.T) {
	for _, c := range []struct {
		levels int
		limits *importer.Limits
		want   error
	}{{32_000, nil, importer.ErrEmpty}, {32_000, &importer.Limits{}, importer.ErrEmpty}, {400_000, &importer.Limits{}, importer.ErrCrashed}} {
		files := fstest.MapFS{"deep.dae": {Data: []byte(`<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">` +
			`<library_visual_scenes><visual_scene id="s">` + strings.Repeat("<node>", c.levels) + strings.Repeat("</node>", c.levels) +
			`</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`)}}
		if _, err := importer.LoadFS(t.Context(), files, "deep.dae", importer.Options{Isolation: c.limits}); !errors.Is(err, c.want) {
			t.Errorf("%d levels, isolated %v: %v, want %v", c.levels, c.limits != nil, err, c.want)
		}
	}
}
