package assimp

import (
	"bytes"
	"fmt"
	"io/fs"

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
// lacks. libassimp takes memory for the frames that $LastFrame states, and writes beyond it if there are
// more, or few; and of the three words DROPOUT of a marker it takes each for a marker of its own.
func plainCSM(text []byte) (plain []byte, dropped int) {
	at := section(text, "$points")
	if at < 0 {
		return text, 0
	}
	head, rows := text[:at], text[at:]
	markers := 0
	if order := section(head, "$order"); order >= 0 {
		names, _, _ := bytes.Cut(head[order+len("$order"):], []byte("$"))
		markers = len(bytes.Fields(names))
	}
	words := 0
	var body []byte
	for line := range bytes.Lines(rows) {
		row := bytes.Fields(line)
		words += len(row)
		n := drops(row)
		if n == 0 || len(row) != 1+3*markers {
			body, dropped = append(body, line...), dropped+n
			continue
		}
		body = append(body, row[0]...)
		for i := 1; i < len(row); i += 3 {
			if position := row[i : i+3]; drops(position) > 0 {
				body, dropped = append(body, " DROPOUT"...), dropped+1
			} else {
				body = append(append(body, ' '), bytes.Join(position, []byte(" "))...)
			}
		}
		body = append(body, '\n')
	}
	plain = append(plain, head...) // frames have a word at least for each marker and for their number
	plain = fmt.Appendf(plain, "$FirstFrame 0\n$LastFrame %d\n", words/(1+markers)+4)
	return append(plain, body...), dropped
}

// section returns where the line of a keyword begins, in any case, or −1.
func section(text []byte, keyword string) int {
	at := 0
	for line := range bytes.Lines(text) {
		if len(line) >= len(keyword) && bytes.EqualFold(line[:len(keyword)], []byte(keyword)) {
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
