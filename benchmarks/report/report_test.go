package main

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// recorded is benchmark output that contains the default lines twice.
func recorded(t *testing.T) *output {
	t.Helper()
	o, err := read([]string{"testdata/crowd.txt"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestTable compares the table with one that was reviewed when the input was recorded.
func TestTable(t *testing.T) {
	want, err := os.ReadFile("testdata/crowd.md")
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if code := run([]string{"testdata/crowd.txt"}, nil, &out, &errs); code != 0 || errs.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, &errs)
	}
	if out.String() != string(want) {
		t.Errorf("the table is\n%s", &out)
	}
	// The same from the standard input.
	input, err := os.Open("testdata/crowd.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer input.Close()
	out.Reset()
	if code := run(nil, input, &out, &errs); code != 0 || out.String() != string(want) {
		t.Errorf("exit code %d, from the standard input it is\n%s", code, &out)
	}
}

func TestParseLine(t *testing.T) {
	m, ok := parseLine("BenchmarkCrowd/n=112/source=ozz-staged/whole-8 \t 871\t  407563 ns/op\t 54.31 ns/joint\t 0 B/op")
	if !ok || m.name != "Crowd" || m.keys["n"] != "112" || m.keys["source"] != "ozz-staged" || m.keys["part2"] != "whole" {
		t.Errorf("it is %+v", m)
	}
	if m.value["ns/op"] != 407563 || m.value["ns/joint"] != 54.31 || len(m.value) != 3 {
		t.Errorf("its values are %v", m.value)
	}
	for _, line := range []string{
		"BenchmarkCrowd/n=112", "BenchmarkCrowd/n=112 many 3 ns/op", "BenchmarkCrowd/n=1 1 x ns/op", "BenchmarkCrowd/n=1 1 3 ns/op 4",
	} {
		if _, ok := parseLine(line); ok {
			t.Errorf("%q is taken for a measurement", line)
		}
	}
	for name, want := range map[string]string{"Crowd/n=1-8": "Crowd/n=1", "Crowd/source=ozz-staged": "Crowd/source=ozz-staged", "Crowd": "Crowd"} {
		if got := withoutProcs(name); got != want {
			t.Errorf("%q without GOMAXPROCS is %q", name, got)
		}
	}
}

// TestModifiers checks that a figure is the least time with a modifier minus the least without,
// and that a modifier is compared with the same modifier.
func TestModifiers(t *testing.T) {
	const line = "BenchmarkModifier/modifier=%s/n=16/source=%s-2 9 9 ns/op %d ns/instance 2 ratio %d without-ns/instance\n"
	var in, out, errs bytes.Buffer
	for _, x := range []struct {
		modifier, source string
		added, without   int
	}{
		{"legs", "rows", 100, 50}, {"legs", "rows", -20, 180}, {"legs", "rows", 200, 60},
		{"legs", "ozz", 450, 900}, {"look", "rows", 200, 50}, {"look", "ozz", 800, 900}, {"springs", "rows", 300, 50},
	} {
		fmt.Fprintf(&in, line, x.modifier, x.source, x.added, x.without)
	}
	if code := run([]string{"-bench", "Modifier"}, &in, &out, &errs); code != 0 {
		t.Fatal(&errs)
	}
	const want = `Nanoseconds per instance, of a modifier alone (× as fast as ozz), by number of instances:

| path | 16 |
|---|---:|
| rows, legs | 100 (4.50×) |
| rows, look | 200 (4.00×) |
| rows, springs | 300 |
`
	if !strings.HasPrefix(out.String(), want) {
		t.Errorf("the table is\n%s", &out)
	}
}

// TestPick checks that the least of two runs is that of the fastest stretch, and the median that
// of the means.
func TestPick(t *testing.T) {
	find := func(p pick) float64 {
		for _, s := range crowd(recorded(t), "Crowd", p) {
			if s.path == "rows" && len(s.odd) == 0 {
				return s.at[4000]
			}
		}
		t.Fatal("no rows")
		return 0
	}
	if v := find(least); v != 2.925 {
		t.Errorf("the least is %v", v)
	}
	if v := find(median); math.Abs(v-(3.846+9.704)/2) > 1e-9 {
		t.Errorf("the median is %v", v)
	}
	if v := median.of([]float64{9, 1, 5}); v != 5 {
		t.Errorf("the median of three is %v", v)
	}
}

// TestLabels checks that configurations other than the default are named, and follow the default.
func TestLabels(t *testing.T) {
	var labels []string
	for _, s := range crowd(recorded(t), "Crowd", least) {
		labels = append(labels, s.label())
	}
	for _, want := range []string{"rows", "rows, avx2", "rows, 8 clips, random times", "rows, 2 workers", "ozz, random times", "ogldev"} {
		if !slices.Contains(labels, want) {
			t.Errorf("no %q among %q", want, labels)
		}
	}
	if i, j := slices.Index(labels, "ozz"), slices.Index(labels, "rows, avx2"); i > j {
		t.Errorf("the ordinary ozz is number %d, after number %d", i, j)
	}
}

// TestPathOf checks that forms of a source differ in name, and that a peer has its own.
func TestPathOf(t *testing.T) {
	for _, c := range [][3]string{{"rows", "rig", "rows"}, {"keys", "general", "keys-general"}, {"cursor", "own", "cursor"}, {"ozz", "own", "ozz"}} {
		if got := pathOf(c[0], c[1]); got != c[2] {
			t.Errorf("%s in form %s is path %q", c[0], c[1], got)
		}
	}
}

func TestBase(t *testing.T) {
	list := crowd(recorded(t), "Crowd", least)
	if p := chooseBase(list, ""); p != "ozz" {
		t.Errorf("the base is %q", p)
	}
	without := slices.DeleteFunc(slices.Clone(list), func(s *series) bool { return s.path == "ozz" })
	if p := chooseBase(without, ""); p != "ogldev" {
		t.Errorf("without ozz the base is %q", p)
	}
	if p := chooseBase(nil, ""); p != "" {
		t.Errorf("of nothing the base is %q", p)
	}
	for _, s := range list {
		if b := base(list, "ozz", s); b != nil && (b.times != s.times || b.clips != s.clips) {
			t.Errorf("%q is compared with %q", s.label(), b.label())
		}
		if s.path == "ozz" && base(list, "ozz", s) != nil {
			t.Errorf("%q has a base", s.label())
		}
	}
	two := &series{at: map[int]float64{1: 2}}
	if r := ratio(two, &series{at: map[int]float64{1: 6}}, 1); r != 3 {
		t.Errorf("6 over 2 is %v", r)
	}
	if r := ratio(&series{at: map[int]float64{9: 2}}, &series{at: map[int]float64{1: 4, 8: 5, 10: 6}}, 9); r != 2.5 {
		t.Errorf("over the next smaller, 5, it is %v", r)
	}
	for _, other := range []*series{nil, {at: map[int]float64{}}, {at: map[int]float64{2: 6}}} {
		if r := ratio(two, other, 1); !math.IsNaN(r) {
			t.Errorf("over nothing it is %v", r)
		}
	}
}

// TestCharts draws with and without a base, twice: the bytes are the same, the texts are in the
// SVG and the lines in the PNG.
func TestCharts(t *testing.T) {
	list := crowd(recorded(t), "Crowd", least)
	for _, basePath := range []string{"ozz", ""} {
		var svg, again, picture bytes.Buffer
		for _, b := range []*bytes.Buffer{&svg, &again} {
			if err := chart(b, "svg", list, basePath, "A title"); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(svg.Bytes(), again.Bytes()) {
			t.Error("the same input gives another SVG")
		}
		for _, text := range []string{">A title<", ">rows<", ">ogldev<", ">4000<", ">ns/joint (less is better)<", ">50<"} {
			if !strings.Contains(svg.String(), text) {
				t.Errorf("the SVG lacks %q", text)
			}
		}
		if strings.Contains(svg.String(), "times as fast as ozz") != (basePath != "") {
			t.Errorf("with base %q, the right half is there or not", basePath)
		}
		if err := chart(&picture, "png", list, basePath, "A title"); err != nil {
			t.Fatal(err)
		}
		checkPicture(t, picture.Bytes())
	}
	if err := chart(new(bytes.Buffer), "bmp", list, "", ""); err == nil {
		t.Error("it draws a BMP")
	}
}

// checkPicture checks that the lines' colours occur.
func checkPicture(t *testing.T, data []byte) {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	pixels := map[color.RGBA]int{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			pixels[color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)]++
		}
	}
	for _, path := range []string{"rows", "keys", "ozz", "ogldev"} {
		if n := pixels[looks[path].color]; n < 100 {
			t.Errorf("%d pixels have the colour of %s", n, path)
		}
	}
	if white := pixels[color.RGBA{255, 255, 255, 255}]; white < img.Bounds().Dx()*img.Bounds().Dy()/2 {
		t.Errorf("only %d pixels are white", white)
	}
}

// TestTicks checks that axes have a few round numbers for any range.
func TestTicks(t *testing.T) {
	for high, want := range map[float64]string{1.08: "0 0.2 0.4 0.6 0.8 1", 5: "0 1 2 3 4 5", 12: "0 2 4 6 8 10 12", 27: "0 5 10 15 20 25", 300: "0 50 100 150 200 250 300", 900: "0 100 200 300 400 500 600 700 800 900"} {
		var labels []string
		for _, tick := range (even{}).Ticks(0, high) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != want {
			t.Errorf("to %v: %s", high, got)
		}
	}
	var labels []string
	for _, tick := range (oneTwoFive{}).Ticks(0.7, 210) {
		labels = append(labels, tick.Label)
	}
	if got := strings.Join(labels, " "); got != "1 2 5 10 20 50 100 200" {
		t.Errorf("logarithmic: %s", got)
	}
}

func TestWrites(t *testing.T) {
	name := filepath.Join(t.TempDir(), "figures")
	var out, errs bytes.Buffer
	if code := run([]string{"-o", name, "testdata/crowd.txt"}, nil, &out, &errs); code != 0 || out.Len()+errs.Len() > 0 {
		t.Fatalf("exit code %d: %s%s", code, &out, &errs)
	}
	for _, extension := range []string{".md", ".svg", ".png"} {
		if info, err := os.Stat(name + extension); err != nil || info.Size() < 500 {
			t.Errorf("%s: %v", extension, err)
		}
	}
}

func TestRefuses(t *testing.T) {
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{1, "nowhere.txt", []string{"nowhere.txt"}},
		{1, "no lines", nil},
		{1, `"acl"`, []string{"-base", "acl", "testdata/crowd.txt"}},
		{1, "no such", []string{"-o", "testdata/none/x", "testdata/crowd.txt"}},
		{2, "-speed", []string{"-speed"}},
		{0, "usage", []string{"-h"}},
	} {
		var out, errs bytes.Buffer
		if code := run(c.args, strings.NewReader("PASS\n"), &out, &errs); code != c.code || out.Len() > 0 || !strings.Contains(errs.String(), c.want) {
			t.Errorf("%v: exit code %d, printed %q, complained %q", c.args, code, &out, &errs)
		}
	}
}

