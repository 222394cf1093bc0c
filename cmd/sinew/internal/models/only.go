package models

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
)

// Only gathers what --only matches in several files. Several goroutines may use it.
type Only struct {
	mutex    sync.Mutex
	patterns []string
	matched  map[string]bool
	names    []string // of clips
}

// CheckOnly returns an error if no clip matches --only.
func (o *Opened) CheckOnly() error {
	var only Only
	only.Note(o)
	return only.Check()
}

// Note notes what --only matches in a file.
func (only *Only) Note(o *Opened) {
	patterns := o.Wishes.only()
	if len(patterns) == 0 {
		return
	}
	names := o.names
	only.mutex.Lock()
	defer only.mutex.Unlock()
	only.patterns, only.names = patterns, append(only.names, names...)
	if only.matched == nil {
		only.matched = make(map[string]bool)
	}
	for _, p := range patterns {
		only.matched[p] = only.matched[p] || slices.ContainsFunc(names, func(name string) bool { return matches(p, name) })
	}
}

// Check returns an error for a pattern that matches no clip of any file.
func (only *Only) Check() error {
	for _, p := range only.patterns {
		switch {
		case only.matched[p]:
		case len(only.names) == 0:
			return console.Usagef("--only: no clip matches %q: the files have none", p)
		default:
			return console.Usagef("--only: no clip matches %q; the files have %s", p, nameList(only.names))
		}
	}
	return nil
}

func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// nameList quotes the first names of a list.
func nameList(names []string) string {
	const most = 12
	var quoted []string
	for _, n := range names[:min(most, len(names))] {
		if n != "" {
			quoted = append(quoted, strconv.Quote(n))
		}
	}
	if n := len(names) - most; n > 0 {
		quoted = append(quoted, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(quoted, ", ")
}
