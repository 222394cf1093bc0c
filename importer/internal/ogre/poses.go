package ogre

import (
	"bytes"
	"encoding/binary"
)

// Poses counts what a mesh file has of morph targets.
type Poses struct {
	Poses      int // morph targets
	Offsets    int // vertices that they move
	Animations int // that blend poses, or morph vertices
}

// ReadPoses counts the poses and the animations of vertices of a mesh, XML or binary. What cannot be
// read is not counted.
func ReadPoses(data []byte) (p Poses) {
	if text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n"); len(text) > 0 && text[0] == '<' {
		_ = elements(text, func(name string, _ map[string]string) error {
			switch name {
			case "pose":
				p.Poses++
			case "poseoffset":
				p.Offsets++
			case "animation":
				p.Animations++
			}
			return nil
		}, func(string) {})
		return p
	}
	p.binary(data)
	return p
}

// The kinds of chunks of a binary mesh (OgreMeshFileFormat.h).
const (
	meshChunk           = 0x3000
	posesChunk          = 0xC000
	poseChunk           = 0xC100
	offsetChunk         = 0xC111
	animationsChunk     = 0xD000
	meshAnimationsChunk = 0xD100
)

func (p *Poses) binary(data []byte) {
	order := binary.ByteOrder(binary.LittleEndian)
	if len(data) >= 2 && binary.BigEndian.Uint16(data) == headerChunk {
		order = binary.BigEndian
	}
	head := binaryReader{data: data, order: order}
	if head.word() != headerChunk {
		return
	}
	head.line()
	for _, c := range chunks(head.data, order) {
		if c.kind != meshChunk || len(c.body) == 0 {
			continue
		}
		for _, c := range chunks(c.body[1:], order) { // after a flag: the mesh has a skeleton
			p.part(c, order)
		}
	}
}

func (p *Poses) part(c chunk, order binary.ByteOrder) {
	switch c.kind {
	case posesChunk:
		for _, c := range chunks(c.body, order) {
			if c.kind != poseChunk {
				continue
			}
			p.Poses++
			r := binaryReader{data: c.body, order: order}
			r.line()  // its name
			r.word()  // its mesh
			r.take(1) // it has normals; of version 1.8, the only one that libassimp reads
			for _, c := range chunks(r.data, order) {
				if c.kind == offsetChunk {
					p.Offsets++
				}
			}
		}
	case animationsChunk:
		for _, c := range chunks(c.body, order) {
			if c.kind == meshAnimationsChunk {
				p.Animations++
			}
		}
	}
}
