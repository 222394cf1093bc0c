package models

import (
	"context"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/output"
)

// guard tells the Guard of a context the files of a model that are known before it is imported.
func (s *Source) guard(ctx context.Context) error {
	g := output.GuardOf(ctx)
	if g == nil {
		return nil
	}
	for _, file := range slices.Concat([]string{s.File}, s.With, s.Others) {
		if err := g.Read(append(companions(file), file)...); err != nil {
			return err
		}
	}
	return nil
}

// guardPictures tells it the pictures that an imported model has of files.
func (o *Opened) guardPictures(ctx context.Context) error {
	folder := o.Wishes.within
	if folder == "" {
		folder = filepath.Dir(o.File)
	}
	for i := range o.Model.Textures {
		if t := &o.Model.Textures[i]; t.Path != "" {
			if err := output.GuardOf(ctx).Read(filepath.Join(folder, filepath.FromSlash(t.Path))); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxText is the largest .gltf that is read for its companions.
const maxText = 64 << 20

// companions lists the files that are read with a model, as far as its name or, of a .gltf, its text tells.
func companions(file string) (list []string) {
	extension := filepath.Ext(file)
	if strings.EqualFold(extension, ".md5mesh") {
		return []string{strings.TrimSuffix(file, extension) + ".md5anim"}
	}
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxText || !strings.EqualFold(extension, ".gltf") {
		return nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil // the import says why
	}
	type named struct{ URI string }
	var names struct{ Buffers, Images []named }
	if json.Unmarshal(data, &names) != nil {
		return nil
	}
	for _, n := range append(names.Buffers, names.Images...) {
		if name, err := url.PathUnescape(n.URI); err == nil && name != "" && !strings.HasPrefix(name, "data:") {
			list = append(list, filepath.Join(filepath.Dir(file), filepath.FromSlash(name)))
		}
	}
	return list
}
