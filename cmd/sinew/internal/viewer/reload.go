package viewer

import (
	"path/filepath"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/watch"
)

// reload opens files that were dropped, or those shown where one has changed. The message
// tells of an error, and what was shown stays.
func (v *Viewer) reload(dt float64) error {
	if v.options.Open == nil || v.question.open {
		return nil
	}
	file, dropped := v.files.First(), len(v.dropped) > 0
	var with []string
	switch {
	case dropped:
		file, with = v.dropped[0], append(with, v.dropped[1:]...)
	case file == "" || !v.again && !v.files.Changed(dt):
		return nil
	}
	again := v.again || !dropped
	v.again, v.dropped = false, v.dropped[:0]
	show, err := v.options.Open(file, with)
	if err != nil {
		v.status.tell(err.Error())
		return nil
	}
	if !again {
		v.files = watch.New(append([]string{file}, with...))
	}
	return v.replace(show, again, file)
}

// replace shows another file. The same file, read again, continues where it was.
func (v *Viewer) replace(show *playback.Show, again bool, file string) error {
	clock, orbit := v.Clock, v.Orbit
	clip, name := v.Show.Clip, v.Show.Name()
	if old := v.Show.Edits; again && old != nil && show.Edits != nil && (old.Changed() || v.options.NoEdits && old.Edited()) {
		edits, err := old.Carry(show.Edits)
		if err != nil {
			v.status.tell("the edits are kept, and the file is not read again: " + err.Error())
			show.Close()
			return nil
		}
		show.Edits = edits
	}
	if err := v.carryStrokes(show, again); err != nil {
		v.status.tell("the strokes are kept, and the file is not read again: " + err.Error())
		show.Close()
		return nil
	}
	painting := again && v.painted.isOn()
	v.painted.close()
	v.Show.Close()
	if err := v.open(show); err != nil {
		return err
	}
	v.status.tell("opened " + filepath.Base(file))
	if !again {
		return nil
	}
	for k, c := range show.Clips {
		if c.Name == name && k != show.Clip && clip >= 0 {
			if err := v.Choose(k); err != nil {
				return err
			}
		}
	}
	v.Playing, v.Speed, v.Mode = clock.Playing, clock.Speed, clock.Mode
	v.Time = min(max(clock.Time, v.Start), v.End)
	v.Orbit = orbit
	if painting {
		v.togglePainting()
	}
	return nil
}
