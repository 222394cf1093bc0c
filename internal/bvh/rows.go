package bvh

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// rows reads the frames.
//
// Most files have a line per frame. Then a line with more numbers than there are channels has numbers that
// belong to none, and a line with fewer goes on in the next, up to its end. Other files break lines anywhere,
// or nowhere: their numbers are counted alone.
type rows struct {
	*parser
	most   int // frames
	stream bool
	torn   int // numbers on the first line of a stream that ends within a frame, or 0
	begin  place
	even   bool // all lines of a stream but the last have as many numbers as the first

	have   int   // numbers of the frame that is being read
	from   place // of its first number
	first  int   // its numbers on the first line
	onLine int   // numbers on this line
	full   bool  // a frame has ended on this line
	cut    bool  // the last word is the beginning of a number
	excess int64 // numbers behind the stated frames
	behind int   // the last line with words behind a frame
}

// arrange looks at the first lines, and chooses between lines and a stream, and at all lines where there are
// commas, which separate numbers or are decimal points.
func (r *rows) arrange() {
	r.decimal = r.decimalFrames()
	r.skip()
	r.begin = r.place()
	defer r.rewind(r.begin)
	columns, total := r.doc.Columns, 0
	r.even = true
	for lines := 0; total < columns; lines++ {
		if r.skip(); r.atEnd() {
			return
		}
		words := r.countNumbers()
		if words == 0 { // what is no number, which read reports
			return
		}
		if total += words; lines == 0 {
			r.torn = words
		}
	}
	switch {
	case r.torn < columns:
		r.stream = total > columns
	case r.torn > columns:
		r.stream = r.flows(r.torn)
	}
	if !r.stream || r.torn > columns {
		r.torn = 0
	}
}

// decimalFrames reports whether commas are decimal points. They are if the words between blanks, and not those
// between commas too, make up the stated frames. Where neither do, the first line with a comma between digits
// decides, if one of both is the number of channels.
func (r *rows) decimalFrames() bool {
	if bytes.IndexByte(r.data[r.at:], ',') < 0 {
		return false
	}
	defer r.rewind(r.place())
	var words, numbers int64
	line, byLine, clear := 0, false, false
	for r.skip(); !r.atEnd(); r.skip() {
		from := r.place()
		blank, commas := r.countLine(len(r.data) - r.at)
		r.rewind(from)
		n := r.countNumbers()
		if n == 0 { // a brace
			break
		}
		if commas && line == 0 {
			line, byLine, clear = r.line, blank == r.doc.Columns, blank == r.doc.Columns || n == r.doc.Columns
		}
		words, numbers = words+int64(blank), numbers+int64(n)
	}
	if line == 0 || words == numbers {
		return false
	}
	all := r.stated * int64(r.doc.Columns)
	decimal := byLine
	switch {
	case r.stated > 0 && numbers == all:
		decimal = false
	case r.stated > 0 && words == all:
		decimal = true
	case !clear:
		r.note(UnclearComma, 1, line, "")
	}
	if decimal {
		r.note(DecimalComma, 1, line, "")
	}
	return decimal
}

// flows reports whether the numbers are a stream, though the first line has n of them, more than there are
// channels: there are fewer lines than stated frames, and the numbers make these up, or the line has whole
// frames, or there is no other.
func (r *rows) flows(n int) bool {
	numbers, lines := int64(n), int64(1)
	for r.skip(); !r.atEnd(); r.skip() {
		words := r.countNumbers()
		if words == 0 {
			break
		}
		numbers, lines = numbers+int64(words), lines+1
	}
	columns := int64(r.doc.Columns)
	switch {
	case r.stated >= 0 && lines >= r.stated:
		return false
	case r.stated >= 0 && numbers == r.stated*columns:
		return true
	}
	return int64(n)%columns == 0 || lines == 1
}

// countNumbers is countLine with commas that separate.
func (r *rows) countNumbers() (n int) {
	for {
		r.blanks()
		if r.atEnd() || ends(r.data[r.at]) || r.comment() {
			return n
		}
		n++
		for !r.atEnd() && !r.atSeparator() && !r.ended() {
			r.at++
		}
	}
}

// reserve takes memory for the frames that the text may have, by the length of the first one.
func (r *rows) reserve(length int) {
	frames := (len(r.data)-r.at)/max(1, length) + 2
	if r.stated >= 0 {
		frames = int(min(int64(frames), max(r.stated, 1)))
	}
	r.doc.Rows = slices.Grow(r.doc.Rows, (min(frames, r.most)-1)*r.doc.Columns)
}

