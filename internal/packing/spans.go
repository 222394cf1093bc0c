package packing

const (
	// Span is the number of keys from one knot to the next.
	Span = 9
	// Lanes is the number of tracks of a group.
	Lanes = 8
	// MaxWidth is the largest number of bits of a knot or residual.
	MaxWidth = 25
	// Codes is the number of codes of residuals.
	Codes = 16
)

var widths = [Codes]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 18, MaxWidth}

// Width returns the number of bits of residuals with a code below Codes.
func Width(code int) int { return int(widths[code]) }

// Code returns the code of the smallest width of at least that many bits, up to MaxWidth.
func Code(width int) int {
	code := 0
	for int(widths[code]) < width {
		code++
	}
	return code
}

// AllFour is the omitted component of a rotation that omits none.
const AllFour = 4

// Omitted decodes a rotation's value of soa.Packed.Left: the omitted component, 0 for X to 3 for W or AllFour, and whether
// it is negative. The value is the component, plus 4 if it is negative, or 8 for none.
func Omitted(left uint8) (component int, negative bool) {
	if left >= 8 {
		return AllFour, false
	}
	return int(left % 4), left >= 4
}

// The runs of the coded tracks of a grid. Those behind the rotations are in the order of soa.Property.
const (
	Rotations      = iota // rotations with an omitted component
	WholeRotations        // rotations with all four components
	Translations
	Scales
	Weights
	Floats
	Runs
)

// Components returns the number of coded components per track of a run.
func Components(run int) int { return [Runs]int{3, 4, 3, 3, 1, 1}[run] }

// RunOf returns the run of a track that drives a soa.Property. omitted is the component that a rotation omits, or AllFour, and
// has no meaning for other properties.
func RunOf[Property ~uint8](property Property, omitted int) int {
	const translation, rotation = 0, 1
	switch {
	case property == translation:
		return Translations
	case property == rotation && omitted == AllFour:
		return WholeRotations
	case property == rotation:
		return Rotations
	}
	return Translations + int(property) - rotation
}
