package bvh_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/sinew-anim/sinew/internal/bvh"
	"github.com/sinew-anim/sinew/soa"
)

// most are limits that no small file reaches.
var most = bvh.Limits{Joints: 1000, Keys: 1 << 20, Name: 200}

func parse(text string) (*bvh.Document, error) {
	return bvh.Parse(context.Background(), []byte(text), most)
}

// plain is a file as most programs write it.
const plain = `HIERARCHY
ROOT Hips
{
	OFFSET 0 90.5 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Left Leg
	{
		OFFSET 9 -1e1 .5
		CHANNELS 3 Zrotation Xrotation Yrotation
		End Site
		{
			OFFSET 0 -40 0
		}
	}
	JOINT Spine
	{
		OFFSET 0 10 0
		CHANNELS 1 Yrotation
	}
}
MOTION
Frames: 3
Frame Time: 0.025
0 90 0 1 2 3 4 5 6 7
1 91 0 2 3 4 5 6 7 8
2 92 0 3 4 5 6 7 8 -9.5e-1
`

// content is what a document says, without where it says it.
func content(d *bvh.Document) string {
	var b strings.Builder
	for i := range d.Joints {
		j := &d.Joints[i]
		fmt.Fprintf(&b, "%q %d %v %v %d %v; ", j.Name, j.Parent, j.Offset, j.Channels, j.Column, j.End)
	}
	fmt.Fprint(&b, d.Columns, d.Frames, d.FrameTime, d.Timed, d.Motion, d.Rows)
	return b.String()
}

func utf16Text(text string, order binary.AppendByteOrder) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return string(b)
}

// TestSpellings: the same file in other spellings says the same, and nothing has to be repaired.
func TestSpellings(t *testing.T) {
	want, err := parse(plain)
	if err != nil || len(want.Notes) > 0 || want.Frames != 3 || want.Columns != 10 || len(want.Joints) != 4 {
		t.Fatal(content(want), want.Notes, err)
	}
	replaced := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(plain) }
	for name, text := range map[string]string{
		"upper case":                 replaced("Xposition", "XPOSITION", "Zrotation", "ZROTATION", "End Site", "END SITE", "Frames", "FRAMES", "Frame Time", "FRAME TIME"),
		"lower case":                 replaced("HIERARCHY", "hierarchy", "ROOT", "root", "JOINT", "joint", "OFFSET", "offset", "CHANNELS", "channels", "MOTION", "motion", "Frame Time", "frame time"),
		"channels in small letters":  replaced("Xposition", "xposition", "Zrotation", "zrotation", "Xrotation", "xROTATION"),
		"End site":                   replaced("End Site", "End site"),
		"EndSite":                    replaced("End Site", "EndSite"),
		"endsite":                    replaced("End Site", "endsite"),
		"End_Site":                   replaced("End Site", "End_Site"),
		"End alone":                  replaced("End Site", "End"),
		"ENDSITE with a brace":       replaced("End Site\n\t\t{", "ENDSITE{"),
		"Frames:3":                   replaced("Frames: 3", "Frames:3", "Time: ", "Time:"),
		"Frames :3":                  replaced("Frames: 3", "Frames :3", "Time: ", "Time :"),
		"Frames 3":                   replaced("Frames: 3", "Frames 3", "Time: ", "Time "),
		"Frames:<tab>3.0":            replaced("Frames: 3", "Frames:\t\t3.0", "Frame Time: ", "FrameTime:\t"),
		"Frames on the next line":    replaced("Frames: 3", "Frames:\n3", "Time: ", "Time:\n\n"),
		"frame time first":           replaced("Frames: 3\nFrame Time: 0.025", "Frame Time: 25e-3\nFrames: +3"),
		"decimal comma in the time":  replaced("0.025", "0,025"),
		"CRLF":                       replaced("\n", "\r\n"),
		"CR":                         replaced("\n", "\r"),
		"blank lines":                replaced("\n", " \t\n\n"),
		"tabs":                       replaced("Left Leg", "Left Leg", " ", "\t"),
		"commas":                     replaced("0 90 0 1 2 3 4 5 6 7", "0, 90, 0, 1, 2, 3, 4, 5, 6, 7", "1 91 0 2 3", "1,91,0,2,3", "9 -1e1 .5", "9,-1e1, .5"),
		"no end of the last line":    strings.TrimRight(plain, "\n"),
		"NULs behind":                plain + "\x00\x00\x1a",
		"byte-order mark":            "\ufeff" + plain,
		"UTF-16":                     utf16Text("\ufeff"+plain, binary.LittleEndian),
		"UTF-16, big endian":         utf16Text("\ufeff"+plain, binary.BigEndian),
		"UTF-16 without a mark":      utf16Text(plain, binary.LittleEndian),
		"braces behind names":        replaced("Hips\n{", "Hips{", "Left Leg\n\t{", "Left Leg {", "Spine\n\t{", "Spine{OFFSET"[:6]),
		"braces in one line":         replaced("\n\t\t{\n", " { ", "\n\t\t}\n", " } ", "0 -40 0", "0 -40 0}"[:7]),
		"braces behind numbers":      replaced("0 -40 0\n\t\t}", "0 -40 0}", "Yrotation\n\t}", "Yrotation}", "Yrotation\n\t\tEnd", "Yrotation End"),
		"names on the next line":     replaced("ROOT Hips", "ROOT\n  Hips", "JOINT Left Leg", "JOINT\nLeft Leg"),
		"comments":                   replaced("ROOT", "# by hand\n// twice\nROOT", "MOTION", "# now\nMOTION", "1 91", "# row\n1 91", "7 8\n", "7 8 // the second\n"),
		"channels over lines":        replaced("CHANNELS 6 Xposition", "CHANNELS\n6\nXposition\n"),
		"frames over lines":          replaced("2 3 4 5", "2 3\n4 5", "1 2 3 4", "1 2\n3 4"),
		"frames in one line":         replaced("6 7\n", "6 7 ", "7 8\n", "7 8 "),
		"frames with ends in lines":  replaced("6 7\n1 91", "6 7 1 91\n", "7 8\n2", "7 8 2", "90 0 1", "90\n0 1"),
		"without HIERARCHY":          strings.TrimPrefix(plain, "HIERARCHY\n"),
		"plus signs and long digits": replaced("90.5", "+90.50000000000000000000000000", "1 91 0", "1.0000000000000000000000e0 +91. -0.0"),
	} {
		got, err := parse(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		a, b := content(got), content(want)
		if a = strings.ReplaceAll(a, "-0 ", "0 "); a != b || len(got.Notes) > 0 {
			t.Errorf("%s: %+v\n got %s\nwant %s", name, got.Notes, a, b)
		}
	}
}

