package importer

import (
	"fmt"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// NameClips gives the clips of a model and of files different names. A name that the model or another
// file has too, or that a file has twice, becomes the name of the file, followed by the clip's own if
// the file has several clips, and by a number if that is taken too. The model's clips keep their
// names. The reports of the files list renamed clips as report.RenamedClip.
func NameClips(model []*soa.Clip, files []FileClips) {
	uses := make(map[string]int) // by the model and by files, each once
	taken := make(map[string]bool)
	for _, c := range model {
		uses[c.Name], taken[c.Name] = 1, true
	}
	for i := range files {
		own := make(map[string]bool)
		for _, c := range files[i].Clips {
			if !own[c.Name] {
				own[c.Name] = true
				uses[c.Name]++
			}
		}
	}
	for i := range files {
		for _, c := range files[i].Clips { // those whose names stay come first
			if uses[c.Name] == 1 {
				taken[c.Name] = true
			}
		}
	}
	for i := range files {
		f := &files[i]
		own := make(map[string]bool)
		for _, c := range f.Clips {
			was := c.Name
			if uses[was] > 1 || own[was] {
				c.Name = freeName(source.Stem(f.File), was, len(f.Clips), taken)
				taken[c.Name] = true
			}
			own[was] = true
			if c.Name != was {
				f.Report.Add(report.Info, report.RenamedClip, was, "other clips have its name; named %q, after its file", c.Name)
			}
		}
	}
}

// NameTakes is NameClips for files that are all takes, the first of them with the model. If that file
// has one clip, it is named like those of the others; several clips keep their names.
func NameTakes(files []FileClips) {
	if len(files) > 0 && len(files[0].Clips) > 1 {
		NameClips(files[0].Clips, files[1:])
		return
	}
	NameClips(nil, files)
}

// freeName returns a name for one of a file's clips.
func freeName(stem, name string, clips int, taken map[string]bool) string {
	if clips > 1 {
		stem += " " + name
	}
	free := stem
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s %d", stem, n)
	}
	return free
}
