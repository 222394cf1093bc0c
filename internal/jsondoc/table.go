package jsondoc

import (
	"fmt"
	"strconv"
	"strings"
)

// Markdown returns the schema as tables of fields.
func (w *Walk) Markdown(title string, visit func(p Place)) []byte {
	top := w.describe(title, visit)
	b := new(strings.Builder)
	fmt.Fprintf(b, "# %s\n\n%s\n", title, plain(top.get("description")))
	rows(b, top, top.get("$defs"))
	for _, def := range top.get("$defs").Entries {
		fmt.Fprintf(b, "\n## %s\n\n%s\n", def.Key, plain(def.get("description")))
		if def.get("properties") == nil {
			fmt.Fprintf(b, "\nIt is %s.\n", holds(def))
		}
		rows(b, def, top.get("$defs"))
	}
	return []byte(b.String())
}

// rows writes the fields of an object. One without a description has that of its type.
func rows(b *strings.Builder, object, defs *Text) {
	fields := object.get("properties")
	if fields == nil || len(fields.Entries) == 0 {
		return
	}
	needs := object.get("required")
	fmt.Fprint(b, "\n| field | what it is | value | without it |\n|---|---|---|---|\n")
	for _, f := range fields.Entries {
		without := ""
		if t := f.get("default"); t != nil {
			without = "`" + t.Plain(false) + "`"
		}
		for k := 0; needs != nil && k < len(needs.Entries); k++ {
			if plain(needs.Entries[k]) == f.Key {
				without = "needed"
			}
		}
		doc := f.get("description")
		if ref := f.get("$ref"); doc == nil && ref != nil {
			doc = defs.get(name(ref)).get("description")
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", f.Key, plain(doc), holds(f), without)
	}
}

// plain is a text without its quotes.
func plain(t *Text) string {
	if t == nil {
		return ""
	}
	s, err := strconv.Unquote(t.Raw)
	if err != nil {
		return t.Raw
	}
	return s
}

// name is the name of the type in a reference.
func name(ref *Text) string {
	s := plain(ref)
	return s[strings.LastIndexByte(s, '/')+1:]
}

// holds describes the values of a schema in words.
func holds(t *Text) string {
	if ref := t.get("$ref"); ref != nil {
		return fmt.Sprintf("[%s](#%[1]s)", name(ref))
	}
	if c := t.get("const"); c != nil {
		return "`" + c.Plain(false) + "`"
	}
	if names := t.get("enum"); names != nil {
		return list(names, ", ", func(t *Text) string { return "`" + plain(t) + "`" })
	}
	if forms := t.get("anyOf"); forms != nil {
		return list(forms, ", or ", holds)
	}
	kind := t.get("type")
	switch plain(kind) {
	case "number", "integer":
		return span(t)
	case "string":
		return "text"
	case "boolean":
		return "`true` or `false`"
	case "array":
		return fmt.Sprintf("list of %s: %s", count(t.get("minItems"), t.get("maxItems")), holds(t.get("items")))
	case "object":
		if of := t.get("additionalProperties"); of != nil && of.Open != 0 {
			return "by name: " + holds(of)
		}
		return "object"
	}
	if kind != nil && kind.Open != 0 {
		return list(kind, ", or ", plain)
	}
	return "anything"
}

func list(of *Text, between string, text func(t *Text) string) string {
	var parts []string
	for _, t := range of.Entries {
		parts = append(parts, text(t))
	}
	return strings.Join(parts, between)
}

func count(least, most *Text) string {
	switch {
	case least == nil:
		return "up to " + plain(most)
	case plain(least) == plain(most):
		return plain(least)
	}
	return plain(least) + " to " + plain(most)
}

// span is the range of a number; the largest one is omitted.
func span(t *Text) string {
	kind, low, high := plain(t.get("type")), plain(t.get("minimum")), plain(t.get("maximum"))
	least, most := low != number(All) && low != number(-maxInteger), high != number(Most) && high != number(maxInteger)
	switch {
	case least && most:
		return fmt.Sprintf("%s, %s to %s", kind, low, high)
	case least:
		return fmt.Sprintf("%s, %s or more", kind, low)
	case most:
		return fmt.Sprintf("%s, %s or less", kind, high)
	}
	return kind
}
