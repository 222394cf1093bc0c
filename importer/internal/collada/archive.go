package collada

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	library "github.com/sinew-anim/sinew/importer/internal/assimp"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/internal/collada"
	"github.com/sinew-anim/sinew/soa"
)

// unpack replaces the bytes of a packed Collada file by those of its document, so that it is read
// like one that is not packed. It returns an Opener that imports the file from an archive, with
// its textures.
func unpack(s *source.File) (library.Opener, error) {
	packed, err := s.Read()
	if err != nil {
		return nil, err
	}
	data, name, err := readZAE(packed)
	if err != nil {
		return nil, err
	}
	mended := collada.Patch(data)
	if mended == nil {
		mended = data
	}
	again, err := repackZAE(packed, name, mended)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", soa.ErrFormat, err)
	}
	s.Data = data
	return library.Bytes(again, "zae"), nil
}

// manifestOfZAE is the name of the archive member that names the document.
const manifestOfZAE = "manifest.xml"

// readZAE returns the document of a packed Collada file and its name in the archive: the one that
// manifest.xml names or, without it, the first by name, as libassimp does.
func readZAE(packed []byte) (data []byte, name string, err error) {
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, "", fmt.Errorf("%w: %w", soa.ErrFormat, err)
	}
	if name, err = rootOfZAE(z); err == nil {
		data, err = readZipped(z, name)
	}
	return data, name, err
}

func rootOfZAE(z *zip.Reader) (string, error) {
	manifest, err := readZipped(z, manifestOfZAE)
	if err == nil {
		var m struct {
			XMLName xml.Name `xml:"dae_root"`
			Root    string   `xml:",chardata"`
		}
		if err := xml.Unmarshal(manifest, &m); err != nil {
			return "", fmt.Errorf("%w: %s: %w", soa.ErrFormat, manifestOfZAE, err)
		}
		root, err := url.PathUnescape(strings.TrimSpace(m.Root))
		return path.Clean(root), err
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	var names []string
	for _, f := range z.File {
		if source.Extension(f.Name) == "dae" {
			names = append(names, f.Name)
		}
	}
	if len(names) == 0 {
		return "", fmt.Errorf("%w: no .dae in the archive", soa.ErrFormat)
	}
	return path.Clean(slices.Min(names)), nil
}

// readZipped reads a member of an archive, up to the file size limit.
func readZipped(z *zip.Reader, name string) ([]byte, error) {
	at := slices.IndexFunc(z.File, func(f *zip.File) bool { return path.Clean(f.Name) == name })
	if at < 0 {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	r, err := z.File[at].Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", soa.ErrFormat, name, err)
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, source.MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", soa.ErrFormat, name, err)
	}
	if len(data) > source.MaxSize {
		return nil, fmt.Errorf("%w: %s: more than %d bytes", source.ErrLimit, name, int64(source.MaxSize))
	}
	return data, nil
}

// repackZAE returns the archive with one document replaced by data. It omits other documents and
// the manifest, so that libassimp reads this one.
func repackZAE(packed []byte, name string, data []byte) ([]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range z.File {
		if clean := path.Clean(f.Name); clean == name || clean == manifestOfZAE || source.Extension(clean) == "dae" {
			continue
		}
		if err := w.Copy(f); err != nil {
			return nil, err
		}
	}
	to, err := w.Create("model.dae")
	if err == nil {
		_, err = to.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	return out.Bytes(), err
}
