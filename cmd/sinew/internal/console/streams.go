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

// Stdio is the name that stands for the standard input or output.
const Stdio = "-"

// maxStream bounds what is read of the standard input, in bytes.
const maxStream = 2 << 30

// beginnings are by what a file of a format begins, spaces aside.
var beginnings = []struct{ text, extension string }{
	{"Kaydara FBX Binary", "fbx"}, {"; FBX", "fbx"}, {";FBX", "fbx"}, {"glTF", "glb"},
	{"MD5Version", "md5mesh"}, {"HIERARCHY", "bvh"}, {"xof ", "x"}, {"BLENDER", "blend"}, {"MS3D000000", "ms3d"},
	{"version 1", "smd"}, {"BB3D", "b3d"},
}

// ReadStream reads a file of the standard input, and says by which extension it goes.
func ReadStream(in io.Reader) (data []byte, extension string, err error) {
	data, err = io.ReadAll(io.LimitReader(in, maxStream+1))
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("standard input: %w", err)
	case len(data) > maxStream:
		return nil, "", fmt.Errorf("standard input: more than %d bytes", maxStream)
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
	return nil, "", errors.New("standard input: the format is not known by how it begins: give a file, whose extension says it")
}

// outStream is an output that may be the standard output: "-", or "-.gif" for another format
// than the usual one. It is then a file for as long as it is written.
type outStream struct {
	Path string // where to write
	to   io.Writer
	dir  string // "": path is the output itself
	done func() // forgets dir
}

// NewOutStream opens an output. The usual extension begins with a dot.
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

// Piped reports whether the output is the standard output, which then has nothing else.
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

// Close removes what is left.
func (o *outStream) Close() {
	if o.Piped() {
		_ = os.RemoveAll(o.dir)
		o.done()
	}
}

// ArchiveExtension is that of the files bake writes.
const ArchiveExtension = ".sinew"

// ModelExtensions are what bake looks for in folders: formats that hold
// animation or skins. Others are baked where they are named.
func ModelExtensions() []string {
	return []string{".fbx", ".dae", ".glb", ".gltf", ".md5mesh", ".bvh", ".x", ".b3d", ".ms3d", ".smd", ".blend", ".ogex", ArchiveExtension}
}