// TestNames: a name is the rest of its line.
func TestNames(t *testing.T) {
	for text, want := range map[string][]string{
		"ROOT Bip01 L Thigh\n{ JOINT Left Shin{} JOINT a\tb {}\n}":      {"Bip01 L Thigh", "Left Shin", "a\tb"},
		"ROOT ns:Hips\n{ End Site LeftToeTip\n{\n}\n}":                  {"ns:Hips", "LeftToeTip"},
		"ROOT Hips\n{ End Left Toe{} End site : tip {} EndSite top {}}": {"Hips", "Left Toe", "tip", "top"},
		"ROOT Hips{ End Sitename {} End\n{}}":                           {"Hips", "Sitename", "EndSite_Hips"},
		"ROOT\n{ JOINT {} JOINT \n OFFSET 0 0 0 }}":                     {"joint0", "joint1", "joint2"},
		"ROOT OFFSET\n{ JOINT MOTION {} JOINT # 1 {} JOINT }x\n{} }":    {"OFFSET", "MOTION", "# 1", "}x"},
		"ROOT a\n{ JOINT a {} JOINT a {} }":                             {"a", "a", "a"},
		"ROOT K\xf6rper\n{ JOINT \xe9p\xe9e {} JOINT Kör {} }":          {"Körper", "épée", "Kör"},
		"ROOT " + strings.Repeat("ä", 150) + "{}":                       {strings.Repeat("ä", 100)},
		"ROOT \xff" + strings.Repeat("\xe4", 150) + "{}":                {"ÿ" + strings.Repeat("ä", 99)},
	} {
		d, err := parse(text)
		if err != nil {
			t.Errorf("%.60q: %v", text, err)
			continue
		}
		var names []string
		for i := range d.Joints {
			names = append(names, d.Joints[i].Name)
		}
		if !slices.Equal(names, want) {
			t.Errorf("%.60q: %q, want %q", text, names, want)
		}
	}
}

