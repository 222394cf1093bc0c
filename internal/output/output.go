package output

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sinew-anim/sinew/internal/unfinished"
)

// Set is files that are written aside and appear together, one after the other.
type Set struct {
	part    *part  // nil after Commit and Discard
	dir     string // of part
	targets []*target
	streams []*os.File // per target the device or pipe, open, or nil
}

// Begin makes a place aside for files, whose names differ. The last file names the others.
func Begin(paths ...string) (*Set, error) {
	s := new(Set)
	if err := s.begin(paths); err != nil {
		s.Discard()
		return nil, err
	}
	return s, nil
}

func (s *Set) begin(paths []string) error {
	for i, path := range paths {
		t, err := find(path)
		if err != nil {
			return err
		}
		var stream *os.File
		switch {
		case t.stream:
			if stream, err = openStream(path); err != nil {
				return inPlaceOf(path, err)
			}
		case i < len(paths)-1:
			removeStaleParts(t.file)
		}
		s.targets, s.streams = append(s.targets, t), append(s.streams, stream)
	}
	last := s.targets[len(paths)-1]
	var err error
	if last.stream {
		s.part, err = temporaryPart()
	} else {
		s.part, err = newPart(last.file)
	}
	if err != nil {
		return inPlaceOf(last.path, err)
	}
	s.dir = s.part.dir
	return nil
}

// temporaryPart returns a part among temporary files: none may lie beside a device.
func temporaryPart() (*part, error) {
	dir, err := os.MkdirTemp("", "sinew")
	if err != nil {
		return nil, err
	}
	return &part{dir: dir, done: unfinished.Add(dir)}, nil
}

// Name returns the path at which file i is to be written.
func (s *Set) Name(i int) string { return filepath.Join(s.dir, filepath.Base(s.targets[i].path)) }

// Error names the output in an error of the file at Name, for users.
func (s *Set) Error(i int, err error) error {
	var of *fs.PathError
	var link *os.LinkError
	if errors.As(err, &of) && of.Path == s.Name(i) || errors.As(err, &link) && link.Old == s.Name(i) {
		return inPlaceOf(s.targets[i].path, err)
	}
	return err
}

// Commit gives the files that were written their names, and removes what is left.
func (s *Set) Commit() (err error) {
	defer func() { err = errors.Join(err, s.discard()) }()
	for i, t := range s.targets {
		if err := s.place(i, t); err != nil {
			return s.Error(i, err)
		}
	}
	return nil
}

// place gives one file its name.
func (s *Set) place(i int, t *target) error {
	switch name := s.Name(i); {
	case s.streams[i] != nil:
		return sendTo(s.streams[i], name)
	case filepath.Dir(t.file) != filepath.Dir(s.dir):
		return moveTo(t.file, name) // by a link, perhaps into another file system
	default:
		return t.rename(name)
	}
}

// rename renames a complete file to the target.
func (t *target) rename(name string) error {
	if t.mode != 0 {
		if err := os.Chmod(name, t.mode.Perm()); err != nil {
			return err
		}
	}
	return os.Rename(name, t.file)
}

// sendTo writes a file to a device or a pipe.
func sendTo(stream *os.File, name string) error {
	from, err := os.Open(name)
	if err != nil {
		return err
	}
	defer from.Close()
	_, err = io.Copy(stream, from)
	return err
}

// moveTo writes a file into another folder.
func moveTo(file, name string) error {
	from, err := os.Open(name)
	if err != nil {
		return err
	}
	defer from.Close()
	f, err := Create(file)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, from); err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}

// Discard removes what was written. After Commit it does nothing.
func (s *Set) Discard() { _ = s.discard() }

func (s *Set) discard() (err error) {
	for i, f := range s.streams {
		if f != nil {
			err = errors.Join(err, f.Close())
			s.streams[i] = nil
		}
	}
	if s.part != nil {
		_ = s.part.remove() // what is left of it the next run removes
		s.part = nil
	}
	return err
}

// File is one file that is written aside.
type File struct {
	*os.File // at Name
	set      *Set
}

// Create makes a file that appears at Commit.
func Create(path string) (*File, error) {
	s, err := Begin(path)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(s.Name(0), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		s.Discard()
		return nil, inPlaceOf(path, err)
	}
	return &File{f, s}, nil
}

// Write writes to the file. Errors name what it is to become.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	if err != nil {
		err = f.set.Error(0, err)
	}
	return n, err
}

// Commit closes the file and gives it its name, or removes it on failure.
func (f *File) Commit() error {
	if err := f.File.Close(); err != nil {
		f.set.Discard()
		return f.set.Error(0, err)
	}
	return f.set.Commit()
}

// Discard removes the file. After Commit it does nothing.
func (f *File) Discard() {
	f.File.Close()
	f.set.Discard()
}

// Write writes a file completely or not at all.
func Write(path string, data []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}

// Check reports whether an output could be created. It opens no device and no pipe, whose reader would take the closing for
// the end.
func Check(path string) error {
	t, err := find(path)
	if err != nil || t.stream {
		return err
	}
	p, err := newPart(t.file)
	if err == nil {
		err = p.remove()
	}
	if err != nil {
		return inPlaceOf(path, err)
	}
	return nil
}
