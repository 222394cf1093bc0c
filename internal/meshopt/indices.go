package meshopt

import (
	"encoding/binary"
	"fmt"

	"github.com/sinew-anim/sinew/internal/meter"
)

const (
	indicesHeader = 0xd1
	indexTail     = 4
)

// decodeIndices decodes indices of size bytes each, stored as differences from one of two indices
// before: the lowest bit says which.
func decodeIndices(dst []byte, size int, stream []byte, m *meter.Meter) error {
	if stream[0] != indicesHeader {
		return fmt.Errorf("%w: header %#x of indices, want %#x", ErrStream, stream[0], indicesHeader)
	}
	data := stream[1 : len(stream)-indexTail]
	var last [2]uint32
	count := len(dst) / size
	for i := range count {
		if i%4096 == 0 && m.Step(4096*4) != nil {
			return m.Err()
		}
		v, n := varint(data)
		if n == 0 {
			return fmt.Errorf("%w: index %d of %d: the stream ends", ErrStream, i, count)
		}
		data = data[n:]
		last[v&1] += unzigzag(v >> 1)
		if size == 4 {
			binary.LittleEndian.PutUint32(dst[4*i:], last[v&1])
		} else {
			binary.LittleEndian.PutUint16(dst[2*i:], uint16(last[v&1]))
		}
	}
	if len(data) != 0 {
		return fmt.Errorf("%w: %d bytes left after %d indices", ErrStream, len(data), count)
	}
	return nil
}
