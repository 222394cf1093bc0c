package fbx

import (
	"fmt"

	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/soa"
)

// drivenFloat is a custom property that a stack of an FBX file drives.
type drivenFloat struct {
	float     int
	driven    *fbx.Driven
	component int
}

// readFloats reads the custom properties of an FBX file, by stack.
func (b *binder) readFloats() (map[int][]drivenFloat, error) {
	found, err := b.fbx.ahead.floats, b.fbx.ahead.floatsErr
	if err != nil {
		return nil, fmt.Errorf("%w: %w; the limit is %d", soa.ErrTooLarge, err, b.Settings.Bounds.Keys)
	}
	for _, name := range found.Texts {
		b.Report.Add(report.Loss, report.NoNumber, name, "an animated property that is not a number; left out")
	}
	if found.Others > 0 {
		b.Report.Add(report.Info, report.LeftOut, "", "%d animated properties of objects other than nodes and materials (constraints, poses) left out", found.Others)
	}
	driven := make(map[int][]drivenFloat)
	for k := range found.List {
		fl := &found.List[k]
		node, ok := b.nodeOfFloat(fl)
		if !ok {
			b.Report.Add(report.Loss, report.UnknownNode, fl.Name, "it belongs to %q, which is not a node of the scene; left out", fl.Model)
			continue
		}
		i := -1
		for c := range fl.Curves {
			cv := &fl.Curves[c]
			if cv.Err != nil {
				b.Report.Add(report.Loss, report.InvalidCurve, fl.Name, "left out of %q: %v", b.fbx.file.Stacks[cv.Stack].Name, cv.Err)
			}
			if cv.Driven.Layers() == 0 {
				continue
			}
			if i < 0 {
				i = b.Floats.Add(track.Float{Node: node, Name: fl.Name, Rest: fl.Rest, Stated: fl.Stated, Wanted: fl.User})
			}
			b.Floats.List[i].Keyed = b.Floats.List[i].Keyed || cv.Driven.Keys() > 1
			driven[cv.Stack] = append(driven[cv.Stack], drivenFloat{i, cv.Driven, cv.Component})
		}
	}
	return driven, nil
}

// nodeOfFloat returns the node of a custom property. A material's property has node −1 and a name
// that includes the material's.
func (b *binder) nodeOfFloat(fl *fbx.Float) (node int, ok bool) {
	if fl.Model == "" {
		fl.Name = "/materials/" + fl.Material + "/" + fl.Name
		return -1, true
	}
	node, ok = b.Tree.ByName[fl.Model]
	return node, ok
}

// frameRate returns the frames per second of an FBX file.
func (b *binder) frameRate(name string) float64 {
	meta := b.fbx.Library.Metadata()
	mode, _ := meta.Int("FrameRate")
	rate := map[int]float64{
		0: 30, 1: 120, 2: 100, 3: 60, 4: 50, 5: 48, 6: 30, 7: 30, 8: 30000. / 1001, 9: 30000. / 1001, 10: 25, 11: 24, 12: 1000,
		13: 24000. / 1001, 15: 96, 16: 72, 17: 60000. / 1001, 18: 120000. / 1001,
	}[int(mode)]
	if mode == 14 {
		rate, _ = meta.Float("CustomFrameRate")
	}
	return b.Rate(name, rate)
}
