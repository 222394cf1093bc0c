package console

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PageWidth is the width that pages for people keep to.
const PageWidth = 80

// Printable makes control characters and broken UTF-8 visible. Names come out
// of files that anybody may have written, and go to a terminal.
func Printable(s string) string {
	odd := func(r rune) bool { return r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }
	if strings.IndexFunc(s, odd) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if odd(r) {
			b.WriteRune(utf8.RuneError)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Named is a name for a page: something to see also where there is none.
func Named(s string) string {
	if s == "" {
		return "(no name)"
	}
	return Printable(s)
}

// Cut shortens a text to a width by its last characters.
func Cut(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	r := []rune(s)
	return string(r[:max(0, width-1)]) + "…"
}

// Column is cut, and filled up to the width.
func Column(s string, width int) string {
	s = Cut(s, width)
	return s + strings.Repeat(" ", width-utf8.RuneCountInString(s))
}

// Plural is a count with its noun.
func Plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "h"), strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"):
		return fmt.Sprintf("%d %ses", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Page is buffered text output that keeps the first error.
type Page struct {
	To  io.Writer
	b   strings.Builder
	err error
}

// Line writes one line, without blanks at its end.
func (p *Page) Line(format string, args ...any) {
	p.b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " "))
	p.b.WriteByte('\n')
	if p.b.Len() > 1<<15 {
		p.Flush()
	}
}

func (p *Page) Flush() error {
	if p.err == nil {
		_, p.err = io.WriteString(p.To, p.b.String())
	}
	p.b.Reset()
	return p.err
}

// Wrapped writes text over as many lines as it takes: the first after a lead,
// the others as far in.
func (p *Page) Wrapped(lead, text string) {
	room := PageWidth - utf8.RuneCountInString(lead)
	indent := strings.Repeat(" ", utf8.RuneCountInString(lead))
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > room {
			p.Line("%s%s", lead, line)
			lead, line = indent, ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	p.Line("%s%s", lead, line)
}

// Heading prints a line after an empty one.
func Heading(p *Page, format string, args ...any) {
	p.Line("")
	p.Line(format, args...)
}
