package jsondoc

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// Name visits a text that is not empty.
func (p Place) Name(to *string) { p.Text(to, true) }

// Text visits a text. Without need an empty one is omitted.
func (p Place) Text(to *string, need bool) {
	switch {
	case p.W.Err != nil:
	case p.Describes():
		p.describeText(need)
	case p.Reads():
		s, err := p.In.Text()
		*to = s
		p.Read(err)
	case need && *to == "":
		p.Missing()
	case p.W.Writes() && *to != "":
		p.EmitString(*to)
	case p.Checks() && !utf8.ValidString(*to):
		p.Wrong("%q is no valid text", *to)
	case p.Checks():
		p.fits(*to)
	}
}

// Reference visits one of known names.
func (p Place) Reference(to *string, need bool, noun string, known map[string]int) {
	p.Text(to, need)
	if _, ok := known[*to]; !p.Checks() || *to == "" || ok {
		return
	}
	names := make([]string, 0, len(known))
	for name := range known {
		names = append(names, name)
	}
	slices.Sort(names)
	p.Unknown(noun, *to, names)
}

// Unknown ends the walk with an unknown name, and suggests the most similar one.
func (p Place) Unknown(noun, name string, known []string) {
	p.Wrong("unknown %s %.60q%s", noun, name, suggest.Hint(known, name))
}

// fits refuses names that are too long, since paths contain them.
func (p Place) fits(name string) bool {
	if len(name) > MaxName {
		p.W.Fail(p.Path, p.W.Limit, "the name %.60q… has %d bytes; %d are possible", name, len(name), MaxName)
	}
	return len(name) <= MaxName
}

// Flag visits a bool that is false if omitted.
func (p Place) Flag(to *bool) {
	switch {
	case p.Describes():
		p.Also("type", `"boolean"`)
		p.Also("default", "false")
	case p.Reads():
		yes, err := p.In.Truth()
		*to = yes
		p.Read(err)
	case p.W.Writes() && *to:
		p.EmitRaw([]byte("true"))
	}
}

// Version visits the version of the format: there is only one.
func (p Place) Version(known float64) {
	if p.Describes() {
		p.Missing()
		p.Also("const", number(known))
		return
	}
	v := known
	if p.Number(&v, Range(known, known).Needed()); p.W.Err == nil && v != known {
		p.W.Fail(p.Path, soa.ErrFormat, "version %v is not known; the form has version %v", v, known)
	}
}

// Ignored visits a text without meaning, such as the schema for editors.
func (p Place) Ignored() {
	switch {
	case p.Describes():
		p.Also("type", `"string"`)
		p.Also("minLength", "1")
	case p.Reads():
		_, err := p.In.Text()
		p.Read(err)
	}
}

// Choice visits one of several names. Without need the first is omitted.
func Choice[T ~uint8](p Place, to *T, names []string, need bool) { choice(p, to, names, need, 0) }

// ChoiceOr is Choice with another default.
func ChoiceOr[T ~uint8](p Place, to *T, names []string, usual T) { choice(p, to, names, false, usual) }

func choice[T ~uint8](p Place, to *T, names []string, need bool, usual T) {
	switch {
	case p.W.Err != nil:
	case p.Describes():
		p.Also("enum", quoted(names))
		if need {
			p.Missing()
		} else {
			p.Also("default", string(strict.Quote(names[usual])))
		}
	case p.Reads():
		s, err := p.In.Text()
		k := slices.Index(names, s)
		if p.Read(err); err == nil && k < 0 {
			p.Wrong("%.60q is none of them%s", s, suggest.Hint(names, s))
			return
		}
		*to = T(max(k, 0))
	case p.Absent() && need:
		p.Missing()
	case p.Absent():
		*to = usual
	case p.W.Writes() && (need || *to != usual):
		p.EmitString(names[*to])
	case p.Checks() && int(*to) >= len(names):
		p.Wrong("there is no choice %d of %s", *to, strings.Join(names, ", "))
	}
}
