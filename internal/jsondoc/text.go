package jsondoc

import (
	"bytes"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/strict"
)

// Text is a value of a JSON text.
type Text struct {
	Key     string // in an object
	Raw     string // of what has no entries
	Open    byte   // '{', '[' or 0
	Entries []*Text
	Tall    bool // one line per entry
	Loose   bool // the order of entries has no meaning
}

const (
	lineWidth   = 100
	indentation = "  "
)

// width is the length of a value in one line, or more than lineWidth.
func (t *Text) width(keyed bool) int {
	n := len(t.Raw)
	switch {
	case t.Tall || strings.Contains(t.Raw, "\n"):
		return lineWidth + 1
	case t.Open != 0:
		n = 2 + 2*max(len(t.Entries)-1, 0)
	}
	if keyed {
		n += len(strict.Quote(t.Key)) + 2
	}
	for _, e := range t.Entries {
		if n > lineWidth {
			break
		}
		n += e.width(t.Open == '{')
	}
	return n
}

func (t *Text) close() byte { return t.Open + 2 }

// write writes a value in one line if it fits, otherwise each entry in its own.
func (t *Text) write(b *bytes.Buffer, keyed, flat bool, depth int) {
	flat = flat || len(indentation)*depth+t.width(keyed) < lineWidth
	if keyed {
		b.Write(strict.Quote(t.Key))
		b.WriteString(": ")
	}
	if t.Open == 0 {
		b.WriteString(t.Raw)
		return
	}
	line := func(depth int) {
		if !flat {
			b.WriteByte('\n')
			b.WriteString(strings.Repeat(indentation, depth))
		}
	}
	b.WriteByte(t.Open)
	for k, e := range t.Entries {
		if k > 0 {
			b.WriteByte(',')
			if flat {
				b.WriteByte(' ')
			}
		}
		line(depth + 1)
		e.write(b, t.Open == '{', flat, depth+1)
	}
	line(depth)
	b.WriteByte(t.close())
}

// Plain is a value without spaces, with loose entries sorted.
func (t *Text) Plain(keyed bool) string {
	s := t.Raw
	if t.Open != 0 {
		entries := make([]string, len(t.Entries))
		for k, e := range t.Entries {
			entries[k] = e.Plain(t.Open == '{')
		}
		if t.Loose {
			slices.Sort(entries)
		}
		s = string(t.Open) + strings.Join(entries, ",") + string(t.close())
	}
	if keyed {
		return string(strict.Quote(t.Key)) + ":" + s
	}
	return s
}

// Bytes is the text as a file.
func (t *Text) Bytes() []byte {
	var b bytes.Buffer
	t.write(&b, false, false, 0)
	b.WriteByte('\n')
	return b.Bytes()
}
