package console

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/sinew-anim/sinew/soa/archive"
)

// Stdio is the name of the standard input and output.
const Stdio = "-"

// stdin is the standard input of a command line, which is read once.
type stdin struct {
	mutex sync.Mutex
	from  io.Reader
	taken bool
}

type stdinKey struct{}

// WithStdin returns a context whose commands have a standard input.
func WithStdin(ctx context.Context, from io.Reader) context.Context {
	return context.WithValue(ctx, stdinKey{}, &stdin{from: from})
}

// TakeStdin reads a model from the standard input, for an argument that is Stdio, and names it by its format. Only one
// argument can be Stdio: a second call is an error of the command line.
func TakeStdin(ctx context.Context) (data []byte, name string, err error) {
	in, ok := ctx.Value(stdinKey{}).(*stdin)
	if !ok {
		return nil, "", errors.New("there is no standard input here")
	}
	in.mutex.Lock()
	defer in.mutex.Unlock()
	if in.taken {
		return nil, "", errTwice
	}
	in.taken = true
	data, extension, err := readStream(in.from)
	return data, "stdin." + extension, err
}

var errTwice = Usagef("%s is the standard input, which only one argument can be", Stdio)

// maxStream is the largest standard input in bytes.
const maxStream = 2 << 30

// beginnings are the first bytes of files by format, without leading spaces.
var beginnings = []struct{ text, extension string }{
	{"Kaydara FBX Binary", "fbx"}, {"; FBX", "fbx"}, {";FBX", "fbx"}, {"glTF", "glb"},
	{"MD5Version", "md5mesh"}, {"HIERARCHY", "bvh"}, {"xof ", "x"}, {"BLENDER", "blend"}, {"MS3D000000", "ms3d"},
	{"version 1", "smd"}, {"BB3D", "b3d"},
}

// readStream reads a file from the standard input and detects its extension.
func readStream(in io.Reader) (data []byte, extension string, err error) {
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

// ArchiveExtension is the extension of archives.
const ArchiveExtension = ".sinew"

// ModelExtensions returns the extensions of models in folders: formats with animation or skins.
// Other formats are read if they are named.
func ModelExtensions() []string {
	return []string{".fbx", ".dae", ".zae", ".glb", ".gltf", ".vrm", ".vrma", ".md5mesh", ".bvh", ".x", ".b3d", ".ms3d", ".smd",
		".blend", ".ogex", ".mesh", ".mesh.xml", ArchiveExtension}
}

// IsModel reports whether a file of a folder is a model by its name. What lies beside models is none:
// buffers, pictures, the animation of an .md5mesh, events.
func IsModel(file string) bool {
	file = strings.ToLower(file)
	return slices.ContainsFunc(ModelExtensions(), func(e string) bool { return strings.HasSuffix(file, e) })
}
