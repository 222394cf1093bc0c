package left

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"io"
	"path"
	"strings"

	"github.com/sinew-anim/sinew/importer/report"
)

// maxInflated bounds the bytes of a compressed .blend that are looked at.
const maxInflated = 256 << 20

// blend counts the blocks of a Blender file by their codes.
func (l *losses) blend(data []byte) {
	var from io.Reader = bytes.NewReader(data)
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(from)
		if err != nil {
			return
		}
		from = io.LimitReader(z, maxInflated)
	}
	n := blocks(bufio.NewReader(from))
	if !l.has.Bones {
		l.add(report.LostSkin, n["AR"], "its %d armature(s) are not read; what they move holds still")
	}
	if !l.has.Clips {
		l.add(report.LeftOut, n["AC"]+n["IP"], "its %d action(s) are not read")
	}
	if !l.has.Morphs {
		l.add(report.InvalidMorph, n["KE"], "the shape keys of %d mesh(es) are not read")
	}
	l.add(report.NoTriangles, n["CU"]+n["CV"]+n["MB"], "its %d curves, surfaces, texts and metaballs are not read")
}

// blocks counts the blocks of a Blender file up to version 4.
func blocks(r *bufio.Reader) map[string]int {
	n := make(map[string]int)
	head := make([]byte, 12)
	if _, err := io.ReadFull(r, head); err != nil || !bytes.HasPrefix(head, []byte("BLENDER")) {
		return n
	}
	pointer := 8
	if head[7] == '_' {
		pointer = 4
	}
	var order binary.ByteOrder = binary.LittleEndian
	if head[8] == 'V' {
		order = binary.BigEndian
	}
	block := make([]byte, 16+pointer)
	for {
		if _, err := io.ReadFull(r, block); err != nil {
			return n
		}
		n[strings.TrimRight(string(block[:4]), "\x00")]++
		if skipped, err := r.Discard(int(order.Uint32(block[4:]) & (1<<31 - 1))); err != nil || skipped < 0 {
			return n
		}
	}
}

// studio finds curves and other tracks in the keyframer of a 3DS file.
func (l *losses) studio(data []byte) {
	const main, keyframer, firstNode, lastNode = 0x4d4d, 0xb000, 0xb001, 0xb007
	curves, keys, others := 0, 0, 0
	var walk func(data []byte, depth int)
	walk = func(data []byte, depth int) {
		for len(data) >= 6 {
			kind, size := binary.LittleEndian.Uint16(data), int(binary.LittleEndian.Uint32(data[2:])&(1<<31-1))
			if size < 6 || size > len(data) {
				return
			}
			body := data[6:size]
			switch {
			case depth < 3 && (kind == main || kind == keyframer || kind >= firstNode && kind <= lastNode):
				walk(body, depth+1)
			case kind >= 0xb020 && kind <= 0xb022:
				if n, eased := studioKeys(body, map[uint16]int{0xb020: 12, 0xb021: 16, 0xb022: 12}[kind]); n > 2 || eased {
					curves++
					keys += n
				}
			case kind == 0xb026 || kind == 0xb029:
				others++
			}
			data = data[size:]
		}
	}
	walk(data, 0)
	l.add(report.LostInterpolation, curves, "%d curves of %d keys are splines (TCB); they are straight between their keys", keys)
	l.add(report.LeftOut, others, "its %d tracks of morphs and visibility are not read")
}

// studioKeys counts the keys of a track, and whether one has tension, continuity, bias or ease.
func studioKeys(body []byte, size int) (n int, eased bool) {
	const head, key = 14, 6
	if len(body) < head {
		return 0, false
	}
	rest := body[head:]
	for range min(uint32(word(body, 10)), uint32(len(body)/key)) {
		if len(rest) < key {
			break
		}
		given := 0
		for flags := rest[4]; flags != 0; flags >>= 1 {
			given += int(flags & 1)
		}
		if eased = eased || given > 0; len(rest) < key+4*given+size {
			break
		}
		rest = rest[key+4*given+size:]
		n++
	}
	return n, eased
}

// lightWave counts the maps and polygons of an LWO or LXO file.
func (l *losses) lightWave(data []byte) {
	if len(data) < 12 || string(data[:4]) != "FORM" {
		return
	}
	n := make(map[string]int)
	for rest := data[12:]; len(rest) >= 12; {
		size := int(binary.BigEndian.Uint32(rest[4:]) & (1<<31 - 1))
		switch kind := string(rest[:4]); kind {
		case "VMAP", "POLS":
			n[string(rest[8:12])]++
		case "ENVL":
			n[kind]++
		}
		if size += size & 1; size > len(rest)-8 {
			break
		}
		rest = rest[8+size:]
	}
	if !l.has.Morphs {
		l.add(report.InvalidMorph, n["MORF"]+n["SPOT"], "its %d morph maps are not read")
	}
	if !l.has.Bones {
		l.add(report.LostSkin, n["WGHT"], "its %d weight maps are not read")
		l.add(report.LostSkin, n["BONE"], "its %d list(s) of bones are not read")
	}
	l.add(report.LostMaterial, n["ENVL"], "its %d envelopes, which animate surfaces, are not read")
	l.add(report.NoTriangles, n["PTCH"]+n["SUBD"], "its %d list(s) of patches are shown as their cages")
	l.add(report.NoTriangles, n["CURV"]+n["MBAL"], "its %d list(s) of curves and metaballs are not read")
}

// threeMF counts the pictures of a 3MF package.
func (l *losses) threeMF(data []byte) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil || l.has.Pictures {
		return
	}
	n := 0
	for _, f := range z.File {
		switch strings.ToLower(path.Ext(f.Name)) {
		case ".png", ".jpg", ".jpeg":
			if !strings.HasPrefix(strings.ToLower(strings.TrimPrefix(f.Name, "/")), "metadata/") { // a preview
				n++
			}
		}
	}
	l.add(report.MissingTexture, n, "its %d pictures are not read")
}

// gltf1 counts the skins and animations of a file of glTF 1.0.
func (l *losses) gltf1(data []byte) {
	const header = 20 // of KHR_binary_glTF
	if bytes.HasPrefix(data, []byte("glTF")) {
		if n := word(data, 12); len(data) >= header && n >= 0 && n <= len(data)-header {
			data = data[header : header+n]
		}
	}
	var f struct {
		Skins, Animations map[string]json.RawMessage
	}
	if json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &f) != nil {
		return
	}
	if !l.has.Bones {
		l.add(report.LostSkin, len(f.Skins), "its %d skin(s) are not read: joints and weights")
	}
	if !l.has.Clips {
		l.add(report.LeftOut, len(f.Animations), "its %d animation(s) are not read")
	}
}
