package gltf

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/sinew-anim/sinew/soa"
)

// splitBinary takes the JSON and the binary chunk out of a .glb. Chunks of other kinds, and
// bytes beyond the length that the header states, are skipped.
func splitBinary(data []byte) (text, blob []byte, err error) {
	const header, chunkJSON, chunkBinary = 12, 0x4E4F534A, 0x004E4942
	if len(data) < header {
		return nil, nil, fmt.Errorf("%w: a header of %d bytes", soa.ErrFormat, len(data))
	}
	if version := binary.LittleEndian.Uint32(data[4:]); version != 2 {
		return nil, nil, versionError("the header", strconv.Itoa(int(version)))
	}
	length := binary.LittleEndian.Uint32(data[8:])
	if uint64(length) > uint64(len(data)) || length < header {
		return nil, nil, fmt.Errorf("%w: the header states %d bytes, and the file has %d", soa.ErrFormat, length, len(data))
	}
	for rest := data[header:length]; len(rest) >= 8; {
		size, kind := binary.LittleEndian.Uint32(rest), binary.LittleEndian.Uint32(rest[4:])
		rest = rest[8:]
		if uint64(size) > uint64(len(rest)) {
			return nil, nil, fmt.Errorf("%w: a chunk of %d bytes where %d are left", soa.ErrFormat, size, len(rest))
		}
		switch {
		case text == nil && kind != chunkJSON:
			return nil, nil, fmt.Errorf("%w: the first chunk is no JSON", soa.ErrFormat)
		case text == nil:
			text = rest[:size]
		case kind == chunkBinary && blob == nil:
			blob = rest[:size]
		}
		rest = rest[size:]
	}
	if text == nil {
		return nil, nil, fmt.Errorf("%w: no JSON chunk", soa.ErrFormat)
	}
	return text, blob, nil
}

// isBinary reports whether a file is a .glb, whatever it is called.
func isBinary(data []byte) bool { return bytes.HasPrefix(data, []byte("glTF")) }

// Split takes the JSON and the binary data out of a .glb, or returns the JSON of a .gltf.
func Split(data []byte) (text, blob []byte, err error) {
	if !isBinary(data) {
		return data, nil, nil
	}
	return splitBinary(data)
}
