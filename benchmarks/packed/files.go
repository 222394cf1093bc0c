//go:build cgo

package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/importer"
)

// modelFile is a file to import and its name in tables.
type modelFile struct {
	path, name string
	rate       float64 // of samples, a second; 0 is the clip's own
}

// modelFiles lists the model files among arguments and in folders, in order, each content
// once. Names in folders are relative.
func modelFiles(args []string) ([]modelFile, error) {
	var all []modelFile
	for _, arg := range args {
		path, rate := atRate(arg)
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			all = append(all, modelFile{path, filepath.Base(path), rate})
			continue
		}
		some, err := inFolder(arg)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	seen := map[[sha256.Size]byte]bool{}
	return slices.DeleteFunc(all, func(f modelFile) bool {
		content, err := os.ReadFile(f.path)
		if err != nil {
			return false // the import reports why
		}
		sum := sha256.Sum256(content)
		again := seen[sum]
		seen[sum] = true
		return again
	}), nil
}

// atRate parses an argument: FILE or FILE@RATE.
func atRate(arg string) (path string, rate float64) {
	at := strings.LastIndexByte(arg, '@')
	if at < 0 {
		return arg, 0
	}
	rate, err := strconv.ParseFloat(arg[at+1:], 64)
	if err != nil || !(rate >= 1 && rate <= 10000) {
		return arg, 0 // a name with an @
	}
	return arg[:at], rate
}

func inFolder(root string) (all []modelFile, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		files, err := importer.ModelFiles(path, importer.Options{})
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a folder without models
		}
		for _, f := range files {
			name, err := filepath.Rel(root, f)
			if err != nil {
				return err
			}
			all = append(all, modelFile{path: f, name: filepath.ToSlash(name)})
		}
		return err
	})
	return all, err
}

// write writes the tables and their data.
func write(name, text string, data any) error {
	if err := os.WriteFile(name+".md", []byte(text), 0o644); err != nil {
		return err
	}
	raw, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("%s.json: %w", name, err)
	}
	return os.WriteFile(name+".json", append(raw, '\n'), 0o644)
}
