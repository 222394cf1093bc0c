package baker

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
)

// Job is an archive and the files it is made from: several only for a library.
type Job struct {
	Inputs []string
	Out    string
}

// input is a file to bake, and its path below the folder it was found in.
type input struct{ file, place string }

// findInputs expands files, folders and patterns. Patterns are for shells that do not expand
// them, and for more files than a command line holds. The output folder is left out.
func findInputs(args []string, out string) ([]input, error) {
	var list []input
	for _, arg := range args {
		names := []string{arg}
		if _, err := os.Stat(arg); err != nil && arg != console.Stdio && strings.ContainsAny(arg, "*?[") {
			if names, err = filepath.Glob(arg); err != nil {
				return nil, console.Usagef("%q is not a pattern", arg)
			}
			if len(names) == 0 {
				return nil, fmt.Errorf("no file matches %q", arg)
			}
		}
		for _, name := range names {
			found, err := findModels(name, out)
			if err != nil {
				return nil, err
			}
			list = append(list, found...)
		}
	}
	var once []input
	seen := make(map[string]bool)
	for _, in := range list {
		if key := filepath.Clean(in.file); !seen[key] {
			seen[key] = true
			once = append(once, in)
		}
	}
	return once, nil
}

// findModels returns a file itself, or the models in a folder and below.
func findModels(name, out string) ([]input, error) {
	if name == console.Stdio {
		return []input{{name, "stdin"}}, nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []input{{name, filepath.Base(name)}}, nil
	}
	var list []input
	err = filepath.WalkDir(name, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && models.SameFile(path, out):
			return fs.SkipDir
		case e.Type().IsRegular() && slices.Contains(console.ModelExtensions(), strings.ToLower(filepath.Ext(path))):
			place, err := filepath.Rel(name, path)
			if err != nil {
				return err
			}
			list = append(list, input{path, place})
		}
		return nil
	})
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("no model in %s", name)
	}
	return list, err
}

// Plan lists the archives to make. An output with the archive's extension is a file; another
// one is a folder, in which archives lie as their models did. With full, names keep the
// models' extensions, so that they do not depend on what else is baked.
func Plan(args []string, out string, library, full bool) ([]Job, error) {
	inputs, err := findInputs(args, out)
	if err != nil {
		return nil, err
	}
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
			job.Inputs = append(job.Inputs, in.file)
		}
		return []Job{job}, nil
	case file && len(inputs) > 1:
		return nil, console.Usagef(
			"%d files do not go into the one archive %s: -o takes a folder, or --library one skeleton with all clips",
			len(inputs), out)
	case file:
		return []Job{{[]string{inputs[0].file}, out}}, nil
	}
	jobs := make([]Job, len(inputs))
	names := make(map[string]string)
	for i, in := range inputs {
		place := in.place
		if !full {
			place = strings.TrimSuffix(place, filepath.Ext(place))
		}
		jobs[i] = Job{[]string{in.file}, filepath.Join(out, place+console.ArchiveExtension)}
		if other, twice := names[jobs[i].Out]; twice && full {
			return nil, console.Usagef("%s and %s would both become %s", other, in.file, jobs[i].Out)
		} else if twice {
			return nil, console.Usagef("%s and %s would both become %s: --full-names keeps their extensions", other, in.file,
				jobs[i].Out)
		}
		names[jobs[i].Out] = in.file
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
