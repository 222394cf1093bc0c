package fbx

import (
	"errors"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/internal/fbx"
)

// Follow performs on data the steps of an import that precede libassimp: it reads and patches the
// file and computes its tracks.
func Follow(data []byte, o *scene.Settings) error {
	file, err := fbx.Read(data)
	if err != nil {
		return err
	}
	file.Patch(data)
	f := Format{file: file}
	end := f.followAhead(o)
	<-f.ahead.done
	end()
	if err := errors.Join(f.ahead.floatsErr, f.ahead.err); err != nil {
		return err
	}
	for _, fl := range f.ahead.floats.List {
		for _, c := range fl.Curves {
			s := &file.Stacks[c.Stack]
			c.Driven.Range(c.Component, s.First, s.Last)
		}
	}
	return nil
}
