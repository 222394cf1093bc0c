package models

import (
	"math"
	"strconv"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/spf13/cobra"
)

// Lengths are what the command line says of lengths: the unit of files that state none, and
// a scale of all.
type Lengths struct {
	Unit  string
	Scale float64 // 0 and 1 change nothing
}

const UnitUsage = "`unit` of files that state none (BVH): m, cm, mm, in, ft\nor metres (default: m, of BVH a person's height)"

func (l *Lengths) addUnit(cmd *cobra.Command) {
	cmd.Flags().StringVar(&l.Unit, "unit", l.Unit, UnitUsage)
}

const ScaleUsage = "multiply all lengths by a `factor`"

func (l *Lengths) AddScale(cmd *cobra.Command) {
	cmd.Flags().Float64Var(&l.Scale, "scale", 1, ScaleUsage)
}

// Metres are those of the unit, 0 where none is stated.
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
		return 0, console.Usagef("unit: %q is none of m, cm, mm, in, ft and a number of metres above 0", l.Unit)
	}
	return metres, nil
}

// Refuse is the error of what an archive cannot be asked.
func (l *Lengths) Refuse(file string) error {
	if l.Scale != 0 && l.Scale != 1 {
		return console.Usagef("scale: %s is an archive, whose lengths are what they were baked with", file)
	}
	return nil
}

// FSWishes are what bake asks of an import.
type FSWishes struct {
	Lengths
	Isolate bool
}
