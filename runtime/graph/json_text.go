package graph

import (
	"bytes"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/strict"
)

// text is a value of a JSON text.
type text struct {
	key     string // in an object
	raw     string // of what has no entries
	open    byte   // '{', '[' or 0
	entries []*text
	tall    bool // each entry has a line of its own
	loose   bool // the order of entries says nothing
}

const (
	lineWidth   = 100
	indentation = "  "
)

// width is the length of a value in one line, or more than that of any line.
func (t *text) width(keyed bool) int {
	n := len(t.raw)
	switch {
	case t.tall || strings.Contains(t.raw, "\n"):
		return lineWidth + 1
	case t.open != 0:
		n = 2 + 2*max(len(t.entries)-1, 0)
	}
	if keyed {
		n += len(strict.Quote(t.key)) + 2
	}
	for _, e := range t.entries {
		if n > lineWidth {
			break
		}
		n += e.width(t.open == '{')
	}
	return n
}

func (t *text) close() byte { return t.open + 2 }

// write writes a value: in one line where there is room, otherwise one line and more for
// each entry.
func (t *text) write(b *bytes.Buffer, keyed, flat bool, depth int) {
	flat = flat || len(indentation)*depth+t.width(keyed) < lineWidth
	if keyed {
		b.Write(strict.Quote(t.key))
		b.WriteString(": ")
	}
	if t.open == 0 {
		b.WriteString(t.raw)
		return
	}
	line := func(depth int) {
		if !flat {
			b.WriteByte('\n')
			b.WriteString(strings.Repeat(indentation, depth))
		}
	}
	b.WriteByte(t.open)
	for k, e := range t.entries {
		if k > 0 {
			b.WriteByte(',')
			if flat {
				b.WriteByte(' ')
			}
		}
		line(depth + 1)
		e.write(b, t.open == '{', flat, depth+1)
	}
	line(depth)
	b.WriteByte(t.close())
}

// plain is a value without what has no meaning: spaces, and the order of loose entries.
func (t *text) plain(keyed bool) string {
	s := t.raw
	if t.open != 0 {
		entries := make([]string, len(t.entries))
		for k, e := range t.entries {
			entries[k] = e.plain(t.open == '{')
		}
		if t.loose {
			slices.Sort(entries)
		}
		s = string(t.open) + strings.Join(entries, ",") + string(t.close())
	}
	if keyed {
		return string(strict.Quote(t.key)) + ":" + s
	}
	return s
}
