package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pageWidth is the width that pages for people keep to.
const pageWidth = 80

// printable makes control characters and broken UTF-8 visible. Names come out
// of files that anybody may have written, and go to a terminal.
func printable(s string) string {
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

// named is a name for a page: something to see also where there is none.
func named(s string) string {
	if s == "" {
		return "(no name)"
	}
	return printable(s)
}

// cut shortens a text to a width by its last characters.
func cut(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	r := []rune(s)
	return string(r[:max(0, width-1)]) + "…"
}

// column is cut, and filled up to the width.
func column(s string, width int) string {
	s = cut(s, width)
	return s + strings.Repeat(" ", width-utf8.RuneCountInString(s))
}

// plural is a count with its noun.
func plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "h"), strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"):
		return fmt.Sprintf("%d %ses", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// page is buffered text output that keeps the first error.
type page struct {
	w   io.Writer
	b   strings.Builder
	err error
}

// line writes one line, without blanks at its end.
func (p *page) line(format string, args ...any) {
	p.b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " "))
	p.b.WriteByte('\n')
	if p.b.Len() > 1<<15 {
		p.flush()
	}
}

func (p *page) flush() error {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, p.b.String())
	}
	p.b.Reset()
	return p.err
}

// wrapped writes text over as many lines as it takes: the first after a lead,
// the others as far in.
func (p *page) wrapped(lead, text string) {
	room := pageWidth - utf8.RuneCountInString(lead)
	indent := strings.Repeat(" ", utf8.RuneCountInString(lead))
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > room {
			p.line("%s%s", lead, line)
			lead, line = indent, ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	p.line("%s%s", lead, line)
}
