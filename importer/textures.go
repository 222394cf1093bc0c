package importer

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// texture returns the index of the model's texture of that name, reading it on
// first use: embedded in the file, or a picture beside it. It returns soa.None
// and reports where there is none.
func (f *flattener) texture(name string) int {
	if !f.opt.textures {
		return soa.None
	}
	if i, ok := f.textures[name]; ok {
		return i
	}
	i := soa.None
	if t, err := f.readTexture(name); err != nil {
		f.report.add(Loss, MissingTexture, name, "the texture is drawn plain: %v", err)
	} else {
		i = len(f.model.Textures)
		f.pictures += int64(len(t.Data))
		f.model.Textures = append(f.model.Textures, t)
	}
	f.textures[name] = i
	return i
}

// room is how many bytes the next picture may have.
func (f *flattener) room() int64 {
	return min(f.opt.bounds.TextureBytes, f.opt.bounds.AllTextureBytes-f.pictures)
}

func (f *flattener) readTexture(name string) (soa.Texture, error) {
	if number, ok := strings.CutPrefix(name, "*"); ok {
		k, err := strconv.Atoi(number)
		if err != nil || k < 0 || k >= f.scene.Textures() {
			return soa.Texture{}, fmt.Errorf("the file embeds no texture %q", name)
		}
		return f.embedded(name, f.scene.Texture(k))
	}
	base := path.Base(slashed(name))
	for k := range f.scene.Textures() {
		if t := f.scene.Texture(k); t.Filename() != "" && path.Base(slashed(t.Filename())) == base {
			return f.embedded(name, t)
		}
	}
	if f.files == nil {
		return soa.Texture{}, errors.New("it is a separate file, and the model was read from a stream")
	}
	return f.beside(name)
}

// embedded copies a texture out of the scene: encoded bytes, or texels in
// libassimp's B, G, R, A order.
func (f *flattener) embedded(name string, t assimp.Texture) (soa.Texture, error) {
	data := t.Data()
	if len(data) == 0 || int64(len(data)) > f.room() {
		return soa.Texture{}, fmt.Errorf("the embedded picture has %d bytes", len(data))
	}
	out := soa.Texture{Name: name, Data: append([]byte(nil), data...)}
	if t.Filename() != "" {
		out.Name = t.Filename()
	}
	if t.Height() == 0 {
		return out, nil
	}
	out.Width, out.Height = t.Width(), t.Height()
	for p := 0; p+4 <= len(out.Data); p += 4 {
		out.Data[p], out.Data[p+2] = out.Data[p+2], out.Data[p]
	}
	return out, nil
}

// beside looks for a picture in the file system of the import: under the path
// that the file states, then under its bare name beside the model and in the
// folders where exporters put pictures, without regard to case.
func (f *flattener) beside(name string) (soa.Texture, error) {
	stated := path.Clean(slashed(name))
	base := path.Base(stated)
	candidates := []string{base}
	if !path.IsAbs(stated) && fs.ValidPath(path.Join(f.folder, stated)) {
		candidates = []string{stated, base}
	}
	for _, folder := range []string{"textures", "Textures", "texture", "tex", "images", "maps", strings.TrimSuffix(f.name, path.Ext(f.name)) + ".fbm"} {
		candidates = append(candidates, path.Join(folder, base))
	}
	for _, c := range candidates {
		full, ok := f.findFile(path.Join(f.folder, c))
		if !ok {
			continue
		}
		data, err := fs.ReadFile(f.files, full)
		if err != nil {
			return soa.Texture{}, err
		}
		return soa.Texture{Name: name, Path: full, Data: data}, nil
	}
	return soa.Texture{}, fmt.Errorf("no %q in the model's folder", base)
}

// findFile returns the name of a regular file of usable size, spelled as the
// folder spells it.
func (f *flattener) findFile(name string) (string, bool) {
	usable := func(info fs.FileInfo, err error) bool {
		return err == nil && info.Mode().IsRegular() && info.Size() > 0 && info.Size() <= f.room()
	}
	if usable(fs.Stat(f.files, name)) {
		return name, true
	}
	entries, err := fs.ReadDir(f.files, path.Dir(name))
	if err != nil {
		return "", false
	}
	for _, e := range entries {
		if strings.EqualFold(e.Name(), path.Base(name)) && usable(e.Info()) {
			return path.Join(path.Dir(name), e.Name()), true
		}
	}
	return "", false
}

// slashed turns a Windows path's separators and drops its drive.
func slashed(name string) string {
	name = strings.ReplaceAll(name, `\`, "/")
	if len(name) > 1 && name[1] == ':' {
		name = name[2:]
	}
	return name
}