// TestRoots: several roots, and what stands in none.
func TestRoots(t *testing.T) {
	d, err := parse("HIERARCHY ROOT a { OFFSET 1 2 3 CHANNELS 1 Xrotation JOINT b { OFFSET 0 0 0 } }\nROOT c { OFFSET 4 5 6 CHANNELS 1 Yposition }\nMOTION\nFrames: 1\nFrame Time: 1\n7 8\n")
	if err != nil || len(d.Notes) > 0 {
		t.Fatal(err, d.Notes)
	}
	for i, want := range []int{-1, 0, -1} {
		if d.Joints[i].Parent != want {
			t.Errorf("the parent of %d is %d, want %d", i, d.Joints[i].Parent, want)
		}
	}
	if at := d.Joints[2].Place(d.Row(0)); at != [3]float64{4, 8, 6} {
		t.Error(at)
	}
}

// motionOf returns a file of a joint with three channels and frames of it.
func motionOf(head, frames string) string {
	return "ROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n}\nMOTION\n" + head + "\n" + frames
}

// TestNotes: what a file says otherwise than it should is read, and counted.
func TestNotes(t *testing.T) {
	for _, c := range []struct {
		text   string
		frames int
		want   string // kind, count, other number
	}{
		// Cut off: behind a frame, within one, within a number, with no frame at all.
		{motionOf("Frames: 5\nFrame Time: 1", "1 2 3\n4 5 6\n7 8 9\n"), 3, fmt.Sprint(bvh.MissingFrames, 2, 5)},
		{motionOf("Frames: 5\nFrame Time: 1", "1 2 3\n4 5 6\n7 8"), 2, fmt.Sprint(bvh.CutFrame, 2, 3, bvh.MissingFrames, 3, 5)},
		{motionOf("Frames: 5\nFrame Time: 1", "1 2 3\n4 5 -"), 1, fmt.Sprint(bvh.CutFrame, 2, 3, bvh.MissingFrames, 4, 5)},
		{motionOf("Frames: 5\nFrame Time: 1", "1 2 3\n4 5 6\n1.5e"), 2, fmt.Sprint(bvh.CutFrame, 0, 3, bvh.MissingFrames, 3, 5)},
		{motionOf("Frames: 5\nFrame Time: 1", "1 2 3 4 5 6 7"), 2, fmt.Sprint(bvh.CutFrame, 1, 3, bvh.MissingFrames, 3, 5)},
		{motionOf("Frames: 5\nFrame Time: 1", "1\n2\n3\n4\n5\n"), 1, fmt.Sprint(bvh.CutFrame, 2, 3, bvh.MissingFrames, 4, 5)},
		{motionOf("Frames: 5\nFrame Time: 1", "1 2\n3 4\n5 6\n7 8\n"), 2, fmt.Sprint(bvh.CutFrame, 2, 3, bvh.MissingFrames, 3, 5)},
		{motionOf("Frames: 5\nFrame Time: 1", ""), 0, fmt.Sprint(bvh.MissingFrames, 5, 5)},
		{motionOf("Frames: 900719925474099", "1 2 3"), 1, fmt.Sprint(bvh.MissingFrames, int64(900719925474098), int64(900719925474099))},
		{motionOf("Frames: 1e300", "1 2 3"), 1, fmt.Sprint(bvh.MissingFrames, int64(1<<53-1), int64(1<<53))},
		// More than is stated.
		{motionOf("Frames: 1\nFrame Time: 1", "1 2 3\n4 5 6\n7 8 9\n"), 1, fmt.Sprint(bvh.MoreFrames, 2, 1)},
		{motionOf("Frames: 2", "1 2 3 4 5 6 7 8 9 0"), 2, fmt.Sprint(bvh.MoreFrames, 2, 2)},
		{motionOf("Frames: 2", "1 2 3 9\n4 5 6 9\n"), 2, fmt.Sprint(bvh.MoreNumbers, 2, 2)},
		{motionOf("Frames: 2", "1 2 3 7 8 9\n4 5 6 7 8 9\n"), 2, fmt.Sprint(bvh.MoreNumbers, 6, 2)},
		{motionOf("Frames: 3", "1 2 3\n4 5 6 x y z\n7 8 9\n"), 3, fmt.Sprint(bvh.MoreNumbers, 3, 1)},
		// The header.
		{motionOf("Frame Time: 1", "1 2 3\n4 5 6\n"), 2, fmt.Sprint(bvh.NoCount, 1, 0)},
		{motionOf("", "1 2 3\n4 5 6\n"), 2, fmt.Sprint(bvh.NoCount, 1, 0)},
		{motionOf("Frames: 0", "1 2 3\n4 5 6\n"), 2, fmt.Sprint(bvh.NoCount, 1, 0)},
		{motionOf("Frames: -1", "1 2 3\n4 5 6\n"), 2, fmt.Sprint(bvh.NoCount, 1, 0)},
		{motionOf("Frames:", "1 2 3\n4 5 6\n"), 2, fmt.Sprint(bvh.NoCount, 1, 0)},
		{motionOf("Frames: 0", ""), 0, ""},
		// Text behind the frames.
		{motionOf("Frames: 2", "1 2 3\n4 5 6\nthe end 1 2 3\n"), 2, fmt.Sprint(bvh.Trailing, 1, 0)},
		{motionOf("Frames: 2", "1 2 3\n4 5 6\n{ }"), 2, fmt.Sprint(bvh.Trailing, 1, 0)},
		{motionOf("", "1 2 3\n4 5 6\nend"), 2, fmt.Sprint(bvh.Trailing, 1, 0, bvh.NoCount, 1, 0)},
		{motionOf("Frames: 1", "1 2 3\n4 5 6\nend"), 1, fmt.Sprint(bvh.Trailing, 1, 0, bvh.MoreFrames, 1, 1)},
		// Decimal commas.
		{motionOf("Frames: 2", "1,5 2,25 -3,0\n4,0 5,5 6e1\n"), 2, fmt.Sprint(bvh.DecimalComma, 1, 0)},
		{"ROOT a { OFFSET 1,5 2,5 0\n CHANNELS 1 Xrotation } MOTION Frames: 1\n1\n", 1, fmt.Sprint(bvh.DecimalComma, 1, 0)},
		// The hierarchy.
		{"ROOT a { CHANNELS 1 Xrotation } MOTION Frames: 1\n1\n", 1, fmt.Sprint(bvh.NoOffset, 1, 0)},
		{"ROOT a { OFFSET 0 0 0 OFFSET 1 1 1 } JOINT b { OFFSET 0 0 0 } }", 0, fmt.Sprint(bvh.TwoOffsets, 1, 0, bvh.LooseJoint, 1, 0, bvh.ClosesNothing, 1, 0)},
		{"ROOT a { OFFSET 0 0 0 JOINT b\n OFFSET 0 0 0 JOINT c { OFFSET 0 0 0 } MOTION", 0, fmt.Sprint(bvh.Unopened, 1, 0, bvh.Unclosed, 2, 0)},
		{"ROOT a { OFFSET 0 0 0 CHANNELS 3 Xrotation CHANNELS 1 Yrotation Zrotation CHANNELS Xrotation } MOTION Frames: 1\n1 2 3 4\n", 1, fmt.Sprint(bvh.ChannelCount, 3, 0)},
		{"ROOT a { OFFSET 0 0 0 CHANNELS 4 Xscale Yscale Xrotation w } MOTION Frames: 1\n1 2 3 4\n", 1, fmt.Sprint(bvh.UnknownKind, 3, 0)},
		{"ROOT a { OFFSET 0 0 0 CHANNELS 4 Xposition Xrotation Xposition Xrotation } MOTION Frames: 1\n1 2 3 4\n", 1, fmt.Sprint(bvh.TwoPositions, 1, 0)},
		{"ROOT a { OFFSET 0 0 0 CHANNELS 0 } MOTION Frames: 3\nFrame Time: 1\n\n\n\n", 0, ""},
		{"ROOT a { OFFSET 0 0 0 } MOTION Frames: 3\n1 2 3", 0, fmt.Sprint(bvh.Trailing, 1, 0)},
	} {
		d, err := parse(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		var got []any
		for _, n := range d.Notes {
			if n.Line < 1 {
				t.Errorf("%q: a note without a line", c.text)
			}
			got = append(got, n.Kind, n.Count, n.Of)
		}
		if fmt.Sprint(got...) != c.want || d.Frames != c.frames || len(d.Rows) != d.Frames*d.Columns {
			t.Errorf("%q: %d frames, %q, want %d, %q", c.text, d.Frames, fmt.Sprint(got...), c.frames, c.want)
		}
	}
}

// TestMalformed: text that has no meaning is an error that names its line, and what it is about.
func TestMalformed(t *testing.T) {
	for text, want := range map[string]string{
		"solid cube\nfacet":                                       `line 1, column 1: "solid"`,
		"HIERARCHY\nROOT a\n{\n  OFSET 0 0 0\n}":                  `line 4, column 3: "OFSET" in the joint "a"`,
		"HIERARCHY\nROOT a\n{\n  OFFSET 0 north 0\n}":             `line 4, column 12: "north" is not a number: the offset of the joint "a" on the Y axis`,
		"HIERARCHY\nROOT a\n{\n  OFFSET 0 0\n}":                   `line 5, column 1: "}" is not a number`,
		"HIERARCHY\nROOT a\n{\n  OFFSET 0 0":                      `line 4, column 13: the file ends within the offset of the joint "a"`,
		"ROOT a\n{\n  OFFSET 0 0 0\n  CHANNELS many Xposition\n}": `line 4, column 12: "many" is not a number of channels`,
		"ROOT a\n{\n{\n}\n}":                                      `line 3, column 1: "{" in the joint "a"`,
		"ROOT a\n{\n  JOINT b\n  {\n  OFFSET 0 0 0\n":             `line 6, column 1: the file ends within the joint "b" of line 3`,
		"End Site\n{\n}":                                          `line 1, column 1: "End"`,
		"ROOT a\n{\nCHANNELS 1 Xrotation\nEnd Site { CHANNELS 1 Xrotation }\nCHANNELS 1 Xrotation\n}": `line 5`,
		motionOf("Frames: many", "1 2 3"):                                   `line 7, column 9: "many" is not a number of frames`,
		motionOf("Frames: 1\nFrame Time: soon", "1 2 3"):                    `line 8, column 13: "soon" is not a frame time`,
		motionOf("Frames: 1\nFrame Rate: 30", "1 2 3"):                      `line 8, column 1: "Frame" is not a number`,
		motionOf("Frames: 2", "1 2 3\n4 x 6\n"):                             `line 9, column 3: "x" is not a number: Yposition of the joint "a" in frame 1`,
		motionOf("Frames: 3", "1 2 3\nx\n7 8 9\n"):                          `line 9, column 1: "x" is not a number: Xposition`,
		motionOf("Frames: 2", "1 2 3\n4 5-6 7\n"):                           `line 9, column 3: "5-6" is not a number`,
		motionOf("Frames: 2", "1 2 3\n4 0x5 7\n"):                           `line 9, column 3: "0x5" is not a number`,
		motionOf("Frames: 2", "1 2 3\n4 1_0 7\n"):                           `"1_0" is not a number`,
		motionOf("Frames: 3", "1 2 3\n4 5\n7 8 9\n"):                        `line 9, column 1: the frame has 2 numbers, and the joints have 3 channels: it lacks Zposition of the joint "a"`,
		motionOf("Frames: 3", "1 2\n4 5 6\n7 8 9\n"):                        `line 8, column 1: the frame has 2 numbers`,
		motionOf("Frames: 2", "1 "+strings.Repeat("9", 5000)+" 3\n4 5 6\n"): `line 8, column 3`,
	} {
		_, err := parse(text)
		if !errors.Is(err, soa.ErrFormat) || !strings.Contains(err.Error(), want) || len(err.Error()) > 300 {
			t.Errorf("%.120q: %v, want %q", text, err, want)
		}
	}
}

// TestLimits: what is beyond a limit is an error before memory is taken for it.
func TestLimits(t *testing.T) {
	chain := func(n int) string {
		return strings.Repeat("JOINT a {\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n", n) + strings.Repeat("}", n) + "MOTION\nFrames: 2\nFrame Time: 1\n" + strings.Repeat(strings.Repeat("1 ", n)+"\n", 2)
	}
	for _, c := range []struct {
		limits bvh.Limits
		want   string
	}{
		{bvh.Limits{Joints: 99, Keys: 200, Name: 10}, "more than 99 joints"},
		{bvh.Limits{Joints: 100, Keys: 199, Name: 10}, "more than 199 keys"},
		{bvh.Limits{Joints: 100, Keys: 1, Name: 10}, "more than 1 keys"},
		{bvh.Limits{Joints: 100, Keys: 200, Name: 10}, ""},
	} {
		_, err := bvh.Parse(context.Background(), []byte(chain(100)), c.limits)
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, soa.ErrTooLarge) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v", c.limits, err)
		}
	}
	// A name of 1 MB, for 500 end sites.
	text := "ROOT " + strings.Repeat("n", 1<<20) + "{" + strings.Repeat("End Site{}", 500) + "}"
	d, err := parse(text)
	if err != nil || len(d.Joints) != 501 {
		t.Fatal(err)
	}
	for i := range d.Joints {
		if len(d.Joints[i].Name) > most.Name {
			t.Fatalf("a name of %d bytes", len(d.Joints[i].Name))
		}
	}
	if !slices.ContainsFunc(d.Notes, func(n bvh.Note) bool { return n.Kind == bvh.LongName && n.Count == 501 }) {
		t.Error(d.Notes)
	}
	// Frames that are stated take no memory.
	if d, err = parse(motionOf("Frames: 1000000000000", "1 2 3\n")); err != nil || cap(d.Rows) > 100 {
		t.Error(cap(d.Rows), err)
	}
}

