package batch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/internal/output"
)

// Placeholder in the name of an output becomes the place of a file, without its extension.
const Placeholder = "{file}"

// Template returns the name of the outputs of an -o that is one for each file of args: a folder, whose
// outputs get an extension, or a name with Placeholder. A folder is there, ends in a separator, or has
// no extension where args are many files. Another -o is one file: ok is false.
func Template(args []string, out, extension string) (template string, ok bool) {
	switch {
	case strings.Contains(out, Placeholder):
		return out, true
	case out == "":
		return "", false
	case os.IsPathSeparator(out[len(out)-1]):
	case strings.Trim(filepath.Ext(out), ".") != "": // but of . and ..
		return out, false
	case !isFolder(out) && len(args) < 2 && !Several(args[0]):
		return out, false
	}
	return filepath.Join(out, Placeholder+extension), true
}

// FolderOf returns the folder of a template's outputs for Find, or "" for the working folder and for a
// name without Placeholder.
func FolderOf(template string) string {
	before, _, ok := strings.Cut(template, Placeholder)
	if dir := filepath.Dir(before + "x"); ok && dir != "." {
		return dir
	}
	return ""
}

// Outputs names the output of each file by a template. With full it keeps the extensions of models,
// so that its names do not depend on what else there is. Two outputs of one name, and one that is an
// input, are errors.
func Outputs(files []File, template string, full bool) ([]string, error) {
	outs := make([]string, len(files))
	first := make(map[string]int)
	for i, f := range files {
		place := f.Place
		if !full {
			place = strings.TrimSuffix(place, filepath.Ext(place))
		}
		outs[i] = filepath.Clean(strings.ReplaceAll(template, Placeholder, place))
		if k, twice := first[outs[i]]; twice {
			hint := ""
			if !full && filepath.Base(files[k].Path) != filepath.Base(f.Path) {
				hint = ": --full-names keeps their extensions"
			}
			return nil, console.Usagef("%s and %s would both become %s%s", files[k].Path, f.Path, outs[i], hint)
		}
		first[outs[i]] = i
	}
	guard := output.NewGuard()
	for i, f := range files {
		if err := errors.Join(guard.Read(f.Path), guard.Write(outs[i])); err != nil {
			return nil, err
		}
		if _, taken := first[filepath.Clean(f.Path)]; taken { // also where it is not there
			return nil, fmt.Errorf("the output %s is an input; write to another folder", f.Path)
		}
	}
	return outs, nil
}

// MakeFolder makes the folder of an output.
func MakeFolder(out string) error { return os.MkdirAll(filepath.Dir(out), 0o777) }
