package collada

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"

	"github.com/sinew-anim/sinew/soa"
)

// maxNodes bounds what is kept of one file.
const maxNodes = 1 << 20

// Names returns the name of every node that has one, by its id, or by its
// scoped id without an id.
func Names(data []byte) (map[string]string, error) {
	names := make(map[string]string)
	d := xml.NewDecoder(bytes.NewReader(data))
	// Files in other character sets hold their ids in ASCII nearly always; what
	// is not matches nothing.
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	for {
		token, err := d.RawToken()
		if err == io.EOF {
			return names, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", soa.ErrFormat, err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "node" && len(names) < maxNodes {
			addNode(names, e.Attr)
		}
	}
}

func addNode(names map[string]string, attributes []xml.Attr) {
	var id, sid, name string
	for _, a := range attributes {
		switch a.Name.Local {
		case "id":
			id = a.Value
		case "sid":
			sid = a.Value
		case "name":
			name = a.Value
		}
	}
	if id == "" {
		id = sid
	}
	if id != "" && name != "" {
		names[id] = name
	}
}
