package bvh

import (
	"bytes"
	"context"
)

// askEach is the number of bytes between two questions to the context: a fraction of a millisecond.
const askEach = 1 << 15

// scanner splits text into words and counts lines. Once the context has ended, so does the text.
type scanner struct {
	ctx   context.Context
	err   error // of the context
	data  []byte
	at    int
	line  int // of at, from 1
	start int // of the line
	ask   int // where the context is asked next
	// decimal says that commas before digits are decimal points, and no separators.
	decimal bool
}

// ended asks the context now and then, and reports whether it has ended.
func (s *scanner) ended() bool {
	if s.at < s.ask {
		return false
	}
	s.ask = s.at + askEach
	if s.err = s.ctx.Err(); s.err != nil {
		s.data = s.data[:s.at]
	}
	return s.err != nil
}

// newline passes an end of line: LF, CR or CRLF.
func (s *scanner) newline() {
	if s.data[s.at] == '\r' && s.at+1 < len(s.data) && s.data[s.at+1] == '\n' {
		s.at++
	}
	s.at++
	s.line++
	s.start = s.at
}

func ends(c byte) bool      { return c == '\n' || c == '\r' }
func separates(c byte) bool { return c <= ' ' || c == ',' }

// atSeparator reports whether the byte here separates words.
func (s *scanner) atSeparator() bool {
	c := s.data[s.at]
	return c <= ' ' || c == ',' && !(s.decimal && s.at+1 < len(s.data) && s.data[s.at+1]-'0' <= 9)
}

// point is the decimal point.
func (s *scanner) point() byte {
	if s.decimal {
		return ','
	}
	return '.'
}

// blanks passes what separates words, within the line.
func (s *scanner) blanks() {
	for s.at < len(s.data) && s.atSeparator() && !ends(s.data[s.at]) && !s.ended() {
		s.at++
	}
}

// skip passes what separates words, ends of lines, and comments.
func (s *scanner) skip() {
	for s.at < len(s.data) && !s.ended() {
		switch c := s.data[s.at]; {
		case ends(c):
			s.newline()
		case s.atSeparator():
			s.at++
		case s.comment():
			s.restOfLine()
		default:
			return
		}
	}
}

// comment reports whether a comment begins here.
func (s *scanner) comment() bool {
	return s.data[s.at] == '#' || bytes.HasPrefix(s.data[s.at:], []byte("//"))
}

// restOfLine passes the rest of the line and returns it.
func (s *scanner) restOfLine() []byte {
	from := s.at
	for s.at < len(s.data) && !ends(s.data[s.at]) && !s.ended() {
		s.at++
	}
	return s.data[from:s.at]
}

// word returns the next word: a brace, or what stands before the next separator or brace. It is empty at
// the end.
func (s *scanner) word() []byte {
	s.skip()
	from := s.at
	for s.at < len(s.data) && !s.atSeparator() && !s.ended() {
		if c := s.data[s.at]; c == '{' || c == '}' {
			if s.at == from {
				s.at++
			}
			break
		}
		s.at++
	}
	return s.data[from:s.at]
}

// place is a place in the text to which a scanner can return.
type place struct{ at, line, start int }

// rewind returns to a place. The text from there is read again, and the context asked again.
func (s *scanner) rewind(to place) {
	s.at, s.line, s.start = to.at, to.line, to.start
	s.ask = min(s.ask, s.at+askEach)
}

func (s *scanner) place() place { return place{s.at, s.line, s.start} }
func (s *scanner) atEnd() bool  { return s.at >= len(s.data) }

// peek returns the next word and stays before it.
func (s *scanner) peek() []byte {
	from := s.place()
	defer s.rewind(from)
	return s.word()
}

// name returns what stands before the end of the line or an opening brace, and where that is empty the same
// of the next line, unless it begins with a keyword.
func (s *scanner) name() []byte {
	name := s.nameOfLine()
	if len(name) > 0 || s.atEnd() || s.data[s.at] == '{' {
		return name
	}
	from := s.place()
	if s.skip(); s.atEnd() || s.data[s.at] == '{' || s.data[s.at] == '}' || keywordOf(s.peek()) != none {
		s.rewind(from)
		return nil
	}
	return s.nameOfLine()
}

func (s *scanner) nameOfLine() []byte {
	s.blanks()
	from := s.at
	for s.at < len(s.data) && !ends(s.data[s.at]) && s.data[s.at] != '{' && !s.ended() {
		s.at++
	}
	return bytes.TrimFunc(s.data[from:s.at], func(r rune) bool { return r <= ' ' })
}

// keyword is a word that the format knows.
type keyword uint8

const (
	none keyword = iota
	hierarchy
	root
	joint
	end
	endSite
	offset
	channels
	motion
)

var keywords = map[string]keyword{
	"hierarchy": hierarchy, "root": root, "joint": joint, "end": end, "endsite": endSite, "end_site": endSite, "end-site": endSite,
	"offset": offset, "channels": channels, "motion": motion,
}

// keywordOf returns the keyword of a word in any case, with or without a colon.
func keywordOf(word []byte) keyword {
	const longest = len("hierarchy")
	word = bytes.TrimRight(word, ":")
	if len(word) > longest {
		return none
	}
	return keywords[string(bytes.ToLower(word))]
}