// asked is a context that counts questions, and ends with one of them.
type asked struct {
	context.Context
	n, last int
}

func (a *asked) Err() error {
	if a.n++; a.last > 0 && a.n >= a.last {
		return context.Canceled
	}
	return nil
}

// TestContextIsAsked: every kind of long text asks the context for each few bytes, and ends with it.
func TestContextIsAsked(t *testing.T) {
	const n = 1 << 18
	for name, text := range map[string]string{
		"blanks":        strings.Repeat(" ", n),
		"lines":         strings.Repeat("\r\n", n/2),
		"a comment":     "# " + strings.Repeat("-", n),
		"joints":        strings.Repeat("JOINT a{", 900) + strings.Repeat("OFFSET 1 2 3 ", n/13) + strings.Repeat("}", 900),
		"a name":        "ROOT " + strings.Repeat("n", n) + "{}",
		"a word":        strings.Repeat("n", n),
		"channels":      "ROOT a{CHANNELS 9 " + strings.Repeat("Xrotation ", n/10) + "}",
		"blank channel": "ROOT a{CHANNELS " + strings.Repeat(" ", n) + "1 Xrotation}",
		"frames":        motionOf("Frames: 1000000", strings.Repeat("1 2 3\n", n/6)),
		"one line":      motionOf("Frames: 1000000", strings.Repeat("1 2 3 ", n/6)),
		"digits":        motionOf("Frames: 1000000", strings.Repeat("1.23456789012345678901234567890 ", n/32)),
		"blank frames":  motionOf("Frames: 1000000", strings.Repeat(" ", n)),
		"more frames":   motionOf("Frames: 1", strings.Repeat("1 2 3\n", n/6)),
		"UTF-16":        "\xff\xfe" + strings.Repeat(" \x00", n/2),
	} {
		all := &asked{Context: context.Background()}
		_, _ = bvh.Parse(all, []byte(text), most)
		if all.n < n>>16 {
			t.Errorf("%s: asked %d times", name, all.n)
		}
		for _, last := range []int{1, 2, all.n / 2, all.n} {
			some := &asked{Context: context.Background(), last: last}
			if _, err := bvh.Parse(some, []byte(text), most); !errors.Is(err, context.Canceled) || some.n > last+2 {
				t.Errorf("%s: asked %d times, ended at %d: %v", name, some.n, last, err)
			}
		}
	}
}

