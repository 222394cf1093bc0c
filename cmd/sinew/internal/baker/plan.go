package baker

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
)

// Job is an archive and the files it is made from: several only for a library.
type Job struct {
	Inputs []string
	Out    string
	Err    error // of an input that cannot be listed
}

// Plan lists the archives to make. An output with the archive's extension is a file; another
// one is a folder, in which archives lie as their models did. With full, names keep the
// models' extensions, so that they do not depend on what else is baked.
func Plan(args []string, out string, library, full bool) ([]Job, error) {
	found, err := batch.Find(args, out)
	if err != nil {
		return nil, err
	}
	inputs := found.List
	file := strings.EqualFold(filepath.Ext(out), console.ArchiveExtension)
	if info, err := os.Stat(out); err == nil && info.IsDir() == file {
		if file {
			return nil, console.Usagef("-o %s is a folder with the name of an archive", out)
		}
		return nil, console.Usagef("-o %s is a file: the name of an archive ends in %s, others are folders", out,
			console.ArchiveExtension)
	}
	switch {
	case library && !file:
		return nil, console.Usagef("--library makes one archive: -o needs a name such as walks%s", console.ArchiveExtension)
	case library:
		job := Job{Out: out}
		for _, in := range inputs {
			job.Inputs, job.Err = append(job.Inputs, in.Path), cmp.Or(job.Err, in.Err)
		}
		return []Job{job}, nil
	case file && len(inputs) > 1:
		return nil, console.Usagef(
			"%d files do not go into the one archive %s: -o takes a folder, or --library one skeleton with all clips",
			len(inputs), out)
	case file:
		return []Job{{[]string{inputs[0].Path}, out, inputs[0].Err}}, nil
	}
	outs, err := batch.Outputs(inputs, filepath.Join(out, batch.Placeholder+console.ArchiveExtension), full)
	if err != nil {
		return nil, err
	}
	jobs := make([]Job, len(inputs))
	for i, in := range inputs {
		jobs[i] = Job{[]string{in.Path}, outs[i], in.Err}
	}
	return jobs, nil
}

// Shard returns the jobs of part i of n, given as "i/n" ("": all): every n-th in the order of
// their names, so that the machines of a build farm need not communicate.
func Shard(jobs []Job, part string) ([]Job, error) {
	if part == "" {
		return jobs, nil
	}
	a, b, ok := strings.Cut(part, "/")
	i, err := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	if !ok || err != nil || err2 != nil || i < 1 || i > n {
		return nil, console.Usagef("--shard: %q is not a part i/n, as 1/4", part)
	}
	slices.SortFunc(jobs, func(x, y Job) int { return strings.Compare(filepath.ToSlash(x.Out), filepath.ToSlash(y.Out)) })
	var mine []Job
	for k := i - 1; k < len(jobs); k += n {
		mine = append(mine, jobs[k])
	}
	return mine, nil
}
