package ogre

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// The kinds of chunks of a binary skeleton (OgreSkeletonFileFormat.h).
const (
	headerChunk    = 0x1000
	boneChunk      = 0x2000
	animationChunk = 0x4000
	trackChunk     = 0x4100
	keyChunk       = 0x4110
)

// chunkHead is the size of a chunk's head: its kind, and its length with the head.
const chunkHead = 6

// chunk is a piece of a binary file.
type chunk struct {
	kind uint16
	body []byte
}

// chunks splits data into chunks, up to one whose length cannot be.
func chunks(data []byte, order binary.ByteOrder) (list []chunk) {
	for r := (binaryReader{data: data, order: order}); ; {
		c, ok := r.next()
		if !ok {
			return list
		}
		list = append(list, c)
	}
}

// binaryReader reads the values of a chunk, and notes where they are missing.
type binaryReader struct {
	data  []byte
	order binary.ByteOrder
	short bool
}

func (r *binaryReader) take(n int) []byte {
	if n > len(r.data) {
		r.short, r.data = true, nil
		return make([]byte, n)
	}
	out := r.data[:n]
	r.data = r.data[n:]
	return out
}

func (r *binaryReader) word() int { return int(r.order.Uint16(r.take(2))) }

func (r *binaryReader) float() float64 {
	return float64(math.Float32frombits(r.order.Uint32(r.take(4))))
}

func (r *binaryReader) vector() exact.Vec { return exact.Vec{r.float(), r.float(), r.float()} }

func (r *binaryReader) quaternion() exact.Quat {
	return exact.Quat{r.float(), r.float(), r.float(), r.float()}
}

// line reads a text up to the end of its line.
func (r *binaryReader) line() string {
	at := bytes.IndexByte(r.data, '\n')
	if at < 0 {
		r.short, r.data = true, nil
		return ""
	}
	out := string(bytes.TrimSuffix(r.data[:at], []byte("\r")))
	r.data = r.data[at+1:]
	return out
}

// scale reads a scale if there are three more numbers.
func (r *binaryReader) scale() exact.Vec {
	if len(r.data) < 12 {
		return nowhere.Scale
	}
	return r.vector()
}

func readBinary(data []byte) (*Skeleton, error) {
	order := binary.ByteOrder(binary.LittleEndian)
	if len(data) >= 2 && binary.BigEndian.Uint16(data) == headerChunk {
		order = binary.BigEndian
	}
	head := binaryReader{data: data, order: order}
	if kind := head.word(); kind != headerChunk {
		return nil, malformed("it begins with 0x%04x", kind)
	}
	if version := head.line(); head.short {
		return nil, malformed("the version %q has no end", version)
	}
	s := &Skeleton{}
	numbered := map[int]int{}
	for _, c := range chunks(head.data, order) {
		r := binaryReader{data: c.body, order: order}
		switch c.kind {
		case boneChunk:
			b := r.bone()
			numbered[b.Handle] = len(s.Bones)
			s.Bones = append(s.Bones, b)
		case animationChunk:
			s.Animations = append(s.Animations, r.animation(s, numbered))
		}
		if r.short {
			return nil, malformed("a chunk 0x%04x of %d bytes is too short", c.kind, len(c.body))
		}
	}
	return s, nil
}

// next cuts off the next chunk. The length of a bone's counts all but its name.
func (r *binaryReader) next() (c chunk, ok bool) {
	data := r.data
	if len(data) < chunkHead {
		return chunk{}, false
	}
	kind, n := r.order.Uint16(data), uint64(r.order.Uint32(data[2:]))
	if kind == boneChunk {
		n += uint64(1 + bytes.IndexByte(data[chunkHead:], '\n'))
	}
	if n < chunkHead || n > uint64(len(data)) {
		return chunk{}, false
	}
	r.data = data[n:]
	return chunk{kind, data[chunkHead:n]}, true
}

func (r *binaryReader) bone() Bone {
	b := Bone{Name: r.line(), Handle: r.word(), Place: nowhere}
	b.Translation, b.Rotation, b.Scale = r.vector(), r.quaternion(), r.scale()
	return b
}

// animation reads an animation. A track of a bone that is not there is left out, as Ogre has no
// place for it.
func (r *binaryReader) animation(s *Skeleton, numbered map[int]int) Animation {
	a := Animation{Name: r.line(), Length: r.float()}
	for _, c := range chunks(r.data, r.order) {
		if c.kind != trackChunk {
			continue
		}
		t := binaryReader{data: c.body, order: r.order}
		bone, ok := numbered[t.word()]
		if !ok {
			r.short = r.short || t.short
			continue
		}
		track := Track{Bone: s.Bones[bone]}
		for _, c := range chunks(t.data, r.order) {
			if c.kind == keyChunk {
				k := binaryReader{data: c.body, order: r.order}
				track.Keys = append(track.Keys, Key{k.float(), Place{Rotation: k.quaternion(), Translation: k.vector(), Scale: k.scale()}})
				r.short = r.short || k.short
			}
		}
		a.Tracks = append(a.Tracks, track)
	}
	return a
}
