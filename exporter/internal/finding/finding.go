// Package finding collects what an export changes or loses.
//
//	var list finding.List
//	list.Loss("clip walk", "it is additive, which the format cannot say")
//	list.Note("material skin", "its base colour of %v is cut to 1", 1.2)
package finding

import "fmt"

// Finding is one observation of an export.
type Finding struct {
	Loss    bool // the file lacks something that the model has
	Looks   bool // it changes what is seen, and not how it moves
	Where   string
	Message string
}

// List is the findings of an export. The zero List is ready.
type List struct {
	Findings []Finding
	more     map[string]int // by format
}

// most is the number of findings of one kind that are listed.
const most = 8

// Loss adds something that the file lacks.
func (l *List) Loss(where, format string, args ...any) {
	l.add(Finding{Loss: true}, where, format, args)
}

// LostLook adds something that the file lacks and that does not move.
func (l *List) LostLook(where, format string, args ...any) {
	l.add(Finding{Loss: true, Looks: true}, where, format, args)
}

// Note adds something that is said in another way.
func (l *List) Note(where, format string, args ...any) { l.add(Finding{}, where, format, args) }

func (l *List) add(f Finding, where, format string, args []any) {
	if l.more == nil {
		l.more = make(map[string]int)
	}
	switch l.more[format]++; l.more[format] {
	case most + 1:
		f.Message = "and more of the same"
	default:
		f.Where, f.Message = where, fmt.Sprintf(format, args...)
	}
	if l.more[format] <= most+1 {
		l.Findings = append(l.Findings, f)
	}
}
