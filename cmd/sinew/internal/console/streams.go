package console

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/internal/unfinished"
	"github.com/sinew-anim/sinew/soa/archive"
)

// Stdio is the name of the standard input and output.
const Stdio = "-"

// maxStream is the largest standard input in bytes.
const maxStream = 2 << 30

// beginnings are the first bytes of files by format, without leading spaces.
var beginnings = []struct{ text, extension string }{
	{"Kaydara FBX Binary", "fbx"}, {"; FBX", "fbx"}, {";FBX", "fbx"}, {"glTF", "glb"},
	{"MD5Version", "md5mesh"}, {"HIERARCHY", "bvh"}, {"xof ", "x"}, {"BLENDER", "blend"}, {"MS3D000000", "ms3d"},
	{"version 1", "smd"}, {"BB3D", "b3d"},
}

// ReadStream reads a file from the standard input and detects its extension.
func ReadStream(in io.Reader) (data []byte, extension string, err error) {
	data, err = io.ReadAll(io.LimitReader(in, maxStream+1))
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("standard input: %w", err)
	case int64(len(data)) > maxStream:
		return nil, "", fmt.Errorf("standard input: more than %d bytes", int64(maxStream))
	case archive.Sniff(data):
		return data, strings.TrimPrefix(ArchiveExtension, "."), nil
	}
	head := bytes.TrimLeft(bytes.TrimPrefix(data[:min(len(data), 4096)], []byte("\ufeff")), " \t\r\n")
	for _, b := range beginnings {
		if bytes.HasPrefix(head, []byte(b.text)) {
			return data, b.extension, nil
		}
	}
	switch {
	case bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("COLLADA")):
		return data, "dae", nil
	case bytes.HasPrefix(head, []byte("{")):
		return data, "gltf", nil
	}
	return nil, "", errors.New("standard input: unknown format; give a file, whose extension states it")
}

// outStream is an output that may be the standard output: "-", or "-.gif" for another format
// than the default. It is a temporary file while it is written.
type outStream struct {
	Path string // the file to write
	to   io.Writer
	dir  string // "": path is the output itself
	done func() // unregisters dir
}

// NewOutStream opens an output. The default extension begins with a dot.
func NewOutStream(out, usual string, stdout io.Writer) (*outStream, error) {
	extension, ok := strings.CutPrefix(out, Stdio)
	if !ok || extension != "" && !strings.HasPrefix(extension, ".") {
		return &outStream{Path: out}, nil
	}
	if extension == "" {
		extension = usual
	}
	dir, err := os.MkdirTemp("", "sinew")
	if err != nil {
		return nil, err
	}
	return &outStream{Path: filepath.Join(dir, "out"+extension), to: stdout, dir: dir, done: unfinished.Add(dir)}, nil
}

// Piped reports whether the output is the standard output; then nothing else is printed.
func (o *outStream) Piped() bool { return o.dir != "" }

// Send copies what was written to the standard output.
func (o *outStream) Send() error {
	if !o.Piped() {
		return nil
	}
	f, err := os.Open(o.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := io.Copy(o.to, f); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}

// Close removes the temporary file.
func (o *outStream) Close() {
	if o.Piped() {
		_ = os.RemoveAll(o.dir)
		o.done()
	}
}

// ArchiveExtension is the extension of archives.
const ArchiveExtension = ".sinew"

// ModelExtensions returns the extensions of models in folders: formats with animation or skins.
// Other formats are read if they are named.
func ModelExtensions() []string {
	return []string{".fbx", ".dae", ".glb", ".gltf", ".md5mesh", ".bvh", ".x", ".b3d", ".ms3d", ".smd", ".blend", ".ogex",
		ArchiveExtension}
}
