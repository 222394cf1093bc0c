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

// CheckOnly returns an error if no clip matches --only, and applies it to an archive.
func (o *Opened) CheckOnly() error {
	var only Only
	only.Apply(o)
	return only.Check()
}

// Apply applies --only to the clips of an archive, which is read whole, and notes what it matches in a
// file.
func (only *Only) Apply(o *Opened) {
	patterns := o.Wishes.only()
	if len(patterns) == 0 {
		return
	}
	names := o.clipNames()
	o.keepOnly(patterns)
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

// clipNames lists the clips that --only chooses from.
func (o *Opened) clipNames() (names []string) {
	for _, r := range o.Reports() {
		for _, c := range r.Clips {
			names = append(names, c.Name)
		}
	}
	if o.Archive != nil { // its report has no names
		for _, c := range o.Model.Clips {
			names = append(names, c.Name)
		}
	}
	return names
}

// keepOnly drops the clips of an archive that match no pattern. Imports have done so.
func (o *Opened) keepOnly(patterns []string) {
	if o.Archive == nil || len(o.ClipFile) != len(o.Model.Clips) {
		return
	}
	m, files := *o.Model, o.ClipFile
	m.Clips, o.ClipFile = nil, nil
	for i, c := range o.Model.Clips {
		if files[i] != o.name() || slices.ContainsFunc(patterns, func(p string) bool { return matches(p, c.Name) }) {
			m.Clips, o.ClipFile = append(m.Clips, c), append(o.ClipFile, files[i])
		}
	}
	o.Model = &m
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
