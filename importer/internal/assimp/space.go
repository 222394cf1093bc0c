package assimp

import (
	"github.com/sinew-anim/sinew/importer/internal/bvh"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/internal/exact"
)

// Space scales the unit of length to metres.
func (a *Format) Space() exact.Matrix {
	m := exact.Identity()
	a.Report.MetresPerUnit = unitOf(a.Input)
	if !a.Settings.FileUnits {
		m = exact.Scaling(a.Report.MetresPerUnit)
	}
	if a.Ext == "smd" { // Valve's tools use Z up; libassimp does not convert
		a.Report.UpAxis = "Z"
		if !a.Settings.FileAxes {
			m = m.Mul(exact.Matrix{1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0})
		}
	}
	return m
}

// unitOf returns the unit of length, in metres, for a file that states none.
func unitOf(in *scene.Input) float64 {
	switch {
	case in.Ext == "bvh":
		return bvh.Unit(in)
	case in.Settings.Unit > 0:
		return in.Settings.Unit
	}
	return 1
}