// read reads numbers up to the end, or to text behind the last frame.
func (r *rows) read() error {
	for r.at < len(r.data) && !r.ended() {
		switch c := r.data[r.at]; {
		case ends(c):
			r.endLine()
			r.newline()
			continue
		case r.atSeparator():
			r.at++
			continue
		}
		v, n := number(r.data[r.at:], r.point())
		if n == 0 {
			if done, err := r.strange(); done || err != nil {
				return err
			}
			continue
		}
		if r.full && !r.stream {
			if err := r.countExtra(); err != nil {
				return err
			}
			r.at += n
			continue
		}
		if r.have == 0 {
			if int64(r.doc.Frames) == r.stated {
				r.excess++
				r.at += n
				continue
			}
			if r.doc.Frames == r.most {
				return fmt.Errorf("%w: more than %d keys", soa.ErrTooLarge, r.limits.Keys)
			}
			r.from = r.place()
		}
		r.at += n
		r.onLine++
		r.doc.Rows = append(r.doc.Rows, v)
		if r.have++; r.have == r.doc.Columns {
			r.have, r.full = 0, true
			if r.doc.Frames++; r.doc.Frames == 1 {
				r.reserve(r.at - r.from.at)
			}
		}
	}
	r.endLine()
	return r.check()
}

// endLine is called at the end of a line with or without numbers.
func (r *rows) endLine() {
	if r.have > 0 && r.from.line == r.line {
		r.first = r.have
	}
	if r.stream && r.onLine > 0 && r.onLine != r.torn {
		r.even = r.even && len(bytes.TrimLeft(r.data[r.at:], "\r\n\t ")) == 0
	}
	r.onLine, r.full = 0, false
}

// countExtra counts a word behind the frame that has ended on this line.
func (r *rows) countExtra() error {
	if r.from.line != r.line {
		return r.short(r.first)
	}
	note := r.note(MoreNumbers, 1, r.line, "")
	if r.behind != r.line {
		r.behind = r.line
		note.Of++
	}
	return nil
}

// short is the error of a frame that has numbers of the first n channels alone.
func (r *rows) short(n int) error {
	return r.fail(r.from, "the frame has %d numbers, and the joints have %d channels: it lacks %s", n, r.doc.Columns, r.channel(n))
}

// channel names the channel of a column.
func (r *rows) channel(column int) string {
	for i := range r.doc.Joints {
		if j := &r.doc.Joints[i]; column >= j.Column && column < j.Column+len(j.Channels) {
			return fmt.Sprintf("%v of the joint %s", j.Channels[column-j.Column], shown([]byte(j.Name)))
		}
	}
	return "no channel"
}

// strange reads a word that is no number, and reports whether it is the last one that matters.
func (r *rows) strange() (done bool, err error) {
	if r.comment() {
		r.restOfLine()
		return false, nil
	}
	if r.full && !r.stream {
		r.word()
		return false, r.countExtra()
	}
	at := r.place()
	word := r.word()
	if r.skip(); r.atEnd() && begun(word) {
		r.cut = true
		return true, nil
	}
	r.rewind(at)
	if r.have == 0 && int64(r.doc.Frames) >= r.stated && (r.stated >= 0 || r.doc.Frames > 0) {
		r.trailing()
		return true, nil
	}
	return true, r.fail(at, "%s is not a number: %s in frame %d", shown(word), r.channel(r.have), r.doc.Frames)
}

// check refuses text that is no stream: its frames do not end where lines do, its lines differ in length,
// and its numbers do not make up the frames that it states.
func (r *rows) check() error {
	total := int64(r.doc.Frames)*int64(r.doc.Columns) + int64(r.have) + r.excess
	if r.torn == 0 || r.even || r.stated >= 0 && total == r.stated*int64(r.doc.Columns) {
		return nil
	}
	r.from = r.begin
	return r.short(r.torn)
}

// finish leaves out what is no whole frame, and notes what the file states otherwise.
func (r *rows) finish() {
	d := &r.doc
	d.Rows = d.Rows[:d.Frames*d.Columns]
	if r.have > 0 || r.cut {
		line := r.line
		if r.have > 0 {
			line = r.from.line
		}
		r.note(CutFrame, int64(r.have), line, "").Of = int64(d.Columns)
	}
	if missing := r.stated - int64(d.Frames); missing > 0 {
		r.note(MissingFrames, missing, r.line, "").Of = r.stated
	}
	if columns := int64(d.Columns); r.excess > 0 {
		r.note(MoreFrames, (r.excess+columns-1)/columns, r.line, "").Of = r.stated
	}
	if r.stated < 0 && d.Frames > 0 {
		r.note(NoCount, 1, r.begin.line, "")
	}
}
