package main

import (
	"go/ast"
	"regexp"
	"strings"
)

var (
	ending    = regexp.MustCompile(`[.;!?:](\s+|$)|\n\s*\n`)
	figure    = regexp.MustCompile(`(?m)^\t.*$`)
	stumbling = regexp.MustCompile(`(?i)(\w+ )?\b(of|that) which\b|\btill then\b`)
	share     = regexp.MustCompile(`(?i)^(one|some|each|all|none|most|any|many|both|half|part) of which`)
	relative  = regexp.MustCompile(`(?i)\b(which|who|whom|whose)\b`)
)

// sentences returns the sentences of a file's comments that are hard to read.
func (m *module) sentences(f *ast.File) (found []finding) {
	for _, group := range f.Comments {
		for _, s := range split(group.Text()) {
			if isHard(s) {
				file, _ := m.position(group.Pos())
				found = append(found, m.finding(group.Pos(), "words "+file+" "+s))
			}
		}
	}
	return found
}

// split returns the sentences of a text, each in one line without its full stop. Semicolons and colons end them too, and
// figures and code, indented by a tab, are between them.
func split(text string) (sentences []string) {
	for _, s := range ending.Split(figure.ReplaceAllString(text, ""), -1) {
		if s = strings.Join(strings.Fields(s), " "); s != "" {
			sentences = append(sentences, s)
		}
	}
	return sentences
}

// isHard reports whether a sentence has to be read twice.
func isHard(s string) bool {
	for _, match := range stumbling.FindAllString(s, -1) {
		if !share.MatchString(match) {
			return true
		}
	}
	return len(relative.FindAllString(s, 2)) > 1
}