// TestGraphs checks that -bench selects the benchmark, and that logic is compared with logic.
func TestGraphs(t *testing.T) {
	const input = `
BenchmarkCrowd/n=4000/source=rows/form=rig/simd=own 1 9 ns/joint
BenchmarkGraph/n=4000/part=all/source=rows/form=rig/simd=own 1 8 ns/joint
BenchmarkGraph/n=4000/part=all/source=ozz/form=own/simd=own 1 96 ns/joint
BenchmarkGraph/n=4000/part=logic/source=rows/form=rig/simd=own 1 3 ns/joint
BenchmarkGraph/n=4000/part=logic/source=ozz/form=own/simd=own 1 1.5 ns/joint
`
	var out, errs bytes.Buffer
	if code := run([]string{"-bench", "Graph", "-base", "ozz"}, strings.NewReader(input), &out, &errs); code != 0 {
		t.Fatalf("exit code %d: %s", code, &errs)
	}
	const want = `Nanoseconds per joint (× as fast as ozz), by number of instances:

| path | 4000 |
|---|---:|
| rows | 8.00 (12.0×) |
| ozz | 96.0 |
| rows, logic | 3.00 (0.50×) |
| ozz, logic | 1.50 |
`
	if out.String() != want {
		t.Errorf("the table is\n%s", &out)
	}
}
