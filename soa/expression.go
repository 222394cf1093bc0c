package soa

// Expression is a named mixture of morph targets, such as a smile or a vowel. Its value, from 0 to
// 1, is a custom property of the model, which clips drive and programs set. A crowd adds its binds
// to the morph weights of the pose:
//
//	weight[b.Weight] += b.Value · output      for each b of Binds
//	output = factor · value      of a Binary one the value is 1 above 0.5 and 0 otherwise
//
// The factor is 1 unless other expressions override the Part of this one: those with BlendOverride
// reduce it to 1 − the sum of their values, at least 0, and one with BlockOverride to 0 while its
// value is not 0. A Binary expression has the factor 0 where it would be below 1.
type Expression struct {
	Name   string // as in the file, or for a preset as in VRM 1.0, such as happy
	Preset bool   // VRM defines what it shows
	Binary bool
	Float  int // index of Model.Floats: the value
	Binds  []ExpressionBind
	// Its effect on the expressions of each Part while it shows.
	Overrides [ExpressionParts]Override
}

// ExpressionBind is a morph weight that an expression moves.
type ExpressionBind struct {
	Weight int     // index of Model.Weights
	Value  float32 // at an output of 1
}

// ExpressionPart is a part of the face with expressions of its own, besides moods.
type ExpressionPart uint8

const (
	EyesClosed      ExpressionPart = iota // blink, blinkLeft, blinkRight
	Gaze                                  // lookUp, lookDown, lookLeft, lookRight
	Mouth                                 // aa, ih, ou, ee, oh
	ExpressionParts                       // number of parts; the part of any other expression
)

// Override is the effect of an expression on those of a part.
type Override uint8

const (
	NoOverride    Override = iota
	BlockOverride          // they do not show while it does
	BlendOverride          // they show as far as it does not
)

// String returns the override's name in VRM.
func (o Override) String() string { return nameOf(o, "override", "none", "block", "blend") }

// Part returns the part of the face that the expression moves, ExpressionParts for any other.
func (e *Expression) Part() ExpressionPart {
	if e.Preset {
		switch e.Name {
		case "blink", "blinkLeft", "blinkRight":
			return EyesClosed
		case "lookUp", "lookDown", "lookLeft", "lookRight":
			return Gaze
		case "aa", "ih", "ou", "ee", "oh":
			return Mouth
		}
	}
	return ExpressionParts
}

// ExpressionFloat returns the name of the custom property that is the value of an expression.
func ExpressionFloat(expression string) string { return "expressions/" + expression }

// MaxBinds is the greatest number of binds of all expressions of a model.
const MaxBinds = 1 << 20
