package converter

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// job is one output while it is written: file is its path in a folder of its own.
type job struct {
	model   *soa.Model
	file    string
	options exporter.Options
	bvh     exporter.BVHOptions
	meta    json.RawMessage // of VRM
	tool    string
	pack    bool // compress the clips of an archive
	alone   bool // no file can lie beside the output: it goes to the standard output
}

// format is a format that can be written.
type format struct {
	extension string
	write     func(ctx context.Context, j *job) error
	beside    []string // extensions of the other files
}

// formats lists what can be written.
func formats() []format {
	return []format{
		{".glb", writeGLB, nil},
		{".gltf", writeGLTF, []string{".bin"}},
		{".vrm", writeVRM, nil},
		{".vrma", writeVRMA, nil},
		{".bvh", writeBVH, nil},
		{console.ArchiveExtension, writeArchive, nil},
	}
}

// formatOf returns the format of an output by its extension.
func formatOf(out string) (*format, error) {
	extension := strings.ToLower(filepath.Ext(out))
	list := formats()
	if i := slices.IndexFunc(list, func(f format) bool { return f.extension == extension }); i >= 0 {
		return &list[i], nil
	}
	var names []string
	for _, f := range list {
		names = append(names, f.extension)
	}
	if extension == ".fbx" {
		return nil, console.Usagef("-o %s: FBX is not written; write a .glb and let Blender import it and export FBX", out)
	}
	return nil, console.Usagef("-o %s: the extension is none of %s", out, strings.Join(names, ", "))
}

// writeTo writes a file through a buffer.
func writeTo(path string, write func(*bufio.Writer) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, 1<<16)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

func writeGLB(ctx context.Context, j *job) error {
	return writeTo(j.file, func(w *bufio.Writer) error { return exporter.GLB(ctx, w, j.model, j.options) })
}

func writeGLTF(ctx context.Context, j *job) error {
	if j.alone {
		return writeTo(j.file, func(w *bufio.Writer) error { return exporter.GLTF(ctx, w, nil, "", j.model, j.options) })
	}
	bin := strings.TrimSuffix(j.file, filepath.Ext(j.file)) + ".bin"
	return writeTo(j.file, func(text *bufio.Writer) error {
		return writeTo(bin, func(data *bufio.Writer) error {
			return exporter.GLTF(ctx, text, data, url.PathEscape(filepath.Base(bin)), j.model, j.options)
		})
	})
}

func writeVRM(ctx context.Context, j *job) error {
	j.options.Control = nil // which the avatar's parts make
	return writeTo(j.file, func(w *bufio.Writer) error { return exporter.VRM(ctx, w, j.model, j.meta, j.options) })
}

func writeVRMA(ctx context.Context, j *job) error {
	j.options.Control = nil
	return writeTo(j.file, func(w *bufio.Writer) error { return exporter.VRMA(ctx, w, j.model, j.options) })
}

// writeBVH writes the only clip of a model.
func writeBVH(ctx context.Context, j *job) error {
	var clip *soa.Clip
	switch len(j.model.Clips) {
	case 0:
	case 1:
		clip = j.model.Clips[0]
	default:
		return fmt.Errorf("BVH has one clip, and the model %d; an output such as '{clip}.bvh' is one file for each", len(j.model.Clips))
	}
	j.bvh.Rate, j.bvh.Report = j.options.Rate, j.options.Report
	return writeTo(j.file, func(w *bufio.Writer) error { return exporter.BVH(ctx, w, j.model, clip, j.bvh) })
}

// writeArchive bakes an archive, with the keys as they are or packed.
func writeArchive(ctx context.Context, j *job) error {
	o := bake.Options{Clips: bake.Exact}
	if j.pack {
		o = bake.Options{}
	}
	baked, err := bake.Bake(ctx, j.model, o)
	if err != nil {
		return err
	}
	for i := range baked.Clips {
		if c := &baked.Clips[i]; !c.Held() {
			err = errors.Join(err, fmt.Errorf("clip %q is %.3g mm off its keys; --exact stores them uncompressed", c.Name, 1000*c.Error))
		}
	}
	if err != nil {
		return err
	}
	baked.Content.Meta = archive.Meta{Tool: j.tool}
	baked.Content.Graph, baked.Content.Control = j.options.Graph, j.options.Control
	data, err := archive.Encode(&baked.Content)
	if err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	return os.WriteFile(j.file, data, 0o644)
}
