package importer

import (
	"fmt"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// nameClips names clips after their files whose names a model has, or several files: by the name of
// the file, followed by the clip's own where the file has several, and a number if that is taken too.
// The findings go into a report, or else into those of the files.
func nameClips(model []*soa.Clip, files []FileClips, to *report.Report) {
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
		into := to
		if into == nil {
			into = &f.Report
		}
		own := make(map[string]bool)
		for _, c := range f.Clips {
			was := c.Name
			if uses[was] > 1 || own[was] {
				c.Name = freeName(source.Stem(f.File), was, len(f.Clips), taken)
				taken[c.Name] = true
			}
			own[was] = true
			if c.Name != was {
				into.Add(report.Info, report.RenamedClip, was, "other clips have its name; named %q, after its file", c.Name)
			}
		}
	}
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
