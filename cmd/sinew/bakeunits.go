package main

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/soa"
)

// figure is the skeleton of a file that does not state its unit of length, and the unit
// that was assumed, in metres. The zero value is that of another file.
type figure struct {
	joints string // names
	unit   float64
}

// figureOf returns the figure of a model. Of the formats, BVH is the one without a unit for
// which one is assumed by the size of the figure.
func figureOf(m *soa.Model, r *models.Report) figure {
	if r.Format != "bvh" {
		return figure{}
	}
	return figure{strings.Join(m.Skeleton.Name, "\x00"), r.MetersPer}
}

// warnUnits warns of files of one skeleton for which different units were assumed: one of
// them is a hundred times too large beside the other, or nearly.
func warnUnits(stderr io.Writer, files []*bakedFile) {
	first, warned := make(map[string]*bakedFile), make(map[string]bool)
	for _, f := range files {
		key := f.figure.joints
		if key == "" || warned[key] {
			continue
		}
		g := first[key]
		if g == nil {
			first[key] = f
			continue
		}
		if g.figure.unit != f.figure.unit {
			warned[key] = true
			console.Warn(stderr, "of one skeleton, %s is read in units of %.4g m and %s of %.4g m, by the sizes of the figures; --unit states one for all",
				filepath.Base(g.Inputs[0]), g.figure.unit, filepath.Base(f.Inputs[0]), f.figure.unit)
		}
	}
}
