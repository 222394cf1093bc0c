package models

import (
	"math"
	"strconv"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/spf13/cobra"
)

// Lengths are the unit of files that state none, and a factor of all lengths.
type Lengths struct {
	Unit  string
	Scale float64 // 0: 1
}

// UnitUsage is the help of --unit.
const UnitUsage = "`unit` of files that state none, see sinew help selection"

func (l *Lengths) addUnit(cmd *cobra.Command) {
	cmd.Flags().StringVar(&l.Unit, "unit", l.Unit, UnitUsage)
}

// ScaleUsage is the help of --scale.
const ScaleUsage = "multiply all lengths by a `factor`"

// AddScale adds the flag --scale.
func (l *Lengths) AddScale(cmd *cobra.Command) {
	cmd.Flags().Float64Var(&l.Scale, "scale", 1, ScaleUsage)
}

// Metres returns the length of the unit, 0 if none is given.
func (l *Lengths) Metres() (float64, error) {
	switch l.Unit {
	case "":
		return 0, nil
	case "m":
		return 1, nil
	case "cm":
		return 0.01, nil
	case "mm":
		return 0.001, nil
	case "in":
		return 0.0254, nil
	case "ft":
		return 0.3048, nil
	}
	metres, err := strconv.ParseFloat(l.Unit, 64)
	if err != nil || !(metres > 0) || math.IsInf(metres, 0) {
		return 0, console.Usagef("unit: %q is none of m, cm, mm, in, ft and not a number of metres above 0", l.Unit)
	}
	return metres, nil
}

// Refuse returns an error if an archive would have to be scaled.
func (l *Lengths) Refuse(file string) error {
	if l.Scale != 0 && l.Scale != 1 {
		return console.Usagef("scale: %s is an archive; its lengths were set when it was baked", file)
	}
	return nil
}

// FSWishes are the options of an import from a file system.
type FSWishes struct {
	Lengths
	Isolate bool
	Turns   bool // of added clips, take rotations and travel alone
}
