// Package collada reads of a Collada file what libassimp cannot tell together:
// which name belongs to which node. Asked for names it loses the unique ids,
// and with them whom a channel drives where two nodes share a name; asked for
// ids it loses the names.
//
//	names, err := collada.Names(data)
//	names["node-Hips"]   // "Hips"
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

// Names returns the name of every node that has one, by its id; a node without
// an id by its scoped id.
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
