package child

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer/internal/source"
)

// A message of any kind may be as long as its kind's limit, and no longer: an answer beyond it is a
// limit that the caller may raise, anything else is no talk.
func TestReceiveLimits(t *testing.T) {
	most := func(kind byte) int64 { return 10 * int64(kind) }
	for kind := range byte(20) {
		for _, n := range []int64{0, most(kind), most(kind) + 1, 1<<32 - 1} {
			message := append([]byte{kind}, binary.LittleEndian.AppendUint32(nil, uint32(n))...)
			message = append(message, make([]byte, min(n, 200))...)
			got, data, err := Receive(bytes.NewReader(message), most)
			switch {
			case n <= most(kind):
				if err != nil || got != kind || int64(len(data)) != n {
					t.Errorf("kind %d of %d bytes: kind %d of %d bytes, %v", kind, n, got, len(data), err)
				}
			case kind == KindAnswer:
				if !errors.Is(err, source.ErrLimit) || !strings.Contains(err.Error(), fmt.Sprintf("a message of %d bytes; the limit is %d", n, most(kind))) {
					t.Errorf("an answer of %d bytes: %v", n, err)
				}
			case !errors.Is(err, errTalk) || errors.Is(err, source.ErrLimit) || !strings.Contains(err.Error(), fmt.Sprintf("%d bytes of kind %d", n, kind)):
				t.Errorf("kind %d of %d bytes: %v", kind, n, err)
			}
		}
	}
}
