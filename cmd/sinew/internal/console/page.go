package console

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PageWidth is the width of pages in columns.
const PageWidth = 80

// Printable replaces control characters and invalid UTF-8: names come from files of any origin
// and go to a terminal.
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

// Named returns a name for a page, also for an empty one.
func Named(s string) string {
	if s == "" {
		return "(no name)"
	}
	return Printable(s)
}

// Cut shortens a text to a width by cutting its end.
func Cut(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	r := []rune(s)
	return string(r[:max(0, width-1)]) + "…"
}

// Column is Cut, padded to the width.
func Column(s string, width int) string {
	s = Cut(s, width)
	return s + strings.Repeat(" ", width-utf8.RuneCountInString(s))
}

// Plural formats a count with its noun.
func Plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "h"), strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"):
		return fmt.Sprintf("%d %ses", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// FirstOf names the first files of a list.
func FirstOf(names []string) string {
	const most = 3
	var list []string
	for _, n := range names[:min(most, len(names))] {
		list = append(list, Printable(n))
	}
	text := strings.Join(list, ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Page is buffered text. It keeps the first error of writing.
type Page struct {
	To  io.Writer
	b   strings.Builder
	err error
}

// Line writes a line without trailing spaces.
func (p *Page) Line(format string, args ...any) {
	p.b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " "))
	p.b.WriteByte('\n')
	if p.b.Len() > 1<<15 {
		p.Flush()
	}
}

// Flush writes what is buffered and returns the first error.
func (p *Page) Flush() error {
	if p.err == nil {
		_, p.err = io.WriteString(p.To, p.b.String())
	}
	p.b.Reset()
	return p.err
}

// Wrapped writes text in lines of at most PageWidth: the first after a lead, the others
// indented as far.
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
