package fbx

import (
	"fmt"
	"strings"
)

// newProperty returns a property of the type and flags of a P record and its leading numbers.
func newProperty(kind, flags string, values []float64) property {
	p := property{kind: lower(kind), user: strings.Contains(flags, "U"), values: values}
	switch p.kind {
	case "kstring", "charptr", "url", "xrefurl", "blob", "compound", "object", "datetime", "ktime", "action":
		p.text = true
	}
	if n := p.width(0); n < len(values) {
		p.values = values[:n] // what follows are limits
	}
	return p
}

// lower is strings.ToLower without allocation for frequent words.
func lower(kind string) string {
	switch kind {
	case "Number":
		return "number"
	case "Vector3D":
		return "vector3d"
	case "KString":
		return "kstring"
	case "Lcl Translation":
		return "lcl translation"
	case "Lcl Rotation":
		return "lcl rotation"
	case "Lcl Scaling":
		return "lcl scaling"
	}
	return strings.ToLower(kind)
}

// width returns the number of components: of an unknown type the number of channels.
func (p *property) width(channels int) int {
	switch p.kind {
	case "":
		return channels
	case "vector2d", "vector2":
		return 2
	case "vector", "vector3d", "color", "colorrgb", "lcl translation", "lcl rotation", "lcl scaling":
		return 3
	case "colorandalpha", "vector4d", "vector4":
		return 4
	}
	return 1
}

// componentName returns the name and the component of a property that a channel drives.
func componentName(property, channel string, width int) (name string, component int) {
	if width == 1 || channel == property {
		return property, 0
	}
	for i, letters := range [...]string{"XRxr", "YGyg", "ZBzb", "WAwa"} {
		if len(channel) == 1 && strings.Contains(letters, channel) {
			return property + "." + "xyzw"[i:i+1], i
		}
	}
	return fmt.Sprintf("%s.%s", property, channel), width
}
