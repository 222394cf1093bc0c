package lanes

import (
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/internal/kernel/gen/dispatch"
)

// combination is a formula for columns of poses that are combined. Its kernels are called like it, with Pose16 behind
// that of 16 poses, of which columns with a mask of 0 are left as they are, and Row behind that of one.
type combination struct {
	name, file string
	forms      []string // Pose16, Row or both
	loops      []loop
	arguments  []argument // those of Pose16, in the order of the formula
}

var both = []string{"Pose16", "Row"}

var combinations = []combination{
	{"accumulate", "blend", both, loops(formula.AccumulateRotation[value], formula.AccumulateOther[value]), ofSum},
	{"begin", "blend", both, loops(formula.BeginRotation[value], formula.BeginOther[value]), ofSum},
	{"finish", "blend", both, loops(formula.FinishRotation[value], formula.FinishOther[value]),
		[]argument{{"sum", column}, {"rest", numbers}, {"threshold", scalar}, {"sum", weights}}},
	{"over", "over", both, loops(formula.OverRotation[value], formula.OverOther[value]),
		[]argument{{"sum", column}, {"lower", column}, {"reference", numbers}, {"threshold", scalar}, {"sum", weights}}},
	{"cover", "over", both[:1], loops(formula.CoverRotation[value], formula.CoverOther[value]),
		[]argument{{"lower", column}, {"upper", column}, {"weight", lanes}, {"mask", mask}, {"reference", numbers}, {"threshold", scalar}}},
	{"add", "add", both, loops(formula.AddRotation[value], formula.AddOther[value]),
		[]argument{{"pose", column}, {"delta", column}, {"weight", lanes}, {"mask", mask}, {"origin", numbers}}},
	{"offset", "offset", both[:1], loops(formula.OffsetFrom[value], formula.OffsetOtherFrom[value]),
		[]argument{{"pose", column}, {"offsets", gathered}, {"basis", lanes}, {"from", source}, {"row", rows}}},
	{"offset", "offset", both[1:], loops(formula.OffsetRotation[value], formula.OffsetOther[value]),
		[]argument{{"pose", column}, {"offset", column}, {"value", scalar}, {"speed", scalar}, {"curve", scalar}}},
}

var ofSum = []argument{{"sum", column}, {"pose", column}, {"weight", lanes}, {"mask", mask}, {"reference", numbers}, {"sum", weights}}

func loops(rotations, others formulas) []loop {
	return []loop{{count: "rotations", rows: 5, formula: rotations}, {count: "others", rows: 4, formula: others}}
}

// ofRow is what arguments are in kernels of one pose.
var ofRow = map[kind]kind{column: quads, numbers: quads, lanes: scalar, mask: masks, weights: values, scalar: scalar}

// PoseRows are the functions of package kernel that call kernels of poses. Kernels that are given by the function's name
// replace those that the formula would make of the same instruction set.
func PoseRows(instead map[string]dispatch.Kernel) (list []dispatch.Row) {
	for _, c := range combinations {
		for _, form := range c.forms {
			p := &Pose{arguments: slices.Clone(c.arguments), loops: c.loops, rows: form == "Row"}
			for i := range p.arguments {
				switch a := &p.arguments[i]; {
				case !p.rows:
				case a.kind == weights:
					*a = argument{"weights", values}
				default:
					a.name, a.kind = strings.Replace(a.name, "pose", "row", 1), ofRow[a.kind]
				}
				if a := p.arguments[i]; (a.kind == mask || a.kind == masks) && c.name+form != "beginRow" {
					p.skip = a.name
				}
			}
			row := p.row(c.name+form, c.arguments)
			row.File = c.file
			if k, given := instead[c.name+form]; given {
				i := slices.IndexFunc(row.Forms[0].Kernels, func(x dispatch.Kernel) bool { return x.Set == k.Set })
				row.Forms[0].Kernels[i] = k
			}
			list = append(list, row)
		}
	}
	return list
}

// parameters are that of a function for an argument of a kind, if any, and what a kernel is given: $ is its name.
var parameters = map[kind][2]string{
	column:   {"$ []float32", "$ *float32 = &$[lane]"},
	source:   {"$ []float32", "$ *float32 = &$[lane]"},
	quads:    {"$ []float32", "$ *float32 = unsafe.SliceData($)"},
	numbers:  {"$ []float32", "$ *float32 = unsafe.SliceData($)"},
	lanes:    {"$ *[simd.Lanes]float32", "$ *float32 = &$[lane]"},
	mask:     {"$ []float32", "$ *float32 = masks\nmaskStep int = step"},
	masks:    {"$ []float32", "$ *float32 = masks\nmaskStep int = step"},
	scalar:   {"$ float32", "$ float32"},
	values:   {"", "$ *float32 = unsafe.SliceData(sum[c.RowValues():])"},
	gathered: {"at *simd.Offsets", "$ *float32 = &at.Values[0]"},
	rows:     {"", "$ *int64 = &at.Row[lane]"},
}

// row is the line of the table of kernels. Poses come before their columns in the parameters of the function.
func (p *Pose) row(name string, of []argument) dispatch.Row {
	form := dispatch.Form{Kernels: p.kernels(), Parameters: "rotations, others int = c.Rotations, c.Others\n"}
	var poses, rest []string
	for i, a := range p.arguments {
		how := parameters[a.kind]
		if a.name == "basis" {
			how = [2]string{"", "basis *float32 = &at.F[lane]"}
		}
		form.Parameters += strings.ReplaceAll(how[1], "$", a.name) + "\n"
		switch {
		case how[0] == "":
		case of[i].kind == column || of[i].kind == source:
			poses = append(poses, strings.ReplaceAll(how[0], "$", a.name))
		default:
			rest = append(rest, strings.ReplaceAll(how[0], "$", a.name))
		}
		switch a.kind {
		case mask:
			form.Before = "masks, step := maskOf(mask, 1)"
		case masks:
			form.Before = "masks, step := maskOf(mask, 4)"
		}
	}
	list := slices.Concat(poses, []string{"c simd.Columns"}, rest)
	for i := range len(list) - 1 { // one type behind all that have it
		name, kind, _ := strings.Cut(list[i], " ")
		if strings.HasSuffix(list[i+1], " "+kind) {
			list[i] = name
		}
	}
	function := strings.Join(list, ", ")
	return dispatch.Row{Function: name + "(" + function + ")", Forms: []dispatch.Form{form}, Go: p.Go}
}
