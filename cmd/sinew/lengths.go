package main

import (
	"math"
	"strconv"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/spf13/cobra"
)

// lengths are what the command line says of lengths: the unit of files that state none, and
// a scale of all.
type lengths struct {
	unit  string
	scale float64 // 0 and 1 change nothing
}

const unitUsage = "`unit` of files that state none (BVH): m, cm, mm, in, ft\nor metres (default: m, of BVH a person's height)"

func (l *lengths) addUnit(cmd *cobra.Command) {
	cmd.Flags().StringVar(&l.unit, "unit", l.unit, unitUsage)
}

const scaleUsage = "multiply all lengths by a `factor`"

func (l *lengths) addScale(cmd *cobra.Command) {
	cmd.Flags().Float64Var(&l.scale, "scale", 1, scaleUsage)
}

// metres are those of the unit, 0 where none is stated.
func (l *lengths) metres() (float64, error) {
	switch l.unit {
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
	metres, err := strconv.ParseFloat(l.unit, 64)
	if err != nil || !(metres > 0) || math.IsInf(metres, 0) {
		return 0, console.Usagef("unit: %q is none of m, cm, mm, in, ft and a number of metres above 0", l.unit)
	}
	return metres, nil
}

// refuse is the error of what an archive cannot be asked.
func (l *lengths) refuse(file string) error {
	if l.scale != 0 && l.scale != 1 {
		return console.Usagef("scale: %s is an archive, whose lengths are what they were baked with", file)
	}
	return nil
}

// fsWishes are what bake asks of an import.
type fsWishes struct {
	lengths
	isolate bool
}
