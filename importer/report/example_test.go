package report_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/importer/report"
)

func ExampleReport_Add() {
	var found report.Report
	found.Add(report.Loss, report.MissingTexture, "skin.png", "no texture: %v", "no such file")
	found.AddSized(report.Repair, report.RotationLength, "walk", report.Size{Value: 0.002}, "%d rotation keys were not of unit length", 3)
	for _, f := range found.Findings {
		fmt.Println(f, f.Kind, f.Kind.Looks())
	}
	fmt.Println(found.Count(report.Loss), "lost")
	// Output:
	// loss: skin.png: no texture: no such file missing-texture true
	// repair: walk: 3 rotation keys were not of unit length rotation-length false
	// 1 lost
}
