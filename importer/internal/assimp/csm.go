package assimp

import (
	"bytes"
	"fmt"
	"io/fs"
	"regexp"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
)

// markerFiles is a file system in which recordings of CharacterStudio are as libassimp reads them: see
// plainCSM.
type markerFiles struct {
	fs.FS
	dropped *int
}

// Stat implements fs.StatFS.
func (f markerFiles) Stat(name string) (fs.FileInfo, error) { return fs.Stat(f.FS, name) }

// ReadFile implements fs.ReadFileFS.
func (f markerFiles) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(f.FS, name)
	if err != nil || source.Extension(name) != "csm" {
		return data, err
	}
	data, *f.dropped = plainCSM(data)
	return data, nil
}

// plainCSM returns a recording that libassimp reads within its memory, and the number of positions that it
// lacks. libassimp takes memory for the frames that $FirstFrame and $LastFrame state, and writes beyond it if
// there are more, or few; and of the three words DROPOUT of a marker it takes each for a marker of its own.
func plainCSM(text []byte) (plain []byte, dropped int) {
	markers := markersOf(text)
	text, dropped = oneWordEach(text, markers)
	// A number has two bytes at least, with what separates it, and a position three numbers, or a longer word.
	frames := len(text)/(6*max(1, markers)) + 4
	span := fmt.Appendf(nil, "$$FirstFrame 0\n$$LastFrame %d\n", frames)
	stated := regexp.MustCompile(`(?i)\$(?:first|last)frame[ \t]*[-+]?[0-9]*`)
	return append(bytes.ReplaceAll(span, []byte("$$"), []byte("$")), stated.ReplaceAll(text, span)...), dropped
}

// markersOf returns the number of markers, or 0 if it is unclear.
func markersOf(text []byte) int {
	order := regexp.MustCompile(`(?i)\$order`).FindAllIndex(text, 2)
	if len(order) != 1 {
		return 0
	}
	names, _, _ := bytes.Cut(text[order[0][1]:], []byte("$"))
	return len(bytes.Fields(names))
}

// oneWordEach returns a recording in which positions that dropped out are one word each, and their number.
func oneWordEach(text []byte, markers int) (out []byte, dropped int) {
	at := section(text, "$points")
	if at < 0 {
		return text, 0
	}
	out = append(out, text[:at]...)
	for line := range bytes.Lines(text[at:]) {
		row := bytes.Fields(line)
		n := drops(row)
		if n == 0 || len(row) != 1+3*markers {
			out, dropped = append(out, line...), dropped+n
			continue
		}
		out = append(out, row[0]...)
		for i := 1; i < len(row); i += 3 {
			if position := row[i : i+3]; drops(position) > 0 {
				out, dropped = append(out, " DROPOUT"...), dropped+1
			} else {
				out = append(append(out, ' '), bytes.Join(position, []byte(" "))...)
			}
		}
		out = append(out, '\n')
	}
	return out, dropped
}

// section returns where the line of a keyword begins, in any case, or −1.
func section(text []byte, keyword string) int {
	at := 0
	for line := range bytes.Lines(text) {
		if word := bytes.TrimLeft(line, " \t"); len(word) >= len(keyword) && bytes.EqualFold(word[:len(keyword)], []byte(keyword)) {
			return at
		}
		at += len(line)
	}
	return -1
}

// drops counts the words DROPOUT.
func drops(words [][]byte) (n int) {
	for _, w := range words {
		if bytes.EqualFold(w, []byte("DROPOUT")) {
			n++
		}
	}
	return n
}

// markedFiles is Files for a recording of CharacterStudio.
func (a *Format) markedFiles() Opener {
	return a.filtered(func(files fs.FS) fs.FS { return markerFiles{files, &a.dropped} })
}

// reportDropped reports the positions that a recording lacks.
func (a *Format) reportDropped() {
	if a.dropped > 0 {
		a.Report.AddSized(report.Loss, report.InvalidKey, "", report.Size{Value: float64(a.dropped)},
			"%d position(s) of markers were not recorded (DROPOUT); they move straight between those around them", a.dropped)
	}
}
