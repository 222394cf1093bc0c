package main

import (
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
)

// framesPerSecond is Doom 3's rate, which MD5 players assume.
const framesPerSecond = 24

func main() {
	folder := flag.String("o", filepath.Join("testdata", "warden"), "folder to write into")
	flag.Parse()
	if err := write(*folder); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// write writes the warden's files into an existing folder.
func write(folder string) error {
	for name, text := range texts() {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	for name, picture := range textures() {
		if err := writePNG(filepath.Join(folder, name), picture); err != nil {
			return err
		}
	}
	return nil
}

// texts returns the MD5 files by name. The walk has the mesh's own base name, by which readers find it.
func texts() map[string]string {
	s := wardenSkeleton().rounded()
	meshes := wardenMeshes(s)
	return map[string]string{
		"warden.md5mesh": md5mesh(s, meshes),
		"warden.md5anim": md5anim(s, meshes, record(s, walk, 32)),
		"idle.md5anim":   md5anim(s, meshes, record(s, idle, 72)),
	}
}

// textures returns the textures by the names of the meshes' shaders.
func textures() map[string]image.Image {
	return map[string]image.Image{
		bodyTexture:  paintBody(),
		headTexture:  paintHead(),
		capeTexture:  paintCape(),
		metalTexture: paintMetal(),
	}
}

func writePNG(path string, picture image.Image) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(f, picture); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
