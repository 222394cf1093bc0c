package lanes

import "github.com/sinew-anim/sinew/native/simd/formula"

type formulas = func(formula.Memory[value])

// block is a kernel of 16 poses. Columns with a mask of 0 are left as they are.
func block(rotations, others formulas, arguments ...argument) *Pose {
	p := &Pose{arguments: arguments, loops: []loop{{count: "rotations", rows: 5, formula: rotations}, {count: "others", rows: 4, formula: others}}}
	return p.skipping()
}

// row is a kernel of one pose.
func row(rotations, others formulas, arguments ...argument) *Pose {
	p := block(rotations, others, arguments...)
	p.rows = true
	return p
}

// skipping leaves columns of which a mask has nothing.
func (p *Pose) skipping() *Pose {
	for _, a := range p.arguments {
		if a.kind == mask || a.kind == masks {
			for i := range p.loops {
				p.loops[i].skip = a.name
			}
		}
	}
	return p
}

// whole takes all columns.
func (p *Pose) whole() *Pose {
	for i := range p.loops {
		p.loops[i].skip = ""
	}
	return p
}

// Kernels of poses. The arguments are in the order in which their formulas say.
var (
	AccumulatePose = block(formula.AccumulateRotation[value], formula.AccumulateOther[value],
		argument{"sum", column}, argument{"pose", column}, argument{"weight", lanes}, argument{"mask", mask}, argument{"reference", numbers}, argument{"sum", weights})
	BeginPose  = block(formula.BeginRotation[value], formula.BeginOther[value], AccumulatePose.arguments...)
	FinishPose = block(formula.FinishRotation[value], formula.FinishOther[value],
		argument{"sum", column}, argument{"rest", numbers}, argument{"threshold", scalar}, argument{"sum", weights})
	OverPose = block(formula.OverRotation[value], formula.OverOther[value],
		argument{"sum", column}, argument{"lower", column}, argument{"reference", numbers}, argument{"threshold", scalar}, argument{"sum", weights})
	CoverPose = block(formula.CoverRotation[value], formula.CoverOther[value],
		argument{"lower", column}, argument{"upper", column}, argument{"weight", lanes}, argument{"mask", mask}, argument{"reference", numbers}, argument{"threshold", scalar})
	AddPose = block(formula.AddRotation[value], formula.AddOther[value],
		argument{"pose", column}, argument{"delta", column}, argument{"weight", lanes}, argument{"mask", mask}, argument{"origin", numbers})
	OffsetPose = block(formula.OffsetFrom[value], formula.OffsetOtherFrom[value],
		argument{"pose", column}, argument{"offsets", gathered}, argument{"basis", lanes}, argument{"from", source}, argument{"row", rows})

	AccumulateRow = row(formula.AccumulateRotation[value], formula.AccumulateOther[value],
		argument{"sum", quads}, argument{"row", quads}, argument{"weight", scalar}, argument{"mask", masks}, argument{"reference", quads}, argument{"weights", values})
	BeginRow  = row(formula.BeginRotation[value], formula.BeginOther[value], AccumulateRow.arguments...).whole()
	FinishRow = row(formula.FinishRotation[value], formula.FinishOther[value],
		argument{"sum", quads}, argument{"rest", quads}, argument{"threshold", scalar}, argument{"weights", values})
	OverRow = row(formula.OverRotation[value], formula.OverOther[value],
		argument{"sum", quads}, argument{"lower", quads}, argument{"reference", quads}, argument{"threshold", scalar}, argument{"weights", values})
	AddRow = row(formula.AddRotation[value], formula.AddOther[value],
		argument{"row", quads}, argument{"delta", quads}, argument{"weight", scalar}, argument{"mask", masks}, argument{"origin", quads})
	OffsetRow = row(formula.OffsetRotation[value], formula.OffsetOther[value],
		argument{"row", quads}, argument{"offset", quads}, argument{"value", scalar}, argument{"speed", scalar}, argument{"curve", scalar})
)
