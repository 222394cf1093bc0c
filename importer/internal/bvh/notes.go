package bvh

import (
	"fmt"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/bvh"
)

// texts says of each note what became of it. Each text is given the count, the other number, the line and
// the name.
var texts = map[bvh.NoteKind]struct {
	severity report.Severity
	kind     report.Kind
	text     string
}{
	bvh.Unnamed:       {report.Repair, report.Malformed, "%[1]d joint(s) have no name (line %[3]d); they are named after their number, as %[4]q"},
	bvh.NotUTF8:       {report.Repair, report.Malformed, "%[1]d name(s) are not UTF-8 (line %[3]d); they are read as Latin-1, as %[4]q"},
	bvh.Unclosed:      {report.Repair, report.Malformed, "%[1]d joint(s) are not closed by a brace (line %[3]d, %[4]q); MOTION closes them"},
	bvh.Unopened:      {report.Repair, report.Malformed, "%[1]d joint(s) are not opened by a brace (line %[3]d, %[4]q)"},
	bvh.ClosesNothing: {report.Repair, report.Malformed, "%[1]d brace(s) close no joint (line %[3]d); passed over"},
	bvh.LooseJoint:    {report.Repair, report.Malformed, "%[1]d JOINT(s) are in no other joint (line %[3]d); they are roots"},
	bvh.NoOffset:      {report.Repair, report.Malformed, "%[1]d joint(s) have no OFFSET (line %[3]d, %[4]q); it is taken for 0 0 0"},
	bvh.TwoOffsets:    {report.Repair, report.Malformed, "%[1]d OFFSET(s) are of a joint that has one (line %[3]d, %[4]q); the last one counts"},
	bvh.ChannelCount:  {report.Repair, report.Malformed, "%[1]d joint(s) list another number of channels than they state (line %[3]d, %[4]q); those listed count"},
	bvh.UnknownKind:   {report.Loss, report.InvalidCurve, "%[1]d channel(s) are neither positions nor rotations (line %[3]d, %[4]q); left out"},
	bvh.TwoPositions:  {report.Loss, report.DoubledChannel, "%[1]d position channel(s) are of an axis that has one (line %[3]d, %[4]q); the last one counts"},
	bvh.DecimalComma:  {report.Repair, report.Malformed, "%[1]d line(s) or frames have decimal commas (line %[3]d); read as decimal points"},
	bvh.UnclearComma:  {report.Repair, report.Malformed, "commas between digits (line %[3]d) may be decimal points; they are taken to separate numbers"},
	bvh.NoCount:       {report.Repair, report.Malformed, "the number of frames is not stated, or 0 (line %[3]d); all that are there play"},
	bvh.MissingFrames: {report.Loss, report.CutOff, "the recording was cut off: %[1]d of %[2]d frames are missing"},
	bvh.CutFrame:      {report.Loss, report.CutOff, "the last frame has %[1]d of %[2]d numbers (line %[3]d); left out"},
	bvh.MoreFrames:    {report.Loss, report.LeftOut, "%[1]d frame(s) behind the %[2]d that the file states left out"},
	bvh.MoreNumbers:   {report.Loss, report.LeftOut, "%[1]d number(s) of %[2]d frame(s) are of no channel (line %[3]d); left out"},
	bvh.Trailing:      {report.Info, report.LeftOut, "the text behind the last frame (line %[3]d, %[4]q) left out"},
}

// reportNotes reports what the file says otherwise than it should.
func (f *Format) reportNotes() {
	for _, n := range f.doc.Notes {
		if n.Kind == bvh.LongName {
			f.Report.Add(report.Repair, report.LongName, "", "%d name(s) have more than %d bytes; cut", n.Count, f.Settings.Bounds.Name)
			continue
		}
		t := texts[n.Kind]
		f.Report.AddSized(t.severity, t.kind, "", report.Size{Value: float64(n.Count)}, "%s", fmt.Sprintf(t.text, n.Count, n.Of, n.Line, n.Name))
	}
	switch {
	case !f.doc.Motion:
		f.Report.Add(report.Info, report.EmptyClip, "", "the file has no MOTION: it is a skeleton without a clip")
	case f.doc.Columns == 0:
		f.Report.Add(report.Info, report.EmptyClip, "", "no joint has channels: the file is a skeleton without a clip")
	case f.doc.Frames == 0:
		f.Report.Add(report.Info, report.EmptyClip, "", "the file has no frames: it is a skeleton without a clip")
	}
}
