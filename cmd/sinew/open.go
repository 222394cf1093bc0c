package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/runtime/bake"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
	"github.com/spf13/cobra"
)

// source says which files make up a model: one with the character, others with
// clips that join it. Each may be a model file or an archive, or a folder or a
// pattern that means some of these.
type source struct {
	file    string
	with    []string
	isolate bool
	wishes  importWishes
	stdin   func() io.Reader
}

func (s *source) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&s.with, "with", nil, "add the clips of another `file`, folder or pattern; may be repeated")
	addIsolate(cmd, &s.isolate)
	s.wishes.addFlags(cmd)
	s.stdin = cmd.InOrStdin
}

// opened is a model and what its import said.
type opened struct {
	source
	model  *soa.Model
	report importReport
	added  []addedFile // one for each other file

	archive *archiveInfo // where the file is one

	clipFile []string // per clip of the model, the file that it came in
}

// addedFile is another file, and what it gave.
type addedFile struct {
	File   string
	Clips  int
	Report importReport
	Err    error // why it gave no clips
}

// reports lists what the imports said, the file's own first.
func (o *opened) reports() []importReport {
	list := []importReport{o.report}
	for i := range o.added {
		list = append(list, o.added[i].Report)
	}
	return list
}

// open reads the files. The reports are filled as far as the reading came.
func (s *source) open(ctx context.Context) (*opened, error) {
	o := &opened{source: *s}
	var err error
	if several(o.file) {
		err = o.importAll(ctx)
	} else {
		o.model, o.archive, err = s.read(ctx, s.file, &o.report)
	}
	if err != nil {
		return nil, err
	}
	o.note(o.file)
	for _, file := range s.with {
		if err := o.join(ctx, file); err != nil {
			return nil, fmt.Errorf("add clips to %s: %w", o.file, err)
		}
	}
	return o, nil
}

// join adds the clips of a file, or of all that a folder or a pattern means.
func (o *opened) join(ctx context.Context, name string) error {
	if several(name) {
		return o.joinAll(ctx, name)
	}
	added := addedFile{File: name}
	have := len(o.model.Clips)
	added.Err = o.addClips(ctx, o.model, name, &added.Report)
	added.Clips = len(o.model.Clips) - have
	o.added = append(o.added, added)
	o.note(name)
	return added.Err
}

// several reports whether a name means a folder or a pattern.
func several(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir() || err != nil && strings.ContainsAny(name, "*?[")
}

// read reads one file: what begins as an archive is one, whatever its name.
func (s *source) read(ctx context.Context, file string, r *importReport) (*soa.Model, *archiveInfo, error) {
	if file == console.Stdio && s.stdin != nil {
		data, extension, err := console.ReadStream(s.stdin())
		if err != nil {
			return nil, nil, err
		}
		name := "stdin." + extension
		if archive.Sniff(data) {
			a, err := archive.Decode(data)
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %w", name, err)
			}
			return ofArchive(a, name, r, time.Now())
		}
		m, err := s.importStream(ctx, bytes.NewReader(data), name, r)
		return m, nil, err
	}
	if isArchive(file) {
		if err := s.wishes.refuse(file); err != nil {
			return nil, nil, err
		}
		return readArchive(file, r)
	}
	m, err := s.importModel(ctx, file, r)
	return m, nil, err
}

// addClips adds the clips of another file to a model.
func (s *source) addClips(ctx context.Context, model *soa.Model, file string, r *importReport) error {
	if !isArchive(file) {
		return s.importClips(ctx, model, file, r)
	}
	if err := s.wishes.refuse(file); err != nil {
		return err
	}
	from, _, err := readArchive(file, r)
	if err != nil {
		return err
	}
	if len(from.Clips) == 0 {
		return fmt.Errorf("%s: the archive has no clips", file)
	}
	if _, err := model.AddClips(from); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// isArchive looks at a file's name and at how it begins: one that is called an archive and
// is damaged is no model file of another format. An unreadable file is no archive: the
// error comes from the import.
func isArchive(file string) bool {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() { // a pipe may have no writer
		return false
	}
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	begin := make([]byte, len(archive.Magic))
	_, err = io.ReadFull(f, begin)
	return strings.EqualFold(filepath.Ext(file), console.ArchiveExtension) || err == nil && archive.Sniff(begin)
}

// readArchive opens an archive for as long as the process lives: the model points into
// it. It is a copy: the file may change, or be the one that is written.
func readArchive(file string, r *importReport) (*soa.Model, *archiveInfo, error) {
	begun := time.Now()
	a, err := archive.OpenWith(file, archive.OpenOptions{Copy: true})
	if err != nil {
		return nil, nil, err
	}
	return ofArchive(a, file, r, begun)
}

// ofArchive reads an archive that is open.
func ofArchive(a *archive.Archive, file string, r *importReport, begun time.Time) (*soa.Model, *archiveInfo, error) {
	m, err := bake.Model(a)
	var said *archiveInfo
	if err == nil {
		said, err = describeArchive(a)
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", file, err), a.Close())
	}
	*r = archiveReport(file, said.Tool, m, time.Since(begun))
	return m, said, nil
}

// note says that the clips that are new in the model are those of a file.
func (o *opened) note(file string) {
	for len(o.clipFile) < len(o.model.Clips) {
		o.clipFile = append(o.clipFile, file)
	}
}

// checkOnly is the error of an --only that no clip matches, and leaves the clips of an
// archive that one does.
func (o *opened) checkOnly() error {
	patterns := o.wishes.only()
	if len(patterns) == 0 {
		return nil
	}
	var names []string
	for _, r := range o.reports() {
		for _, c := range r.Clips {
			names = append(names, c.Name)
		}
	}
	if o.archive != nil { // whose report has no names
		for _, c := range o.model.Clips {
			names = append(names, c.Name)
		}
	}
	for _, pattern := range patterns {
		if slices.ContainsFunc(names, func(name string) bool { ok, err := path.Match(pattern, name); return ok && err == nil }) {
			continue
		}
		if len(names) == 0 {
			return console.Usagef("--only: no clip is called %q: there is none", pattern)
		}
		return console.Usagef("--only: no clip is called %q; there are %s", pattern, nameList(names))
	}
	if o.archive == nil || len(o.clipFile) != len(o.model.Clips) {
		return nil
	}
	// What imports are told, archives are not.
	m, files := *o.model, o.clipFile
	m.Clips, o.clipFile = nil, nil
	for i, c := range o.model.Clips {
		if files[i] != o.file || slices.ContainsFunc(patterns, func(p string) bool { ok, err := path.Match(p, c.Name); return ok && err == nil }) {
			m.Clips, o.clipFile = append(m.Clips, c), append(o.clipFile, files[i])
		}
	}
	o.model = &m
	return nil
}

// nameList quotes the first names of a list.
func nameList(names []string) string {
	const most = 12
	var quoted []string
	for _, n := range names[:min(most, len(names))] {
		if n != "" {
			quoted = append(quoted, strconv.Quote(n))
		}
	}
	if n := len(names) - most; n > 0 {
		quoted = append(quoted, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(quoted, ", ")
}
