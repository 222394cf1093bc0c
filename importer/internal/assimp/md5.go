package assimp

import (
	"bytes"
	"io/fs"
	"strconv"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
)

// md5Rate is the rate of Doom 3's animations, which libassimp takes if a file states none.
const md5Rate = 24

// isMD5 reports whether files with an extension are MD5 files.
func isMD5(ext string) bool { return ext == "md5mesh" || ext == "md5anim" || ext == "md5camera" }

// md5Files is a file system in which MD5 files are as libassimp reads them right: see plainMD5. It
// sets rate to the text of the frame rate that an animation states.
type md5Files struct {
	fs.FS
	rate *string
}

// Stat implements fs.StatFS.
func (f md5Files) Stat(name string) (fs.FileInfo, error) { return fs.Stat(f.FS, name) }

// ReadFile implements fs.ReadFileFS.
func (f md5Files) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(f.FS, name)
	if err != nil || !isMD5(source.Extension(name)) {
		return data, err
	}
	text, rate := plainMD5(data)
	if source.Extension(name) != "md5mesh" {
		*f.rate = rate
	}
	return text, nil
}

// rateOfMD5 returns a function that supplies the rate of an MD5 animation: the one of its text.
func (a *Format) rateOfMD5(b *scene.Binder) func(clip string, rate float64) float64 {
	return func(clip string, rate float64) float64 {
		stated, err := strconv.ParseFloat(a.frameRate, 64)
		if b.Settings.TicksPerSec > 0 || err == nil && stated > 0 {
			return b.Rate(clip, stated)
		}
		states := "no frame rate"
		if a.frameRate != "" {
			states = "a frame rate of " + strconv.Quote(a.frameRate)
		}
		b.Report.Add(report.Repair, report.AssumedRate, clip, "the file states %s; %d frames per second are assumed, as in Doom 3", states, md5Rate)
		return md5Rate
	}
}

// plainMD5 returns the text of an MD5 file with one statement to a line, lines that end with CR
// LF, a command line, and no comments and frame rate. libassimp skips the second line, and joins statements with
// those on the following lines up to one that is empty or follows a CR. It also returns the value
// of frameRate. Other files are returned unchanged.
func plainMD5(text []byte) (plain []byte, rate string) {
	s := md5Scanner{text: bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))}
	if string(s.token()) != "MD5Version" {
		return text, ""
	}
	version := s.token()
	out := make([]byte, 0, len(text)+len(text)/8)
	out = append(append(append(out, "MD5Version "...), version...), "\r\ncommandline \"\""...)
	last := ""
	for {
		token := s.token()
		switch {
		case len(token) == 0:
			return append(out, "\r\n"...), rate
		case string(token) == "commandline":
			s.line()
		case string(token) == "frameRate": // left out: libassimp fails on what is no number
		case last == "frameRate" && !letter(token[0]):
			rate = string(token)
		case token[0] == '{':
			out = s.section(append(out, " {\r\n"...))
		case letter(token[0]):
			out = append(append(out, "\r\n"...), token...)
		default:
			out = append(append(out, ' '), token...)
		}
		last = string(token)
	}
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }

// md5Scanner reads the text of an MD5 file.
type md5Scanner struct {
	text []byte
	at   int
}

// token returns the next brace, quoted text or word, or nothing at the end.
func (s *md5Scanner) token() []byte {
	for s.at < len(s.text) && (s.text[s.at] <= ' ' || s.comment()) {
		if s.text[s.at] <= ' ' {
			s.at++
		}
		for s.comment() {
			s.skipComment()
		}
	}
	from := s.at
	if from == len(s.text) {
		return nil
	}
	switch s.text[from] {
	case '{', '}':
		s.at++
	case '"':
		s.quoted()
	default:
		for s.at < len(s.text) && s.text[s.at] > ' ' && !bytes.ContainsRune([]byte(`{}"`), rune(s.text[s.at])) && !s.comment() {
			s.at++
		}
	}
	return s.text[from:s.at]
}

// line skips the rest of the line.
func (s *md5Scanner) line() {
	for s.at < len(s.text) && s.text[s.at] != '\n' && s.text[s.at] != '\r' {
		s.at++
	}
}

// quoted skips a text in quotes, which ends with its line at the latest.
func (s *md5Scanner) quoted() {
	for s.at++; s.at < len(s.text) && s.text[s.at] != '\n' && s.text[s.at] != '\r'; s.at++ {
		if s.text[s.at] == '"' {
			s.at++
			return
		}
	}
}

// comment reports whether a comment begins here.
func (s *md5Scanner) comment() bool {
	return s.at+1 < len(s.text) && s.text[s.at] == '/' && (s.text[s.at+1] == '/' || s.text[s.at+1] == '*')
}

func (s *md5Scanner) skipComment() {
	if s.text[s.at+1] == '/' {
		s.line()
		return
	}
	if end := bytes.Index(s.text[s.at+2:], []byte("*/")); end >= 0 {
		s.at += end + 4
	} else {
		s.at = len(s.text)
	}
}

// section appends the text up to a closing brace.
func (s *md5Scanner) section(out []byte) []byte {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == '}':
			s.at++
			return append(out, "\r\n}"...)
		case c == '"':
			from := s.at
			s.quoted()
			out = append(out, s.text[from:s.at]...)
		case s.comment():
			s.skipComment()
			out = append(out, ' ')
		case c == '\n' || c == '\r' && !bytes.HasPrefix(s.text[s.at:], []byte("\r\n")):
			s.at++
			out = append(out, "\r\n"...)
		default:
			s.at++
			out = append(out, max(c, ' '))
		}
	}
	return out
}
