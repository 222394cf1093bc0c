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
	limits := importer.Isolated(importer.Limits{})
	for _, c := range []struct {
		levels int
		opts   []importer.Option
		want   error
	}{{32_000, nil, importer.ErrEmpty}, {32_000, []importer.Option{limits}, importer.ErrEmpty}, {400_000, []importer.Option{limits}, importer.ErrCrashed}} {
		files := fstest.MapFS{"deep.dae": {Data: []byte(`<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">` +
			`<library_visual_scenes><visual_scene id="s">` + strings.Repeat("<node>", c.levels) + strings.Repeat("</node>", c.levels) +
			`</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`)}}
		if _, err := importer.LoadFS(t.Context(), files, "deep.dae", c.opts...); !errors.Is(err, c.want) {
			t.Errorf("%d levels, %d options: %v, want %v", c.levels, len(c.opts), err, c.want)
		}
	}
}
