package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
)

// File is a model file of a command line.
type File struct {
	Path  string // as it is opened
	Place string // its path below the folder, or below the part of the pattern without wildcards
	Err   error  // of what cannot be listed, such as a folder without models
}

// Files are the model files of a command line, each once, in the order of the arguments; those of a
// folder or a pattern are in the order of their paths.
type Files struct {
	List []File
	Many bool // there are several arguments, or one is a folder or a pattern
}

// Several reports whether an argument is a folder or a pattern.
func Several(arg string) bool {
	if arg == console.Stdio {
		return false
	}
	info, err := os.Stat(arg)
	return err == nil && info.IsDir() || err != nil && isPattern(arg)
}

func isPattern(arg string) bool { return strings.ContainsAny(arg, "*?[") }

// Find lists the files of arguments: files, folders with what is below them, and patterns of
// filepath.Match, for shells that do not expand them and for more files than a command line holds. In
// folders, and by patterns that leave the extension open, only models are found, not what lies beside
// them: see console.IsModel. The folder of the output, "" for none, is left out of the folder around
// it. What is named and not there is in the list, for opening it says why; the error is of arguments
// among which there is no file at all.
func Find(args []string, out string) (*Files, error) {
	found := &Files{Many: len(args) > 1}
	seen := make(map[string]bool)
	for _, arg := range args {
		list := []File{{Path: arg, Place: placeOf(arg)}}
		if Several(arg) {
			found.Many = true
			var err error
			if list, err = expand(arg, out); err != nil {
				return nil, err
			}
		}
		for _, f := range list {
			if key := filepath.Clean(f.Path); !seen[key] {
				seen[key] = true
				found.List = append(found.List, f)
			}
		}
	}
	if !slices.ContainsFunc(found.List, func(f File) bool { return f.Err == nil }) {
		var none []error
		for _, f := range found.List {
			none = append(none, f.Err)
		}
		return nil, errors.Join(none...)
	}
	return found, nil
}

func placeOf(arg string) string {
	if arg == console.Stdio {
		return "stdin"
	}
	return filepath.Base(arg)
}

// expand lists the files of a folder or a pattern.
func expand(arg, out string) ([]File, error) {
	if !isPattern(arg) || isFolder(arg) {
		return modelsBelow(arg, arg, out)
	}
	matches, err := filepath.Glob(arg)
	if err != nil {
		return nil, console.Usagef("%q is not a pattern", arg)
	}
	root := rootOf(arg)
	open := isPattern(filepath.Ext(arg)) || filepath.Ext(arg) == ""
	var list []File
	for _, name := range matches {
		switch {
		case isFolder(name):
			inside, err := modelsBelow(name, root, out)
			if err != nil {
				return nil, err
			}
			list = append(list, inside...)
		case !open || console.IsModel(name):
			list = append(list, File{Path: name, Place: relative(root, name)})
		}
	}
	if len(list) == 0 {
		list = []File{{Path: arg, Err: fmt.Errorf("no model file matches %q", arg)}}
	}
	return list, nil
}

// rootOf returns the folders of a pattern before the first with a wildcard.
func rootOf(pattern string) string {
	root := pattern
	for isPattern(root) {
		root = filepath.Dir(root)
	}
	return root
}

func relative(root, name string) string {
	place, err := filepath.Rel(root, name)
	if err != nil {
		return filepath.Base(name)
	}
	return place
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// modelsBelow lists the models in a folder, which may be a link, and below, at their places from root. It does not
// follow links to folders, which may lead in a circle.
func modelsBelow(folder, root, out string) (list []File, err error) {
	if sameFile(folder, out) {
		return nil, console.Usagef("-o %s is the folder of the models: choose another for the output", out)
	}
	err = filepath.WalkDir(folder+string(filepath.Separator), func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			list = append(list, File{Path: path, Place: relative(root, path), Err: err})
		case e.IsDir() && sameFile(path, out):
			return fs.SkipDir
		case console.IsModel(path) && isRegular(path, e):
			list = append(list, File{Path: path, Place: relative(root, path)})
		}
		return nil
	})
	if err == nil && len(list) == 0 {
		list = []File{{Path: folder, Place: relative(root, folder), Err: fmt.Errorf("no model file in the folder %s", folder)}}
	}
	return list, err
}

// isRegular reports whether an entry is a file, or a link to one.
func isRegular(path string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.Type().IsRegular()
	}
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular() // opening says what is wrong with a broken link
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
