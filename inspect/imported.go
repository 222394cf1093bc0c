package inspect

import (
	"cmp"

	"github.com/sinew-anim/sinew/importer/report"
)

// The rules of what an import lost and repaired.
const (
	importLoss   = "import-loss"
	importRepair = "import-repair"
)

// byKind has the rules whose defects an import repairs, so that the model no longer has them.
var byKind = map[report.Kind]string{
	report.WeightSum:     "weight-sum",
	report.InvalidWeight: "weight-range",
	report.LooseVertices: "unweighted",
}

// harmless are repairs of what is right in other programs too.
var harmless = map[report.Kind]bool{
	report.Hemisphere: true, // the shorter way between two rotations is the rule
}

// addedKeys returns the clips to which an import added keys, so as to follow curves of angles.
func addedKeys(list []report.Finding) map[string]bool {
	clips := make(map[string]bool)
	for _, f := range list {
		if f.Kind == report.AddedKeys {
			clips[f.Where] = true
		}
	}
	return clips
}

// ofImport turns findings of an import into findings of rules.
func ofImport(list []report.Finding) (out []Finding) {
	for _, f := range list {
		rule := byKind[f.Kind]
		switch {
		case harmless[f.Kind]:
		case f.Severity == report.Loss:
			rule = cmp.Or(rule, importLoss)
		case f.Severity == report.Repair:
			rule = cmp.Or(rule, importRepair)
		}
		if rule == "" {
			continue
		}
		found := Finding{Rule: rule, Size: f.Size.Value, Unit: f.Size.Unit, Message: f.Message}
		if f.Where != "" {
			found.Message = f.Where + ": " + f.Message
		}
		out = append(out, found)
	}
	return out
}
