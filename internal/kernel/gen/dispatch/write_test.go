package dispatch

import (
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/build"
)

var turn = Row{File: "turn", Function: "turn16(pose []float32, by float32)", Forms: []Form{
	{
		Kernels: []Kernel{{Set: AVX512, Lanes: 16}, {Set: AVX2, Lanes: 8}},
		Before:  "n := len(pose)",
		Parameters: `
			pose *float32 = &pose[lane]
			offset, count int = 4*lane, n
			by float32`,
		After: "fence()",
	},
	{Kernels: []Kernel{{Set: AMD64, Name: "fence", AVX: func(*build.Context) {}}}, Declared: true},
	{Kernels: []Kernel{{Set: NEON, Name: "spin"}}, Parameters: "pose *float32 = &pose[0]"},
}}

func TestFile(t *testing.T) {
	for _, test := range []struct {
		on   Processor
		want string
	}{
		{X86, `import "github.com/sinew-anim/sinew/native/simd"

//go:noescape
func turn16AVX512(pose *float32, offset, count int, by float32)

//go:noescape
func turn8AVX2(pose *float32, offset, count int, by float32)

//go:noescape
func fence()

func turn16(pose []float32, by float32) {
	n := len(pose)
	switch simd.Current() {
	case simd.AVX512:
		turn16AVX512(&pose[0], 0, n, by)
		fence()
	case simd.AVX2:
		for lane := 0; lane < simd.Lanes; lane += passLanes {
			turn8AVX2(&pose[lane], 4*lane, n, by)
		}
		fence()
	default:
		turn16Go(pose, by)
	}
}
`},
		{ARM, `import "github.com/sinew-anim/sinew/native/simd"

func turn16(pose []float32, by float32) {
	if simd.Current() != simd.NEON {
		turn16Go(pose, by)
		return
	}
	spinNEON(&pose[0])
}
`},
		{Other, "func turn16(pose []float32, by float32) { turn16Go(pose, by) }\n"},
	} {
		text, err := File(test.on, []Row{turn})
		if err != nil {
			t.Fatal(err)
		}
		_, have, _ := strings.Cut(string(text), "package kernel\n\n")
		if have != test.want {
			t.Errorf("%s:\n%s\nwant:\n%s", test.on.Name, have, test.want)
		}
	}
}

// Few lanes have kernels of their own.
func TestFileOfFewLanes(t *testing.T) {
	rows := []Row{{Function: "spin16(a *Lanewise)", Used: "a.Len", Forms: []Form{
		{Kernels: []Kernel{{Set: AVX512, Lanes: 16}}, Parameters: "a *Lanewise"},
		{Kernels: []Kernel{{Set: AVX2, Lanes: 8}, {Set: AVX2, Lanes: 4}}, Parameters: "a *Lanewise\nlane int = 4*lane"},
	}}}
	const want = `
	switch set, used := simd.Current(), a.Len; {
	case set == simd.Generic:
		spin16Go(a)
	case used <= 4:
		spin4AVX2(a, 0)
	case set == simd.AVX512:
		spin16AVX512(a)
	case set == simd.AVX2:
		for lane := 0; lane < used; lane += passLanes {
			spin8AVX2(a, 4*lane)
		}
	}
}
`
	text, err := File(X86, rows)
	if err != nil {
		t.Fatal(err)
	}
	if _, have, _ := strings.Cut(string(text), "func spin16(a *Lanewise) {"); have != want {
		t.Errorf("%s\nwant:\n%s", have, want)
	}
}

// What callers write by hand is declared, and forwarded where there is no kernel.
func TestFileByHand(t *testing.T) {
	rows := []Row{{Function: "f(n int)", Plain: "g(n)", Forms: []Form{
		{Kernels: []Kernel{{Set: AVX2}}, Parameters: "n int", Declared: true}}}}
	for p, want := range map[*Processor]string{&X86: "func fAVX2(n int)\n", &ARM: "func f(n int) { g(n) }\n"} {
		text, err := File(*p, rows)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(string(text), want) || strings.Count(string(text), "\nfunc") != 1 {
			t.Errorf("%s:\n%s\nwant only %s", p.Name, text, want)
		}
	}
}
