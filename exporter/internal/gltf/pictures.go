package gltf

import (
	"bytes"
	"fmt"
	"image/png"

	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/internal/picture"
	"github.com/sinew-anim/sinew/internal/texture"
	"github.com/sinew-anim/sinew/soa"
)

// textureKey is a picture and how it is read.
type textureKey struct {
	picture int
	sampler soa.Sampler
}

// texture returns the number of a texture of the file, or −1 for one without a picture.
func (b *looks) texture(t int, s soa.Sampler) (int, error) {
	key := textureKey{t, s}
	if i, ok := b.textures[key]; ok {
		return i, nil
	}
	i, err := b.image(t)
	if err != nil || i < 0 {
		return -1, err
	}
	out := b.newTexture(i, s)
	b.textures[key] = out
	return out, nil
}

func (b *looks) newTexture(i int, s soa.Sampler) int {
	out := sampledImage{Sampler: b.sampler(s)}
	if b.doc.Images[i].Type == gltf.WebP {
		out.Extensions = object{"EXT_texture_webp": object{"source": i}}
		b.doc.uses("EXT_texture_webp", true)
	} else {
		out.Source = &i
	}
	return add(&b.doc.Textures, out)
}

// image returns the number of the image of a texture, or less than 0 for one that cannot be read.
func (b *looks) image(t int) (int, error) {
	if i := b.images[t]; i != 0 {
		return i - 1, nil
	}
	from := &b.model.Textures[t]
	data, kind := from.Data, ""
	if from.Width == 0 {
		kind = gltf.PictureType(data)
	}
	if kind == "" {
		var err error
		if data, err = asPNG(from); err != nil {
			b.list.LostLook("texture "+from.Name, "left out: %v", err)
			b.images[t] = -1
			return -1, nil
		}
		kind = gltf.PNG
		b.list.Note("texture "+from.Name, "its picture is stored as PNG")
	}
	v := b.view(len(data), 0, 0, func(to *sink) { to.bytes(data) })
	i := add(&b.doc.Images, image{Name: from.Name, View: v, Type: kind})
	b.images[t] = i + 1
	return i, nil
}

// asPNG encodes a picture of another format, or plain texels, as PNG.
func asPNG(t *soa.Texture) ([]byte, error) {
	if t.Width == 0 && len(t.Data) > 0 {
		if n, err := picture.Texels(t.Data); err == nil && n > picture.MaxTexels {
			return nil, fmt.Errorf("%w: a picture of %d texels", soa.ErrTooLarge, n)
		}
	}
	img, err := texture.Decode(t)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
