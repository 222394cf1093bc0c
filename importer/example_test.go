package importer_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
)

// A character and a clip of another file. Blender calls every clip "Scene"; they are
// named after their files instead.
func Example() {
	ctx := context.Background()
	var found report.Report
	named := importer.ClipRules{Rename: "{file}"}
	model, err := importer.Load(ctx, "../testdata/strider/strider_walk.fbx", importer.Options{Clips: named, Report: &found})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := importer.AddClips(ctx, model, "../testdata/strider/strider_jump.fbx", importer.Options{Clips: named}); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d joints; the file's unit is %v m, its up axis %s\n", found.Joints, found.MetresPerUnit, found.UpAxis)
	for _, clip := range model.Clips {
		fmt.Printf("clip %s: %.2f s\n", clip.Name, clip.Seconds())
	}
	fmt.Println(found.Count(report.Loss), "losses")

	_, err = importer.Load(ctx, "missing.fbx", importer.Options{})
	fmt.Println(err, errors.Is(err, fs.ErrNotExist))
	// Output:
	// 34 joints; the file's unit is 0.01 m, its up axis Y
	// clip strider_walk: 1.07 s
	// clip strider_jump: 1.60 s
	// 0 losses
	// import missing.fbx: file does not exist true
}
