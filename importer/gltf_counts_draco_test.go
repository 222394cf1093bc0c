//go:build unix

package importer_test

import "encoding/binary"

// dracoOf is a stream of Draco whose numbers are all symbols of an alphabet of one, which takes no bits:
// triangles and points cost nothing, whatever their number. Columns are attributes of the type and the
// coding with which a number's table is largest, behind the one that is the position.
func dracoOf(faces, points, columns int) []byte {
	varint := binary.AppendUvarint
	b := []byte("DRACO\x02\x02\x01\x00\x00\x00")
	b = varint(varint(b, uint64(faces)), uint64(points))
	b = append(b, 0) // differences of indices
	one := []byte{1, 1, 1, 4096&63<<2&255 | 1, 4096 >> 6, 1, 0}
	b = append(b, one...)
	b = varint(append(b, 1), uint64(1+columns)) // in one group
	b = append(b, 0, 9, 3, 0, 0)                // position: three floats
	for i := range columns {
		b = varint(append(b, 8, 6, 1, 0), uint64(1+i)) // a number of 32 bits
	}
	b = append(b, 2)
	for range columns {
		b = append(b, 1)
	}
	b = append(append(b, 256-2, 1), one...)
	for range columns {
		b = append(b, 256-2, 1, 1, 18, 1, 2, 0, 1<<20>>14, 1, 0)
	}
	return append(append(b, make([]byte, 4*4)...), 8) // from 0 to 0, in 8 bits
}

func init() {
	const primitives = asset + `"buffers":[{"byteLength":$bin}],"bufferViews":[{"buffer":0,"byteLength":$bin}],"nodes":[{"mesh":0}],"accessors":[{"componentType":5126,"count":1,"type":"VEC3"},{"componentType":5125,"count":3,"type":"SCALAR"}],"meshes":[{"primitives":[`
	unit := same(`{"attributes":{"POSITION":0},"indices":1,"extensions":{"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{"POSITION":0}}}}`)
	for name, stream := range map[string]func(size int) []byte{
		"Draco's triangles": func(int) []byte { return dracoOf(mega, 3, 0) },
		"Draco's points":    func(int) []byte { return dracoOf(1, mega, 0) },
		"Draco's columns":   func(size int) []byte { return dracoOf(1, 3, size/32) },
		"Draco's claims":    func(int) []byte { return dracoOf(1<<32-1, 1<<32-1, 0) },
	} {
		counts[name] = grown{head: primitives, unit: unit, tail: `]}]}`, bin: stream, share: 60}
	}
}