// TestEveryCut: a file that ends anywhere is read or refused, and keeps the frames that are whole.
func TestEveryCut(t *testing.T) {
	whole, err := parse(plain)
	if err != nil {
		t.Fatal(err)
	}
	frames := strings.Index(plain, "0 90 0 1")
	for cut := range len(plain) {
		d, err := parse(plain[:cut])
		if cut < frames {
			if err != nil && !errors.Is(err, soa.ErrFormat) {
				t.Errorf("%d: %v", cut, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%d: %v", cut, err)
		}
		lines := strings.Count(plain[frames:cut], "\n")
		if d.Frames < lines || d.Frames > lines+1 || !slices.Equal(d.Rows[:lines*d.Columns], whole.Rows[:lines*d.Columns]) {
			t.Errorf("%d: %d frames of %d", cut, d.Frames, lines)
		}
		if d.Frames < 3 && !slices.ContainsFunc(d.Notes, func(n bvh.Note) bool { return n.Kind == bvh.MissingFrames && n.Count == int64(3-d.Frames) }) {
			t.Errorf("%d: %v", cut, d.Notes)
		}
	}
}

// TestParseKeepsData: the bytes of the file stay as they are.
func TestParseKeepsData(t *testing.T) {
	data := []byte(plain)
	if _, err := bvh.Parse(context.Background(), data, most); err != nil || !bytes.Equal(data, []byte(plain)) {
		t.Error(err)
	}
}
