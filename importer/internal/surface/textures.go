package surface

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/picture"
	"github.com/sinew-anim/sinew/soa"
)

// pictures reads textures, each only once.
type pictures struct {
	*scene.Input
	list   []soa.Texture
	byName map[string]int // by the name in the file
	bytes  int64          // of all textures
	texels int64          // of all textures, decoded

	folders map[string][]fs.DirEntry // already listed
}

// texture returns the index of the texture with that name: embedded, or a picture beside the
// model. A missing texture is reported; the index is then soa.None.
func (p *pictures) texture(name string) int {
	if !p.Settings.Textures {
		return soa.None
	}
	if i, ok := p.byName[name]; ok {
		return i
	}
	i := soa.None
	if p.Meter.Step(1000) != nil {
		return i
	}
	t, err := p.readTexture(name)
	if err == nil {
		err = p.countTexels(&t)
	}
	if err != nil {
		p.Report.Add(report.Loss, report.MissingTexture, name, "no texture: %v", err)
	} else {
		i = len(p.list)
		p.bytes += int64(len(t.Data))
		p.list = append(p.list, t)
		if err := scene.Most("textures", len(p.list), "Materials", p.Settings.Bounds.Materials, name); err != nil {
			p.Meter.Fail(err)
		}
	}
	p.byName[name] = i
	return i
}

// countTexels rejects pictures that need too much memory once decoded.
func (p *pictures) countTexels(t *soa.Texture) error {
	n := int64(t.Width) * int64(t.Height)
	if n == 0 {
		var err error
		if n, err = picture.Texels(t.Data); err != nil {
			return nil // takes no memory; drawing reports the error
		}
	}
	if room := min(p.Settings.Bounds.Texels, p.Settings.Bounds.AllTexels-p.texels); n > room {
		return fmt.Errorf("the picture has %d texels; %d are left of the limit", n, room)
	}
	p.texels += n
	return nil
}

// room returns the maximum size of the next picture in bytes.
func (p *pictures) room() int64 {
	return min(p.Settings.Bounds.TextureBytes, p.Settings.Bounds.AllTextureBytes-p.bytes)
}

func (p *pictures) readTexture(name string) (soa.Texture, error) {
	if number, ok := strings.CutPrefix(name, "*"); ok {
		k, err := strconv.Atoi(number)
		if err != nil || k < 0 || k >= len(p.Scene.Pictures) {
			return soa.Texture{}, fmt.Errorf("the file embeds no texture %q", name)
		}
		return p.embedded(name, &p.Scene.Pictures[k])
	}
	base := path.Base(source.Slashed(name))
	for k := range p.Scene.Pictures {
		if err := p.Meter.Step(20); err != nil {
			return soa.Texture{}, err
		}
		if t := &p.Scene.Pictures[k]; t.Name != "" && path.Base(source.Slashed(t.Name)) == base {
			return p.embedded(name, t)
		}
	}
	if p.FS == nil {
		return soa.Texture{}, errors.New("it is a separate file, but the model was read from a stream")
	}
	return p.readCompanion(name)
}

// embedded copies a picture out of the file.
func (p *pictures) embedded(name string, t *scene.Picture) (soa.Texture, error) {
	if len(t.Data) == 0 || int64(len(t.Data)) > p.room() {
		return soa.Texture{}, fmt.Errorf("the embedded picture has %d bytes", len(t.Data))
	}
	if err := p.Meter.Take("bytes of a picture", len(t.Data), 1); err != nil {
		return soa.Texture{}, err
	}
	out := soa.Texture{Name: name, Data: append([]byte(nil), t.Data...), Width: t.Width, Height: t.Height}
	if t.Name != "" {
		out.Name = t.Name
	}
	return out, nil
}

// readCompanion reads a picture from the import's file system: from the path in the file, else by its
// base name beside the model or in folders that exporters use, ignoring case.
func (p *pictures) readCompanion(name string) (soa.Texture, error) {
	if p.NamesAreURIs() {
		if decoded, err := url.PathUnescape(name); err == nil && decoded != name {
			if t, err := p.named(name, decoded); err == nil {
				return t, nil
			}
		}
	}
	return p.named(name, name)
}

// named is beside for one spelling of the name.
func (p *pictures) named(name, spelling string) (soa.Texture, error) {
	stated := path.Clean(source.Slashed(spelling))
	base := path.Base(stated)
	candidates := []string{base}
	if !path.IsAbs(stated) && fs.ValidPath(path.Join(p.Folder, stated)) {
		candidates = []string{stated, base}
	}
	for _, folder := range []string{"textures", "Textures", "texture", "tex", "images", "maps", source.Stem(p.Base) + ".fbm"} {
		candidates = append(candidates, path.Join(folder, base))
	}
	for _, c := range candidates {
		full, ok := p.findFile(path.Join(p.Folder, c))
		if err := p.Meter.Step(10_000); err != nil {
			return soa.Texture{}, err
		}
		if !ok {
			continue
		}
		data, err := fs.ReadFile(p.FS, full)
		if err != nil {
			return soa.Texture{}, err
		}
		return soa.Texture{Name: name, Path: full, Data: data}, nil
	}
	return soa.Texture{}, fmt.Errorf("no %q in the model's folder", base)
}

// findFile returns the name, as the folder spells it, of a regular file of acceptable size.
func (p *pictures) findFile(name string) (string, bool) {
	usable := func(info fs.FileInfo, err error) bool {
		return err == nil && info.Mode().IsRegular() && info.Size() > 0 && info.Size() <= p.room()
	}
	if usable(fs.Stat(p.FS, name)) {
		return name, true
	}
	for _, e := range p.listing(path.Dir(name)) {
		if p.Meter.Step(50) != nil {
			break
		}
		if strings.EqualFold(e.Name(), path.Base(name)) && usable(e.Info()) {
			return path.Join(path.Dir(name), e.Name()), true
		}
	}
	return "", false
}

// listing returns a folder's entries, which it reads once; none on error.
func (p *pictures) listing(folder string) []fs.DirEntry {
	entries, known := p.folders[folder]
	if !known {
		entries, _ = fs.ReadDir(p.FS, folder)
		if p.folders == nil {
			p.folders = make(map[string][]fs.DirEntry)
		}
		p.folders[folder] = entries
	}
	return entries
}
